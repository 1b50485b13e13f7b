"""Work that is due at some time, for any worker to claim: at least once, and by one worker at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, insert, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from palatine.store.engine import AlreadyThere, Database
from palatine.store.schema import jobs
from palatine.table.clock import after

TRIES = 8
"""A job that has failed so often is parked until the operator looks at it."""
ASTRAY = 3600
"""Seconds by which the clocks of two workers never differ, unless one of them is wrong."""


class Job(msgspec.Struct, frozen=True):
    """Something to be done. `key` is its own: there is one job of a key. Times are ISO 8601, UTC."""

    id: int
    kind: str
    key: str
    due: str
    lease: str
    """Until when it is left to the worker that claimed it last; "" when none has."""
    tries: int
    """How often it has been claimed."""
    data: dict[str, Any]
    trouble: str = ""
    """What went wrong last."""


class Jobs:
    """The table of jobs."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, kind: str, key: str, due: str, data: dict[str, Any] | None = None) -> bool:
        """Have something done; False, and nothing changed, when there is a job of that key already."""

        def work(connection: Connection) -> bool:
            if connection.execute(select(jobs.c.id).where(jobs.c.key == key)).first() is not None:
                return False
            connection.execute(insert(jobs), {"kind": kind, "key": key, "due": due, "data": data or {}})
            return True

        try:
            return self.database.write(work)
        except AlreadyThere:  # another worker was faster
            return False

    def put(self, connection: Connection, kind: str, key: str, due: str) -> None:
        """Have something done, within a transaction; there must be no job of that key."""
        connection.execute(insert(jobs), {"kind": kind, "key": key, "due": due, "data": {}})

    def drop(self, key: str) -> None:
        """There is nothing to be done any more."""
        self.database.write(lambda connection: connection.execute(delete(jobs).where(jobs.c.key == key)).rowcount)

    def claim(self, now: str, until: str, limit: int = 10) -> list[Job]:
        """Jobs that are due, left to the caller alone up to `until`; parked ones are not among them.

        It reads without a lock and writes only when something is due.
        """
        with self.database.reading() as connection:
            if connection.execute(_due(now, until).limit(1)).first() is None:
                return []
        with self.database.writing(alone=False) as connection:
            found = [Job(**row._mapping) for row in connection.execute(claiming(now, until, limit))]
        return sorted(found, key=lambda job: (job.due, job.id))

    def finish(self, job: Job, work: Callable[[Connection], object] | None = None) -> bool:
        """Write what came of a claimed job and take it away, in one transaction.

        False, and nothing written, when the job is not the caller's any more: its lease ran out and another took it.
        """

        def write(connection: Connection) -> bool:
            mine = (jobs.c.id == job.id, jobs.c.tries == job.tries)
            if not connection.execute(delete(jobs).where(*mine)).rowcount:
                return False
            if work is not None:
                work(connection)
            return True

        return self.database.write(write)

    def fail(self, job: Job, again: str, trouble: str) -> None:
        """A claimed job failed: it is due `again` then, unless that was its last try; `trouble` says what happened."""
        mine = (jobs.c.id == job.id, jobs.c.tries == job.tries)
        later = update(jobs).where(*mine).values(due=again, lease="", trouble=trouble[:500])
        self.database.write(lambda connection: connection.execute(later).rowcount)

    def parked(self) -> list[Job]:
        """The jobs that failed too often, for the operator to look at."""
        return self._found(jobs.c.tries >= TRIES)

    def of_key(self, key: str) -> Job | None:
        """The job of that key, if there is one."""
        return next(iter(self._found(jobs.c.key == key)), None)

    def revive(self, key: str, due: str) -> bool:
        """A parked job is to be tried again."""
        again = update(jobs).where(jobs.c.key == key).values(due=due, lease="", tries=0)
        return self.database.write(lambda connection: bool(connection.execute(again).rowcount))

    def _found(self, which: Any) -> list[Job]:
        with self.database.reading() as connection:
            found = connection.execute(select(jobs).where(which).order_by(jobs.c.due, jobs.c.id))
            return [Job(**row._mapping) for row in found]


def _due(now: str, until: str) -> Select[tuple[int]]:
    # A lease far beyond those that are given now was given by a clock that went wrong, and binds nobody.
    is_free = (jobs.c.lease < now) | (jobs.c.lease > after(until, seconds=ASTRAY))
    wanted = (jobs.c.due <= now, is_free, jobs.c.tries < TRIES)
    return select(jobs.c.id).where(*wanted).order_by(jobs.c.due, jobs.c.id)


def claiming(now: str, until: str, limit: int) -> ReturningUpdate[Any]:
    """The statement that claims what is due."""
    # Materialised, lest PostgreSQL overrun the limit; SQLite leaves the lock out, since it lets one writer in.
    locked = _due(now, until).limit(limit).with_for_update(skip_locked=True)
    due = locked.cte("due").prefix_with("MATERIALIZED", dialect="postgresql")
    change = update(jobs).where(jobs.c.id.in_(select(due.c.id)))
    return change.values(lease=until, tries=jobs.c.tries + 1).returning(jobs)
