"""The lines of the map as they are drawn: the coast, and the frontiers of the kingdoms. For the eye only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import hypot, sqrt

from palatine.games.dark_emperor.world import COAST, GRID, HEXES, NEIGHBOURS, OWNER, SIDE_LAND
from palatine.geography.hexes import Hex, Point

INSET = 0.1
"""How far a frontier lies inside its kingdom, so that two run side by side."""


def coast() -> tuple[tuple[Point, ...], ...]:
    """Closed outlines of the land, lakes within them: those of `coast.txt`."""
    return COAST


def frontiers(kingdom: int) -> Iterator[tuple[Point, ...]]:
    """The runs of hexsides where a kingdom's land meets another's, drawn a little to its own side."""
    ways: dict[Point, tuple[Point, Hex]] = {}
    for h in range(HEXES):
        if OWNER[h] != kingdom:
            continue
        for d, n in enumerate(NEIGHBOURS[h]):
            if n >= 0 and SIDE_LAND[h * 6 + d] and OWNER[n] not in (kingdom, -1):
                start, end = (rounded(p) for p in GRID.side(h, d))
                ways[start] = (end, h)
    ends = {end for end, _ in ways.values()}
    starts = [p for p in ways if p not in ends] or list(ways)[:1]
    for first in starts:
        yield from run(ways, first)


SPARED = 3
"""Every so many points of the coast are enough for a band of colour along it."""


def shores() -> Iterator[tuple[int, tuple[Point, ...]]]:
    """The coast in runs, each with the kingdom whose land it bounds."""
    for outline in coast():
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
    """The kingdom of the land nearest to a point of the coast, -1 when there is none near."""
    near = [h for h in hexes_about(p) if OWNER[h] >= 0]
    return OWNER[min(near, key=lambda h: hypot(*distance(h, p)))] if near else -1


def hexes_about(p: Point) -> Iterator[Hex]:
    """The hexes whose middles are less than two hexsides from a point."""
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
    """One run from a point on, every corner drawn towards the hexes of the kingdom beside it."""
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
