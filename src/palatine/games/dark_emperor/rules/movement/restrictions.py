"""Restrictions of movement: closed hexes, and stops (8.13 to 8.17, 8.24, 8.3)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from palatine.core import Refusal
from palatine.games.dark_emperor.components.pieces import (
    FAMIR,
    FIRST_DEVICE,
    FIRST_LEADER,
    IS_VAMPIRE,
    LEADERS,
    NAVAL,
    SSSTOTH,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.spells import CALL_WIND, FLY, PART_SEA
from palatine.games.dark_emperor.components.world import GROUND, HOLY, OFFSHORE, RIVER, SEA
from palatine.games.dark_emperor.rules.common.terrain import exits, is_bound, is_immune, shuns
from palatine.games.dark_emperor.state import DarkEmperorState, is_land_unit

SEAFARERS: Final = frozenset([p for p in range(LEADERS.stop) if p >= UNITS or UNIT_TYPE[p] == NAVAL])
"""Fleets, monsters and leaders, which can stay at sea."""


def entry_refusal(s: DarkEmperorState, p: int, n: int) -> Refusal:
    """Return why a piece cannot enter an adjacent hex."""
    if not is_immune(p) and (is_bound(s, p) or n in [h for h, _ in s.flames]):
        return Refusal("13.11a", "why.flames", {"hex": n})
    if HOLY[n] and shuns(s, p):
        return Refusal("TEC-holy", "why.holy", {"hex": n, "piece": p})
    if p < UNITS and UNIT_TYPE[p] == NAVAL:
        return Refusal("8.14b", "why.no-water", {"unit": p})
    return Refusal("8.14a" if p < UNITS else "18.24", "why.no-way", {"piece": p})


def is_borne(s: DarkEmperorState, p: int, group: tuple[int, ...]) -> bool:
    """Return whether a land unit of a group crosses the sea by Fly or Part Sea (13.21, 13.32)."""
    return bool(s.charms) and (is_charmed(s, p, group, FLY) or is_charmed(s, p, group, PART_SEA))


def is_charmed(s: DarkEmperorState, p: int, group: tuple[int, ...], spell: int) -> bool:
    """Return whether a movement spell affects a unit: it started, and still is, with the caster.

    Cos dol Cos's men are immune (19.3). Call Wind affects fleets only, the others never do. See M34.
    """
    if p in LEADERS or is_immune(p) or (UNIT_TYPE[p] == NAVAL) != (spell == CALL_WIND):
        return False
    start = s.origin.get(p, s.where[p])
    return any([
        charm == spell and caster in group and s.origin.get(caster, s.where[caster]) == start
        for caster, charm in s.charms
    ])  # fmt: skip


def next_hexes(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> Sequence[int]:
    """Return the adjacent hexes the whole group can enter, clockwise from the north.

    Flames alone can close a route after the group has used it, and so leave a group at sea without a hex to end in
    (M18).
    """
    found = open_ways(s, side, h, group)
    if s.flames and not ends_at_sea(group):
        return [n for n in found if GROUND[n] != SEA or is_landfall_near(s, side, n, group)]
    return found


def is_landfall_near(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> bool:
    """Return whether a group at sea can reach a hex where it can end its march (8.31)."""
    seen, edge = {h}, [(OFFSHORE[h], h)]
    while edge:
        _, nearest = heappop(edge)
        for n in open_ways(s, side, nearest, group):
            if may_end(n, group):
                return True
            if n not in seen:
                seen.add(n)
                heappush(edge, (OFFSHORE[n], n))
    return False


def open_ways(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> Sequence[int]:
    """Return the hexes next to `h` that are closed to no piece of the group (8.14, 8.16, 13.11)."""
    first, charmed = group[0], bool(s.charms)
    if is_cut_off(s, side, h, group):
        return ()
    found: Sequence[int] = exits(s, first, h, charmed and is_borne(s, first, group))
    if len(group) > 1:
        for p in group:
            near = exits(s, p, h, charmed and is_borne(s, p, group))
            if near is not found:
                found = [n for n in found if n in near]
    if first >= FIRST_LEADER:
        enemies, friends = s.stacks[1 - side], s.stacks[side]
        found = [n for n in found if n not in enemies or n in friends]
    return found


def is_cut_off(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> bool:
    """Return whether leaders or monsters would go on alone from among enemies (8.16, B6)."""
    return group[0] >= UNITS and h in s.stacks[1 - side] and not s.origin.keys().isdisjoint(group)


def may_end(h: int, group: tuple[int, ...]) -> bool:
    """Return whether the group can stay in a hex (8.31)."""
    return GROUND[h] != SEA or ends_at_sea(group)


def ends_at_sea(group: tuple[int, ...]) -> bool:
    """Return whether a group can stay at sea: no land or air units (8.31, 8.32, M20, M21)."""
    return SEAFARERS.issuperset(group)


def enemy_strength(s: DarkEmperorState, side: int, h: int) -> int:
    """Return the Combat Strength of all enemies in a hex, as printed (8.13, M5)."""
    return sum([s.strength(p) for p in s.stacks[1 - side][h]])


def must_stop(s: DarkEmperorState, side: int, p: int, n: int, group: tuple[int, ...]) -> bool:
    """Return whether a piece must end its movement in the hex it entered (8.17, 8.24, 8.32)."""
    if p >= UNITS:
        return p in LEADERS and n in s.markers
    if not RIVER[n]:
        return False
    if stops_at_rivers(p):
        return True
    if not is_land_unit(p) or (s.charms and is_charmed(s, p, group, FLY)):
        return False
    return s.has_fleet(1 - side, n) and not s.has_fleet(side, n)


def stops_at_rivers(p: int) -> bool:
    """Return whether a unit or monster must end its movement in every river hex (8.32)."""
    return p < UNITS and IS_VAMPIRE[p]


def held_fast(s: DarkEmperorState) -> list[int]:
    """Return the pieces in flames, and Ssstoth awaited by Famir's bearer (13.11, 18.33)."""
    waited_for = [SSSTOTH] if is_awaited(s) else []
    if not s.flames:
        return waited_for
    return waited_for + [p for h, _ in s.flames for side in (0, 1) for p in s.fighters(side, h) if is_bound(s, p)]


def is_awaited(s: DarkEmperorState) -> bool:
    """Return whether Famir's bearer is with Ssstoth on the same side and must attack it (18.33)."""
    h, bearer = s.where[SSSTOTH], s.bearer[FAMIR - FIRST_DEVICE]
    return h >= 0 and bearer >= 0 and s.where[bearer] == h and s.side(bearer) == s.side(SSSTOTH)
