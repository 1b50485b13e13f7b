"""A soak test with new seeds that fuzzes games, tests laws and mutates data for some time.

Each finding is saved as a file that can be replayed. Move it to `tests/testing/cases` to make it a regression test.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from palatine.testing.conformance import conformance
from palatine.testing.data_mutation import DataChange, mutate_data
from palatine.testing.findings import FuzzFinding, counted, find_game
from palatine.testing.fuzzer import BOUND
from palatine.testing.fuzzing.endgame import fuzz_endgame, has_endgame
from palatine.testing.fuzzing.soak import fuzz_one
from palatine.testing.setups import setups

KINDS = ("fuzz", "laws", "endgame", "fuzz", "laws", "data")
"""Kinds of jobs, in the order in which they are done for each game."""
POSITIONS = 20
"""Number of positions of one setup tested against the laws in one job."""


class SoakJob(NamedTuple):
    """One job for one game."""

    kind: str
    game: str
    seed: str


def jobs(names: Iterable[str], seed: str) -> Iterator[SoakJob]:
    """Yield jobs of every kind for every game, endlessly, each with its own seed."""
    every = [(kind, name) for kind in KINDS for name in names]
    for number, (kind, name) in enumerate(cycle(every)):
        yield SoakJob(kind, name, f"{seed}/{number}")


def work(job: SoakJob) -> list[FuzzFinding | DataChange]:
    """Do a job; return its findings."""
    game = find_game(job.game)
    if job.kind == "fuzz":
        found = fuzz_one((job.game, job.seed, BOUND)).finding
        return [found] if found is not None else []
    if job.kind == "endgame":
        results = fuzz_endgame((job.game, job.seed)) if has_endgame(game) else []
        return [result.finding for result in results if result.finding is not None]
    if job.kind == "data":
        changed = mutate_data(game, job.seed)
        return [changed] if changed is not None and not changed.noticed else []
    chosen = Random(job.seed).choice(setups(game))
    return [*conformance(game, POSITIONS, job.seed, only=lambda setup: setup == chosen, collect=True).findings]


def rotate(names: Iterable[str], minutes: float, processes: int, seed: str, folder: Path) -> Iterator[str]:
    """Work for `minutes` minutes; yield a line for each finding and a summary.

    Findings are saved in `folder`.
    """
    end = time.monotonic() + 60 * minutes
    queue = jobs(tuple(names), seed)
    done = found = 0
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running: set[Future[Any]] = set()
        while running or time.monotonic() < end:
            while len(running) < processes and time.monotonic() < end:
                running.add(pool.submit(work, next(queue)))
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            for each in [thing for future in ready for thing in future.result()]:
                found += isinstance(each, FuzzFinding)
                yield f"{each}\n  saved as {each.save(folder)}" if isinstance(each, FuzzFinding) else str(each)
            done += len(ready)
    yield f"{done} goes with the seed {seed}, {counted(found)}"
