"""Worker threads that play bots, one decision at a time, with priority for waiting players."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from math import inf
from time import monotonic

from palatine.core import PalatineError
from palatine.logs import MATCH_ID
from palatine.matches.errors import StorageError
from palatine.processes import PoolClosed

log = logging.getLogger(__name__)

THREAD_COUNT = 8
RETRY_SECONDS = 2.0
"""Seconds before bots retry after a database error."""


class BotWorker:
    """Worker threads that call `step` for each match they are woken for.

    `step` is repeated while it returns True. The threads mostly wait for a bot's search or for the disk. Half of them
    serve only matches for which `is_urgent` holds, so that these never wait for the others.
    """

    def __init__(
        self,
        step: Callable[[str], bool],
        is_urgent: Callable[[str], bool] = lambda match: True,
        threads: int = THREAD_COUNT,
    ) -> None:
        self.step = step
        self.is_urgent = is_urgent
        self._urgent: deque[str] = deque()
        self._others: deque[str] = deque()
        self._waiting: set[str] = set()
        self._later: list[tuple[float, str]] = []
        """Heap of matches to wake and their times on the monotonic clock."""
        self._turn = threading.Condition()
        self._watching = inf
        """Next time at which a thread checks the heap, on the monotonic clock."""
        self._free_threads = max(1, threads // 2)
        """Number of threads that may still take a match that is not urgent."""
        self._closed = False
        self._size = threads
        self._threads: list[threading.Thread] = []
        """Created by `start`, because Python treats threads created before a fork as dead."""

    def start(self) -> None:
        self._threads = [
            threading.Thread(target=self._work_repeatedly, name="bots", daemon=True) for _ in range(self._size)
        ]
        for thread in self._threads:
            thread.start()

    def wake(self, match: str) -> None:
        """Let the bots of a match play."""
        urgent = self._is_urgent(match)
        with self._turn:
            self._queue(match, urgent)
            self._turn.notify()

    def wake_later(self, match: str, seconds: float) -> None:
        """Let the bots of a match play in that many seconds, as an urgent match."""
        with self._turn:
            heappush(self._later, (monotonic() + seconds, match))
            self._turn.notify()

    def _queue_later(self) -> float:
        """Queue the matches that are due; return the next due time on the monotonic clock."""
        while self._later and self._later[0][0] <= monotonic():
            self._queue(heappop(self._later)[1], True)
        return self._later[0][0] if self._later else inf

    def _queue(self, match: str, urgent: bool) -> None:
        if match not in self._waiting and not self._closed:
            self._waiting.add(match)
            (self._urgent if urgent else self._others).append(match)

    @property
    def waiting_count(self) -> int:
        """The number of matches that wait for their bots' turn."""
        return len(self._urgent) + len(self._others)

    @property
    def is_alive(self) -> bool:
        """True if the worker has started and all of its threads are running."""
        return bool(self._threads) and all(thread.is_alive() for thread in self._threads)

    def close(self) -> None:
        with self._turn:
            self._closed = True
            self._turn.notify_all()

    def _is_urgent(self, match: str) -> bool:
        try:
            return self.is_urgent(match)
        except PalatineError:  # The database is unavailable; `step` will find that out.
            return True

    def _work_repeatedly(self) -> None:
        while (taken := self._take_match()) is not None:
            match, urgent = taken
            more = self._step(match)
            with self._turn:  # This thread takes the next match itself, so no other thread need be woken.
                self._free_threads += not urgent
                if more:
                    self._queue(match, urgent)

    def _take_match(self) -> tuple[str, bool] | None:
        """Return the next match and whether it is urgent, or None when the worker is closed."""
        with self._turn:
            while not self._closed:
                soonest = self._queue_later()
                urgent = bool(self._urgent)
                if urgent or (self._others and self._free_threads):
                    match = (self._urgent if urgent else self._others).popleft()
                    self._waiting.discard(match)
                    self._free_threads -= not urgent
                    if soonest < self._watching:
                        self._turn.notify()  # another thread watches the clock meanwhile
                    return match, urgent
                self._wait(soonest)
        return None

    def _wait(self, until: float) -> None:
        """Wait to be woken; only one of the threads also watches the clock."""
        if until >= self._watching:
            self._turn.wait()
            return
        self._watching = until
        self._turn.wait(until - monotonic())
        if self._watching == until:
            self._watching = inf

    def _step(self, match: str) -> bool:
        MATCH_ID.set(match)
        try:
            return self.step(match)
        except PoolClosed:
            return False
        except StorageError as error:  # Nothing else would wake the bots when the database is back.
            log.warning("Bots wait for the database: match=%s error=%s", match, error)
            self.wake_later(match, RETRY_SECONDS)
            return False
        except Exception:  # An error in one match must not stop the bots of others.
            log.exception("Bots stopped: match=%s", match)
            return False
