"""A pool of processes, begun when they are needed, killed when they run away, begun again."""

from __future__ import annotations

import bisect
import itertools
import logging
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

import msgspec
from cachetools import LRUCache

from palatine.processes.framing import WorkAnswer, WorkCall, receive, send
from palatine.processes.work import function_of

log = logging.getLogger(__name__)

SECONDS = 60.0
MEGABYTES = 2048
REMEMBERED = 64
"""Of so many things a process is known to have worked on them last."""
NOTHING = "palatine.processes.pool:noop"
_answers = msgspec.msgpack.Decoder(WorkAnswer)


class WorkFailed(Exception):
    """The work was begun and failed; the text is the error it ended with."""


class Exhausted(WorkFailed):
    """The work took more time or memory than it may, or ended its process."""


class WorkerDied(Exhausted):
    """The process came to its end by itself, or somebody ended it."""


class Closed(Exception):
    """The pool is closing; the work was not done, and nothing is wrong with it."""


class Executor(Protocol):
    """An executor of work of a kind."""

    def call(
        self,
        kind: str,
        data: bytes,
        *,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
        about: str = "",
        reserve: int = 0,
    ) -> bytes:
        """What the function `kind` ("module:function") makes of `data`. Raises Failed.

        `about` names what the work is about: it goes to the process that knows it already, if that is idle. Work
        with a `reserve` begins only while more than so many processes are idle, and after all work with less.
        """

    def close(self) -> None:
        """Let go of what it holds."""


class SerialExecutor:
    """Does the work in the calling thread, and waits for it however long it takes."""

    def call(
        self,
        kind: str,
        data: bytes,
        *,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
        about: str = "",
        reserve: int = 0,
    ) -> bytes:
        try:
            return function_of(kind)(data)
        except Exception as error:  # as in a process of its own
            raise WorkFailed(f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        pass


class Process:
    """One process; used by one thread at a time."""

    def __init__(self, preload: Sequence[str]) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "palatine.processes", str(theirs.fileno())]
            self._child = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
            )
        self._connection = ours
        self.knows: LRUCache[str, None] = LRUCache(REMEMBERED)
        send(ours, msgspec.msgpack.encode((sys.path, list(preload))))

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def is_alive(self) -> bool:
        return self._child.poll() is None

    def call(self, call: WorkCall, about: str) -> bytes:
        """Have something done. Raises Failed, and Exhausted when the process has come to its end by it."""
        self._connection.settimeout(call.seconds)
        try:
            send(self._connection, msgspec.msgpack.encode(call))
            answer = _answers.decode(receive(self._connection))
        except TimeoutError:
            raise Exhausted(f"it takes more than {call.seconds:g} seconds") from None
        except ValueError as error:
            raise Exhausted(f"its answer is too long: {error}") from None
        except (EOFError, OSError) as error:
            raise WorkerDied(f"its process has died ({type(error).__name__})") from None
        if answer.ends:
            raise Exhausted(answer.error)
        self.knows[about] = None
        if answer.error:
            raise WorkFailed(answer.error)
        return answer.data

    def kill(self) -> None:
        self._child.kill()
        self._child.wait()
        self._connection.close()


class Pool:
    """At most `size` processes. `preload` are modules that each of them imports first."""

    def __init__(self, size: int | None = None, preload: Sequence[str] = ()) -> None:
        self.size = size or max(3, min(8, os.cpu_count() or 1))
        self._preload = preload
        self._idle: list[Process] = []
        """The one used last is the last."""
        self._busy: set[Process] = set()
        self._turn = threading.Condition()
        self._queue: list[tuple[int, int]] = []
        self._tickets = itertools.count()
        self._closed = False

    def call(
        self,
        kind: str,
        data: bytes,
        *,
        seconds: float = SECONDS,
        megabytes: int = MEGABYTES,
        about: str = "",
        reserve: int = 0,
    ) -> bytes:
        """See `Executor.call`; raises Closed as well. The time counts from when a process begins with the work."""
        call = WorkCall(kind, data, megabytes, seconds)
        try:
            return self._call(call, about, reserve)
        except WorkerDied:  # perhaps the machine was short of memory, and it was no fault of the work
            return self._call(call, about, reserve)

    def _call(self, call: WorkCall, about: str, reserve: int) -> bytes:
        with self._process(about, min(reserve, self.size - 1)) as process:
            return process.call(call, about)

    def warm(self, count: int = 3) -> None:
        """Begin some processes, lest the first who needs one wait for it."""
        call = WorkCall(NOTHING, b"", 0, SECONDS)

        def begin() -> None:
            with suppress(WorkFailed, Closed):
                self._call(call, "", 0)

        threads = [threading.Thread(target=begin, daemon=True) for _ in range(min(count, self.size))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    @contextmanager
    def _process(self, about: str, reserve: int) -> Iterator[Process]:
        process = self._take(about, reserve)
        try:
            yield process
        except Exhausted as error:
            self._let_go(process, is_dead=True)
            if self._closed:
                raise Closed from error
            log.warning("A process was ended: %s", error)
            raise
        except BaseException as error:
            self._let_go(process, is_dead=not isinstance(error, WorkFailed))
            raise
        else:
            self._let_go(process)

    def _take(self, about: str, reserve: int) -> Process:
        mine = (reserve, next(self._tickets))
        with self._turn:
            bisect.insort(self._queue, mine)
            try:
                while not self._closed and not (self._queue[0] == mine and self._free > reserve):
                    self._turn.wait()
            finally:
                self._queue.remove(mine)
                self._turn.notify_all()
            if self._closed:
                raise Closed
            process = self._chosen(about) or self._begin()
            self._busy.add(process)
            return process

    def _begin(self) -> Process:
        return Process(self._preload)

    @property
    def _free(self) -> int:
        return self.size - len(self._busy)

    def _chosen(self, about: str) -> Process | None:
        """An idle process: one that knows the thing, else the one used last."""
        self._idle = [process for process in self._idle if process.is_alive]
        if not self._idle:
            return None
        knowing = [process for process in self._idle if about in process.knows]
        chosen = (knowing or self._idle)[-1]
        self._idle.remove(chosen)
        return chosen

    def _let_go(self, process: Process, is_dead: bool = False) -> None:
        with self._turn:
            self._busy.discard(process)
            is_dead = is_dead or self._closed
            if not is_dead:
                self._idle.append(process)
            self._turn.notify_all()
        if is_dead:
            process.kill()

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return len(self._busy)

    @property
    def waiting(self) -> int:
        """How much work waits for a process."""
        return len(self._queue)

    def processes(self) -> tuple[int, ...]:
        """The ids of the processes there are."""
        with self._turn:
            return tuple(process.pid for process in (*self._idle, *self._busy))

    def close(self) -> None:
        """End all processes; what they are at fails."""
        with self._turn:
            self._closed = True
            idle, self._idle = self._idle, []
            busy = tuple(self._busy)
            self._turn.notify_all()
        for process in (*idle, *busy):
            process.kill()


def noop(data: bytes) -> bytes:
    """Work that is none: a process that has done it has begun."""
    return data
