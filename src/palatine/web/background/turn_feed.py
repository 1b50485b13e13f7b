"""The turn feed: open pages receive where their account must act, in all matches.

One query per second serves all listeners in this process. Pages receive only changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress

import msgspec
from sqlalchemy import select

from palatine.core import PalatineError
from palatine.notifications.deadlines import seat_deadline
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import pending_turns
from palatine.web.live.listener import HEARTBEAT_SECONDS
from palatine.web.thread_pools import CURRENT_CLIENT, SERVER_CLIENT, ThreadPools

QUERY_SECONDS = 1.0
"""Seconds between two queries."""
MAX_LISTENERS = 12
"""Maximum number of listeners for one account; a browser needs only one."""


HEARTBEAT_COMMENT = b": still here\n\n"


class TurnNotice(msgspec.Struct, frozen=True):
    """A seat that must act."""

    match: str
    title: str
    seat: str
    since: str
    deadline: str


_encode = msgspec.json.Encoder().encode


class TurnFeed:
    """The listeners to the turn notices of accounts."""

    def __init__(self, database: Database, thread_pools: ThreadPools) -> None:
        self.database = database
        self.workers = thread_pools
        self.listeners: dict[str, set[asyncio.Queue[bytes | None]]] = {}
        self.told: dict[str, tuple[TurnNotice, ...]] = {}
        self.task: asyncio.Task[None] | None = None

    async def listen(self, account: str, can_listen: Callable[[], bool]) -> AsyncIterator[bytes]:
        """Return server-sent events: the current turn notices of the account, then each change.

        The stream ends when `can_listen` returns False. It is called before each event and each heartbeat.
        """
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        mine = self.listeners.setdefault(account, set())
        for oldest in list(mine)[: max(0, len(mine) - MAX_LISTENERS + 1)]:
            oldest.put_nowait(None)
        mine.add(queue)
        try:
            found = await self.workers.run(self.find_notices, [account])
        except BaseException:
            self._remove_listener(account, queue)
            raise
        if self.told.get(account) == found[account]:
            queue.put_nowait(turn_event(found[account]))
        else:
            self._send_turns(found)
        if self.task is None:
            self.task = asyncio.create_task(self._follow())
        return self._stream(account, queue, can_listen)

    async def _stream(
        self, account: str, queue: asyncio.Queue[bytes | None], may: Callable[[], bool]
    ) -> AsyncIterator[bytes]:
        try:
            yield b"retry: 5000\n\n"
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        data = await queue.get()
                except TimeoutError:
                    data = HEARTBEAT_COMMENT
                if data is None or not await self.workers.run(may):
                    return
                yield data
        finally:
            self._remove_listener(account, queue)

    def _remove_listener(self, account: str, queue: asyncio.Queue[bytes | None]) -> None:
        mine = self.listeners.get(account, set())
        mine.discard(queue)
        if not mine:
            self.listeners.pop(account, None)
            self.told.pop(account, None)
        if not self.listeners and self.task is not None:
            self.task.cancel()
            self.task = None

    async def _follow(self) -> None:
        CURRENT_CLIENT.set(SERVER_CLIENT)
        with suppress(asyncio.CancelledError):
            while True:
                await asyncio.sleep(QUERY_SECONDS)
                with suppress(PalatineError):  # The database is unavailable; the next query may succeed.
                    self._send_turns(await self.workers.run(self.find_notices, list(self.listeners)))

    def _send_turns(self, found: dict[str, tuple[TurnNotice, ...]]) -> None:
        for account, calls in found.items():
            if self.told.get(account) != calls and account in self.listeners:
                self.told[account] = calls
                for queue in self.listeners[account]:
                    queue.put_nowait(turn_event(calls))

    def find_notices(self, accounts: Iterable[str]) -> dict[str, tuple[TurnNotice, ...]]:
        """Return the turn notices of these accounts, the most urgent first."""
        found: dict[str, list[TurnNotice]] = {account: [] for account in accounts}
        wanted = (
            select(pending_turns, matches.c.title, matches.c.clock, matches.c.times, matches.c.deadline)
            .join(matches, matches.c.id == pending_turns.c.match)
            .where(pending_turns.c.account.in_(list(found)))
            .order_by(matches.c.deadline == "", matches.c.deadline, pending_turns.c.since, pending_turns.c.seat)
        )
        with self.database.reading() as connection:
            for row in connection.execute(wanted):
                found[row.account].append(
                    TurnNotice(row.match, row.title, row.seat, row.since, seat_deadline(row, row.seat))
                )
        return {account: tuple(calls) for account, calls in found.items()}

    def recheck_permissions(self, accounts: Iterable[str]) -> None:
        """Check again whether the listeners for these accounts may still listen."""
        for account in accounts:
            for queue in self.listeners.get(account, ()):
                queue.put_nowait(HEARTBEAT_COMMENT)

    @property
    def listener_count(self) -> int:
        """The number of listeners."""
        return sum(map(len, self.listeners.values()))

    def close(self) -> None:
        """End all streams."""
        for queues in self.listeners.values():
            for queue in queues:
                queue.put_nowait(None)


def turn_event(notices: tuple[TurnNotice, ...]) -> bytes:
    """Return the server-sent event with all turn notices.

    It has all of them, so that a client that missed the last event gets everything.
    """
    return b"event: turns\ndata: %b\n\n" % _encode(notices)
