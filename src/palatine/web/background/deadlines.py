"""Turns whose time is up are run by the server itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from palatine.core import PalatineError
from palatine.table import House
from palatine.web.hub import Workers

log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks at what is due."""


async def keep_time(house: House, workers: Workers) -> None:
    """Look again and again for turns whose time is up, until cancelled."""
    while True:
        try:
            await workers.run_long(house.claim_deadlines)
        except PalatineError as error:  # the database is away; the next look may find it
            log.warning("No turn could be run: %s", error)
        await asyncio.sleep(EVERY)


@asynccontextmanager
async def running(house: House, workers: Workers) -> AsyncIterator[None]:
    """While this lasts, time is kept."""
    task = asyncio.create_task(keep_time(house, workers))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
