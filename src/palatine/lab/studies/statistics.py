"""Confidence intervals for shares, fixed-sample and anytime-valid, and ratings with errors."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, lgamma, log, sqrt
from statistics import NormalDist
from typing import Any

import msgspec

from palatine.optional_imports import import_optional

ELO_SCALE = 400 / log(10)
"""Rating points per unit of log odds."""
PRIOR_SIGMA = 4.0
"""Prior standard deviation of strengths in log odds (about 700 points).

It keeps the rating of an unbeaten bot finite.
"""


class Interval(msgspec.Struct, frozen=True):
    """A figure with its bounds and its number of games."""

    value: float
    low: float
    high: float
    n: int


def wilson_interval(wins: float, n: int, confidence: float = 0.95) -> Interval:
    """Return the Wilson interval of a share; (0, 1) without games.

    `wins` can be fractional, because wins can be shared.
    """
    if n == 0:
        return Interval(0.5, 0.0, 1.0, 0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = wins / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half), n)


def anytime_interval(wins: float, n: int, confidence: float = 0.95) -> Interval:
    """Return an anytime-valid interval of a share, so that a test may stop after any look.

    It contains the shares that the mixture sequential probability ratio test with a uniform mixture does not reject
    at any look (Robbins 1970; Howard et al. 2021). It holds for scores from 0 to 1, not only for wins and losses.
    """
    if n == 0:
        return Interval(0.5, 0.0, 1.0, 0)
    share, bound = wins / n, -log(1 - confidence)

    def against(p: float) -> float:
        return _log_mixture(wins, n) - _times_log(wins, p) - _times_log(n - wins, 1 - p) - bound

    return Interval(share, _edge(against, share, 0.0), _edge(against, share, 1.0), n)


def _log_mixture(wins: float, n: int) -> float:
    return lgamma(1 + wins) + lgamma(1 + n - wins) - lgamma(2 + n)


def _times_log(times: float, p: float) -> float:
    return 0.0 if times == 0 else times * log(p) if p > 0 else -inf


def _edge(against: Any, inside: float, outside: float) -> float:
    """Return the share between two bounds at which the evidence changes sign."""
    if against(outside) < 0:
        return outside
    for _ in range(60):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if against(middle) < 0 else (inside, middle)
    return (inside + outside) / 2


def share_difference(first: Interval, second: Interval) -> Interval:
    """Return the difference of two shares with Newcombe's interval from their Wilson intervals."""
    value = first.value - second.value
    down = sqrt((first.value - first.low) ** 2 + (second.high - second.value) ** 2)
    up = sqrt((first.high - first.value) ** 2 + (second.value - second.low) ** 2)
    return Interval(value, value - down, value + up, first.n + second.n)


def paired_difference(differences: Sequence[float], confidence: float = 0.95) -> Interval:
    """Return the mean difference of game pairs with equal seeds, with its interval.

    Differences range from -1 to 1. The interval is that of Agresti and Min (2005): one pair that differs by 1, half
    of it each way, and one without difference are added. `n` counts both games of each pair.
    """
    n = len(differences)
    if n == 0:
        return Interval(0.0, -1.0, 1.0, 0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = sum(differences) / (n + 2)
    half = z * sqrt(((sum(each * each for each in differences) + 1) / (n + 2) - middle**2) / (n + 2))
    return Interval(sum(differences) / n, max(-1.0, middle - half), min(1.0, middle + half), 2 * n)


class RatedGame(msgspec.Struct, frozen=True):
    """A game as input for ratings: the seats, their bots and their shares of the win."""

    seats: tuple[str, ...]
    bots: tuple[str, ...]
    shares: tuple[float, ...]


class BotRatings(msgspec.Struct, frozen=True):
    """Ratings of bots and advantages of seats in Elo points, around a mean of 0."""

    bots: dict[str, Interval]
    seats: dict[str, Interval]


def fit_ratings(games: Sequence[RatedGame], confidence: float = 0.95) -> BotRatings:
    """Return ratings fitted to games by a Bradley-Terry model for any number of seats.

    A seat's strength is its bot's strength plus the advantage of the seat. Games without a winner carry no
    information and are ignored. Intervals come from the curvature at the best fit. The order of games does not
    matter. Raises MissingExtra without numpy or scipy.
    """
    np, optimize = import_optional("numpy", "scipy.optimize")
    bots = sorted({bot for table in games for bot in table.bots})
    seats = sorted({seat for table in games for seat in table.seats})
    size = len(bots) + len(seats)
    games = [table for table in games if any(table.shares)]
    rows = [_design(np, table, bots, seats, size) for table in games]

    def loss(x: Any) -> float:
        fit = sum(float(won @ (each @ x)) - float(np.logaddexp.reduce(each @ x)) for each, won in rows)
        return float(x @ x) / (2 * PRIOR_SIGMA**2) - fit

    def slope(x: Any) -> Any:
        return x / PRIOR_SIGMA**2 - sum(each.T @ (won - _chances(np, each @ x)) for each, won in rows)

    def curve(x: Any) -> Any:
        found = np.eye(size) / PRIOR_SIGMA**2
        for each, _ in rows:
            chances = _chances(np, each @ x)
            found += each.T @ (np.diag(chances) - np.outer(chances, chances)) @ each
        return found

    fitted = optimize.minimize(loss, np.zeros(size), jac=slope, hess=curve, method="trust-exact").x
    spread = np.linalg.inv(curve(fitted))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    counts = [sum(name in table.bots for table in games) for name in bots]
    counts += [sum(name in table.seats for table in games) for name in seats]
    middles = [(0, len(bots)), (len(bots), size)]
    found = [
        _centred(np, fitted, spread, z, range(*bounds), at, counts[at])
        for bounds in middles
        for at in range(*bounds)
    ]
    return BotRatings(dict(zip(bots, found, strict=False)), dict(zip(seats, found[len(bots) :], strict=True)))


def _design(np: Any, table: RatedGame, bots: list[str], seats: list[str], size: int) -> tuple[Any, Any]:
    matrix = np.zeros((len(table.seats), size))
    for row, (seat, bot) in enumerate(zip(table.seats, table.bots, strict=True)):
        matrix[row, bots.index(bot)] = matrix[row, len(bots) + seats.index(seat)] = 1
    return matrix, np.array(table.shares)


def _chances(np: Any, logs: Any) -> Any:
    raised = np.exp(logs - logs.max())
    return raised / raised.sum()


def _centred(np: Any, fitted: Any, spread: Any, z: float, group: range, at: int, n: int) -> Interval:
    """Return the rating of one member relative to the mean of its group."""
    contrast = np.zeros(len(fitted))
    contrast[list(group)] -= 1 / len(group)
    contrast[at] += 1
    value, error = float(contrast @ fitted), sqrt(max(0.0, float(contrast @ spread @ contrast)))
    return Interval(ELO_SCALE * value, ELO_SCALE * (value - z * error), ELO_SCALE * (value + z * error), n)
