"""Processes in which a search tries candidates, each the worlds that it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from typing import Any

from palatine.core import Game
from palatine.players.search import Budget, InTurn, Job
from palatine.players.trials import Trial

Load = Callable[[str], Game[Any]]
"""Finds a game by its name in any process: a function of a module, like `palatine.load`."""
Asked = tuple[str, type[Trial], bytes, tuple[Any, ...]]
"""What makes a trial again: the game's name, the kind of trial, the position, and what it is made of beside."""


class Workers:
    """Some processes, begun when they are first needed."""

    def __init__(self, processes: int, load: Load) -> None:
        self.processes = processes
        self.load = load
        self._pool: ProcessPoolExecutor | None = None

    def pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, get_context("spawn"))
        return self._pool

    def runner(self, trial: Trial) -> InTurn[Any]:
        """Carries out what is to be tried in these processes."""
        return Together(self, trial)

    def close(self) -> None:
        """End them."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class Together(InTurn[Any]):
    """Carries jobs out in several processes, as many in each."""

    def __init__(self, workers: Workers, trial: Trial) -> None:
        super().__init__(trial)
        self.workers = workers
        self.processes = workers.processes
        game = trial.game
        self.asked: Asked = (game.name, type(trial), game.encode(trial.state), trial.more)

    def run(self, jobs: Sequence[Job[Any]], budget: Budget) -> list[float]:
        pool, load, share = self.workers.pool(), self.workers.load, -(-len(jobs) // self.processes)
        parts = [jobs[begin : begin + share] for begin in range(0, len(jobs), share)]
        answers = [pool.submit(_try, load, self.asked, part) for part in parts]
        found = [value for answer in answers for value in answer.result()]
        budget.spent += len(found)
        return found


def _try(load: Load, asked: Asked, jobs: Sequence[Job[Any]]) -> list[float]:
    trial = _trial(load, asked)
    return [trial(candidate, world) for candidate, world in jobs]


@lru_cache(maxsize=1)
def _trial(load: Load, asked: Asked) -> Trial:
    """The trial asked about last, with the worlds it has dealt."""
    name, kind, position, more = asked
    game = load(name)
    return kind(game, game.decode(position), *more)
