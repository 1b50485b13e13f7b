"""The way to a Ray cluster, in a process of its own: it keeps a pool whose processes are on the cluster's machines.

Ray ends a process that loses its cluster, and would take over its signals: neither may happen to a server. So this
process alone uses Ray, and ends when anything is wrong with the cluster, which its parent notices.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn

from cachetools import LRUCache

from palatine.optional_imports import needed
from palatine.processes.framing import WorkCall
from palatine.processes.pool import NOTHING, REMEMBERED, Exhausted, Pool, Process, WorkerDied
from palatine.processes.ray_pool import READY
from palatine.processes.requests import keep

BEGINNING = 30.0
"""Seconds in which an actor is to be at work, beyond those that the work itself takes."""
MOST = 64
"""So many processes are asked for at the most, however large the cluster is."""
WAITING = 64
"""Connections that wait to be accepted."""


class Actor:
    """On a machine of the cluster: a process of its own, so that what runs away can be ended as in any pool."""

    def __init__(self) -> None:
        self._process = Process(())

    def call(self, call: WorkCall, about: str) -> bytes:
        try:
            return self._process.call(call, about)
        except Exhausted:
            self._process.kill()
            raise


class RemoteProcess(Process):
    """A process of a pool that an `Actor` has."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray = ray
        self._actor = actor
        self.is_killed = False
        self.knows: LRUCache[str, None] = LRUCache(REMEMBERED)

    @property
    def is_alive(self) -> bool:
        return not self.is_killed

    def call(self, call: WorkCall, about: str) -> bytes:
        """See `Process.call`. Does not return when the cluster does not answer."""
        errors = self._ray.exceptions
        try:
            data: bytes = self._ray.get(self._actor.call.remote(call, about), timeout=call.seconds + BEGINNING)
        except errors.RayTaskError as error:
            raise error.cause from None
        except errors.RayActorError as error:
            raise WorkerDied(f"its process has died ({type(error).__name__})") from None
        except (errors.RayError, ConnectionError) as error:
            end(error)
        self.knows[about] = None
        return data

    def kill(self) -> None:
        self.is_killed = True
        self._ray.kill(self._actor)


class RemotePool(Pool):
    """At most `size` processes, on the machines of a cluster."""

    def __init__(self, ray: Any, size: int) -> None:
        super().__init__(size)
        self._ray = ray
        self._actor = ray.remote(scheduling_strategy="SPREAD")(Actor)

    def _begin(self) -> Process:
        return RemoteProcess(self._ray, self._actor.remote())

    def disconnect(self) -> None:
        self._ray.shutdown()


def lend(address: str, place: Path) -> None:
    """Have the cluster at `address` do what is asked for at the Unix socket `place`, until our input ends or the
    cluster is lost. Says `READY` in a line, and in the last line why it ends, if that was not asked for."""
    try:
        pool = _pool(address)
    except Exception as error:  # whatever it was, the parent process receives it
        end(error)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(place))
        listening.listen(WAITING)
        threading.Thread(target=keep, args=(pool, listening), name="errands", daemon=True).start()
        print(READY, flush=True)
        sys.stdin.read()
    pool.disconnect()
    os._exit(0)  # what is still being thought is of no use to anybody


def _pool(address: str) -> RemotePool:
    """A pool on the cluster at `address`, of which one process has shown that it works."""
    (ray,) = needed("ray", extra="ray")
    quietly = {} if address.startswith("ray://") else {"include_dashboard": False, "log_to_driver": False}
    ray.init(address=None if address == "ray" else address, **quietly)
    pool = RemotePool(ray, min(MOST, max(1, int(ray.cluster_resources().get("CPU", 1)))))
    pool.call(NOTHING, b"")
    return pool


def end(why: object) -> NoReturn:
    """End this process, since the cluster is of no use."""
    print(" ".join(str(why).split())[:500], flush=True)
    os._exit(1)
