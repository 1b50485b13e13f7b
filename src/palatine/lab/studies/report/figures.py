"""Statistics of one game's records: shares, lengths, ends, effects and curves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import sqrt
from statistics import NormalDist, mean, quantiles
from typing import Any

import msgspec

from palatine.core import Game
from palatine.core.scenario import REFEREE
from palatine.lab.selfplay import winner_of
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.statistics import Interval, difference, paired, wilson
from palatine.lab.studies.tournaments import shares_of

ENOUGH = 5
"""Minimum number of games both with and without a thing for a comparison."""
STEPS = 10
"""Number of steps into which a game is divided for its curves."""
Z = NormalDist().inv_cdf(0.975)


class Effect(msgspec.Struct, frozen=True):
    """Difference of a seat's share of wins with and without a thing."""

    seat: str
    kind: str
    name: str
    gain: Interval
    games_with: int
    games_without: int

    @property
    def strength(self) -> float:
        """The gain in units of half its interval."""
        half = (self.gain.high - self.gain.low) / 2
        return abs(self.gain.value) / half if half else 0.0


class Length(msgspec.Struct, frozen=True):
    """Lengths of a setting's games: 5th, 25th, 50th, 75th and 95th percentiles."""

    decisions: tuple[float, ...]
    boundaries: tuple[float, ...]
    n: int


class Point(msgspec.Struct, frozen=True):
    """A point of a curve."""

    at: float
    value: Interval


def players(record: StudyGame) -> list[str]:
    """Return the seats that can win."""
    return [seat for seat in record.seats if seat != REFEREE]


def by_setting(records: Iterable[StudyGame]) -> dict[int, list[StudyGame]]:
    """Return the records of each setting, in order."""
    found: dict[int, list[StudyGame]] = defaultdict(list)
    for record in records:
        found[record.setting].append(record)
    return dict(sorted(found.items()))


def seat_shares(records: Sequence[StudyGame]) -> dict[str, Interval]:
    """Return each seat's share of wins; a shared win counts in parts."""
    sums: dict[str, float] = defaultdict(float)
    counts: Counter[str] = Counter()
    for record in records:
        shares = shares_of(record)
        for seat in players(record):
            sums[seat] += shares[seat]
            counts[seat] += 1
    return {seat: wilson(sums[seat], counts[seat]) for seat in counts}


def bot_shares(records: Sequence[StudyGame]) -> dict[str, Interval]:
    """Return each bot's share of wins per seat it holds, averaged over its seats in each game."""
    won: dict[str, list[float]] = defaultdict(list)
    for record in records:
        for bot, held in _shares_by_bot(record).items():
            won[bot].append(mean(held))
    return {bot: wilson(sum(found), len(found)) for bot, found in sorted(won.items())}


def _shares_by_bot(record: StudyGame) -> dict[str, list[float]]:
    shares, found = shares_of(record), defaultdict(list)
    for seat, bot in zip(record.seats, record.bots, strict=True):
        if seat != REFEREE:
            found[bot].append(shares[seat])
    return found


def unwon(records: Iterable[StudyGame]) -> int:
    """Return the number of games without a winner."""
    return sum(not record.winners for record in records)


def length(records: Sequence[StudyGame]) -> Length:
    """Return the distribution of lengths."""
    return Length(
        _spread([record.decisions for record in records]),
        _spread([record.boundaries for record in records]),
        len(records),
    )


def _spread(values: Sequence[float]) -> tuple[float, ...]:
    if len(values) < 2:
        return tuple(float(values[0]) for _ in range(5))
    cuts = quantiles(values, n=20, method="inclusive")
    return cuts[0], cuts[4], cuts[9], cuts[14], cuts[18]


def ends(records: Sequence[StudyGame]) -> dict[str, Counter[str]]:
    """Return the number of games by kind of end, then by winner: a seat, "shared" or "nobody"."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        found[record.margin][winner_of(record.winners)] += 1
    return dict(sorted(found.items(), key=lambda each: -each[1].total()))


class OptionEffect(msgspec.Struct, frozen=True):
    """Difference of a seat's share of wins between two values of an option."""

    seat: str
    name: str
    value: str
    other: str
    gain: Interval
    is_paired: bool
    """True if games with equal seeds were compared in pairs."""


