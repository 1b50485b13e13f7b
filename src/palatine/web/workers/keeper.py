"""The keeper of the pool: bots of the whole house think in its processes, however many workers there are."""

from __future__ import annotations

import os
import signal
import socket
import threading
from types import FrameType

from palatine.processes.lending import pool_for
from palatine.processes.shared import keep
from palatine.web.workers import links


def run(errands: socket.socket, link: socket.socket, cluster: str = "") -> None:
    """In a process of its own: keep the pool for whoever asks at `errands`, until told to stop; it works on the Ray
    cluster of that address, if there is one."""
    pool = pool_for(cluster)

    def stop(number: int, frame: FrameType | None) -> None:
        for process in pool.processes():
            os.kill(process, signal.SIGKILL)
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    links.follow(link, lambda roll: None)
    threading.Thread(target=pool.warm, daemon=True).start()
    link.send(links.READY)
    keep(pool, errands)
