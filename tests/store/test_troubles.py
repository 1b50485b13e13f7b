"""A slow disk, a changed clock, two versions at once: nothing is lost, and play continues."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import psycopg
import pytest
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, event, text

from loops import in_a_loop
from matches.helpers import Table, sit
from matches.moving import Moving
from palatine import registry
from palatine.matches import MatchServices, StorageError
from palatine.matches.clock import seconds_between
from palatine.store import Store, upgrading
from palatine.store.engine import Database
from palatine.store.heartbeats import Heartbeat
from palatine.store.schema import HEAD
from palatine.store.transfer.copying import open_snapshot
from palatine.testing.examples.ford import GAME
from palatine.web.background.deadlines import DeadlineRunner
from palatine.web.monitoring.readiness import ReadinessCheck
from palatine.web.monitoring.runtime import Runtime
from waiting import until

HOURS = 3600.0
SOON = 30.0
PACE = {"reply": HOURS, "bank": 5 * HOURS, "plus": HOURS, "cap": 6 * HOURS}


@pytest.fixture(autouse=True)
def ford_is_known() -> None:
    registry.register("ford", GAME)


# A slow disk


class Disk:
    """A disk that stores nothing until it is `quick` again."""

    def __init__(self) -> None:
        self.waited = 0
        """Number of waits that have started."""
        self.quick = threading.Event()

    def commit(self, connection: Any) -> None:
        self.waited += 1
        assert self.quick.wait(20)


@contextmanager
def slow_disk(database: Database) -> Iterator[Disk]:
    """Yield a disk that is slow until released; its users must have ended before."""
    disk = Disk()
    if database.sole is not None:
        event.listen(database.sole.engine, "commit", disk.commit)
        try:
            yield disk
        finally:
            event.remove(database.sole.engine, "commit", disk.commit)
        return

    def commit(connection: psycopg.Connection[Any]) -> None:
        """Delay commits of a pipeline, which SQLAlchemy does not see."""
        if not connection.read_only and connection.info.transaction_status != TransactionStatus.IDLE:
            disk.commit(connection)
        committed(connection)

    with pytest.MonkeyPatch.context() as patched:
        committed = psycopg.Connection.commit
        patched.setattr(psycopg.Connection, "commit", commit)
        yield disk


def test_while_the_disk_is_slow_reading_goes_on_and_nothing_is_acknowledged(database: str) -> None:
    store = Store.open(database)
    services = MatchServices(store)
    tables = [sit(services, forced=False) for _ in range(8)]
    versions = [table.version for table in tables]
    with slow_disk(store.database) as disk, ThreadPoolExecutor(len(tables)) as pool:
        acted = [pool.submit(tables[0].act, "North", "piece", 1)]
        until(lambda: disk.waited == 1)
        acted += [pool.submit(table.act, "North", "piece", 1) for table in tables[1:]]
        until(lambda: store.database.waiting_writers == 8)
        assert [table.look("North").version for table in tables] == versions, "what is not on the disk is not told"
        assert not any(each.done() for each in acted), "nor acknowledged"
        disk.quick.set()
        assert [each.result(20).version for each in acted] == [version + 1 for version in versions]
    assert services.archive.audit() == []
    store.close()


def test_a_server_whose_disk_is_too_slow_is_not_ready_until_it_is_quick_again(database: str) -> None:
    store = Store.open(database)
    readiness = ReadinessCheck(store, Runtime())

    async def look(disk: Disk) -> list[str]:
        slow = await readiness.trouble(0.2)
        disk.quick.set()
        return [slow, await readiness.trouble(20)]

    with slow_disk(store.database) as disk:
        slow, quick = in_a_loop(look(disk))
    assert "did not answer within" in slow
    assert quick == ""
    readiness.close()
    store.close()


def test_a_match_that_is_played_on_while_it_is_audited_is_sound(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, others = Store.open(database), Store.open(database)
    table = sit(MatchServices(store), forced=False)
    auditing = MatchServices(others)
    read, versions = others.readable_records, []

    def read_late(match: str) -> Any:
        played: list[int] = []
        playing = threading.Thread(target=lambda: played.append(table.act("North", "piece", 1).version))
        playing.start()
        playing.join()
        versions.extend(played)
        return read(match)

    monkeypatch.setattr(others, "readable_records", read_late)
    assert auditing.archive.audit() == []
    assert versions == [others.version(table.match)], "somebody acted between two looks"
    store.close()
    others.close()


# A clock that is set


@pytest.mark.parametrize("jumps", [(3,), (-3,), (-3, 3), (3, -3), (24 * 365,), (-24 * 365, 24 * 365)])
def test_a_clock_that_is_set_charges_nobody_and_ends_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch, jumps: tuple[int, ...]
) -> None:
    moving = Moving(monkeypatch)
    store = Store.open(database)
    table = sit(MatchServices(store), forced=False, pace=PACE)
    runner = DeadlineRunner(table.services.clocks, Heartbeat(store.database))
    runner.run_due(moving.now)
    left = seconds_left(table, moving)
    for jump in jumps:
        moving.on(minutes=1)
        runner.run_due(moving.now)
        moving.at += timedelta(hours=jump)
        assert runner.run_due(moving.now) == [], "nobody's time is up"
    assert seconds_left(table, moving) >= left - 60 * len(jumps)
    table.play(Random(1), 20)
    assert table.services.archive.audit() == []
    store.close()


def seconds_left(table: Table, moving: Moving) -> float:
    """Return the seconds until the deadline of the seat that is asked."""
    return seconds_between(moving.now, table.services.matches.info(table.match).deadline)


# Two versions at once


def upgraded_by_a_newer_version(store: Store) -> None:
    """Add tables and columns of a future version that this version may ignore."""
    with store.database.writing() as connection:
        for table in ("matches", "seats", "log", "snapshots"):
            connection.execute(text(f"ALTER TABLE {table} ADD COLUMN new VARCHAR(8) DEFAULT 'x' NOT NULL"))
        connection.execute(text('CREATE TABLE newer ("match" VARCHAR(32) PRIMARY KEY REFERENCES matches (id))'))
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        said = {"value": HEAD.encode(), "name": upgrading.OLDEST_REVISION_KEY}
        connection.execute(text("UPDATE server_keys SET value = :value WHERE name = :name"), said)


def test_the_older_of_two_versions_plays_on_while_both_serve(database: str) -> None:
    older = Store.open(database)
    table = sit(MatchServices(older), forced=False)
    table.play(Random(1), 10)
    upgraded_by_a_newer_version(older)
    also_old = Store.open(database)
    other = Table(MatchServices(also_old), table.made)
    for each in (table, other) * 10:
        each.step(Random(2))
    new = sit(other.services)
    new.play(Random(3))
    assert table.services.archive.audit() == other.services.archive.audit() == []
    assert table.version == other.version
    with (
        pytest.raises(StorageError, match="A newer version of Palatine keeps more in these tables"),
        open_snapshot(older.database),
    ):
        pass
    older.close()
    also_old.close()


def test_a_database_is_not_closed_under_who_writes(database: str) -> None:
    store = Store.open(database)
    is_writing, may_end, closed = threading.Event(), threading.Event(), threading.Event()
    order: list[str] = []

    def work(connection: Connection) -> None:
        is_writing.set()
        assert may_end.wait(SOON)
        connection.execute(text("SELECT 1"))
        order.append("written")

    def close() -> None:
        store.close()
        order.append("closed")
        closed.set()

    writing = threading.Thread(target=store.database.write, args=(work,))
    writing.start()
    assert is_writing.wait(SOON)
    threading.Thread(target=close).start()
    assert not closed.wait(0.2), "it waits for who writes"
    may_end.set()
    writing.join(SOON)
    assert closed.wait(SOON)
    assert order == ["written", "closed"]
