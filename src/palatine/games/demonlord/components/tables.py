"""The charts: costs of crossing, effects of ground on battles and Rains, siege results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from palatine.games.demonlord.components.world import (
    ALL_ALPS,
    ALL_LAKE,
    BANK,
    BLOCK,
    BRIDGE,
    DATA,
    DESERT,
    FORD,
    FOREST,
    GRID,
    HEXES,
    HILLS,
    LAKE,
    LETTERS,
    MOUNTAINS,
    NEIGHBOURS,
    NO_RIVER,
    OPEN,
    PLAIN_RIVER,
    RIVER,
    ROAD,
    STEPPE,
    SWAMP,
    TERRAIN,
    Row,
)

_TERRAIN: Final = DATA.read_toml("terrain.toml")
_SIEGES: Final = DATA.read_toml("sieges.toml")
_CHART: Final = {LETTERS[row["letter"]]: row for row in _TERRAIN["terrain"]}
_MODES: Final = {"F": "foot", "C": "cavalry", "W": "winged"}


def _column(key: str) -> Mapping[int, int]:
    return MappingProxyType({t: row[key]["value"] for t, row in _CHART.items()})


BATTLE_SIZE: Final = _column("battle_size")
MISSILE_EFFECT: Final = _column("missile")


# The three effects on melee add up: all cavalry, the phasing side, and the phasing side's cavalry.
MELEE_CAVALRY: Final = _column("melee_cavalry")
MELEE_PHASING: Final = _column("melee_phasing")
MELEE_PHASING_CAVALRY: Final = _column("melee_phasing_cavalry")
_RAINS: Final = {key: row["value"] for key, row in _TERRAIN["rains"].items()}


def _river_sides(h: int) -> int:
    return sum(1 for kind in RIVER[h * 6 : h * 6 + 6] if kind)


WET: Final = tuple(
    _river_sides(h) + BLOCK[h * 6 : h * 6 + 6].count(ALL_LAKE) >= _RAINS["river_sides_for_swamp"]
    for h in range(HEXES)
)
"""By hex: whether at least two of its hexsides are river or lake (ruling D9)."""
QUALIFIES_FOR_RAINS: Final = tuple(
    bool(TERRAIN[h] & (LAKE | MOUNTAINS))
    or ALL_ALPS in BLOCK[h * 6 : h * 6 + 6]
    or _river_sides(h) >= _RAINS["river_sides_for_target"]
    for h in range(HEXES)
)
"""By hex: whether it can be the target of the Rains (ruling M19).

