"""News that a match has moved on, published and subscribed to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import Protocol


class Subscription:
    """A listener to one match. It receives only the newest version; `look` returns what it missed.

    Wait in a thread (`wait`) or in an event loop (`async for version in subscription`); close it when done, or
    use it as a context manager.
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
        """The newest version as soon as there is a new one; None after `timeout` seconds, or when closed."""
        with self._lock:
            self._lock.wait_for(lambda: self._version is not None or self._closed, timeout)
            return self._take()

    async def next(self) -> int | None:
        """The newest version as soon as there is a new one; None when closed."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            with self._lock:
                if self._version is not None or self._closed:
                    return self._take()
            await self._woken.wait()

    async def __aiter__(self) -> AsyncIterator[int]:
        while (version := await self.next()) is not None:
            yield version

    def letters(self) -> frozenset[str]:
        """Return the seats with new letters since the last call. No seat may learn of another's."""
        with self._lock:
            found, self._letters = frozenset(self._letters), set()
        return found

    def hold(self) -> None:
        """Wake nobody in an event loop until `let_go`: events wait meanwhile."""
        self._held = True

    def release(self, known: int = -1) -> None:
        """Continue, in the event loop; a version that is `known` is no news."""
        with self._lock:
            self._held = False
            if not self._letters and self._version is not None and self._version <= known:
                self._version = None
            is_news = self._version is not None
        if is_news:
            self._woken.set()

    def tell(self, version: int, letters: Iterable[str] = ()) -> None:
        """Called by the announcer, from any thread."""
        with self._lock:
            self._version = max(version, self._version or 0)
            self._letters.update(letters)
            self._lock.notify_all()
            is_held = self._held
        if not is_held:
            self._wake()

    def close(self) -> None:
        self._announcer.forget(self)
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

    def _take(self) -> int | None:
        version, self._version = self._version, None
        return None if self._closed else version

    def _wake(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._woken.set)


class Announcer(Protocol):
    """How news of matches travels."""

    def publish(self, match: str, version: int, letters: Iterable[str] = ()) -> None:
        """Notify listeners that a match is at a version, and which seats have a new letter."""

    def subscribe(self, match: str) -> Subscription: ...


class LocalAnnouncer:
    """News within one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Subscription]] = {}

    def publish(self, match: str, version: int, letters: Iterable[str] = ()) -> None:
        with self._lock:
            listeners = tuple(self._listeners.get(match, ()))
        for listener in listeners:
            listener.tell(version, letters)

    def subscribe(self, match: str) -> Subscription:
        listener = Subscription(self, match)
        with self._lock:
            self._listeners.setdefault(match, set()).add(listener)
        return listener

    def forget(self, listener: Subscription) -> None:
        with self._lock:
            listeners = self._listeners.get(listener.match, set())
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(listener.match, None)
