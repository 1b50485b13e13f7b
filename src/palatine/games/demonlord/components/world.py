"""The map of Demonlord, loaded once from `data/`: ground, hexsides and sites.

Values are ints: a hex is an id of `GRID`, and the hexside of hex `h` in direction `d` (0 to 5, clockwise from the
north) is `h * 6 + d`. `validation` compares the files with the rulebook. Loading rejects only unreadable files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

import msgspec

from palatine.core.data import PackageData
from palatine.geography.hexes import HexGrid

Row = Mapping[str, Any]

DATA: Final = PackageData("palatine.games.demonlord")


def read_ground() -> dict[str, str]:
    """Return the letters of every hex in `map.txt`, by the hex's name.

    Raises ValueError if a row has the wrong number of cells.
    """
    lines = DATA.read_lines("map.txt")
    columns = lines[0].split()
    ground: dict[str, str] = {}
    for line in lines[1:]:
        _, row, *cells = line.split()
        if len(cells) != len(columns):
            raise ValueError(f"map.txt, row {row}: {len(cells)} cells for {len(columns)} columns")
        ground.update({column + row: cell for column, cell in zip(columns, cells, strict=True)})
    return ground


_MAP: Final = DATA.read_toml("map.toml")
_GROUND: Final = read_ground()

# ---------------------------------------------------------------------------------------------- sides

HOSAR, DEMON, NEUTRAL = 0, 1, 2
SIDES: Final = ("hosar", "demon", "neutral")
NEUTRALS: Final = ("AH", "AN", "GW", "LY", "MU")
"""Homeland codes of the neutral states, in the order of ruling A32."""
AH, AN, GW, LY, MU = range(5)

# --------------------------------------------------------------------------------------------- ground

GRID: Final = HexGrid(_MAP["columns"], _MAP["rows"], _MAP["shifted"])
HEXES: Final = GRID.size
NEIGHBOURS: Final = GRID.neighbours
SIDES_OF_HEXES: Final = HEXES * 6


def hex_id(name: str) -> int:
    """Return the id of the hex numbered `name` on the map."""
    return GRID.id(name)


def hex_name(h: int) -> str:
    """Return the number printed in hex `h`."""
    return GRID.name(h)


OPEN, STEPPE, DESERT, FOREST, HILLS, MOUNTAINS, SWAMP, LAKE = (1 << k for k in range(8))
TERRAINS: Final = (OPEN, STEPPE, DESERT, FOREST, HILLS, MOUNTAINS, SWAMP, LAKE)
_NAMES: Final = ("open", "steppe", "desert", "forest", "hills", "mountains", "swamp", "lake")
TERRAIN_NAMES: Final[Mapping[int, str]] = MappingProxyType(dict(zip(TERRAINS, _NAMES, strict=True)))
LETTERS: Final[Mapping[str, int]] = MappingProxyType(dict(zip("OSDFHMWL", TERRAINS, strict=True)))


def _mask(letters: str) -> int:
    mask = 0
    for letter in letters:
        mask |= LETTERS[letter]
    return mask


def terrains_in(mask: int) -> tuple[int, ...]:
    """Return the terrains of a bitmask."""
    return tuple(t for t in TERRAINS if mask & t)


TERRAIN: Final = tuple(_mask(_GROUND[GRID.name(h)]) for h in range(HEXES))
"""By hex: its terrains as a bitmask."""
BATTLE_TERRAINS: Final = tuple(terrains_in(mask & ~LAKE) for mask in TERRAIN)
"""By hex: the terrains on which a battle can be fought there (ruling B18)."""


# ------------------------------------------------------------------------------------------- hexsides

NO_RIVER, PLAIN_RIVER, FORD, BRIDGE = range(4)
ALL_LAKE, ALL_ALPS = 1, 2


def hexside(pair: str) -> tuple[int, int]:
    """Return the two indexes, one for each hex, of a hexside written as `0318/0417`."""
    a, b = (GRID.id(name) for name in pair.split("/"))
    return a * 6 + GRID.direction(a, b), b * 6 + GRID.direction(b, a)


def _sides(marks: Iterable[tuple[str, int]]) -> tuple[int, ...]:
    table = [0] * SIDES_OF_HEXES
    for pair, mark in marks:
        for side in hexside(pair):
            table[side] = mark
    return tuple(table)


def _chain(road: Row) -> Iterable[str]:
    hexes = road["hexes"].split("-")
    return (f"{a}/{b}" for a, b in pairwise(hexes))


_CROSSINGS: Final = {"ford": FORD, "bridge": BRIDGE}
_BARRIERS: Final = {"lake": ALL_LAKE, "alps": ALL_ALPS}

RIVER: Final = _sides(
    [(pair, PLAIN_RIVER) for river in _MAP["river"] for pair in river["sides"]]
    + [(pair, _CROSSINGS[row["kind"]]) for row in _MAP["crossing"] for pair in row["sides"]]
)
"""By hexside: 0 none, 1 a river, 2 a ford, 3 a bridge."""
ROAD: Final = tuple(map(bool, _sides((pair, 1) for road in _MAP["road"] for pair in _chain(road))))
"""By hexside: whether a road crosses it."""
BLOCK: Final = _sides((pair, _BARRIERS[row["kind"]]) for row in _MAP["barrier"] for pair in row["sides"])
"""By hexside: 0 ordinary, 1 wholly lake, 2 wholly alps."""


def banks(rows: Iterable[Row]) -> tuple[int, ...]:
    """Return, by hexside, the ground on its hex's side as a bitmask.

    `rows` list the exceptions. A row has a `side` and either `letters`, the ground in both directions, or, at a river,
    `banks`: the letters on the side of its first hex and of its second (ruling M45).
    """
    table = [TERRAIN[side // 6] for side in range(SIDES_OF_HEXES)]
    for row in rows:
        for side, letters in zip(hexside(row["side"]), row.get("banks") or [row["letters"]] * 2, strict=True):
            table[side] = _mask(letters)
    return tuple(table)


BANK: Final = banks(_MAP.get("hexside", ()))
"""By hexside: ground on its own hex's side, which counts together with the neighbour's."""
ROADS: Final = tuple((road["name"], tuple(map(GRID.id, road["hexes"].split("-")))) for road in _MAP["road"])
"""Roads: name and chain of hexes."""
RIVERS: Final = tuple((river["name"], tuple(river["sides"])) for river in _MAP["river"])
"""Rivers: name and chain of hexsides, written as `0318/0417`."""


# ---------------------------------------------------------------------------------------------- sites


class MapSite(msgspec.Struct, frozen=True):
    """A named place on the map.

    `kind` is city, castle, temple, village or mines, `owner` a side or -1, `codes` the homelands there, and
    `provenance` that of its position.
    """

    hex: int
    name: str
    kind: str
    owner: int
    codes: tuple[str, ...]
    provenance: str


def _site(row: Row) -> MapSite:
    owner = -1 if row["owner"] == "none" else SIDES.index(row["owner"])
    return MapSite(GRID.id(row["hex"]), row["name"], row["kind"], owner, tuple(row["codes"]), row["position"])


SITES: Final = tuple(_site(row) for row in _MAP["site"])
SITE_AT: Final[Mapping[int, int]] = MappingProxyType({site.hex: i for i, site in enumerate(SITES)})
"""By hex with a site: the index into `SITES`."""
HAS_SITE: Final = tuple(h in SITE_AT and SITES[SITE_AT[h]].kind != "mines" for h in range(HEXES))
"""By hex: whether a city, castle, temple or village makes an Earthpit harder (MAG-31)."""


def _hexes(kind: str) -> tuple[int, ...]:
    return tuple(site.hex for site in SITES if site.kind == kind)


def _homeland(code: str) -> tuple[int, ...]:
    return tuple(site.hex for site in SITES if code in site.codes)


def _home(code: str) -> int:
    return _homeland(code)[0]


CITIES: Final = _hexes("city")
CASTLES: Final = _hexes("castle")
FORTRESSES: Final = tuple(sorted(CITIES + CASTLES))
TEMPLES: Final = _hexes("temple")
HOSAR_TEMPLES: Final = _homeland("HO")
TOWNSHIPS: Final = _homeland("WT")
HOMELANDS: Final = tuple(_home(code) for code in NEUTRALS)
"""By neutral state: its homeland hex."""
TIMUR: Final = _home("TI")
NISSHAR: Final = _home("NI")
LYUNG: Final = _home("LY")
NINNGHIZ: Final = _home("TN")
YORGASH_TEMPLE: Final = _home("YO")
SHAMAN_TEMPLE: Final = _home("TS")
ANCIENTS_TEMPLE: Final = _home("AN")
FOREST_TEMPLE: Final = next(site.hex for site in SITES if site.name == "Forest Temple")
HOSAR_CITIES: Final = tuple(site.hex for site in SITES if site.kind == "city" and site.owner == HOSAR)
DEMON_CITIES: Final = tuple(site.hex for site in SITES if site.kind == "city" and site.owner == DEMON)
ENTRANCES: Final = tuple(tuple(map(GRID.id, _MAP["entrances"][side])) for side in SIDES[:2])
"""By player: the hexes where reinforcements enter."""

# ------------------------------------------------------------------------------------------- drawings

SILHOUETTES: Final[Mapping[str, str]] = MappingProxyType(DATA.read_silhouettes())
"""By name: SVG path in a view box of 512 by 512."""
SITE_SILHOUETTE: Final[Mapping[str, str]] = MappingProxyType(dict(_MAP["silhouettes"]))
"""By kind of site: the name of its drawing."""
