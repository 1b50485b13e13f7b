"""Distances and reach of units on the map."""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from palatine.games.demonlord.components.tables import COST, FOOT, costs
from palatine.games.demonlord.components.world import HEXES, NEIGHBOURS

FAR: Final = 999
"""Length of an impossible journey."""
REMEMBERED: Final = 1024
Hexes = frozenset[int]
NOWHERE: Final[Hexes] = frozenset()


class Mobility(NamedTuple):
    """Mobility of a unit: movement class, points left, and whether it is unmoved (minimum move)."""

    cls: int
    points: int
    fresh: bool


class Reach(NamedTuple):
    """Reach of a unit: by hex, the cost and the previous hex."""

    cost: dict[int, int]
    before: dict[int, int]

    def way(self, goal: int) -> tuple[int, ...]:
        """Return the route to `goal` without the start; () if it is the start."""
        found: list[int] = []
        while self.before[goal] != goal:
            found.append(goal)
            goal = self.before[goal]
        return tuple(reversed(found))


@lru_cache(maxsize=REMEMBERED)
def reach(start: int, pace: Mobility, stops: Hexes, closed: Hexes, flooded: Hexes) -> Reach:
    """Return a unit's reach from `start`; it stops in `stops` and cannot enter `closed` hexes."""
    table = costs(flooded)[pace.cls]
    cost, before = {start: 0}, {start: start}
    queue = [(0, start)]
    while queue:
        spent, h = heappop(queue)
        if spent > cost[h] or (h in stops and h != start):
            continue
        for d, n in enumerate(NEIGHBOURS[h]):
            price = table[h * 6 + d]
            if n < 0 or not price or n in closed:
                continue
            total = spent + price
            if total > pace.points:
                if h != start or not pace.fresh:
                    continue
                total = pace.points
            if total < cost.get(n, total + 1):
                cost[n], before[n] = total, h
                heappush(queue, (total, n))
    return Reach(cost, before)


@cache
def journey(cls: int, goal: int) -> tuple[int, ...]:
    """Return the points from each hex to `goal` for a movement class, ignoring other units."""
    table = COST[cls]
    cost = [FAR] * HEXES
    cost[goal] = 0
    queue = [(0, goal)]
    while queue:
        spent, h = heappop(queue)
        if spent > cost[h]:
            continue
        for d, n in enumerate(NEIGHBOURS[h]):
            if n < 0:
                continue
            price = table[n * 6 + (d + 3) % 6]
            if price and spent + price < cost[n]:
                cost[n] = spent + price
                heappush(queue, (spent + price, n))
    return tuple(cost)


def march_from(start: int) -> tuple[int, ...]:
    """Return the points of a march on foot between `start` and each hex."""
    return journey(FOOT, start)
