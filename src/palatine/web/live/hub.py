"""Live updates: listeners of a match receive every new version, each seat what it may see.

What a seat sees, or what of it has changed, is made and written out once, however many listen.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import TypeVar

import msgspec

from palatine.core import PalatineError
from palatine.matches import MatchInfo, MatchService, MatchView
from palatine.matches.action_queue import ActionQueue
from palatine.web.live.listener import HEARTBEAT, Listener, May, ViewRequest
from palatine.web.live.sent_views import SentViewCache
from palatine.web.thread_pools import CLIENT, EVERYBODY, ThreadPools

T = TypeVar("T")

PATIENCE = 0.5
"""Seconds that news waits for the action that brought it to be answered: the views made for that are used again."""

_encode = msgspec.json.Encoder().encode


class MatchChannel:
    """The listeners of one match."""

    def __init__(self, hub: Hub, match: str) -> None:
        self.hub = hub
        self.match = match
        self.listeners: set[Listener] = set()
        self.news = hub.matches.runtime.announcer.subscribe(match)
        self._acting = 0
        self._patience: asyncio.TimerHandle
        self.task = asyncio.create_task(self._follow())
        self.watch = asyncio.create_task(self._tell_later())

    @property
    def oldest(self) -> int:
        """The version of the listener who is farthest behind."""
        return min((listener.version for listener in self.listeners), default=0)

    def hold(self) -> None:
        """While an action runs, its queue sends it to listeners; the hub does not look meanwhile."""
        self._acting += 1
        if self._acting == 1:
            self.news.hold()
            self._patience = asyncio.get_running_loop().call_later(PATIENCE, self.news.release)

    def release(self) -> None:
        """The action has been answered, and its listeners have received it."""
        self._acting -= 1
        if not self._acting:
            self._patience.cancel()
            self.news.release(self.oldest)

    async def _follow(self) -> None:
        CLIENT.set(EVERYBODY)
        with suppress(asyncio.CancelledError):
            async for version in self.news:
                self._tell_of_letters(self.news.letters())
                try:
                    await self._tell(version)
                except PalatineError:
                    continue  # the next version brings what this one could not

    def _tell_of_letters(self, seats: frozenset[str]) -> None:
        """A letter makes no new version. Who neither wrote nor gets it hears nothing."""
        for listener in tuple(self.listeners):
            if listener.seat in seats:
                listener.put_letters()

    async def _tell(self, version: int) -> None:
        """Send a version to listeners who have not received it from the action queue."""
        wanted = {each: each.wants for each in self.listeners if each.version < version}
        while wanted:
            told = await self.hub.workers.run(self.hub.look, self.match, set(wanted.values()))
            await self.hub.drop_refused(wanted)
            wanted = {each: want for each, want in wanted.items() if not each.closed}
            for listener, want in wanted.items():
                listener.hear(want, *told[want])
            # A listener that received another version meanwhile goes on from there.
            wanted = {each: each.wants for each, want in wanted.items() if each.version < told[want][1]}

    async def _tell_later(self) -> None:
        """Who may not listen any more is let go, be there news or not."""
        CLIENT.set(EVERYBODY)
        with suppress(asyncio.CancelledError):
            while True:
                await asyncio.sleep(HEARTBEAT)
                await self.hub.drop_refused(self.listeners)

    def close(self) -> None:
        self.news.close()
        self.task.cancel()
        self.watch.cancel()
        for listener in tuple(self.listeners):
            listener.close()


class Hub:
    """All matches that somebody listens to."""

    def __init__(self, matches: MatchService, workers: ThreadPools) -> None:
        self.matches = matches
        self.workers = workers
        self.action_queue = ActionQueue(
            matches.runtime.storage.append_all, self.prepare_announcement, matches.runtime.storage.consistent_scope
        )
        self.sent_views = SentViewCache()
        self.channels: dict[str, MatchChannel] = {}

    @contextmanager
    def acting(self, match: str) -> Iterator[None]:
        """While somebody acts in a match, its listeners' views are not made a second time beside his."""
        channel = self.channels.get(match)
        if channel is None:
            yield
            return
        channel.hold()
        try:
            yield
        finally:
            channel.release()

    def listeners(self) -> list[Listener]:
        """All who listen to any match."""
        return [listener for channel in self.channels.values() for listener in channel.listeners]

    def tell(self, match: str, version: int) -> None:
        """A match is at a version, to which perhaps another process has brought it."""
        channel = self.channels.get(match)
        if channel is not None and channel.oldest < version:
            channel.news.tell(version)

    async def drop_refused(self, listeners: Iterable[Listener]) -> None:
        """End the streams of listeners who may no longer see the match, before anything of it is sent."""
        all_of_them = tuple(listeners)
        may = await self.workers.run(lambda: [listener.may() for listener in all_of_them])
        for listener, still in zip(all_of_them, may, strict=True):
            if not still:
                listener.close()

    def prepare_announcement(self, match: str) -> Callable[[], None] | None:
        """Return a function that sends listeners the newest version of a match, to be called in the event loop. None
        if nobody listens or the views cannot be made now; the channel of the match then sends them."""
        channel = self.channels.get(match)
        if channel is None:
            return None
        try:
            wants = {listener: listener.wants for listener in tuple(channel.listeners) if listener.may()}
            told = self.look(match, set(wants.values()))
        except PalatineError:
            return None

        def announce() -> None:
            for listener, want in wants.items():
                listener.hear(want, *told[want])

        return announce

    def look(self, match: str, wanted: Collection[ViewRequest]) -> dict[ViewRequest, tuple[bytes, int]]:
        """What listeners are to be sent, nothing if they have it, and the version it brings them to. Raises Missing."""
        tables = self._tables(match, wanted)
        found: dict[ViewRequest, tuple[bytes, int]] = {}
        missing = []
        for want in wanted:
            version = tables[want.seat is None].version
            told = self.sent_views.known(match, want.seat, want.since, version) if want.is_told else None
            if told is not None:
                found[want] = event(*told), told.version
            elif want.since == version and not want.whole:
                found[want] = b"", version
            else:
                missing.append(want)
        missing.sort(key=lambda want: want.since)
        for since, group in groupby(missing, key=lambda want: want.since):
            wants = list(group)
            brief = all([want.changes for want in wants])
            seen = self.matches.look_all(match, {want.seat: since for want in wants}, brief=brief)
            found |= {want: (self._written(seen[want.seat], want), seen[want.seat].version) for want in wants}
        if any(version > tables[want.seat is None].version for want, (_, version) in found.items()):
            tables = self._tables(match, wanted)  # it has moved on meanwhile, and that is not sent again
        table = {each: info_event(info) for each, info in tables.items()}
        return {want: (table[want.seat is None] + data, version) for want, (data, version) in found.items()}

    def _tables(self, match: str, wanted: Collection[ViewRequest]) -> dict[bool, MatchInfo]:
        """Return the match info for spectators, and for players."""
        return {each: self.matches.info(match, watching=each) for each in {want.seat is None for want in wanted}}

    def _written(self, seen: MatchView, want: ViewRequest) -> bytes:
        """What a listener is sent as a server-sent event, numbered by its version."""
        if not want.changes:
            return event("view", _encode(seen), seen.version)
        return event(*self.sent_views.tell(seen, want.seat, want.since, whole=want.whole))

    async def listen(
        self,
        match: str,
        seat: str | None,
        since: int,
        *,
        changes: bool = False,
        may: May = lambda: True,
        account: str = "",
    ) -> AsyncGenerator[bytes]:
        """Server-sent events for `seat`: first how the match stands, if it moved on after `since`, then all news;
        with `changes` what has changed, where that is less. It ends when the listener may not see it any more.

        The match is looked at before the first is asked for; raises Missing.
        """
        listener = Listener(seat, since, changes=changes, may=may, account=account)
        channel = self.channels.get(match)
        if channel is None:
            channel = self.channels[match] = MatchChannel(self, match)
        channel.listeners.add(listener)
        try:
            want = listener.wants
            first, version = (await self.workers.run(self.look, match, [want]))[want]
        except BaseException:
            self._leave(channel, listener)
            raise
        if version > since and listener.version == since:  # else it was sent meanwhile
            listener.put(first, version)
        return self._stream(channel, listener)

    async def _stream(self, channel: MatchChannel, listener: Listener) -> AsyncGenerator[bytes]:
        try:
            yield b"retry: 1000\n\n"
            async for data in listener:
                yield data
        finally:
            self._leave(channel, listener)

    def _leave(self, channel: MatchChannel, listener: Listener) -> None:
        channel.listeners.discard(listener)
        if not channel.listeners and self.channels.get(channel.match) is channel:
            del self.channels[channel.match]
            channel.close()

    @property
    def listening(self) -> int:
        """How many listen."""
        return len(self.listeners())

    def close(self) -> None:
        """Let everybody go."""
        for channel in tuple(self.channels.values()):
            channel.close()
        self.channels.clear()
        self.action_queue.close()


def event(kind: str, data: bytes, version: int) -> bytes:
    """A server-sent event, numbered by the version it brings."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (version, kind.encode(), data)


def info_event(info: MatchInfo) -> bytes:
    """With a match of secret orders: turn, deadline, and who has handed in, as anybody may know them."""
    return b"event: info\ndata: %b\n\n" % _encode(info) if info.orders or info.times is not None else b""
