"""Recording of results, erasure of accounts two weeks after deletion, and vacations."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta

from palatine.accounts.principals import AccountService
from palatine.core import PalatineError
from palatine.matches.clock import format_timestamp, now
from palatine.metrics import HEARTBEATS, TaskHeartbeat
from palatine.web.background.work_assignment import EVERYTHING, WorkAssignment
from palatine.web.thread_pools import ThreadPools

log = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds between two runs."""
WITHIN = 900.0
"""Seconds that one run may take before the task counts as stalled."""
OVERLAP = timedelta(minutes=1)
"""Overlap with the previous run: other workers write as well, and their clocks may differ."""


def look(people: AccountService, time: str) -> None:
    """Record punctuality and results, erase due accounts and apply vacations that begin.

    Each is done only once, however many processes run this.
    """
    social = people.social
    since = social.cursor.position()
    if social.punctuality.recount_since(since) + social.results.store_missing(since):
        social.cursor.advance(format_timestamp(datetime.fromisoformat(time) - OVERLAP))
    social.erasure.erase_due(time)
    social.absences.apply_all(time)


async def keep_looking(
    people: AccountService, workers: ThreadPools, heartbeat: TaskHeartbeat, assignment: WorkAssignment = EVERYTHING
) -> None:
    """Run repeatedly until cancelled."""
    while True:
        heartbeat.beat()
        try:
            if assignment.on_duty():
                await workers.run_long(look, people, now())
        except PalatineError as error:  # The database is unavailable; the next run may succeed.
            log.warning("Results could not be stored: %s", error)
        await asyncio.sleep(EVERY)


@asynccontextmanager
async def running(
    people: AccountService | None, workers: ThreadPools, assignment: WorkAssignment = EVERYTHING
) -> AsyncIterator[None]:
    """Record results within this context; does nothing without accounts."""
    if people is None:
        yield
        return
    heartbeat = HEARTBEATS.begin("social", WITHIN)
    task = HEARTBEATS.watch(heartbeat, keep_looking(people, workers, heartbeat, assignment))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
