"""The areas and cities of the Young Kingdoms, loaded from `data/` into immutable tables.

Areas and nations are numbers internally and names at the interface: lands precede seas, nations are indexes into
`NATIONS`. Loading rejects only unreadable data; `validation` compares it with the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from palatine.core.data import PackageData
from palatine.geography.areas import OUTSIDE, Area, AreaMap, Border, Point

DATA: Final = PackageData("palatine.games.elric")
Row = Mapping[str, Any]

NATIONS: Final = (
    "Argimiliar", "Bakshaan", "Dharijor", "Dhoz-Kam", "Eshmir", "Filkhar", "Ilmiora", "Isle of Purple Towns",
    "Jharkor", "Lormyr", "Melnibone", "Nadsokor", "Org", "Pan Tang", "Pikarayd", "Shazaar", "Tarkesh", "Vilmir",
)  # fmt: skip
DHARIJOR, ESHMIR, JHARKOR, MELNIBONE_NATION, PAN_TANG, SHAZAAR, TARKESH = map(
    NATIONS.index, ("Dharijor", "Eshmir", "Jharkor", "Melnibone", "Pan Tang", "Shazaar", "Tarkesh")
)
CONTINENTS: Final = ("north", "south", "west", "jungle", "island")


def read_borders(text: str, keys: Sequence[str]) -> Iterator[Border]:
    """Iterate over the borders of `outlines.txt`, in units of the drawing.

    Raises ValueError for an unknown key.
    """
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for block in filter(str.strip, kept.split("\n\n")):
        left, right, *numbers = block.split()
        yield Border(_side(left, keys), _side(right, keys), _walked([int(number) for number in numbers]))


def _side(key: str, keys: Sequence[str]) -> Area:
    return OUTSIDE if key == "-" else keys.index(key)


def _walked(numbers: list[int]) -> tuple[Point, ...]:
    x = y = 0
    points = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / 100, y / 100))
    return tuple(points)


# ---------------------------------------------------------------------------------------------- areas

_MAP: Final = DATA.read_toml("areas.toml")
_LANDS: Final[tuple[Row, ...]] = tuple(_MAP["land"])
_SEAS: Final[tuple[Row, ...]] = tuple(_MAP["sea"])
_ROWS: Final = _LANDS + _SEAS

AREA_KEY: Final[tuple[str, ...]] = tuple(row["key"] for row in _ROWS)
AREA_NAME: Final[tuple[str, ...]] = tuple(row["name"] for row in _ROWS)
AREA_BY_KEY: Final[Mapping[str, Area]] = MappingProxyType({key: area for area, key in enumerate(AREA_KEY)})
AREAS: Final = len(_ROWS)
LANDS: Final = range(len(_LANDS))
SEAS: Final = range(len(_LANDS), AREAS)
IS_SEA: Final = tuple(area in SEAS for area in range(AREAS))


def _listed(name: str) -> tuple[tuple[Area, ...], ...]:
    return tuple(tuple(sorted(AREA_BY_KEY[key] for key in row.get(name, ()))) for row in _ROWS)


LAND_NEIGHBOURS: Final = _listed("land")
"""By area: the lands that can be entered from a land by land; () for seas."""
SEA_NEIGHBOURS: Final = _listed("sea")
"""By area: the seas that can be entered from a sea; () for lands."""
COASTS: Final = _listed("coast")
"""By area: a land's coastal seas, or the lands adjacent to a sea."""
_EDGES: Final = tuple(
    (a, b) for a in range(AREAS) for b in LAND_NEIGHBOURS[a] + SEA_NEIGHBOURS[a] + COASTS[a] if a < b
)
MAP: Final = AreaMap(AREA_KEY, AREA_NAME, _EDGES, read_borders(DATA.read_text("outlines.txt"), AREA_KEY))
NEIGHBOURS: Final = MAP.neighbours
"""By area: all adjacent areas, by land, by sea or across the coast."""
OUTLINES: Final = MAP.outlines
"""By area: its outline in the drawing, without effect on the rules."""
AT: Final[tuple[Point, ...]] = tuple((float(row["at"][0]), float(row["at"][1])) for row in _ROWS)
"""By area: the position of pieces in the drawing."""
SITE: Final[tuple[Point, ...]] = tuple(
    (float(row["site"][0]), float(row["site"][1])) if "site" in row else AT[area] for area, row in enumerate(_ROWS)
)
"""By area: the position of its city or star symbol."""

WORLD: Final[Point] = (float(_MAP["map"]["width"]), float(_MAP["map"]["height"]))
"""Width and height of the drawing."""
LABELS: Final = tuple(
    (row["text"], row["kind"], float(row["size"]), tuple((float(x), float(y)) for x, y in row["points"]))
    for row in _MAP["label"]
)
"""Names in the drawing: text, kind ("sea", "wild" or "nation:NAME"), size and path."""

ISLETS: Final = tuple(((float(row["at"][0]), float(row["at"][1])), float(row["size"])) for row in _MAP["islet"])
"""Islands in the drawing that are not areas: centre and size (3.1)."""

BLOCKED: Final = frozenset(
    (min(a, b), max(a, b)) for a, b in (map(AREA_BY_KEY.__getitem__, row["between"]) for row in _MAP["range"])
)
"""Pairs of adjacent lands separated by mountains, the lower number first (7.5.3)."""

