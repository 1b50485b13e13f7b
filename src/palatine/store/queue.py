"""Queue in a database table: workers claim rows with leases, and no row is lost.

A lease is a random word set by each claim. It contains no time. Other workers note when they first see the word on a
row. They may claim the row after the word has stood there for the length of a lease, by a monotonic clock. The wall
clocks of workers need not agree and may be changed: no worker loses a row too early, and a row of a dead worker waits
for one lease.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Select, Table, and_, delete, or_, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from palatine.matches.clock import format_timestamp
from palatine.matches.fairness import new_id
from palatine.store.engine import Database

MAX_REMEMBERED_LEASES = 5000
"""Number of leases that a worker remembers, least recently seen first out."""


class LeasedRow(msgspec.Struct, frozen=True):
    """A row of a queue."""

    id: int
    lease: str
    """The word of the worker that claimed it; "" if it is not claimed."""
    tries: int
    """Number of tries."""


Row = TypeVar("Row", bound=LeasedRow)


class LeasedQueue(Generic[Row]):
    """A thread-safe queue in one table. Subclasses define which rows are waiting."""

    table: ClassVar[Table]
    order: ClassVar[Sequence[Any]]
    """Columns by which waiting rows are ordered."""
    row: type[Row]
    length: ClassVar[timedelta]
    """Duration of a lease."""

    def __init__(self, database: Database, clock: Callable[[], float] | None = None) -> None:
        """Create the queue.

        `clock` returns monotonic seconds (`time.monotonic`). Without it, the times passed by callers are used.
        """
        self.database = database
        self.clock = clock
        self._seen: dict[tuple[int, str], float] = {}
        self._lock = threading.Lock()

    def claim_waiting(self, at: datetime, condition: ColumnElement[bool], limit: int, **values: Any) -> list[Row]:
        """Claim up to `limit` waiting rows, set `values` in them and return them, unordered.

        It reads without a lock, and writes only if there is a row to claim.
        """
        c = self.table.c
        with self.database.reading() as connection:
            leased = connection.execute(select(c.id, c.lease).where(condition, c.lease != "").order_by(*self.order))
            ended = self._ended(((row.id, row.lease) for row in leased), at)[:limit]
            condition = and_(
                condition, or_(c.lease == "", *[and_(c.id == id, c.lease == old) for id, old in ended])
            )
            if connection.execute(self._select_first(condition, 1)).first() is None:
                return []
        with self.database.writing(exclusive=False) as connection:
            rows = connection.execute(self.claim_statement(condition, limit, **values))
            found = [self.row(**row._mapping) for row in rows]
        self._ended([(row.id, row.lease) for row in found], at)  # Their leases begin now.
        return found

    def claim_statement(self, condition: ColumnElement[bool], limit: int, **values: Any) -> ReturningUpdate[Any]:
        """Return the statement that claims rows."""
        # Materialised so that PostgreSQL applies the limit. SQLite has a single writer and needs no row locks.
        locked = self._select_first(condition, limit).with_for_update(skip_locked=True)
        chosen = locked.cte("due").prefix_with("MATERIALIZED", dialect="postgresql")
        change = update(self.table).where(self.table.c.id.in_(select(chosen.c.id)))
        return change.values(lease=new_id(), **values).returning(*self.table.c)

    def renew(self, row: Row, at: datetime) -> Row | None:
        """Return a claimed row to work on now, with a new lease if its own has nearly expired.

        Rows of one claim are processed one after the other, which may take longer than a lease. A new lease is made
        when less than half of the old one is left. Returns None if another worker has the row.
        """
        now = self._clock_time(at)
        with self._lock:
            if now - self._seen.get((row.id, row.lease), now) <= self.length.total_seconds() / 2:
                return row
        held = replace(row, lease=new_id())
        if not self._change(row, lease=held.lease):
            return None
        self._ended([(held.id, held.lease)], at)  # The new lease begins now.
        return held

    def finish(self, row: Row, work: Callable[[Connection], object] | None = None, **values: Any) -> bool:
        """End a claim: set `values` in the row, or delete it without any, and run `work`.

        Both happen in one transaction. Returns False, and writes nothing, if the lease has expired and another worker
        has the row.
        """
        return self._change(row, work, **({"lease": "", **values} if values else {}))

    def retry_later(self, row: Row, due: datetime, error: str = "", **values: Any) -> bool:
        """End a claim and schedule a retry; `error` is the error."""
        if error:
            values["trouble"] = error[:300]
        return self.finish(row, due=format_timestamp(due), **values)

    def select(self, condition: ColumnElement[bool]) -> list[Row]:
        """Return rows, claimed or not, in queue order."""
        wanted = select(self.table).where(condition).order_by(*self.order)
        with self.database.reading() as connection:
            return [self.row(**row._mapping) for row in connection.execute(wanted)]

    def _change(self, row: Row, work: Callable[[Connection], object] | None = None, **values: Any) -> bool:
        # Each claim of a row has a different lease.
        mine = (self.table.c.id == row.id, self.table.c.lease == row.lease)
        change = update(self.table).where(*mine).values(**values) if values else delete(self.table).where(*mine)

        def write(connection: Connection) -> bool:
            is_mine = bool(connection.execute(change).rowcount)
            if is_mine and work is not None:
                work(connection)
            return is_mine

        return self.database.write(write, exclusive=work is not None)

    def _select_first(self, condition: ColumnElement[bool], limit: int) -> Select[Any]:
        return select(self.table.c.id).where(condition).order_by(*self.order).limit(limit)

    def _ended(self, leases: Iterable[tuple[int, str]], at: datetime) -> list[tuple[int, str]]:
        """Return the leases that this worker has seen for longer than their duration."""
        now, found = self._clock_time(at), []
        with self._lock:
            for each in leases:
                first = self._seen.pop(each, now)
                self._seen[each] = first
                if now - first > self.length.total_seconds():
                    found.append(each)
            while len(self._seen) > MAX_REMEMBERED_LEASES:
                del self._seen[next(iter(self._seen))]
        return found

    def _clock_time(self, at: datetime) -> float:
        return self.clock() if self.clock is not None else at.timestamp()
