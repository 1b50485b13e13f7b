"""A pool that runs work on a Ray cluster, or locally while the cluster is unavailable."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from palatine.optional_imports import check_installed
from palatine.processes.pool import DEFAULT_MEGABYTES, DEFAULT_SECONDS, PoolClosed, ProcessPool
from palatine.processes.requests import SharedPool

log = logging.getLogger(__name__)

READY_LINE = "ready"
RECONNECT_SECONDS = 10.0
"""Seconds between attempts to connect to an unavailable cluster."""
LEAVE_SECONDS = 10.0
"""Seconds for the client process to leave the cluster."""


def check_cluster(address: str) -> None:
    """Raise MissingExtra if packages needed for a cluster at `address` are not installed.

    The address "" needs none.
    """
    if address:
        check_installed("ray", *(["grpc"] if address.startswith("ray://") else []), extra="ray")


def pool_for(address: str) -> ProcessPool:
    """Return a pool on the Ray cluster at `address`, or a local one for ""."""
    return RayPool(address) if address else ProcessPool()


class RayPool(ProcessPool):
    """A pool on the Ray cluster at `address`, with local processes as a fallback.

    The address is "ray://HOST:PORT", or "ray" for this machine's cluster, started if necessary. Work runs locally while
    the cluster is unavailable, also if it is lost during the work.
    """

    def __init__(self, address: str, size: int | None = None) -> None:
        super().__init__(size)
        self._address = address
        self._lent = 0
        self._is_leaving = threading.Event()
        self._cluster: SharedPool | None = None
        self._bridge: subprocess.Popen[str] | None = None
        self._watch = threading.Thread(target=self._stay_connected, name="cluster", daemon=True)
        self._watch.start()

    def call(
        self,
        kind: str,
        data: bytes,
        *,
        seconds: float = DEFAULT_SECONDS,
        megabytes: int = DEFAULT_MEGABYTES,
        subject: str = "",
        reserve: int = 0,
    ) -> bytes:
        """See `Pool.call`."""
        cluster = self._cluster
        if cluster is not None:
            self._count(1)
            try:
                return cluster.call(
                    kind, data, seconds=seconds, megabytes=megabytes, subject=subject, reserve=reserve
                )
            except PoolClosed:
                log.info("Work moved from the cluster to this machine.")
            finally:
                self._count(-1)
        return super().call(kind, data, seconds=seconds, megabytes=megabytes, subject=subject, reserve=reserve)

    def _count(self, more: int) -> None:
        with self._turn:
            self._lent += more

    @property
    def is_connected(self) -> bool:
        """True if the cluster does the work."""
        return self._cluster is not None

    @property
    def busy_count(self) -> int:
        """Number of busy local processes and of calls on the cluster."""
        return super().busy_count + self._lent

    def close(self) -> None:
        """See `Pool.close`."""
        self._is_leaving.set()
        super().close()
        with self._turn:
            bridge = self._bridge
        if bridge is not None and bridge.stdin is not None:
            bridge.stdin.close()
        self._watch.join(LEAVE_SECONDS)
        if bridge is not None:
            bridge.kill()

    # Connection to the cluster

    def _stay_connected(self) -> None:
        """Keep a client process connected to the cluster, restarting it until the pool is closed."""
        while not self._is_leaving.is_set():
            with tempfile.TemporaryDirectory(prefix="palatine-") as folder:
                why = self._use_cluster(Path(folder) / "cluster")
            if not self._is_leaving.is_set():
                log.warning(
                    "Ray cluster unreachable, bots run on this machine: address=%s error=%s", self._address, why
                )
            self._is_leaving.wait(RECONNECT_SECONDS)

    def _use_cluster(self, place: Path) -> str:
        """Use the cluster while available; return why it no longer is."""
        command = [sys.executable, "-m", "palatine.processes", self._address, str(place)]
        around = {
            "RAY_USAGE_STATS_ENABLED": "0",
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=around, text=True
        ) as bridge:
            with self._turn:
                self._bridge = bridge
                if self._closed:
                    bridge.kill()
            assert bridge.stdout is not None
            last = ""
            for line in bridge.stdout:
                last = line.strip()
                if last == READY_LINE:
                    log.info("Bots run on the Ray cluster: address=%s", self._address)
                    self._cluster = SharedPool(place)
            cluster, self._cluster = self._cluster, None
            if cluster is not None:
                cluster.close()
        return last if last != READY_LINE else "it was lost"
