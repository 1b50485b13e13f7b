"""Slots: limits on concurrent requests and streams in this process, per client and in total."""

from __future__ import annotations

import logging
from collections import Counter
from http import HTTPStatus
from typing import Any

import msgspec

from palatine import metrics
from palatine.accounts.auth.rate_limits import RateLimited
from palatine.web.middleware.rate_limits import limit_message, network_of
from palatine.web.middleware.security import send_refusal, wants_page
from palatine.web.wording import say

log = logging.getLogger(__name__)

HEALTH_PATH = "/healthz"
"""Path that needs no slot: a process at its limit still answers health probes."""
LOCAL_CLIENT = "this machine"
"""The client of requests from this machine, unless a proxy names the real client."""
SLOT_SCOPE_KEY = "palatine.slot"
"""Key of a request's slot in its scope."""
RETRY_HEADERS = [(b"retry-after", b"1")]


class SlotLimits(msgspec.Struct, frozen=True):
    """Maximum numbers of concurrent requests, including streams."""

    total: int = 1000
    each: int = 100
    """Requests of one client."""
    streams: int = 64
    """Streams of one client."""
    reserved: int = 100
    """Part of `total` that is reserved for clients with fewer than `few` requests."""
    few: int = 8


class Slots:
    """The slots of this process by client.

    A client is a network address as reported by a trusted proxy, or the /64 network of an IPv6 address. Clients on this
    machine are not limited unless `counts_local`.
    """

    def __init__(self, limits: SlotLimits | None = None, *, counts_local: bool = False) -> None:
        self.limits = limits or SlotLimits()
        self.counts_local = counts_local
        self.taken = 0
        self.held: Counter[str] = Counter()
        self.streams: Counter[str] = Counter()

    def client_of(self, address: str) -> str:
        """Return the client that a request from an address counts for, or "" if it is not limited."""
        return network_of(address) or (LOCAL_CLIENT if self.counts_local else "")

    def refusal(self, client: str) -> HTTPStatus | None:
        """Return the status with which a client is refused a slot, or None if it gets one."""
        if not client:
            return None
        held = self.held[client]
        if held >= self.limits.each:
            return HTTPStatus.TOO_MANY_REQUESTS
        left = self.limits.total - self.taken - (self.limits.reserved if held >= self.limits.few else 0)
        return HTTPStatus.SERVICE_UNAVAILABLE if left <= 0 else None


class Slot:
    """The slot of a request, to be released when the request ends."""

    def __init__(self, slots: Slots, client: str) -> None:
        self.slots = slots
        self.client = client
        self.is_stream = False
        slots.taken += 1
        slots.held[client] += 1

    def count_as_stream(self) -> None:
        """Count the request as a stream. Raises RateLimited."""
        most, streams = self.slots.limits.streams, self.slots.streams
        if self.client and streams[self.client] >= most:
            raise RateLimited(limit_message("listen", most, 60), 60)
        self.is_stream = True
        streams[self.client] += 1

    def release(self) -> None:
        self.slots.taken -= 1
        _decrease(self.slots.held, self.client)
        if self.is_stream:
            _decrease(self.slots.streams, self.client)


def _decrease(counter: Counter[str], client: str) -> None:
    counter[client] -= 1
    if not counter[client]:
        del counter[client]


class SlotMiddleware:
    """ASGI middleware that gives each request a slot, or refuses it before reading its body."""

    def __init__(self, app: Any, slots: Slots) -> None:
        self.app = app
        self.slots = slots

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"] == HEALTH_PATH:
            await self.app(scope, receive, send)
            return
        client = self.slots.client_of((scope.get("client") or ("",))[0])
        status = self.slots.refusal(client)
        if status is not None:
            await self._refuse(scope, send, status, client)
            return
        slot = scope[SLOT_SCOPE_KEY] = Slot(self.slots, client)
        try:
            await self.app(scope, receive, send)
        finally:
            slot.release()

    async def _refuse(self, scope: Any, send: Any, status: HTTPStatus, client: str) -> None:
        metrics.ERRORS.add("RateLimited" if status == HTTPStatus.TOO_MANY_REQUESTS else "Full")
        if client == LOCAL_CLIENT:
            log.warning("Request refused: client=local status=%d. Does the proxy send X-Forwarded-For?", status)
        # Keep the connection open: accepting a new one costs more than skipping a body.
        detail = say(f"limit.status-{status}", most=self.slots.limits.each)
        await send_refusal(send, status, status.phrase, detail, as_page=wants_page(scope), more=RETRY_HEADERS)
