"""Gzip compression of responses: longer JSON and text, and each event of an event stream."""

from __future__ import annotations

import gzip
import zlib
from functools import lru_cache
from typing import Any

MIN_BYTES = 1_000
"""Minimum length in bytes of a body that is compressed."""
COMPRESSED_TYPES = (b"text/", b"application/json", b"application/problem+json", b"image/svg+xml")
EVENT_STREAM = b"text/event-stream"
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Gzip header (RFC 1952): deflate, no name, no time, no operating system."""


@lru_cache(64)
def deflate_piece(data: bytes) -> bytes:
    """Return one piece of a deflate stream, flushed and independent of its position (RFC 1951).

    The result is cached, so that a message to many clients is compressed only once.
    """
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)


def accepts_gzip(headers: Any) -> bool:
    """Return whether a request accepts gzip (RFC 9110, 12.5.3)."""
    named = b",".join(value for name, value in headers if name == b"accept-encoding").lower()
    asked = [each.replace(b" ", b"") for each in named.split(b",")]
    return any(each.partition(b";")[0] == b"gzip" and not each.endswith((b";q=0", b";q=0.0")) for each in asked)


class CompressionMiddleware:
    """ASGI middleware that compresses responses which are long enough and not compressed yet."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and accepts_gzip(scope["headers"]):
            await self.app(scope, receive, CompressedResponse(send).send)
        else:
            await self.app(scope, receive, send)


class CompressedResponse:
    """A response being sent.

    Its headers are delayed until the first part of the body shows whether to compress it.
    """

    def __init__(self, send: Any) -> None:
        self._send = send
        self._head: Any = None
        self._is_stream = False
        self._sum = self._length = 0

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self._head = message
            return
        if message["type"] == "http.response.body":
            body = message.get("body", b"")
            if self._head is not None:
                head, self._head = self._head, None
                body = self._first_part(head, body, more=message.get("more_body", False))
                await self._send(head)
            elif self._is_stream:
                body = self._next_part(body, more=message.get("more_body", False))
            message = {**message, "body": body}
        await self._send(message)

    def _first_part(self, head: Any, body: bytes, *, more: bool) -> bytes:
        """Return the first part of the body, compressed if the headers allow it."""
        headers = {name.lower(): value for name, value in head["headers"]}
        kind = headers.get(b"content-type", b"")
        is_stream = more and kind.startswith(EVENT_STREAM)
        is_worth_it = is_stream or (not more and len(body) >= MIN_BYTES and kind.startswith(COMPRESSED_TYPES))
        if not is_worth_it or b"content-encoding" in headers:
            return body
        if is_stream:
            self._is_stream = True
            body = GZIP_HEAD + self._next_part(body, more=True)
        else:
            body = gzip.compress(body, 6, mtime=0)
            headers[b"content-length"] = str(len(body)).encode()
        head["headers"] = [
            *[(name, value) for name, value in head["headers"] if name.lower() != b"content-length"],
            *([(b"content-length", headers[b"content-length"])] if not is_stream else []),
            (b"content-encoding", b"gzip"),
            (b"vary", b"accept-encoding"),
        ]
        return body

    def _next_part(self, body: bytes, *, more: bool) -> bytes:
        """Return the next piece of a stream; with the last one, also the gzip trailer."""
        self._sum, self._length = zlib.crc32(body, self._sum), self._length + len(body)
        piece = deflate_piece(body) if body else b""
        if more:
            return piece
        end = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS).flush()
        return piece + end + self._sum.to_bytes(4, "little") + (self._length % 2**32).to_bytes(4, "little")
