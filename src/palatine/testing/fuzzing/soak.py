"""Soak runs of many fuzzed games in several processes, and comparison of two processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from palatine.core import Game
from palatine.testing.findings import counted, find_game, reference
from palatine.testing.fuzzer import BOUND, Fuzzer, FuzzResult, OrdersFuzzer
from palatine.testing.fuzzing.endgame import COPIES, fuzz_endgame
from palatine.testing.setups import choose, random_setup

Progress = Callable[[int, int, int], None]
"""A callback with the numbers of games played, games wanted and findings so far."""


def fuzz_one(job: tuple[str, str, int]) -> FuzzResult:
    """Fuzz one game; a job is the game's name, the seed and the bound."""
    name, seed, bound = job
    game = find_game(name)
    kind = OrdersFuzzer if game.orders else Fuzzer
    return kind(game, seed).run(bound)


def run_soak(
    game: Game[Any],
    games: int = 10_000,
    processes: int = 2,
    seed: object = 0,
    folder: Path | None = None,
    bound: int = BOUND,
    progress: Progress | None = None,
) -> list[FuzzResult]:
    """Fuzz `games` games with different seeds; return the results in order of seeds.

    Findings are saved in `folder`.
    """
    name = reference(game)
    jobs = [(name, f"{seed}/{number}", bound) for number in range(games)]
    results: list[FuzzResult] = []
    found = 0
    for result in spread(fuzz_one, jobs, processes):
        results.append(result)
        if result.finding is not None:
            found += 1
            if folder is not None:
                result.finding.save(folder)
        if progress is not None:
            progress(len(results), games, found)
    return results


def run_endgame(
    game: Game[Any],
    positions: int,
    processes: int = 2,
    seed: object = 0,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> list[FuzzResult]:
    """Play from at least `positions` late positions; return the results.

    Findings are saved in `folder`.
    """
    name = reference(game)
    results: list[FuzzResult] = []
    batches = -(-positions // COPIES)
    number = found = 0
    while len(results) < positions and number < 4 * batches:
        jobs = [(name, f"{seed}/{each}") for each in range(number, number + batches)]
        number += batches
        for result in chain.from_iterable(spread(fuzz_endgame, jobs, processes)):
            results.append(result)
            if result.finding is not None:
                found += 1
                if folder is not None:
                    result.finding.save(folder)
            if progress is not None:
                progress(len(results), max(positions, len(results)), found)
    return results


def spread(work: Callable[[Any], Any], jobs: list[Any], processes: int) -> Iterator[Any]:
    """Yield the results of `work` for all jobs in order, computed by several processes."""
    if processes < 2 or len(jobs) < 2:
        yield from map(work, jobs)
        return
    chunk = max(1, min(16, len(jobs) // (8 * processes)))
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, jobs, chunksize=chunk)


def summary(results: Iterable[FuzzResult]) -> str:
    """Return a summary of results, in several lines."""
    rows = list(results)
    lengths = sorted(row.decisions for row in rows) or [0]
    outcomes = Counter(row.outcome for row in rows if row.finding is None)
    middle = lengths[len(lengths) // 2]
    lines = [f"{len(rows)} games, {sum(lengths)} decisions; median {middle}, most {lengths[-1]}"]
    lines += [f"{number:6} {outcome}" for outcome, number in outcomes.most_common(12)]
    findings = [row.finding for row in rows if row.finding is not None]
    lines += [str(finding) for finding in findings[:20]]
    return "\n".join([*lines, counted(len(findings))])


def digest(game: Game[Any], seed: object, decisions: int) -> str:
    """Return a hash of a random game: its actions, journal entries, views and states."""
    random = Random(str(seed))
    setup = random_setup(game, random)
    state = setup.start(game, str(seed).encode())
    mark = blake2b(str(setup).encode(), digest_size=16)
    for number in range(decisions):
        if not game.actors(state):
            break
        seat, action = choose(game, state, random)
        state.journal = []
        game.take(state, seat, action)
        mark.update(repr(action).encode() + msgspec.json.encode(state.journal) + game.encode(state))
        if number % 20 == 0:
            views = [game.view(state, each) for each in (*state.seats, None)]
            dealt = [game.encode(game.determinize(state, each, b"d")) for each in state.seats]
            mark.update(msgspec.json.encode(views) + b"".join(dealt))
    return mark.hexdigest()


def same_in_two_processes(game: Game[Any], seeds: Iterable[int] = range(3), decisions: int = 500) -> None:
    """Assert that two processes with different hash seeds play identical random games."""
    wanted = [str(seed) for seed in seeds]
    command = [sys.executable, "-m", "palatine.testing", "digest", reference(game), str(decisions), *wanted]
    told = []
    for hash_seed in ("1", "4242"):
        around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        told.append(run.stdout.split())
    different = [seed for seed, one, other in zip(wanted, *told, strict=True) if one != other]
    assert not different, f"the games of the seeds {', '.join(different)} differ between two processes"
