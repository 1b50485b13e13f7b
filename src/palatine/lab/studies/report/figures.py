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
from palatine.lab.selfplay import winner_key
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.statistics import Interval, paired_difference, share_difference, wilson_interval
from palatine.lab.studies.tournaments import record_win_shares

MIN_GAMES = 5
"""Minimum number of games both with and without a thing for a comparison."""
CURVE_STEPS = 10
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


class LengthQuantiles(msgspec.Struct, frozen=True):
    """Lengths of a setting's games: 5th, 25th, 50th, 75th and 95th percentiles."""

    decisions: tuple[float, ...]
    boundaries: tuple[float, ...]
    n: int


class CurvePoint(msgspec.Struct, frozen=True):
    """A point of a curve."""

    at: float
    value: Interval


def playing_seats(record: StudyGame) -> list[str]:
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
        shares = record_win_shares(record)
        for seat in playing_seats(record):
            sums[seat] += shares[seat]
            counts[seat] += 1
    return {seat: wilson_interval(sums[seat], counts[seat]) for seat in counts}


def bot_shares(records: Sequence[StudyGame]) -> dict[str, Interval]:
    """Return each bot's share of wins per seat it holds, averaged over its seats in each game."""
    won: dict[str, list[float]] = defaultdict(list)
    for record in records:
        for bot, held in _shares_by_bot(record).items():
            won[bot].append(mean(held))
    return {bot: wilson_interval(sum(found), len(found)) for bot, found in sorted(won.items())}


def _shares_by_bot(record: StudyGame) -> dict[str, list[float]]:
    shares, found = record_win_shares(record), defaultdict(list)
    for seat, bot in zip(record.seats, record.bots, strict=True):
        if seat != REFEREE:
            found[bot].append(shares[seat])
    return found


def games_without_winner(records: Iterable[StudyGame]) -> int:
    """Return the number of games without a winner."""
    return sum(not record.winners for record in records)


def length_quantiles(records: Sequence[StudyGame]) -> LengthQuantiles:
    """Return the distribution of lengths."""
    return LengthQuantiles(
        _quantiles([record.decisions for record in records]),
        _quantiles([record.boundaries for record in records]),
        len(records),
    )


def _quantiles(values: Sequence[float]) -> tuple[float, ...]:
    if len(values) < 2:
        return tuple(float(values[0]) for _ in range(5))
    cuts = quantiles(values, n=20, method="inclusive")
    return cuts[0], cuts[4], cuts[9], cuts[14], cuts[18]


