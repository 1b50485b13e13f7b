"""Whether a process can work: it reads and writes its database within a bound, the tables are such as it can use, and
whoever works in the background is alive."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from sqlalchemy import Connection, insert, update

from palatine.core import PalatineError
from palatine.measures import PULSES
from palatine.store import Store
from palatine.store.schema import house
from palatine.store.upgrading import can_use
from palatine.table.clock import now
from palatine.web.operating.engine_room import EngineRoom
from palatine.web.wording import say

BOUND = 3.0
"""Seconds in which the database must have been read and written."""
FRESH = 1.0
"""Seconds for which an answer is given again: however often somebody asks, it is written once a second."""
PROBE = "ready"


class Readiness:
    """Asks, at most once a second, and never twice at a time."""

    def __init__(self, store: Store | None, room: EngineRoom) -> None:
        self.store = store
        self.room = room
        self._thread = ThreadPoolExecutor(1, "readiness")
        self._turn = threading.Lock()
        self._asking: asyncio.Future[str] | None = None
        self._known: tuple[float, str] | None = None

    async def trouble(self, bound: float = BOUND) -> str:
        """Why it cannot work; "" when it can."""
        if self.room.is_stopping:
            return say("operating.stopping")
        dead = [pulse.name for pulse in PULSES.read() if not pulse.is_alive]
        if self.room.bots is not None and not self.room.bots.is_alive:
            dead.append("bots")
        if dead:
            return say("operating.dead", workers=sorted(dead))
        if self.store is None:
            return ""
        if self._known is not None and monotonic() - self._known[0] < FRESH:
            return self._known[1]
        return await self._ask(self.store, bound)

    async def _ask(self, store: Store, bound: float) -> str:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().run_in_executor(self._thread, database_trouble, store)
        try:
            found = await asyncio.wait_for(asyncio.shield(self._asking), bound)
        except TimeoutError:
            return say("operating.slow-database", seconds=bound)
        self._known = (monotonic(), found)
        return found

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def database_trouble(store: Store) -> str:
    """Why a database cannot be worked with; "" when it can be read and written and its tables serve this version, be
    they its own or those of a newer one beside it."""
    try:
        with store.database.reading() as connection:
            if not can_use(connection):
                return say("operating.not-at-head")
        store.database.write(_probe)
    except PalatineError as error:
        return say("operating.no-database", error=str(error))
    return ""


def _probe(connection: Connection) -> None:
    """Write a row that means nothing."""
    value = {"value": now().encode()}
    if not connection.execute(update(house).where(house.c.name == PROBE).values(**value)).rowcount:
        connection.execute(insert(house), {"name": PROBE, **value})
