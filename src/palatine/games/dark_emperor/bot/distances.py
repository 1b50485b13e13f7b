"""Reach of the captain's troops and leaders, and their routes (8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.pieces import NAVAL, UNITS
from palatine.games.dark_emperor.components.world import GRID, HEXES, NEIGHBOURS, OWNER, PARTS, RIVER
from palatine.games.dark_emperor.rules.common.terrain import (
    EXITS,
    POINTS,
    Exits,
    cost,
    is_bound,
    is_immune,
    march_type,
    way_of,
)
from palatine.games.dark_emperor.rules.movement.restrictions import must_stop


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


def reach(sight: Perception, u: int, closed: frozenset[int], cap: int) -> Reach:
    """Return the reach of a unit within `cap` points; it stops where it must, and at enemies."""
    s = sight.state
    start = s.where[u]
    points, before = {start: 0}, {start: start}
    if s.flames and is_bound(s, u):
        return Reach(start, points, before)
    kind = march_type(s, u) if u < UNITS else -1
    price = NOTHING if kind < 0 else POINTS[kind]
    table, enemies = EXITS[way_of(s, u)], s.stacks[sight.foe]
    shut = closed if is_immune(u) or not s.flames else closed.union([h for h, _ in s.flames])
    edges: list[list[int]] = [[] for _ in range(cap + 1)]
    edges[0].append(start)
    for spent, edge in enumerate(edges):
        edge.sort()
        for h in edge:
            if points[h] != spent or (h != start and (h in enemies or (PAUSES[h] and halts(sight, u, h)))):
                continue
            for n in table[h]:
                total = spent + (cost(s, u, h, n) if kind == NAVAL else price[n])
                if total <= cap and total < points.get(n, 99) and n not in shut:
                    points[n], before[n] = total, h
                    edges[total].append(n)
    return Reach(start, points, before)


NOTHING = (0,) * HEXES
PAUSES = tuple([RIVER[h] or PARTS[h] > 1 for h in range(HEXES)])
"""By hex: whether a check with `halts` is needed."""


def halts(sight: Perception, u: int, h: int) -> bool:
    """Return whether a unit must end its march in a hex, or should, as it has two lands."""
    return PARTS[h] > 1 or must_stop(sight.state, sight.side, u, h, (u,))


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
