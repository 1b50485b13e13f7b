"""The last look before a request is answered: whoever does not hold its match passes it on to the machine that does, or
sends it away, to be asked again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec

from palatine.web.models import MEDIA_TYPE, ProblemDetails
from palatine.web.wording import say
from palatine.web.workers.inner import Cut, Headers, Passage, visitor_of, word_of
from palatine.web.workers.shards import match_of
from palatine.web.workers.standing import Standing

CONNECTION = "palatine.connection"
"""Where a request names the connection it came on (`protocol`)."""
PATIENCE = 5.0
"""Seconds that a request waits while the machine that holds its match cannot be reached."""
HOPS = 2
"""So often a request is passed on: two machines may have been told different things."""


class Gate:
    """ASGI middleware around the whole application of a worker."""

    def __init__(self, app: Any, standing: Standing, secret: str = "") -> None:
        self.app = app
        self.standing = standing
        self.word = word_of(secret) if secret else b""
        self.passages: set[Passage] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.app, name)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        connection = scope.pop(CONNECTION, None)
        visitor = None
        if connection is not None and connection.is_inner:
            visitor = visitor_of(scope["headers"], self.word) if self.word else None
            if visitor is None:
                await _refuse(send, "Forbidden", 403, say("problem.no-machine"), [])
                return
            scope["client"], scope["scheme"] = visitor.client, visitor.scheme
        match = match_of(scope["path"])
        passage = None
        if match is not None and not self.standing.owns(match):
            passage = await self._way_to(match, visitor.hops if visitor is not None else 0)
        if passage is not None:
            await self._pass_on(passage, connection, scope, receive, send)
        elif match is None or self.standing.owns(match):
            await self.app(scope, receive, send)
        else:
            headers = [(b"retry-after", b"1"), (b"connection", b"close")]
            await _refuse(send, "Service Unavailable", 503, say("problem.moved"), headers)

    async def _way_to(self, match: str, hops: int) -> Passage | None:
        """The way to the machine that holds a match; None when none does, or this one by now."""
        until, has_tried = monotonic() + PATIENCE, False
        while hops < HOPS and monotonic() < until:
            address = self.standing.elsewhere(match)
            if address:
                passage = Passage(address, self.word, hops)
                with suppress(OSError):
                    await passage.connect()
                    return passage
                has_tried = True
            elif self.standing.holder(match) or not has_tried:
                return None
            await self._told()
        return None

    async def _pass_on(self, passage: Passage, connection: Any, scope: Any, receive: Any, send: Any) -> None:
        self.passages.add(passage)
        try:
            await passage.run(scope, receive, send)
        except Cut:  # what has become of the request nobody knows: whoever asked looks again
            await connection.hang_up()
        finally:
            self.passages.discard(passage)

    async def _told(self) -> None:
        """Until it is told anew who holds what."""
        loop, told = asyncio.get_running_loop(), asyncio.Event()
        self.standing.when_told(lambda: loop.call_soon_threadsafe(told.set))
        await told.wait()

    def let_go(self) -> None:
        """End what was passed on to machines that are no more: of one that has lost its power nobody hears."""
        for passage in tuple(self.passages):
            if not self.standing.knows(passage.address):
                passage.close()


async def _refuse(send: Any, title: str, status: int, why: str, headers: Headers) -> None:
    body = msgspec.json.encode(ProblemDetails(title, status, why))
    usual = [
        (b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": status, "headers": [*usual, *headers]})
    await send({"type": "http.response.body", "body": body})
