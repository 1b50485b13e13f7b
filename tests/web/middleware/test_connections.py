"""Connections that say too much, or too little for too long, over raw sockets."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
import pytest

from palatine.web.middleware.connections import ConnectionLimits

Connect = Callable[[], socket.socket]
HEAD = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"


def everything(connection: socket.socket) -> bytes:
    """What is said until the other side hangs up."""
    parts = []
    with suppress(ConnectionResetError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def lives(served: Any) -> bool:
    return httpx.get(f"{served.url}/api/games", timeout=20).status_code == 200


def test_an_ordinary_request_passes(connect: Connect) -> None:
    connection = connect()
    connection.sendall(HEAD + b"Connection: close\r\n\r\n")
    assert everything(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414"),
        (HEAD + b"X: " + b"x" * 40_000 + b"\r\n\r\n", b"431"),
        (HEAD + b"".join([b"X-%d: y\r\n" % i for i in range(150)]) + b"\r\n", b"431"),
        (HEAD + b"X: " + b"x" * 200_000, b"431"),
        (b"GET /" + b"x" * 200_000, b"414"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"400"),
        (b"GET / HTTP/9.9\r\n\r\n", b"400"),
    ],
)
def test_heads_that_are_too_large_or_none_are_refused(
    connect: Connect, served: Any, request_: bytes, status: bytes
) -> None:
    connection = connect()
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(request_)
    answer = everything(connection)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 " + status)
    assert lives(served)


def test_a_head_that_comes_drop_by_drop_is_not_waited_for(
    connect: Connect, limit: Callable[..., None], served: Any
) -> None:
    limit(head_seconds=0.5)
    silent, slow = connect(), connect()

    def drip() -> None:
        for byte in HEAD * 20:
            slow.sendall(bytes([byte]))
            time.sleep(0.05)

    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        drip()
    assert everything(silent) == b""
    assert lives(served)


def test_a_body_that_never_comes_is_not_waited_for(connect: Connect, limit: Callable[..., None]) -> None:
    limit(body_seconds=0.5)
    connection = connect()
    connection.sendall(
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1000\r\n\r\n{"
    )
    assert everything(connection) == b""


def test_who_does_not_read_is_let_go(connect: Connect, limit: Callable[..., None], served: Any) -> None:
    """A thousand answers that nobody reads fill what the system keeps for him; then the house hangs up."""
    limit(send_seconds=0.5)
    connection = connect()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    ask = b"GET /schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20

    def send() -> None:
        for _ in range(10_000):
            connection.sendall(ask)

    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        send()
    assert lives(served)


def test_there_are_so_many_connections_at_once(connect: Connect, limit: Callable[..., None], served: Any) -> None:
    limit(total=5)
    kept = [connect() for _ in range(5)]
    kept[-1].sendall(HEAD + b"\r\n")
    assert kept[-1].recv(12) == b"HTTP/1.1 200"
    assert everything(connect()).startswith(b"HTTP/1.1 503")
    for each in kept:
        each.close()
    until = time.monotonic() + 10
    while time.monotonic() < until:
        connection = connect()
        connection.sendall(HEAD + b"Connection: close\r\n\r\n")
        if everything(connection).startswith(b"HTTP/1.1 200"):
            return
    pytest.fail("nobody is let in any more")


@pytest.mark.usefixtures("from_abroad")
def test_one_address_leaves_room_for_others(connect: Connect, limit: Callable[..., None]) -> None:
    limit(each=3)
    kept = [connect() for _ in range(3)]
    kept[0].sendall(HEAD + b"\r\n")
    assert kept[0].recv(12) == b"HTTP/1.1 200"
    assert everything(connect()).startswith(b"HTTP/1.1 503")


def test_this_machine_itself_is_not_counted(connect: Connect, limit: Callable[..., None]) -> None:
    limit(each=3)
    kept = [connect() for _ in range(8)]
    kept[-1].sendall(HEAD + b"\r\n")
    assert kept[-1].recv(12) == b"HTTP/1.1 200"


def test_the_limits_are_far_above_what_a_page_needs() -> None:
    limits = ConnectionLimits()
    assert limits.url >= 8192
    assert limits.head_seconds >= 10
    assert limits.each >= 50


@pytest.mark.usefixtures("from_abroad")
def test_so_many_listen_from_one_address(
    served: Any, new_table: Any, monkeypatch: pytest.MonkeyPatch, connect: Connect
) -> None:
    monkeypatch.setattr("palatine.web.live.hub.STREAMS", 3)
    table = new_table()
    path = f"/api/matches/{table.match}/events".encode()
    listening = [connect() for _ in range(3)]
    for each in listening:
        each.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert each.recv(15) == b"HTTP/1.1 200 OK"
    answer = httpx.get(f"{served.url}{path.decode()}", timeout=20)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
    listening[0].close()
    until = time.monotonic() + 30
    while served.app.state.hub.streams["203.0.113.5"] >= 3 and time.monotonic() < until:
        table.act(table.asked()[0], "rest", 0, table.sight(None)["version"])
    assert served.app.state.hub.streams["203.0.113.5"] < 3
