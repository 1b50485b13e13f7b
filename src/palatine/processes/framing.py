"""The protocol between worker processes and their clients: frames of bytes over a socket."""

from __future__ import annotations

import socket

import msgspec

MAX_FRAME_BYTES = 256 * 1024 * 1024
"""Maximum length of a frame in bytes."""


class WorkCall(msgspec.Struct, frozen=True, array_like=True):
    """A call of a function, with its data and limits.

    The memory limit is in MB, 0 for none; the time limit is in seconds.
    """

    kind: str
    data: bytes
    megabytes: int
    seconds: float


class WorkAnswer(msgspec.Struct, frozen=True, array_like=True):
    """The result of a call.

    With `error` there is no data. With `ends` the process exits after the answer.
    """

    data: bytes = b""
    error: str = ""
    ends: bool = False


def send(connection: socket.socket, data: bytes) -> None:
    connection.sendall(len(data).to_bytes(4, "big") + data)


def receive(connection: socket.socket) -> bytes:
    """Return the next frame.

    Raises EOFError if the connection was closed, ValueError if the frame is too long.
    """
    length = int.from_bytes(_receive_exactly(connection, 4), "big")
    if length > MAX_FRAME_BYTES:
        raise ValueError(f"a frame of {length} bytes")
    return _receive_exactly(connection, length)


def _receive_exactly(connection: socket.socket, length: int) -> bytes:
    parts = bytearray()
    while len(parts) < length:
        part = connection.recv(min(length - len(parts), 1 << 20))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)
