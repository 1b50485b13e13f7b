"""The last look before a request is answered: whoever does not hold its match sends it away, to be asked again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from palatine.web.models import MEDIA_TYPE, ProblemDetails
from palatine.web.wording import say
from palatine.web.workers.shards import match_of


class Gate:
    """ASGI middleware around the whole application of a worker."""

    def __init__(self, app: Any, owns: Callable[[str], bool]) -> None:
        self.app = app
        self.owns = owns

    def __getattr__(self, name: str) -> Any:
        return getattr(self.app, name)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        match = match_of(scope["path"]) if scope["type"] == "http" else None
        if match is None or self.owns(match):
            await self.app(scope, receive, send)
            return
        body = msgspec.json.encode(ProblemDetails("Service Unavailable", 503, say("problem.moved")))
        headers = [
            (b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode()),
            (b"retry-after", b"1"), (b"connection", b"close"), (b"cache-control", b"no-store"),
        ]  # fmt: skip
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": body})
