"""Map grids: province numbers, neighbours, distances (1.1, 12.1, 12.3).

A province is numbered by row and column: 304 is the fourth column of the third row. In code a place is a dense
integer, column by column, as in `palatine.geography.HexGrid`.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Final

from palatine.geography.hexes import DIRECTIONS, HexGrid

SIZES: Final = {"standard": (18, 9), "europe": (18, 9), "super": (30, 15), "earth": (30, 15)}
"""Columns and rows by scenario."""
WRAPPED: Final = ("earth",)
CAPPED: Final = ("earth",)
"""Scenarios with impassable ice along the northern and southern edge (12.3)."""
COMPASS: Final = DIRECTIONS


class Atlas:
    """A grid of provinces whose odd columns lie half a hex higher.

    `wraps` joins the last column to the first. With `capped` the first and last rows are ice without neighbours.
    """

    def __init__(self, columns: int, rows: int, wraps: bool = False, capped: bool = False) -> None:
        self.grid: Final = HexGrid(columns, rows, "even")
        self.columns: Final = columns
        self.rows: Final = rows
        self.size: Final = columns * rows
        self.numbers: Final = tuple((place % rows + 1) * 100 + place // rows + 1 for place in range(self.size))
        """Number on the map, by place."""
        self._places: Final = {number: place for place, number in enumerate(self.numbers)}
        edge = (0, rows - 1) if capped else ()
        self.ice: Final = frozenset(place for place in range(self.size) if place % rows in edge)
        self.six_around: Final = tuple(self._six_around(place, wraps) for place in range(self.size))
        """Places to the N, NE, SE, S, SW, NW, by place; -1 beyond the edge and on ice."""
        self.neighbours: Final = tuple(tuple(n for n in six if n >= 0) for six in self.six_around)
        self._far: Final[dict[int, tuple[int, ...]]] = {}

    def _six_around(self, place: int, wraps: bool) -> tuple[int, ...]:
        six = list(self.grid.neighbours[place])
        column, row = divmod(place, self.rows)
        if wraps and column in (0, self.columns - 1):
            beyond = 0 if column else self.columns - 1
            upper, lower = (row - 1, row) if column % 2 == 0 else (row, row + 1)
            north, south = (1, 2) if column else (5, 4)
            for direction, other in ((north, upper), (south, lower)):
                six[direction] = beyond * self.rows + other if 0 <= other < self.rows else -1
        return tuple(-1 if place in self.ice or near in self.ice else near for near in six)

    def place(self, number: int) -> int:
        """Return the place with a number; -1 if the map has none."""
        return self._places.get(number, -1)

    def distance(self, a: int, b: int) -> int:
        """Return the distance in provinces between two places."""
        return self.distances(a)[b]

    def distances(self, a: int) -> tuple[int, ...]:
        """Return the distance of each place from `a`, -1 if unreachable; cached."""
        found = self._far.get(a)
        if found is None:
            found = self._far[a] = self._distances_from(a)
        return found

    def _distances_from(self, a: int) -> tuple[int, ...]:
        far = [-1] * self.size
        far[a] = 0
        ahead = deque((a,))
        while ahead:
            here = ahead.popleft()
            for n in self.neighbours[here]:
                if far[n] < 0:
                    far[n] = far[here] + 1
                    ahead.append(n)
        return tuple(far)

    def within(self, a: int, radius: int) -> list[int]:
        """Return the places at a distance of at most `radius`, including `a`."""
        return [place for place, far in enumerate(self.distances(a)) if 0 <= far <= radius]


@cache
def atlas(scenario: str) -> Atlas:
    """Return the grid of a scenario."""
    columns, rows = SIZES[scenario]
    return Atlas(columns, rows, scenario in WRAPPED, scenario in CAPPED)
