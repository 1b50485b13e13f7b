"""The thread pools of a server, with fair scheduling between clients."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from palatine.logs import bind_context

T = TypeVar("T")

SERVER_CLIENT = ""
"""The client of the server's own work.

Tasks that one client's request starts but that also serve other clients use it.
"""
MAX_CLIENT_ACTIONS = 16
"""Maximum number of concurrent actions of one client in the action queue."""
CURRENT_CLIENT: ContextVar[str] = ContextVar("client", default=SERVER_CLIENT)
"""Network address of the client whose request is being handled."""


class _Job(NamedTuple):
    client: str
    work: Callable[[], Any]
    future: Future[Any]


class FairPool:
    """A thread pool that serves clients in turn.

    The next job is the oldest one of the client with the fewest running jobs. Of several such clients, it is the one
    whose last turn is longest ago. `each` limits how many jobs of one client run at a time.
    """

    def __init__(self, threads: int, name: str, each: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._each = threads if each is None else each
        self._lock = threading.Lock()
        self._queues: dict[str, deque[_Job]] = {}
        self._running: Counter[str] = Counter()
        self._began: dict[str, int] = {}
        """Number of the last turn of each client with waiting or running jobs."""
        self._turn = 0

    @property
    def waiting_count(self) -> int:
        """The number of jobs that wait for a thread."""
        with self._lock:
            return sum(map(len, self._queues.values()))

    def submit(self, client: str, work: Callable[[], T]) -> Future[T]:
        """Submit a job for a client."""
        future: Future[T] = Future()
        with self._lock:
            self._queues.setdefault(client, deque()).append(_Job(client, work, future))
        self._pool.submit(self._run_jobs)
        return future

    def _run_jobs(self) -> None:
        """Run jobs until none may start.

        A job held back by its client's limit has no other thread to wake it.
        """
        while (job := self._next_job()) is not None:
            try:
                if job.future.set_running_or_notify_cancel():
                    _carry_out(job)
            finally:
                with self._lock:
                    self._running[job.client] -= 1
                    self._remove_if_idle(job.client)

    def _next_job(self) -> _Job | None:
        with self._lock:
            client = min(
                self._queues, key=lambda each: (self._running[each], self._began.get(each, 0)), default=None
            )
            if client is None or self._running[client] >= self._each:
                return None
            queue = self._queues[client]
            job = queue.popleft()
            if not queue:
                del self._queues[client]
            self._turn += 1
            self._running[client], self._began[client] = self._running[client] + 1, self._turn
            return job

    def _remove_if_idle(self, client: str) -> None:
        if not self._running[client]:
            del self._running[client]
            if client not in self._queues:
                del self._began[client]


def _carry_out(job: _Job) -> None:
    try:
        result = job.work()
    except BaseException as error:
        job.future.set_exception(error)
    else:
        job.future.set_result(result)


class ClientLimits:
    """A limit on the concurrent tasks of one client; further tasks wait in order of arrival."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._clients: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def semaphore_of(self, client: str) -> asyncio.Semaphore:
        """Return the semaphore that a client's task holds while it runs."""
        return self._clients.setdefault(client, asyncio.Semaphore(self._each))


class ThreadPools:
    """The thread pools of a server: a few threads for quick work, and others for slow work.

    Writes have a pool of their own: while another process locks the database, reads do not wait. An analysis takes up
    to a minute, so analyses have their own threads, and each client uses one of them at a time. No client can occupy
    all threads of a pool, so that requests of others start even while one client's requests are slow.
    """

    def __init__(self) -> None:
        self.quick = FairPool(4, "quick", each=3)
        self.writing = FairPool(4, "writing", each=3)
        self.long = FairPool(3, "long", each=2)
        self.analyses = FairPool(2, "analysis", each=1)
        self.actions = ClientLimits(MAX_CLIENT_ACTIONS)

    @property
    def waiting_counts(self) -> dict[str, int]:
        """The number of jobs that wait for a thread, by pool."""
        pools = {"quick": self.quick, "writing": self.writing, "long": self.long, "analyses": self.analyses}
        return {name: pool.waiting_count for name, pool in pools.items()}

    async def run(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Run quick work that only reads."""
        return await _submit(self.quick, bind_context(work, *args, **kwargs))

    async def write(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Run work that writes."""
        return await _submit(self.writing, bind_context(work, *args, **kwargs))

    async def act(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run work in the action queue, which is served in order of arrival."""
        async with self.actions.semaphore_of(CURRENT_CLIENT.get()):
            return await work()

    async def run_long(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Run work that may take seconds."""
        return await _submit(self.long, bind_context(work, *args, **kwargs))

    async def analyse(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Run an analysis, which may take a minute."""
        return await _submit(self.analyses, bind_context(work, *args, **kwargs))


async def _submit(pool: FairPool, work: Callable[[], T]) -> T:
    return await asyncio.wrap_future(pool.submit(CURRENT_CLIENT.get(), work))
