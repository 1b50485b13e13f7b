"""Values of units, used to estimate fights.

A troop's value (`worth`) is the square root of its hits per round divided by the chance that a hit removes it. Two
forces wear each other down by Lanchester's square law, for which these roots add up: the force with the larger sum
wins, more surely the larger it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import sqrt
from typing import Final, NamedTuple

from palatine.games.demonlord.components.pieces import (
    ARMOUR,
    IS_TROOP,
    LEAD,
    MISSILE,
    MORALE,
    POWER,
    UNITS,
)
from palatine.games.demonlord.components.tables import MISSILE_EFFECT
from palatine.games.demonlord.rules.combat.attacks import ValuePart, hit_probability, melee_parts
from palatine.games.demonlord.rules.combat.morale import HIGHEST_MORALE, ancients_loss, fall_probability

# Effect of armour against the average enemy: superior armour hits better, heavy armour deflects missiles.
ARMOUR_HITS: Final = (0.95, 1.03, 1.1)
ARMOUR_FALL: Final = (1.12, 1.0, 0.92)


def value_of(parts: Iterable[ValuePart]) -> int:
    """Return the total of the parts of a value."""
    return sum([amount for amount, _, _ in parts])


class CombatValue(NamedTuple):
    """Combat value of a troop: hits per round, and the chance that one hit removes it."""

    hits: float
    fall: float

    @property
    def worth(self) -> float:
        return sqrt(self.hits / self.fall)


@cache
def combat_value(u: int, lead: int = 0, terrain: int = 0, gloom: int = 0, phasing: bool = False) -> CombatValue:
    """Return a troop's combat value with a leader, on a battle terrain (0: any).

    `gloom` is a morale modifier of 0 or -1. Some terrains are a disadvantage for the phasing side.
    """
    missile = MISSILE[u] + MISSILE_EFFECT.get(terrain, 0)
    melee = value_of(melee_parts(u, terrain, phasing, max(0, lead)))
    hits = hit_probability(melee) * ARMOUR_HITS[ARMOUR[u]] + (hit_probability(missile) if MISSILE[u] else 0.0)
    morale = min(HIGHEST_MORALE, MORALE[u] + max(0, lead)) + gloom + ancients_loss(u, terrain, 1)
    return CombatValue(hits, fall_probability(morale) * ARMOUR_FALL[ARMOUR[u]])


# A leader helps one troop, and a caster throws a magic missile in each round.
LEAD_WORTH: Final = 0.4
POWER_WORTH: Final = 0.22


def worth_of(u: int) -> float:
    """Return the value of a unit: a troop's own, or what a character adds to an army."""
    if IS_TROOP[u]:
        return combat_value(u).worth
    return LEAD_WORTH * max(0, LEAD[u]) + POWER_WORTH * POWER[u]


COMBAT_VALUES: Final = tuple(combat_value(u) if IS_TROOP[u] else CombatValue(0.0, 1.0) for u in range(UNITS))
WORTH: Final = tuple(worth_of(u) for u in range(UNITS))
"""By unit: its value in the open."""
