"""The threads in which a server works, and in which order: clients take turns, so that none waits for another's many
requests."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from palatine.logs import in_track

T = TypeVar("T")

EVERYBODY = ""
"""The client of the server's own work. A task that one client's request begins and that serves others too takes it."""
ACTIONS = 16
"""Actions of one client in the action queue at a time."""
CLIENT: ContextVar[str] = ContextVar("client", default=EVERYBODY)
"""The network address whose request is being answered."""


class _Job(NamedTuple):
    client: str
    work: Callable[[], Any]
    future: Future[Any]


class FairPool:
    """A pool of threads that serves clients in turn.

    The next job is the oldest one of the client with the fewest jobs under way; of several such clients it is the one
    whose last turn is longest ago. `each` limits how many jobs of one client run at a time.
    """

    def __init__(self, threads: int, name: str, each: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._each = threads if each is None else each
        self._lock = threading.Lock()
        self._queues: dict[str, deque[_Job]] = {}
        self._running: Counter[str] = Counter()
        self._began: dict[str, int] = {}
        """When each client of whom something waits or runs last had a turn."""
        self._turn = 0

    @property
    def waiting(self) -> int:
        """How many jobs wait for a thread."""
        with self._lock:
            return sum(map(len, self._queues.values()))

    def submit(self, client: str, work: Callable[[], T]) -> Future[T]:
        """Have something done for a client."""
        future: Future[T] = Future()
        with self._lock:
            self._queues.setdefault(client, deque()).append(_Job(client, work, future))
        self._pool.submit(self._work)
        return future

    def _work(self) -> None:
        """Work until nothing is left that may begin: what a client's limit held back has no other thread to wake."""
        while (job := self._next()) is not None:
            try:
                if job.future.set_running_or_notify_cancel():
                    _carry_out(job)
            finally:
                with self._lock:
                    self._running[job.client] -= 1
                    self._forget(job.client)

    def _next(self) -> _Job | None:
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

    def _forget(self, client: str) -> None:
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


class Turns:
    """Limits how many tasks of one client are under way at a time; the rest wait in the order they came."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._clients: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, client: str) -> asyncio.Semaphore:
        """Return what a client's task holds while it is under way."""
        return self._clients.setdefault(client, asyncio.Semaphore(self._each))


class ThreadPools:
    """The threads of a server: a few for quick things, so that they do not compete, and others for long ones.

    Those that write have their own: however long another process holds the database, readers do not wait. An analysis
    takes up to a minute: analyses have threads of their own, and each client uses one of them at a time. No client
    uses all threads of a kind, so that another's request starts even while one client's requests take long.
    """

    def __init__(self) -> None:
        self.quick = FairPool(4, "quick", each=3)
        self.writing = FairPool(4, "writing", each=3)
        self.long = FairPool(3, "long", each=2)
        self.analyses = FairPool(2, "analysis", each=1)
        self.actions = Turns(ACTIONS)

    @property
    def waiting(self) -> dict[str, int]:
        """How much waits for a thread, by what the threads are for."""
        pools = {"quick": self.quick, "writing": self.writing, "long": self.long, "analyses": self.analyses}
        return {name: pool.waiting for name, pool in pools.items()}

    async def run(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Do something quick that reads."""
        return await _submitted(self.quick, in_track(work, *args, **kwargs))

    async def write(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Do something that writes."""
        return await _submitted(self.writing, in_track(work, *args, **kwargs))

    async def act(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run work of the action queue, which serves in the order of arrival."""
        async with self.actions.of(CLIENT.get()):
            return await work()

    async def run_long(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Do something that may take seconds."""
        return await _submitted(self.long, in_track(work, *args, **kwargs))

    async def analyse(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Do an analysis, which may take a minute."""
        return await _submitted(self.analyses, in_track(work, *args, **kwargs))


async def _submitted(pool: FairPool, work: Callable[[], T]) -> T:
    return await asyncio.wrap_future(pool.submit(CLIENT.get(), work))
