"""What a unit is thought to be worth, and how a fight is likely to go.

A troop's *worth* is the root of the hits it deals in a round over the chance that a hit is the end of it. Two bodies
of troops that shoot and strike at each other wear each other down by Lanchester's square law, for which these roots
may be added up: who has the larger sum wins, the more surely the larger it is.
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

# How much armour matters against the average enemy: superior armour strikes better, heavy armour turns missiles.
ARMOUR_HITS: Final = (0.95, 1.03, 1.1)
ARMOUR_FALL: Final = (1.12, 1.0, 0.92)


def value_of(parts: Iterable[ValuePart]) -> int:
    """A value by its parts."""
    return sum([amount for amount, _, _ in parts])


class CombatValue(NamedTuple):
    """What a troop does in a round: hits it deals, and how likely one hit is the end of it."""

    hits: float
    fall: float

    @property
    def worth(self) -> float:
        return sqrt(self.hits / self.fall)


@cache
def combat_value(u: int, lead: int = 0, terrain: int = 0, gloom: int = 0, phasing: bool = False) -> CombatValue:
    """A troop's might with a leader of that ability, on a battle terrain (0: any), under a shadow of 0 or -1; the
    phasing side's troops may be worse off there."""
    missile = MISSILE[u] + MISSILE_EFFECT.get(terrain, 0)
    melee = value_of(melee_parts(u, terrain, phasing, max(0, lead)))
    hits = hit_probability(melee) * ARMOUR_HITS[ARMOUR[u]] + (hit_probability(missile) if MISSILE[u] else 0.0)
    morale = min(HIGHEST_MORALE, MORALE[u] + max(0, lead)) + gloom + ancients_loss(u, terrain, 1)
    return CombatValue(hits, fall_probability(morale) * ARMOUR_FALL[ARMOUR[u]])


# Characters add to the side they are with: a leader lifts one troop, a caster throws a magic missile each round.
LEAD_WORTH: Final = 0.4
POWER_WORTH: Final = 0.22


def worth_of(u: int) -> float:
    """The worth of any unit: a troop's own, or what a character adds to his army."""
    if IS_TROOP[u]:
        return combat_value(u).worth
    return LEAD_WORTH * max(0, LEAD[u]) + POWER_WORTH * POWER[u]


COMBAT_VALUES: Final = tuple(combat_value(u) if IS_TROOP[u] else CombatValue(0.0, 1.0) for u in range(UNITS))
WORTH: Final = tuple(worth_of(u) for u in range(UNITS))
"""By unit: its worth in the open."""
