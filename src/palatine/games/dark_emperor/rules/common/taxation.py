"""Taxation: zones of control, who holds which hex, and what it yields (7.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palatine.core import Step
from palatine.games.dark_emperor.components.pieces import (
    GROUP_POWERS,
    INACTIVE,
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    NAVAL,
    NECROMANCER,
    NECROMANCER_SIDE,
    POWERS,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.tables import INLAND_PRODUCTION, PRODUCTION
from palatine.games.dark_emperor.components.world import (
    CITY_AT,
    CITY_VALUE,
    GRID,
    HEXES,
    HOLY,
    LANDS_OF,
    NAVIGABLE,
    OWNER,
)
from palatine.games.dark_emperor.state import DarkEmperorState

PLAYERS = (NECROMANCER_SIDE, KINGDOMS_SIDE)
NOBODY_HOLDS = -1
ANYTHING = (1,) * HEXES
ADJACENT = GRID.adjacent
AROUND = tuple([(h, *ADJACENT[h]) for h in range(HEXES)])
OWNERS_AROUND = tuple([frozenset([OWNER[n] for n in near]) for near in AROUND])
"""By hex: the kingdoms whose land it is or touches."""
Survey = list[int]
"""By hex: the power that controls it for taxation (a kingdom or NECROMANCER), or NOBODY_HOLDS."""


def master(s: DarkEmperorState, piece: int) -> int:
    """For whom a piece holds hexes, casts and raises the dead: its kingdom, the Necromancer, or whom its group is
    assigned to (19.13, G14, G35)."""
    power = s.power[piece]
    return s.patron[power - GROUP_POWERS[0]] if power in GROUP_POWERS else power


def landlord(s: DarkEmperorState, kingdom: int) -> int:
    """To whom the lands of a kingdom belong: itself, or since its conquest the assigned power (6.33)."""
    return s.lands[kingdom] if s.lands[kingdom] >= 0 else kingdom


def landlords(s: DarkEmperorState) -> list[int]:
    """By kingdom: to whom its lands belong."""
    return [kingdom if lord < 0 else lord for kingdom, lord in enumerate(s.lands)]


def holder(s: DarkEmperorState, h: int) -> int:
    """Who controls a hex for taxation, NOBODY_HOLDS for nobody (7.11, 7.12; rulings P2, P6, P21, P26)."""
    if OWNER[h] < 0:
        return NOBODY_HOLDS
    lord = landlord(s, OWNER[h])
    side = s.control[lord]
    if side == INACTIVE:
        return NOBODY_HOLDS
    enemies = powers_in(s, 1 - side, h) if h in s.stacks[1 - side] else set()
    if h in s.stacks[side] and powers_in(s, side, h):
        return NOBODY_HOLDS if enemies else lord
    if enemies:
        return first_of(s, enemies)
    if rivals := powers_beside(s, 1 - side, h):
        return NOBODY_HOLDS if is_reached(s, side, h) else first_of(s, rivals)
    return lord


def powers_in(s: DarkEmperorState, side: int, h: int) -> set[int]:
    """For whom units of a side stand in a hex; cargo counts for nothing apart from its ship (P22)."""
    loads = s.cargo.values()
    return {master(s, u) for u in s.stacks[side].get(h, ()) if u < UNITS and u not in loads}


def neighbours(s: DarkEmperorState, side: int, h: int) -> Iterator[int]:
    """The units of a side that have a hex in their zone of control from a hex next to it (7.11)."""
    stacks = s.stacks[side]
    if stacks.keys().isdisjoint(ADJACENT[h]):
        return
    loads = s.cargo.values()
    for n in ADJACENT[h]:
        for u in stacks.get(n, ()):
            if u < UNITS and u not in loads and has_zone_in(s, u, h):
                yield u


def is_reached(s: DarkEmperorState, side: int, h: int) -> bool:
    """Whether a hex is in the zone of control of a unit of a side next to it (7.11)."""
    return next(neighbours(s, side, h), -1) >= 0


def powers_beside(s: DarkEmperorState, side: int, h: int) -> set[int]:
    """For whom units of a side have a hex in their zone of control from a hex next to it."""
    return {master(s, u) for u in neighbours(s, side, h)}


def has_zone_in(s: DarkEmperorState, u: int, h: int) -> bool:
    """Whether a unit next to a hex of land exerts a zone of control there: it could enter that kind (7.11, P1)."""
    if HOLY[h] and s.is_dark(u):
        return False
    return UNIT_TYPE[u] != NAVAL or NAVIGABLE[h]


def survey(s: DarkEmperorState) -> Survey:
    """Who controls every hex: the lord of its kingdom, unless units of the other side are in it or beside it."""
    found = [NOBODY_HOLDS] * HEXES
    for kingdom, lord in enumerate(landlords(s)):
        if s.control[lord] != INACTIVE:
            for h in LANDS_OF[kingdom]:
                found[h] = lord
    for h, power in disputed(s).items():
        found[h] = power
    return found


def disputed(
    s: DarkEmperorState, worth: Sequence[int] = ANYTHING, intruders: Sequence[int] = PLAYERS
) -> dict[int, int]:
    """By hex with units of the other side in it or beside it: who controls it; without hexes that are worth nothing."""
    sides = [s.control[lord] for lord in landlords(s)]
    near: set[int] = set()
    for side in intruders:
        foreign = [kingdom for kingdom in KINGDOM_POWERS if sides[kingdom] == 1 - side]
        border = [h for h in s.stacks[side] if not OWNERS_AROUND[h].isdisjoint(foreign)]
        near.update([n for h in border for n in AROUND[h] if worth[n] and OWNER[n] in foreign])
    return {h: holder(s, h) for h in near}


def first_of(s: DarkEmperorState, powers: set[int]) -> int:
    """Which of several powers of a side taxes a hex: the Necromancer, else the first kingdom not conquered (P2)."""
    if NECROMANCER in powers:
        return NECROMANCER
    return min(powers, key=lambda power: (power in KINGDOM_POWERS and s.is_conquered(power), power))


def value(s: DarkEmperorState, h: int, power: int) -> int:
    """What a hex yields to the power that controls it; a city only with a friendly unit in it (7.13, P3 to P5)."""
    found = ground_value(s, h)
    if CITY_VALUE[h] and s.has_units(s.control[power], h):
        found += CITY_VALUE[h]
    return found


def ground_value(s: DarkEmperorState, h: int) -> int:
    """What a hex yields without its city (7.13, P3, P4)."""
    return GROUND_VALUES[s.options["coast"]][h]


GROUND_VALUES = {
    "pays": PRODUCTION,
    "pays nothing": INLAND_PRODUCTION,
}
WORTH = {
    coast: tuple([ground + city for ground, city in zip(values, CITY_VALUE, strict=True)])
    for coast, values in GROUND_VALUES.items()
}
"""By hex: all it can yield."""
LAND_VALUES = {
    coast: tuple([sum([values[h] for h in LANDS_OF[k]]) for k in KINGDOM_POWERS])
    for coast, values in GROUND_VALUES.items()
}
"""By kingdom: what all its hexes yield without their cities."""


def full_value(s: DarkEmperorState, h: int) -> int:
    """What a hex adds to the Taxation Value of its kingdom: all it can yield (7.14)."""
    return WORTH[s.options["coast"]][h]


def income(s: DarkEmperorState, power: int, held: Survey | None = None) -> dict[int, int]:
    """By hex: the gold a power would collect now, as a `survey` has it; a kingdom none while it is conquered (6.31,
    7.15)."""
    if power in KINGDOM_POWERS and (s.is_conquered(power) or s.control[power] == INACTIVE):
        return {}
    holders = survey(s) if held is None else held
    paid = {h: value(s, h, power) for h, holder in enumerate(holders) if holder == power}
    return {h: gold for h, gold in paid.items() if gold}


def production(s: DarkEmperorState) -> int:
    """The value of all hexes the Necromancer himself controls (7.31, 20.3; P9)."""
    # Without lands assigned to him he has only what his side's units hold in foreign ones.
    return yields(s, PLAYERS if NECROMANCER in s.lands else (NECROMANCER_SIDE,))[NECROMANCER]


def yields(s: DarkEmperorState, intruders: Sequence[int] = PLAYERS) -> list[int]:
    """By power: the value of all hexes it controls; what a `survey` shows, reckoned from the disputed hexes.

    `intruders` are the sides whose units are looked for in foreign lands.
    """
    found = [0] * POWERS
    ground, control = GROUND_VALUES[s.options["coast"]], s.control
    lords = landlords(s)
    for lord, gold in zip(lords, LAND_VALUES[s.options["coast"]], strict=True):
        found[lord] += gold
    held = disputed(s, WORTH[s.options["coast"]], intruders)
    for h, power in held.items():
        found[lords[OWNER[h]]] -= ground[h]
        if power != NOBODY_HOLDS:
            found[power] += ground[h]
    for side in intruders:
        for h in CITY_AT.keys() & s.stacks[side].keys():
            power = held.get(h, lords[OWNER[h]])
            if power != NOBODY_HOLDS and control[power] == side and s.has_units(side, h):
                found[power] += CITY_VALUE[h]
    return [0 if control[power] == INACTIVE else gold for power, gold in enumerate(found)]


class Taxation(Step, frozen=True):
    """The kingdoms of the phasing player collect their taxes (7.1)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        mine = [k for k in KINGDOM_POWERS if s.control[k] == s.phasing and not s.is_conquered(k)]
        if not mine:
            return
        collected = yields(s)
        for kingdom in mine:
            gold = collected[kingdom]
            s.gold[kingdom] += gold
            s.log("tax", "7.1a", "7.15", kingdom=kingdom, gold=gold, treasury=s.gold[kingdom])
