"""What a game gives a bot that searches: boundaries, chances of winning, the numbers its own bot judges by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import exp, inf
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from palatine.core.data import PackageData
from palatine.core.guidance.measures import Measure
from palatine.core.refusal import Unreadable
from palatine.core.scenario import REFEREE
from palatine.core.state import State

S = TypeVar("S", bound=State)
P = TypeVar("P", bound="BotParameters")

FILE = "evaluation.toml"
CHANGED = 0.4
"""How likely one of a bot's parameters is another in a varied set."""
SPREAD = 0.35
"""How much it is then more or less, as the deviation of its logarithm."""


class BotParameters(msgspec.Struct, frozen=True):
    """The numbers on which a bot's judgement rests. A game's bot has a struct of its own, with what is usual as its
    defaults, and takes one: `Captain(game, CaptainParameters(sure=1.2))`."""

    def varied(self: P, random: Random) -> P:
        """Another judgement: some of the numbers larger or smaller, whole ones by one at the least."""
        changes: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if random.random() < CHANGED and isinstance(value, int | float) and not isinstance(value, bool):
                other = value * exp(random.gauss(0, SPREAD))
                changes[name] = _other_count(value, other, random) if isinstance(value, int) else other
        return msgspec.structs.replace(self, **changes)


def _other_count(value: int, other: float, random: Random) -> int:
    """A whole number near `other`, and not `value`; never below 1, unless that is what it was."""
    least = min(1, value)
    near = max(least, round(other))
    return near if near != value else max(least, value + random.choice((-1, 1)))


class Weight(msgspec.Struct, frozen=True):
    """What a measure says of who will win: how much `spread` more of it than the others adds to the logarithm of one's
    chances. Of a measure that one seat alone has, `middle` is the usual value."""

    weight: float
    spread: float
    middle: float = 0.0


class Evaluation(msgspec.Struct, frozen=True):
    """How chances of winning are made of a game's measures; fitted by `palatine.lab.fitting`, kept in
    `data/evaluation.toml`."""

    weights: dict[str, Weight] = {}
    """By measure; without any, what is measured first decides."""
    seats: dict[str, float] = {}
    """What it adds to sit there."""
    horizon: int = 3
    """How many boundaries ahead a search looks."""
    seconds: float = 0.0
    """How long a marshal thinks about a plan that is offered as an opponent; 0 where he is not: he plays there, but
    nobody has found that he plays better than the captain."""


def shares_of(merits: Mapping[str, float]) -> tuple[float, ...]:
    """Chances by what each seat has to its merit. Who plays alone plays against a merit of 0; a referee has none."""
    rivals = {seat: merit for seat, merit in merits.items() if seat != REFEREE}
    most = max([0.0 if len(rivals) == 1 else -inf, *rivals.values()])
    odds = {seat: exp(merit - most) for seat, merit in rivals.items()}
    total = sum(odds.values()) + (exp(-most) if len(rivals) == 1 else 0.0)
    return tuple([odds.get(seat, 0.0) / total for seat in merits])


class Searchable(Generic[S]):
    """The part of `core.Game` that serves bots that search. Without anything given a game can be searched, too: what is
    measured first then decides."""

    package: str

    def planning_period(self, state: S, /) -> int:
        """A number that grows with every phase, player-turn or turn, whichever a player plans for; searches look so
        many of them ahead."""
        return getattr(state, "turn", 0)

    def candidate_plans(self, state: S, /, seat: str, random: Random) -> Iterable[Any]:
        """Other plans than what its own bot thinks best that a seat could carry out up to the next boundary, the more
        promising first: whatever the bot takes from its context. Each can be compared and pickled.

        The state is dealt: a plan says nothing that the seat may not know. Without any a search tries judgements.
        """
        return ()

    def mutate_plan(self, state: S, /, seat: str, plan: Any, random: Random) -> Any:
        """A plan that differs a little from one of `plans`; None where there is none."""
        return None

    def is_tactical(self, state: S, /, seat: str) -> bool:
        """Whether what is asked now is worth being weighed by itself, action against action, in the midst of a plan."""
        return bool(state.flow) and bool(getattr(state.flow[-1], "is_tactical", False))

    @cached_property
    def evaluation(self) -> Evaluation:
        """How `evaluate` weighs. Raises Unreadable for a file that is not as it should be."""
        data = PackageData(self.package)
        if not (data.folder / FILE).is_file():
            return Evaluation()
        try:
            return msgspec.convert(data.read_toml(FILE), Evaluation)
        except msgspec.ValidationError as error:
            raise Unreadable(f"{self.package}, {FILE}: {error}") from error

    def evaluation_figures(self, state: S, /) -> Mapping[str, Mapping[str, float]]:
        """By name and seat, what chances are made of: the measures, and whatever else tells who will win."""
        game: Any = self
        measures: tuple[Measure, ...] = game.measures(state)
        return {each.id: each.values for each in measures}

    def features(self, state: S, /) -> dict[str, tuple[float, ...]]:
        """For each figure, by seat in their order, by how many spreads it has more of it than the mean of all."""
        return {
            name: self._feature(name, values, state.seats)
            for name, values in self.evaluation_figures(state).items()
        }

    def _feature(self, name: str, figures: Mapping[str, float], seats: tuple[str, ...]) -> tuple[float, ...]:
        known = self.evaluation.weights.get(name)
        values = [figures[seat] for seat in seats if seat in figures]
        if not values:
            return (0.0,) * len(seats)
        mean = sum(values) / len(values) if len(values) > 1 else (known.middle if known else 0.0)
        spread = known.spread if known else max(1.0, abs(mean))
        return tuple([(figures.get(seat, mean) - mean) / spread for seat in seats])

    def evaluate(self, state: S, /) -> tuple[float, ...]:
        """The chance of each seat to win, in their order; what is certain once the match is over.

        It uses the whole state: a caller that may not know all of it passes a sampled state.
        """
        if state.outcome is not None:
            winners = state.outcome.winners
            return tuple([(seat in winners) / max(1, len(winners)) for seat in state.seats])
        merits = [self.evaluation.seats.get(seat, 0.0) for seat in state.seats]
        for number, (name, row) in enumerate(self.features(state).items()):
            weight = self._weight(name, number)
            merits = [merit + weight * value for merit, value in zip(merits, row, strict=True)]
        return shares_of(dict(zip(state.seats, merits, strict=True)))

    def _weight(self, name: str, number: int) -> float:
        if not self.evaluation.weights:
            return float(number == 0)
        known = self.evaluation.weights.get(name)
        return known.weight if known else 0.0
