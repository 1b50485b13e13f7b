"""Live updates: listeners of a match receive each new version as their seat may see it.

The view of a seat, or its changes, is computed and encoded once for all listeners.
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
from palatine.web.live.listener import HEARTBEAT_SECONDS, CanListen, Listener, ViewRequest
from palatine.web.live.sent_views import SentViewCache
from palatine.web.thread_pools import CURRENT_CLIENT, SERVER_CLIENT, ThreadPools

T = TypeVar("T")

HOLD_SECONDS = 0.5
"""Seconds that news waits for the action that caused it to be answered.

The views computed for the answer are then reused.
"""

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
        self.watch = asyncio.create_task(self._close_refused())

    @property
    def oldest(self) -> int:
        """The oldest version that a listener has."""
        return min((listener.version for listener in self.listeners), default=0)

    def hold(self) -> None:
        """Hold back news while an action runs; the action queue sends its result to listeners."""
        self._acting += 1
        if self._acting == 1:
            self.news.hold()
            self._patience = asyncio.get_running_loop().call_later(HOLD_SECONDS, self.news.release)

    def release(self) -> None:
        """Resume news after an action has been answered and its listeners have received it."""
        self._acting -= 1
        if not self._acting:
            self._patience.cancel()
            self.news.release(self.oldest)

    async def _follow(self) -> None:
        CURRENT_CLIENT.set(SERVER_CLIENT)
        with suppress(asyncio.CancelledError):
            async for version in self.news:
                self._announce_letters(self.news.letters())
                try:
                    await self._announce_version(version)
                except PalatineError:
                    continue  # the next version brings what this one could not

    def _announce_letters(self, seats: frozenset[str]) -> None:
        """Notify the listeners of these seats of new letters, which do not change the version."""
        for listener in tuple(self.listeners):
            if listener.seat in seats:
                listener.put_letters()

    async def _announce_version(self, version: int) -> None:
        """Send a version to listeners who have not received it from the action queue."""
        wanted = {each: each.view_request for each in self.listeners if each.version < version}
        while wanted:
            told = await self.hub.workers.run(self.hub.messages_for, self.match, set(wanted.values()))
            await self.hub.drop_refused(wanted)
            wanted = {each: want for each, want in wanted.items() if not each.closed}
            for listener, want in wanted.items():
                listener.put_answer(want, *told[want])
            # A listener that received another version meanwhile continues from there.
            wanted = {each: each.view_request for each, want in wanted.items() if each.version < told[want][1]}

    async def _close_refused(self) -> None:
        """Close the streams of listeners who may no longer listen, also when there is no news."""
        CURRENT_CLIENT.set(SERVER_CLIENT)
        with suppress(asyncio.CancelledError):
            while True:
                await asyncio.sleep(HEARTBEAT_SECONDS)
                await self.hub.drop_refused(self.listeners)

    def close(self) -> None:
        self.news.close()
        self.task.cancel()
        self.watch.cancel()
        for listener in tuple(self.listeners):
            listener.close()


class Hub:
    """All matches with listeners in this process."""

    def __init__(self, matches: MatchService, thread_pools: ThreadPools) -> None:
        self.matches = matches
        self.workers = thread_pools
        self.action_queue = ActionQueue(
            matches.runtime.storage.append_all, self.prepare_announcement, matches.runtime.storage.consistent_scope
        )
        self.sent_views = SentViewCache()
        self.channels: dict[str, MatchChannel] = {}

    @contextmanager
    def acting(self, match: str) -> Iterator[None]:
        """Prevent the views of a match from being computed twice while an action runs."""
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
        """Return the listeners of all matches."""
        return [listener for channel in self.channels.values() for listener in channel.listeners]

    def notify(self, match: str, version: int) -> None:
        """Notify the listeners of a match of its version, which another process may have written."""
        channel = self.channels.get(match)
        if channel is not None and channel.oldest < version:
            channel.news.notify(version)

    async def drop_refused(self, listeners: Iterable[Listener]) -> None:
        """End the streams of listeners who may no longer see the match, before anything is sent."""
        all_of_them = tuple(listeners)
        may = await self.workers.run(lambda: [listener.may() for listener in all_of_them])
        for listener, still in zip(all_of_them, may, strict=True):
            if not still:
                listener.close()

    def prepare_announcement(self, match: str) -> Callable[[], None] | None:
        """Return a function that sends the newest version of a match, to call in the event loop.

        Returns None if there are no listeners or if the views cannot be computed now. The channel of the match then
        sends them.
        """
        channel = self.channels.get(match)
        if channel is None:
            return None
        try:
            wants = {listener: listener.view_request for listener in tuple(channel.listeners) if listener.may()}
            told = self.messages_for(match, set(wants.values()))
        except PalatineError:
            return None

        def announce() -> None:
            for listener, want in wants.items():
                listener.put_answer(want, *told[want])

        return announce

    def messages_for(self, match: str, requests: Collection[ViewRequest]) -> dict[ViewRequest, tuple[bytes, int]]:
        """Return what to send for each request, which may be empty, and the version it leads to.

        Raises NotFound.
        """
        tables = self._tables(match, requests)
        found: dict[ViewRequest, tuple[bytes, int]] = {}
        missing = []
        for want in requests:
            version = tables[want.seat is None].version
            told = (
                self.sent_views.cached_message(match, want.seat, want.since, version)
                if want.reuses_changes
                else None
            )
            if told is not None:
                found[want] = view_event(*told), told.version
            elif want.since == version and not want.whole:
                found[want] = b"", version
            else:
                missing.append(want)
        missing.sort(key=lambda want: want.since)
        for since, group in groupby(missing, key=lambda want: want.since):
            wants = list(group)
            brief = all([want.changes for want in wants])
            seen = self.matches.views(match, {want.seat: since for want in wants}, brief=brief)
            found |= {want: (self._event_bytes(seen[want.seat], want), seen[want.seat].version) for want in wants}
        if any(version > tables[want.seat is None].version for want, (_, version) in found.items()):
            tables = self._tables(match, requests)  # newer by now; not sent again for that
        table = {each: info_event(info) for each, info in tables.items()}
        return {want: (table[want.seat is None] + data, version) for want, (data, version) in found.items()}

    def _tables(self, match: str, wanted: Collection[ViewRequest]) -> dict[bool, MatchInfo]:
        """Return the match info for spectators and for players, as needed."""
        return {each: self.matches.info(match, watching=each) for each in {want.seat is None for want in wanted}}

    def _event_bytes(self, seen: MatchView, want: ViewRequest) -> bytes:
        """Return a view or its changes as a server-sent event, numbered by the version."""
        if not want.changes:
            return view_event("view", _encode(seen), seen.version)
        return view_event(*self.sent_views.message_for(seen, want.seat, want.since, whole=want.whole))

    async def listen(
        self,
        match: str,
        seat: str | None,
        since: int,
        *,
        changes: bool = False,
        can_listen: CanListen = lambda: True,
        account: str = "",
    ) -> AsyncGenerator[bytes]:
        """Return server-sent events for `seat`, starting with the view if it is newer than `since`.

        With `changes`, the events have only the changes where that is shorter. The stream ends when `can_listen`
        returns False. The match is read before this returns; raises NotFound.
        """
        listener = Listener(seat, since, changes=changes, can_listen=can_listen, account=account)
        channel = self.channels.get(match)
        if channel is None:
            channel = self.channels[match] = MatchChannel(self, match)
        channel.listeners.add(listener)
        try:
            want = listener.view_request
            first, version = (await self.workers.run(self.messages_for, match, [want]))[want]
        except BaseException:
            self._remove_listener(channel, listener)
            raise
        if version > since and listener.version == since:  # otherwise the listener received it meanwhile
            listener.put(first, version)
        return self._stream(channel, listener)

    async def _stream(self, channel: MatchChannel, listener: Listener) -> AsyncGenerator[bytes]:
        try:
            yield b"retry: 1000\n\n"
            async for data in listener:
                yield data
        finally:
            self._remove_listener(channel, listener)

    def _remove_listener(self, channel: MatchChannel, listener: Listener) -> None:
        channel.listeners.discard(listener)
        if not channel.listeners and self.channels.get(channel.match) is channel:
            del self.channels[channel.match]
            channel.close()

    @property
    def listener_count(self) -> int:
        """The number of listeners."""
        return len(self.listeners())

    def close(self) -> None:
        """End all streams."""
        for channel in tuple(self.channels.values()):
            channel.close()
        self.channels.clear()
        self.action_queue.close()


def view_event(kind: str, data: bytes, version: int) -> bytes:
    """Return a server-sent event numbered by the version that it leads to."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (version, kind.encode(), data)


def info_event(info: MatchInfo) -> bytes:
    """Return the event with the public info (turn, deadline, seats that are ready), or b""."""
    return b"event: info\ndata: %b\n\n" % _encode(info) if info.orders or info.times is not None else b""
