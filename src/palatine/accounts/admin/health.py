"""Health of the server, for administrators: failing channels, waiting mail, parked jobs.

Where a channel leads, and to whom a mail goes, is nobody's business but its owner's: it is not told.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select

from palatine.accounts.accounts import Accounts
from palatine.store.engine import Database
from palatine.store.schema_people import channels, outbox

SHOWN = 50


class ChannelCount(msgspec.Struct, frozen=True):
    """How many channels of a kind are in a state."""

    kind: str
    state: str
    count: int


class Trouble(msgspec.Struct, frozen=True):
    """A channel that fails, or is dead: whose, of which kind, and why."""

    name: str
    kind: str
    state: str
    since: str
    trouble: str


class OutboxCount(msgspec.Struct, frozen=True):
    """The outbox of a kind of channels: how much waits, since when, and how much failed."""

    via: str
    waiting: int
    oldest: str
    failed: int


class ServerHealth(msgspec.Struct, frozen=True):
    """All of it."""

    counts: tuple[ChannelCount, ...]
    troubles: tuple[Trouble, ...]
    outbox: tuple[OutboxCount, ...]


class Health:
    """Reads the health of the server."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self.database = database
        self.accounts = accounts

    def look(self) -> ServerHealth:
        """How it is doing now."""
        return ServerHealth(self._counts(), self._troubles(), self._outbox())

    def _counts(self) -> tuple[ChannelCount, ...]:
        c = channels.c
        wanted = select(c.kind, c.state, func.count()).group_by(c.kind, c.state).order_by(c.kind, c.state)
        with self.database.reading() as connection:
            return tuple([ChannelCount(*row) for row in connection.execute(wanted)])

    def _troubles(self) -> tuple[Trouble, ...]:
        c = channels.c
        wanted = select(channels).where(c.state.in_(("failing", "dead"))).order_by(c.failing_since.desc(), c.id)
        with self.database.reading() as connection:
            rows = connection.execute(wanted.limit(SHOWN)).all()
        names = self.accounts.names({row.account for row in rows})
        return tuple([
            Trouble(names.get(row.account, ""), row.kind, row.state, row.failing_since, row.trouble) for row in rows
        ])  # fmt: skip

    def _outbox(self) -> tuple[OutboxCount, ...]:
        c = outbox.c
        wanted = select(c.via, c.state, func.count(), func.min(c.made)).where(c.state.in_(("waiting", "failed")))
        found: dict[str, OutboxCount] = {}
        with self.database.reading() as connection:
            for via, state, count, oldest in connection.execute(wanted.group_by(c.via, c.state).order_by(c.via)):
                more = {"waiting": count, "oldest": oldest} if state == "waiting" else {"failed": count}
                found[via] = msgspec.structs.replace(found.get(via, OutboxCount(via, 0, "", 0)), **more)
        return tuple(found.values())
