"""Hex maps numbered by column and row, as printed in wargames.

Hexes are flat-topped and stand in columns; every second column lies half a hex lower. Hex `0318` is the eighteenth
hex of the third column. In code a hex is a dense integer, column by column: `id = (column - 1) * rows + (row - 1)`.

In drawings the unit is the side of a hex: a hex is 2 wide and the root of 3 (about 1.732) high. x grows to the east
and y to the south, and the top left corner of the drawing is (0, 0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from heapq import heappop, heappush
from math import sqrt
from typing import Final, Literal

Hex = int
Direction = int
Point = tuple[float, float]
Cost = Callable[[Hex, Direction], int | None]

N, NE, SE, S, SW, NW = range(6)
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")

_CUBE_STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_CORNERS: Final = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_HALF_HEIGHT: Final = sqrt(3) / 2


def opposite(direction: Direction) -> Direction:
    """Return the opposite direction."""
    return (direction + 3) % 6


class HexGrid:
    """A map of `columns` by `rows` hexes.

    Every column of the parity `shifted` ("even" or "odd") lies half a hex lower.

    * `neighbours[i]`: the six neighbours in the order N, NE, SE, S, SW, NW, with -1 beyond the map.
    * `adjacent[i]`: the same without the -1.
    * `extent`: width and height of the drawing.
    * `within(i, r)`: every hex at distance `r` or less, including `i`, ordered by id; cached.
    * `disc(i, r)`: the same as a set; cached.
    """

    def __init__(self, columns: int, rows: int, shifted_columns: Literal["even", "odd"] = "even") -> None:
        if not (0 < columns < 100 and 0 < rows < 100):
            raise ValueError(f"a map numbered CCRR has 1 to 99 columns and rows, not {columns} and {rows}")
        self.columns: Final = columns
        self.rows: Final = rows
        self.shifted: Final = shifted_columns
        self.size: Final = columns * rows
        self._names = tuple(f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1))
        self._ids = {name: i for i, name in enumerate(self._names)}
        self._cubes = tuple(self._cube(c, r) for c in range(columns) for r in range(rows))
        at = {cube: i for i, cube in enumerate(self._cubes)}
        self._at = at
        self.neighbours: Final = tuple(
            tuple(at.get((q + dq, z + dz), -1) for dq, dz in _CUBE_STEPS) for q, z in self._cubes
        )
        self.adjacent: Final = tuple(tuple(n for n in six if n >= 0) for six in self.neighbours)
        last_row = 2 * rows + (1 if columns > 1 or shifted_columns == "odd" else 0)
        self.extent: Final[Point] = (1.5 * columns + 0.5, last_row * _HALF_HEIGHT)
        self.within: Final = cache(self._hexes_within)
        self.disc: Final = cache(self._disc)

    def __repr__(self) -> str:
        return f"HexGrid({self.columns}, {self.rows}, {self.shifted!r})"

    def _is_low_column(self, column: int) -> int:
        """Return 1 for a column (counted from 0) that lies half a hex lower, otherwise 0."""
        return (column + (self.shifted == "odd")) % 2

    def _cube(self, column: int, row: int) -> tuple[int, int]:
        lift = column // 2 if self.shifted == "even" else (column + 1) // 2
        return column, row - lift

    def id(self, name: str) -> Hex:
        """Return the id of the hex printed as `name`. Raises ValueError if the map has no such hex."""
        try:
            return self._ids[name]
        except KeyError:
            raise ValueError(f"no hex {name!r} on a map of {self.columns} by {self.rows}") from None

    def name(self, hex_id: Hex) -> str:
        """Return the number printed in hex `hex_id`: two digits of column, two of row."""
        return self._names[hex_id]

    def direction(self, a: Hex, b: Hex) -> Direction:
        """Return the direction (0 to 5, clockwise from north) from `a` to `b`.

        Raises ValueError if they are not adjacent.
        """
        near = self.neighbours[a]
        if b >= 0 and b in near:
            return near.index(b)
        raise ValueError(f"{self._names[a]} and {self._names[b] if b >= 0 else b} are not adjacent")

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the distance in hexes from `a` to `b`; 0 if they are equal."""
        qa, za = self._cubes[a]
        qb, zb = self._cubes[b]
        q, z = qa - qb, za - zb
        return max(abs(q), abs(z), abs(q + z))

    def _hexes_within(self, i: Hex, r: int) -> tuple[Hex, ...]:
        q, z = self._cubes[i]
        cubes = [(q + dq, z + dz) for dq in range(-r, r + 1) for dz in range(max(-r, -dq - r), min(r, -dq + r) + 1)]
        return tuple([self._at[cube] for cube in cubes if cube in self._at])

    def _disc(self, i: Hex, r: int) -> frozenset[Hex]:
        return frozenset(self.within(i, r))

    def ring(self, hex_id: Hex, radius: int) -> tuple[Hex, ...]:
        """Return every hex at distance `radius` exactly, ordered by id."""
        return tuple(n for n in self.within(hex_id, radius) if self.distance(hex_id, n) == radius)

    def line(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """Return the hexes on the straight line between two centres, both ends included.

        Each is adjacent to the next. A line along a hexside takes the hexes on one side throughout, except where
        those lie beyond the map.
        """
        n = self.distance(a, b)
        (qa, za), (qb, zb) = self._cubes[a], self._cubes[b]
        hexes = [a]
        for k in range(1, n):
            q, z = qa * (n - k) + qb * k, za * (n - k) + zb * k
            here = self._at.get(_hex_at(q, z, n, 1))
            hexes.append(self._at[_hex_at(q, z, n, -1)] if here is None else here)
        return (*hexes, b) if n else (a,)

    def reachable(self, start: Hex, budget: int, cost: Cost) -> dict[Hex, int]:
        """Return the hexes reachable for at most `budget`, with their least costs.

        `start` costs 0. `cost(a, direction)` is the cost of leaving `a` over that hexside, or None if that is
        impossible. It is called only for hexsides inside the map. Hexes are ordered by cost, then by id.
        """
        return {i: spent for spent, i, _ in self._reachable_hexes(start, cost, budget)}

    def path(self, start: Hex, goal: Hex, cost: Cost) -> tuple[Hex, ...] | None:
        """Return a cheapest path from `start` to `goal`, both included; None if there is none."""
        came: dict[Hex, Hex] = {}
        for _, i, before in self._reachable_hexes(start, cost, None):
            came[i] = before
            if i == goal:
                break
        else:
            return None
        way = [goal]
        while way[-1] != start:
            way.append(came[way[-1]])
        return tuple(reversed(way))

    def _reachable_hexes(self, start: Hex, cost: Cost, budget: int | None) -> Iterator[tuple[int, Hex, Hex]]:
        """Yield (cost, hex, previous hex) in order of cost, by Dijkstra's algorithm."""
        best = {start: 0}
        done = bytearray(self.size)
        queue = [(0, start, start)]
        while queue:
            spent, i, before = heappop(queue)
            if done[i]:
                continue
            done[i] = 1
            yield spent, i, before
            for d, n in enumerate(self.neighbours[i]):
                if n < 0 or done[n] or (price := cost(i, d)) is None:
                    continue
                total = spent + price
                if (budget is None or total <= budget) and total < best.get(n, total + 1):
                    best[n] = total
                    heappush(queue, (total, n, i))

    def _lattice(self, i: Hex) -> tuple[int, int]:
        column, row = divmod(i, self.rows)
        return 2 + 3 * column, 1 + 2 * row + self._is_low_column(column)

    def centre(self, hex_id: Hex) -> Point:
        """Return the centre of hex `hex_id` in drawing units."""
        x, y = self._lattice(hex_id)
        return x / 2, y * _HALF_HEIGHT

    def outline(self, hex_id: Hex) -> tuple[Point, ...]:
        """Return the six corners of hex `hex_id`, clockwise from the west end of its north side.

        Corners shared by hexes are equal floats.
        """
        x, y = self._lattice(hex_id)
        return tuple(((x + dx) / 2, (y + dy) * _HALF_HEIGHT) for dx, dy in _CORNERS)

    def hexside(self, hex_id: Hex, direction: Direction) -> tuple[Point, Point]:
        """Return the two ends of a hexside of `hex_id`, clockwise."""
        corners = self.outline(hex_id)
        return corners[direction], corners[(direction + 1) % 6]


def _hex_at(q: int, z: int, n: int, nudge: int) -> tuple[int, int]:
    """Return the hex that contains (q/n, z/n), shifted by a tiny amount to break ties."""
    scale = 12 * n
    points = 12 * q + nudge, 12 * z + 2 * nudge, -12 * (q + z) - 3 * nudge
    nearest = [(p + scale // 2) // scale for p in points]
    errors = [abs(r * scale - p) for r, p in zip(nearest, points, strict=True)]
    worst = errors.index(max(errors))
    if worst == 0:
        nearest[0] = -nearest[1] - nearest[2]
    elif worst == 1:
        nearest[1] = -nearest[0] - nearest[2]
    return nearest[0], nearest[1]
