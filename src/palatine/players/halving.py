"""Which of several candidates is best, when each can only be tried by chance: sequential halving."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Generic, TypeVar

C = TypeVar("C")

ROUNDS = 4
"""In so many rounds of equal cost the candidates are halved; what is left is spent on the last two."""
STRIDE = 4
"""After so many worlds it is asked whether one is ahead beyond doubt."""
LEAST = 8
"""In no fewer worlds."""
ALIKE = 4
"""What comes to the same in so many worlds is the same."""
AHEAD = 2.0
"""Beyond doubt are so many standard errors."""

Job = tuple[C, int]
"""A candidate, and the world that it is to be tried in."""
Evaluator = Callable[[C, int], float]


class Budget:
    """How long may be searched: a number of samples, which makes a search the same every time, or seconds."""

    def __init__(
        self,
        samples: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
        begun: float | None = None,
    ) -> None:
        self.samples = samples
        self.seconds = seconds
        self.clock = clock
        self.begun = clock() if begun is None else begun
        """When the time began to run by the clock: what was made for the search before it counts, too."""
        self.spent = 0
        self.stopped = False
        """Set by a caller that will not wait any longer: the search ends with the next sample."""

    def share(self) -> float:
        """How much of it is spent, from 0 to 1 and above."""
        if self.stopped:
            return 1.0
        by_samples = self.spent / self.samples if self.samples is not None else 0.0
        by_time = (self.clock() - self.begun) / self.seconds if self.seconds is not None else 0.0
        return max(by_samples, by_time)

    def left(self) -> int | None:
        """The samples that are left; None for as many as there is time for."""
        return None if self.samples is None else max(0, self.samples - self.spent)


class Candidate(Generic[C]):
    """A candidate, and what came of it in each world so far."""

    def __init__(self, candidate: C) -> None:
        self.candidate = candidate
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def is_like(self, other: Candidate[C]) -> bool:
        """Whether the same has come of both in several worlds: then they do the same."""
        pairs = list(zip(self.values, other.values, strict=False))
        return len(pairs) >= ALIKE and all([mine == theirs for mine, theirs in pairs])

    def gain(self, other: Candidate[C]) -> tuple[float, float]:
        """How much better it did than another in the worlds that both were tried in; and the standard error of that."""
        pairs = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        if len(pairs) < 2:
            return (pairs[0] if pairs else 0.0), 1.0
        mean = sum(pairs) / len(pairs)
        variance = sum((each - mean) ** 2 for each in pairs) / (len(pairs) - 1)
        return mean, sqrt(variance / len(pairs))


class SerialRunner(Generic[C]):
    """Carries jobs out one after the other. `processes` is how many worlds are tried at once."""

    processes = 1

    def __init__(self, trial: Evaluator[C]) -> None:
        self.trial = trial

    def run(self, jobs: Sequence[Job[C]], budget: Budget) -> list[float]:
        """What came of the jobs, in their order; of fewer where the budget ends in between."""
        found: list[float] = []
        for candidate, world in jobs:
            if budget.share() >= 1:
                break
            found.append(self.trial(candidate, world))
            budget.spent += 1
        return found


def sequential_halving(
    tried: Sequence[Candidate[C]], runner: SerialRunner[C], budget: Budget, until: float = 1.0
) -> list[Candidate[C]]:
    """Try the candidates until `until` of the budget is spent, the better half of them twice as often each round.

    The first is the one to beat, and stays to the end. The runner says what comes of a candidate in world `k`: worlds
    are the same for all, so that luck is shared. It ends early where one is ahead of all others beyond doubt. Answers
    all, the best first, by what they gained over the first one in the worlds that both were tried in. With a number of
    samples the answer is the same however many worlds the runner tries at once.
    """
    base, left = tried[0], list(tried)
    begin = budget.share()
    for number in range(1, ROUNDS + 1):
        limit = begin + (until - begin) * number / ROUNDS
        while budget.share() < limit and not is_settled(left, base):
            _sweep(left, runner, budget, limit)
        if number < ROUNDS and len(left) > 2:
            rest = sorted(
                [each for each in left[1:] if not each.is_like(base)], key=lambda each: -each.gain(base)[0]
            )
            left = [base, *rest[: max(1, (len(left) - 1) // 2)]]
    return sorted(tried, key=lambda each: (-each.gain(base)[0] if each in left else 2.0, tried.index(each)))


def _sweep(left: Sequence[Candidate[C]], runner: SerialRunner[C], budget: Budget, limit: float) -> None:
    """Try those that were tried least often in the next worlds: so many as go into the budget up to a limit."""
    depth = min(len(each.values) for each in left)
    late = [each for each in left if len(each.values) == depth]
    stride = runner.processes
    if budget.samples is not None:
        stride = max(1, min(STRIDE, int((limit - budget.share()) * budget.samples) // len(late)))
    to = min([depth + stride, *[len(each.values) for each in left if each not in late]])
    jobs = [(each, world) for world in range(depth, to) for each in late][: budget.left()]
    found = runner.run([(each.candidate, world) for each, world in jobs], budget)
    for (each, _), value in zip(jobs, found, strict=False):
        each.values.append(value)


def is_settled(left: Sequence[Candidate[C]], base: Candidate[C]) -> bool:
    """Whether one is ahead of all others beyond doubt, or none is any better than the first."""
    if min(len(each.values) for each in left) < LEAST:
        return False
    best = max(left, key=lambda each: (each.gain(base)[0], each is base))
    gains = [best.gain(other) for other in left if other is not best]
    return all([gain >= AHEAD * error for gain, error in gains])
