"""The map, the counters and the tables of Demonlord, loaded once from `data/` into immutable tables.

Ints inside, names at the border: a hex is an id of `GRID`, a unit an index into the unit tables, a hexside
seen from hex `h` in direction `d` (0 to 5, north and clockwise) the index `h * 6 + d`. Whether the files
agree with the rulebook is the business of `validator`; loading only refuses what cannot be read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

import msgspec

from palatine.geography.hexes import HexGrid

Row = Mapping[str, Any]

DATA: Final = files("palatine.games.demonlord") / "data"


def read_toml(name: str) -> dict[str, Any]:
    """The contents of a TOML file of this game's data."""
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def read_ground(text: str) -> dict[str, str]:
    """The letters of every hex from the text of `map.txt`, by the hex's name."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    columns = lines[0].split()
    ground: dict[str, str] = {}
    for line in lines[1:]:
        _, row, *cells = line.split()
        if len(cells) != len(columns):
            raise ValueError(f"map.txt, row {row}: {len(cells)} cells for {len(columns)} columns")
        ground.update({column + row: cell for column, cell in zip(columns, cells, strict=True)})
    return ground


_MAP: Final = read_toml("map.toml")
_GROUND: Final = read_ground((DATA / "map.txt").read_text(encoding="utf-8"))
_TERRAIN: Final = read_toml("terrain.toml")
_UNITS: Final = read_toml("units.toml")
_SIEGES: Final = read_toml("sieges.toml")
_SPELLS: Final = read_toml("spells.toml")

# ---------------------------------------------------------------------------------------------- sides

HOSAR, DEMON, NEUTRAL = 0, 1, 2
SIDES: Final = ("hosar", "demon", "neutral")
NEUTRALS: Final = ("AH", "AN", "GW", "LY", "MU")
"""The homeland codes of the neutral states, in the order used throughout (ruling A32)."""
AH, AN, GW, LY, MU = range(5)

# --------------------------------------------------------------------------------------------- ground

GRID: Final = HexGrid(_MAP["columns"], _MAP["rows"], _MAP["shifted"])
HEXES: Final = GRID.size
NEIGHBOURS: Final = GRID.neighbours
SIDES_OF_HEXES: Final = HEXES * 6


def hex_id(name: str) -> int:
    """The id of the hex numbered `name` on the map."""
    return GRID.id(name)


def hex_name(h: int) -> str:
    """The number printed in hex `h`."""
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


def flags(mask: int) -> tuple[int, ...]:
    """The terrains in a bitmask, one by one."""
    return tuple(t for t in TERRAINS if mask & t)


TERRAIN: Final = tuple(_mask(_GROUND[GRID.name(h)]) for h in range(HEXES))
"""By hex: the terrains it holds, as a bitmask."""
BATTLE_TERRAINS: Final = tuple(flags(mask & ~LAKE) for mask in TERRAIN)
"""By hex: the terrains a battle there may be fought on (ruling B18)."""

_CHART: Final = {LETTERS[row["letter"]]: row for row in _TERRAIN["terrain"]}
_MODES: Final = {"F": "foot", "C": "cavalry", "W": "winged"}


def _column(key: str) -> Mapping[int, int]:
    return MappingProxyType({t: row[key]["value"] for t, row in _CHART.items()})


BATTLE_SIZE: Final = _column("battle_size")
MISSILE_EFFECT: Final = _column("missile")
# The three effects on melee add up: all cavalry; the phasing side; the phasing side's cavalry besides.
MELEE_CAVALRY: Final = _column("melee_cavalry")
MELEE_PHASING: Final = _column("melee_phasing")
MELEE_PHASING_CAVALRY: Final = _column("melee_phasing_cavalry")

# ------------------------------------------------------------------------------------------- hexsides

NO_RIVER, PLAIN_RIVER, FORD, BRIDGE = range(4)
ALL_LAKE, ALL_ALPS = 1, 2


def hexside(pair: str) -> tuple[int, int]:
    """The two indexes, one from either hex, of a hexside written as `0318/0417`."""
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

ROADS: Final = tuple((road["name"], tuple(map(GRID.id, road["hexes"].split("-")))) for road in _MAP["road"])
"""The roads: name and chain of hexes."""
RIVERS: Final = tuple((river["name"], tuple(river["sides"])) for river in _MAP["river"])
"""The rivers: name and chain of hexsides, written as `0318/0417`."""

_RAINS: Final = {key: row["value"] for key, row in _TERRAIN["rains"].items()}


def _river_sides(h: int) -> int:
    return sum(1 for kind in RIVER[h * 6 : h * 6 + 6] if kind)


WET: Final = tuple(
    _river_sides(h) + BLOCK[h * 6 : h * 6 + 6].count(ALL_LAKE) >= _RAINS["river_sides_for_swamp"]
    for h in range(HEXES)
)
"""By hex: whether it lies along a river or lake for two hexsides or more (ruling D9)."""
QUALIFIES_FOR_RAINS: Final = tuple(
    bool(TERRAIN[h] & (LAKE | MOUNTAINS)) or ALL_ALPS in BLOCK[h * 6 : h * 6 + 6] or _river_sides(h) >= 2
    for h in range(HEXES)
)
"""By hex: whether it may be the target of the Rains (ruling M19)."""

# ------------------------------------------------------------------------------------------- movement

FOOT, CAVALRY, WINGED, ALTUHAN, ANCIENTS, WOODS_FOOT, WOODS_WINGED = range(7)
CLASSES: Final = (
    "foot",
    "cavalry",
    "winged",
    "foot of Altu'han",
    "Ancients",
    "foot of the Great Woods",
    "winged of the Great Woods",
)
FLYERS: Final = frozenset({WINGED, WOODS_WINGED})
_CLASS_MODES: Final = ("F", "C", "W", "F", "F", "F", "W")
_CLASS_OF: Final = {
    ("AH", "F"): ALTUHAN,
    ("AN", "F"): ANCIENTS,
    ("GW", "F"): WOODS_FOOT,
    ("GW", "W"): WOODS_WINGED,
}
_ABILITIES: Final = {key: row["value"] for key, row in _TERRAIN["abilities"].items()}


def _ground_costs(cls: int) -> tuple[tuple[int, int], ...]:
    """(terrain, cost) of a movement class, cheapest first; terrain it cannot cross is left out."""
    mode = _MODES[_CLASS_MODES[cls]]
    costs = {t: row[mode]["value"] for t, row in _CHART.items() if mode in row}
    if cls == ALTUHAN:
        costs[HILLS] = _ABILITIES["altuhan_hills"]
    elif cls in (WOODS_FOOT, WOODS_WINGED):
        costs[FOREST] = _ABILITIES["woods_forest"]
    elif cls == ANCIENTS:
        costs = {t: _ABILITIES["ancients_any"] for t in costs if t != MOUNTAINS}
    return tuple(sorted(costs.items(), key=lambda item: item[1]))


def _by_class(rows: Iterable[Row]) -> tuple[Mapping[str, int], ...]:
    named = {row["name"]: row for row in rows}
    modes = [_MODES[mode] for mode in _CLASS_MODES]
    return tuple({name: row[m]["value"] for name, row in named.items() if m in row} for m in modes)


_GROUND_COSTS: Final = tuple(_ground_costs(cls) for cls in range(7))
_SURCHARGES: Final = tuple((0, of["river"], of["ford"], of["bridge"]) for of in _by_class(_TERRAIN["crossing"]))
_SIDE_COSTS: Final = _by_class(_TERRAIN["hexside"])
_HIGH: Final = HILLS | MOUNTAINS
_DRY: Final = OPEN | STEPPE | DESERT


def _ground(h: int, flooded: frozenset[int]) -> int:
    """The ground of a hex as the Rains leave it (M20, M44)."""
    mask = TERRAIN[h]
    if h in flooded:
        mask &= ~SWAMP
        if WET[h] and mask & _DRY:
            mask = mask & ~_DRY | SWAMP
    return mask


def _is_flooded(h: int, d: int, flooded: frozenset[int]) -> bool:
    """Whether the Rains close the hexside, or the hex it leads to, to everyone (M20)."""
    n = NEIGHBOURS[h][d]
    if n in flooded and TERRAIN[n] & (LAKE | SWAMP):
        return True
    wet = RIVER[h * 6 + d] in (PLAIN_RIVER, FORD) or BLOCK[h * 6 + d] == ALL_LAKE
    return wet and (h in flooded or n in flooded)


def _least(cls: int, ground: int, factor: int, high_ground: int) -> int:
    """The cheapest way over this ground; 0 when the class can cross none of it."""
    prices = [
        cost * factor + (high_ground if terrain & _HIGH else 0)
        for terrain, cost in _GROUND_COSTS[cls]
        if ground & terrain
    ]
    return min(prices, default=0)


def crossing(cls: int, h: int, d: int, flooded: frozenset[int] = frozenset()) -> int:
    """Movement points for a unit of class `cls` to leave hex `h` in direction `d`; 0 when it cannot.

    The mover takes the cheapest ground beside the hexside, that of both hexes together (M4); over a river
    only the far bank's counts, and the river is added. A road makes it one (M5). Wholly lake and alps are for
    winged units (M17). `flooded` are the hexes under the Rains (M20, M25, M35, M36, M42 to M44).
    """
    n = NEIGHBOURS[h][d]
    side = h * 6 + d
    if n < 0 or _is_flooded(h, d, flooded):
        return 0
    rained = h in flooded or n in flooded
    factor = _RAINS["winged_factor"] if cls in FLYERS and n in flooded else 1
    if BLOCK[side]:
        return _SIDE_COSTS[cls].get("lake" if BLOCK[side] == ALL_LAKE else "alps", 0) * factor
    river = RIVER[side]
    ground = _ground(n, flooded) | (0 if river and cls not in FLYERS else _ground(h, flooded))
    if cls == ANCIENTS:
        return _least(cls, ground, 1, 0)
    surcharge = _SURCHARGES[cls][FORD if river == BRIDGE and rained else river]
    if ROAD[side] and river in (NO_RIVER, BRIDGE):
        return _SIDE_COSTS[cls]["road"] * factor + surcharge
    least = _least(cls, ground, factor, _RAINS["high_ground"] if rained else 0)
    return least + surcharge if least else 0


def _table(cls: int) -> tuple[int, ...]:
    return tuple(crossing(cls, h, d) for h in range(HEXES) for d in range(6))


COST: Final = tuple(_table(cls) for cls in range(7))
"""By movement class and hexside: movement points to cross, 0 where it cannot be crossed."""


@lru_cache(maxsize=256)
def costs(flooded: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """`COST` as it is while the Rains lie on these hexes. Cached."""
    if not flooded:
        return COST
    near = flooded.union(*(GRID.adjacent[h] for h in flooded))
    tables = []
    for cls, dry in enumerate(COST):
        table = list(dry)
        for h in near:
            for d in range(6):
                if h in flooded or NEIGHBOURS[h][d] in flooded:
                    table[h * 6 + d] = crossing(cls, h, d, flooded)
        tables.append(tuple(table))
    return tuple(tables)


# ---------------------------------------------------------------------------------------------- sites


class Site(msgspec.Struct, frozen=True):
    """A place with a name: `kind` is city, castle, temple, village or mines; `owner` a side, or -1 for
    nobody; `codes` the homelands there; `provenance` where its hex comes from."""

    hex: int
    name: str
    kind: str
    owner: int
    codes: tuple[str, ...]
    provenance: str


def _site(row: Row) -> Site:
    owner = -1 if row["owner"] == "none" else SIDES.index(row["owner"])
    return Site(GRID.id(row["hex"]), row["name"], row["kind"], owner, tuple(row["codes"]), row["position"])


SITES: Final = tuple(_site(row) for row in _MAP["site"])
SITE_AT: Final[Mapping[int, int]] = MappingProxyType({site.hex: i for i, site in enumerate(SITES)})
"""By hex: the index into `SITES`; hexes without a site are left out."""
HAS_SITE: Final = tuple(h in SITE_AT and SITES[SITE_AT[h]].kind != "mines" for h in range(HEXES))
"""By hex: whether a city, castle, temple or village makes an Earthpit harder there (MAG-31)."""


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
"""By player: the hexes where reinforcements come on."""

# ---------------------------------------------------------------------------------------------- units

_ROWS: Final[tuple[Row, ...]] = tuple(_UNITS["unit"])
_HOMES: Final[Mapping[str, Row]] = {row["code"]: row for row in _UNITS["homeland"]}
_ARMOURS: Final = ("none", "medium", "heavy")

UNITS: Final = len(_ROWS)
UNIT_KEY: Final = tuple(str(row["id"]) for row in _ROWS)
UNIT_BY_KEY: Final[Mapping[str, int]] = MappingProxyType({key: u for u, key in enumerate(UNIT_KEY)})
UNIT_NAME: Final = tuple(str(row["name"]) for row in _ROWS)
UNIT_CODE: Final = tuple(str(row["code"]) for row in _ROWS)
UNIT_SIDE: Final = tuple(SIDES.index(_HOMES[code]["side"]) for code in UNIT_CODE)
UNIT_NEUTRAL: Final = tuple(NEUTRALS.index(code) if code in NEUTRALS else -1 for code in UNIT_CODE)
"""By unit: the index of its neutral state, -1 for the players' own."""
IS_TROOP: Final = tuple(row["kind"] == "troop" for row in _ROWS)
TROOPS: Final = frozenset(u for u in range(UNITS) if IS_TROOP[u])
MODE: Final = tuple(str(row["mode"]) for row in _ROWS)
SILHOUETTE: Final = tuple(str(row["silhouette"]) for row in _ROWS)


