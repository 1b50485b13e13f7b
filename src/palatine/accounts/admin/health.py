"""Health of the server for administrators: failing channels, waiting mail, parked jobs.

Targets of channels and recipients of mail are private and not included.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select

from palatine.accounts.accounts import Accounts
from palatine.store.engine import Database
from palatine.store.schema_people import channels, outbox

MAX_TROUBLES = 50


class ChannelCount(msgspec.Struct, frozen=True):
    """Number of channels of a kind in a state."""

    kind: str
    state: str
    count: int


class ChannelTrouble(msgspec.Struct, frozen=True):
    """A failing or dead channel: its owner, kind and error."""

    name: str
    kind: str
    state: str
    since: str
    trouble: str


class OutboxCount(msgspec.Struct, frozen=True):
    """Outbox statistics of a kind of channel: waiting messages, oldest waiting time, failures."""

    via: str
    waiting: int
    oldest: str
    failed: int


class ServerHealth(msgspec.Struct, frozen=True):
    """The health of the server."""

    counts: tuple[ChannelCount, ...]
    troubles: tuple[ChannelTrouble, ...]
    outbox: tuple[OutboxCount, ...]


class Health:
    """Queries of the server's health."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self.database = database
        self.accounts = accounts

    def read(self) -> ServerHealth:
        return ServerHealth(self._counts(), self._troubles(), self._outbox())

    def _counts(self) -> tuple[ChannelCount, ...]:
        c = channels.c
        wanted = select(c.kind, c.state, func.count()).group_by(c.kind, c.state).order_by(c.kind, c.state)
        with self.database.reading() as connection:
            return tuple([ChannelCount(*row) for row in connection.execute(wanted)])

    def _troubles(self) -> tuple[ChannelTrouble, ...]:
        c = channels.c
        wanted = select(channels).where(c.state.in_(("failing", "dead"))).order_by(c.failing_since.desc(), c.id)
        with self.database.reading() as connection:
            rows = connection.execute(wanted.limit(MAX_TROUBLES)).all()
        names = self.accounts.names_of({row.account for row in rows})
        return tuple([
            ChannelTrouble(names.get(row.account, ""), row.kind, row.state, row.failing_since, row.trouble)
            for row in rows
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
