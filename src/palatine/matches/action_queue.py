"""The queue of short work on matches: one thread, which does and writes together all that came while it was busy.

These actions share one transaction, one wait for the disk, and one call of the event loop. While a match's action
is on its way its next one waits; nobody is answered or told before it is on the disk.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from contextvars import copy_context
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar

from palatine.matches.storage import Change

T = TypeVar("T")
Asked = tuple[Change, int]
Work = Callable[[], Generator[Asked, bool, T]]
WriteTogether = Callable[[Sequence[Asked]], list[bool | Exception]]
News = Callable[[str], Callable[[], None] | None]
"""Prepares the announcement of a written match; its result sends it, in the event loop."""

Moment = Callable[[], AbstractContextManager[None]]
"""Actions of a batch read one snapshot of the database, and their announcements that of its writing."""

SLOW = 0.5
"""Seconds after which somebody else takes over what comes: the rules, or the disk, hold the thread up."""


class QueuedAction:
    """Something to be done in a match, and for whom."""

    def __init__(self, match: str, work: Work[Any], future: asyncio.Future[Any]) -> None:
        self.match = match
        self.work = work()
        self.future = future
        self.context = copy_context()
        self.asks: Asked | None = None
        self.result: Any = None
        self.error: BaseException | None = None
        self.has_written = False

    def go_on(self, told: bool | Exception | None) -> bool:
        """Go on as far as the next writing, told what became of the last; whether there is one."""
        self.asks = None
        self.has_written = self.has_written or told is True
        try:
            step: Callable[[Any], Asked] = self.work.throw if isinstance(told, Exception) else self.work.send
            self.asks = self.context.run(step, told)
        except StopIteration as end:
            self.result = end.value
        except BaseException as error:
            self.error = error
        return self.asks is not None

    def settle(self) -> None:
        """Give the result to the caller, if it still waits."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class ActionQueue:
    """Does what is asked of it in the order it comes."""

    def __init__(self, write_together: WriteTogether, news: News, moment: Moment = nullcontext) -> None:
        self._write_together = write_together
        self._news = news
        self._moment = moment
        self._come: SimpleQueue[QueuedAction | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._since = 0.0
        """Since when the thread is busy; 0 while it is not."""

    async def write(self, match: str, work: Work[T]) -> T:
        """Do work that writes to a match; back when it is safe on the disk."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._come.put(QueuedAction(match, work, future))
        busy = self._since
        if self._thread is None or (busy and monotonic() - busy > SLOW):
            self._since = 0.0
            self._thread = threading.Thread(target=self._run, name="action-queue", daemon=True)
            self._thread.start()
        return await future

    def close(self) -> None:
        """Do what has come, and end; who comes later finds another thread."""
        if self._thread is not None:
            self._thread = None
            self._come.put(None)

    def _run(self) -> None:
        me = threading.current_thread()
        while True:
            jobs = [self._come.get()]
            with suppress(Empty):
                while True:
                    jobs.append(self._come.get_nowait())
            if self._thread is me:
                self._since = monotonic()
            self._do([job for job in jobs if job is not None])
            if self._thread is not me and (self._thread is not None or self._come.empty()):
                return
            self._since = 0.0

    def _do(self, jobs: list[QueuedAction]) -> None:
        """Do these, of each match one after the other."""
        while jobs:
            first = {job.match: job for job in reversed(jobs)}
            jobs = [job for job in jobs if first[job.match] is not job]
            self._together(list(first.values()))

    def _together(self, jobs: list[QueuedAction]) -> None:
        news: list[Callable[[], None] | None] = []
        try:
            with self._moment():
                asking = [job for job in jobs if job.go_on(None)]
                while asking:
                    told = self._write_together([job.asks for job in asking if job.asks is not None])
                    asking = [job for job, become in zip(asking, told, strict=True) if job.go_on(become)]
                news = [self._news(job.match) for job in jobs if job.has_written]
        except Exception as error:  # no caller may wait without end
            for job in jobs:
                job.error = job.error or error

        def settle() -> None:
            for tell in news:
                if tell is not None:
                    tell()
            for job in jobs:
                job.settle()

        with suppress(RuntimeError):  # the loop has ended: nobody waits any more
            jobs[0].future.get_loop().call_soon_threadsafe(settle)
