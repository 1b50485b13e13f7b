"""Taxation: zones of control, holders of hexes, and their yield (7.1)."""

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
"""By hex: the kingdoms that own the hex or a hex next to it."""
Survey = list[int]
"""By hex: the power that taxes it (a kingdom or NECROMANCER), or NOBODY_HOLDS."""


def master(s: DarkEmperorState, piece: int) -> int:
    """Return the power for which a piece holds hexes, casts and raises the dead.

    It is the piece's own power or, for mercenaries, the power their group is assigned to. See 19.13, G14, G35.
    """
    power = s.power[piece]
    return s.patron[power - GROUP_POWERS[0]] if power in GROUP_POWERS else power


def landlord(s: DarkEmperorState, kingdom: int) -> int:
    """Return the owner of a kingdom's lands: itself or, if conquered, the assigned power (6.33)."""
    return s.lands[kingdom] if s.lands[kingdom] >= 0 else kingdom


def landlords(s: DarkEmperorState) -> list[int]:
    """Return the owner of the lands of each kingdom."""
    return [kingdom if lord < 0 else lord for kingdom, lord in enumerate(s.lands)]


def holder(s: DarkEmperorState, h: int) -> int:
    """Return the power that controls a hex for taxation, or NOBODY_HOLDS.

    See 7.11, 7.12; rulings P2, P6, P21, P26.
    """
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
    """Return the powers of a side's units in a hex; cargo does not count (P22)."""
    loads = s.cargo.values()
    return {master(s, u) for u in s.stacks[side].get(h, ()) if u < UNITS and u not in loads}


def neighbours(s: DarkEmperorState, side: int, h: int) -> Iterator[int]:
    """Return the units of a side whose zone of control covers a hex from an adjacent one (7.11)."""
    stacks = s.stacks[side]
    if stacks.keys().isdisjoint(ADJACENT[h]):
        return
    loads = s.cargo.values()
    for n in ADJACENT[h]:
        for u in stacks.get(n, ()):
            if u < UNITS and u not in loads and has_zone_in(s, u, h):
                yield u


def is_reached(s: DarkEmperorState, side: int, h: int) -> bool:
    """Return whether a hex is in the zone of control of an adjacent unit of a side (7.11)."""
    return next(neighbours(s, side, h), -1) >= 0


def powers_beside(s: DarkEmperorState, side: int, h: int) -> set[int]:
    """Return the powers of a side's adjacent units whose zone of control covers a hex."""
    return {master(s, u) for u in neighbours(s, side, h)}


def has_zone_in(s: DarkEmperorState, u: int, h: int) -> bool:
    """Return whether an adjacent unit has a zone of control in a land hex (7.11, P1).

    It must be able to enter the hex.
    """
    if HOLY[h] and s.is_dark(u):
        return False
    return UNIT_TYPE[u] != NAVAL or NAVIGABLE[h]


def survey(s: DarkEmperorState) -> Survey:
    """Return the controller of every hex.

    It is the lord of its kingdom, unless units of the other side are in it or next to it.
    """
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
    """Return the controllers of hexes with enemy units in or next to them.

    Hexes whose `worth` is 0 are left out.
    """
    sides = [s.control[lord] for lord in landlords(s)]
    near: set[int] = set()
    for side in intruders:
        foreign = [kingdom for kingdom in KINGDOM_POWERS if sides[kingdom] == 1 - side]
        border = [h for h in s.stacks[side] if not OWNERS_AROUND[h].isdisjoint(foreign)]
        near.update([n for h in border for n in AROUND[h] if worth[n] and OWNER[n] in foreign])
    return {h: holder(s, h) for h in near}


def first_of(s: DarkEmperorState, powers: set[int]) -> int:
    """Return which of several powers of a side taxes a hex (P2).

    The Necromancer; otherwise the first kingdom that is not conquered.
    """
    if NECROMANCER in powers:
        return NECROMANCER
    return min(powers, key=lambda power: (power in KINGDOM_POWERS and s.is_conquered(power), power))


def value(s: DarkEmperorState, h: int, power: int) -> int:
    """Return the yield of a hex; cities need a friendly unit in them (7.13, P3 to P5)."""
    found = ground_value(s, h)
    if CITY_VALUE[h] and s.has_units(s.control[power], h):
        found += CITY_VALUE[h]
    return found


def ground_value(s: DarkEmperorState, h: int) -> int:
    """Return the yield of a hex without its city (7.13, P3, P4)."""
    return GROUND_VALUES[s.options["coast"]][h]


GROUND_VALUES = {
    "pays": PRODUCTION,
    "pays nothing": INLAND_PRODUCTION,
}
WORTH = {
    coast: tuple([ground + city for ground, city in zip(values, CITY_VALUE, strict=True)])
    for coast, values in GROUND_VALUES.items()
}
"""By hex: the full yield, city included."""
LAND_VALUES = {
    coast: tuple([sum([values[h] for h in LANDS_OF[k]]) for k in KINGDOM_POWERS])
    for coast, values in GROUND_VALUES.items()
}
"""By kingdom: the yield of all its hexes, without cities."""


def full_value(s: DarkEmperorState, h: int) -> int:
    """Return the Taxation Value of a hex: its full yield (7.14)."""
    return WORTH[s.options["coast"]][h]


def income(s: DarkEmperorState, power: int, held: Survey | None = None) -> dict[int, int]:
    """Return the gold that a power would collect now, by hex (6.31, 7.15).

    `held` is a `survey`. A conquered kingdom collects nothing.
    """
    if power in KINGDOM_POWERS and (s.is_conquered(power) or s.control[power] == INACTIVE):
        return {}
    holders = survey(s) if held is None else held
    paid = {h: value(s, h, power) for h, holder in enumerate(holders) if holder == power}
    return {h: gold for h, gold in paid.items() if gold}


def production(s: DarkEmperorState) -> int:
    """Return the value of all hexes the Necromancer himself controls (7.31, 20.3, P9)."""
    # Without assigned lands he controls only what his side's units hold in foreign lands.
    return yields(s, PLAYERS if NECROMANCER in s.lands else (NECROMANCER_SIDE,))[NECROMANCER]


def yields(s: DarkEmperorState, intruders: Sequence[int] = PLAYERS) -> list[int]:
    """Return the value of the hexes each power controls.

    Equal to the sums over a `survey`, but calculated from the disputed hexes. `intruders` are the sides
    whose units count in foreign lands.
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
    """Step in which the kingdoms of the phasing player collect taxes (7.1)."""

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
