"""Measures by the values of units: strength of armies, and threats to capitals."""

from __future__ import annotations

from typing import Final

from palatine.core import Game
from palatine.core.guidance.measures import Measure
from palatine.games.demonlord.components.pieces import IS_TROOP
from palatine.games.demonlord.preview.distances import march_from
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.state import CAPITALS, DemonlordState

NEAR_CAPITAL: Final = 12
"""Points of a march on foot from a capital at which troops no longer count for it."""


def army_worth(game: Game[DemonlordState], s: DemonlordState) -> Measure:
    """Return the measure of the value of all units on the map; hidden, as stacks are."""
    values = {seat: round(sum([WORTH[u] for u in s.on_map(side)]), 1) for side, seat in enumerate(s.seats)}
    return Measure("army", game.words.say("measure.army"), values, is_hidden=True)


def capital_threat(game: Game[DemonlordState], s: DemonlordState) -> Measure:
    """Return how near each side is to taking the enemy's capital, in percent.

    It weighs the troops near there by Lanchester's square law, and is hidden, as stacks are.
    """
    values = {}
    for side, seat in enumerate(s.seats):
        ours, theirs = [_strength_near(s, each, CAPITALS[1 - side]) for each in (side, 1 - side)]
        values[seat] = round(100 * ours**2 / (ours**2 + (theirs + 1) ** 2), 1)
    return Measure("capital-threat", game.words.say("measure.capital-threat"), values, is_hidden=True, unit="%")


def _strength_near(s: DemonlordState, side: int, goal: int) -> float:
    """Return the value of a side's troops near a hex; the farther away, the less they count."""
    road = march_from(goal)
    return sum([WORTH[u] * max(0.0, 1 - road[s.where[u]] / NEAR_CAPITAL) for u in s.on_map(side) if IS_TROOP[u]])
