"""In-process counters and histograms; an update takes less than a microsecond.

This module does not depend on how they are exported: `web.monitoring` converts them to the Prometheus format. Values
only grow, so those of several processes can be added.
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
BUCKET_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
"""Upper bounds of the histogram buckets in seconds."""


class Counter:
    """A counter by labels.

    Each label has few values; none is a match, a person or an address.
    """

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
    """A histogram of durations by labels.

    The row of a label has one count for each bucket of `BUCKET_BOUNDS`, the count above the last bound, and the sum of
    seconds.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[Labels, list[float]] = {}

    def add(self, seconds: float, *labels: str) -> None:
        place = bisect_left(BUCKET_BOUNDS, seconds)
        with self._lock:
            row = self._found.get(labels)
            if row is None:
                row = self._found[labels] = [0.0] * (len(BUCKET_BOUNDS) + 2)
            row[place] += 1
            row[-1] += seconds

    def read(self) -> dict[Labels, list[float]]:
        with self._lock:
            return {labels: list(row) for labels, row in self._found.items()}


ACTIONS = Counter()
"""Actions by game and result."""
ACTION_SECONDS = Histogram()
"""Seconds from an action until it is on disk and answered, by game."""
TURN_SECONDS = Histogram()
"""Seconds to run a turn of secret orders, by game."""
REQUESTS = Counter()
"""HTTP responses by method and status."""
ERRORS = Counter()
"""Errors by kind."""
WRITE_SECONDS = Histogram()
"""Seconds from a database write until it is on disk, including the wait for other writes."""
NOTIFICATIONS = Counter()
"""Messages taken from the outbox, by channel kind and result."""
INCOMING_MAILS = Counter()
"""Incoming emails by result."""
SLOW_ACTIONS = Counter()
"""Actions slower than `monitoring.slow_seconds`, by game."""


def count_action(game: str, result: str, seconds: float) -> None:
    """Count an answered action. `result` is "done" or the kind of refusal in one word."""
    ACTIONS.add(game, result)
    ACTION_SECONDS.add(seconds, game)


# Background tasks


class TaskHeartbeat:
    """A background task that must call `beat` at least every `within` seconds."""

    def __init__(self, name: str, timeout: float) -> None:
        self.name = name
        self.within = timeout
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
    """The heartbeats of all background tasks of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[int, TaskHeartbeat] = {}

    def begin(self, name: str, timeout: float) -> TaskHeartbeat:
        """Register a background task."""
        heartbeat = TaskHeartbeat(name, timeout)
        with self._lock:
            self._found[id(heartbeat)] = heartbeat
        return heartbeat

    def end(self, heartbeat: TaskHeartbeat) -> None:
        """Unregister a task that was stopped."""
        with self._lock:
            self._found.pop(id(heartbeat), None)

    def read(self) -> list[TaskHeartbeat]:
        with self._lock:
            return list(self._found.values())

    def watch(self, heartbeat: TaskHeartbeat, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a background task and observe its end.

        A task that is cancelled or returns was stopped; one that raises counts as dead.
        """
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
