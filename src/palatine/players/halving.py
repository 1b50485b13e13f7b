"""Sequential halving: selection of the best of several candidates by random trials."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Generic, TypeVar

C = TypeVar("C")

HALVING_ROUNDS = 4
"""Halving rounds of equal cost; the rest of the budget goes to the last two candidates."""
CHECK_INTERVAL = 4
"""Worlds between two checks of whether a candidate leads significantly."""
MIN_WORLDS = 8
"""Minimum number of worlds for such a check."""
EQUAL_WORLDS = 4
"""Number of worlds with equal results after which two candidates count as equal."""
SIGNIFICANT_LEAD = 2.0
"""A lead is significant if it exceeds this number of standard errors."""

EvaluationJob = tuple[C, int]
"""A candidate and the number of the world to try it in."""
Evaluator = Callable[[C, int], float]


class Budget:
    """Budget of a search: a number of samples, for reproducible results, or seconds."""

    def __init__(
        self,
        samples: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
        started: float | None = None,
    ) -> None:
        self.samples = samples
        self.seconds = seconds
        self.clock = clock
        self.begun = clock() if started is None else started
        """Clock time at which the budget starts; preparing the search counts, too."""
        self.spent = 0
        self.stopped = False
        """Set by a caller to end the search with the next sample."""

    def spent_share(self) -> float:
        """Return the share of the budget that is spent; 1 or more if the search must end."""
        if self.stopped:
            return 1.0
        by_samples = self.spent / self.samples if self.samples is not None else 0.0
        by_time = (self.clock() - self.begun) / self.seconds if self.seconds is not None else 0.0
        return max(by_samples, by_time)

    def samples_left(self) -> int | None:
        """Return the number of samples left; None if only time limits the search."""
        return None if self.samples is None else max(0, self.samples - self.spent)


class Candidate(Generic[C]):
    """A candidate and its results so far, by world."""

    def __init__(self, candidate: C) -> None:
        self.candidate = candidate
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def is_equal_to(self, other: Candidate[C]) -> bool:
        """Return whether the results are equal in all of at least EQUAL_WORLDS common worlds."""
        pairs = list(zip(self.values, other.values, strict=False))
        return len(pairs) >= EQUAL_WORLDS and all([mine == theirs for mine, theirs in pairs])

    def gain(self, other: Candidate[C]) -> tuple[float, float]:
        """Return the mean gain over another candidate in common worlds and its standard error."""
        pairs = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        if len(pairs) < 2:
            return (pairs[0] if pairs else 0.0), 1.0
        mean = sum(pairs) / len(pairs)
        variance = sum((each - mean) ** 2 for each in pairs) / (len(pairs) - 1)
        return mean, sqrt(variance / len(pairs))


class SerialRunner(Generic[C]):
    """Runner of jobs in this process.

    `processes` is the number of worlds that a runner tries in parallel.
    """

    processes = 1

    def __init__(self, evaluator: Evaluator[C]) -> None:
        self.trial = evaluator

    def run(self, jobs: Sequence[EvaluationJob[C]], budget: Budget) -> list[float]:
        """Return the results of the jobs in order; fewer if the budget runs out."""
        found: list[float] = []
        for candidate, world in jobs:
            if budget.spent_share() >= 1:
                break
            found.append(self.trial(candidate, world))
            budget.spent += 1
        return found


def sequential_halving(
    candidates: Sequence[Candidate[C]], runner: SerialRunner[C], budget: Budget, until: float = 1.0
) -> list[Candidate[C]]:
    """Try candidates by sequential halving and return all of them, best first.

    The search uses `until` (0 to 1) of the budget, and each round tries the better half twice as often. The first
    candidate is the baseline and stays to the end. The runner returns the result of a candidate in world `k`; all
    candidates share the worlds, so that luck cancels out. The search ends early if one candidate leads all others
    significantly. The ranking is by gain over the first candidate in common worlds. With a number of samples the
    result does not depend on `runner.processes`.
    """
    base, left = candidates[0], list(candidates)
    begin = budget.spent_share()
    for number in range(1, HALVING_ROUNDS + 1):
        limit = begin + (until - begin) * number / HALVING_ROUNDS
        while budget.spent_share() < limit and not is_settled(left, base):
            _try_candidates(left, runner, budget, limit)
        if number < HALVING_ROUNDS and len(left) > 2:
            rest = sorted(
                [each for each in left[1:] if not each.is_equal_to(base)], key=lambda each: -each.gain(base)[0]
            )
            left = [base, *rest[: max(1, (len(left) - 1) // 2)]]
    return sorted(
        candidates, key=lambda each: (-each.gain(base)[0] if each in left else 2.0, candidates.index(each))
    )


def _try_candidates(left: Sequence[Candidate[C]], runner: SerialRunner[C], budget: Budget, limit: float) -> None:
    """Try the candidates with the fewest results in the next worlds, within the budget's limit."""
    depth = min(len(each.values) for each in left)
    late = [each for each in left if len(each.values) == depth]
    stride = runner.processes
    if budget.samples is not None:
        stride = max(1, min(CHECK_INTERVAL, int((limit - budget.spent_share()) * budget.samples) // len(late)))
    to = min([depth + stride, *[len(each.values) for each in left if each not in late]])
    jobs = [(each, world) for world in range(depth, to) for each in late][: budget.samples_left()]
    found = runner.run([(each.candidate, world) for each, world in jobs], budget)
    for (each, _), value in zip(jobs, found, strict=False):
        each.values.append(value)


def is_settled(candidates: Sequence[Candidate[C]], baseline: Candidate[C]) -> bool:
    """Return whether one candidate leads all others significantly, the first one on a tie."""
    if min(len(each.values) for each in candidates) < MIN_WORLDS:
        return False
    best = max(candidates, key=lambda each: (each.gain(baseline)[0], each is baseline))
    gains = [best.gain(other) for other in candidates if other is not best]
    return all([gain >= SIGNIFICANT_LEAD * error for gain, error in gains])
