"""What a game can be played as: every scenario, list of seats and choice of options, and random play from there."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from palatine.core import Game, Option, OrdersGame
from palatine.players.random_bot import random_sheet

Recorded = tuple[str, Any, bytes]

WORTH = 4
"""A sheet is worth so many single actions, when it is said how far something is played on."""


class DeadEnd(AssertionError):
    """A seat is asked and has no action."""


class Setup(msgspec.Struct, frozen=True):
    """One way to set up a game."""

    scenario: str
    seats: tuple[str, ...]
    options: dict[str, Any] = {}

    def start(self, game: Game[Any], seed: bytes, record: bool = False) -> Any:
        """A new state. Raises Unknown when the game has no such setup, or its options do not go together."""
        return game.setup(self.scenario, self.seats, seed, self.options, record)

    def __str__(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{self.scenario} ({', '.join(self.seats)}){options}"


def setups(game: Game[Any]) -> list[Setup]:
    """Every scenario with every list of seats: as it comes, then with each option changed by itself."""
    found = []
    for scenario in game.scenarios:
        for seats in scenario.tables:
            found.append(Setup(scenario.name, seats))
            for option in game.options:
                others = [value for value in values(option) if value != option.default]
                found += [Setup(scenario.name, seats, {option.name: value}) for value in others]
    return found


def random_setup(game: Game[Any], random: Random) -> Setup:
    """A scenario, seats and options, each as it falls."""
    scenario = random.choice(game.scenarios)
    chosen = {option.name: random.choice(values(option)) for option in game.options}
    return Setup(scenario.name, random.choice(scenario.tables), chosen)


def values(option: Option) -> list[Any]:
    """The values of an option worth trying: all of them, or both ends and the default of a number."""
    if isinstance(option.default, bool):
        return [False, True]
    if option.choices:
        return list(option.choices)
    return sorted({option.least, option.default, option.most}) if option.most else [option.default]


def choose(game: Game[Any], state: Any, random: Random) -> tuple[str, Any]:
    """A seat that is asked and one of its actions, each as likely; of secret orders a sheet."""
    actors = game.actors(state)
    seat = actors[0] if len(actors) == 1 else random.choice(actors)
    if isinstance(game, OrdersGame):
        return seat, random_sheet(game, state, seat, random)
    actions = game.actions(state, seat)
    if not actions:
        raise DeadEnd(f"{seat} is asked by {state.flow[-1]!r} and has no action")
    return seat, random.choice(actions)


def continuation(game: Game[Any], state: Any, seed: object, decisions: int) -> list[Recorded]:
    """Random play from a copy of `state`: each action with the journal it left, and the bytes at the end.

    Of sheets it plays fewer, for each is worth several actions.
    """
    s, random, told = state.copy(), Random(str(seed)), []
    for _ in range(decisions // WORTH if game.orders else decisions):
        if not game.actors(s):
            break
        seat, action = choose(game, s, random)
        s.journal = []
        game.take(s, seat, action)
        told.append((seat, action, msgspec.json.encode(s.journal)))
    return [*told, ("", ("end", 0), game.encode(s))]
