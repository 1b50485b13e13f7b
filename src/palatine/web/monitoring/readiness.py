"""The readiness check of a process.

A process is ready if it can read and write its database in time, the database schema fits this version, and background
tasks are alive.
"""

from __future__ import annotations

import asyncio
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic

from sqlalchemy import Connection, delete, insert, update

from palatine.core import PalatineError
from palatine.matches.clock import now
from palatine.metrics import HEARTBEATS
from palatine.store import Store
from palatine.store.schema import server_keys
from palatine.store.upgrading import is_compatible
from palatine.web.monitoring.runtime import Runtime
from palatine.web.wording import say

MAX_AGE_SECONDS = 3.0
"""Seconds within which the database must have been read and written."""
CACHE_SECONDS = 1.0
"""Seconds for which a result is cached, so that the check writes at most once a second."""
PROBE_KEY, SPACE_PROBE_KEY = "ready", "ready room"
PROBE_BYTES = 64 * 1024
"""Bytes that an SQLite database must be able to add.

A full disk still accepts a changed row, but no new page.
"""
MIN_FREE_BYTES = 16 * 1024 * 1024
"""Bytes that must be free next to an SQLite file.

Its write-ahead log grows by some megabytes before a checkpoint.
"""


class ReadinessCheck:
    """The readiness check, which runs at most once a second and never twice at a time."""

    def __init__(self, store: Store | None, runtime: Runtime) -> None:
        self.store = store
        self.runtime = runtime
        self._thread = ThreadPoolExecutor(1, "readiness")
        self._turn = threading.Lock()
        self._asking: asyncio.Future[str] | None = None
        self._known: tuple[float, str] | None = None

    async def trouble(self, bound: float = MAX_AGE_SECONDS) -> str:
        """Return why the process cannot work, or "" if it can."""
        if self.runtime.is_stopping:
            return say("monitoring.stopping")
        dead = [heartbeat.name for heartbeat in HEARTBEATS.read() if not heartbeat.is_alive]
        if self.runtime.bots is not None and not self.runtime.bots.is_alive:
            dead.append("bots")
        if dead:
            return say("monitoring.dead", workers=sorted(dead))
        if self.store is None:
            return ""
        if self._known is not None and monotonic() - self._known[0] < CACHE_SECONDS:
            return self._known[1]
        return await self._ask(self.store, bound)

    async def _ask(self, store: Store, bound: float) -> str:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().run_in_executor(self._thread, database_trouble, store)
        try:
            found = await asyncio.wait_for(asyncio.shield(self._asking), bound)
        except TimeoutError:
            return say("monitoring.slow-database", seconds=bound)
        self._known = (monotonic(), found)
        return found

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def database_trouble(store: Store) -> str:
    """Return why a database cannot be used, or "" if it can be read and written.

    The schema may be that of this version or of a newer one that runs in parallel.
    """
    try:
        with store.database.reading() as connection:
            if not is_compatible(connection):
                return say("monitoring.not-at-head")
        store.database.write(partial(_probe, store.database.is_sqlite))
    except PalatineError as error:
        return say("monitoring.no-database", error=str(error))
    free = free_bytes(store)
    return "" if free is None or free >= MIN_FREE_BYTES else say("monitoring.full-disk", free=free >> 20)


def free_bytes(store: Store) -> int | None:
    """Return the free bytes on the disk of an SQLite file, None for any other database."""
    beside = store.database.sibling_path("lock")
    return None if beside is None else shutil.disk_usage(beside.parent).free


def _probe(is_sqlite: bool, connection: Connection) -> None:
    """Write a probe row.

    In SQLite, also insert and delete a row of the required length, so that the file must be able to grow.
    """
    if is_sqlite:
        connection.execute(insert(server_keys), {"name": SPACE_PROBE_KEY, "value": bytes(PROBE_BYTES)})
        connection.execute(delete(server_keys).where(server_keys.c.name == SPACE_PROBE_KEY))
    value = {"value": now().encode()}
    if not connection.execute(update(server_keys).where(server_keys.c.name == PROBE_KEY).values(**value)).rowcount:
        connection.execute(insert(server_keys), {"name": PROBE_KEY, **value})
