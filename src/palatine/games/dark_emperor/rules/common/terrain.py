"""Hexes that pieces can cross into: terrain, holy places, flames (8.14, 8.2, 8.3, 18.24)."""

from __future__ import annotations

from functools import cache
from typing import Final

from palatine.games.dark_emperor.components.pieces import (
    AIR,
    CAVALRY,
    COS,
    DEATH,
    FIRST_LEADER,
    HOUNDS,
    INFANTRY,
    IS_VAMPIRE,
    LEADER_OF,
    LEADERS,
    MONSTERS,
    NAVAL,
    RUNE,
    SSSTOTH,
    TERROR,
    TOL_MORN,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.tables import COST, NAVAL_COAST, NAVAL_RIVER
from palatine.games.dark_emperor.components.world import (
    COASTAL,
    GRID,
    GROUND,
    HEXES,
    HOLY,
    NAVIGABLE,
    NEIGHBOURS,
    SEA,
    SETTLED,
    SIDE_LAND,
    SIDE_RIVER,
    SIDE_SEA,
    WATERS,
)
from palatine.games.dark_emperor.state import DarkEmperorState

LAND, OTHER_LAND, FLEET, FREE, SWIMMER = range(5)
"""Ways to cross hexsides: by the first or second land of a hex, by water, freely, or by sea."""
DARK: Final = 5
"""Offset of the ways of pieces that cannot enter holy places (note F)."""

Exits = tuple[tuple[int, ...], ...]


def _crosses(way: int, h: int, d: int, n: int) -> bool:
    if way == FREE:
        return True
    side = h * 6 + d
    if way == FLEET:
        return NAVIGABLE[n] and (SIDE_SEA[side] or SIDE_RIVER[side])
    if way == SWIMMER:
        return NAVIGABLE[n] and SIDE_SEA[side]
    return bool(SIDE_LAND[side] & (1 << way)) and bool(SIDE_LAND[n * 6 + (d + 3) % 6])


def _exits(way: int) -> Exits:
    open_ = [
        tuple([n for d, n in enumerate(NEIGHBOURS[h]) if n >= 0 and _crosses(way % DARK, h, d, n)])
        for h in range(HEXES)
    ]
    if way < DARK:
        return tuple(open_)
    return tuple([tuple([n for n in near if not HOLY[n]]) for near in open_])


EXITS: Final = tuple(map(_exits, range(2 * DARK)))
"""By way and hex: the hexes that can be entered, clockwise from the north."""


@cache
def is_dark_leader(leader: int) -> bool:
    """Return whether holy places are closed to a leader (M11).

    They are closed to leaders of Death and Terror, and to the Lord of Vampires.
    """
    return leader == TOL_MORN or RUNE[leader - FIRST_LEADER] in (DEATH, TERROR)


def way_of(s: DarkEmperorState, p: int, is_borne: bool = False) -> int:
    """Return how a piece crosses hexsides.

    `is_borne` if a land unit flies or walks over the sea bed.
    """
    if p >= UNITS:
        if p in LEADERS:
            return FREE + DARK if is_dark_leader(p) else FREE
        return SWIMMER if p == SSSTOTH else FREE
    kind = UNIT_TYPE[p]
    dark = DARK if s.is_dark(p) or (p in s.cargo and s.is_dark(s.cargo[p])) else 0
    if kind == NAVAL:
        return FLEET + dark
    if kind == AIR or is_borne:
        return FREE + dark
    return (OTHER_LAND if s.shore.get(p) == 2 else LAND) + dark


def _usual_way(p: int) -> int:
    if p in LEADERS:
        return FREE + DARK if is_dark_leader(p) else FREE
    if p >= UNITS:
        return SWIMMER if p == SSSTOTH else FREE
    way = FLEET if UNIT_TYPE[p] == NAVAL else FREE if UNIT_TYPE[p] == AIR else LAND
    return way + DARK if IS_VAMPIRE[p] else way


USUAL_WAY: Final = tuple(map(_usual_way, range(LEADERS.stop)))
"""By unit, monster and leader: how it crosses hexsides without special effects."""


def exits(s: DarkEmperorState, p: int, h: int, is_borne: bool = False) -> tuple[int, ...]:
    """Return the hexes a piece can enter from `h`, regardless of other pieces."""
    is_usual = not is_borne and p not in s.undead and p not in s.cargo and p not in s.shore
    found = EXITS[USUAL_WAY[p] if is_usual else way_of(s, p, is_borne)][h]
    if p in s.waters and s.where[p] == h:
        found = tuple([n for n in found if is_same_water(s, p, h, n)])
    return unburnt(s, p, found) if s.flames else found


def unburnt(s: DarkEmperorState, p: int, found: tuple[int, ...]) -> tuple[int, ...]:
    """Return the hexes that flames leave open to a piece (13.11)."""
    here = s.where[p]
    burning = [h for h, _ in s.flames if h in found or h == here]
    if not burning or is_immune(p):
        return found
    return () if is_bound(s, p) else tuple([n for n in found if n not in burning])


def is_same_water(s: DarkEmperorState, p: int, h: int, n: int) -> bool:
    """Return whether a fleet can go on from the sea it came by, or along a river (8.14, M39)."""
    return n in WATERS[h][s.waters[p]] or SIDE_RIVER[h * 6 + GRID.direction(h, n)]


def is_immune(p: int) -> bool:
    """Return whether a piece is immune to magic: monsters, Cos dol Cos's men (18.22, 19.3)."""
    if p in LEADERS:
        return LEADER_OF[p - FIRST_LEADER] == COS
    return p >= UNITS or UNIT_OF[p] == COS


def is_deaf_to_magic(target: int) -> bool:
    """Return whether spells do not help to win a power or monster (18.22, 19.3)."""
    return target == COS or target in MONSTERS


def is_bound(s: DarkEmperorState, p: int) -> bool:
    """Return whether a unit is in enemy flames and cannot leave (13.11, M23)."""
    if p in LEADERS or is_immune(p):
        return False
    side = s.side(p)
    return any([h == s.where[p] and s.lit_by(kindler) != side for h, kindler in s.flames])


def shuns(s: DarkEmperorState, p: int) -> bool:
    """Return whether holy places are closed to a piece or its cargo (note F)."""
    return is_dark_leader(p) if p in LEADERS else s.is_dark(s.cargo.get(p, p)) or s.is_dark(p)


def shut_to(s: DarkEmperorState, p: int) -> frozenset[int]:
    """Return the hexes a piece can never be in: flames and closed holy places (M23, note F)."""
    burning = [h for h, _ in s.flames] if s.flames and not is_immune(p) else []
    return HOLY_HEXES.union(burning) if shuns(s, p) else frozenset(burning)


HOLY_HEXES: Final = frozenset([h for h in range(HEXES) if HOLY[h]])


def is_shut(s: DarkEmperorState, p: int, h: int) -> bool:
    """Return whether a piece can never be in a hex: flames or a closed holy place (M23, note F)."""
    if HOLY[h] and shuns(s, p):
        return True
    return bool(s.flames) and not is_immune(p) and any([h == burning for burning, _ in s.flames])


POINTS: Final = tuple([tuple([by_ground[ground] or by_ground[SETTLED] for ground in GROUND]) for by_ground in COST])
"""By unit type and hex: attrition points to enter; ships on coasts and rivers differ (8.11)."""


def march_type(s: DarkEmperorState, u: int) -> int:
    """Return the unit type for attrition; the option decides it for Hounds (H6)."""
    kind = UNIT_TYPE[u]
    if kind == CAVALRY and UNIT_OF[u] == HOUNDS and s.options["hounds"] == "infantry":
        return INFANTRY
    return kind


def cost(s: DarkEmperorState, p: int, h: int, n: int, is_flying: bool = False) -> int:
    """Return the attrition points to enter `n` from `h` (8.11 and the Terrain Effects Chart)."""
    return attrition_points(AIR if is_flying else march_type(s, p), h, n)


def attrition_points(kind: int, h: int, n: int) -> int:
    """Return the attrition points of a unit type to enter `n` from `h`, as `march_type` gives it."""
    if kind == NAVAL and GROUND[n] != SEA:
        by_sea = COASTAL[n] and SIDE_SEA[h * 6 + GRID.direction(h, n)]
        return NAVAL_COAST if by_sea else NAVAL_RIVER
    return POINTS[kind][n]


@cache
def ashore(kinds: frozenset[int]) -> tuple[int, ...]:
    """Return the highest cost of any of these unit types to enter each hex, from any direction.

    Types are those of `march_type`. Empty if there are no types, or if ships, whose route matters, are among them.
    """
    return (
        ()
        if NAVAL in kinds
        else tuple([max(points) for points in zip(*map(POINTS.__getitem__, kinds), strict=True)])
    )


def shore_of(h: int, n: int) -> int:
    """Return the land of `n`, as a bit, that is reached from `h`."""
    touched = SIDE_LAND[n * 6 + GRID.direction(n, h)] or 1
    return touched & -touched


def came_from(s: DarkEmperorState, h: int) -> list[int]:
    """Return the hexes from which units entered a hex to end their march in this Player-Turn.

    Units that have since died, been driven off, captured or betrayed count too (9.26, C22).
    """
    found = {
        legs[-2].hex if len(legs) > 1 else s.origin[u] for u, legs in s.trails.items() if legs and legs[-1].hex == h
    }
    return sorted(found)
