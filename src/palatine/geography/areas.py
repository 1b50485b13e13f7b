"""Area maps: provinces and seas of any shape.

An area is a dense integer. Its key is its name in files and positions, its name is for people. Each border is drawn
once, between the two areas that share it. `neighbours` are the areas that can be entered from an area. A border can
also lie between areas that are not neighbours, for example in mountains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

Area = int
Point = tuple[float, float]
Curve = tuple[Point, ...]
"""A closed outline: the last point is joined to the first."""

OUTSIDE = -1
"""Stands for the space beyond the edge of the map."""


class Border(msgspec.Struct, frozen=True):
    """A line between two areas, or an area and `OUTSIDE`.

    `left` lies to the left of the direction of travel along the points.
    """

    left: Area
    right: Area
    points: Curve


class AreaMap:
    """A map of numbered areas and their neighbours.

    `edges` are the pairs of areas that can be crossed between. Raises ValueError for a repeated key, for an edge from
    an area to itself or to no area, and if the borders of an area do not close.
    """

    def __init__(
        self, keys: Sequence[str], names: Sequence[str], edges: Iterable[tuple[Area, Area]],
        borders: Iterable[Border] = (),
    ) -> None:  # fmt: skip
        self.keys = tuple(keys)
        self.names = tuple(names)
        self.size = len(self.keys)
        self._ids = {key: area for area, key in enumerate(self.keys)}
        if len(self._ids) != self.size or len(self.names) != self.size:
            raise ValueError("every area needs a key of its own and a name")
        self.neighbours = neighbours(self.size, edges)
        """Neighbours by area, in ascending order."""
        self.borders = tuple(borders)
        self.outlines = outlines(self.size, self.borders)
        """Outlines by area: the outer one first, then those of islands in it; () if none is drawn."""

    def id(self, key: str) -> Area:
        """Return the area with a key. Raises ValueError if there is none."""
        if key not in self._ids:
            raise ValueError(f"there is no area {key!r}")
        return self._ids[key]

    def distances(self, start: Area, can_enter: Callable[[Area], bool] | None = None) -> list[int]:
        """Return for each area the least number of borders crossed from `start`; -1 if unreachable.

        `can_enter` returns whether an area can be entered; by default all can.
        """
        found = [-1] * self.size
        found[start] = 0
        reached = [start]
        for area in reached:
            for other in self.neighbours[area]:
                if found[other] < 0 and (can_enter is None or can_enter(other)):
                    found[other] = found[area] + 1
                    reached.append(other)
        return found

    def distance(self, a: Area, b: Area) -> int:
        """Return the least number of borders crossed from `a` to `b`; -1 if there is no path."""
        return self.distances(a)[b]

    def path(self, a: Area, b: Area, can_enter: Callable[[Area], bool] | None = None) -> tuple[Area, ...]:
        """Return a shortest path from `a` to `b`, both included; () if there is none.

        Ties are resolved by the lowest area numbers.
        """
        left = self.distances(b, lambda area: area in (a, b) or can_enter is None or can_enter(area))
        if left[a] < 0:
            return ()
        way = [a]
        while way[-1] != b:
            way.append(next(n for n in self.neighbours[way[-1]] if left[n] == left[way[-1]] - 1))
        return tuple(way)

    def bordering_pairs(self) -> frozenset[tuple[Area, Area]]:
        """Return the pairs of areas with a border between them, the lower number first."""
        return frozenset(
            (min(b.left, b.right), max(b.left, b.right)) for b in self.borders if OUTSIDE not in (b.left, b.right)
        )


def neighbours(size: int, edges: Iterable[tuple[Area, Area]]) -> tuple[tuple[Area, ...], ...]:
    """Return the neighbours of each area, in ascending order.

    Raises ValueError for an edge from an area to itself or to no area.
    """
    found: list[set[Area]] = [set() for _ in range(size)]
    for a, b in edges:
        if a == b or not (0 <= a < size and 0 <= b < size):
            raise ValueError(f"no edge can join {a} and {b}")
        found[a].add(b)
        found[b].add(a)
    return tuple(tuple(sorted(others)) for others in found)


def outlines(size: int, borders: Iterable[Border]) -> tuple[tuple[Curve, ...], ...]:
    """Return the closed curves of each area's borders, the largest first.

    Raises ValueError if they do not close.
    """
    pieces: list[list[Curve]] = [[] for _ in range(size)]
    for border in borders:
        if border.left != OUTSIDE:
            pieces[border.left].append(border.points)
        if border.right != OUTSIDE:
            pieces[border.right].append(border.points[::-1])
    return tuple(_curves(area, pieces[area]) for area in range(size))


def _curves(area: Area, pieces: list[Curve]) -> tuple[Curve, ...]:
    rings = sorted(_rings(area, pieces), key=lambda ring: -abs(signed_area(ring)))
    return tuple(rings)


def _rings(area: Area, pieces: list[Curve]) -> Iterator[Curve]:
    """Yield closed rings, joining pieces end to start."""
    left = list(pieces)
    while left:
        ring = list(left.pop(0))
        while ring[-1] != ring[0]:
            following = next((piece for piece in left if piece[0] == ring[-1]), None)
            if following is None:
                raise ValueError(f"the borders of area {area} do not close at {ring[-1]}")
            left.remove(following)
            ring += following[1:]
        yield tuple(ring[:-1])


def signed_area(curve: Curve) -> float:
    """Return the signed area of a closed curve; the sign depends on its orientation."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(curve, (*curve[1:], *curve[:1]), strict=True)) / 2


def is_inside(point: Point, curve: Curve) -> bool:
    """Return whether a point lies within a closed curve."""
    x, y = point
    crossed = 0
    for (ax, ay), (bx, by) in zip(curve, (*curve[1:], *curve[:1]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossed += 1
    return crossed % 2 == 1
