"""The ways between the workers of a machine: connections are handed over on them, and news is told.

Each worker listens on a Unix socket in a folder that none but its user can enter. What cannot be sent at once waits;
when the other worker has died, what waited for it is dropped: its clients come again, and what it has to know it
reads from the database.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from palatine.web.workers.families import Family

LARGEST = 96 * 1024
"""Bytes of a packet at most."""
BACKLOG = 512
WAITING = 256
"""So many packets wait for a worker at most; more are dropped."""


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A connection, which comes along, and what has been read from it."""

    first: bytes
    hops: int
    is_inner: bool = False
    """Whether it is of another machine of the house."""


class News(msgspec.Struct, frozen=True, tag="news"):
    """A match that the receiver holds is at a version; there are new letters in the boxes of these seats."""

    match: str
    version: int
    letters: tuple[str, ...] = ()


class Wake(msgspec.Struct, frozen=True, tag="wake"):
    """The house is to act in a match that the receiver holds."""

    match: str


class Question(msgspec.Struct, frozen=True, tag="question"):
    """A worker wants to know what the receiver has measured."""

    by: int
    n: int


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """What the sender has measured, to question `n` of the receiver."""

    n: int
    families: list[Family]


Packet = Passed | News | Wake | Question | Answer
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Packet).decode


class Road:
    """The way to one other worker; used in the thread of the loop alone."""

    def __init__(self, place: Path) -> None:
        """Raises OSError when nobody is there."""
        self._loop = asyncio.get_running_loop()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._waiting: deque[tuple[bytes, int | None]] = deque()
        self.is_closed = False
        try:
            self._socket.setblocking(False)
            self._socket.connect(str(place))
        except OSError:
            self._socket.close()
            raise

    def send(self, packet: Packet, connection: int | None = None) -> None:
        """Send it, with an open file if there is one. Raises OSError when nobody is there any more, or too much
        waits."""
        data = _encode(packet)
        if not self._waiting:
            try:
                self._send(data, connection)
                return
            except BlockingIOError:
                self._loop.add_writer(self._socket, self._go_on)
        if len(self._waiting) >= WAITING:
            raise BlockingIOError
        self._waiting.append((data, None if connection is None else os.dup(connection)))

    def _send(self, data: bytes, connection: int | None) -> None:
        try:
            socket.send_fds(self._socket, [data], [] if connection is None else [connection])
        except BlockingIOError:
            raise
        except OSError:
            self.close()
            raise

    def _go_on(self) -> None:
        with suppress(OSError):
            while self._waiting:
                data, connection = self._waiting[0]
                self._send(data, connection)
                self._waiting.popleft()
                if connection is not None:
                    os.close(connection)
            self._loop.remove_writer(self._socket)

    def close(self) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        self._loop.remove_writer(self._socket)
        self._socket.close()
        for _, connection in self._waiting:
            if connection is not None:
                os.close(connection)
        self._waiting.clear()


class Roads:
    """All ways from and to one worker."""

    def __init__(self, folder: Path, number: int = 0) -> None:
        self.folder = folder
        self.number = number
        self._roads: dict[int, Road] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, on_packet: Callable[[Packet, socket.socket | None], None]) -> None:
        """Listen, and call back for each packet, with the connection that came along; within the loop."""
        self._loop = asyncio.get_running_loop()
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listening.setblocking(False)
        listening.bind(str(self._place(self.number)))
        listening.listen(BACKLOG)
        self._loop.add_reader(listening, self._accept, listening, on_packet)

    def close(self) -> None:
        for road in self._roads.values():
            road.close()
        self._place(self.number).unlink(missing_ok=True)

    def send(self, to: int, packet: Packet, connection: int | None = None) -> bool:
        """Send something to another worker, within the loop; whether it is on its way."""
        for _ in range(2):  # the second time to whoever is there now
            road = self._roads.get(to)
            try:
                if road is None or road.is_closed:
                    road = self._roads[to] = Road(self._place(to))
                road.send(packet, connection)
                return True
            except OSError:
                self._roads.pop(to, None)
        return False

    def tell(self, to: int, packet: Packet) -> None:
        """Send something to another worker, from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.send, to, packet)

    def _place(self, number: int) -> Path:
        return self.folder / f"{number}"

    def _accept(self, listening: socket.socket, on_packet: Callable[[Packet, socket.socket | None], None]) -> None:
        loop = asyncio.get_running_loop()
        with suppress(BlockingIOError):
            while True:
                arrived, _ = listening.accept()
                arrived.setblocking(False)
                loop.add_reader(arrived, self._read, arrived, on_packet)

    def _read(self, arrived: socket.socket, on_packet: Callable[[Packet, socket.socket | None], None]) -> None:
        loop = asyncio.get_running_loop()
        try:
            data, files, _, _ = socket.recv_fds(arrived, LARGEST, 1)
        except BlockingIOError:
            return
        except OSError:
            data, files = b"", []
        if not data:
            loop.remove_reader(arrived)
            arrived.close()
            return
        on_packet(_decode(data), socket.socket(fileno=files[0]) if files else None)
