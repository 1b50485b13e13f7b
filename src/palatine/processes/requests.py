"""A pool shared by several processes: one owns it, the others use it over a Unix socket."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path

import msgspec

from palatine.processes.framing import receive, send
from palatine.processes.pool import (
    DEFAULT_MEGABYTES,
    DEFAULT_SECONDS,
    Executor,
    PoolClosed,
    WorkFailed,
    WorkLimitExceeded,
)


class Request(msgspec.Struct, frozen=True, array_like=True):
    """A request for work, with the arguments of `Executor.call`."""

    kind: str
    data: bytes
    seconds: float
    megabytes: int
    about: str
    reserve: int


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """The result of a request, or the kind and text of its error."""

    data: bytes = b""
    error: str = ""
    kind: str = ""


_request_decoder = msgspec.msgpack.Decoder(Request)
_outcomes = msgspec.msgpack.Decoder(Reply)
_encode = msgspec.msgpack.Encoder().encode
_ERRORS: dict[str, type[Exception]] = {"failed": WorkFailed, "exhausted": WorkLimitExceeded, "closed": PoolClosed}


class SharedPool:
    """An `Executor` that uses the pool of another process."""

    def __init__(self, socket_path: Path) -> None:
        self._place = socket_path
        self._idle: list[socket.socket] = []
        self._lock = threading.Lock()
        self._closed = False
        self.busy = 0
        """Number of unfinished calls of this process."""

    def call(
        self,
        kind: str,
        data: bytes,
        *,
        seconds: float = DEFAULT_SECONDS,
        megabytes: int = DEFAULT_MEGABYTES,
        subject: str = "",
        reserve: int = 0,
    ) -> bytes:
        """Run work as `Executor.call`; also raises Closed if no process owns the pool."""
        request = _encode(Request(kind, data, seconds, megabytes, subject, reserve))
        self._count(1)
        try:
            outcome = self._ask(request)
        except (EOFError, OSError):
            try:  # The owner has died and another process owns the pool now.
                outcome = self._ask(request, on_new_connection=True)
            except (EOFError, OSError) as error:
                raise PoolClosed from error
        finally:
            self._count(-1)
        if outcome.kind:
            raise _ERRORS[outcome.kind](outcome.error)
        return outcome.data

    def _count(self, more: int) -> None:
        with self._lock:
            self.busy += more

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for each in idle:
            each.close()

    def _ask(self, request: bytes, *, on_new_connection: bool = False) -> Reply:
        connection = self._connection(on_new_connection=on_new_connection)
        try:
            send(connection, request)
            outcome = _outcomes.decode(receive(connection))
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return outcome
        connection.close()
        return outcome

    def _connection(self, *, on_new_connection: bool) -> socket.socket:
        with self._lock:
            if self._closed:
                raise PoolClosed
            if self._idle and not on_new_connection:
                return self._idle.pop()
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(self._place))
        except OSError:
            connection.close()
            raise
        return connection


def serve_requests(pool: Executor, listener: socket.socket) -> None:
    """Serve requests for `pool` on a listening socket until it closes, with a thread per client."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=_serve, args=(pool, connection), name="requests", daemon=True).start()


def _serve(pool: Executor, connection: socket.socket) -> None:
    with connection, suppress(EOFError, OSError):
        while True:
            request = _request_decoder.decode(receive(connection))
            send(connection, _encode(_outcome(pool, request)))


def _outcome(pool: Executor, request: Request) -> Reply:
    limits = {"seconds": request.seconds, "megabytes": request.megabytes}
    try:
        return Reply(
            pool.call(request.kind, request.data, subject=request.about, reserve=request.reserve, **limits)  # type: ignore[arg-type]
        )
    except WorkLimitExceeded as error:
        return Reply(error=str(error), kind="exhausted")
    except WorkFailed as error:
        return Reply(error=str(error), kind="failed")
    except PoolClosed:
        return Reply(kind="closed")
