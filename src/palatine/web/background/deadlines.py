"""What is due in matches is seen to by the server itself: turns and seats whose time is up, proposals that lapse."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from palatine.core import PalatineError
from palatine.measures import PULSES, Pulse
from palatine.store import Store
from palatine.store.alive import Alive
from palatine.table import House
from palatine.table.clock import between, now
from palatine.web.background.share import ALL, Share
from palatine.web.threads import Workers

log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks at what is due."""
WITHIN = 900.0
"""Seconds that one look may take before nobody seems to look any more: the longest turn may take ten minutes."""
BEAT = 60.0
"""Seconds after which it is noted that the house is up."""
AWAY = 150.0
"""A house that has noted nothing for so many seconds was down: nobody is charged for that."""


class TimeKeeper:
    """Sees to what is due, after it has found out whether the house has just been down."""

    def __init__(self, house: House, alive: Alive | None, share: Share = ALL) -> None:
        self.house = house
        self.share = share
        self.alive = alive
        self._noted = ""

    def look(self, time: str = "") -> list[str]:
        """See to all that is due by now (or `time`); the matches in which something was."""
        at = time or now()
        if self.alive is not None and (not self._noted or between(self._noted, at) >= BEAT):
            before = self.alive.beat(at)
            self._noted = at
            if before and between(before, at) > AWAY:
                found = self.house.add_outage(before, at)
                log.info("The house was down from %s to %s; the times of %d matches are moved", before, at, found)
        return self.house.claim_deadlines(at, self.share.claim)


async def keep_time(
    house: House, workers: Workers, pulse: Pulse, alive: Alive | None = None, share: Share = ALL
) -> None:
    """Look again and again for what is due, until cancelled."""
    keeper = TimeKeeper(house, alive, share)
    while True:
        pulse.beat()
        try:
            await workers.run_long(keeper.look)
        except PalatineError as error:  # the database is away; the next look may find it
            log.warning("Nothing that is due could be done: %s", error)
        await asyncio.sleep(EVERY)


@asynccontextmanager
async def running(
    house: House, workers: Workers, store: Store | None = None, share: Share = ALL
) -> AsyncIterator[None]:
    """While this lasts, time is kept in the matches that are held here."""
    alive = None if store is None else Alive(store.database)
    pulse = PULSES.begin("deadlines", WITHIN)
    task = PULSES.watch(pulse, keep_time(house, workers, pulse, alive, share))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
