"""Threats: enemies that can reach a hex, the threat to each capital, and strength of armies."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from palatine.core import Game
from palatine.core.guidance.measures import Measure
from palatine.games.demonlord.components.pieces import IS_TROOP
from palatine.games.demonlord.preview.distances import march_from
from palatine.games.demonlord.preview.perception import Foe, Perception
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.state import CAPITALS, DemonlordState

NEXT_PHASE: Final = 4
"""Points of a march on foot within which an enemy can arrive in its next phase."""
AFTER_IT: Final = 6
"""Points within which its cavalry may arrive, or the enemy in the phase after."""
NEAR_CAPITAL: Final = 12
"""Points from a capital at which troops no longer count for the threat to it."""
RIDERS: Final = 0.5
TRIFLE: Final = 1e-9
"""Rounding tolerance in differences of values."""


class Danger:
    """Value of the enemies that may reach each hex in their next phase; immutable."""

    def __init__(self, foes: tuple[Foe, ...], pinned: frozenset[int]) -> None:
        self.foes, self.pinned = foes, pinned
        self.total: dict[int, float] = {}
        self.share: dict[int, dict[int, float]] = {}
        for foe in foes:
            self.share[foe.hex] = share = self.reach_of(foe)
            for h, worth in share.items():
                self.total[h] = self.total.get(h, 0.0) + worth

    def reach_of(self, foe: Foe) -> dict[int, float]:
        """Return the value of one enemy stack by hex; besieged ones threaten only their own."""
        if foe.hex in self.pinned:
            return {foe.hex: foe.strength}
        return {h: foe.strength * (1.0 if d <= NEXT_PHASE else RIDERS) for h, d in surroundings(foe.hex)}

    def at(self, h: int, without: int = -1) -> float:
        """Return the danger in hex `h`, without the enemies in hex `without`."""
        found = self.total.get(h, 0.0)
        if found and without in self.share:
            found -= self.share[without].get(h, 0.0)
        return found if found > TRIFLE else 0.0


def danger_of(sight: Perception) -> Danger:
    """Return the danger to a side."""
    foes = tuple([foe for foe in sight.foes if foe.may_fight])
    pinned = [foe.hex for foe in foes if sight.holder(foe.hex) == sight.enemy and sight.has_siege(foe.hex)]
    return _danger(foes, frozenset(pinned))


@lru_cache(maxsize=32)
def _danger(foes: tuple[Foe, ...], pinned: frozenset[int]) -> Danger:
    return Danger(foes, pinned)


@cache
def surroundings(start: int) -> tuple[tuple[int, int], ...]:
    """Return the hexes within `AFTER_IT` points on foot, with the points."""
    road = march_from(start)
    return tuple([(h, d) for h, d in enumerate(road) if d <= AFTER_IT])


# Measures


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
