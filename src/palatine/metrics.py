"""What happens in this process, counted: plain numbers that anybody may add to for less than a microsecond.

It knows nothing of who reads them. `web.operating` tells them in the format of Prometheus, and of several processes
their sums: numbers only grow, so what two processes have counted may be added up.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from bisect import bisect_left
from collections.abc import Coroutine
from time import monotonic
from typing import Any

log = logging.getLogger(__name__)

Labels = tuple[str, ...]
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
"""Seconds: how many took at most so long."""


class CallCount:
    """How often something happened, by its labels: few values each, none of them a match, a person, an address."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[Labels, int] = {}

    def add(self, *labels: str, by: int = 1) -> None:
        with self._lock:
            self._found[labels] = self._found.get(labels, 0) + by

    def read(self) -> dict[Labels, int]:
        with self._lock:
            return dict(self._found)


class Histogram:
    """How long something took, by its labels: for each of `BOUNDS` how many took at most so long and longer than the
    one before, then how many took longer than all, and at last the sum of seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[Labels, list[float]] = {}

    def add(self, seconds: float, *labels: str) -> None:
        place = bisect_left(BOUNDS, seconds)
        with self._lock:
            row = self._found.get(labels)
            if row is None:
                row = self._found[labels] = [0.0] * (len(BOUNDS) + 2)
            row[place] += 1
            row[-1] += seconds

    def read(self) -> dict[Labels, list[float]]:
        with self._lock:
            return {labels: list(row) for labels, row in self._found.items()}


ACTIONS = CallCount()
"""Actions, by game and result."""
ACTION_SECONDS = Histogram()
"""How long they took, until they were on the disk and the answer was made, by game."""
TURN_SECONDS = Histogram()
"""How long turns of secret orders took to run, by game."""
REQUESTS = CallCount()
"""Answers over HTTP, by method and status."""
ERRORS = CallCount()
"""What went wrong, by the kind of error."""
WRITE_SECONDS = Histogram()
"""How long the database took to write what waited, until it was on the disk."""
NOTICES = CallCount()
"""What was taken from the outbox, by the kind of channel and what became of it."""
MAILS = CallCount()
"""Mails that came in, by what became of them."""
SLOW = CallCount()
"""Actions slower than `monitoring.slow_seconds`, by game."""


def action(game: str, result: str, seconds: float) -> None:
    """An action was answered. `result` is "done", or the kind of refusal in a word."""
    ACTIONS.add(game, result)
    ACTION_SECONDS.add(seconds, game)


# Who works in the background


class TaskHeartbeat:
    """Somebody who looks again and again; `within` seconds there must be a beat."""

    def __init__(self, name: str, within: float) -> None:
        self.name = name
        self.within = within
        self.trouble = ""
        self._last = monotonic()

    def beat(self) -> None:
        self._last = monotonic()

    @property
    def age(self) -> float:
        """Seconds since the last beat."""
        return monotonic() - self._last

    @property
    def is_alive(self) -> bool:
        return not self.trouble and self.age <= self.within


class TaskHeartbeats:
    """Everybody who works in the background of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[int, TaskHeartbeat] = {}

    def begin(self, name: str, within: float) -> TaskHeartbeat:
        """Somebody begins to work."""
        heartbeat = TaskHeartbeat(name, within)
        with self._lock:
            self._found[id(heartbeat)] = heartbeat
        return heartbeat

    def end(self, heartbeat: TaskHeartbeat) -> None:
        """Somebody has been told to stop."""
        with self._lock:
            self._found.pop(id(heartbeat), None)

    def read(self) -> list[TaskHeartbeat]:
        with self._lock:
            return list(self._found.values())

    def watch(self, heartbeat: TaskHeartbeat, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task whose end is noticed: one that is cancelled or is done was told to stop; one that fails is dead."""
        task = asyncio.create_task(work, name=heartbeat.name)

        def ended(task: asyncio.Task[None]) -> None:
            error = None if task.cancelled() else task.exception()
            if error is None:
                self.end(heartbeat)
            else:
                heartbeat.trouble = type(error).__name__
                ERRORS.add(heartbeat.trouble)
                log.critical("Background task has stopped: %s", heartbeat.name, exc_info=error)

        task.add_done_callback(ended)
        return task


HEARTBEATS = TaskHeartbeats()
