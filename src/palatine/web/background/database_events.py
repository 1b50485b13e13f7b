"""Events of other processes that serve the same PostgreSQL database.

Correctness does not depend on them: a process that misses one, while its connection is down, reads the database again
within a second (`watch`, `store.engine.TRUSTED`).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from palatine.store.engine import Database
from palatine.store.peers.notifications import RIGHTS, own_connection, received
from palatine.table.errors import Unsaved
from palatine.web.background.watch import Watch

log = logging.getLogger(__name__)

AGAIN = 0.5
"""Seconds until a lost connection is opened again."""
SILENCE = 1.0
"""Seconds to wait for a notification before the thread checks whether it should end."""


class DatabaseEvents:
    """Listens in a thread of its own."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.on_right_gone: Callable[[], object] = lambda: None
        """Called when a session or token was deleted, or may have been."""
        self._end = threading.Event()
        self._notified = 0

    def start(self) -> None:
        threading.Thread(target=self._run, name="database events", daemon=True).start()

    def close(self) -> None:
        self._end.set()

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                self._listen()
            except Unsaved as error:
                log.info("Database events are not received: %s", error)
            except Exception:
                log.exception("Database events are not received")
            finally:
                self.database.notified = None
            self._end.wait(AGAIN)

    def _listen(self) -> None:
        with own_connection(self.database.engine, f"LISTEN {RIGHTS}") as connection:
            self._lost_right()  # any number of them may have been deleted before
            while not self._end.is_set():
                if received(connection, SILENCE):
                    self._lost_right()

    def _lost_right(self) -> None:
        self._notified += 1
        self.database.notified = self._notified
        self.on_right_gone()


@asynccontextmanager
async def running(events: DatabaseEvents | None, watch: Watch | None) -> AsyncIterator[None]:
    """While this lasts, events are received, if there are any; `watch` looks at once when a right was lost."""
    if events is None or watch is None:
        yield
        return
    loop = asyncio.get_running_loop()

    def look() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(watch.hasten)

    events.on_right_gone = look
    events.start()
    try:
        yield
    finally:
        events.close()
