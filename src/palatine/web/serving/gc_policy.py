"""Garbage collections: those of young objects less often than Python would, full ones seldom and where nobody acts.

A full one walks all that is in memory and holds up everybody meanwhile: 80 ms with a hundred matches open. Python would
have one again and again as matches come, and what they find is next to nothing, since positions hold no cycles.
"""

from __future__ import annotations

import asyncio
import gc

from palatine.metrics import ACTIONS

EVERY = 600.0
"""Seconds from one to the next."""
QUIET = 1.0
"""Seconds without an action after which one is begun, ..."""
PATIENCE = 60
"""... and their number above which it waits for such a moment."""
YOUNG = 20_000
"""New objects after which the young are looked through. Most are gone by then without that: an action makes thousands,
and with Python's own 700 what it is at work on is walked again and again."""
NEVER = 1_000_000
"""Collections of the younger generations before Python would begin a full one by itself."""


def configure() -> None:
    """Leave full collections to `collect_when_idle`, and have them pass over what is in memory by now."""
    gc.set_threshold(YOUNG, gc.get_threshold()[1], NEVER)
    gc.freeze()


async def collect_when_idle(every: float = EVERY, quiet: float = QUIET) -> None:
    """Collect again and again, until cancelled."""
    while True:
        await asyncio.sleep(every)
        await _quiet(quiet)
        gc.collect()


async def _quiet(seconds: float) -> None:
    """Until nobody has acted for so long; no longer than for `PATIENCE` times that."""
    for _ in range(PATIENCE):
        before = ACTIONS.read()
        await asyncio.sleep(seconds)
        if ACTIONS.read() == before:
            return
