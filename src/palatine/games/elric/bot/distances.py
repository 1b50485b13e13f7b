"""Distances for a captain by land, on foot over sea, and by ship; march orders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

import msgspec

from palatine.games.elric.components.tables import LAND_POINTS, SEA_ON_FOOT
from palatine.games.elric.components.world import (
    AREAS,
    COASTS,
    IS_SEA,
    IS_WILD,
    LAND_NEIGHBOURS,
    PORT_SEA,
    SEA_NEIGHBOURS,
)
from palatine.games.elric.rules.common.closed_areas import FOUNDING_ANCHORS, PERILS

TROOPS, PEOPLE, FOOT, SHIP = range(4)
"""Kinds of travellers: armies, personalities by land, those also crossing seas, ships.

Armies avoid wilderness.
"""
FAR: Final = 1000
WILD_COST: Final = 3
AreaPath = tuple[int, ...]


class MarchOrder(msgspec.Struct, frozen=True):
    """A march the captain has decided on: start, pieces and path."""

    area: int
    group: frozenset[int]
    path: AreaPath
    """The areas of the path, without the start."""


class Routes(msgspec.Struct, frozen=True):
    """The routes from one area to all others: points needed, and the area before each."""

    cost: tuple[int, ...]
    before: tuple[int, ...]

    def path(self, goal: int) -> AreaPath:
        """Return the areas to a reachable goal, without the start."""
        found = []
        while self.before[goal] >= 0:
            found.append(goal)
            goal = self.before[goal]
        return tuple(reversed(found))


@lru_cache(maxsize=20000)
def routes(start: int, who: int, spent: int, closed: frozenset[int], founding: bool = False) -> Routes:
    """Return the routes of a kind of traveller who has spent some points this turn.

    Closed areas are entered but not passed.
    """
    cost, before = [FAR] * AREAS, [-1] * AREAS
    cost[start] = spent
    heap = [(spent, start)]
    while heap:
        t, a = heappop(heap)
        if t > cost[a] or (a in closed and a != start):
            continue
        for n, later in next_legs(a, who, t, founding):
            if later < cost[n]:
                cost[n], before[n] = later, a
                heappush(heap, (later, n))
    return Routes(tuple(cost), tuple(before))


def next_legs(a: int, who: int, t: int, founding: bool) -> Iterator[tuple[int, int]]:
    """Iterate over the next areas, with the time of arrival."""
    if who == SHIP:
        yield from sailing(a, t, founding)
    elif who == FOOT:
        yield from wading(a, t)
    else:
        for n in LAND_NEIGHBOURS[a]:
            yield n, t + (WILD_COST if who == TROOPS and IS_WILD[n] else 1)


def sailing(a: int, t: int, founding: bool) -> Iterator[tuple[int, int]]:
    harbours = FOUNDING_ANCHORS if founding else PORT_SEA
    if not IS_SEA[a]:
        if harbours[a] >= 0:
            yield harbours[a], t + 1
        return
    for n in SEA_NEIGHBOURS[a]:
        if n not in PERILS:
            yield n, t + 1
    for n in COASTS[a]:
        if harbours[n] == a:
            yield n, t + 1


def wading(a: int, t: int) -> Iterator[tuple[int, int]]:
    """Iterate over the next areas on foot, by land and single seas; no turn ends in the water."""
    if IS_SEA[a]:
        for n in COASTS[a]:
            yield n, t + 1
        return
    for n in LAND_NEIGHBOURS[a]:
        yield n, t + 1
    left = LAND_POINTS - t % LAND_POINTS
    begin = t if left > SEA_ON_FOOT else t + left
    for n in COASTS[a]:
        if n not in PERILS:
            yield n, begin + SEA_ON_FOOT


def turns(points: int) -> int:
    """Return the turn of arrival after a number of points, 0 for the current turn."""
    return max(points - 1, 0) // LAND_POINTS
