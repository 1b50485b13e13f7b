"""How much of every hexside is drawn as land: the coast as outlines, held against the hexsides of the map."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from palatine.geography.hexes import Direction, Hex, HexGrid, Point

STRIP: Final = 0.1
"""The height of the strips that edges are sorted into, so that few are looked at for a point."""
SAMPLES: Final = 16
SLACK: Final = 0.16
"""How much of a hexside may be drawn otherwise than it is said to be: two samples in sixteen, and a little."""
Edge = tuple[Point, Point]


class CoastSurvey:
    """Outlines, and whether a point lies within an odd number of them."""

    def __init__(self, outlines: Iterable[Sequence[Point]]) -> None:
        self._strips: dict[int, list[Edge]] = {}
        self.crossings = cache(self._crossings)  # The hexsides of a row are sampled at the same heights.
        for points in outlines:
            for a, b in zip(points, (*points[1:], points[0]), strict=True):
                for strip in range(int(min(a[1], b[1]) // STRIP), int(max(a[1], b[1]) // STRIP) + 1):
                    self._strips.setdefault(strip, []).append((a, b))

    def is_land(self, p: Point) -> bool:
        """Whether a point is drawn as land."""
        return bisect_left(self.crossings(p[1]), p[0]) % 2 == 1

    def _crossings(self, y: float) -> list[float]:
        """Return where the line of points at that height crosses the coast, from west to east."""
        edges = self._strips.get(int(y // STRIP), ())
        return sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in edges if (ay > y) != (by > y))

    def share(self, grid: HexGrid, h: Hex, d: Direction) -> float:
        """How much of a hexside is drawn as land, from 0 to 1."""
        (ax, ay), (bx, by) = grid.side(h, d)
        steps = [(k + 0.5) / SAMPLES for k in range(SAMPLES)]
        return sum(self.is_land((ax + (bx - ax) * t, ay + (by - ay) * t)) for t in steps) / SAMPLES


def drawn_otherwise(kind: str, share: float) -> str:
    """What is drawn on a hexside, in words, when it is not what the map says; else nothing."""
    if kind == "#" and share < 1 - SLACK:
        return "sea is drawn on it"
    if kind == "~" and share > SLACK:
        return "land is drawn on it"
    if kind == "+" and share in (0, 1):
        return "only land is drawn on it" if share else "only sea is drawn on it"
    return ""
