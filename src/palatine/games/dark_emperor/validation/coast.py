"""Share of each hexside drawn as land, compared with the hexsides of the map."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from palatine.geography.hexes import Direction, Hex, HexGrid, Point

STRIP: Final = 0.1
"""Height of the strips into which edges are sorted, to limit the edges tested per point."""
SAMPLES: Final = 16
SLACK: Final = 0.16
"""Tolerated share of a hexside drawn otherwise: a little over two samples in sixteen."""
Edge = tuple[Point, Point]


class CoastSurvey:
    """Outlines, with a test whether a point is within an odd number of them."""

    def __init__(self, outlines: Iterable[Sequence[Point]]) -> None:
        self._strips: dict[int, list[Edge]] = {}
        self.crossings = cache(self._crossings)  # The hexsides of a row are sampled at the same heights.
        for points in outlines:
            for a, b in zip(points, (*points[1:], points[0]), strict=True):
                for strip in range(int(min(a[1], b[1]) // STRIP), int(max(a[1], b[1]) // STRIP) + 1):
                    self._strips.setdefault(strip, []).append((a, b))

    def is_land(self, p: Point) -> bool:
        """Return whether a point is drawn as land."""
        return bisect_left(self.crossings(p[1]), p[0]) % 2 == 1

    def _crossings(self, y: float) -> list[float]:
        """Return where the horizontal line at this height crosses the coast, from west to east."""
        edges = self._strips.get(int(y // STRIP), ())
        return sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in edges if (ay > y) != (by > y))

    def share(self, grid: HexGrid, h: Hex, d: Direction) -> float:
        """Return the share of a hexside drawn as land, from 0 to 1."""
        (ax, ay), (bx, by) = grid.hexside(h, d)
        steps = [(k + 0.5) / SAMPLES for k in range(SAMPLES)]
        return sum(self.is_land((ax + (bx - ax) * t, ay + (by - ay) * t)) for t in steps) / SAMPLES


def drawn_otherwise(kind: str, share: float) -> str:
    """Return a message if a hexside is drawn differently from the map, or ""."""
    if kind == "#" and share < 1 - SLACK:
        return "sea is drawn on it"
    if kind == "~" and share > SLACK:
        return "land is drawn on it"
    if kind == "+" and share in (0, 1):
        return "only land is drawn on it" if share else "only sea is drawn on it"
    return ""
