"""The world of Loslon: hexes, kingdoms and cities, loaded once from `data/`.

* A hex is an id of `GRID`, and a kingdom an index into `KINGDOMS`.
* The hexside of hex `h` in direction `d` (0 to 5, clockwise from the north) is `h * 6 + d`.
* A hex divided by the sea has several lands, the bits of a mask. Land movement stays on the land it came to (8.14).

`validation` compares the files with the rulebook. Loading rejects only unreadable files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import count, pairwise
from operator import or_
from types import MappingProxyType
from typing import Any, Final

import msgspec

from palatine.core.data import PackageData
from palatine.geography.hexes import DIRECTIONS, Direction, Hex, HexGrid, Point, opposite

DATA: Final = PackageData("palatine.games.dark_emperor")
Cells = Mapping[str, Mapping[str, str]]


def read_cells(text: str) -> dict[str, dict[str, str]]:
    """Return the tables of `map.txt` by name: each maps hex names to cells.

    Raises ValueError if a row has the wrong number of cells.
    """
    tables: dict[str, dict[str, str]] = {}
    columns: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            table = tables.setdefault(line.strip(" []"), {})
        elif not line.startswith("row"):
            columns = line.split()
        else:
            _, row, *cells = line.split()
            if len(cells) != len(columns):
                raise ValueError(f"map.txt, row {row}: {len(cells)} cells for {len(columns)} columns")
            table.update({column + row: cell for column, cell in zip(columns, cells, strict=True)})
    return tables


def read_coast(text: str) -> tuple[tuple[Point, ...], ...]:
    """Return the closed outlines of `coast.txt`, in drawing units."""
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return tuple(_outline([int(word) for word in block.split()]) for block in kept.split("\n\n") if block.strip())


def _outline(numbers: list[int]) -> tuple[Point, ...]:
    x = y = 0
    points = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / 100, y / 100))
    return tuple(points)


_MAP: Final = DATA.read_toml("map.toml")
_CELLS: Final = read_cells(DATA.read_text("map.txt"))
COAST: Final = read_coast(DATA.read_text("coast.txt"))
"""Coast as drawn: closed outlines around land. Not used by the rules."""

# ------------------------------------------------------------------------------------------- kingdoms

AHAUTSIERON, FERLARIE, KELARON, LAMMARECH, LOYMARECH, SCYTHE, STARKEEP, STAVROR, TAL_PLETOR, ZOLAHAURESLOR = range(
    10
)
KINGDOMS: Final[tuple[str, ...]] = tuple(row["name"] for row in _MAP["kingdom"])
TAXATION: Final[tuple[int, ...]] = tuple(row["taxation"] for row in _MAP["kingdom"])
"""By kingdom: the Taxation Value printed next to its name (7.14)."""
_KINGDOM_OF: Final = {row["code"]: k for k, row in enumerate(_MAP["kingdom"])}

# --------------------------------------------------------------------------------------------- ground

GRID: Final = HexGrid(_MAP["columns"], _MAP["rows"], _MAP["shifted"])
HEXES: Final = GRID.size
NEIGHBOURS: Final = GRID.neighbours


def hex_id(name: str) -> Hex:
    """Return the id of the hex numbered `name` on the map."""
    return GRID.id(name)


def hex_name(h: Hex) -> str:
    """Return the number printed in hex `h`."""
    return GRID.name(h)


SEA, SETTLED, MOUNTAIN = range(3)
GROUND_NAMES: Final = ("all-sea", "settled", "mountain")
_LETTERS: Final = {".": SEA, "s": SETTLED, "m": MOUNTAIN}
_GROUND_CELLS: Final = tuple(_CELLS["ground"][GRID.name(h)] for h in range(HEXES))
GROUND: Final = tuple(_LETTERS[cell[0]] for cell in _GROUND_CELLS)
"""By hex: all-sea, or the kind of its land, for coastal and river hexes too.

