"""Play over HTTP: many matches, two listening seats each, and a steady rate of actions.

The server runs as a separate process on this machine. A load generator creates the matches (100 by default), opens an
event stream for both seats of each, and posts actions at a fixed rate, whether or not earlier ones have been
answered. Measured is the time from the moment an action was due to the complete answer with the new view. The rate is
then raised step by step until the server is saturated. Finally, finished matches are opened at random points of their
replay.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from urllib.request import urlopen

import msgspec

HOST = "127.0.0.1"
GAME = "demonlord"
BUDGET = 0.050
"""Maximum 99th percentile of the response time, in seconds."""


@contextmanager
def server(port: int) -> Iterator[None]:
    """Run a server with a new database for the duration of the block."""
    with tempfile.TemporaryDirectory() as folder:
        command = serve_command(port)
        environment = {**os.environ, "PALATINE_DATABASE": f"sqlite:///{Path(folder) / 'bench.db'}"}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            wait_for(port)
            yield
        finally:
            process.terminate()
            process.wait(20)


def serve_command(port: int) -> list[str]:
    """Return the command that starts a server. Fail unless the port is free."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind((HOST, port))
    return [sys.executable, "-m", "palatine", "serve", "--no-browser", "--port", str(port)]


def wait_for(port: int) -> None:
    """Wait until the server answers. Raises OSError if it does not within 120 seconds."""
    deadline = perf_counter() + 120
    while True:
        try:
            urlopen(f"http://{HOST}:{port}/api/games", timeout=1).close()
        except OSError:
            if perf_counter() > deadline:
                raise
            continue
        return


class Connection:
    """A minimal persistent HTTP connection for a load generator."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def request(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, bytes]:
        """Send a request and return the status and body of the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(HOST, self.port)
        assert self.reader is not None
        data = b"" if body is None else msgspec.json.encode(body)
        self.writer.write(head(method, path, key, len(data)) + data)
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, await self.reader.readexactly(length)


