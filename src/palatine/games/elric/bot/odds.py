"""The captain's estimates of battles: totals, margins needed, and odds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import floor
from typing import Final

from palatine.games.elric.components.pieces import CAPACITY, DRAGON_MASTERS, KIND, PERSON
from palatine.games.elric.components.spells import BALO, DRAGONS, EATS_ARMIES, SPELL_VALUE
from palatine.games.elric.components.world import CITY_AT, DEFENCE, IS_SEA, MELNIBONE, WALL
from palatine.games.elric.rules.combat.aftermath import margin_needed
from palatine.games.elric.rules.combat.participants import CITY, IS_BOUND, Battle
from palatine.games.elric.rules.combat.spell_laying import ADDS
from palatine.games.elric.rules.common import balance
from palatine.games.elric.rules.common.margins import balo_chance, margins
from palatine.games.elric.state import NOBODY, ElricState, strength

BALO_WORKS: Final = balo_chance().distribution().probability()
"""Probability that Balo adds his value, which weights this value."""
HIDDEN_SPELL: Final = 2
"""Assumed value of an enemy's hidden spell."""
MOST_CASTERS: Final = 3
EATER_WORTH: Final = 12
"""Value of holding an Eater of armies, so as not to spend it on a muster."""


def chance(edge: float) -> float:
    """Return the chance to reach a margin, given the surplus without dice."""
    return chance_to_reach(floor(edge))


@cache
def chance_to_reach(edge: int) -> float:
    """Return the chance of a margin of at least 0 if totals without dice differ by `edge`."""
    return margins(edge).probability(lambda margin: margin >= 0)


def gains(s: ElricState, group: Iterable[int]) -> list[tuple[int, int, int]]:
    """Return (gain, person, spell) for the spells a group holds, best first.

    The gain is the spell's value less its caster's.
    """
    found = []
    for p in group:
        if KIND[p] == PERSON and CAPACITY[p] >= 0 and p not in s.casts and p not in s.maintained:
            best = max([(battle_worth(s, spell), spell) for spell in s.hand.get(p, ())], default=(0, -1))
            own = strength((p,), False)
            if best[0] > own:
                found.append((best[0] - own, p, best[1]))
    return sorted(found, reverse=True)[:MOST_CASTERS]


def battle_worth(s: ElricState, spell: int) -> int:
    """Return a spell's possible value in battle."""
    if not ADDS[spell]:
        return 0
    return int(SPELL_VALUE[spell] * (BALO_WORKS if spell == BALO else 1)) + balance.bonus(s, spell)


def power(s: ElricState, seat: int, group: Iterable[int], area: int) -> int:
    """Return a group's attack power on an area, with spells and the victims of an Eater."""
    here = [p for p in group if area != MELNIBONE or not IS_BOUND[p]]
    best = gains(s, here)
    prey = eater_value(s, seat, area)
    if prey and any([eaters(s, p) for p in here]):
        return strength(here, IS_SEA[area]) + prey + sum([gain for gain, _, _ in best[: MOST_CASTERS - 1]])
    return strength(here, IS_SEA[area]) + sum([gain for gain, _, _ in best])


def eaters(s: ElricState, p: int) -> list[int]:
    """Return the Eaters of armies that a personality could cast."""
    if KIND[p] != PERSON or CAPACITY[p] < 0 or p in s.casts or p in s.maintained:
        return []
    return [
        spell for spell in s.hand.get(p, ()) if EATS_ARMIES[spell] and (spell != DRAGONS or p in DRAGON_MASTERS)
    ]


def eater_value(s: ElricState, seat: int, area: int) -> int:
    """Return an Eater's value against an area's defenders, doubled behind a wall (ruling A-32)."""
    if IS_SEA[area]:
        return 0
    total = sum([strength(s.stacks[other][area], False) for other in s.enemies(seat, area)])
    return 2 * total if area in CITY_AT and s.city_owner(area) not in (seat, NOBODY) else total


def defence(s: ElricState, seat: int, area: int) -> tuple[int, int]:
    """Return the total of an area's defenders, and the margin needed, without dice."""
    total, least = 0, 1
    others = s.enemies(seat, area)
    for other in others:
        total += strength(s.stacks[other][area], IS_SEA[area])
        total += HIDDEN_SPELL * min(MOST_CASTERS, magicians(s, other, area))
    if area not in CITY_AT or s.city_owner(area) == seat:
        return total, least
    owner = s.city_owner(area)
    own = DEFENCE[area] if owner == NOBODY else WALL[area]
    return total + own, margin_needed(s, Battle(area, seat, owner, CITY))


def magicians(s: ElricState, seat: int, area: int) -> int:
    return sum([CAPACITY[p] >= 0 and p in s.hand for p in s.stacks[seat].get(area, ())])


def odds_of(s: ElricState, seat: int, area: int, total: float) -> float:
    """Return the chance that an attack with this total takes an area or drives the enemy out."""
    their, least = defence(s, seat, area)
    if not their and area not in CITY_AT:
        return 1.0
    return chance(total - their - least)


def hand_worth(s: ElricState, spell: int) -> int:
    """Return the value of holding a spell for battle."""
    return EATER_WORTH if EATS_ARMIES[spell] and spell != DRAGONS else battle_worth(s, spell)
