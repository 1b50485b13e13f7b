"""A bot that learns the value of actions from games of recruits and prefers the better ones.

    python examples/learning.py --games 1000 --processes 2

Recruits play Demonlord into arrays. For each seat, a table holds the mean share won in the games in which an action
(verb and operand) was chosen. The value of a rarely chosen action is close to that of its verb. The bot picks among
the legal actions at random, with higher probability for better ones. It does not look at the board: it learns which
actions are good in general, not when they are.
"""

from __future__ import annotations

import argparse
from typing import Any

import palatine
from palatine.lab import Setting, complete_setting, play_into_arrays
from palatine.lab.arrays import Decisions
from palatine.lab.selfplay import seed_number
from palatine.lab.studies.statistics import Interval, wilson_interval

try:
    import numpy as np
except ImportError:
    raise SystemExit("This needs numpy, which is not installed: pip install 'palatine[lab]'") from None

GAME = "demonlord"
PRIOR = 100
"""Number of games added to those of an action, with the mean of its verb."""
WARMTH = 0.01
"""Difference in the share won that makes an action 2.7 times as likely to be picked."""
WHIMS = 0.1
"""Share of random picks. They break endless repetitions of actions that undo each other."""

Table = dict[tuple[str, str, int | None], float]
"""The mean share won, by seat, verb and operand. The operand None means the whole verb."""


def played(decisions: Decisions) -> dict[str, Any]:
    """Return the share won of each game, by seat."""
    shares = {}
    for place, seat in enumerate(decisions.setting.seats):
        mine = decisions.columns["seat"] == place
        _, first = np.unique(decisions.columns["game"][mine], return_index=True)
        shares[seat] = decisions.share[mine][first]
    return shares


def learn(decisions: Decisions) -> Table:
    """Return the value of every action that recruits chose. An action counts once per game."""
    table: Table = {}
    usual = {seat: float(won.mean()) for seat, won in played(decisions).items()}
    columns = decisions.columns
    for place, seat in enumerate(decisions.setting.seats):
        mine = (columns["seat"] == place) & (columns["choices"] > 1)
        game, verb, operand = (columns[name][mine] for name in ("game", "verb", "operand"))
        operands, operand = np.unique(operand, return_inverse=True)
        actions, action = np.unique(verb.astype(np.int64) * len(operands) + operand, return_inverse=True)
        _, once = np.unique(game.astype(np.int64) * len(actions) + action, return_index=True)
        share, verbs = decisions.share[mine][once], actions // len(operands)
        at_large = _shrunk(verb[once], share, np.full(len(decisions.verbs), usual[seat]))
        worth = _shrunk(action[once], share, at_large[verbs])
        table |= {(seat, name, None): float(at_large[at]) for at, name in enumerate(decisions.verbs)}
        named = zip(verbs.tolist(), operands[actions % len(operands)].tolist(), worth.tolist(), strict=True)
        table |= {(seat, decisions.verbs[at], number): value for at, number, value in named}
    return table


def _shrunk(group: Any, share: Any, prior: Any) -> Any:
    """Return the mean share of each group, shrunk towards its prior."""
    count = np.bincount(group, minlength=len(prior))
    return (np.bincount(group, share, minlength=len(prior)) + PRIOR * prior) / (count + PRIOR)


class Learned:
    """A bot that plays by a table of action values."""

    def __init__(self, game: Any, table: Table, seed: int) -> None:
        self.game, self.table = game, table
        self.random = np.random.default_rng(seed)

    def decide(self, state: Any, seat: str) -> Any:
        legal = self.game.actions(state, seat)
        if len(legal) == 1 or self.random.random() < WHIMS:
            return legal[self.random.integers(len(legal))]
        worth = np.array([self._worth(seat, verb, operand) for verb, operand in legal])
        likely = np.exp((worth - worth.max()) / WARMTH)
        return legal[self.random.choice(len(legal), p=likely / likely.sum())]

    def _worth(self, seat: str, verb: str, operand: int) -> float:
        """Return the value of an action, or of its verb if the action was never chosen, or 0."""
        return self.table.get((seat, verb, operand), self.table.get((seat, verb, None), 0.0))


def tried(setting: Setting, table: Table, seat: str, games: int) -> list[float]:
    """Return the share that the learned bot wins of each new game, in `seat`, against recruits."""
    game, shares = palatine.load(setting.game), []
    for number in range(games):
        seed = f"{setting.seed}/tried/{seat}/{number}"
        state = game.setup(setting.scenario, setting.seats, seed.encode(), setting.options)
        bots: dict[str, Any] = {
            each: palatine.bot("recruit", game, seed_number(f"{seed}/{each}")) for each in setting.seats
        }
        bots[seat] = Learned(game, table, seed_number(f"{seed}/{seat}"))
        while actors := game.actors(state):
            game.take(state, actors[0], bots[actors[0]].decide(state, actors[0]))
        winners = game.outcome(state).winners
        shares.append(1 / len(winners) if seat in winners else 0.0)
    return shares


def learn_and_try(games: int, tries: int, seed: str, processes: int = 1) -> dict[str, tuple[Interval, Interval]]:
    """Return the share won by recruits, and by the learned bot against recruits, by seat."""
    setting = complete_setting(palatine.load(GAME), seed=seed)
    decisions = play_into_arrays(setting, games, processes)
    table, before = learn(decisions), played(decisions)
    return {
        seat: (
            wilson_interval(float(before[seat].sum()), games),
            wilson_interval(sum(tried(setting, table, seat, tries)), tries),
        )
        for seat in setting.seats
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games of recruits to learn from")
    parser.add_argument("--tries", type=int, default=300, help="games from each seat to try it in")
    parser.add_argument("--seed", default="learning", help="fixes every game")
    parser.add_argument("--processes", type=int, default=1, help="that the recruits play on")
    args = parser.parse_args()
    for seat, pair in learn_and_try(args.games, args.tries, args.seed, args.processes).items():
        told = [f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})" for share in pair]
        print(f"{seat}: recruits win {told[0]}, the learned player {told[1]}")


if __name__ == "__main__":
    main()
