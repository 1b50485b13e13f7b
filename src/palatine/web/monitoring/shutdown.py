"""The end of a process: running work completes, but at most for `EXIT_SECONDS`.

Nothing is lost: answered requests are on disk, and unfinished work is claimed again by another process.
"""

from __future__ import annotations

import logging
import os
import threading

log = logging.getLogger(__name__)

EXIT_SECONDS = 9.0
"""Seconds from the stop signal to the forced exit; service managers wait ten seconds."""


def force_exit_after(seconds: float = EXIT_SECONDS) -> threading.Timer:
    """Exit this process after that many seconds, unless it has ended.

    A thread in a long turn, or one that waits for an unresponsive mail server, cannot be interrupted.
    """

    def end() -> None:
        log.warning("Forced exit: seconds=%.0f. The next start resumes unfinished work.", seconds)
        logging.shutdown()
        os._exit(0)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    return timer
