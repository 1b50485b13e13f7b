"""A listener of a match: what it has received and what waits to be sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

HEARTBEAT_SECONDS = 15.0
"""Seconds of silence before a comment is sent, so that proxies keep the connection open."""
MAX_BACKLOG_BYTES = 64 * 1024
"""Maximum bytes that wait for a listener.

A slower one receives the newest view instead of everything that waits.
"""

STREAM_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Headers of a stream; they keep proxies from buffering its events."""
LETTERS_EVENT = b"event: letters\ndata: {}\n\n"
"""Event for a seat with a new letter. It has no id, because the version does not change."""
HEARTBEAT_COMMENT = b": still here\n\n"


class ViewRequest(NamedTuple):
    """A request for the view of `seat`, from the version that the listener has."""

    seat: str | None
    since: int
    changes: bool
    """True if the listener accepts changes instead of a view."""
    whole: bool
    """True if it needs the whole view this time."""

    @property
    def reuses_changes(self) -> bool:
        """True if changes already made for another listener can be reused."""
        return self.changes and not self.whole


CanListen = Callable[[], bool]
"""Callback that returns whether the listener may still see its match."""


class Listener:
    """One connection that listens to a match for a seat."""

    def __init__(
        self,
        seat: str | None,
        version: int,
        *,
        changes: bool = False,
        can_listen: CanListen = lambda: True,
        account: str = "",
    ) -> None:
        self.account = account
        self.seat = seat
        self.may = can_listen
        self.changes = changes
        self.version = self.sent = version
        """The newest version sent or waiting to be sent, and the newest one sent."""
        self.waiting: deque[bytes] = deque()
        self.size = 0
        """Bytes that wait to be sent."""
        self.woken = asyncio.Event()
        self.closed = False
        self._spoke = 0.0
        """Time of the last message, on the clock of the event loop."""
        self._beating: asyncio.TimerHandle

    @property
    def view_request(self) -> ViewRequest:
        if self.size > MAX_BACKLOG_BYTES:
            return ViewRequest(self.seat, self.sent, self.changes, whole=True)
        return ViewRequest(self.seat, self.version, self.changes, whole=False)

    def put(self, data: bytes, version: int, *, replaces_waiting: bool = False) -> None:
        """Queue news; with `replaces_waiting`, it replaces waiting news."""
        if replaces_waiting:
            letters = LETTERS_EVENT in self.waiting
            self.waiting.clear()
            self.waiting.extend([LETTERS_EVENT] if letters else [])
            self.size = sum(map(len, self.waiting))
        self.waiting.append(data)
        self.size += len(data)
        self.version = version
        self.woken.set()

    def put_answer(self, request: ViewRequest, data: bytes, version: int) -> None:
        """Queue the result of a request, unless another version was queued meanwhile."""
        if request.whole or (version > request.since and self.version == request.since):
            self.put(data, version, replaces_waiting=request.whole)

    def put_letters(self) -> None:
        """Queue a notice of new letters, unless one is waiting."""
        if LETTERS_EVENT not in self.waiting:
            self.put(LETTERS_EVENT, self.version)

    def close(self) -> None:
        self.closed = True
        self.woken.set()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield all waiting data in one piece, and a comment after a long silence."""
        loop = asyncio.get_running_loop()
        self._spoke = loop.time()
        self._beat(loop)
        try:
            while not self.closed:
                if not self.waiting:
                    self.woken.clear()
                    await self.woken.wait()
                    continue
                data = b"".join(self.waiting)
                self.waiting.clear()
                self.size = 0
                self.sent = self.version
                self._spoke = loop.time()
                yield data
        finally:
            self._beating.cancel()

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        """Queue a comment if the silence is too long, and schedule the next check."""
        left = self._spoke + HEARTBEAT_SECONDS - loop.time()
        if left <= 0:
            self.put(HEARTBEAT_COMMENT, self.version)
            left = HEARTBEAT_SECONDS
        self._beating = loop.call_later(left, self._beat, loop)
