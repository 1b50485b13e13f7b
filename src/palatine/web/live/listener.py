"""A listener of a match: what it has been sent, and what waits for it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

HEARTBEAT = 15.0
"""Seconds of silence after which a listener is sent a comment, so that nobody on the way hangs up."""
BACKLOG = 64 * 1024
"""How many bytes may wait for a listener; to a slower one the newest view is sent instead of all that waits."""

STREAM_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Headers of a stream: no proxy holds its events back."""
LETTERS = b"event: letters\ndata: {}\n\n"
"""What a seat is sent when there is a new letter in its box. It has no number: it is no news of the match."""
STILL_HERE = b": still here\n\n"


class ViewRequest(NamedTuple):
    """A request for what `seat` sees, from the version that the listener has."""

    seat: str | None
    since: int
    changes: bool
    """Whether it wants to be told what has changed."""
    whole: bool
    """Whether it cannot be, this time."""

    @property
    def is_told(self) -> bool:
        """Whether what has been told to another who wants the same will do."""
        return self.changes and not self.whole


May = Callable[[], bool]
"""Whether somebody may still see what they listen to."""


class Listener:
    """One connection that listens to a match for a seat."""

    def __init__(
        self,
        seat: str | None,
        version: int,
        *,
        changes: bool = False,
        may: May = lambda: True,
        account: str = "",
    ) -> None:
        self.account = account
        self.seat = seat
        self.may = may
        self.changes = changes
        self.version = self.sent = version
        """The newest version it has been sent, or will be by what waits; and what it has been sent."""
        self.waiting: deque[bytes] = deque()
        self.size = 0
        """How many bytes are waiting."""
        self.woken = asyncio.Event()
        self.closed = False
        self._spoke = 0.0
        """When it was sent something, by the clock of the loop."""
        self._beating: asyncio.TimerHandle

    @property
    def wants(self) -> ViewRequest:
        if self.size > BACKLOG:
            return ViewRequest(self.seat, self.sent, self.changes, whole=True)
        return ViewRequest(self.seat, self.version, self.changes, whole=False)

    def put(self, data: bytes, version: int, *, instead: bool = False) -> None:
        """Send news; `instead` of the news that waits."""
        if instead:
            letters = LETTERS in self.waiting
            self.waiting.clear()
            self.waiting.extend([LETTERS] if letters else [])
            self.size = sum(map(len, self.waiting))
        self.waiting.append(data)
        self.size += len(data)
        self.version = version
        self.woken.set()

    def hear(self, want: ViewRequest, data: bytes, version: int) -> None:
        """Send what was made for a request, unless another version was sent meanwhile."""
        if want.whole or (version > want.since and self.version == want.since):
            self.put(data, version, instead=want.whole)

    def put_letters(self) -> None:
        """Tell that there are letters, once until it is heard."""
        if LETTERS not in self.waiting:
            self.put(LETTERS, self.version)

    def close(self) -> None:
        self.closed = True
        self.woken.set()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """What there is to send, all that waits in one piece; a comment after a long silence."""
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
        """See to it that no silence is too long."""
        left = self._spoke + HEARTBEAT - loop.time()
        if left <= 0:
            self.put(STILL_HERE, self.version)
            left = HEARTBEAT
        self._beating = loop.call_later(left, self._beat, loop)
