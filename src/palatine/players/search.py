"""Which of several candidates is best, when each can only be tried by chance: sequential halving."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Generic, TypeVar

C = TypeVar("C")

ROUNDS = 4
"""In so many rounds of equal cost the candidates are halved; what is left is spent on the last two."""


class Budget:
    """How long may be searched: a number of samples, which makes a search the same every time, or seconds."""

    def __init__(
        self,
        samples: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.samples = samples
        self.seconds = seconds
        self.clock = clock
        self.begun = clock()
        self.spent = 0
        self.stopped = False
        """Set by whoever will not wait any longer: the search ends with the next sample."""

    def share(self) -> float:
        """How much of it is spent, from 0 to 1 and above."""
        if self.stopped:
            return 1.0
        by_samples = self.spent / self.samples if self.samples is not None else 0.0
        by_time = (self.clock() - self.begun) / self.seconds if self.seconds is not None else 0.0
        return max(by_samples, by_time)


class Tried(Generic[C]):
    """A candidate, and what came of it in each world so far."""

    def __init__(self, candidate: C) -> None:
        self.candidate = candidate
        self.values: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def gain(self, other: Tried[C]) -> tuple[float, float]:
        """How much better it did than another in the worlds that both were tried in; and the standard error of that."""
        pairs = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        if len(pairs) < 2:
            return (pairs[0] if pairs else 0.0), 1.0
        mean = sum(pairs) / len(pairs)
        variance = sum((each - mean) ** 2 for each in pairs) / (len(pairs) - 1)
        return mean, sqrt(variance / len(pairs))


def halve(
    tried: Sequence[Tried[C]], sample: Callable[[C, int], float], budget: Budget, until: float = 1.0
) -> list[Tried[C]]:
    """Try the candidates until `until` of the budget is spent, the better half of them twice as often each round.

    The first is the one to beat, and stays to the end. `sample(candidate, k)` says what comes of a candidate in world
    `k`: worlds are the same for all, so that luck is shared. Answers all, the best first, by what they gained over the
    first one in the worlds that both were tried in.
    """
    base, left = tried[0], list(tried)
    begin = budget.share()
    for number in range(1, ROUNDS + 1):
        limit = begin + (until - begin) * number / ROUNDS
        while budget.share() < limit:
            depth = min(len(each.values) for each in left)
            for each in left:
                if len(each.values) == depth and budget.share() < 1:
                    each.values.append(sample(each.candidate, depth))
                    budget.spent += 1
        if number < ROUNDS and len(left) > 2:
            rest = sorted(left[1:], key=lambda each: -each.gain(base)[0])
            left = [base, *rest[: max(1, (len(left) - 1) // 2)]]
    return sorted(tried, key=lambda each: (-each.gain(base)[0] if each in left else 2.0, tried.index(each)))