def option_effects(records: Sequence[StudyGame]) -> list[OptionEffect]:
    """Return the effects of options, from settings that differ in exactly one option."""
    found = []
    for one, other in combinations(by_setting(records).values(), 2):
        first, second = one[0], other[0]
        if (first.game, first.scenario, first.seats, first.bots) != (
            second.game, second.scenario, second.seats, second.bots
        ):  # fmt: skip
            continue
        here, there = options_of(first), options_of(second)
        changed = [name for name in here if here[name] != there[name]]
        if len(changed) == 1:
            name = changed[0]
            gains, is_paired = gains_of(other, one)
            found += [
                OptionEffect(seat, name, str(there[name]), str(here[name]), gains[seat], is_paired)
                for seat in players(first)
            ]
    return found


def gains_of(records: Sequence[StudyGame], others: Sequence[StudyGame]) -> tuple[dict[str, Interval], bool]:
    """Return each seat's gain in share of wins over other games, and whether games were paired.

    If both have games with equal seeds, those are compared in pairs; otherwise the shares of all games are compared.
    """
    by_seed = {record.seed: shares_of(record) for record in others}
    pairs = [(shares_of(record), by_seed[record.seed]) for record in records if record.seed in by_seed]
    if pairs:
        return {seat: paired([a[seat] - b[seat] for a, b in pairs]) for seat in players(records[0])}, True
    after, before = seat_shares(records), seat_shares(others)
    return {seat: difference(after[seat], before[seat]) for seat in after}, False


def options_of(record: StudyGame) -> dict[str, Any]:
    """Return the options of a game."""
    found: dict[str, Any] = msgspec.json.decode(record.options)
    return found


Amount = Callable[[StudyGame], dict[tuple[str, str], float]]
"""A function from a game to amounts by seat and thing."""


def named_amounts(record: StudyGame) -> dict[tuple[str, str], float]:
    """Return how often each seat named each entry of the glossary."""
    return {(each.seat, each.entry): float(each.times) for each in record.named}


def held_amounts(record: StudyGame) -> dict[tuple[str, str], float]:
    """Return the fraction of the game for which each seat held each space.

    A space is held by the seat's marks, or by its pieces in games without marks.
    """
    names = {seat.casefold(): seat for seat in record.seats}
    ours = [each for each in record.spaces if each.style.casefold() in names]
    marked = any(each.marks for each in ours)
    return {
        (names[each.style.casefold()], each.space): (each.marks if marked else each.pieces) / record.boundaries
        for each in ours
        if record.boundaries
    }


def effects(
    records: Sequence[StudyGame], amounts: Amount, told: Callable[[str], tuple[str, str] | None]
) -> list[Effect]:
    """Return the things that correlate with winning, the most significant first.

    Games with more of a thing than the median of their setting are compared with the others. Differences are taken
    within each setting and combined with Mantel-Haenszel weights, so that settings are not mistaken for effects.
    `told` returns the kind and name of a thing, or None for one to leave out.
    """
    groups = [[(amounts(record), shares_of(record)) for record in group] for group in by_setting(records).values()]
    keys = sorted({key for group in groups for found, _ in group for key in found})
    result = []
    for seat, thing in keys:
        named = told(thing)
        found = _effect([_split(group, seat, thing) for group in groups]) if named else None
        if named and found:
            result.append(Effect(seat, named[0], named[1], found[0], found[1], found[2]))
    return sorted(result, key=lambda each: -each.strength)


Split = tuple[list[float], list[float]]