def _figures(key: str, absent: int = 0) -> tuple[int, ...]:
    return tuple(int(row.get(key, absent)) for row in _ROWS)


MP: Final = _figures("mp")
# Troops; 0 for characters.
MISSILE: Final = _figures("missile")
MELEE: Final = _figures("melee")
MORALE: Final = _figures("morale")
ARMOUR: Final = tuple(_ARMOURS.index(row.get("armour", "none")) for row in _ROWS)
# Characters; 0, and -1 for leadership, for troops.
POWER: Final = _figures("power")
RANGE: Final = _figures("range")
LEAD: Final = _figures("lead", -1)
"""By unit: army leadership, -1 where the counter says "no"."""

START: Final = tuple(GRID.id(row["start"]) if row["start"].isdigit() else -1 for row in _ROWS)
"""By unit: the hex it starts in, -1 when it is placed by choice or dice or begins off the map."""
CLASS: Final = tuple(
    _CLASS_OF.get((code, mode), "FCW".index(mode)) for code, mode in zip(UNIT_CODE, MODE, strict=True)
)
"""By unit: its movement class, an index into `COST`."""


def _units(code: str) -> tuple[int, ...]:
    return tuple(u for u in range(UNITS) if UNIT_CODE[u] == code)


UNITS_OF_CODE: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType({code: _units(code) for code in _HOMES})
DEVOTEES: Final = UNITS_OF_CODE["HO"]
TOWNSMEN: Final = UNITS_OF_CODE["WT"]
MERCENARIES: Final = UNITS_OF_CODE["ME"]
INNER_KINGDOM: Final = UNITS_OF_CODE["IK"]
CONJURATIONS: Final = UNITS_OF_CODE["TNC"]
(LIGHT_SPIRIT,) = UNITS_OF_CODE["IN"]
(WEST_WIZARD,) = UNITS_OF_CODE["INR"]
(YORGASH,) = UNITS_OF_CODE["YO"]
(SHAMAN,) = UNITS_OF_CODE["TS"]
OLD_ONE: Final = UNIT_BY_KEY["AN-old-one"]
BEAST_GOD: Final = UNIT_BY_KEY["GW-beast-god"]
FOREST_SPIRIT: Final = UNIT_BY_KEY["GW-forest-spirit"]
WOODS_CHIEF: Final = UNIT_BY_KEY["GW-woods-chief"]
SPIRITS: Final = (LIGHT_SPIRIT, WEST_WIZARD, YORGASH, SHAMAN, OLD_ONE, BEAST_GOD, FOREST_SPIRIT)
"""The single units that come by invocation."""
INVOKED: Final = tuple(sorted(SPIRITS + CONJURATIONS))
"""All units that come by invocation."""
BALRON_SET: Final = tuple(UNIT_BY_KEY[key] for key in ("MU-balron", "MU-trolls"))
DWARF_SET: Final = tuple(UNIT_BY_KEY[key] for key in ("MU-dwarf-king", "MU-dwarves-1", "MU-dwarves-2"))
MINERS: Final = tuple(UNIT_BY_KEY[key] for key in ("MU-slave-miners-1", "MU-slave-miners-2"))
"""Ula's slave miners, who come with either ruler and are in neither of the two sets."""

