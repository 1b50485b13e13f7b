"""Reach of the captain's troops and leaders, and their routes (8)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.pieces import UNITS
from palatine.games.dark_emperor.components.world import GRID, HEXES, NEIGHBOURS, OWNER, PARTS, RIVER
from palatine.games.dark_emperor.rules.common.terrain import (
    EXITS,
    Exits,
    attrition_points,
    is_bound,
    is_immune,
    march_type,
    way_of,
)
from palatine.games.dark_emperor.rules.movement.restrictions import stops_at_rivers


@cache
def distances(h: int) -> tuple[int, ...]:
    """Return the distance of each hex from `h`, in hexes."""
    return tuple([GRID.distance(h, n) for n in range(HEXES)])


def distances_to(goals: Iterable[int]) -> list[int]:
    """Return the distance of each hex to the nearest of `goals`, ignoring terrain."""
    found = [99] * HEXES
    line = list(goals)
    for h in line:
        found[h] = 0
    for h in line:
        for n in NEIGHBOURS[h]:
            if n >= 0 and found[n] == 99:
                found[n] = found[h] + 1
                line.append(n)
    return found


class Reach(NamedTuple):
    """Reach of a piece: by hex, the points to get there and the previous hex."""

    start: int
    points: dict[int, int]
    before: dict[int, int]

    def way(self, h: int) -> tuple[int, ...]:
        found = []
        while h != self.start:
            found.append(h)
            h = self.before[h]
        return tuple(reversed(found))


def closed_hexes(sight: Perception, quarry: frozenset[int]) -> frozenset[int]:
    """Return the lands of inactive kingdoms that should stay inactive (6.11).

    `quarry` are the kingdoms that may be activated.
    """
    shut = sight.sleeping - quarry
    return frozenset([h for h in range(HEXES) if OWNER[h] in shut]) if shut else frozenset()


STRAITS = tuple([parts > 1 for parts in PARTS])
"""By hex: True if it has two lands, where the bot ends a march."""
RIVERS_AND_STRAITS = tuple([RIVER[h] or STRAITS[h] for h in range(HEXES)])
MONSTER_MARCH = -1
"""March type of monsters, which pay nothing."""
MOST_SEARCHED = 1000
"""Maximum number of searches kept in a bot's memory."""


def reach(sight: Perception, u: int, closed: frozenset[int], cap: int) -> Reach:
    """Return the reach of a unit within `cap` points; it stops where it must, and at enemies.

    Searches are kept: of the enemies only those matter that are within reach without enemies.
    """
    s = sight.state
    start, enemies = s.where[u], s.stacks[sight.foe]
    kind = march_type(s, u) if u < UNITS else MONSTER_MARCH
    way = way_of(s, u)
    exits, pauses = priced_exits(way, kind), RIVERS_AND_STRAITS if stops_at_rivers(u) else STRAITS
    if s.flames:
        if is_bound(s, u):
            return Reach(start, {start: 0}, {start: start})
        shut = closed if is_immune(u) else closed.union([h for h, _ in s.flames])
        return search(start, exits, pauses, shut, cap, enemies)
    searched = sight.searched
    if len(searched) > MOST_SEARCHED:
        searched.clear()
    key = (start, way, kind, stops_at_rivers(u), closed, cap)
    unhindered = searched.get(key)
    if unhindered is None:
        unhindered = searched[key] = search(start, exits, pauses, closed, cap, ())
    near = frozenset(enemies.keys() & unhindered.points.keys())
    if not near:
        return unhindered
    found = searched.get((key, near))
    if found is None:
        found = searched[key, near] = search(start, exits, pauses, closed, cap, near)
    return found


def search(
    start: int,
    exits: PricedExits,
    pauses: Sequence[bool],
    shut: frozenset[int],
    cap: int,
    enemies: Container[int],
) -> Reach:
    """Return the reach of a unit that enters no hex of `shut` and stops at `enemies` and `pauses`."""
    points, before = {start: 0}, {start: start}
    edges: list[list[int]] = [[] for _ in range(cap + 1)]
    edges[0].append(start)
    for spent, edge in enumerate(edges):
        edge.sort()
        for h in edge:
            if points[h] != spent or (h != start and (h in enemies or pauses[h])):
                continue
            for n, price in exits[h]:
                total = spent + price
                if total <= cap and total < points.get(n, 99) and n not in shut:
                    points[n], before[n] = total, h
                    edges[total].append(n)
    return Reach(start, points, before)


PricedExits = tuple[tuple[tuple[int, int], ...], ...]


@cache
def priced_exits(way: int, kind: int) -> PricedExits:
    """Return by hex the hexes that can be entered, each with its attrition points."""
    if kind == MONSTER_MARCH:
        return tuple([tuple([(n, 0) for n in group]) for group in EXITS[way]])
    return tuple([tuple([(n, attrition_points(kind, h, n)) for n in group]) for h, group in enumerate(EXITS[way])])


def beeline(table: Exits, start: int, goal: int, shut: set[int]) -> tuple[int, ...]:
    """Return a shortest route without detours that avoids `shut`; empty if none is found."""
    far = distances(goal)
    h, way = start, []
    while h != goal:
        ahead = [n for n in table[h] if far[n] < far[h] and n not in shut]
        if not ahead:
            return ()
        h = ahead[len(ahead) // 2]
        way.append(h)
    return tuple(way)


def leader_way(sight: Perception, leader: int, goal: int) -> tuple[int, ...] | None:
    """Return a route of a lone leader, or None.

    Leaders pay nothing, but stop at markers and avoid enemies.
    """
    s = sight.state
    start = s.where[leader]
    if start == goal:
        return ()
    table = EXITS[way_of(s, leader)]
    enemies, friends = s.stacks[sight.foe], s.stacks[sight.side]
    burning = () if is_immune(leader) else tuple([h for h, _ in s.flames])
    if goal in enemies and goal not in friends:
        return None
    shut = {*enemies, *s.markers, *burning} - {goal}
    if straight := beeline(table, start, goal, shut):
        return straight
    before = {start: start}
    line = [start]
    for h in line:
        for n in table[h]:
            if n in before or n in shut:
                continue
            before[n] = h
            if n == goal:
                return Reach(start, {}, before).way(goal)
            line.append(n)
    return None
