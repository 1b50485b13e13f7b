"""Garbage collection policy: rarer young collections, full ones while the server is idle.

A full collection walks all objects and blocks every request meanwhile: 80 ms with a hundred open matches. By default,
Python runs one again and again as matches are loaded. These find next to nothing, since positions have no cycles.
"""

from __future__ import annotations

import asyncio
import gc

from palatine.metrics import ACTIONS

FULL_COLLECTION_SECONDS = 600.0
"""Seconds between two full collections."""
IDLE_SECONDS = 1.0
"""Seconds without an action after which a full collection starts."""
MAX_IDLE_WAITS = 60
"""Maximum number of `IDLE_SECONDS` intervals to wait for an idle one."""
YOUNG_THRESHOLD = 20_000
"""New objects after which a young collection runs.

An action creates thousands of objects, most of which are freed without a collection. Python's own threshold of 700
would walk the objects in use again and again.
"""
FULL_THRESHOLD = 1_000_000
"""Young collections before Python would start a full one by itself."""


def configure() -> None:
    """Leave full collections to `collect_when_idle`, and exclude all current objects from them."""
    gc.set_threshold(YOUNG_THRESHOLD, gc.get_threshold()[1], FULL_THRESHOLD)
    gc.freeze()


async def collect_when_idle(every: float = FULL_COLLECTION_SECONDS, quiet: float = IDLE_SECONDS) -> None:
    """Run full collections at idle moments until cancelled."""
    while True:
        await asyncio.sleep(every)
        await _wait_until_idle(quiet)
        gc.collect()


async def _wait_until_idle(seconds: float) -> None:
    """Wait until no action has run for that many seconds, at most `MAX_IDLE_WAITS` intervals."""
    for _ in range(MAX_IDLE_WAITS):
        before = ACTIONS.read()
        await asyncio.sleep(seconds)
        if ACTIONS.read() == before:
            return
