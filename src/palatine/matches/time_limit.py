"""A bound on how long the rules may take in a thread, and on the memory: past it they raise Endless, wherever they are.

It reaches rules written in Python. What runs in C alone (one huge sum, one regular expression) ends by itself first.
Memory is that of the whole process, where the system reports it (`/proc`): work under way while it grows is ended.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from mmap import PAGESIZE as PAGE
from pathlib import Path
from time import monotonic, sleep

from palatine.core import Endless

EVERY = 0.5
"""Seconds between two looks at who has taken too long."""


MOST_GROWTH = 1 << 30
"""Bytes by which the process may grow while somebody is at work; the largest matches take a hundredth of that."""
STATM = Path("/proc/self/statm")


class TooLong(Endless):
    """The time is up."""


class TooLarge(Endless):
    """The memory is used up."""


def resident() -> int:
    """The bytes of memory this process holds; 0 where the system does not tell."""
    try:
        with open(STATM, "rb", buffering=0) as file:
            return int(file.read(100).split()[1]) * PAGE
    except OSError:
        return 0


class _Watch:
    """Who is at work, until when; one thread looks after all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work: dict[int, tuple[float, int, int]] = {}
        """Until when, what the process may hold, and the thread."""
        self._numbers = count()
        self._size, self._measured = 0, -EVERY
        """What the process held when it was last measured, and when that was."""
        self._is_running = False

    def begin(self, seconds: float) -> int:
        number, time = next(self._numbers), monotonic()
        with self._lock:
            if time - self._measured > EVERY:
                self._size, self._measured = resident(), time
            self._at_work[number] = (time + seconds, self._size + MOST_GROWTH, threading.get_ident())
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._look_after, name="time-limit", daemon=True).start()
        return number

    def end(self, number: int) -> None:
        with self._lock:
            if self._at_work.pop(number, None) is None:  # it was interrupted just now: too late, it has ended
                _raise_in(threading.get_ident(), None)

    def _look_after(self) -> None:
        while True:
            sleep(EVERY)
            with self._lock:
                size = 0
                if self._at_work:
                    size, self._measured = resident(), monotonic()
                    self._size = size
                for number, (until, most, thread) in [*self._at_work.items()]:
                    if size > most or until <= monotonic():
                        del self._at_work[number]
                        _raise_in(thread, TooLarge if size > most else TooLong)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error) if error else None)


_watch = _Watch()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooLong in this thread unless the block has ended after that many seconds."""
    number = _watch.begin(seconds)
    try:
        yield
    finally:
        _watch.end(number)
