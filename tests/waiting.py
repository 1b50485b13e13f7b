"""A helper that waits for another thread or process."""

from __future__ import annotations

import threading
from collections.abc import Callable

STEP = 0.01
"""Seconds between two checks."""


def until(holds: Callable[[], object], seconds: float = 20) -> None:
    """Wait until a condition holds. Raises AssertionError if it does not within `seconds`."""
    pause = threading.Event()
    for _ in range(round(seconds / STEP)):
        if holds():
            return
        pause.wait(STEP)
    raise AssertionError(f"It did not come within {seconds} seconds.")
