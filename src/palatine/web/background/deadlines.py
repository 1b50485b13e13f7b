"""Processing of deadlines in matches: turns, seats whose time is up, proposals that lapse."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from palatine.core import PalatineError
from palatine.matches import ClockService
from palatine.matches.clock import now, seconds_between
from palatine.metrics import HEARTBEATS, TaskHeartbeat
from palatine.store import Store
from palatine.store.heartbeats import Heartbeat
from palatine.web.background.work_assignment import ALL_WORK, WorkAssignment
from palatine.web.thread_pools import ThreadPools

log = logging.getLogger(__name__)

CHECK_SECONDS = 2.0
"""Seconds between two checks for due deadlines."""
STALL_SECONDS = 900.0
"""Seconds that one check may take before the task counts as stalled.

The longest turn may take ten minutes.
"""
BEAT_SECONDS = 60.0
"""Seconds between two records that the server is up."""
DOWN_SECONDS = 150.0
"""Seconds without a record after which the server counts as having been down.

No clock is charged for that time.
"""


class DeadlineRunner:
    """Runner of due deadlines, which first detects whether the server was down."""

    def __init__(
        self, clocks: ClockService, uptime: Heartbeat | None, assignment: WorkAssignment = ALL_WORK
    ) -> None:
        self.clocks = clocks
        self.assignment = assignment
        self.alive = uptime
        self._noted = ""

    def run_due(self, time: str = "") -> list[str]:
        """Process all deadlines due by now (or `time`). Return the matches that had one."""
        at = time or now()
        if self.alive is not None and (not self._noted or seconds_between(self._noted, at) >= BEAT_SECONDS):
            before = self.alive.beat(at)
            self._noted = at
            if before and seconds_between(before, at) > DOWN_SECONDS:
                found = self.clocks.add_outage(before, at)
                log.info("Outage detected: from=%s to=%s matches_extended=%d", before, at, found)
        return self.clocks.claim_deadlines(at, self.assignment.claim)


async def run_forever(
    clocks: ClockService,
    thread_pools: ThreadPools,
    heartbeat: TaskHeartbeat,
    uptime: Heartbeat | None = None,
    assignment: WorkAssignment = ALL_WORK,
) -> None:
    """Check for due deadlines until cancelled."""
    runner = DeadlineRunner(clocks, uptime, assignment)
    while True:
        heartbeat.beat()
        try:
            await thread_pools.run_long(runner.run_due)
        except PalatineError as error:  # The database is unavailable; the next check may succeed.
            log.warning("Deadlines could not be processed: %s", error)
        await asyncio.sleep(CHECK_SECONDS)


@asynccontextmanager
async def processing_deadlines(
    clocks: ClockService,
    thread_pools: ThreadPools,
    store: Store | None = None,
    assignment: WorkAssignment = ALL_WORK,
) -> AsyncIterator[None]:
    """Process deadlines within this context."""
    alive = None if store is None else Heartbeat(store.database)
    heartbeat = HEARTBEATS.begin("deadlines", STALL_SECONDS)
    task = HEARTBEATS.watch(heartbeat, run_forever(clocks, thread_pools, heartbeat, alive, assignment))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