IS_WILD: Final = tuple(bool(row.get("wild")) or row.get("rule") == "chaos" for row in _ROWS)
"""By area: whether it is wilderness, including the Straits of Chaos (3.1, 7.5.5)."""
NATION_OF: Final = tuple(NATIONS.index(row["nation"]) if "nation" in row else -1 for row in _ROWS)
"""By area: the nation whose home territory it is, -1 for none (7.2)."""
CONTINENT: Final = tuple(CONTINENTS.index(row["continent"]) if "continent" in row else -1 for row in _ROWS)
"""By area: its continent; -1 for seas."""
REGION: Final[tuple[str, ...]] = tuple(row.get("region", row["name"]) for row in _ROWS)
"""By area: the name of its region, such as the Weeping Waste; its own name if it has none."""
GROUND: Final[tuple[tuple[str, ...], ...]] = tuple(tuple(row.get("ground", ())) for row in _ROWS)
"""By area: the vegetation of a wilderness, for display only."""

# --------------------------------------------------------------------------------------------- cities


class City(msgspec.Struct, frozen=True):
    """A city, or several in one province that count as one.

    `provenance` is that of its name. `wall` is 0, 3 or 5 (7.5.2, 7.5.6, 7.5.7). `port` is the sea of its anchor, -1 for
    none (7.5.9). `defence` is its own defence while neutral (10.9.3). The `main` city of a wild nation is not a
    capital.
    """

    area: Area
    names: tuple[str, ...]
    nation: int
    wall: int
    capital: bool
    main: bool
    port: Area
    defence: int
    provenance: str

    @property
    def name(self) -> str:
        return " and ".join(self.names)


def _city(row: Row) -> City:
    port = AREA_BY_KEY[row["anchor"]] if "anchor" in row else -1
    return City(
        AREA_BY_KEY[row["area"]], tuple(row["names"]), NATIONS.index(row["nation"]), row["wall"],
        row["role"] == "capital", row["role"] == "main", port, row["defence"], row["provenance"],
    )  # fmt: skip


CITIES: Final = tuple(_city(row) for row in _MAP["city"])
CITY_AT: Final[Mapping[Area, int]] = MappingProxyType({city.area: i for i, city in enumerate(CITIES)})
WALL: Final = tuple(CITIES[CITY_AT[a]].wall if a in CITY_AT else 0 for a in range(AREAS))
"""By area: the wall value of its city (7.5.2, 7.5.7)."""
CITY_NATION: Final = tuple(CITIES[CITY_AT[a]].nation if a in CITY_AT else -1 for a in range(AREAS))
"""By area: the nation of its city, -1 for none."""
PORT_SEA: Final = tuple(CITIES[CITY_AT[a]].port if a in CITY_AT else -1 for a in range(AREAS))
"""By area: the one sea from which fleets enter its port, -1 for none (7.5.9)."""
DEFENCE: Final = tuple(CITIES[CITY_AT[a]].defence if a in CITY_AT else 0 for a in range(AREAS))
"""By area: the defence of its city while neutral (10.9.3)."""
CITIES_OF: Final = tuple(tuple(city.area for city in CITIES if city.nation == n) for n in range(len(NATIONS)))
"""By nation: the areas of its cities."""
PORTS_OF: Final = tuple(tuple(a for a in CITIES_OF[n] if PORT_SEA[a] >= 0) for n in range(len(NATIONS)))
CAPITAL: Final = tuple(
    next(city.area for city in CITIES if city.nation == n and (city.capital or city.main))
    for n in range(len(NATIONS))
)
"""By nation: the area of its capital, or of the main city for Dhoz-Kam and Org (12.1.1)."""

# ------------------------------------------------------------------------------------- places by name

STARS: Final = tuple(a for a in LANDS if "star" in _ROWS[a])
"""The thirteen areas with a star, the spell symbol (3.1; ruling A-02)."""
FILLED_STARS: Final = tuple(a for a in STARS if _ROWS[a]["star"] == "filled")
"""The twelve stars that hold a spell at the start (4.0)."""


def _ruled(rule: str) -> Area:
    return next(a for a in SEAS if _ROWS[a].get("rule") == rule)


def _region(name: str) -> tuple[Area, ...]:
    return tuple(a for a in LANDS if REGION[a] == name)


BOILING, TEETH, STRAITS = map(_ruled, ("boiling", "teeth", "chaos"))
MELNIBONE: Final = CAPITAL[MELNIBONE_NATION]
RLIN: Final = AREA_BY_KEY["rlin"]
MORDAGA: Final = AREA_BY_KEY["mordaga"]
KANELOON: Final = AREA_BY_KEY["kaneloon"]
ASHANELOON: Final = AREA_BY_KEY["ashan"]
WEEPING_WASTE: Final = _region("Weeping Waste")
"""The home of the Flamebringers, including Mordaga's Castle (11.0)."""
SOUTHERN_WILDS: Final = tuple(a for a in LANDS if CONTINENT[a] == CONTINENTS.index("south") and IS_WILD[a])
"""The wilderness of the southern continent, the home of the Kelmain (11.0)."""
