"""The queue of short work on matches: one thread, which carries out all that arrived while it was busy.

What these actions write is committed in one transaction, and their results reach the event loop in one call. Actions
of one match are carried out one after the other. A result is returned, and a change announced, once it is on the disk.
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
VersionedChange = tuple[Change, int]
"""A change, and the version of the match for which it was made."""
Work = Callable[[], Generator[VersionedChange, bool, T]]
"""Work on a match. It yields each change to be written, and is sent whether it was: False if the match has moved on."""
WriteAll = Callable[[Sequence[VersionedChange]], list[bool | Exception]]
"""Writes changes of different matches in one transaction; returns for each whether it was written, or its error."""
PrepareAnnouncement = Callable[[str], Callable[[], None] | None]
"""Prepares the announcement of a match that was written; the event loop calls what it returns."""

SLOW_SECONDS = 0.5
"""Seconds after which another thread takes over the queue, since the rules or the disk hold the first one up."""


class QueuedAction:
    """Work on a match, and the future of its result."""

    def __init__(self, match: str, work: Work[Any], future: asyncio.Future[Any]) -> None:
        self.match = match
        self.work = work()
        self.future = future
        self.context = copy_context()
        self.change: VersionedChange | None = None
        """The change that it waits to have written."""
        self.result: Any = None
        self.error: BaseException | None = None
        self.has_written = False

    def resume(self, written: bool | Exception | None) -> bool:
        """Carry on up to the next change, given what became of the last; return whether there is one."""
        self.change = None
        self.has_written = self.has_written or written is True
        try:
            step: Callable[[Any], VersionedChange] = (
                self.work.throw if isinstance(written, Exception) else self.work.send
            )
            self.change = self.context.run(step, written)
        except StopIteration as end:
            self.result = end.value
        except BaseException as error:
            self.error = error
        return self.change is not None

    def resolve(self) -> None:
        """Set the result of the future, unless its caller has gone."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class ActionQueue:
    """Carries out work on matches in the order of its arrival."""

    def __init__(
        self,
        write_all: WriteAll,
        prepare_announcement: PrepareAnnouncement,
        read_scope: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """The work of a batch is done within a `read_scope`, so that it need not look for changes again and again."""
        self._write_all = write_all
        self._prepare_announcement = prepare_announcement
        self._read_scope = read_scope
        self._arrived: SimpleQueue[QueuedAction | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._busy_since = 0.0
        """When the thread began its batch, by the monotonic clock; 0 while it waits for one."""

    async def run(self, match: str, work: Work[T]) -> T:
        """Carry out work that writes to a match, and return its result once it is on the disk."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._arrived.put(QueuedAction(match, work, future))
        busy_since = self._busy_since
        if self._thread is None or (busy_since and monotonic() - busy_since > SLOW_SECONDS):
            self._busy_since = 0.0
            self._thread = threading.Thread(target=self._run_batches, name="action-queue", daemon=True)
            self._thread.start()
        return await future

    def close(self) -> None:
        """End the thread once it has done what has arrived. Later work starts another."""
        if self._thread is not None:
            self._thread = None
            self._arrived.put(None)

    def _run_batches(self) -> None:
        me = threading.current_thread()
        while True:
            batch = [self._arrived.get()]
            with suppress(Empty):
                while True:
                    batch.append(self._arrived.get_nowait())
            if self._thread is me:
                self._busy_since = monotonic()
            self._run_in_order([each for each in batch if each is not None])
            if self._thread is not me and (self._thread is not None or self._arrived.empty()):
                return
            self._busy_since = 0.0

    def _run_in_order(self, actions: list[QueuedAction]) -> None:
        """Carry these out together, save that those of one match follow each other."""
        while actions:
            first = {action.match: action for action in reversed(actions)}
            actions = [action for action in actions if first[action.match] is not action]
            self._run_together(list(first.values()))

    def _run_together(self, actions: list[QueuedAction]) -> None:
        announcements: list[Callable[[], None] | None] = []
        try:
            with self._read_scope():
                unfinished = [action for action in actions if action.resume(None)]
                while unfinished:
                    written = self._write_all([each.change for each in unfinished if each.change is not None])
                    results = zip(unfinished, written, strict=True)
                    unfinished = [action for action, result in results if action.resume(result)]
                announcements = [self._prepare_announcement(each.match) for each in actions if each.has_written]
        except Exception as error:  # or their callers would wait for ever
            for action in actions:
                action.error = action.error or error

        def resolve_all() -> None:
            for announce in announcements:
                if announce is not None:
                    announce()
            for action in actions:
                action.resolve()

        with suppress(RuntimeError):  # the loop has ended, and nobody waits
            actions[0].future.get_loop().call_soon_threadsafe(resolve_all)
