"""Fit a game's evaluation to games of its bots.

An evaluation gives chances of winning from the figures of a position.

python -m palatine.lab.fitting lord-and-master --games 200

The command prints how often the favoured seat wins in held-out games and writes the file of the evaluation.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log, sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Evaluation, Game, Weight
from palatine.core.scenario import REFEREE
from palatine.core.search.searchable import EVALUATION_FILE, softmax_shares
from palatine.players.rollouts import captain_bot, parameters_of, vary_aim

GRADIENT_STEPS = 1500
"""Steps of the gradient descent; the weights converge long before."""
BATCH_SIZE = 1000
"""Positions in a batch, one batch per step."""
LEARNING_RATE = 0.5
DEFAULT_RIDGE_PENALTY = 0.002
"""The default of `Learning.tension`."""
HOLD_OUT_INTERVAL = 5
"""One game in this many is used for the test, not for the fit."""
EXPLOIT_SHARE = 1 / 3
"""Share of exploits among the bots other than the captain."""
MAX_DECISIONS = 50_000
"""Maximum number of decisions in a game."""


class FittingSample(msgspec.Struct, frozen=True):
    """The evaluation figures of a position and the seats' final shares of the win.

    Positions are taken where a planning period ends.
    """

    figures: dict[str, dict[str, float]]
    shares: dict[str, float]


class FitOptions(msgspec.Struct, frozen=True):
    """Options of the fit; with few games, fit fewer figures."""

    only: tuple[str, ...] = ()
    """The figures to weigh; empty for all."""
    alike: bool = False
    """True if no seat has an advantage of its own."""
    tension: float = DEFAULT_RIDGE_PENALTY
    """Ridge penalty on large weights; correlated measures share a weight."""


class FittedEvaluation(msgspec.Struct, frozen=True):
    """A fitted evaluation and its accuracy on held-out games."""

    evaluation: Evaluation
    games: int
    right: float
    """Share of wins of the favourite, over all positions of the held-out games."""
    surprise: float
    """Mean negative logarithm of the chance given to the winner."""
    chance: float
    """Share of wins of a seat drawn at random."""


def play_game(
    game: Game[Any], number: int, seed: str, seats: tuple[str, ...] | None, scenario: str | None
) -> list[FittingSample]:
    """Play a game of captains and return its positions.

    Half of the seats, chosen at random, are played otherwise: by a captain with any aim and varied parameters or, one
    time in three, by one of the game's exploits. Returns [] for games that do not end or that no player wins.
    """
    random = Random(f"{seed}/{number}")
    state = game.setup(scenario, seats, f"{seed}/{number}".encode())
    bots = {seat: captain_bot(game) if random.random() < 0.5 else other_bot(game, random) for seat in state.seats}
    seen: list[Mapping[str, Mapping[str, float]]] = []
    last = game.planning_period(state)
    for _ in range(MAX_DECISIONS):
        actors = game.actors(state)
        if not actors:
            break
        game.take(state, actors[0], bots[actors[0]].decide(state, actors[0]))
        now = game.planning_period(state)
        if now != last and state.outcome is None:
            seen.append(game.evaluation_figures(state))
        last = now
    rivals = [seat for seat in state.seats if seat != REFEREE]
    if state.outcome is None or not (state.outcome.winners or len(rivals) == 1):
        return []
    winners = state.outcome.winners
    shares = {seat: (seat in winners) / max(1, len(winners)) for seat in rivals}
    return [FittingSample({name: dict(values) for name, values in each.items()}, shares) for each in seen if each]


def other_bot(game: Game[Any], random: Random) -> Any:
    """Return one of the game's exploits, or its own bot with any aim and varied parameters."""
    usual = parameters_of(game)
    if game.exploits and random.random() < EXPLOIT_SHARE:
        return random.choice(list(game.exploits.values()))(game)
    return captain_bot(game, None if usual is None else vary_aim(usual, random))


def fit(
    game: Game[Any],
    samples: Sequence[Sequence[FittingSample]],
    horizon: int,
    learning: FitOptions = FitOptions(),  # noqa: B008
) -> FittedEvaluation:
    """Fit weights to games; `samples` holds the positions game by game."""
    learnt = [each for number, one in enumerate(samples) if number % HOLD_OUT_INTERVAL for each in one]
    asked = [each for number, one in enumerate(samples) if number % HOLD_OUT_INTERVAL == 0 for each in one]
    names = list(dict.fromkeys([name for each in learnt for name in each.figures]))
    names = [name for name in names if not learning.only or name in learning.only]
    scales = {name: _scale([each.figures[name] for each in learnt if name in each.figures]) for name in names}
    seats = sorted({seat for each in learnt for seat in each.shares})
    bias, weights = dict.fromkeys(seats, 0.0), dict.fromkeys(names, 0.0)
    rows = [(_features(each, scales), each.shares) for each in learnt]
    for step in range(GRADIENT_STEPS):
        part = rows if len(rows) <= BATCH_SIZE else Random(step).sample(rows, BATCH_SIZE)
        _descend(part, bias, weights, learning)
    evaluation = Evaluation(
        {
            name: Weight(round(weights[name], 3), round(scales[name][1], 3), round(scales[name][0], 3))
            for name in names
        },
        {seat: round(value, 3) for seat, value in bias.items() if not learning.alike},
        horizon,
        game.evaluation.seconds,
    )
    guesses = [(_chances(_features(each, scales), bias, weights), each.shares) for each in asked]
    right = fmean(shares[max(chances, key=lambda seat: chances[seat])] for chances, shares in guesses)
    surprise = fmean(-sum(s * log(max(chances[k], 1e-9)) for k, s in shares.items()) for chances, shares in guesses)
    return FittedEvaluation(
        evaluation, len(samples), right, surprise, fmean(1 / len(shares) for _, shares in guesses)
    )


