"""Live updates: whoever looks at a match is told of every new version, each seat what it may see.

What a seat sees is made and written out once a version, however many listen.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from palatine.core import PalatineError
from palatine.table import House, MatchView, TableInfo
from palatine.web.doors.limits import TooMany, network_of

T = TypeVar("T")

HEARTBEAT = 15.0
"""Seconds of silence after which a listener is sent a comment, so that nobody on the way hangs up."""
PATIENCE = 0.05
"""Seconds that news waits for the action that brought it to be answered: the views made for that are used again."""
STREAMS = 64
"""How many may listen from one address; from this machine as many as there are connections."""
BACKLOG = 256
"""How many events may wait for a listener; a slower one is let go and comes back."""

LETTERS = b"event: letters\ndata: {}\n\n"
"""What a seat is sent when there is a new letter in its box. It has no number: it is no news of the match."""

_encode = msgspec.json.Encoder().encode


class Workers:
    """The threads in which the house works: a few for quick things, lest they fight, and others for long ones. Those
    that write have their own: however long another process holds the database, who only reads does not wait."""

    def __init__(self) -> None:
        self.quick = ThreadPoolExecutor(4, "house")
        self.writing = ThreadPoolExecutor(4, "house-writing")
        self.long = ThreadPoolExecutor(2, "house-long")

    async def run(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.quick, partial(work, *args, **kwargs))

    async def write(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.writing, partial(work, *args, **kwargs))

    async def run_long(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.long, partial(work, *args, **kwargs))


class Listener:
    """One connection that listens to a match for a seat."""

    def __init__(self, seat: str | None, version: int, who: str = "") -> None:
        self.who = who
        self.seat = seat
        self.version = version
        """The newest version it has been sent, or will be by what waits."""
        self.waiting: deque[bytes] = deque()
        self.woken = asyncio.Event()
        self.closed = False

    def put(self, data: bytes, version: int) -> None:
        if len(self.waiting) >= BACKLOG:
            self.close()
            return
        self.waiting.append(data)
        self.version = version
        self.woken.set()

    def close(self) -> None:
        self.closed = True
        self.woken.set()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """What there is to send, all that waits in one piece; a comment after a long silence."""
        while not self.closed:
            if not self.waiting:
                self.woken.clear()
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await self.woken.wait()
                except TimeoutError:
                    yield b": still here\n\n"
                continue
            data = b"".join(self.waiting)
            self.waiting.clear()
            yield data


class Channel:
    """The listeners of one match."""

    def __init__(self, hub: Hub, match: str) -> None:
        self.hub = hub
        self.match = match
        self.listeners: set[Listener] = set()
        self.news = hub.house.announcer.subscribe(match)
        self.acting = 0
        self.idle = asyncio.Event()
        self.idle.set()
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        with suppress(asyncio.CancelledError):
            async for _ in self.news:
                self._tell_of_letters(self.news.letters())
                try:
                    await self._tell()
                except PalatineError:
                    continue  # the next version brings what this one could not

    def _tell_of_letters(self, seats: frozenset[str]) -> None:
        """A letter makes no new version. Who neither wrote nor gets it hears nothing."""
        for listener in tuple(self.listeners):
            if listener.seat in seats:
                listener.put(LETTERS, listener.version)

    async def _tell(self) -> None:
        if not self.idle.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self.idle.wait()
        since: dict[str | None, int] = {}
        for listener in self.listeners:
            since[listener.seat] = min(listener.version, since.get(listener.seat, listener.version))
        told = await self.hub.workers.run(self._look, since)
        for listener in tuple(self.listeners):
            data, version = told.get(listener.seat, (b"", -1))
            if version > listener.version:
                listener.put(data, version)

    def _look(self, since: dict[str | None, int]) -> dict[str | None, tuple[bytes, int]]:
        match_views = self.hub.house.look_all(self.match, since)
        table = table_event(self.hub.house.table(self.match))
        return {seat: (table + event(match_view), match_view.version) for seat, match_view in match_views.items()}

    def close(self) -> None:
        self.news.close()
        self.task.cancel()
        for listener in self.listeners:
            listener.close()


class Hub:
    """All matches that somebody listens to."""

    def __init__(self, house: House, workers: Workers) -> None:
        self.house = house
        self.workers = workers
        self.channels: dict[str, Channel] = {}
        self.streams: Counter[str] = Counter()
        self.loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def acting(self, match: str) -> Iterator[None]:
        """While somebody acts in a match, its listeners' views are not made a second time beside his."""
        channel = self.channels.get(match)
        if channel is None:
            yield
            return
        channel.acting += 1
        channel.idle.clear()
        try:
            yield
        finally:
            channel.acting -= 1
            if not channel.acting:
                channel.idle.set()

    async def listen(self, match: str, seat: str | None, since: int, address: str = "") -> AsyncIterator[bytes]:
        """Server-sent events for `seat`: first how the match stands, if it moved on after `since`, then all news.

        The match is looked at before the first is asked for; raises Missing, and TooMany when too many listen from
        that address already.
        """
        self.loop = asyncio.get_running_loop()
        listener = Listener(seat, since, network_of(address))
        if listener.who and self.streams[listener.who] >= STREAMS:
            raise TooMany("listen", STREAMS, 60)
        self.streams[listener.who] += 1
        channel = self.channels.get(match)
        if channel is None:
            channel = self.channels[match] = Channel(self, match)
        channel.listeners.add(listener)
        try:
            first = await self.workers.run(self.house.look, match, seat, since)
            table = await self.workers.run(self.house.table, match)
        except BaseException:
            self._leave(channel, listener)
            raise
        if first.version > since:
            listener.waiting.appendleft(table_event(table) + event(first))
            listener.version = max(listener.version, first.version)
        return self._stream(channel, listener)

    async def _stream(self, channel: Channel, listener: Listener) -> AsyncIterator[bytes]:
        try:
            yield b"retry: 1000\n\n"
            async for data in listener:
                yield data
        finally:
            self._leave(channel, listener)

    def _leave(self, channel: Channel, listener: Listener) -> None:
        channel.listeners.discard(listener)
        self.streams[listener.who] -= 1
        if not self.streams[listener.who]:
            del self.streams[listener.who]
        if not channel.listeners and self.channels.get(channel.match) is channel:
            del self.channels[channel.match]
            channel.close()

    def close(self) -> None:
        """Let everybody go."""
        for channel in tuple(self.channels.values()):
            channel.close()
        self.channels.clear()


def event(match_view: MatchView) -> bytes:
    """What a seat sees as a server-sent event, numbered by its version."""
    return b"id: %d\nevent: sight\ndata: %b\n\n" % (match_view.version, _encode(match_view))


def table_event(info: TableInfo) -> bytes:
    """With a match of secret orders: turn, deadline, and who has handed in, as anybody may know them."""
    return b"event: table\ndata: %b\n\n" % _encode(info) if info.orders else b""
