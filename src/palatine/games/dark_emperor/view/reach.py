"""Reach of a march and its cheapest routes, for plans; uses the rules of movement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import count as upward

from palatine.core import Action
from palatine.games.dark_emperor.components.pieces import (
    HOUNDS,
    INACTIVE,
    IS_VAMPIRE,
    KINGDOM_POWERS,
    LEADERS,
    NECROMANCER_SIDE,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.world import HEXES, HOLY, PARTS, RIVER, STARKEEP, WATERS
from palatine.games.dark_emperor.rules.common.terrain import (
    EXITS,
    HOLY_HEXES,
    ashore,
    cost,
    is_immune,
    march_type,
    way_of,
)
from palatine.games.dark_emperor.rules.movement.attrition import Sum, attrition_results, hex_sum, in_all, path_sum
from palatine.games.dark_emperor.rules.movement.march import GO, March, leg_into
from palatine.games.dark_emperor.rules.movement.restrictions import (
    enemy_strength,
    is_cut_off,
    must_stop,
    next_hexes,
)
from palatine.games.dark_emperor.state import DarkEmperorState

Way = tuple[Action, ...]
STRAITS = tuple([h for h in range(HEXES) if PARTS[h] > 1 or WATERS[h]])
"""Hexes with two lands or two seas, at which every plan ends."""
ALWAYS_LOOKED_AT = (*STRAITS, *HOLY_HEXES, *[h for h in range(HEXES) if RIVER[h]])
"""Fixed hexes where a piece may have to stop."""
MANY = 4
"""Number of units from which a stack is lost only in the last column of the Attrition Table."""


def fatal(count: int) -> int:
    """Return the attrition points at which every roll costs a stack all its units (8.12)."""
    return next(p for p in upward(1) if min(attrition_results(p, count)) >= count)


FATAL = (0, *[fatal(count) for count in range(1, MANY + 1)])
"""By number of units up to `MANY`: the attrition points that eliminate all."""


class WayCosts(dict[int, tuple[int, int]]):
    """Attrition points of the route to each hex, including those so far, and its length."""

    def __init__(self) -> None:
        self.came: dict[int, int] = {}
        """By hex: the hex before it on its route."""

    def way(self, h: int) -> Way:
        """Return the route to a hex."""
        found = []
        while h in self.came:
            found.append(GO[h])
            h = self.came[h]
        return tuple(reversed(found))


def reachable(s: DarkEmperorState, step: March) -> WayCosts:
    """Return the hexes in reach by the cheapest route that does not cost the whole stack."""
    group = step.group if s.charms else distinct_marchers(s, step.group)
    if group[0] in LEADERS and not s.flames:
        return travels(s, step.seat, step.hex, group)
    bands = bands_of(s, group)
    far = FATAL[min(MANY, len([p for p in step.group if p < UNITS and p not in s.cargo.values()]))]
    price = price_of_bands(s, bands, group) if s.charms or len(bands) > 1 else price_of_one(s, *(bands or [[]]))
    spots = {*ALWAYS_LOOKED_AT, *s.markers, *s.stacks[1 - step.seat], *s.stacks[INACTIVE]}
    begun = tuple([path_sum([s.trails.get(u, ()) for u in band]) for band in bands])
    edge: list[tuple[int, int, int, Sums]] = [(total(begun), 0, step.hex, begun)]
    best = WayCosts()
    near: dict[int, tuple[int, int]] = {}
    while edge:
        points, length, h, paid = heappop(edge)
        if h in best:
            continue
        best[h] = (points, length)
        if length and h in spots and is_goal_only(s, step.seat, h, group):
            continue
        passing = enemy_strength(s, step.seat, h) if s.is_held(step.seat, h) else 0
        for n in next_hexes(s, step.seat, h, group):
            if n in best:
                continue
            then, sums = price(points, paid, h, n, passing, bool(length))
            there = (then, length + 1)
            if (then < far or not bands) and (n not in near or there < near[n]):
                near[n], best.came[n] = there, h
                heappush(edge, (then, length + 1, n, sums))
    del best[step.hex]
    return best


def bands_of(s: DarkEmperorState, group: tuple[int, ...]) -> list[list[int]]:
    """Return a group's units in bands that pay together: same start and same route (M2)."""
    found: dict[tuple[int, ...], list[int]] = {}
    for u in group:
        if u < UNITS:
            came = (s.origin.get(u, s.where[u]), *[leg.hex for leg in s.trails.get(u, ())])
            found.setdefault(came, []).append(u)
    return list(found.values())


