"""Where a group of pieces may go, what keeps it out, and where it must stop (8.13 to 8.17, 8.24, 8.3)."""

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
"""Fleets, monsters and leaders, who may stay at sea."""


def entry_refusal(s: DarkEmperorState, p: int, n: int) -> Refusal:
    """The clause that keeps a piece out of a hex next to it."""
    if not is_immune(p) and (is_bound(s, p) or n in [h for h, _ in s.flames]):
        return Refusal("13.11a", "why.flames", {"hex": n})
    if HOLY[n] and shuns(s, p):
        return Refusal("TEC-holy", "why.holy", {"hex": n, "piece": p})
    if p < UNITS and UNIT_TYPE[p] == NAVAL:
        return Refusal("8.14b", "why.no-water", {"unit": p})
    return Refusal("8.14a" if p < UNITS else "18.24", "why.no-way", {"piece": p})


def is_borne(s: DarkEmperorState, p: int, group: tuple[int, ...]) -> bool:
    """Whether a land unit of a group is carried over the sea by Fly or Part Sea (13.21, 13.32)."""
    return bool(s.charms) and (is_charmed(s, p, group, FLY) or is_charmed(s, p, group, PART_SEA))


def is_charmed(s: DarkEmperorState, p: int, group: tuple[int, ...], spell: int) -> bool:
    """Whether a movement spell works on a unit: it set out with the caster and is with him still (M34).

    Not on Cos dol Cos's men (19.3), on fleets only Call Wind, which works on nothing else.
    """
    if p in LEADERS or is_immune(p) or (UNIT_TYPE[p] == NAVAL) != (spell == CALL_WIND):
        return False
    start = s.origin.get(p, s.where[p])
    return any([
        charm == spell and caster in group and s.origin.get(caster, s.where[caster]) == start
        for caster, charm in s.charms
    ])  # fmt: skip


def next_hexes(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> Sequence[int]:
    """The hexes next to `h` that the whole group may enter, from the north clockwise.

    Only flames can close a way that has been gone, and so leave a group at sea without a hex to end in (M18).
    """
    found = open_ways(s, side, h, group)
    if s.flames and not ends_at_sea(group):
        return [n for n in found if GROUND[n] != SEA or is_landfall_near(s, side, n, group)]
    return found


def is_landfall_near(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> bool:
    """Whether a group at sea can come from `h` to a hex where it may end (8.31)."""
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
    """The hexes next to `h` that nothing closes to any of the group (8.14, 8.16, 13.11)."""
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
    """Whether leaders or monsters who have come among enemies in this segment would go on without units (8.16, B6)."""
    return group[0] >= UNITS and h in s.stacks[1 - side] and not s.origin.keys().isdisjoint(group)


def may_end(h: int, group: tuple[int, ...]) -> bool:
    """Whether the group may stay in a hex (8.31)."""
    return GROUND[h] != SEA or ends_at_sea(group)


def ends_at_sea(group: tuple[int, ...]) -> bool:
    """Whether a group may stay at sea: nothing but fleets, leaders and monsters may (8.31, 8.32, M20, M21)."""
    return SEAFARERS.issuperset(group)


def enemy_strength(s: DarkEmperorState, side: int, h: int) -> int:
    """The Combat Strength of all enemies in a hex, as printed (8.13, M5)."""
    return sum([s.strength(p) for p in s.stacks[1 - side][h]])


def must_stop(s: DarkEmperorState, side: int, p: int, n: int, group: tuple[int, ...]) -> bool:
    """Whether a piece ends its movement in the hex it has entered (8.17, 8.24, 8.32)."""
    if p >= UNITS:
        return p in LEADERS and n in s.markers
    if not RIVER[n]:
        return False
    if IS_VAMPIRE[p]:
        return True
    if not is_land_unit(p) or (s.charms and is_charmed(s, p, group, FLY)):
        return False
    return s.has_fleet(1 - side, n) and not s.has_fleet(side, n)


def held_fast(s: DarkEmperorState) -> list[int]:
    """The pieces that flames keep where they are, and Ssstoth when Famir's bearer waits for it (13.11, 18.33)."""
    waited_for = [SSSTOTH] if is_awaited(s) else []
    if not s.flames:
        return waited_for
    return waited_for + [p for h, _ in s.flames for side in (0, 1) for p in s.fighters(side, h) if is_bound(s, p)]


def is_awaited(s: DarkEmperorState) -> bool:
    """Whether Famir's bearer is with the Ssstoth of his own side, which he must attack, and which stays (18.33)."""
    h, bearer = s.where[SSSTOTH], s.bearer[FAMIR - FIRST_DEVICE]
    return h >= 0 and bearer >= 0 and s.where[bearer] == h and s.side(bearer) == s.side(SSSTOTH)
