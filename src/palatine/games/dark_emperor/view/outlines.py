"""Lines of the map drawing: the coast, and the frontiers of kingdoms.

Used for display only. The coast is that of `coast.txt`. If the file has none, because the printed map's hexsides were
entered, the coast is derived from these: a field above 0 on land is set at the centres, corners and sides of hexes, and
the coast runs where it crosses 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import hypot, sqrt

from palatine.games.dark_emperor.components.world import (
    COAST,
    GRID,
    HEXES,
    NEIGHBOURS,
    OWNER,
    PARTS,
    SIDE_LAND,
    SIDE_SEA,
)
from palatine.geography.hexes import Hex, Point

INSET = 0.1
"""Distance of a frontier from the hexside, so that two frontiers run side by side."""


Level = tuple[Point, float]
"""A point and its height above the sea."""
TIE = -0.1
"""Height of the shore: a little below 0."""


def coast_outlines() -> tuple[tuple[Point, ...], ...]:
    """Return the closed outlines of the land, with lakes inside."""
    return COAST or tuple(coast_of_hexsides())


def coast_of_hexsides() -> Iterator[tuple[Point, ...]]:
    """Return the coast as far as the hexsides determine it."""
    levels = corner_levels()
    cuts: dict[frozenset[Point], tuple[frozenset[Point], Point]] = {}
    for h in range(HEXES):
        for triangle in triangles(h, levels):
            cuts.update(cut(triangle))
    while cuts:
        edge, points = next(iter(cuts)), []
        while edge in cuts:
            edge, point = cuts.pop(edge)
            points.append(point)
        yield tuple(points)


def corner_levels() -> dict[Point, float]:
    """Return the height of each corner: land, sea, or the shore between both."""
    ends: dict[Point, list[int]] = {}
    for h in range(HEXES):
        for d in range(6):
            for p in GRID.hexside(h, d):
                ends.setdefault(rounded(p), []).append(h * 6 + d)
    levels = {p: corner_level(sides) for p, sides in ends.items()}
    for h in range(HEXES):
        for d in range(6 if PARTS[h] > 1 else 0):
            if not SIDE_LAND[h * 6 + (d + 5) % 6] & SIDE_LAND[h * 6 + d]:
                levels[rounded(GRID.hexside(h, d)[0])] = TIE
    return levels


def corner_level(sides: list[int]) -> float:
    kinds = {side_level(side) for side in sides}
    if {-1.0, 1.0} <= kinds:
        return TIE
    return -1.0 if -1.0 in kinds else 1.0


def side_level(side: int) -> float:
    """Return 1 for an all-land hexside, -1 for all-sea and the edge of the map, 0 for mixed."""
    return 0.0 if SIDE_LAND[side] and SIDE_SEA[side] else 1.0 if SIDE_LAND[side] else -1.0


def triangles(h: Hex, levels: dict[Point, float]) -> Iterator[tuple[Level, Level, Level]]:
    """Return a hex as twelve triangles, two to a side, all with the same orientation."""
    middle = rounded(GRID.centre(h)), 1.0 if PARTS[h] == 1 else -1.0
    for d in range(6):
        (ax, ay), (bx, by) = (rounded(p) for p in GRID.hexside(h, d))
        a, b = levels[ax, ay], levels[bx, by]
        level = side_level(h * 6 + d) or (TIE if (a > 0) != (b > 0) else -1.0 if a > 0 else 1.0)
        half = rounded(((ax + bx) / 2, (ay + by) / 2)), level
        yield middle, ((ax, ay), a), half
        yield middle, half, ((bx, by), b)


def cut(triangle: tuple[Level, Level, Level]) -> Iterator[tuple[frozenset[Point], tuple[frozenset[Point], Point]]]:
    """Return the piece of coast in a triangle, from edge to edge, with land on a fixed side."""
    a, b, c = triangle
    for one, two, three in ((a, b, c), (b, c, a), (c, a, b)):
        is_alone = (one[1] > 0) != (two[1] > 0) and (one[1] > 0) != (three[1] > 0)
        if is_alone:
            first, second = frozenset((one[0], two[0])), frozenset((one[0], three[0]))
            if one[1] > 0:
                yield first, (second, crossing(one, three))
            else:
                yield second, (first, crossing(one, two))


def crossing(one: Level, two: Level) -> Point:
    """Return the point between two points where the field crosses 0."""
    (ax, ay), (bx, by) = one[0], two[0]
    t = one[1] / (one[1] - two[1])
    return ax + (bx - ax) * t, ay + (by - ay) * t


def frontiers(kingdom: int) -> Iterator[tuple[Point, ...]]:
    """Return the runs of hexsides between a kingdom's land and another's, inset to its side."""
    ways: dict[Point, tuple[Point, Hex]] = {}
    for h in range(HEXES):
        if OWNER[h] != kingdom:
            continue
        for d, n in enumerate(NEIGHBOURS[h]):
            if n >= 0 and SIDE_LAND[h * 6 + d] and OWNER[n] not in (kingdom, -1):
                start, end = (rounded(p) for p in GRID.hexside(h, d))
                ways[start] = (end, h)
    ends = {end for end, _ in ways.values()}
    starts = [p for p in ways if p not in ends] or list(ways)[:1]
    for first in starts:
        yield from run(ways, first)


SPARED = 3
"""Step between the points of the coast used for the band of colour along it."""


def coast_runs() -> Iterator[tuple[int, tuple[Point, ...]]]:
    """Return the coast in runs, each with the kingdom of its land."""
    for outline in coast_outlines():
        owners = [owner_near(p) for p in outline]
        first = next((i for i, k in enumerate(owners) if k != owners[i - 1]), 0)
        turned = [
            (owners[i % len(owners)], outline[i % len(owners)]) for i in range(first, first + len(owners) + 1)
        ]
        for kingdom, stretch in groupby(turned, key=lambda pair: pair[0]):
            points = [p for _, p in stretch]
            if kingdom >= 0 and len(points) > SPARED:
                yield kingdom, (*points[::SPARED], points[-1])


def owner_near(p: Point) -> int:
    """Return the kingdom of the land nearest to a coast point, or -1."""
    near = [h for h in hexes_about(p) if OWNER[h] >= 0]
    return OWNER[min(near, key=lambda h: hypot(*distance(h, p)))] if near else -1


def hexes_about(p: Point) -> Iterator[Hex]:
    """Return the hexes whose centres are less than two hexsides from a point."""
    column = int(p[0] / 1.5)
    for c in range(max(0, column - 2), min(GRID.columns, column + 3)):
        row = int(p[1] / sqrt(3))
        for r in range(max(0, row - 2), min(GRID.rows, row + 3)):
            if hypot(*distance(c * GRID.rows + r, p)) < 2:
                yield c * GRID.rows + r


def distance(h: Hex, p: Point) -> Point:
    x, y = GRID.centre(h)
    return x - p[0], y - p[1]


def run(ways: dict[Point, tuple[Point, Hex]], point: Point) -> Iterator[tuple[Point, ...]]:
    """Return the run from a point, with each corner inset towards the kingdom's hexes."""
    points: list[tuple[Point, list[Hex]]] = [(point, [])]
    while point in ways:
        point, h = ways.pop(point)
        points[-1][1].append(h)
        points.append((point, [h]))
    if len(points) > 1:
        yield tuple(inset(p, hexes) for p, hexes in points)


def inset(p: Point, hexes: list[Hex]) -> Point:
    centres = [GRID.centre(h) for h in hexes]
    dx = sum(x for x, _ in centres) / len(centres) - p[0]
    dy = sum(y for _, y in centres) / len(centres) - p[1]
    long = (dx * dx + dy * dy) ** 0.5
    return p[0] + INSET * dx / long, p[1] + INSET * dy / long


def rounded(p: Point) -> Point:
    return round(p[0], 4), round(p[1], 4)
