"""Limits on the duration, size and number of HTTP connections."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from palatine.web.middleware.concurrency_limits import HEALTH_PATH
from palatine.web.middleware.rate_limits import network_of


class ConnectionLimits(msgspec.Struct, frozen=True):
    """Limits on connections. Times are in seconds, lengths in bytes."""

    total: int = 2000
    """Open connections. Requests have their own limit (`slots.SlotLimits`)."""
    spare: int = 50
    """Connections beyond `total`, accepted only for health probes."""
    each: int = 100
    """Connections of one address.

    This machine and trusted proxies, which carry many clients, are exempt.
    """
    url: int = 8 * 1024
    head: int = 32 * 1024
    """Length of the request line and the headers."""
    headers: int = 100
    head_seconds: float = 15.0
    """Time from the first byte, or from the start of the connection, to the end of the headers."""
    body_seconds: float = 120.0
    """Time from the end of the headers to the end of the request."""
    send_seconds: float = 30.0
    """Time that a client may take to read waiting data."""


TOO_MANY_CONNECTIONS = (503, "Too many connections.")


class _TooLarge(Exception):
    """Error that stops the parsing of a request."""


class GuardedProtocol(HttpToolsProtocol):
    """The HTTP protocol of uvicorn with limits."""

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._reading: asyncio.TimerHandle | None = None
        self._sending: asyncio.TimerHandle | None = None
        self._head = 0
        self._in_head = True
        self._is_spare = False
        self._refusal = (400, "Invalid HTTP request received.")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_spare = len(self.connections) > self.limits.total
        if self._is_one_too_many():
            self._refusal = TOO_MANY_CONNECTIONS
            self.send_400_response("")
        else:
            self._wait_for_request(self.limits.head_seconds)

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > self.limits.total + self.limits.spare:
            return True
        who = network_of(self.client[0]) if self.client else ""
        if not who or self._is_proxy:
            return False
        clients = [getattr(each, "client", None) for each in self.connections]
        same = [client for client in clients if client and network_of(client[0]) == who]
        return len(same) > self.limits.each

    @property
    def _is_proxy(self) -> bool:
        """True if a trusted proxy has opened the connection."""
        return self.client is not None and self.client[0] in self.app.trusted_hosts

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    # Sizes

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._in_head:  # a line without end does not reach the callbacks below
            self._head += len(data)
            if self._head > self.limits.head and not self.transport.is_closing():
                self._refusal = (431, "Request headers too large.")
                self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._wait_for_request(self.limits.head_seconds)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self.limits.url:
            self._refuse(414, "URL too long.")

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum([len(name) + len(value) + 4 for name, value in self.headers])
        if size > self.limits.head or len(self.headers) > self.limits.headers:
            self._refuse(431, "Request headers too large.")
        if self._is_spare and self.url != HEALTH_PATH.encode():
            self._refuse(*TOO_MANY_CONNECTIONS)
        self._in_head, self._head = False, 0
        self._wait_for_request(self.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()

    def _refuse(self, status: int, why: str) -> None:
        self._refusal = (status, why)
        raise _TooLarge(why)

    def send_400_response(self, msg: str) -> None:
        """Send the response that refuses the request, and close the connection."""
        status, why = self._refusal
        lines = [f"HTTP/1.1 {status} {why}", "content-type: text/plain", f"content-length: {len(why)}"]
        self.transport.write("\r\n".join([*lines, "connection: close", "", why]).encode("ascii"))
        self.transport.close()

    # Times

    def _wait_for_request(self, seconds: float) -> None:
        self._stop_waiting()
        self._reading = self.loop.call_later(seconds, self._close_connection)

    def _stop_waiting(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._sending is None:
            self._sending = self.loop.call_later(self.limits.send_seconds, self._close_connection)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def _close_connection(self) -> None:
        if not self.transport.is_closing() or self._sending is not None:
            self.transport.abort()
