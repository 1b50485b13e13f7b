"""Taxation: zones of control, who holds which hex, and what it yields (7.1)."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.dark_emperor.forces import NAVAL, UNIT_TYPE, UNITS
from palatine.games.dark_emperor.powers import (
    GROUP_POWERS,
    INACTIVE,
    KINGDOM_POWERS,
    NECROMANCER,
)
from palatine.games.dark_emperor.state import DarkEmperorState, is_land_unit
from palatine.games.dark_emperor.world import (
    CITY_VALUE,
    COASTAL,
    GRID,
    GROUND,
    HEXES,
    HOLY,
    LANDS_OF,
    NAVIGABLE,
    PRODUCTION,
    RIVER,
    SEA,
)

NOBODY_HOLDS = -1
AROUND = tuple([(h, *GRID.adjacent[h]) for h in range(HEXES)])
Survey = list[int]
"""By hex: the power that controls it for taxation (a kingdom or NECROMANCER), or NOBODY_HOLDS."""

_ZONES = (
    tuple([tuple([n for n in AROUND[h] if GROUND[n] != SEA]) for h in range(HEXES)]),
    tuple([tuple([n for n in AROUND[h] if NAVIGABLE[n]]) for h in range(HEXES)]),
    AROUND,
)
_BY_LAND, _BY_WATER, _EVERYWHERE = range(3)


def zone(s: DarkEmperorState, u: int, h: int) -> tuple[int, ...]:
    """The hexes of a unit's zone of control: its own and those around it that it could enter (7.11, P1)."""
    kind = _BY_WATER if UNIT_TYPE[u] == NAVAL else _BY_LAND if is_land_unit(u) else _EVERYWHERE
    found = _ZONES[kind][h]
    return tuple([n for n in found if not HOLY[n]]) if s.is_dark(u) else found


def tax_power(s: DarkEmperorState, u: int) -> int:
    """For whom a unit controls hexes: its kingdom, the Necromancer, or whom its group is assigned to (19.13)."""
    power = s.power[u]
    return s.patron[power - GROUP_POWERS[0]] if power in GROUP_POWERS else power


def presence(s: DarkEmperorState) -> tuple[list[dict[int, set[int]]], list[dict[int, set[int]]]]:
    """By side and hex: the powers that have units in it, and those whose zones reach it."""
    standing: list[dict[int, set[int]]] = [{}, {}]
    reaching: list[dict[int, set[int]]] = [{}, {}]
    loads = frozenset(s.cargo.values())
    for side in (0, 1):
        for h, group in s.stacks[side].items():
            for u in group:
                if u < UNITS and u not in loads:
                    power = tax_power(s, u)
                    standing[side].setdefault(h, set()).add(power)
                    for n in zone(s, u, h):
                        reaching[side].setdefault(n, set()).add(power)
    return standing, reaching


def landlord(s: DarkEmperorState, kingdom: int) -> int:
    """To whom the lands of a kingdom belong: itself, or since its conquest the assigned power (6.33)."""
    return s.lands[kingdom] if s.lands[kingdom] >= 0 else kingdom


def survey(s: DarkEmperorState) -> Survey:
    """Who controls every hex for taxation (7.11, 7.12; rulings P2, P6, P21, P26)."""
    standing, reaching = presence(s)
    found = [NOBODY_HOLDS] * HEXES
    for kingdom in KINGDOM_POWERS:
        lord = landlord(s, kingdom)
        side = s.control[lord]
        if side == INACTIVE:
            continue
        friends, enemies = standing[side], standing[1 - side]
        near, threat = reaching[side], reaching[1 - side]
        for h in LANDS_OF[kingdom]:
            if h in friends:
                found[h] = NOBODY_HOLDS if h in enemies else lord
            elif h in enemies:
                found[h] = first_of(enemies[h])
            elif h not in threat:
                found[h] = lord
            elif h not in near:
                found[h] = first_of(threat[h])
    return found


def first_of(powers: set[int]) -> int:
    """Which of several powers of a side taxes a hex: the Necromancer before kingdoms, these in table order (P2)."""
    return NECROMANCER if NECROMANCER in powers else min(powers)


def holder(s: DarkEmperorState, h: int) -> int:
    """Who controls a hex for taxation, NOBODY_HOLDS for nobody."""
    return survey(s)[h]


def value(s: DarkEmperorState, h: int, power: int) -> int:
    """What a hex yields to the power that controls it; a city only with a friendly unit in it (7.13, P3 to P5)."""
    found = PRODUCTION[h]
    if COASTAL[h] and s.options["coast"] == "pays nothing":
        found = int(RIVER[h])
    if CITY_VALUE[h] and s.units(s.control[power], h):
        found += CITY_VALUE[h]
    return found


def income(s: DarkEmperorState, kingdom: int, found: Survey | None = None) -> dict[int, int]:
    """By hex: the gold a kingdom would collect now; nothing while it is conquered (6.31, 7.15)."""
    if s.is_conquered(kingdom) or s.control[kingdom] == INACTIVE:
        return {}
    held = found if found is not None else survey(s)
    paid = {h: value(s, h, kingdom) for h, power in enumerate(held) if power == kingdom}
    return {h: gold for h, gold in paid.items() if gold}


def production(s: DarkEmperorState) -> int:
    """The value of all hexes the Necromancer himself controls (7.31, 20.3; P9)."""
    return sum([value(s, h, NECROMANCER) for h, power in enumerate(survey(s)) if power == NECROMANCER])


class Taxation(Step, frozen=True):
    """The kingdoms of the phasing player collect their taxes (7.1)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        mine = [k for k in KINGDOM_POWERS if s.control[k] == s.phasing and not s.is_conquered(k)]
        if not mine:
            return
        found = survey(s)
        for kingdom in mine:
            gold = sum(income(s, kingdom, found).values())
            s.gold[kingdom] += gold
            s.note("tax", "7.1a", "7.15", kingdom=kingdom, gold=gold, treasury=s.gold[kingdom])
