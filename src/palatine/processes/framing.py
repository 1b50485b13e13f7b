"""The protocol of the processes and their users: frames of bytes over a socket."""

from __future__ import annotations

import socket

import msgspec

LARGEST = 256 * 1024 * 1024
"""No frame is longer, in bytes."""


class WorkCall(msgspec.Struct, frozen=True, array_like=True):
    """Something to be done: by which function, with what, in how much memory (MB; 0: without limit), in how many
    seconds."""

    kind: str
    data: bytes
    megabytes: int
    seconds: float


class WorkAnswer(msgspec.Struct, frozen=True, array_like=True):
    """What came of it; with `error` there is no data, and after `ends` the process is gone."""

    data: bytes = b""
    error: str = ""
    ends: bool = False


def send(connection: socket.socket, data: bytes) -> None:
    connection.sendall(len(data).to_bytes(4, "big") + data)


def receive(connection: socket.socket) -> bytes:
    """The next frame. Raises EOFError when the other side is gone, ValueError for one that is too long."""
    length = int.from_bytes(_exactly(connection, 4), "big")
    if length > LARGEST:
        raise ValueError(f"a frame of {length} bytes")
    return _exactly(connection, length)


def _exactly(connection: socket.socket, length: int) -> bytes:
    parts = bytearray()
    while len(parts) < length:
        part = connection.recv(min(length - len(parts), 1 << 20))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)
