"""How a process ends: what is under way is finished, and after `LAST` seconds it ends all the same.

Nothing is lost by that: what was answered is on the disk, and what was only begun is claimed again by another.
"""

from __future__ import annotations

import logging
import os
import threading

log = logging.getLogger(__name__)

LAST = 9.0
"""Seconds from the order to stop to the end, whatever still runs: those who send the order wait ten."""


def end_by_itself(seconds: float = LAST) -> threading.Timer:
    """End this process in that many seconds, unless it has ended: a thread in the middle of a long turn, or of a
    mail server that does not answer, cannot be interrupted."""

    def end() -> None:
        log.warning("What was still under way after %.0f seconds is left to the next start.", seconds)
        logging.shutdown()
        os._exit(0)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    return timer
