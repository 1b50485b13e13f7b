"""Queue of short actions on matches, run in batches on a single thread.

A batch is everything that arrived while the thread was busy. Its changes are committed in one transaction, and its
results reach the event loop in one call. Actions of the same match run one after the other. Results are returned and
changes announced only after the commit.
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
"""A change and the match version that it is based on."""
ActionWork = Callable[[], Generator[VersionedChange, bool, T]]
"""A generator that yields changes to write and receives whether each was written.

It is sent True, or False on a version conflict.
"""
WriteAll = Callable[[Sequence[VersionedChange]], list[bool | Exception]]
"""Callback that writes changes of different matches in one transaction.

Returns for each change whether it was written, or the error.
"""
PrepareAnnouncement = Callable[[str], Callable[[], None] | None]
"""Callback that prepares the announcement of a written match.

Returns what the event loop calls to send it.
"""

SLOW_SECONDS = 0.5
"""Seconds after which a second thread takes over the queue.

The first is then blocked by the rules or the disk.
"""


class QueuedAction:
    """A queued action with the future of its result."""

    def __init__(self, match: str, work: ActionWork[Any], future: asyncio.Future[Any]) -> None:
        self.match = match
        self.work = work()
        self.future = future
        self.context = copy_context()
        self.change: VersionedChange | None = None
        """The change waiting to be written, if any."""
        self.result: Any = None
        self.error: BaseException | None = None
        self.has_written = False

    def resume(self, written: bool | Exception | None) -> bool:
        """Send the result of the last write to the work, and return whether it has another change."""
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
        """Set the result or error of the future, unless the caller has cancelled it."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class ActionQueue:
    """A queue that runs actions on matches in order of arrival."""

    def __init__(
        self,
        write_all: WriteAll,
        prepare_announcement: PrepareAnnouncement,
        read_scope: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Create a queue.

        `read_scope` wraps each batch, so that a batch checks the database for foreign writes only once.
        """
        self._write_all = write_all
        self._prepare_announcement = prepare_announcement
        self._read_scope = read_scope
        self._arrived: SimpleQueue[QueuedAction | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._busy_since = 0.0
        """Monotonic time at which the current batch began; 0 while the thread is idle."""

    async def run(self, match: str, work: ActionWork[T]) -> T:
        """Run an action that writes to a match and return its result after the commit."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._arrived.put(QueuedAction(match, work, future))
        busy_since = self._busy_since
        if self._thread is None or (busy_since and monotonic() - busy_since > SLOW_SECONDS):
            self._busy_since = 0.0
            self._thread = threading.Thread(target=self._run_batches, name="action-queue", daemon=True)
            self._thread.start()
        return await future

    def close(self) -> None:
        """Stop the thread after the queued actions. A later action starts a new thread."""
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
        """Run actions of different matches together and those of the same match in order."""
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
        except Exception as error:  # Otherwise the callers would wait forever.
            for action in actions:
                action.error = action.error or error

        def resolve_all() -> None:
            for announce in announcements:
                if announce is not None:
                    announce()
            for action in actions:
                action.resolve()

        with suppress(RuntimeError):  # The event loop has been closed, so no caller is waiting.
            actions[0].future.get_loop().call_soon_threadsafe(resolve_all)
