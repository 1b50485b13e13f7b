"""Chances: results of rolls and their probabilities, defined once by the rule that rolls.

A rule makes a `Chance` and rolls it. Pages, previews and bots make the same chance from what their seat knows and read
its distribution; none of them computes with the faces of dice. Fights of many rounds, whose exact distribution is too
costly to compute, have an `Estimate` instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

from palatine.core.state import State
from palatine.core.tally import Tally

R = TypeVar("R", bound=Hashable)
T = TypeVar("T", bound=Hashable)


class Distribution(Generic[R]):
    """The number of equally likely throws that give each result, out of `throws` in all.

    Results are in the order in which they were first met.
    """

    __slots__ = ("throws", "ways")

    def __init__(self, counts: Iterable[tuple[R, int]]) -> None:
        """Add up the throws of each result; results may repeat.

        Raises ValueError if there are no throws.
        """
        self.ways: dict[R, int] = {}
        for result, number in counts:
            if number:
                self.ways[result] = self.ways.get(result, 0) + number
        self.throws = sum(self.ways.values())
        if not self.throws:
            raise ValueError("A distribution needs at least one result.")

    def __iter__(self) -> Iterator[R]:
        return iter(self.ways)

    def __repr__(self) -> str:
        shares = ", ".join(f"{result!r}: {number}/{self.throws}" for result, number in self.ways.items())
        return f"Distribution({shares})"

    def items(self) -> ItemsView[R, Fraction]:
        """Return each result with its probability."""
        return {result: Fraction(number, self.throws) for result, number in self.ways.items()}.items()

    def count(self, predicate: Callable[[R], object] = bool) -> int:
        """Return the number of throws with a wanted result."""
        return sum([number for result, number in self.ways.items() if predicate(result)])

    def probability(self, predicate: Callable[[R], object] = bool) -> float:
        """Return the probability of a wanted result; without `predicate`, of a truthy result."""
        return self.count(predicate) / self.throws

    def mean(self, value: Callable[[R], float]) -> float:
        """Return the mean of `value` over all throws."""
        return sum([value(result) * number for result, number in self.ways.items()]) / self.throws

    def map(self, function: Callable[[R], T]) -> Distribution[T]:
        """Return the distribution of `read(result)`."""
        return Distribution((function(result), number) for result, number in self.ways.items())

    def joined(self, other: Distribution[T]) -> Distribution[tuple[R, T]]:
        """Return the joint distribution of this result and an independent one, as pairs."""
        return Distribution(((r, t), a * b) for r, a in self.ways.items() for t, b in other.ways.items())

    def then(self, next_roll: Callable[[R], Distribution[T]]) -> Distribution[T]:
        """Return the distribution of a second roll that depends on the result of this one."""
        branches = [(number, next_roll(result)) for result, number in self.ways.items()]
        scale = lcm(*[branch.throws for _, branch in branches])
        return Distribution(
            (result, number * ways * (scale // branch.throws))
            for number, branch in branches
            for result, ways in branch.ways.items()
        )


class Chance(Generic[R]):
    """A roll that has not been made: its dice, its modifiers, and the result of each throw.

    `tally` has the purpose and the modifiers. `read` maps a tally whose dice have been thrown to the result. `about`
    distinguishes rolls of the same purpose that may follow each other.
    """

    __slots__ = ("about", "dice", "read", "sides", "tally")

    def __init__(
        self, tally: Tally, read: Callable[[Tally], R], dice: int = 1, sides: int = 6, about: object = None
    ) -> None:
        self.tally, self.read, self.dice, self.sides, self.about = tally, read, dice, sides, about

    @property
    def key(self) -> tuple[str, object]:
        """The purpose and `about`, which identify the roll among the results that `Dice` collects."""
        return self.tally.purpose, self.about

    def roll(self, s: State) -> tuple[R, Tally]:
        """Throw the dice; return the result and the tally with them."""
        thrown = s.roll(self.tally.purpose, self.dice, self.sides)
        thrown.parts, thrown.is_roll_under = list(self.tally.parts), self.tally.is_roll_under
        result = self.read(thrown)
        s.dice.record_result(self.key, result)
        return result, thrown

    def distribution(self) -> Distribution[R]:
        """Return the exact distribution of the result."""
        thrown = Tally(self.tally.purpose, (), self.tally.parts, self.tally.is_roll_under)
        found: Counter[R] = Counter()
        for faces in product(range(1, self.sides + 1), repeat=self.dice):
            thrown.dice = faces
            found[self.read(thrown)] += 1
        return Distribution(found.items())

    def shown(self, predicate: Callable[[R], object] = bool) -> ShownChance:
        """Return the probability of a wanted result, to be shown; by default, of a truthy one."""
        return ShownChance(self.key, predicate, self.distribution().probability(predicate))


class JointChance(Generic[R]):
    """Several rolls made in order and read together, such as one die for each of two sides."""

    __slots__ = ("chances", "key", "read")

    def __init__(
        self, purpose: str, chances: Sequence[Chance[Any]], read: Callable[..., R], about: object = None
    ) -> None:
        """Store the chances; `read` combines their results, one argument for each."""
        self.chances, self.read = chances, read
        self.key: tuple[str, object] = (purpose, about)

    def roll(self, s: State) -> tuple[R, tuple[Tally, ...]]:
        """Make the rolls; return their combined result and the tally of each."""
        rolled = [chance.roll(s) for chance in self.chances]
        result = self.read(*[each for each, _ in rolled])
        s.dice.record_result(self.key, result)
        return result, tuple([tally for _, tally in rolled])

    def distribution(self) -> Distribution[R]:
        """Return the exact distribution of the combined result."""
        together: Distribution[Any] = Distribution([((), 1)])
        for chance in self.chances:
            together = together.joined(chance.distribution()).map(lambda pair: (*pair[0], pair[1]))
        return together.map(lambda results: self.read(*results))


def success_chance(tally: Tally, dice: int = 1, sides: int = 6, about: object = None) -> Chance[bool]:
    """Return the chance that the dice do not exceed the value of the tally."""
    return Chance(tally, _succeeds, dice, sides, about)


def _succeeds(tally: Tally) -> bool:
    return tally.succeeds


def dice_pool(dice: int, die: Distribution[int]) -> Distribution[int]:
    """Return the distribution of the sum of `dice` dice, each distributed as `die`."""
    total = Distribution([(0, 1)])
    for _ in range(dice):
        total = total.joined(die).map(sum)
    return total


class Estimate(NamedTuple):
    """A probability from simulated fights, for which no exact distribution is available."""

    probability: float
    plays: int
    """Number of fights played out, for this estimate or to fit the formula that gives it."""


class ShownChance(NamedTuple):
    """A shown probability: the key of its roll, the results that it is about, and its value.

    It is never sent to clients. Tests compare the value with the results of rolls that `Dice` collects.
    """

    key: tuple[str, object]
    predicate: Callable[[Any], object]
    probability: float

    def complement(self) -> ShownChance:
        """Return the probability of all other results."""
        return ShownChance(self.key, lambda result: not self.predicate(result), 1 - self.probability)
