"""The map: squares, provinces by terrain, cities and adjacency.

Squares are their printed numbers, 1 to 108. Terrains are small letters, as on the map; "x" is a start square, whose
terrain its player chooses.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec

from palatine.core.data import PackageData

Row = Mapping[str, Any]
Amounts = tuple[tuple[str, int], ...]
Shape = TypeVar("Shape", bound=msgspec.Struct)
DATA: Final = PackageData("palatine.games.lord_and_master")


def read_row(shape: type[Shape], found: Row) -> Shape:
    """Return a row of a table as a struct, ignoring keys without a field."""
    return msgspec.convert({key: found[key] for key in shape.__annotations__}, shape)


_MAP: Final = DATA.read_toml("map.toml")


def read_map(text: str) -> tuple[str, ...]:
    """Return the letters of `map.txt` by square from 1; index 0 is unused."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return ("", *(letter for _, *letters in lines for letter in letters))


ROWS: Final[int] = _MAP["rows"]
COLUMNS: Final[int] = _MAP["columns"]
SQUARES: Final = ROWS * COLUMNS
TERRAIN: Final = read_map(DATA.read_text("map.txt"))
"""Letter of the printed terrain by square, "x" for a start square; index 0 is unused."""
START_GROUPS: Final[tuple[tuple[int, int, int], ...]] = tuple((a, b, c) for a, b, c in _MAP["start"]["groups"])
"""The squares that players start with, three each."""


def row(square: int) -> int:
    """Return the row of a square: 1 in the north to 12 in the south."""
    return (square - 1) // COLUMNS + 1


def column(square: int) -> int:
    """Return the column of a square: 1 in the west to 9 in the east."""
    return (square - 1) % COLUMNS + 1


def distance(a: int, b: int) -> int:
    """Return the number of orthogonal steps between two squares (R28)."""
    return abs(row(a) - row(b)) + abs(column(a) - column(b))


def _steps(square: int) -> tuple[int, int, int, int]:
    north = square - COLUMNS if row(square) > 1 else 0
    east = square + 1 if column(square) < COLUMNS else 0
    south = square + COLUMNS if row(square) < ROWS else 0
    west = square - 1 if column(square) > 1 else 0
    return north, east, south, west


STEPS: Final = ((0, 0, 0, 0), *(_steps(square) for square in range(1, SQUARES + 1)))
"""Squares to the north, east, south and west by square; 0 beyond the map."""
NEIGHBOURS: Final = tuple(tuple(n for n in steps if n) for steps in STEPS)
"""Neighbours by square, in the order north, east, south, west (LM-MV-02)."""


class Province(msgspec.Struct, frozen=True):
    """A column of the province chart.

    * `recruits`: alternatives.
    * `leader`: class and level.
    * `bribe`: prices of +1 and +2.
    * `cost`: movement points to enter.
    """

    letter: str
    name: str
    tax: int
    tribute: int
    leader: tuple[str, int]
    treasury: int
    force: Amounts
    recruits: Amounts
    base: int
    favoured: frozenset[str]
    disliked: frozenset[str]
    bribe: tuple[int, int]
    cost: int


class City(msgspec.Struct, frozen=True):
    """A row of the city table; `race` is that of the garrison."""

    name: str
    square: int
    race: str
    tax: int
    tribute: int
    treasury: int
    leader: tuple[str, int]
    force: Amounts
    silhouette: str


PROVINCES: Final[Mapping[str, Province]] = MappingProxyType(
    {found["letter"]: read_row(Province, found) for found in _MAP["province"]}
)
"""Provinces by terrain letter."""
CITIES: Final[Mapping[int, City]] = MappingProxyType(
    {found["square"]: read_row(City, found) for found in _MAP["city"]}
)
"""Cities by square."""
CITY_CAPACITY: Final[int] = _MAP["capacity"]["city"]
FORT_CAPACITY: Final[int] = _MAP["capacity"]["fort"]
CITY_BASE: Final[int] = _MAP["city_diplomacy"]["base"]
CITY_SAME_RACE: Final[int] = _MAP["city_diplomacy"]["same_race"]
CITY_OTHER_RACE: Final[int] = _MAP["city_diplomacy"]["other_race"]
CITY_BRIBE: Final[tuple[int, int]] = tuple(_MAP["city_diplomacy"]["bribe"])
"""Prices of +1 and +2 in a city, in multiples of its tax."""
CITY_RECRUITS: Final[int] = _MAP["city_diplomacy"]["recruits"]
CITY_STATE_TAX: Final[int] = _MAP["city_state"]["tax"]
CITY_STATE_TRIBUTE: Final[int] = _MAP["city_state"]["tribute"]
SILHOUETTE: Final[Mapping[str, str]] = MappingProxyType(dict(_MAP["silhouettes"]))
"""Names of drawings for the markers treasury, boneyard, siege and feaster."""
