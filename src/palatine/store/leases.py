"""Leases: what a worker has claimed is left to that worker for some time, which no clock on the wall measures.

A lease is a word of its own, made anew with each claim. Whoever else would have the row notes when they first saw that
word there, and takes the row once it has stood there unchanged for the length of a lease, by a clock that only ever
runs forward. So it does not matter whether the clocks of workers agree, nor whether one is set forward or back: nothing
is taken from a worker before its time, and what a dead one left is taken up that long after it was first seen.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, or_

from palatine.matches.fairness import new_id

Held = tuple[int, str]
"""A row and the lease on it."""
REMEMBERED = 5000
"""So many are remembered, those seen last."""


class Leases:
    """The leases that this process has seen on the rows of a table; for many threads.

    `clock` tells seconds that only run forward (`time.monotonic`). Without one, time is what the caller says it is.
    """

    def __init__(self, length: timedelta, clock: Callable[[], float] | None = None) -> None:
        self.length = length.total_seconds()
        self.clock = clock
        self._seen: dict[Held, float] = {}
        self._lock = threading.Lock()

    def new(self) -> str:
        """A lease that nothing bears yet."""
        return new_id()

    def is_worn(self, row: Held, at: datetime) -> bool:
        """Whether less than half is left of a lease, so that whoever goes on by it should have another."""
        now = self._now(at)
        with self._lock:
            return now - self._seen.get(row, now) > self.length / 2

    def ended(self, rows: Iterable[Held], at: datetime) -> list[Held]:
        """Of rows that are claimed, those whose leases have been seen for their whole length."""
        now = self._now(at)
        found = []
        with self._lock:
            for each in rows:
                first = self._seen.pop(each, now)
                self._seen[each] = first
                if now - first > self.length:
                    found.append(each)
            while len(self._seen) > REMEMBERED:
                del self._seen[next(iter(self._seen))]
        return found

    def _now(self, at: datetime) -> float:
        return self.clock() if self.clock is not None else at.timestamp()


def is_free(table: Table, ended: Sequence[Held]) -> ColumnElement[bool]:
    """Whether a row may be claimed: nobody has, or whoever did has lost it."""
    lost: list[Any] = [and_(table.c.id == row, table.c.lease == lease) for row, lease in ended]
    return or_(table.c.lease == "", *lost)