Unlike in `WET`, only rivers count: a hex with a lake hexside contains part of a lake, which is sufficient.
"""
FOOT, CAVALRY, WINGED, ALTUHAN, ANCIENTS, WOODS_FOOT, WOODS_WINGED = range(7)
FLYERS: Final = frozenset({WINGED, WOODS_WINGED})
_CLASS_MODES: Final = ("F", "C", "W", "F", "F", "F", "W")
CLASS_OF: Final = {
    ("AH", "F"): ALTUHAN,
    ("AN", "F"): ANCIENTS,
    ("GW", "F"): WOODS_FOOT,
    ("GW", "W"): WOODS_WINGED,
}
_ABILITIES: Final = {key: row["value"] for key, row in _TERRAIN["abilities"].items()}


def _ground_costs(cls: int) -> tuple[tuple[int, int], ...]:
    """Return pairs (terrain, cost) of a movement class, cheapest first, without impassable ones."""
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


def ground_cost(cls: int, terrain: int) -> int:
    """Return the movement points that class `cls` pays for a kind of ground; 0 if impassable."""
    return dict(_GROUND_COSTS[cls]).get(terrain, 0)


def hexside_cost(cls: int, kind: str) -> int:
    """Return the movement points for a kind of hexside; 0 if none or impassable.

    Those of river, ford and bridge are added to the ground's. Those of road, lake and alps replace them.
    """
    crossings = ("", "river", "ford", "bridge")
    return _SURCHARGES[cls][crossings.index(kind)] if kind in crossings else _SIDE_COSTS[cls].get(kind, 0)


_DRY: Final = OPEN | STEPPE | DESERT


def _ground(side: int, flooded: frozenset[int]) -> int:
    """Return the ground of a hex along a hexside, with the effects of the Rains (M20, M44)."""
    mask, h = BANK[side], side // 6
    if h in flooded:
        mask &= ~SWAMP
        if WET[h] and mask & _DRY:
            mask = mask & ~_DRY | SWAMP
    return mask


def _is_flooded(h: int, d: int, flooded: frozenset[int]) -> bool:
    """Return whether the Rains close the hexside, or the hex beyond, to all units (M20)."""
    n = NEIGHBOURS[h][d]
    if n in flooded and TERRAIN[n] & (LAKE | SWAMP):
        return True
    wet = RIVER[h * 6 + d] in (PLAIN_RIVER, FORD) or BLOCK[h * 6 + d] == ALL_LAKE
    return wet and (h in flooded or n in flooded)


def _lowest_cost(cls: int, ground: int, factor: int, high_ground: int) -> int:
    """Return the lowest cost over some ground; 0 if it is impassable to the class."""
    prices = [
        cost * factor + (high_ground if terrain & _HIGH else 0)
        for terrain, cost in _GROUND_COSTS[cls]
        if ground & terrain
    ]
    return min(prices, default=0)


def crossing(cls: int, h: int, d: int, flooded: frozenset[int] = frozenset()) -> int:
    """Return the movement points to leave hex `h` in direction `d`; 0 if it is impassable.

    The mover uses the cheapest ground along the hexside: that of both hexes, unless the map says otherwise (M4, M45).
    Over a river, only the far bank counts, and the river is added. A road makes it one (M5). Hexsides wholly of lake or
    alps are for winged units (M17). `flooded` are the hexes under the Rains (M20, M25, M35, M36, M42 to M44).
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
    far = _ground(n * 6 + (d + 3) % 6, flooded)
    ground = far if river and cls not in FLYERS else far | _ground(side, flooded)
    if cls == ANCIENTS:
        return _lowest_cost(cls, ground, 1, 0)
    surcharge = _SURCHARGES[cls][FORD if river == BRIDGE and rained else river]
    if ROAD[side] and river in (NO_RIVER, BRIDGE):
        return _SIDE_COSTS[cls]["road"] * factor + surcharge
    least = _lowest_cost(cls, ground, factor, _RAINS["high_ground"] if rained else 0)
    return least + surcharge if least else 0


def _table(cls: int) -> tuple[int, ...]:
    return tuple(crossing(cls, h, d) for h in range(HEXES) for d in range(6))


COST: Final = tuple(_table(cls) for cls in range(7))
"""By movement class and hexside: movement points to cross, 0 if impassable."""


@lru_cache(maxsize=256)
def costs(flooded: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """Return `COST` while the Rains affect these hexes; cached."""
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


SURRENDER: Final = -1
TOTALS: Final = 21


def _results(table: str, column: str) -> tuple[int, ...]:
    results = [0] * TOTALS
    for row in _SIEGES["row"]:
        first, last = row["totals"]
        found = row[table][column]
        results[first : last + 1] = [SURRENDER if found == "surrender" else found] * (last + 1 - first)
    return tuple(results)


_SIEGE: Final = tuple(
    tuple(_results(table, column) for column in ("defender", "besieger")) for table in ("invest", "assault")
)


def siege_column(assault: bool, besieger: bool) -> tuple[int, ...]:
    """Return the results by modified total, 0 to 20: enemy troops destroyed, or SURRENDER."""
    return _SIEGE[assault][besieger]


def siege_total(total: int) -> int:
    """Return a total limited to the range of the tables."""
    return min(max(total, 0), TOTALS - 1)