See the Terrain Effects Chart.
"""
OWNER: Final = tuple(_KINGDOM_OF.get(cell[1:], -1) for cell in _GROUND_CELLS)
"""By hex: the kingdom that owns its land, -1 for all-sea hexes (6.11)."""
LANDS_OF: Final = tuple(tuple(h for h in range(HEXES) if OWNER[h] == k) for k in range(10))

# ------------------------------------------------------------------------------------------- hexsides

ALL_LAND, MIXED, ALL_SEA = "#+~"
EDGE: Final = "-"


def side_kind(cells: Cells, grid: HexGrid, h: Hex, d: Direction) -> str:
    """Return the kind of a hexside in `map.txt`.

    Each is stored once, in the hex to its south or west.
    """
    if d < 3:
        return cells["sides"][grid.name(h)][d]
    n = grid.neighbours[h][d]
    return EDGE if n < 0 else cells["sides"][grid.name(n)][opposite(d)]


_SIDE: Final = tuple(side_kind(_CELLS, GRID, h, d) for h in range(HEXES) for d in range(6))
_SPLIT: Final = {GRID.id(row["hex"]): row["lands"] for row in _MAP["split"]}

PARTS: Final = tuple(len(_SPLIT.get(h, "1")) if GROUND[h] else 0 for h in range(HEXES))
"""By hex: number of lands divided by the sea, 0 for all-sea hexes (8.14)."""


def _touching(h: Hex, d: Direction) -> int:
    """Return the lands of a hex along one of its sides, as bits."""
    if not GROUND[h] or _SIDE[h * 6 + d] not in (ALL_LAND, MIXED):
        return 0
    if h not in _SPLIT:
        return 1
    return reduce(or_, (1 << part for part, sides in enumerate(_SPLIT[h]) if DIRECTIONS[d] in sides), 0)


SIDE_LAND: Final = tuple(_touching(h, d) for h in range(HEXES) for d in range(6))
"""By hexside: lands that touch it, as bits; 0 for all-sea sides and the edge of the map."""
SIDE_SEA: Final = tuple(kind in (MIXED, ALL_SEA) for kind in _SIDE)
"""By hexside: whether all or part of it is sea."""
OFFSHORE: Final = tuple(
    next(r for r in count() if any(GROUND[n] != SEA for n in GRID.ring(h, r))) for h in range(HEXES)
)
"""By hex: distance to the nearest land, in hexes."""
COASTAL: Final = tuple(bool(GROUND[h]) and any(SIDE_SEA[h * 6 : h * 6 + 6]) for h in range(HEXES))
"""By hex: whether it contains land and sea."""


def _waters(h: Hex) -> tuple[frozenset[Hex], ...]:
    """Return the seas that a hex's land separates, each as the hexes it leads to.

    Empty if there are fewer than two.
    """
    wet = SIDE_SEA[h * 6 : h * 6 + 6]
    if PARTS[h] != 1 or all(wet):
        return ()
    seas: list[list[Hex]] = []
    start = wet.index(False)
    for d in [(start + k) % 6 for k in range(1, 6)]:
        if wet[d] and not wet[d - 1]:
            seas.append([])
        if wet[d]:
            seas[-1].append(NEIGHBOURS[h][d])
    return tuple(map(frozenset, seas)) if len(seas) > 1 else ()


WATERS: Final = tuple(map(_waters, range(HEXES)))
"""By hex: its seas if land separates them, each as the hexes it leads to, else () (8.14)."""

# --------------------------------------------------------------------------------------------- rivers

RIVERS: Final = tuple((row["name"], tuple(map(hex_id, row["hexes"].split("-")))) for row in _MAP["river"])
"""Rivers by name, with their hexes from source to mouth."""
RIVER: Final = tuple(any(h in course for _, course in RIVERS) for h in range(HEXES))


def _crossed_by_rivers() -> Iterable[int]:
    for _, course in RIVERS:
        for a, b in pairwise(course):
            yield a * 6 + GRID.direction(a, b)
            yield b * 6 + GRID.direction(b, a)


_CROSSED: Final = frozenset(_crossed_by_rivers())
SIDE_RIVER: Final = tuple(side in _CROSSED for side in range(HEXES * 6))
"""By hexside: whether a river crosses it (8.14)."""
NAVIGABLE: Final = tuple(not GROUND[h] or COASTAL[h] or RIVER[h] for h in range(HEXES))
"""By hex: whether fleets can enter it (8.2)."""

# --------------------------------------------------------------------------------------------- cities


class City(msgspec.Struct, frozen=True):
    """A city of the map; `provenance` applies to its name."""

    hex: Hex
    name: str
    kingdom: int
    value: int
    port: bool
    capital: bool
    provenance: str


def _city(row: Mapping[str, Any]) -> City:
    kingdom = KINGDOMS.index(row["kingdom"])
    capital = row.get("capital", False)
    return City(hex_id(row["hex"]), row["name"], kingdom, row["value"], row["port"], capital, row["provenance"])


CITIES: Final = tuple(_city(row) for row in _MAP["city"])
CITY_AT: Final[Mapping[Hex, int]] = MappingProxyType({city.hex: i for i, city in enumerate(CITIES)})
CITY_VALUE: Final = tuple(CITIES[CITY_AT[h]].value if h in CITY_AT else 0 for h in range(HEXES))
PORT: Final = tuple(h in CITY_AT and CITIES[CITY_AT[h]].port for h in range(HEXES))
CITY_HEXES: Final = tuple(tuple(city.hex for city in CITIES if city.kingdom == k) for k in range(10))
CAPITAL: Final = tuple(city.hex for k in range(10) for city in CITIES if city.capital and city.kingdom == k)
"""By kingdom: the hex of its capital; Ferlarie's is Farnost (ruling Q1)."""

# ---------------------------------------------------------------------------------- other features

RUNES: Final = ("death", "life", "terror", "serenity", "earth", "air", "fire", "water", "metal", "wood")
PENTACLES: Final = tuple(map(hex_id, _MAP["pentacles"]["hexes"]))
"""Hexes where magic hex counters are dealt (5.2)."""
_HOLY: Final = frozenset(map(hex_id, _MAP["holy"]["hexes"]))
HOLY: Final = tuple(h in _HOLY for h in range(HEXES))
_RUNE_HEXES: Final = {hex_id(row["hex"]): RUNES.index(row["name"]) for row in _MAP["rune"]}
RUNE_OF: Final = tuple(_RUNE_HEXES.get(h, -1) for h in range(HEXES))
"""By hex: its rune (12.3), or -1."""
BATTLEFIELDS: Final = tuple((hex_id(row["hex"]), row["name"]) for row in _MAP["battlefield"])
