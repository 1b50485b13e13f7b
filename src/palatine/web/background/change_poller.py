"""Polling for changes by other writers of the database: processes, operator commands, mail.

One query per second reads the versions of all matches that have listeners here or are in memory, and checks that all
sessions and tokens of listeners still exist. New versions and revoked rights are then handled as usual.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import islice

import msgspec
from sqlalchemy import select

from palatine.core import PalatineError
from palatine.matches.runtime.context import MatchRuntime
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import sessions, tokens
from palatine.web.background.turn_feed import TurnFeed
from palatine.web.live.hub import Hub
from palatine.web.thread_pools import ThreadPools

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""Seconds between two polls."""
QUERY_BATCH = 500
"""Maximum number of matches in one query."""


class KnownVersions(msgspec.Struct, frozen=True):
    """The state of the database at one poll."""

    versions: dict[str, int]
    """Version of each match."""
    rights: frozenset[tuple[str, str]]
    """The existing sessions and tokens, each with its account."""


class ChangePoller:
    """Poller that compares what this process knows with the database."""

    def __init__(
        self,
        runtime: MatchRuntime,
        hub: Hub,
        turn_feed: TurnFeed | None,
        database: Database,
        thread_pools: ThreadPools,
    ) -> None:
        self.runtime = runtime
        self.hub = hub
        self.turn_feed = turn_feed
        self.database = database
        self.workers = thread_pools
        self._hastened = asyncio.Event()
        self._rights: frozenset[tuple[str, str]] = frozenset()
        self._accounts: set[str] = set()
        """Accounts whose rights the last poll read.

        A right of any other account may have ended since it connected.
        """

    async def poll(self) -> None:
        """Find what has changed and announce it."""
        accounts = {each.account for each in self.hub.listeners() if each.account}
        accounts |= set(self.turn_feed.listeners) if self.turn_feed else set()
        seen = await self.workers.run(
            self.read_versions, {*self.hub.channels, *self.runtime.cache.match_ids()}, accounts
        )
        for match, version in seen.versions.items():
            self.runtime.note_version(match, version)
            self.hub.notify(match, version)
        gone = {account for account, _ in self._rights - seen.rights} | (accounts - self._accounts)
        self._rights, self._accounts = seen.rights, accounts
        if gone:
            await self.hub.drop_refused([each for each in self.hub.listeners() if each.account in gone])
            if self.turn_feed is not None:
                self.turn_feed.recheck_permissions(gone)

    def poll_now(self) -> None:
        """Poll now: something is known to have changed."""
        self._hastened.set()

    async def wait(self) -> None:
        """Wait until the next poll is due."""
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                await self._hastened.wait()
        self._hastened.clear()

    def read_versions(self, match_ids: Collection[str], accounts: Collection[str]) -> KnownVersions:
        """Return the versions of matches, and the sessions and tokens of accounts."""
        versions: dict[str, int] = {}
        rights: set[tuple[str, str]] = set()
        with self.database.reading() as connection:
            for some in _parts(match_ids):
                found = connection.execute(select(matches.c.id, matches.c.version).where(matches.c.id.in_(some)))
                versions |= {row.id: row.version for row in found}
            for some in _parts(accounts):
                for table in (sessions, tokens):
                    held = select(table.c.account, table.c.id).where(table.c.account.in_(some))
                    rights |= {(row.account, f"{table.name} {row.id}") for row in connection.execute(held)}
        return KnownVersions(versions, frozenset(rights))


def _parts(every: Iterable[str]) -> Iterator[Sequence[str]]:
    rest = iter(every)
    while some := list(islice(rest, QUERY_BATCH)):
        yield some


async def poll_forever(poller: ChangePoller) -> None:
    """Poll until cancelled."""
    while True:
        await poller.wait()
        try:
            await poller.poll()
        except PalatineError as error:  # The database is unavailable; the next poll may succeed.
            log.warning("Changes by other processes could not be read: %s", error)


@asynccontextmanager
async def polling(poller: ChangePoller | None) -> AsyncIterator[None]:
    """Run the poller within this context; without a database there are no other writers."""
    if poller is None:
        yield
        return
    task = asyncio.create_task(poll_forever(poller))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
