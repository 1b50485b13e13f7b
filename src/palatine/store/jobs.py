"""Work that is due at some time, for any worker to claim: at least once, and by one worker at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from palatine.matches.clock import moment
from palatine.store.engine import Database
from palatine.store.leases import Held, Leases, is_free
from palatine.store.schema import jobs
from palatine.store.transactions.conflicts import insert_new

TRIES = 8
"""A job that has failed so often is parked until the operator looks at it."""
LEASE = timedelta(minutes=5)
"""How long a job is left to the worker that claimed it; when it runs out no clock on the wall says (`leases`)."""


class Job(msgspec.Struct, frozen=True):
    """Something to be done. `key` is its own: there is one job of a key. Times are ISO 8601, UTC."""

    id: int
    kind: str
    key: str
    due: str
    lease: str
    """The word of the worker that has it; "" when none has."""
    tries: int
    """How often it has been claimed."""
    data: dict[str, Any]
    trouble: str = ""
    """What went wrong last."""


class Jobs:
    """The table of jobs."""

    def __init__(self, database: Database, clock: Callable[[], float] | None = None) -> None:
        """`clock` tells how long leases have stood: `time.monotonic`. None: the times that `claim` is told."""
        self.database = database
        self.leases = Leases(LEASE, clock)

    def add(self, kind: str, key: str, due: str, data: dict[str, Any] | None = None) -> bool:
        """Have something done; False, and nothing changed, when there is a job of that key already."""
        job = {"kind": kind, "key": key, "due": due, "data": data or {}}
        return self.database.write(lambda connection: insert_new(connection, jobs, job), alone=False)

    def put(self, connection: Connection, kind: str, key: str, due: str) -> None:
        """Have something done, within a transaction; there must be no job of that key."""
        connection.execute(insert(jobs), {"kind": kind, "key": key, "due": due, "data": {}})

    def drop(self, key: str) -> None:
        """There is nothing to be done any more."""
        gone = delete(jobs).where(jobs.c.key == key)
        self.database.write(lambda connection: connection.execute(gone).rowcount, alone=False)

    def claim(self, now: str, limit: int = 10) -> list[Job]:
        """Jobs that are due, left to the caller alone for `LEASE`; parked ones are not among them.

        It reads without a lock and writes only when something is due.
        """
        at = moment(now)
        with self.database.reading() as connection:
            held = connection.execute(_due(now, jobs.c.lease != "", jobs.c.id, jobs.c.lease)).all()
            ended = self.leases.ended([(row.id, row.lease) for row in held], at)[:limit]
            if connection.execute(_due(now, is_free(jobs, ended)).limit(1)).first() is None:
                return []
        with self.database.writing(alone=False) as connection:
            rows = connection.execute(claiming(now, self.leases.new(), limit, ended))
            found = [Job(**row._mapping) for row in rows]
        self.leases.ended([(job.id, job.lease) for job in found], at)  # theirs begin now
        return sorted(found, key=lambda job: (job.due, job.id))

    def hold(self, job: Job, now: str) -> Job | None:
        """A claimed job as it may be done now, with another lease where those before it took long. None when it is
        not the caller's any more."""
        at = moment(now)
        if not self.leases.is_worn((job.id, job.lease), at):
            return job
        lease = self.leases.new()
        again = update(jobs).where(*_still(job)).values(lease=lease)
        if not self.database.write(lambda connection: connection.execute(again).rowcount, alone=False):
            return None
        self.leases.ended([(job.id, lease)], at)  # it begins now
        return replace(job, lease=lease)

    def finish(self, job: Job, work: Callable[[Connection], object] | None = None) -> bool:
        """Write what came of a claimed job and take it away, in one transaction.

        False, and nothing written, when the job is not the caller's any more: its lease ran out and another took it.
        """

        def write(connection: Connection) -> bool:
            if not connection.execute(delete(jobs).where(*_still(job))).rowcount:
                return False
            if work is not None:
                work(connection)
            return True

        return self.database.write(write, alone=work is not None)

    def fail(self, job: Job, again: str, trouble: str) -> None:
        """A claimed job failed: it is due `again` then, unless that was its last try; `trouble` says what happened."""
        later = update(jobs).where(*_still(job)).values(due=again, lease="", trouble=trouble[:500])
        self.database.write(lambda connection: connection.execute(later).rowcount, alone=False)

    def parked(self) -> list[Job]:
        """The jobs that failed too often, for the operator to look at."""
        return self._found(jobs.c.tries >= TRIES)

    def of_key(self, key: str) -> Job | None:
        """The job of that key, if there is one."""
        return next(iter(self._found(jobs.c.key == key)), None)

    def revive(self, key: str, due: str) -> bool:
        """A parked job is to be tried again."""
        again = update(jobs).where(jobs.c.key == key).values(due=due, lease="", tries=0)
        return self.database.write(lambda connection: bool(connection.execute(again).rowcount), alone=False)

    def _found(self, which: Any) -> list[Job]:
        with self.database.reading() as connection:
            found = connection.execute(select(jobs).where(which).order_by(jobs.c.due, jobs.c.id))
            return [Job(**row._mapping) for row in found]


def _still(job: Job) -> tuple[ColumnElement[bool], ...]:
    """Whether a job is still whose it was: no two claims have the same lease."""
    return (jobs.c.id == job.id, jobs.c.lease == job.lease)


def _due(now: str, which: ColumnElement[bool], *columns: Any) -> Select[Any]:
    wanted = (jobs.c.due <= now, jobs.c.tries < TRIES, which)
    return select(*(columns or (jobs.c.id,))).where(*wanted).order_by(jobs.c.due, jobs.c.id)


def claiming(now: str, lease: str, limit: int, ended: Sequence[Held] = ()) -> ReturningUpdate[Any]:
    """The statement that claims what is due and free."""
    # Materialised, lest PostgreSQL overrun the limit; SQLite leaves the lock out, since it lets one writer in.
    locked = _due(now, is_free(jobs, ended)).limit(limit).with_for_update(skip_locked=True)
    due = locked.cte("due").prefix_with("MATERIALIZED", dialect="postgresql")
    change = update(jobs).where(jobs.c.id.in_(select(due.c.id)))
    return change.values(lease=lease, tries=jobs.c.tries + 1).returning(jobs)
