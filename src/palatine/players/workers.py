"""Process pool in which a search tries candidates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from palatine.core import Game
from palatine.players.halving import Budget, EvaluationJob, SerialRunner
from palatine.players.rollouts import Rollout

POLL_SECONDS = 0.1
"""Seconds after which a process returns its results, so that a search ends in time."""

GameLoader = Callable[[str], Game[Any]]
"""A function that loads a game by its name in any process, such as `palatine.load`."""
RolloutKey = tuple[str, type[Rollout], bytes, tuple[Any, ...]]
"""Data that recreate a rollout: the game's name, the class, the position, further arguments."""


class WorkerPool:
    """A pool of processes, started on first use."""

    def __init__(self, processes: int, load_game: GameLoader) -> None:
        self.processes = processes
        self.load = load_game
        self._pool: ProcessPoolExecutor | None = None

    def pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, get_context("spawn"))
        return self._pool

    def runner(self, rollout: Rollout) -> SerialRunner[Any]:
        """Return a runner that tries candidates of a rollout in these processes."""
        return ParallelRunner(self, rollout)

    def close(self) -> None:
        """Stop the processes."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class ParallelRunner(SerialRunner[Any]):
    """Runner that distributes jobs equally over several processes."""

    def __init__(self, workers: WorkerPool, rollout: Rollout) -> None:
        super().__init__(rollout)
        self.workers = workers
        self.processes = workers.processes
        game = rollout.game
        self.asked: RolloutKey = (game.name, type(rollout), game.encode(rollout.state), rollout.extra_arguments)

    def run(self, jobs: Sequence[EvaluationJob[Any]], budget: Budget) -> list[float]:
        """Return the results of the jobs in order; fewer if the budget runs out.

        Results after the first missing one are discarded.
        """
        share = -(-len(jobs) // self.processes)
        parts = [jobs[begin : begin + share] for begin in range(0, len(jobs), share)]
        found: list[list[float]] = [[] for _ in parts]
        while left := [(n, part) for n, part in enumerate(parts) if len(found[n]) < len(part)]:
            if budget.spent_share() >= 1:
                break
            answers = [(n, self._submit(part[len(found[n]) :])) for n, part in left]
            for n, answer in answers:
                found[n] += answer.result()
        whole = next((n for n, part in enumerate(parts) if len(found[n]) < len(part)), len(parts))
        values = [value for each in found[: whole + 1] for value in each]
        budget.spent += len(values)
        return values

    def _submit(self, jobs: Sequence[EvaluationJob[Any]]) -> Future[list[float]]:
        return self.workers.pool().submit(_run_rollouts, self.workers.load, self.asked, jobs)


def _run_rollouts(load: GameLoader, asked: RolloutKey, jobs: Sequence[EvaluationJob[Any]]) -> list[float]:
    """Return the results of the first jobs, up to POLL_SECONDS of work."""
    trial, begun = _current_rollout(load, asked), perf_counter()
    found: list[float] = []
    for candidate, world in jobs:
        found.append(trial(candidate, world))
        if perf_counter() - begun >= POLL_SECONDS:
            break
    return found


@lru_cache(maxsize=1)
def _current_rollout(load: GameLoader, asked: RolloutKey) -> Rollout:
    """Return the current rollout with its sampled worlds, cached per process."""
    name, kind, position, more = asked
    game = load(name)
    return kind(game, game.decode(position), *more)