def _split(group: Sequence[tuple[dict[tuple[str, str], float], dict[str, float]]], seat: str, thing: str) -> Split:
    """Return a seat's shares of wins in games above the median of a thing, and in the others."""
    rows = [(found.get((seat, thing), 0.0), shares[seat]) for found, shares in group if seat in shares]
    values = sorted(amount for amount, _ in rows)
    middle = values[(len(values) - 1) // 2] if values else 0.0
    return [won for amount, won in rows if amount > middle], [won for amount, won in rows if amount <= middle]


def _effect(splits: Iterable[Split]) -> tuple[Interval, int, int] | None:
    weights = gains = variance = 0.0
    there = without = 0
    for more, less in splits:
        if len(more) < ENOUGH or len(less) < ENOUGH:
            continue
        weight = len(more) * len(less) / (len(more) + len(less))
        weights += weight
        gains += weight * (mean(more) - mean(less))
        variance += weight**2 * (_variance(more) + _variance(less))
        there, without = there + len(more), without + len(less)
    if not weights:
        return None
    value, half = gains / weights, Z * sqrt(variance) / weights
    return Interval(value, value - half, value + half, there + without), there, without


def _variance(won: Sequence[float]) -> float:
    """Return the variance of a share.

    One win and one loss are added (Agresti and Caffo), so that small samples are not overconfident.
    """
    share = (sum(won) + 1) / (len(won) + 2)
    return share * (1 - share) / (len(won) + 2)


def course(records: Sequence[StudyGame], measure: str, *, winners: bool, seat: str | None = None) -> list[Point]:
    """Return a measure over the course of the game, for winners or others, of one seat or all."""
    steps: dict[int, list[float]] = defaultdict(list)
    for record in records:
        last: dict[tuple[int, str], float] = {}
        for each in record.measures:
            wins = record.winners == [each.seat]
            if each.measure == measure and wins == winners and seat in (None, each.seat):
                last[_step(each.at, record), each.seat] = each.value
        for (step, _), value in last.items():
            steps[step].append(value)
    return [Point(step / STEPS, _mean(values)) for step, values in sorted(steps.items())]


def _step(at: int, record: StudyGame) -> int:
    return -(-at * STEPS // max(1, record.boundaries))


def _mean(values: Sequence[float]) -> Interval:
    middle = mean(values)
    error = sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
    return Interval(middle, middle - Z * error, middle + Z * error, len(values))


def calibration(records: Sequence[StudyGame]) -> list[Point]:
    """Return how often seats won for each tenth of the chances that the evaluation gave.

    Returns [] for games without an evaluation.
    """
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for record in records:
        shares = shares_of(record)
        for each in record.chances:
            bins[min(9, int(each.chance * 10))].append((each.chance, shares[each.seat]))
    return [
        Point(mean(chance for chance, _ in found), wilson(sum(won for _, won in found), len(found)))
        for _, found in sorted(bins.items())
    ]


def learning(records: Sequence[StudyGame]) -> dict[str, list[Point]]:
    """Return the share of wins by number of samples, for bots that played with several numbers."""
    curves: dict[str, list[Point]] = defaultdict(list)
    for name, share in bot_shares(records).items():
        bot, _, samples = name.partition(":")
        if samples:
            curves[bot].append(Point(float(samples), share))
    return {bot: sorted(points, key=lambda point: point.at) for bot, points in curves.items() if len(points) > 1}


def running(records: Sequence[StudyGame], seat: str) -> list[Point]:
    """Return a seat's share of wins after each game, which shows its convergence."""
    won, found = 0.0, []
    for n, record in enumerate(records, 1):
        won += shares_of(record).get(seat, 0.0)
        found.append(Point(float(n), wilson(won, n)))
    return found


def occupancy(records: Sequence[StudyGame]) -> dict[str, dict[str, float]]:
    """Return by style the mean number of its pieces in each space over all planning periods."""
    total = sum(record.boundaries for record in records)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        for each in record.spaces:
            if each.pieces:
                found[each.style][each.space] += each.pieces
    return {style: {space: n / total for space, n in spaces.items()} for style, spaces in found.items() if total}


def told_entries(game: Game[Any]) -> Callable[[str], tuple[str, str] | None]:
    """Return a function from the key of a glossary entry to its kind and term."""

    def told(key: str) -> tuple[str, str] | None:
        entry = game.glossary.get(key)
        return None if entry is None else (entry.kind, entry.term)

    return told


def told_spaces(names: dict[str, str]) -> Callable[[str], tuple[str, str] | None]:
    """Return a function from a space to its kind and name; None for unnamed spaces."""
    return lambda space: ("space", names[space]) if names.get(space) else None


def rows_of(records: Sequence[StudyGame]) -> Iterator[tuple[StudyGame, dict[str, Interval]]]:
    """Yield a record of each setting with its seats' shares of wins."""
    for group in by_setting(records).values():
        yield group[0], seat_shares(group)
