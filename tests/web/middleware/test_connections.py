"""Raw connections that send too much, or too little for too long."""

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
    """Return all that is received until the other side closes the connection."""
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
    """A thousand unread answers fill the system's buffers, and the server closes the connection."""
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
    limit(total=5, spare=0)
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


def test_a_process_that_is_full_answers_its_probes_and_nobody_else(
    connect: Connect, limit: Callable[..., None]
) -> None:
    limit(total=3, spare=2)
    kept = [connect() for _ in range(3)]
    kept[-1].sendall(HEAD + b"\r\n")
    assert kept[-1].recv(12) == b"HTTP/1.1 200"
    probe = connect()
    for _ in range(2):
        probe.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert probe.recv(4096).startswith(b"HTTP/1.1 200")
    probe.sendall(HEAD + b"\r\n")
    assert everything(probe).startswith(b"HTTP/1.1 503")


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
