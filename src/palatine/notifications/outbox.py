"""The outbox: what is to be sent, in rows that any worker may claim; each key once, and nothing lost on the way.

A row is claimed, sent, and marked. A worker that dies between leaves a lease that runs out, and the next sends it: the
same row again, under the same number, by which whoever gets it twice can tell. When a lease runs out no clock on the
wall says (`store.leases`). Times are ISO 8601, UTC.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Select, case, delete, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from palatine import metrics
from palatine.matches.clock import stamp
from palatine.store.engine import Database
from palatine.store.leases import Held, Leases, is_free
from palatine.store.schema_people import outbox
from palatine.store.transactions.conflicts import insert_new

LEASE = timedelta(minutes=5)
"""How long a row is left to the worker that claimed it."""
PAUSES = (
    timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30),
    timedelta(hours=2), timedelta(hours=8), timedelta(hours=24),
)  # fmt: skip
"""How long after each failure it is tried again; after the last it has failed for good."""
ASTRAY = timedelta(hours=1)
"""What was made so far in the future was made by a clock that has been set back since; it is due at once."""
KEPT = timedelta(days=60)
"""So long what has been sent is kept."""


class OutboxMessage(msgspec.Struct, frozen=True):
    """Something to be sent. `id` is its own for ever: a mail's Message-ID is made of it."""

    id: int
    key: str
    account: str
    channel: str
    """The channel it goes by; "" for a mail to the address in the data."""
    via: str
    kind: str
    match: str
    seat: str
    data: dict[str, Any]
    state: str
    first: bool
    """A receipt, which goes before all else."""
    made: str
    due: str
    lease: str
    tries: int
    """How often it could not be sent."""
    answer_to: str
    """The Message-ID of the mail it answers; "" when it answers none."""
    trouble: str = ""


def put(connection: Connection, key: str, kind: str, at: datetime, **more: Any) -> bool:
    """Have something sent, within a transaction; False, and nothing changed, when there is a row of that key already.

    `more` are other columns: account, channel, via, match, seat, data, first, due, answer_to.
    """
    row = {"key": key, "kind": kind, "made": stamp(at), "due": stamp(at), "data": {}, **more}
    return insert_new(connection, outbox, row)


