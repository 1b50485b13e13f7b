"""A database with very many matches: sizes, memory and pages, compared with estimates.

One match of random choices is played to its end, packed, and copied row by row as often as requested. One in a
hundred copies stays unpacked, like a match that finished recently. A second match is played for some plies and copied
once for each open match. A separate process then serves the database. Two clients listen to each open match, from as
many local addresses as needed, and pages are requested at random. Processor time is that of the server alone.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import Connection as Database
from sqlalchemy import Table, insert, select

from benchmarks.actions import Process
from benchmarks.load import HOST, serve_command, wait_for
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.store.compression import compress_match, restore_rows
from palatine.store.schema import archived_rows, log, matches, seats, snapshots
from palatine.store.transfer.backup_file import write_backup
from palatine.store.transfer.copying import open_snapshot
from palatine.store.transfer.sizes import database_size

GAME = "demonlord"
TABLES = (matches, seats, log, snapshots, archived_rows)
AT_ONCE = 500
UNPACKED = 0.01
MINUTES = 4
"""Minutes to wait for the server to start."""
PAPER = {
    "KB on the disk, a packed match": 20.0,
    "KB on the disk, an unpacked one": 195.0,
    "KB of memory, a match listened to by two": 300.0,
}
"""Estimates before the measurement, for 300 actions."""


def played(services: MatchServices, random: Random, plies: int, end: bool) -> str:
    """Play random choices in a match of two people and return its id.

    With `end`, one of them resigns after that.
    """
    names = ("Hosar", "Demon")
    made = services.matches.create(GAME, players={seat: {"kind": "person", "number": "1"} for seat in names})
    for _ in range(plies):
        info = services.matches.info(made.match)
        if info.status != "playing":
            break
        seat = info.asked[0]
        choice = random.choice(services.matches.view(made.match, seat, info.version).view.choices)
        services.matches.act(made.match, made.keys[seat], (choice.verb, choice.operand), info.version)
    info = services.matches.info(made.match)
    if end and info.status == "playing":
        services.matches.resign(made.match, made.keys[info.asked[0]], info.version)
    return made.match


def rows_of(connection: Database, match: str) -> dict[Table, list[dict[str, Any]]]:
    """Return all rows of a match, by table."""
    found = {}
    for table in TABLES:
        column = table.c.id if table is matches else table.c.match
        found[table] = [dict(row._mapping) for row in connection.execute(select(table).where(column == match))]
    return found


def copy(store: Store, rows: Mapping[Table, list[dict[str, Any]]], prefix: str, count: int) -> list[str]:
    """Insert `count` copies of a match into the store and return their ids."""
    names = [f"{prefix}{number:09}" for number in range(count)]
    for at in range(0, count, AT_ONCE):
        with store.database.writing() as connection:
            for table, kept in rows.items():
                key = "id" if table is matches else "match"
                some = [{**row, key: name} for name in names[at : at + AT_ONCE] for row in kept]
                if some:
                    connection.execute(insert(table), some)
    return names


def fill(store: Store, stored: int, open_: int, plies: int) -> dict[str, float]:
    """Fill the database. Return the size of packed and unpacked matches, and the packing time."""
    services, random = MatchServices(store), Random("many")
    over, under_way = played(services, random, plies, True), played(services, random, 40, False)
    found: dict[str, float] = {}
    with store.database.reading() as connection:
        running, unpacked = rows_of(connection, under_way), rows_of(connection, over)
    begun = process_time()
    assert compress_match(store.database, over)
    found["ms of the processor to pack a match"] = (process_time() - begun) * 1000
    with store.database.reading() as connection:
        packed = rows_of(connection, over)
    few = max(1, int(stored * UNPACKED))
    checkpoint(store)
    before = database_size(store.database)
    copy(store, unpacked, "u", few)
    checkpoint(store)
    between = database_size(store.database)
    copy(store, packed, "p", stored - few)
    checkpoint(store)
    after = database_size(store.database)
    found["KB on the disk, an unpacked one"] = (between - before) / few / 1e3
    found["KB on the disk, a packed match"] = (after - between) / (stored - few) / 1e3
    copy(store, running, "o", open_)
    checkpoint(store)
    store.database.write(lambda c: restore_rows(c, over))
    return found


def checkpoint(store: Store) -> None:
    """Checkpoint SQLite's write-ahead log, so that file sizes can be compared."""
    with store.database.reading() as connection:
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("BEGIN")