Sums = tuple[Sum, ...]
"""Points paid by each band of a march."""
Price = Callable[[int, Sums, int, int, int, bool], tuple[int, Sums]]
"""Function that adds one hex to the points of a march.

It takes the points in all and by band, the hex left, the hex entered, the strength of enemies passed, and whether the
hex left was entered on this march; it returns the new points.
"""


def price_of_bands(s: DarkEmperorState, bands: list[list[int]], group: tuple[int, ...]) -> Price:
    """Return the price function for bands, which adds leg by leg as the march does."""

    def price(points: int, paid: Sums, h: int, n: int, passing: int, is_under_way: bool) -> tuple[int, Sums]:
        found = []
        for band, (in_full, windy) in zip(bands, paid, strict=True):
            more = hex_sum([leg_into(s, u, h, n, passing, group, is_under_way) for u in band])
            found.append((in_full + more[0], windy + more[1]))
        return total(found), tuple(found)

    return price


def price_of_one(s: DarkEmperorState, band: list[int]) -> Price:
    """Return the price function for the common case: one band, no spells; costs just add up."""
    has_come = any([s.trails.get(u) for u in band])
    dearest = ashore(frozenset([march_type(s, u) for u in band]))

    def price(points: int, paid: Sums, h: int, n: int, passing: int, is_under_way: bool) -> tuple[int, Sums]:
        if passing and (is_under_way or has_come):
            points += passing
        if dearest:
            return points + dearest[n], paid
        return points + max([cost(s, u, h, n) for u in band], default=0), paid

    return price


def total(sums: Iterable[Sum]) -> int:
    """Return the attrition points of the band that pays most."""
    return max(map(in_all, sums), default=0)


def travels(s: DarkEmperorState, side: int, start: int, group: tuple[int, ...]) -> WayCosts:
    """Return the reach of leaders alone, who pay nothing: shortest routes, by rings."""
    best = WayCosts()
    if is_cut_off(s, side, start, group):
        return best
    enemies, friends = s.stacks[1 - side], s.stacks[side]
    # Hexes closed to one leader are closed to the group.
    near = EXITS[max([way_of(s, p) for p in group])]
    closed = enemies.keys() - friends.keys()
    goals = {h for h in (*STRAITS, *HOLY_HEXES, *s.markers, *enemies) if is_goal_only(s, side, h, group)}
    best[start] = (0, 0)
    ring, length = [start], 0
    while ring:
        found: list[int] = []
        length += 1
        for h in ring:
            if h in goals and h != start:
                continue
            for n in near[h]:
                if n not in best and n not in closed:
                    best[n], best.came[n] = (0, length), h
                    found.append(n)
        ring = sorted(found)
    del best[start]
    return best


def distinct_marchers(s: DarkEmperorState, group: tuple[int, ...]) -> tuple[int, ...]:
    """Return one of each kind of pieces with the same routes, costs and history; ignores spells."""
    found: dict[tuple[int, ...], int] = {}
    for p in group:
        kind = (UNIT_TYPE[p], UNIT_OF[p] == HOUNDS, IS_VAMPIRE[p]) if p < UNITS else (p in LEADERS,)
        came = (s.origin.get(p, -1), *[leg.hex for leg in s.trails.get(p, ())])
        found.setdefault((way_of(s, p), is_immune(p), *kind, *came), p)
    return tuple(found.values())


def is_goal_only(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> bool:
    """Return whether plans end at a hex: a piece stops, or units may be activated (8.24, 6.14)."""
    if PARTS[h] > 1 or WATERS[h] or any([must_stop(s, side, p, h, group) for p in group]):
        return True
    if HOLY[h] and side == NECROMANCER_SIDE and s.control[STARKEEP] == INACTIVE:
        return True
    if s.is_held(side, h):
        return group[0] >= UNITS
    is_armed = any([p not in LEADERS for p in group])
    return is_armed and any([s.power[u] in KINGDOM_POWERS for u in s.stacks[INACTIVE].get(h, ())])
