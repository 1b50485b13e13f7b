"""HTTP as a worker speaks it: a connection that asks for a match of another worker is handed over to that one.

A whole connection moves, with what has been read of its next request; so streams, slow clients and the address of
whoever asks are with the worker that answers, and nothing is passed through another. A request that came close behind
another, before that was answered, cannot move: the gate sends it away, and it is asked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from palatine.web.middleware.connections import GuardedProtocol
from palatine.web.workers.gate import CONNECTION
from palatine.web.workers.roads import Passed
from palatine.web.workers.shards import match_asked_for

PATIENCE = 5.0
"""Seconds that a request waits while nobody holds its match."""
HOPS = 4
"""So often a connection is handed on before it waits for a new roll: two workers may know different ones."""
ROOM = 64 * 1024
"""So many bytes of a request move with its connection; one with more is answered where it came."""


class Routes(Protocol):
    """Where requests belong."""

    def is_for_us(self, match: str) -> bool:
        """Whether a request for the match is dealt with here: answered, or passed on to another machine."""

    def hand_over(self, match: str, connection: int, passed: Passed) -> bool:
        """Hand a connection to whoever holds the match; whether that was possible."""

    def when_told(self, go_on: Callable[[], object]) -> None:
        """Call back once, from any thread, when it has been told anew who holds what."""


class RoutedProtocol(GuardedProtocol):
    """A connection at a worker."""

    def __init__(self, *args: Any, routes: Routes, passed: Passed, **more: Any) -> None:
        super().__init__(*args, **more)
        self.is_inner = passed.is_inner
        """Whether another machine of the house is at its other end."""
        self._routes = routes
        self._first = passed.first
        self._hops = passed.hops
        self._in_message = False
        self._held = b""
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        first, self._first = self._first, b""
        if first and not transport.is_closing():
            self.data_received(first)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lose_patience()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._held or self._is_between:
            self._held += data
            self._route()
        else:
            super().data_received(data)

    def on_message_begin(self) -> None:
        self._in_message = True
        super().on_message_begin()
        self.scope[CONNECTION] = self  # type: ignore[literal-required]

    async def hang_up(self) -> None:
        """Let the client go in the middle of an answer, or before it."""
        self.transport.abort()
        await asyncio.sleep(0)  # then it is gone

    def _is_one_too_many(self) -> bool:
        if self.is_inner:  # who asks by way of another machine was counted there
            return len(self.connections) > self.limits.total
        return super()._is_one_too_many()

    def on_message_complete(self) -> None:
        self._in_message = False
        super().on_message_complete()

    @property
    def _is_between(self) -> bool:
        """Whether what comes now begins a request, and none before it waits for its answer."""
        is_answered = self.cycle is None or self.cycle.response_complete
        return is_answered and not self._in_message and not self.pipeline

    def _route(self) -> None:
        """Keep the request, hand it over, or wait for who holds its match."""
        if self.transport.is_closing():
            return
        if b"\n" not in self._held.lstrip(b"\r\n") and len(self._held) <= self.limits.url:
            if self._reading is None:
                self._wait_for_request(self.limits.head_seconds)
            return
        match = match_asked_for(self._held)
        if match is None or self._routes.is_for_us(match) or len(self._held) > ROOM:
            self._keep()
        elif self._hops < HOPS and self._hand_over(match):
            self._leave()
        else:
            self._wait()

    def _keep(self) -> None:
        self._lose_patience()
        held, self._held, self._hops = self._held, b"", 0
        super().data_received(held)

    def _hand_over(self, match: str) -> bool:
        if self.transport.get_write_buffer_size():
            return False  # something of the last answer has still to go out here
        connection: int = self.transport.get_extra_info("socket").fileno()
        return self._routes.hand_over(match, connection, Passed(self._held, self._hops + 1, self.is_inner))

    def _leave(self) -> None:
        """The connection is another's: this end of it goes, and the client notices nothing."""
        self._lose_patience()
        self._stop_waiting()
        self._unset_keepalive_if_required()
        self._held = b""
        self.transport.abort()

    def _wait(self) -> None:
        """Until it is told anew who holds what, and not for ever."""
        if self._patience is None:
            self.transport.pause_reading()
            self._patience = self.loop.call_later(PATIENCE, self._keep)
        self._hops = 0
        self._routes.when_told(lambda: self.loop.call_soon_threadsafe(self._look_again))

    def _look_again(self) -> None:
        if self._patience is not None:
            self._route()

    def _lose_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
            if not self.transport.is_closing():
                self.transport.resume_reading()
