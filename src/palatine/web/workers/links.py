"""Between the front and each of its children: a pair of sockets, over which one hears that the other lives."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable

import msgspec

from palatine.web.workers.standing import Holdings, Roll

LARGEST = 64 * 1024
ALIVE, READY = b"alive", b"ready"
holdings_of = msgspec.msgpack.Decoder(Holdings).decode
_roll = msgspec.msgpack.Decoder(Roll).decode
_encode = msgspec.msgpack.Encoder().encode


def pair() -> tuple[socket.socket, socket.socket]:
    """The front's end and the child's."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    return ours, theirs


def tell(link: socket.socket, roll: Roll) -> None:
    """Tell a child who is at work. One that does not listen misses it; one that has died is found out otherwise."""
    try:
        link.send(_encode(roll))
    except OSError:
        return


def heard(link: socket.socket) -> list[bytes] | None:
    """What a child has said since; None when it has died."""
    said: list[bytes] = []
    while True:
        try:
            data = link.recv(LARGEST)
        except BlockingIOError:
            return said
        except OSError:
            return None
        if not data:
            return None
        said.append(data)


def follow(link: socket.socket, on_roll: Callable[[Roll], object]) -> None:
    """In a thread of its own in a child: answer each roll, so that the front hears that the process lives however
    busy its loop is. When the front has died the child is told to stop."""

    def run() -> None:
        try:
            while data := link.recv(LARGEST):
                on_roll(_roll(data))
                link.send(ALIVE)
        except OSError:
            pass  # the front has died between two words
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=run, name="front", daemon=True).start()
