"""The components: the map and the units, read once from `data/`."""

from __future__ import annotations

from typing import Final

from palatine.core.data import PackageData
from palatine.geography.hexes import HexGrid

DATA: Final = PackageData(__package__)
_BOX: Final = DATA.read_toml("box.toml")
_ROWS: Final = [line.split() for line in DATA.read_lines("map.txt")]

SEATS: Final[tuple[str, ...]] = tuple(_BOX["seats"])
TURNS: Final[int] = _BOX["turns"]
GRID: Final = HexGrid(len(_ROWS[0]), len(_ROWS))
GROUNDS: Final[dict[str, str]] = _BOX["grounds"]
"""The kind of ground for each letter of `map.txt`."""
GROUND: Final = tuple([GROUNDS[_ROWS[i % GRID.rows][i // GRID.rows]] for i in range(GRID.size)])
"""The ground of each hex."""
COST: Final[dict[str, int]] = _BOX["cost"]
"""Movement points to enter a hex, by kind of ground."""
SHELTER: Final[dict[str, int]] = _BOX["shelter"]
"""Strength added to a defender, by kind of ground."""
RIVER: Final = frozenset(
    [(GRID.id(a), GRID.id(b)) for side in _BOX["river"] for a, b in (side.split("-"), side.split("-")[::-1])]
)
"""Pairs of hexes with the river between them, in both orders, except at the bridge."""
TOWNS: Final = tuple([i for i in range(GRID.size) if GROUND[i] == "town"])
WOODS: Final = tuple([tuple([GRID.id(name) for name in _BOX["woods"][seat]]) for seat in SEATS])
"""The woods across the river in which the rangers of each side may hide."""

UNITS: Final = tuple([f"{seat} {unit['name']}" for seat in SEATS for unit in _BOX["unit"]])
SIDE: Final = tuple([side for side in range(len(SEATS)) for _ in _BOX["unit"]])
STRENGTH: Final = tuple([unit["strength"] for _ in SEATS for unit in _BOX["unit"]])
MOVEMENT: Final = tuple([unit["movement"] for _ in SEATS for unit in _BOX["unit"]])
START: Final = tuple([GRID.id(unit["start"][side]) for side in range(len(SEATS)) for unit in _BOX["unit"]])
