"""Publishing of match versions to subscribers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import Protocol


class Subscription:
    """A subscription to one match, which receives only the newest version.

    `MatchService.look` returns the changes that were missed. Wait in a thread (`wait`) or in an event loop (`async
    for version in subscription`). Close it when done, or use it as a context manager.
    """

    def __init__(self, announcer: LocalAnnouncer, match: str) -> None:
        self.match = match
        self._announcer = announcer
        self._lock = threading.Condition()
        self._version: int | None = None
        self._letters: set[str] = set()
        self._closed = self._held = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()

    def wait(self, timeout: float | None = None) -> int | None:
        """Return the next new version; None after `timeout` seconds or when closed."""
        with self._lock:
            self._lock.wait_for(lambda: self._version is not None or self._closed, timeout)
            return self._take_version()

    async def next(self) -> int | None:
        """Return the next new version; None when closed."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            with self._lock:
                if self._version is not None or self._closed:
                    return self._take_version()
            await self._woken.wait()

    async def __aiter__(self) -> AsyncIterator[int]:
        while (version := await self.next()) is not None:
            yield version

    def letters(self) -> frozenset[str]:
        """Return the seats with new letters since the last call.

        Do not disclose them to other seats.
        """
        with self._lock:
            found, self._letters = frozenset(self._letters), set()
        return found

    def hold(self) -> None:
        """Suspend wake-ups of the event loop until `release`. Events are kept."""
        self._held = True

    def release(self, known: int = -1) -> None:
        """Resume in the event loop. Versions up to `known` are not reported."""
        with self._lock:
            self._held = False
            if not self._letters and self._version is not None and self._version <= known:
                self._version = None
            is_news = self._version is not None
        if is_news:
            self._woken.set()

    def notify(self, version: int, letters: Iterable[str] = ()) -> None:
        """Record a new version. Called by the announcer from any thread."""
        with self._lock:
            self._version = max(version, self._version or 0)
            self._letters.update(letters)
            self._lock.notify_all()
            is_held = self._held
        if not is_held:
            self._wake()

    def close(self) -> None:
        self._announcer.unsubscribe(self)
        with self._lock:
            self._closed = True
            self._lock.notify_all()
        self._wake()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _take_version(self) -> int | None:
        version, self._version = self._version, None
        return None if self._closed else version

    def _wake(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._woken.set)


class Announcer(Protocol):
    """The interface for publishing versions of matches."""

    def publish(self, match: str, version: int, letters: Iterable[str] = ()) -> None:
        """Notify listeners that a match is at a version, and which seats have a new letter."""

    def subscribe(self, match: str) -> Subscription: ...


class LocalAnnouncer:
    """An announcer within one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Subscription]] = {}

    def publish(self, match: str, version: int, letters: Iterable[str] = ()) -> None:
        with self._lock:
            listeners = tuple(self._listeners.get(match, ()))
        for listener in listeners:
            listener.notify(version, letters)

    def subscribe(self, match: str) -> Subscription:
        listener = Subscription(self, match)
        with self._lock:
            self._listeners.setdefault(match, set()).add(listener)
        return listener

    def unsubscribe(self, listener: Subscription) -> None:
        with self._lock:
            listeners = self._listeners.get(listener.match, set())
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(listener.match, None)
