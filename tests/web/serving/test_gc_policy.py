"""Full garbage collections, started only by the server when no player is acting."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from weakref import ref

from loops import in_a_loop
from palatine.metrics import ACTIONS
from palatine.web.serving.gc_policy import collect_when_idle

SOON = 30.0


class Knot(list["Knot"]):
    """A list that contains itself, so that only a collection frees it."""


def knot() -> ref[Knot]:
    """Return an object that has survived young collections in a nearly empty process."""
    gc.freeze()
    tied = Knot()
    tied.append(tied)
    gc.collect()
    return ref(tied)


async def tidied(tied: ref[Knot]) -> None:
    while tied() is not None:
        await asyncio.sleep(0.001)


def test_what_only_a_full_collection_ends_is_ended() -> None:
    async def main() -> None:
        collecting = asyncio.create_task(collect_when_idle(every=0.001, quiet=0.001))
        await asyncio.wait_for(tidied(knot()), SOON)
        collecting.cancel()

    in_a_loop(main())


def test_it_waits_for_a_moment_in_which_nobody_acts() -> None:
    async def main() -> None:
        tied = knot()
        gc.disable()
        try:
            collecting = asyncio.create_task(collect_when_idle(every=0.0, quiet=0.05))
            for _ in range(2000):  # as many turns of the loop as it pleases, all within a quiet moment
                ACTIONS.add("elric", "done")
                await asyncio.sleep(0)
            assert tied() is not None
            await asyncio.wait_for(tidied(tied), SOON)
            collecting.cancel()
        finally:
            gc.enable()

    in_a_loop(main())


def test_python_begins_none_in_a_process_that_serves() -> None:
    """A full collection takes time in proportion to the memory in use."""
    told = (
        "import gc; from palatine.web.serving.server import prepare_process; prepare_process()\n"
        "full = []; gc.callbacks.append(lambda phase, info: info['generation'] == 2 and full.append(phase))\n"
        "kept = [[] for _ in range(1_000_000)]; print(full, gc.get_freeze_count() > 100_000)"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "[] True\n"
