"""Compression of answers for clients that support it, and of files."""

from __future__ import annotations

import gzip
import zlib
from typing import Any

import pytest

from loops import in_a_loop
from palatine.web.compression import MIN_BYTES, CompressedResponse, accepts_gzip, deflate_piece
from palatine.web.rendering import script_url, static_path
from web.helpers import Table


@pytest.mark.parametrize(
    ("said", "is_meant"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("GZIP", True), ("gzip;q=0, br", False), ("br", False), ("", False)],
)
def test_who_can_read_what_is_compressed(said: str, is_meant: bool) -> None:
    assert accepts_gzip([(b"accept-encoding", said.encode())]) == is_meant


def test_answers_of_some_length_are_compressed_for_who_can_read_that(client: Any, table: Table) -> None:
    headers = table.headers("North")
    address = f"{table.base}/view?seat=North"
    plain = client.get(address, headers={**headers, "accept-encoding": "identity"})
    small = client.get(address, headers={**headers, "accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in small.headers["vary"]
    assert int(small.headers["content-length"]) < len(plain.content) / 2
    assert small.json() == plain.json()
    short = client.get(f"{table.base}/layers", headers={"accept-encoding": "gzip"})
    assert len(short.content) < MIN_BYTES
    assert "content-encoding" not in short.headers


def test_each_piece_of_a_stream_is_read_as_it_comes() -> None:
    """The whole stream is a valid gzip file."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def stream(*pieces: bytes) -> None:
        answer = CompressedResponse(send)
        headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
        await answer.send({"type": "http.response.start", "status": 200, "headers": headers})
        for piece in pieces:
            await answer.send({"type": "http.response.body", "body": piece, "more_body": True})
        await answer.send({"type": "http.response.body", "body": b"", "more_body": False})

    pieces = (b"retry: 1000\n\n", b"data: one\n\n" * 300, b": still here\n\n")
    in_a_loop(stream(*pieces))
    assert (b"content-encoding", b"gzip") in sent[0]["headers"]
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert [reader.decompress(message["body"]) for message in sent[1:]] == [*pieces, b""]
    assert gzip.decompress(b"".join(message["body"] for message in sent[1:])) == b"".join(pieces)


def test_what_many_are_told_is_compressed_once() -> None:
    data = b"id: 7\nevent: changes\ndata: {}\n\n"
    assert deflate_piece(data) is deflate_piece(bytes(bytearray(data)))


def test_scripts_and_styles_are_served_compressed_and_letters_as_they_are(client: Any) -> None:
    for path in (script_url("match"), f"{static_path()}/map.css"):
        small = client.get(path, headers={"accept-encoding": "gzip"})
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert small.headers["content-encoding"] == "gzip"
        assert small.content == plain.content
        assert plain.headers["vary"] == "accept-encoding"
        assert client.head(path).status_code == 200
    assert "content-encoding" not in client.get(f"{static_path()}/fonts/fell.woff2").headers


@pytest.mark.parametrize(
    "place", ["../app.py", "%2e%2e/app.py", "js/pages", "bundle/nothing.js", "bundle/../app.py"]
)
def test_nothing_else_is_served_as_a_file(client: Any, place: str) -> None:
    assert client.get(f"{static_path()}/{place}").status_code == 404
