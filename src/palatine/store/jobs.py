"""Scheduled jobs, done at least once and by one worker at a time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, update

from palatine.matches.clock import format_timestamp
from palatine.store.queue import LeasedQueue, LeasedRow
from palatine.store.schema import jobs
from palatine.store.transactions.conflicts import insert_new

MAX_TRIES = 8
"""Failures after which a job is parked for the operator."""
LEASE = timedelta(minutes=5)
"""Lease duration of a claimed job."""


class Job(LeasedRow, frozen=True):
    """A job, unique by key. Times are ISO 8601 in UTC."""

    kind: str
    key: str
    due: str
    data: dict[str, Any]
    trouble: str = ""
    """The last error."""


class Jobs(LeasedQueue[Job]):
    """The table of jobs.

    A claim counts as a try, so that a job that kills its worker is parked as well.
    """

    table, order, row, length = jobs, (jobs.c.due, jobs.c.id), Job, LEASE

    @staticmethod
    def put(connection: Connection, kind: str, key: str, due: str, data: dict[str, Any] | None = None) -> bool:
        """Add a job within a transaction; return False if there is one with that key."""
        return insert_new(connection, jobs, {"kind": kind, "key": key, "due": due, "data": data or {}})

    def add(self, kind: str, key: str, due: str, data: dict[str, Any] | None = None) -> bool:
        """Add a job as `put` does, in a transaction of its own."""
        return self.database.write(lambda connection: self.put(connection, kind, key, due, data), exclusive=False)

    def claim(self, now: datetime, limit: int = 10) -> list[Job]:
        """Claim jobs that are due and not parked, earliest first."""
        found = self.claim_waiting(now, self.due_condition(now), limit, tries=jobs.c.tries + 1)
        return sorted(found, key=lambda job: (job.due, job.id))

    @staticmethod
    def due_condition(now: datetime) -> ColumnElement[bool]:
        """Return the condition that a job is due and not parked."""
        return (jobs.c.due <= format_timestamp(now)) & (jobs.c.tries < MAX_TRIES)

    def parked(self) -> list[Job]:
        """Return the jobs that failed too often."""
        return self.select(jobs.c.tries >= MAX_TRIES)

    def find(self, key: str) -> Job | None:
        """Return the job with that key, if there is one."""
        return next(iter(self.select(jobs.c.key == key)), None)

    def retry(self, key: str, due: str) -> bool:
        """Reset a parked job for retry; return whether there is one with that key."""
        again = update(jobs).where(jobs.c.key == key).values(due=due, lease="", tries=0)
        return self.database.write(lambda connection: bool(connection.execute(again).rowcount), exclusive=False)
