"""All setups of a game (scenario, seats, options), and random play from them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from palatine.core import Game, Option, OrdersGame
from palatine.players.random_bot import random_sheet

Recorded = tuple[str, Any, bytes]

WORTH = 4
"""Number of single actions that count as one sheet, for the length of play."""


class DeadEnd(AssertionError):
    """A seat to act that has no action."""


class Setup(msgspec.Struct, frozen=True):
    """A scenario, a list of seats, and options."""

    scenario: str
    seats: tuple[str, ...]
    options: dict[str, Any] = {}

    def start(self, game: Game[Any], seed: bytes, record: bool = False) -> Any:
        """Return a new state. Raises Unknown if the setup does not exist or its options conflict."""
        return game.setup(self.scenario, self.seats, seed, self.options, record)

    def __str__(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{self.scenario} ({', '.join(self.seats)}){options}"


def setups(game: Game[Any]) -> list[Setup]:
    """Return every scenario and list of seats, with default options and each option changed."""
    found = []
    for scenario in game.scenarios:
        for seats in scenario.tables:
            found.append(Setup(scenario.name, seats))
            for option in game.options:
                others = [value for value in values(option) if value != option.default]
                found += [Setup(scenario.name, seats, {option.name: value}) for value in others]
    return found


def random_setup(game: Game[Any], random: Random) -> Setup:
    """Return a random scenario with random seats and options."""
    scenario = random.choice(game.scenarios)
    chosen = {option.name: random.choice(values(option)) for option in game.options}
    return Setup(scenario.name, random.choice(scenario.tables), chosen)


def values(option: Option) -> list[Any]:
    """Return the values of an option to try: all, or the limits and the default of a number."""
    if isinstance(option.default, bool):
        return [False, True]
    if option.choices:
        return list(option.choices)
    return sorted({option.least, option.default, option.most}) if option.most else [option.default]


def choose(game: Game[Any], state: Any, random: Random) -> tuple[str, Any]:
    """Return a random seat to act and a random action of it, or a random sheet."""
    actors = game.actors(state)
    seat = actors[0] if len(actors) == 1 else random.choice(actors)
    if isinstance(game, OrdersGame):
        return seat, random_sheet(game, state, seat, random)
    actions = game.actions(state, seat)
    if not actions:
        raise DeadEnd(f"{seat} is asked by {state.flow[-1]!r} and has no action")
    return seat, random.choice(actions)


def continuation(game: Game[Any], state: Any, seed: object, decisions: int) -> list[Recorded]:
    """Return random play from a copy of `state`: actions with journals, and the final bytes.

    Games of secret orders play fewer decisions, because a sheet counts as several actions.
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