class Outbox:
    """The table of what is to be sent."""

    def __init__(self, database: Database, clock: Callable[[], float] | None = None) -> None:
        """`clock` tells how long leases have stood: `time.monotonic`. None: the times that `claim` is told."""
        self.database = database
        self.leases = Leases(LEASE, clock)

    def add(self, key: str, kind: str, at: datetime, **more: Any) -> bool:
        """`put` in a transaction of its own."""
        return self.database.write(lambda connection: put(connection, key, kind, at, **more), alone=False)

    def claim(self, at: datetime, vias: Collection[str], limit: int) -> list[OutboxMessage]:
        """What is due by these kinds of channels, left to the caller alone for `LEASE`; receipts first.

        It reads without a lock and writes only when something is due.
        """
        with self.database.reading() as connection:
            held = connection.execute(_due(at, vias, outbox.c.lease != "", outbox.c.id, outbox.c.lease)).all()
            ended = self.leases.ended([(row.id, row.lease) for row in held], at)[:limit]
            if connection.execute(_due(at, vias, is_free(outbox, ended)).limit(1)).first() is None:
                return []
        with self.database.writing(alone=False) as connection:
            rows = connection.execute(claiming(at, self.leases.new(), vias, limit, ended))
            found = [OutboxMessage(**row._mapping) for row in rows]
        self.leases.ended([(parcel.id, parcel.lease) for parcel in found], at)  # theirs begin now
        return sorted(found, key=lambda parcel: (not parcel.first, parcel.due, parcel.id))

    def hold(self, parcel: OutboxMessage, at: datetime) -> OutboxMessage | None:
        """A claimed row as it may be sent now, with another lease where too little is left of its own: what many rows
        take that are sent one after the other may be longer than a lease. None when it is not the caller's any more."""
        if not self.leases.is_worn((parcel.id, parcel.lease), at):
            return parcel
        lease = self.leases.new()
        if not self._write(parcel, lease=lease):
            return None
        self.leases.ended([(parcel.id, lease)], at)  # it begins now
        return replace(parcel, lease=lease)

    def settle(self, parcel: OutboxMessage, state: str, trouble: str = "") -> bool:
        """A claimed row is sent, shown, withdrawn or failed. False when it is not the caller's any more."""
        forgotten = {"data": _without_secrets(parcel)} if parcel.kind == "code" or "token" in parcel.data else {}
        metrics.NOTICES.add(parcel.via, state)
        return self._write(parcel, state=state, lease="", trouble=trouble[:300], **forgotten)

    def again(self, parcel: OutboxMessage, due: datetime, trouble: str = "", *, counts: bool = True) -> bool:
        """A claimed row could not be sent and is due again then; with `counts` that was one of its tries."""
        tries = parcel.tries + counts
        return self._write(parcel, due=stamp(due), lease="", tries=tries, trouble=trouble[:300] or parcel.trouble)

    def failed(self, parcel: OutboxMessage, at: datetime, trouble: str) -> bool:
        """A claimed row could not be sent: it is tried again after the next pause; True when there is none left."""
        if parcel.tries >= len(PAUSES):
            self.settle(parcel, "failed", trouble)
            return True
        self.again(parcel, at + PAUSES[parcel.tries], trouble)
        return False

    def drop_channel(self, connection: Connection, channel: str, why: str) -> None:
        """What waits for a channel that has ended is not sent."""
        here = (outbox.c.channel == channel, outbox.c.state == "waiting")
        connection.execute(update(outbox).where(*here).values(state="withdrawn", lease="", trouble=why[:300]))

    def of_state(self, state: str) -> list[OutboxMessage]:
        """All rows in a state, in the order in which they are due."""
        wanted = select(outbox).where(outbox.c.state == state).order_by(outbox.c.due, outbox.c.id)
        with self.database.reading() as connection:
            return [OutboxMessage(**row._mapping) for row in connection.execute(wanted)]

    def forget(self, at: datetime) -> int:
        """Drop what was settled long ago; how many rows that were."""
        old = (outbox.c.state.in_(("sent", "withdrawn", "failed")), outbox.c.due < stamp(at - KEPT))
        gone = delete(outbox).where(*old)
        return self.database.write(lambda connection: connection.execute(gone).rowcount, alone=False)

    def _write(self, parcel: OutboxMessage, **values: Any) -> bool:
        # No two claims of a row have the same lease.
        mine = (outbox.c.id == parcel.id, outbox.c.state == "waiting", outbox.c.lease == parcel.lease)
        change = update(outbox).where(*mine).values(**values)
        return self.database.write(lambda connection: bool(connection.execute(change).rowcount), alone=False)


def _due(at: datetime, vias: Collection[str], which: ColumnElement[bool], *columns: Any) -> Select[Any]:
    is_due = (outbox.c.due <= stamp(at)) | (outbox.c.made > stamp(at + ASTRAY))
    wanted = (outbox.c.state == "waiting", is_due, outbox.c.via.in_(sorted(vias)), which)
    order = (outbox.c.first.desc(), outbox.c.due, outbox.c.id)
    return select(*(columns or (outbox.c.id,))).where(*wanted).order_by(*order)


def claiming(
    at: datetime, lease: str, vias: Collection[str], limit: int, ended: Sequence[Held] = ()
) -> ReturningUpdate[Any]:
    """The statement that claims what is due and free; as that for jobs, it holds on SQLite and on PostgreSQL."""
    locked = _due(at, vias, is_free(outbox, ended)).limit(limit).with_for_update(skip_locked=True)
    due = locked.cte("due").prefix_with("MATERIALIZED", dialect="postgresql")
    made = case((outbox.c.made > stamp(at + ASTRAY), stamp(at)), else_=outbox.c.made)
    mine = update(outbox).where(outbox.c.id.in_(select(due.c.id)))
    return mine.values(lease=lease, made=made).returning(*_COLUMNS)


_COLUMNS: Sequence[Any] = tuple(outbox.c)


def _without_secrets(parcel: OutboxMessage) -> dict[str, Any]:
    """What may be kept of a parcel that opened something: of an invitation, all but what opens it."""
    if parcel.kind == "code":
        return {}
    return {name: value for name, value in parcel.data.items() if name != "token"}