@contextmanager
def served(place: Path, port: int) -> Iterator[Process]:
    command = serve_command(port)
    environment = {**os.environ, "PALATINE_DATABASE": str(place)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, cwd=place.parent)
    try:
        wait_long_for(port)
        yield Process(process.pid)
    finally:
        process.terminate()
        process.wait(20)


def wait_long_for(port: int) -> None:
    """Wait until the server answers. It checks a large database before it starts."""
    begun = perf_counter()
    while perf_counter() - begun < MINUTES * 60:
        with suppress(OSError):
            wait_for(port)
            return
    raise TimeoutError("The server never answered.")


async def ask(port: int, path: str) -> int:
    """Return the size of an answer in bytes."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
    data = await reader.read(-1)
    writer.close()
    assert b" 200 " in data[:20], data[:200]
    return len(data)


async def listen(port: int, match: str, number: int, heard: asyncio.Queue[None]) -> None:
    """Listen to a match from one of many local addresses."""
    address = f"127.1.{number // 40}.1"
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
    path = f"/api/matches/{match}/events?changes=true"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/event-stream\r\n\r\n".encode())
    await reader.readuntil(b"event: ")
    heard.put_nowait(None)
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        while await reader.read(1 << 16):
            pass
    writer.close()


async def look(process: Process, port: int, stored: int, open_: int) -> dict[str, float]:
    """Measure the server's pages and memory, first with no listeners, then with all of them."""
    found: dict[str, float] = {"MB of memory at the start": process.memory / 1e6}
    random = Random("look")
    pages = {
        "the lobby": lambda: "/",
        "a finished match": lambda: f"/api/matches/p{random.randrange(stored - int(stored * UNPACKED)):09}",
        "a packed replay": lambda: (
            f"/api/matches/p{random.randrange(stored - int(stored * UNPACKED)):09}/replay?at={random.randrange(100)}"
        ),
        "an unpacked replay": lambda: (
            f"/api/matches/u{random.randrange(int(stored * UNPACKED)):09}/replay?at={random.randrange(100)}"
        ),
    }  # fmt: skip
    for name, path in pages.items():
        times, begun = [], process.seconds
        for _ in range(50):
            start = perf_counter()
            await ask(port, path())
            times.append(1000 * (perf_counter() - start))
        found[f"ms of the processor, {name}"] = (process.seconds - begun) / 50 * 1000
        found[f"ms by the clock, {name} (median)"] = statistics.median(times)
    before, heard = process.memory, asyncio.Queue[None]()
    tasks = [asyncio.create_task(listen(port, f"o{number // 2:09}", number, heard)) for number in range(2 * open_)]
    async with asyncio.timeout(240):
        for _ in tasks:
            await heard.get()
    found["KB of memory, a match listened to by two"] = (process.memory - before) / open_ / 1e3
    found["MB of memory with all of them"] = process.memory / 1e6
    for task in tasks:
        task.cancel()
    return found


def back_up(store: Store, path: Path) -> dict[str, float]:
    begun, cpu = perf_counter(), process_time()
    with open_snapshot(store.database) as snapshot:
        write_backup(path, snapshot, "now", lambda done, wanted: None)
    return {
        "s by the clock, a backup": perf_counter() - begun,
        "s of the processor, a backup": process_time() - cpu,
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.many", description=__doc__)
    parser.add_argument("--stored", type=int, default=50_000, help="finished matches")
    parser.add_argument(
        "--open", type=int, default=450, help="matches that two listen to each (a thousand streams)"
    )
    parser.add_argument("--plies", type=int, default=300, help="actions of a finished match")
    parser.add_argument("--port", type=int, default=8181)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "many.db"
        begun = perf_counter()
        store = Store.open(place)
        found = fill(store, given.stored, given.open, given.plies)
        found["MB on the disk"] = database_size(store.database) / 1e6
        found["s to fill it"] = perf_counter() - begun
        begun, cpu = perf_counter(), process_time()
        Store.open(place).close()
        found["s by the clock, to open it"] = perf_counter() - begun
        found["s of the processor, to open it"] = process_time() - cpu
        with served(place, given.port) as process:
            found |= asyncio.run(look(process, given.port, given.stored, given.open))
        found |= back_up(store, Path(folder) / "many.backup")
        store.close()
    print(f"{given.stored} stored matches of {given.plies} actions, {given.open} open and listened to by two each")
    for name, value in found.items():
        paper = f"   on paper {PAPER[name]:.0f}" if name in PAPER else ""
        print(f"{value:10.2f} {name}{paper}")


if __name__ == "__main__":
    main()
