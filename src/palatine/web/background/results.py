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
from palatine.web.background.work_assignment import ALL_WORK, WorkAssignment
from palatine.web.thread_pools import ThreadPools

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 20.0
"""Seconds between two runs."""
STALL_SECONDS = 900.0
"""Seconds that one run may take before the task counts as stalled."""
OVERLAP = timedelta(minutes=1)
"""Overlap with the previous run: other workers write as well, and their clocks may differ."""


def record_results(accounts: AccountService, time: str) -> None:
    """Record punctuality and results, erase due accounts and apply vacations that begin.

    Each is done only once, however many processes run this.
    """
    social = accounts.social
    since = social.cursor.position()
    if social.punctuality.recount_since(since) + social.results.store_missing(since):
        social.cursor.advance(format_timestamp(datetime.fromisoformat(time) - OVERLAP))
    social.erasure.erase_due(time)
    social.absences.apply_all(time)


async def record_forever(
    accounts: AccountService,
    thread_pools: ThreadPools,
    heartbeat: TaskHeartbeat,
    assignment: WorkAssignment = ALL_WORK,
) -> None:
    """Run repeatedly until cancelled."""
    while True:
        heartbeat.beat()
        try:
            if assignment.on_duty():
                await thread_pools.run_long(record_results, accounts, now())
        except PalatineError as error:  # The database is unavailable; the next run may succeed.
            log.warning("Results could not be stored: %s", error)
        await asyncio.sleep(INTERVAL_SECONDS)


@asynccontextmanager
async def recording_results(
    accounts: AccountService | None, thread_pools: ThreadPools, assignment: WorkAssignment = ALL_WORK
) -> AsyncIterator[None]:
    """Record results within this context; does nothing without accounts."""
    if accounts is None:
        yield
        return
    heartbeat = HEARTBEATS.begin("social", STALL_SECONDS)
    task = HEARTBEATS.watch(heartbeat, record_forever(accounts, thread_pools, heartbeat, assignment))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
