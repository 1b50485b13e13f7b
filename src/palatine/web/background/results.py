"""What follows of itself among people: results of matches that are over, and accounts whose fortnight is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta

from palatine.accounts.principals import AccountService
from palatine.core import PalatineError
from palatine.matches.clock import now, stamp
from palatine.metrics import HEARTBEATS, TaskHeartbeat
from palatine.web.background.work_assignment import EVERYTHING, WorkAssignment
from palatine.web.thread_pools import ThreadPools

log = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds between two looks."""
WITHIN = 900.0
"""Seconds that one look may take before nobody seems to look any more."""
OVERLAP = timedelta(minutes=1)
"""So far back each looks: other workers write, too, and their clocks are not quite ours."""


def look(people: AccountService, time: str) -> None:
    """Count turns kept in matches in which some have come due, keep the results of what is over, erase who has left,
    and tell matches of vacations that begin; however many look, each is done once."""
    social = people.social
    since = social.cursor.since()
    if social.punctuality.count_since(since) + social.results.keep_all(since):
        social.cursor.reached(stamp(datetime.fromisoformat(time) - OVERLAP))
    social.erasure.erase_due(time)
    social.absences.keep(time)


async def keep_looking(
    people: AccountService, workers: ThreadPools, heartbeat: TaskHeartbeat, assignment: WorkAssignment = EVERYTHING
) -> None:
    """Look again and again, until cancelled."""
    while True:
        heartbeat.beat()
        try:
            if assignment.on_duty():
                await workers.run_long(look, people, now())
        except PalatineError as error:  # the database is away; the next look may find it
            log.warning("Results could not be kept: %s", error)
        await asyncio.sleep(EVERY)


@asynccontextmanager
async def running(
    people: AccountService | None, workers: ThreadPools, assignment: WorkAssignment = EVERYTHING
) -> AsyncIterator[None]:
    """While this lasts, it is seen to; where there are no people there is nothing to see to."""
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
