"""Where bots think while people wait: a thread or two, a match at a time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

log = logging.getLogger(__name__)


class BotWorker:
    """Runs `play` for each match it is woken for; a match woken while it is being played is played once more."""

    def __init__(self, play: Callable[[str], object], threads: int = 1) -> None:
        self.play = play
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._waiting: set[str] = set()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._work, name="bots", daemon=True) for _ in range(threads)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def wake(self, match: str) -> None:
        with self._lock:
            if match in self._waiting:
                return
            self._waiting.add(match)
        self._queue.put(match)

    def close(self) -> None:
        for _ in self._threads:
            self._queue.put(None)

    def _work(self) -> None:
        while (match := self._queue.get()) is not None:
            with self._lock:
                self._waiting.discard(match)
            try:
                self.play(match)
            except Exception:  # whatever a bot or the database does, the others' matches go on
                log.exception("The bots of match %s stopped", match)
