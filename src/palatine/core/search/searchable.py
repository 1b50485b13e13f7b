"""The part of a game used by search bots: periods, plans, evaluation, bot parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import exp, inf
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from palatine.core.data import PackageData
from palatine.core.guidance.measures import Measure
from palatine.core.refusal import Unreadable
from palatine.core.scenario import REFEREE
from palatine.core.state import State

S = TypeVar("S", bound=State)
P = TypeVar("P", bound="BotParameters")
T = TypeVar("T")

EVALUATION_FILE = "evaluation.toml"
LEVELS_FILE = "levels.toml"
VARIATION_PROBABILITY = 0.4
"""Probability that a parameter of a bot differs in a varied set."""
VARIATION_SIGMA = 0.35
"""Standard deviation of the logarithm of its factor."""


class BotParameters(msgspec.Struct, frozen=True):
    """The numbers on which a bot's judgement depends.

    A game's bot has its own struct with defaults, and takes one as an argument: `Captain(game,
    CaptainParameters(sure=1.2))`.
    """

    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By name of a text field: its possible values, for example the aims that a bot can pursue."""

    def other_choices(self: P) -> list[P]:
        """Return copies that differ in one text field, one for each of its other `choices`."""
        return [
            msgspec.structs.replace(self, **{name: value})
            for name, values in self.choices.items()
            for value in values
            if value != getattr(self, name)
        ]

    def vary(self: P, random: Random) -> P:
        """Return a random variation: some numbers are larger or smaller, integers by at least one.

        Text fields get another of their `choices`.
        """
        changes: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name in self.choices and random.random() < VARIATION_PROBABILITY:
                changes[name] = random.choice([each for each in self.choices[name] if each != value])
            elif (
                random.random() < VARIATION_PROBABILITY
                and isinstance(value, int | float)
                and not isinstance(value, bool)
            ):
                other = value * exp(random.gauss(0, VARIATION_SIGMA))
                changes[name] = _other_count(value, other, random) if isinstance(value, int) else other
        return msgspec.structs.replace(self, **changes)


def _other_count(value: int, other: float, random: Random) -> int:
    """Return an integer near `other` but not `value`; at least 1, unless `value` is lower."""
    least = min(1, value)
    near = max(least, round(other))
    return near if near != value else max(least, value + random.choice((-1, 1)))


class Weight(msgspec.Struct, frozen=True):
    """The weight of a measure in the evaluation.

    A lead of one `spread` over the others adds `weight` to the logarithm of the seat's odds. For a measure that only
    one seat has, `middle` is the usual value.
    """

    weight: float
    spread: float
    middle: float = 0.0


class Evaluation(msgspec.Struct, frozen=True):
    """The weights that turn a game's measures into chances of winning.

    Fitted by `palatine.lab.fitting` and stored in `data/evaluation.toml`.
    """

    weights: dict[str, Weight] = {}
    """By measure; if empty, the first measure decides."""
    seats: dict[str, float] = {}
    """The constant term of each seat."""
    horizon: int = 3
    """Number of planning periods that a search looks ahead."""
    seconds: float = 0.0
    """Seconds that a marshal offered as an opponent thinks about a plan; 0 if none is offered.

    With 0 a marshal can play, but it has not been shown to be stronger than the captain.
    """


class MeasuredLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of a bot against the game's own bot, alone in each seat in turn."""

    won: int
    games: int
    seats: int = 2
    setting: str = ""
    """The scenario or option with which they were played, if it is not the usual game."""


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of a game's bots: the lieutenant's mistakes, and what was measured.

    Stored in `data/levels.toml`.
    """

    blunders: float = 0.1
    """Probability that the lieutenant takes a random legal action instead of the intended one."""
    dropped_orders: float = 0.35
    """Probability that the lieutenant drops an order of a sheet."""
    measured: dict[str, MeasuredLevel] = {}
    """By bot."""


def softmax_shares(merits: Mapping[str, float]) -> tuple[float, ...]:
    """Return chances of winning from the merit of each seat (softmax).

    A single seat plays against a merit of 0. A referee has a chance of 0.
    """
    rivals = {seat: merit for seat, merit in merits.items() if seat != REFEREE}
    most = max([0.0 if len(rivals) == 1 else -inf, *rivals.values()])
    odds = {seat: exp(merit - most) for seat, merit in rivals.items()}
    total = sum(odds.values()) + (exp(-most) if len(rivals) == 1 else 0.0)
    return tuple([odds.get(seat, 0.0) / total for seat in merits])


class Searchable(Generic[S]):
    """The part of `core.Game` used by search bots. By default the first measure decides."""

    package: str
    half_distances: ClassVar[Mapping[str, float]] = {}
    """By measure that is a distance to victory: the distance at which its closeness is one half.

    The evaluation weighs the closeness, half / (half + distance), which rises steeply near a victory.
    """

    def planning_period(self, state: S, /) -> int:
        """Return a number that increases with each period for which players plan.

        A period is a phase, a player-turn or a turn. Searches look a number of periods ahead.
        """
        return getattr(state, "turn", 0)

    def candidate_plans(self, state: S, /, seat: str, random: Random) -> Iterable[Any]:
        """Yield alternatives to the bot's own plan for this period, most promising first.

        A plan is whatever the bot takes from its context; it can be compared and pickled. The state is a sample, so a
        plan must not reveal anything the seat may not know. Without plans, a search tries variations of the bot's
        parameters.
        """
        return ()

    def own_plan(self, state: S, /, seat: str, parameters: BotParameters | None) -> Any:
        """Return the plan of the game's own bot, with its usual parameters or these.

        Return None, as by default, if the bot plans in rollouts as it does in a match. The state is a sample.
        """
        return None

    def mutate_plan(self, state: S, /, seat: str, plan: Any, random: Random) -> Any:
        """Return a plan that differs a little from a candidate plan, if possible; otherwise None."""
        return None

    def is_tactical(self, state: S, /, seat: str) -> bool:
        """Return whether to compare the actions of the current decision one by one within a plan."""
        return bool(state.flow) and bool(getattr(state.flow[-1], "is_tactical", False))

    @cached_property
    def evaluation(self) -> Evaluation:
        """The weights used by `evaluate`. Raises Unreadable for an invalid file."""
        return self._settings(EVALUATION_FILE, Evaluation)

    @cached_property
    def levels(self) -> Levels:
        """The levels of the game's bots. Raises Unreadable for an invalid file."""
        return self._settings(LEVELS_FILE, Levels)

    def _settings(self, name: str, kind: type[T]) -> T:
        """Return the contents of a data file, or the defaults without it."""
        data = PackageData(self.package)
        if not (data.folder / name).is_file():
            return kind()
        try:
            return msgspec.convert(data.read_toml(name), kind)
        except msgspec.ValidationError as error:
            raise Unreadable(f"{self.package}, {name}: {error}") from error

    def evaluation_figures(self, state: S, /) -> Mapping[str, Mapping[str, float]]:
        """Return the figures behind the evaluation by name and seat.

        By default they are the measures, with the distances in `half_distances` as their closeness.
        """
        game: Any = self
        measures: tuple[Measure, ...] = game.measures(state)
        return {
            each.id: self._closeness(each) if each.id in self.half_distances else each.values for each in measures
        }

    def _closeness(self, distance: Measure) -> Mapping[str, float]:
        half = self.half_distances[distance.id]
        return {seat: half / (half + value) for seat, value in distance.values.items()}

    def features(self, state: S, /) -> dict[str, tuple[float, ...]]:
        """Return, for each figure, the lead of each seat over the mean, in spreads."""
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

    @property
    def has_chances(self) -> bool:
        """True if `evaluate` returns chances of winning that were fitted to played games."""
        return bool(self.evaluation.weights)

    def evaluate(self, state: S, /) -> tuple[float, ...]:
        """Return each seat's chance of winning, in the order of seats; exact once the match is over.

        It uses the whole state: a caller that may not know all of it passes a sampled state.
        """
        if state.outcome is not None:
            winners = state.outcome.winners
            return tuple([(seat in winners) / max(1, len(winners)) for seat in state.seats])
        merits = [self.evaluation.seats.get(seat, 0.0) for seat in state.seats]
        for number, (name, row) in enumerate(self.features(state).items()):
            weight = self._weight(name, number)
            merits = [merit + weight * value for merit, value in zip(merits, row, strict=True)]
        return softmax_shares(dict(zip(state.seats, merits, strict=True)))

    def _weight(self, name: str, number: int) -> float:
        if not self.evaluation.weights:
            return float(number == 0)
        known = self.evaluation.weights.get(name)
        return known.weight if known else 0.0
