"""Garbage collection policy: rarer young collections, full ones while the server is idle.

A full collection walks all objects and blocks every request meanwhile: 80 ms with a hundred open matches. By default,
Python runs one again and again as matches are loaded. These find next to nothing, since positions have no cycles.
"""

from __future__ import annotations

import asyncio
import gc

from palatine.metrics import ACTIONS

EVERY = 600.0
"""Seconds between two full collections."""
QUIET = 1.0
"""Seconds without an action after which a full collection starts."""
PATIENCE = 60
"""Maximum number of `QUIET` intervals to wait for an idle one."""
YOUNG = 20_000
"""New objects after which a young collection runs.

An action creates thousands of objects, most of which are freed without a collection. Python's own threshold of 700
would walk the objects in use again and again.
"""
NEVER = 1_000_000
"""Young collections before Python would start a full one by itself."""


def configure() -> None:
    """Leave full collections to `collect_when_idle`, and exclude all current objects from them."""
    gc.set_threshold(YOUNG, gc.get_threshold()[1], NEVER)
    gc.freeze()


async def collect_when_idle(every: float = EVERY, quiet: float = QUIET) -> None:
    """Run full collections at idle moments until cancelled."""
    while True:
        await asyncio.sleep(every)
        await _quiet(quiet)
        gc.collect()


async def _quiet(seconds: float) -> None:
    """Wait until no action has run for that many seconds, at most `PATIENCE` intervals."""
    for _ in range(PATIENCE):
        before = ACTIONS.read()
        await asyncio.sleep(seconds)
        if ACTIONS.read() == before:
            return