# --------------------------------------------------------------------------------------------- sieges

SURRENDER: Final = -1
TOTALS: Final = 21


def _results(table: str, column: str) -> tuple[int, ...]:
    results = [0] * TOTALS
    for row in _SIEGES["row"]:
        first, last = row["totals"]
        found = row[table][column]
        results[first : last + 1] = [SURRENDER if found == "surrender" else found] * (last + 1 - first)
    return tuple(results)


SIEGE: Final = tuple(
    tuple(_results(table, column) for column in ("defender", "besieger")) for table in ("invest", "assault")
)
"""`SIEGE[assault][besieger][total]`: enemy troops destroyed, or SURRENDER; total 0 to 20 after modifiers."""

# ---------------------------------------------------------------------------------------------- magic

VISION, CLOAK, FORCEMARCH, EARTHPIT, SPELLGATE, DARKNESS, NECROMON, LIGHT, RAINS = range(9)
SPELLS: Final = tuple(str(row["name"]) for row in _SPELLS["spell"])
SPELL_SILHOUETTE: Final = tuple(str(row["silhouette"]) for row in _SPELLS["spell"])


def _by_side(key: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row.get(side, {}).get(key, 0) for row in _SPELLS["spell"]) for side in SIDES[:2])


SPELL_POWER: Final = _by_side("power")
"""By player and spell: the power its marker asks for, 0 when the player has no such marker."""
SPELL_LIMIT: Final = _by_side("success")
"""By player and spell: the highest die with which it works."""
MARKERS: Final = tuple(tuple(s for s, power in enumerate(powers) if power) for powers in SPELL_POWER)
"""By player: the spells of his seven markers."""
EARTHPIT_PENALTY: Final[int] = _SPELLS["spell"][EARTHPIT]["site_penalty"]

# ------------------------------------------------------------------------------------------- drawings

SILHOUETTES: Final[Mapping[str, str]] = MappingProxyType(
    msgspec.json.decode((DATA / "silhouettes.json").read_bytes(), type=dict[str, str])
)
"""By name: an SVG path in a view box of 512 by 512."""
SITE_SILHOUETTE: Final[Mapping[str, str]] = MappingProxyType(dict(_MAP["silhouettes"]))
"""By kind of site: the name of its drawing."""
HOMELAND_COLOUR: Final[Mapping[str, str]] = MappingProxyType({code: row["colour"] for code, row in _HOMES.items()})
"""By homeland code: the colour of its counters, in words."""