def _scale(values: Sequence[dict[str, float]]) -> tuple[float, float]:
    """Return the mean of a measure and its spread between seats.

    If only one seat has the measure, its spread is taken around the overall mean.
    """
    everything = [value for each in values for value in each.values()]
    middle = fmean(everything) if everything else 0.0
    apart = [
        value - (fmean(each.values()) if len(each) > 1 else middle) for each in values for value in each.values()
    ]
    return middle, max(0.01, sqrt(fmean(each * each for each in apart)) if apart else 1.0)


Features = dict[str, dict[str, float]]


def _features(sample: FittingSample, scales: dict[str, tuple[float, float]]) -> Features:
    """Return for each seat its `Game.features` by name."""
    found: Features = {seat: {} for seat in sample.shares}
    for name, values in sample.figures.items():
        if name not in scales:
            continue
        middle, spread = scales[name]
        mean = fmean(values.values()) if len(values) > 1 else middle
        for seat, row in found.items():
            row[name] = (values.get(seat, mean) - mean) / spread
    return found


def _chances(features: Features, bias: dict[str, float], weights: dict[str, float]) -> dict[str, float]:
    merits = {
        seat: bias[seat] + sum(weights.get(name, 0.0) * x for name, x in row.items())
        for seat, row in features.items()
    }
    return dict(zip(merits, softmax_shares(merits), strict=True))


def _descend(
    rows: Sequence[tuple[Features, dict[str, float]]],
    bias: dict[str, float],
    weights: dict[str, float],
    learning: FitOptions,
) -> None:
    """Do one step of gradient ascent on the likelihood."""
    slope, tilt = dict.fromkeys(weights, 0.0), dict.fromkeys(bias, 0.0)
    known = dict.fromkeys(weights, 0)
    for features, shares in rows:
        chances = _chances(features, bias, weights)
        for seat, row in features.items():
            wrong = shares[seat] - chances[seat]
            tilt[seat] += wrong
            for name, value in row.items():
                slope[name] += wrong * value
        for name in row:
            known[name] += 1
    for name in [
        each for each in weights if known[each]
    ]:  # Figures that only one scenario has are averaged over its own rows.
        weights[name] += LEARNING_RATE * (slope[name] / known[name] - learning.tension * weights[name])
    for seat in bias if not learning.alike else ():
        bias[seat] += LEARNING_RATE * (tilt[seat] / len(rows) - learning.tension * bias[seat])


def evaluation_text(evaluation: Evaluation, comment: str) -> str:
    """Return the text of an evaluation file."""
    lines = [f"# {comment}", "", f"horizon = {evaluation.horizon}", f"seconds = {evaluation.seconds}"]
    lines += ["", "[seats]"] if evaluation.seats else []
    lines += [f'"{seat}" = {value}' for seat, value in evaluation.seats.items()]
    for name, each in evaluation.weights.items():
        lines += ["", f'[weights."{name}"]', f"weight = {each.weight}", f"spread = {each.spread}"]
        lines += [f"middle = {each.middle}"]
    return "\n".join(lines) + "\n"


def _job(given: tuple[str, int, str, tuple[str, ...] | None, str | None]) -> list[FittingSample]:
    name, number, seed, seats, scenario = given
    return play_game(registry.load(name), number, seed, seats, scenario)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit the evaluation of one game and write its file.

    The default path is in the current folder; pass `--to` to replace the file that the game reads.
    """
    parser = argparse.ArgumentParser(prog="python -m palatine.lab.fitting", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", default="", help="of which table, as in P1,P2; may name several by semicolons")
    parser.add_argument("--scenario", default="", help="which one; may name several by semicolons")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--horizon", type=int)
    parser.add_argument("--only", default="", help="figures to weigh, as in taxes,offices (default: all)")
    parser.add_argument("--alike", action="store_true", help="seats are alike: none is worth anything by itself")
    parser.add_argument(
        "--tension", type=float, default=DEFAULT_RIDGE_PENALTY, help="how much a large weight costs"
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--to",
        default=EVALUATION_FILE,
        help=f"the file to write, as the game's data/{EVALUATION_FILE} (default: {EVALUATION_FILE} in this folder)",
    )
    given = parser.parse_args(arguments)
    game = registry.load(given.game)
    named = [tuple(each.split(",")) for each in given.seats.split(";") if each]
    tables: list[tuple[str, ...] | None] = [*named] or [None]
    scenarios = given.scenario.split(";")
    jobs = [
        (given.game, n, given.seed, tables[n % len(tables)], scenarios[n % len(scenarios)] or None)
        for n in range(given.games)
    ]
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        samples = [each for each in pool.map(_job, jobs, chunksize=4) if each]
    if len(samples) <= HOLD_OUT_INTERVAL:
        parser.error(
            f"of the games {len(samples)} came to an end with a winner; it takes {HOLD_OUT_INTERVAL + 1} at the least"
        )
    learning = FitOptions(tuple(filter(None, given.only.split(","))), given.alike, given.tension)
    found = fit(game, samples, given.horizon or game.evaluation.horizon, learning)
    remark = (
        f"Fitted to {found.games} games of mixed bots, seed {given.seed}: in games held out the seat it favours wins "
        f"{found.right:.0%} of the time (by chance {found.chance:.0%}), surprise {found.surprise:.3f}."
    )
    Path(given.to).write_text(evaluation_text(found.evaluation, remark), encoding="utf-8")
    print(remark, f"Written to {given.to}.", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
