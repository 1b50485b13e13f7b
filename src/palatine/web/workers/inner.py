"""Between the machines of a house: a request for a match that another holds is passed on to it, and its answer back.

What is passed on is a request as the client has made it, with four headers more: the word by which machines know each
other, who asks, by which scheme, and how often it has been passed on. They count at the inner door alone; what a client
writes there itself is taken away before.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httptools

WORD, CLIENT, SCHEME, HOPS = b"palatine-word", b"palatine-client", b"palatine-scheme", b"palatine-hops"
OURS = frozenset((WORD, CLIENT, SCHEME, HOPS))
BETWEEN_TWO = frozenset(
    (b"connection", b"keep-alive", b"transfer-encoding", b"te", b"trailer", b"upgrade", b"expect", b"date",
     b"proxy-authenticate", b"proxy-authorization", b"proxy-connection")
)  # fmt: skip
"""Headers that are of one connection alone, or that whoever answers the client writes itself."""
CONNECTING = 1.0
"""Seconds after which a machine that does not answer is not there."""
PIECE = 64 * 1024

Headers = list[tuple[bytes, bytes]]


def place_of(address: str) -> tuple[str, int]:
    """Host and port of an inner address."""
    parts = urlsplit(f"//{address}")
    return parts.hostname or "", parts.port or 0


def word_of(secret: str) -> bytes:
    """The word that machines of one secret know each other by, which does not tell it."""
    return hmac.digest(secret.encode(), b"palatine inner door", "sha256").hex().encode()


class Visitor(NamedTuple):
    """Whom a request at the inner door is for."""

    client: tuple[str, int]
    scheme: str
    hops: int


def visitor_of(headers: Headers, word: bytes) -> Visitor | None:
    """Who asks by way of another machine; None when it is no machine of this house that says so."""
    told = {name: value for name, value in headers if name in OURS}
    if not hmac.compare_digest(told.get(WORD, b""), word):
        return None
    host, _, port = told[CLIENT].decode("ascii").rpartition(" ")
    return Visitor((host, int(port)), told[SCHEME].decode("ascii"), int(told[HOPS]))


class Cut(Exception):
    """The other machine has not answered to the end."""


class Passage:
    """A request on its way through another machine. Raises OSError when that cannot be reached, and Cut when it is
    gone in the middle; whoever asked has to be let go then."""

    def __init__(self, address: str, word: bytes, hops: int) -> None:
        self.address = address
        self.word = word
        self.hops = hops
        self._writer: asyncio.StreamWriter | None = None

    async def connect(self) -> None:
        """Go there. Nothing has been said yet."""
        async with asyncio.timeout(CONNECTING):
            self._reader, self._writer = await asyncio.open_connection(*place_of(self.address), limit=PIECE)

    async def run(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass on the request and its answer."""
        assert self._writer is not None
        asking = asyncio.create_task(self._ask(self._writer, scope, receive))
        try:
            await self._answer(scope["method"], send)
        except OSError as error:
            raise Cut from error
        finally:
            asking.cancel()
            self.close()

    def close(self) -> None:
        """Nobody waits for the answer any more, or nobody will give one."""
        if self._writer is not None:
            self._writer.transport.abort()

    async def _ask(self, writer: asyncio.StreamWriter, scope: Any, receive: Any) -> None:
        """Say what the client says, and hang up when the client does."""
        with suppress(OSError):
            writer.write(_head(scope, self._added(scope)))
            while (said := await receive())["type"] == "http.request":
                writer.write(_body(said, in_chunks=_is_in_chunks(scope["headers"])))
                await writer.drain()
        self.close()

    def _added(self, scope: Any) -> Headers:
        host, port = scope["client"] or ("", 0)
        return [
            (WORD, self.word), (CLIENT, f"{host} {port}".encode("ascii", "replace")),
            (SCHEME, scope["scheme"].encode("ascii")), (HOPS, b"%d" % (self.hops + 1)), (b"connection", b"close"),
        ]  # fmt: skip

    async def _answer(self, method: str, send: Any) -> None:
        """Hear the answer, and tell it piece by piece: who reads slowly is told slowly."""
        hearing = _Hearing(has_body=method != "HEAD")
        while not hearing.is_over:
            data = await self._reader.read(PIECE)
            if not data:
                raise Cut
            try:
                hearing.parser.feed_data(data)
            except httptools.HttpParserError as error:
                raise Cut from error
            for message in hearing.messages():
                await send(message)


def _head(scope: Any, added: Headers) -> bytes:
    path = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
    kept = [(name, value) for name, value in scope["headers"] if name not in BETWEEN_TWO | OURS]
    if _is_in_chunks(scope["headers"]):
        added = [*added, (b"transfer-encoding", b"chunked")]
    lines = [b"%b: %b\r\n" % each for each in [*kept, *added]]
    return b"%b %b HTTP/1.1\r\n%b\r\n" % (scope["method"].encode("ascii"), path, b"".join(lines))


def _is_in_chunks(headers: Headers) -> bool:
    return any(name == b"transfer-encoding" for name, _ in headers)


def _body(said: dict[str, Any], *, in_chunks: bool) -> bytes:
    body: bytes = said.get("body", b"")
    if not in_chunks:
        return body
    end = b"" if said.get("more_body") else b"0\r\n\r\n"
    return (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + end


class _Hearing:
    """An answer that comes in, as the messages of ASGI."""

    def __init__(self, *, has_body: bool) -> None:
        self.parser = httptools.HttpResponseParser(self)
        self.is_over = False
        self._has_body = has_body
        self._headers: Headers = []
        self._found: list[dict[str, Any]] = []

    def messages(self) -> Iterator[dict[str, Any]]:
        """What has come since."""
        found, self._found = self._found, []
        yield from found

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() not in BETWEEN_TWO:
            self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        status = self.parser.get_status_code()
        self._found.append({"type": "http.response.start", "status": status, "headers": self._headers})
        if not self._has_body:
            self.on_message_complete()

    def on_body(self, body: bytes) -> None:
        self._found.append({"type": "http.response.body", "body": body, "more_body": True})

    def on_message_complete(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._found.append({"type": "http.response.body", "body": b""})
