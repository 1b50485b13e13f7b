"""A pool of worker processes, started on demand, killed and replaced on exceeding limits."""

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

DEFAULT_SECONDS = 60.0
DEFAULT_MEGABYTES = 2048
MAX_RECENT_SUBJECTS = 64
"""Number of recent subjects of work remembered for each process."""
NOOP = "palatine.processes.pool:noop"
_answers = msgspec.msgpack.Decoder(WorkAnswer)


class WorkFailed(Exception):
    """An error raised by the work; the text is the error."""


class WorkLimitExceeded(WorkFailed):
    """The work exceeded its time or memory limit, or ended its process."""


class WorkerDied(WorkLimitExceeded):
    """The process died or was killed."""


class PoolClosed(Exception):
    """The pool is closing and the work was not done; the work itself is not at fault."""


class Executor(Protocol):
    """An executor of work by kind."""

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
        """Return the result of the function `kind` ("module:function") for `data`.

        `subject` names the subject of the work, which prefers an idle process that knows the subject. Work with a
        `reserve` starts only while more than `reserve` processes are idle, after all work with a lower reserve. Raises
        WorkFailed.
        """

    def close(self) -> None:
        """Release all resources."""


class SerialExecutor:
    """An executor that runs work in the calling thread, without limits."""

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
        try:
            return function_of(kind)(data)
        except Exception as error:  # As in a worker process
            raise WorkFailed(f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        pass


class WorkerProcess:
    """A worker process, used by one thread at a time."""

    def __init__(self, preload: Sequence[str]) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "palatine.processes", str(theirs.fileno())]
            self._child = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
            )
        self._connection = ours
        self.knows: LRUCache[str, None] = LRUCache(MAX_RECENT_SUBJECTS)
        send(ours, msgspec.msgpack.encode((sys.path, list(preload))))

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def is_alive(self) -> bool:
        return self._child.poll() is None

    def call(self, call: WorkCall, subject: str) -> bytes:
        """Run a call in the process.

        Raises WorkFailed, or Exhausted if the call has ended the process.
        """
        self._connection.settimeout(call.seconds)
        try:
            send(self._connection, msgspec.msgpack.encode(call))
            answer = _answers.decode(receive(self._connection))
        except TimeoutError:
            raise WorkLimitExceeded(f"it takes more than {call.seconds:g} seconds") from None
        except ValueError as error:
            raise WorkLimitExceeded(f"its answer is too long: {error}") from None
        except (EOFError, OSError) as error:
            raise WorkerDied(f"its process has died ({type(error).__name__})") from None
        if answer.ends:
            raise WorkLimitExceeded(answer.error)
        self.knows[subject] = None
        if answer.error:
            raise WorkFailed(answer.error)
        return answer.data

    def kill(self) -> None:
        self._child.kill()
        self._child.wait()
        self._connection.close()


class ProcessPool:
    """A pool of at most `size` processes, each of which first imports the modules in `preload`."""

    def __init__(self, size: int | None = None, preload: Sequence[str] = ()) -> None:
        self.size = size or max(3, min(8, os.cpu_count() or 1))
        self._preload = preload
        self._idle: list[WorkerProcess] = []
        """Idle processes; the most recently used one is last."""
        self._busy: set[WorkerProcess] = set()
        self._turn = threading.Condition()
        self._queue: list[tuple[int, int]] = []
        self._tickets = itertools.count()
        self._closed = False

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
        """Run work as `Executor.call`; also raises Closed.

        The time limit counts from the start of the work in a process.
        """
        call = WorkCall(kind, data, megabytes, seconds)
        try:
            return self._call(call, subject, reserve)
        except WorkerDied:  # The machine may have been short of memory through no fault of the work.
            return self._call(call, subject, reserve)

    def _call(self, call: WorkCall, subject: str, reserve: int) -> bytes:
        with self._process(subject, min(reserve, self.size - 1)) as process:
            return process.call(call, subject)

    def start_workers(self, count: int = 3) -> None:
        """Start some processes in advance, so that the first callers need not wait for one."""
        call = WorkCall(NOOP, b"", 0, DEFAULT_SECONDS)

        def begin() -> None:
            with suppress(WorkFailed, PoolClosed):
                self._call(call, "", 0)

        threads = [threading.Thread(target=begin, daemon=True) for _ in range(min(count, self.size))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    @contextmanager
    def _process(self, subject: str, reserve: int) -> Iterator[WorkerProcess]:
        process = self._take_process(subject, reserve)
        try:
            yield process
        except WorkLimitExceeded as error:
            self._release_process(process, is_dead=True)
            if self._closed:
                raise PoolClosed from error
            log.warning("Worker process ended: %s", error)
            raise
        except BaseException as error:
            self._release_process(process, is_dead=not isinstance(error, WorkFailed))
            raise
        else:
            self._release_process(process)

    def _take_process(self, subject: str, reserve: int) -> WorkerProcess:
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
                raise PoolClosed
            process = self._chosen(subject) or self._begin()
            self._busy.add(process)
            return process

    def _begin(self) -> WorkerProcess:
        return WorkerProcess(self._preload)

    @property
    def _free(self) -> int:
        return self.size - len(self._busy)

    def _chosen(self, subject: str) -> WorkerProcess | None:
        """Return an idle process that knows the subject, or else the most recently used one."""
        self._idle = [process for process in self._idle if process.is_alive]
        if not self._idle:
            return None
        knowing = [process for process in self._idle if subject in process.knows]
        chosen = (knowing or self._idle)[-1]
        self._idle.remove(chosen)
        return chosen

    def _release_process(self, process: WorkerProcess, is_dead: bool = False) -> None:
        with self._turn:
            self._busy.discard(process)
            is_dead = is_dead or self._closed
            if not is_dead:
                self._idle.append(process)
            self._turn.notify_all()
        if is_dead:
            process.kill()

    @property
    def busy_count(self) -> int:
        """Number of busy processes."""
        return len(self._busy)

    @property
    def waiting_count(self) -> int:
        """Number of calls waiting for a process."""
        return len(self._queue)

    def process_ids(self) -> tuple[int, ...]:
        with self._turn:
            return tuple(process.pid for process in (*self._idle, *self._busy))

    def close(self) -> None:
        """End all processes; running work fails."""
        with self._turn:
            self._closed = True
            idle, self._idle = self._idle, []
            busy = tuple(self._busy)
            self._turn.notify_all()
        for process in (*idle, *busy):
            process.kill()


def noop(data: bytes) -> bytes:
    """Do nothing; a process that returns from this has started."""
    return data
