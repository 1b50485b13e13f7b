"""The two requests that come by the thousand, past the framework: an action, and listening to changes.

Doors, rules and problems are those of the handlers in `api`, which also stand in the schema. What is not plainly one of
the two, or cannot be read, goes to the framework, which says what is wrong with it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Response

from palatine.core import PalatineError
from palatine.web.api.matches import carry_out
from palatine.web.api.views import STREAM_HEADERS, listen
from palatine.web.auth import token_scopes
from palatine.web.compression import CompressionMiddleware
from palatine.web.middleware.allowed_hosts import AllowedHosts
from palatine.web.middleware.request_ids import RequestIdMiddleware
from palatine.web.middleware.security import SecurityMiddleware
from palatine.web.models import ActRequest
from palatine.web.problems import on_any, on_palatine
from palatine.web.requests import RequestServices, StrictRequest

_PATH = re.compile(r"/api/matches/([A-Za-z0-9_-]{1,64})/(actions|events)")
_LISTENING = re.compile(r"seat=([A-Za-z0-9_-]{1,80})&since=([0-9]{1,15})&changes=true")
"""As the page asks."""
_act_request = msgspec.json.Decoder(ActRequest).decode


class FastPath:
    """ASGI: answers what it knows, and passes on the rest."""

    def __init__(
        self, app: Any, services: RequestServices, hosts: AllowedHosts, body_limit: int, *, access_log: bool = False
    ) -> None:
        self.app = app
        self.services = services
        self.body_limit = body_limit
        self.acting, self.listening = (
            RequestIdMiddleware(SecurityMiddleware(CompressionMiddleware(inner), hosts), access_log=access_log)
            for inner in (self._act, self._listen)
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        found = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        kind = (scope["method"], found[2]) if found else None
        if kind == ("POST", "actions") and scope["query_string"] == b"changes=true" and self._is_short(scope):
            await self._read(scope, receive, send)
        elif kind == ("GET", "events") and _LISTENING.fullmatch(scope["query_string"].decode("latin-1")):
            await self.listening(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_short(self, scope: Any) -> bool:
        """Whether the body is said to be of a length that is let in."""
        said = [value for name, value in scope["headers"] if name == b"content-length"]
        return len(said) == 1 and said[0].isdigit() and int(said[0]) <= self.body_limit

    async def _read(self, scope: Any, receive: Any, send: Any) -> None:
        """Read an action; what cannot be read the framework reads again, and says why."""
        messages = [await receive()]
        while messages[-1].get("more_body"):
            messages.append(await receive())
        try:
            scope["palatine.action"] = _act_request(b"".join([each.get("body", b"") for each in messages]))
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            await self.app(scope, _again(messages, receive), send)
        else:
            await self.acting(scope, receive, send)

    async def _act(self, scope: Any, receive: Any, send: Any) -> None:
        request, data = StrictRequest(scope, receive, send), scope["palatine.action"]
        try:
            await token_scopes.check(self.services, request, "play")
            answer = await carry_out(self.services, request, _match_of(scope), data, as_changes=True)
        except Exception as error:
            answer = _problem(request, error)
        await _send(answer, send)

    async def _listen(self, scope: Any, receive: Any, send: Any) -> None:
        found = _LISTENING.fullmatch(scope["query_string"].decode("latin-1"))
        assert found is not None
        request = StrictRequest(scope, receive, send)
        try:
            await token_scopes.check(self.services, request, "look")
            stream = await listen(
                self.services, request, _match_of(scope), found[1], int(found[2]), as_changes=True
            )
        except Exception as error:
            await _send(_problem(request, error), send)
            return
        headers = [(name.encode(), value.encode()) for name, value in STREAM_HEADERS.items()]
        headers.append((b"content-type", b"text/event-stream; charset=utf-8"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        tasks = [asyncio.create_task(_pump(stream, send)), asyncio.create_task(_hang_up(receive))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            await stream.aclose()


def _match_of(scope: Any) -> str:
    return str(scope["path"].split("/")[3])


def _problem(request: StrictRequest, error: Exception) -> Response[Any]:
    return on_palatine(request, error) if isinstance(error, PalatineError) else on_any(request, error)


def _again(messages: list[Any], receive: Any) -> Any:
    """What receives messages that have been read once more, and then what follows."""
    waiting = iter(messages)

    async def again() -> Any:
        return next(waiting, None) or await receive()

    return again


async def _send(answer: Response[Any], send: Any) -> None:
    """Send an answer whose body has been encoded."""
    body: bytes = answer.content
    headers = [(name.encode(), str(value).encode()) for name, value in answer.headers.items()]
    headers.append((b"content-type", str(answer.media_type).encode()))
    headers.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": answer.status_code or 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _pump(stream: AsyncIterator[bytes], send: Any) -> None:
    async for data in stream:
        await send({"type": "http.response.body", "body": data, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _hang_up(receive: Any) -> None:
    """Back when whoever listened has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