def head(method: str, path: str, key: str, length: int) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {HOST}",
        "Content-Type: application/json",
        f"Content-Length: {length}",
    ]
    if key:
        lines.append(f"Authorization: Bearer {key}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Match:
    """A match in the load generator: its keys, and the last view of the seat that must act."""

    def __init__(self, name: str, keys: dict[str, str]) -> None:
        self.name, self.keys = name, keys
        self.seen: Any = None
        self.busy = False

    async def look(self, connection: Connection) -> None:
        """Load the view of the seat that must act."""
        for seat in (self.seen["view"]["asked"] if self.seen else list(self.keys)[:1]) or list(self.keys)[:1]:
            status, body = await connection.request(
                "GET", f"/api/matches/{self.name}/view?seat={seat}", key=self.keys[seat]
            )
            assert status == 200, body
            self.seen = msgspec.json.decode(body)
            if seat not in self.seen["view"]["asked"] and self.seen["view"]["asked"]:
                await self.look(connection)

    @property
    def is_over(self) -> bool:
        return bool(self.seen) and not self.seen["view"]["asked"]


async def make_match(connection: Connection, number: int) -> Match:
    """Return a match of two players who have taken their seats."""
    players = {seat: {"kind": "person", "name": seat, "number": str(number)} for seat in ("Hosar", "Demon")}
    status, body = await connection.request("POST", "/api/matches", {"game": GAME, "players": players})
    assert status == 201, body
    made = msgspec.json.decode(body)
    match = Match(made["match"], made["keys"])
    await match.look(connection)
    return match


async def listen(port: int, match: Match, seat: str, heard: list[int]) -> None:
    """Keep a seat's event stream open and read all events."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(head("GET", f"/api/matches/{match.name}/events?seat={seat}", match.keys[seat], 0))
    while data := await reader.read(1 << 16):
        heard[0] += len(data)


class Load:
    """The load generator: a steady stream of actions over many matches."""

    def __init__(self, port: int, matches: list[Match], random: Random) -> None:
        self.matches, self.random, self.port = matches, random, port
        self.idle = [Connection(port) for _ in range(16)]
        self.times: list[float] = []
        self.late = 0

    async def act(self, match: Match, due: float) -> None:
        """Take a random legal action for the seat that must act."""
        connection = self.idle.pop() if self.idle else Connection(self.port)
        view = match.seen["view"]
        (seat,) = view["asked"]
        choice = self.random.choice(view["choices"])
        move = {"verb": choice["verb"], "operand": choice["operand"]}
        body = {"seat": seat, "actions": [move], "version": match.seen["version"]}
        status, answer = await connection.request(
            "POST", f"/api/matches/{match.name}/actions", body, match.keys[seat]
        )
        self.times.append(perf_counter() - due)
        assert status == 200, answer
        match.seen = msgspec.json.decode(answer)
        if seat not in match.seen["view"]["asked"] and not match.is_over:
            await match.look(connection)
        self.idle.append(connection)
        match.busy = False

    async def run(self, rate: float, seconds: float) -> None:
        """Post `rate` actions per second for `seconds`. Without a free match, count one as late."""
        start, sent, tasks = perf_counter(), 0, set()
        while (now := perf_counter() - start) < seconds:
            while sent < now * rate:
                free = [match for match in self.matches if not match.busy and not match.is_over]
                if not free:
                    self.late += 1
                else:
                    match = self.random.choice(free)
                    match.busy = True
                    task = asyncio.create_task(self.act(match, start + sent / rate))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
                sent += 1
            await asyncio.sleep(0.001)
        if tasks:
            await asyncio.gather(*tasks)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def describe(load: Load, rate: float, seconds: float) -> str:
    done = len(load.times) / seconds
    middle, high = statistics.median(load.times), percentile(load.times, 0.99)
    asked = f"{rate:5.0f}/s asked, {done:6.1f}/s done"
    return f"{asked}, median {middle * 1e3:6.1f} ms, 99 of 100 within {high * 1e3:6.1f} ms"


async def measure(port: int, count: int, rate: float, seconds: float) -> None:
    connection, random = Connection(port), Random(1)
    matches = [await make_match(connection, i) for i in range(count)]
    heard = [0]
    listeners = [asyncio.create_task(listen(port, m, seat, heard)) for m in matches for seat in m.keys]
    await Load(port, matches, random).run(rate / 2, 3)
    print(f"Over HTTP: {count} matches, {len(listeners)} listening seats, one server process, generator beside it")
    while True:
        load = Load(port, matches, random)
        await load.run(rate, seconds)
        print(f"  {describe(load, rate, seconds)}", flush=True)
        if percentile(load.times, 0.99) > 20 * BUDGET or len(load.times) < 0.95 * rate * seconds:
            break
        rate *= 1.5
    print(f"  saturated; {heard[0] / 1e6:.1f} MB of events were heard")
    for task in listeners:
        task.cancel()


def replays() -> None:
    """Measure opening finished matches of two recruits at random points of their replay."""
    import palatine.matches
    import palatine.store

    random = Random(2)
    with tempfile.TemporaryDirectory() as folder:
        services = palatine.matches.MatchServices(
            palatine.store.Store.open(f"sqlite:///{Path(folder) / 'replay.db'}"), bots="inline"
        )
        recruits = {seat: {"kind": "bot", "bot": "recruit"} for seat in ("Hosar", "Demon")}
        matches = [services.matches.create(game=GAME, players=recruits).match for _ in range(3)]
        times = []
        for _ in range(60):
            name = random.choice(matches)
            at = random.randrange(services.matches.view(name, None).plies)
            start = perf_counter()
            services.archive.replay(name, None, at)
            times.append(perf_counter() - start)
    middle, high = statistics.median(times) * 1e3, percentile(times, 0.99) * 1e3
    print(f"Opening a finished match at a random point of its replay: median {middle:.1f} ms, worst {high:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--port", type=int, default=8799)
    args = parser.parse_args()
    with server(args.port):
        asyncio.run(measure(args.port, args.matches, args.rate, args.seconds))
    replays()


if __name__ == "__main__":
    main()
