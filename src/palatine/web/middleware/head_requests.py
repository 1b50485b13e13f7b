"""Support of HEAD for every GET route: the same headers without a body (RFC 9110, 9.3.2)."""

from __future__ import annotations

import asyncio
from typing import Any

HEAD_SCOPE_KEY = "palatine.head"
"""Key in the scope of a request that arrived as HEAD."""


class HeadRequestMiddleware:
    """ASGI middleware that handles HEAD as GET and sends only the headers of the response.

    It wraps the router, which does not support HEAD.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        is_answered = asyncio.Event()

        async def send_head(message: Any) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                is_answered.set()

        async def receive_until_answered() -> Any:
            """Receive, and disconnect once the headers are sent, since a stream does not end by itself."""
            if is_answered.is_set():
                return {"type": "http.disconnect"}
            coming = asyncio.ensure_future(receive())
            answered = asyncio.ensure_future(is_answered.wait())
            await asyncio.wait((coming, answered), return_when=asyncio.FIRST_COMPLETED)
            answered.cancel()
            if coming.done():
                return coming.result()
            coming.cancel()
            return {"type": "http.disconnect"}

        await self.app({**scope, "method": "GET", HEAD_SCOPE_KEY: True}, receive_until_answered, send_head)
