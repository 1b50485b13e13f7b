"""What follows of itself among people: results of matches that are over, and accounts whose fortnight is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from palatine.core import PalatineError
from palatine.people.people import People
from palatine.table.clock import now
from palatine.web.hub import Workers

log = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds between two looks."""


def look(people: People, time: str) -> None:
    """Keep the results of what is over, and erase who has left; however many look, each is done once."""
    people.company.results.keep_all()
    people.company.erasure.erase_due(time)


async def keep_looking(people: People, workers: Workers) -> None:
    """Look again and again, until cancelled."""
    while True:
        try:
            await workers.run_long(lambda: look(people, now()))
        except PalatineError as error:  # the database is away; the next look may find it
            log.warning("Results could not be kept: %s", error)
        await asyncio.sleep(EVERY)


@asynccontextmanager
async def running(people: People | None, workers: Workers) -> AsyncIterator[None]:
    """While this lasts, it is seen to; where there are no people there is nothing to see to."""
    if people is None:
        yield
        return
    task = asyncio.create_task(keep_looking(people, workers))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
