"""What a captain expects of a battle: the dice, what must be overcome, and the odds of it."""

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
"""How often Balo adds his value, for which a captain counts on a share of it."""
HIDDEN_SPELL: Final = 2
"""What an enemy's spell, seen from its back, may be worth."""
MOST_CASTERS: Final = 3
EATER_WORTH: Final = 12
"""What an Eater of armies is worth in the hand, not to be spent on a muster."""


def chance(edge: float) -> float:
    """The chance that the dice bring a total, so much above what is needed, to what is needed."""
    return chance_to_reach(floor(edge))


@cache
def chance_to_reach(edge: int) -> float:
    """Return the chance that the margin of a fight is not below 0, where the totals without dice differ by `edge`."""
    return margins(edge).probability(lambda margin: margin >= 0)


def gains(s: ElricState, seat: int, group: Iterable[int]) -> list[tuple[int, int, int]]:
    """(gain, person, spell), the best first: what the spells in the hands of a group add beyond their casters."""
    found = []
    for p in group:
        if KIND[p] == PERSON and CAPACITY[p] >= 0 and p not in s.casts and p not in s.maintained:
            best = max([(battle_worth(s, spell), spell) for spell in s.hand.get(p, ())], default=(0, -1))
            own = strength((p,), False)
            if best[0] > own:
                found.append((best[0] - own, p, best[1]))
    return sorted(found, reverse=True)[:MOST_CASTERS]


def battle_worth(s: ElricState, spell: int) -> int:
    """What a spell may add to a battle."""
    if not ADDS[spell]:
        return 0
    return int(SPELL_VALUE[spell] * (BALO_WORKS if spell == BALO else 1)) + balance.bonus(s, spell)


def power(s: ElricState, seat: int, group: Iterable[int], area: int) -> int:
    """What a group brings to an attack on an area, with its spells, and what an Eater takes from the defenders."""
    here = [p for p in group if area != MELNIBONE or not IS_BOUND[p]]
    best = gains(s, seat, here)
    prey = eater_value(s, seat, area)
    if prey and any([eaters(s, p) for p in here]):
        return strength(here, IS_SEA[area]) + prey + sum([gain for gain, _, _ in best[: MOST_CASTERS - 1]])
    return strength(here, IS_SEA[area]) + sum([gain for gain, _, _ in best])


def eaters(s: ElricState, p: int) -> list[int]:
    """The Eaters of armies that somebody could cast."""
    if KIND[p] != PERSON or CAPACITY[p] < 0 or p in s.casts or p in s.maintained:
        return []
    return [
        spell for spell in s.hand.get(p, ()) if EATS_ARMIES[spell] and (spell != DRAGONS or p in DRAGON_MASTERS)
    ]


def eater_value(s: ElricState, seat: int, area: int) -> int:
    """What an Eater of armies is worth against those in an area: behind a wall they count twice (ruling A-32)."""
    if IS_SEA[area]:
        return 0
    total = sum([strength(s.stacks[other][area], False) for other in s.enemies(seat, area)])
    return 2 * total if area in CITY_AT and s.city_owner(area) not in (seat, NOBODY) else total


def defence(s: ElricState, seat: int, area: int) -> tuple[int, int]:
    """The total of an area's defenders, and the margin by which an attacker must surpass it, dice apart."""
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
    """The chance that an attack with this total takes an area, or drives the enemy out."""
    their, least = defence(s, seat, area)
    if not their and area not in CITY_AT:
        return 1.0
    return chance(total - their - least)


def hand_worth(s: ElricState, spell: int) -> int:
    """What it is worth to hold a spell for battle."""
    return EATER_WORTH if EATS_ARMIES[spell] and spell != DRAGONS else battle_worth(s, spell)