def count_ends(records: Sequence[StudyGame]) -> dict[str, Counter[str]]:
    """Return the number of games by kind of end, then by winner: a seat, "shared" or "nobody"."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        found[record.margin][winner_key(record.winners)] += 1
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
        here, there = game_options(first), game_options(second)
        changed = [name for name in here if here[name] != there[name]]
        if len(changed) == 1:
            name = changed[0]
            gains, is_paired = gains_over(other, one)
            found += [
                OptionEffect(seat, name, str(there[name]), str(here[name]), gains[seat], is_paired)
                for seat in playing_seats(first)
            ]
    return found


def gains_over(records: Sequence[StudyGame], others: Sequence[StudyGame]) -> tuple[dict[str, Interval], bool]:
    """Return each seat's gain in share of wins over other games, and whether games were paired.

    If both have games with equal seeds, those are compared in pairs; otherwise the shares of all games are compared.
    """
    by_seed = {record.seed: record_win_shares(record) for record in others}
    pairs = [(record_win_shares(record), by_seed[record.seed]) for record in records if record.seed in by_seed]
    if pairs:
        return {
            seat: paired_difference([a[seat] - b[seat] for a, b in pairs]) for seat in playing_seats(records[0])
        }, True
    after, before = seat_shares(records), seat_shares(others)
    return {seat: share_difference(after[seat], before[seat]) for seat in after}, False


def game_options(record: StudyGame) -> dict[str, Any]:
    """Return the options of a game."""
    found: dict[str, Any] = msgspec.json.decode(record.options)
    return found


AmountFunction = Callable[[StudyGame], dict[tuple[str, str], float]]
"""A function from a game to amounts by seat and thing."""


def mention_amounts(record: StudyGame) -> dict[tuple[str, str], float]:
    """Return how often each seat named each entry of the glossary."""
    return {(each.seat, each.entry): float(each.times) for each in record.named}


def occupation_amounts(record: StudyGame) -> dict[tuple[str, str], float]:
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
    records: Sequence[StudyGame], amounts: AmountFunction, describe: Callable[[str], tuple[str, str] | None]
) -> list[Effect]:
    """Return the things that correlate with winning, the most significant first.

    Games with more of a thing than the median of their setting are compared with the others. Differences are taken
    within each setting and combined with Mantel-Haenszel weights, so that settings are not mistaken for effects.
    `describe` returns the kind and name of a thing, or None for one to leave out.
    """
    groups = [
        [(amounts(record), record_win_shares(record)) for record in group] for group in by_setting(records).values()
    ]
    keys = sorted({key for group in groups for found, _ in group for key in found})
    result = []
    for seat, thing in keys:
        named = describe(thing)
        found = _effect([_split(group, seat, thing) for group in groups]) if named else None
        if named and found:
            result.append(Effect(seat, named[0], named[1], found[0], found[1], found[2]))
    return sorted(result, key=lambda each: -each.strength)


Samples = tuple[list[float], list[float]]


def _split(
    group: Sequence[tuple[dict[tuple[str, str], float], dict[str, float]]], seat: str, thing: str
) -> Samples:
    """Return a seat's shares of wins in games above the median of a thing, and in the others."""
    rows = [(found.get((seat, thing), 0.0), shares[seat]) for found, shares in group if seat in shares]
    values = sorted(amount for amount, _ in rows)
    middle = values[(len(values) - 1) // 2] if values else 0.0
    return [won for amount, won in rows if amount > middle], [won for amount, won in rows if amount <= middle]


def _effect(splits: Iterable[Samples]) -> tuple[Interval, int, int] | None:
    weights = gains = variance = 0.0
    there = without = 0
    for more, less in splits:
        if len(more) < MIN_GAMES or len(less) < MIN_GAMES:
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


def measure_course(
    records: Sequence[StudyGame], measure: str, *, winners: bool, seat: str | None = None
) -> list[CurvePoint]:
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
    return [CurvePoint(step / CURVE_STEPS, _mean(values)) for step, values in sorted(steps.items())]


def _step(at: int, record: StudyGame) -> int:
    return -(-at * CURVE_STEPS // max(1, record.boundaries))


def _mean(values: Sequence[float]) -> Interval:
    middle = mean(values)
    error = sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
    return Interval(middle, middle - Z * error, middle + Z * error, len(values))


def calibration(records: Sequence[StudyGame]) -> list[CurvePoint]:
    """Return how often seats won for each tenth of the chances that the evaluation gave.

    Returns [] for games without an evaluation.
    """
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for record in records:
        shares = record_win_shares(record)
        for each in record.chances:
            bins[min(9, int(each.chance * 10))].append((each.chance, shares[each.seat]))
    return [
        CurvePoint(mean(chance for chance, _ in found), wilson_interval(sum(won for _, won in found), len(found)))
        for _, found in sorted(bins.items())
    ]


def learning_curves(records: Sequence[StudyGame]) -> dict[str, list[CurvePoint]]:
    """Return the share of wins by number of samples, for bots that played with several numbers."""
    curves: dict[str, list[CurvePoint]] = defaultdict(list)
    for name, share in bot_shares(records).items():
        bot, _, samples = name.partition(":")
        if samples:
            curves[bot].append(CurvePoint(float(samples), share))
    return {bot: sorted(points, key=lambda point: point.at) for bot, points in curves.items() if len(points) > 1}


def running_share(records: Sequence[StudyGame], seat: str) -> list[CurvePoint]:
    """Return a seat's share of wins after each game, which shows its convergence."""
    won, found = 0.0, []
    for n, record in enumerate(records, 1):
        won += record_win_shares(record).get(seat, 0.0)
        found.append(CurvePoint(float(n), wilson_interval(won, n)))
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


def entry_namer(game: Game[Any]) -> Callable[[str], tuple[str, str] | None]:
    """Return a function from the key of a glossary entry to its kind and term."""

    def told(key: str) -> tuple[str, str] | None:
        entry = game.glossary.get(key)
        return None if entry is None else (entry.kind, entry.term)

    return told


def space_namer(names: dict[str, str]) -> Callable[[str], tuple[str, str] | None]:
    """Return a function from a space to its kind and name; None for unnamed spaces."""
    return lambda space: ("space", names[space]) if names.get(space) else None


def setting_shares(records: Sequence[StudyGame]) -> Iterator[tuple[StudyGame, dict[str, Interval]]]:
    """Yield a record of each setting with its seats' shares of wins."""
    for group in by_setting(records).values():
        yield group[0], seat_shares(group)
