"""The Ray client process, whose pool runs its processes on the machines of a Ray cluster.

Ray exits a process that loses its cluster and takes over its signals, which must not happen to a server. Only this
process uses Ray. It exits on any problem with the cluster, which its parent notices.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn

from cachetools import LRUCache

from palatine.optional_imports import import_optional
from palatine.processes.framing import WorkCall
from palatine.processes.pool import (
    MAX_RECENT_SUBJECTS,
    NOOP,
    ProcessPool,
    WorkerDied,
    WorkerProcess,
    WorkLimitExceeded,
)
from palatine.processes.ray_pool import READY_LINE
from palatine.processes.requests import serve_requests

ACTOR_START_SECONDS = 30.0
"""Seconds allowed for starting an actor, in addition to the work's own limit."""
MAX_PROCESSES = 64
"""Maximum number of remote processes, regardless of the cluster's size."""
BACKLOG = 64
"""Length of the queue of connections to accept."""


class WorkerActor:
    """An actor on the cluster with its own worker process, which can be killed as in any pool."""

    def __init__(self) -> None:
        self._process = WorkerProcess(())

    def call(self, call: WorkCall, subject: str) -> bytes:
        try:
            return self._process.call(call, subject)
        except WorkLimitExceeded:
            self._process.kill()
            raise


class RemoteProcess(WorkerProcess):
    """A process of a pool that runs in an `WorkerActor`."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray = ray
        self._actor = actor
        self.is_killed = False
        self.knows: LRUCache[str, None] = LRUCache(MAX_RECENT_SUBJECTS)

    @property
    def is_alive(self) -> bool:
        return not self.is_killed

    def call(self, call: WorkCall, subject: str) -> bytes:
        """Run a call as `Process.call`.

        Exits this process if the cluster does not respond.
        """
        errors = self._ray.exceptions
        try:
            data: bytes = self._ray.get(
                self._actor.call.remote(call, subject), timeout=call.seconds + ACTOR_START_SECONDS
            )
        except errors.RayTaskError as error:
            raise error.cause from None
        except errors.RayActorError as error:
            raise WorkerDied(f"its process has died ({type(error).__name__})") from None
        except (errors.RayError, ConnectionError) as error:
            exit_with_reason(error)
        self.knows[subject] = None
        return data

    def kill(self) -> None:
        self.is_killed = True
        self._ray.kill(self._actor)


class RemotePool(ProcessPool):
    """A pool of at most `size` processes on the machines of a cluster."""

    def __init__(self, ray: Any, size: int) -> None:
        super().__init__(size)
        self._ray = ray
        self._actor = ray.remote(scheduling_strategy="SPREAD")(WorkerActor)

    def _begin(self) -> WorkerProcess:
        return RemoteProcess(self._ray, self._actor.remote())

    def disconnect(self) -> None:
        self._ray.shutdown()


def serve_cluster(address: str, socket_path: Path) -> None:
    """Serve the cluster at `address` over the Unix socket `socket_path` until stdin closes.

    Also ends if the cluster is lost. Prints `READY_LINE` in a line, and the reason in the last line if it ends for
    another reason.
    """
    try:
        pool = _pool(address)
    except Exception as error:  # Report any error to the parent process.
        exit_with_reason(error)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(socket_path))
        listening.listen(BACKLOG)
        threading.Thread(target=serve_requests, args=(pool, listening), name="requests", daemon=True).start()
        print(READY_LINE, flush=True)
        sys.stdin.read()
    pool.disconnect()
    os._exit(0)  # Discard running work.


def _pool(address: str) -> RemotePool:
    """Return a pool on the cluster at `address`, after a test of one process."""
    (ray,) = import_optional("ray", extra="ray")
    quietly = {} if address.startswith("ray://") else {"include_dashboard": False, "log_to_driver": False}
    ray.init(address=None if address == "ray" else address, **quietly)
    pool = RemotePool(ray, min(MAX_PROCESSES, max(1, int(ray.cluster_resources().get("CPU", 1)))))
    pool.call(NOOP, b"")
    return pool


def exit_with_reason(reason: object) -> NoReturn:
    """Exit with a reason because the cluster cannot be used."""
    print(" ".join(str(reason).split())[:500], flush=True)
    os._exit(1)
