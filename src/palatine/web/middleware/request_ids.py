"""Request ids, which responses and log records carry, and request metrics.

Requests are logged only with `monitoring.access_log`, without the client's address and without secrets in links.
"""

from __future__ import annotations

import logging
import os
import re
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import quote

from palatine import metrics
from palatine.logs import ACCESS_LOGGER, MATCH_ID, REQUEST_ID, mask_secrets
from palatine.web.middleware.head_requests import HEAD_SCOPE_KEY
from palatine.web.middleware.rate_limits import network_of
from palatine.web.thread_pools import CURRENT_CLIENT

log = logging.getLogger(ACCESS_LOGGER)

_SANE = re.compile(rb"[A-Za-z0-9._-]{8,64}")
"""Form of request ids that are accepted from clients."""
_MATCH = re.compile(r"/(?:api/matches|play|watch|replay|story|verify)/([a-z0-9]{14})(?:/|$)")
_numbers = Random()  # The ids only name requests, so a fast generator is enough.
os.register_at_fork(after_in_child=_numbers.seed)
KNOWN_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def loggable_path(path: str) -> str:
    """Return a path for the log: on one line, without secrets, at most 200 characters."""
    return mask_secrets(quote(path))[:200]


class RequestIdMiddleware:
    """The outermost ASGI middleware: it gives each request an id and counts its response."""

    def __init__(self, app: Any, *, access_log: bool = False) -> None:
        self.app = app
        self.access_log = access_log

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        name = given.decode("ascii") if _SANE.fullmatch(given) else f"{_numbers.getrandbits(64):016x}"
        found = _MATCH.match(scope["path"])
        REQUEST_ID.set(name)
        MATCH_ID.set(found[1] if found else "")
        address = (scope.get("client") or ("",))[0]
        CURRENT_CLIENT.set(network_of(address) or address)
        begun = perf_counter()

        async def tracked(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
                self._count(scope, message["status"], perf_counter() - begun)
            await send(message)

        await self.app(scope, receive, tracked)

    def _count(self, scope: Any, status: int, seconds: float) -> None:
        method = (
            "HEAD" if HEAD_SCOPE_KEY in scope else scope["method"] if scope["method"] in KNOWN_METHODS else "other"
        )
        metrics.REQUESTS.add(method, str(status))
        if self.access_log:
            log.info("%s %s %d %.1f ms", method, loggable_path(scope["path"]), status, seconds * 1000)
