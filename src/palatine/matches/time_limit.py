"""Limits of time and memory for calls of the rules.

A call that exceeds one is ended by raising `LimitExceeded` in its thread. They apply to rules written in Python. A
single call of C code (one huge sum, one regular expression) ends by itself first. Memory is that of the whole
process, where the system reports it (`/proc`): calls running while it grows are interrupted.
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

from palatine.core import LimitExceeded

CHECK_SECONDS = 0.5
"""Seconds between two checks."""


MAX_GROWTH_BYTES = 1 << 30
"""Bytes by which the process may grow during a call.

The largest matches take a hundredth of that.
"""
STATM_PATH = Path("/proc/self/statm")


class TimeLimitExceeded(LimitExceeded):
    """The time limit was exceeded."""


class MemoryLimitExceeded(LimitExceeded):
    """The memory limit was exceeded."""


def resident_bytes() -> int:
    """Return the resident memory of this process in bytes; 0 if the system does not report it."""
    try:
        with open(STATM_PATH, "rb", buffering=0) as file:
            return int(file.read(100).split()[1]) * PAGE
    except OSError:
        return 0


class _Watch:
    """The calls in progress with their limits, checked by one thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work: dict[int, tuple[float, int, int]] = {}
        """End time, memory limit and thread of each call."""
        self._numbers = count()
        self._size, self._measured = 0, -CHECK_SECONDS
        """Resident memory at the last measurement, and the time of that measurement."""
        self._is_running = False

    def begin(self, seconds: float) -> int:
        number, time = next(self._numbers), monotonic()
        with self._lock:
            if time - self._measured > CHECK_SECONDS:
                self._size, self._measured = resident_bytes(), time
            self._at_work[number] = (time + seconds, self._size + MAX_GROWTH_BYTES, threading.get_ident())
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._check_repeatedly, name="time-limit", daemon=True).start()
        return number

    def end(self, number: int) -> None:
        with self._lock:
            if self._at_work.pop(number, None) is None:  # Interrupted just after its end: cancel the exception.
                _raise_in(threading.get_ident(), None)

    def _check_repeatedly(self) -> None:
        while True:
            sleep(CHECK_SECONDS)
            with self._lock:
                size = 0
                if self._at_work:
                    size, self._measured = resident_bytes(), monotonic()
                    self._size = size
                for number, (until, most, thread) in [*self._at_work.items()]:
                    if size > most or until <= monotonic():
                        del self._at_work[number]
                        _raise_in(thread, MemoryLimitExceeded if size > most else TimeLimitExceeded)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error) if error else None)


_watch = _Watch()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeLimitExceeded` in this thread if the block does not end within `seconds`."""
    number = _watch.begin(seconds)
    try:
        yield
    finally:
        _watch.end(number)
