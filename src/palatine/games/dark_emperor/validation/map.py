"""Checks of the map against the rulebook.

Most of `data/map.txt` and `data/map.toml` is invented, as the printed map is not available. Owners of the game are
invited to correct it. Each check takes the data as read and yields its problems in plain words. `validate()` runs all
checks. An empty list means that nothing contradicts the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any, Final

import msgspec

from palatine.core.validation import Checks, expect, provenance_problems
from palatine.games.dark_emperor.components.world import (
    ALL_LAND,
    ALL_SEA,
    DATA,
    EDGE,
    MIXED,
    RUNES,
    read_cells,
    read_coast,
    side_kind,
)
from palatine.games.dark_emperor.validation import printed, printed_map
from palatine.games.dark_emperor.validation.coast import CoastSurvey, drawn_otherwise
from palatine.geography.hexes import DIRECTIONS, Hex, HexGrid, Point

Row = dict[str, Any]
PROVENANCES: Final = ("rulebook", "reported", "inferred", "invented")


class MapFiles(msgspec.Struct):
    """The map files as read."""

    map: dict[str, Any]
    cells: dict[str, dict[str, str]]
    coast: tuple[tuple[Point, ...], ...]


def read_map_files() -> MapFiles:
    """Return the data of the game."""
    return MapFiles(
        map=DATA.read_toml("map.toml"),
        cells=read_cells(DATA.read_text("map.txt")),
        coast=read_coast(DATA.read_text("coast.txt")),
    )


# ----------------------------------------------------------------------------------------------- hexes


def _grid(data: MapFiles) -> HexGrid:
    return HexGrid(data.map["columns"], data.map["rows"], data.map["shifted"])


def _is_land(data: MapFiles, name: str) -> bool:
    return data.cells["ground"][name][0] != "."


def _owner(data: MapFiles, name: str) -> str:
    """Return the kingdom that owns the land in a hex, or ""."""
    code = data.cells["ground"][name][1:]
    return next((str(row["name"]) for row in data.map["kingdom"] if row["code"] == code), "")


def _side(data: MapFiles, grid: HexGrid, h: Hex, d: int) -> str:
    return side_kind(data.cells, grid, h, d)


def _is_coastal(data: MapFiles, grid: HexGrid, name: str) -> bool:
    h = grid.id(name)
    return _is_land(data, name) and any(_side(data, grid, h, d) in (MIXED, ALL_SEA) for d in range(6))


def size(data: MapFiles) -> Iterator[str]:
    """Check the numbering: 40 columns of 27 hexes, with a cell for each in both tables."""
    yield from expect((data.map["columns"], data.map["rows"]), printed_map.SIZE, "columns and rows of the map")
    grid = _grid(data)
    for table in ("ground", "sides"):
        cells = data.cells[table]
        for h in range(grid.size):
            if grid.name(h) not in cells:
                yield f"{grid.name(h)}: no cell in [{table}] of map.txt"
        if len(cells) != grid.size:
            yield f"[{table}] of map.txt has {len(cells)} cells for {grid.size} hexes"


def ground(data: MapFiles) -> Iterator[str]:
    """Check that hexes are sea, settled or mountain, and that only land has a kingdom (6.11)."""
    yield from expect([row["name"] for row in data.map["kingdom"]], [*printed_map.KINGDOMS], "kingdoms")
    codes = {row["code"] for row in data.map["kingdom"]}
    for name, cell in data.cells["ground"].items():
        if cell[0] not in ".sm":
            yield f"{name}: unknown ground {cell[0]!r}"
        elif cell[0] == "." and cell != "...":
            yield f"{name}: an all-sea hex, but {cell[1:]!r} owns it"
        elif cell[0] != "." and cell[1:] not in codes:
            yield f"{name}: land without a kingdom, {cell[1:]!r} is none"


def hexsides(data: MapFiles) -> Iterator[str]:
    """Check that hexsides are all land, all sea or mixed, and that land adjoins land (8.14)."""
    grid = _grid(data)
    for h in range(grid.size):
        name = grid.name(h)
        for d in range(3):
            n, kind = grid.neighbours[h][d], _side(data, grid, h, d)
            where = f"{name}, {DIRECTIONS[d]} side"
            if (kind == EDGE) != (n < 0):
                yield f"{where}: {kind!r}, {'beyond it the map ends' if n < 0 else 'but the map goes on'}"
            elif kind not in (ALL_LAND, MIXED, ALL_SEA, EDGE):
                yield f"{where}: unknown kind {kind!r}"
            elif kind in (ALL_LAND, MIXED):
                for sea in (name, grid.name(n)):
                    if not _is_land(data, sea):
                        yield f"{where}: {kind!r} says there is land, but {sea} is all sea"


def splits(data: MapFiles) -> Iterator[str]:
    """Check hexes with several lands: 0514 is reached from northwest and southeast (8.14)."""
    grid = _grid(data)
    lands = {row["hex"]: row["lands"] for row in data.map["split"]}
    hex_, one, other = printed_map.SPLIT
    found = lands.get(hex_, [])
    sides = [[d for d in (one, other) if d in land] for land in found]
    if sorted(sides) != [[one], [other]]:
        yield f"{hex_}: two lands, reached from {one} and from {other} and not joined, but its lands are {found}"
    for name, parts in lands.items():
        for d, direction in enumerate(DIRECTIONS):
            kind = _side(data, grid, grid.id(name), d)
            touching = sum(direction in land for land in parts)
            if (kind in (ALL_SEA, EDGE)) != (touching == 0):
                yield f"{name}, {direction} side: {kind!r}, but {touching} of its lands lie along it"
            if kind == ALL_LAND and touching > 1:
                yield f"{name}, {direction} side: all land, but {touching} lands that the sea parts lie along it"


# ---------------------------------------------------------------------------------------------- rivers


def _course(row: Row) -> list[str]:
    hexes: list[str] = row["hexes"].split("-")
    return hexes


def _river_hexes(data: MapFiles) -> set[str]:
    return {name for row in data.map["river"] for name in _course(row)}


def rivers(data: MapFiles) -> Iterator[str]:
    """Check that rivers run over land hexes to the sea, a river or the edge (8.2)."""
    grid = _grid(data)
    parted = {row["hex"] for row in data.map["split"]}
    for row in data.map["river"]:
        course = _course(row)
        for name in course:
            if not _is_land(data, name):
                yield f"{row['name']}: {name} is all sea"
            if name in parted:
                yield f"{row['name']}: {name} has several lands, and it is open through which the river runs"
        for a, b in pairwise(course):
            if grid.id(b) not in grid.adjacent[grid.id(a)]:
                yield f"{row['name']}: {a} and {b} are not neighbours"
            elif _side(data, grid, grid.id(a), grid.direction(grid.id(a), grid.id(b))) == ALL_SEA:
                yield f"{row['name']}: only sea between {a} and {b}"
        mouth = course[-1]
        others = {name for other in data.map["river"] if other is not row for name in _course(other)}
        on_edge = len(grid.adjacent[grid.id(mouth)]) < 6
        if not (_is_coastal(data, grid, mouth) or mouth in others or on_edge):
            yield f"{row['name']}: ends inland, in {mouth}"


def confluence(data: MapFiles) -> Iterator[str]:
    """Check that two rivers meet at the Confluence."""
    around: set[str] = set()
    for row in data.map["river"]:
        for a, b in pairwise(_course(row)):
            around |= {b} if a == printed_map.CONFLUENCE else {a} if b == printed_map.CONFLUENCE else set()
    if len(around) < 3:
        yield f"{printed_map.CONFLUENCE}: the Confluence, but no rivers meet there"


# ---------------------------------------------------------------------------------------------- cities


def cities(data: MapFiles) -> Iterator[str]:
    """Check each kingdom's cities and ports, and printed ones (5.31 to 5.3.10, 7.23)."""
    rows: list[Row] = data.map["city"]
    for name, times in Counter([row["hex"] for row in rows] + [row["name"] for row in rows]).items():
        if times > 1:
            yield f"{name}: {times} cities of this name or in this hex"
    for kingdom, (count, ports) in printed_map.KINGDOMS.items():
        own = [row for row in rows if row["kingdom"] == kingdom]
        yield from expect(len(own), count, f"cities of {kingdom}")
        yield from expect(sum(row["port"] for row in own), ports, f"ports of {kingdom}")
    at = {row["hex"]: row for row in rows}
    for hex_, (name, kingdom, is_port) in (printed_map.CAPITALS | printed_map.OTHER_CITIES).items():
        row = at.get(hex_, {})
        yield from expect((row.get("name"), row.get("kingdom")), (name, kingdom), f"city in {hex_}")
        if is_port and not row.get("port"):
            yield f"{hex_}: {name} is a port in the rulebook"
    capitals = {row["hex"] for row in rows if row.get("capital")}
    yield from expect(capitals, set(printed_map.CAPITALS), "capitals")
    for name, kingdom in printed_map.NAMED_CITIES.items():
        yield from expect([row["kingdom"] for row in rows if row["name"] == name], [kingdom], f"kingdom of {name}")


def city_values(data: MapFiles) -> Iterator[str]:
    """Check that Sudrin-Lor has the highest City Value, four, and each capital its kingdom's."""
    hex_, highest = printed_map.HIGHEST
    for row in data.map["city"]:
        if not 1 <= row["value"] <= highest:
            yield f"{row['name']}: City Value {row['value']}, but they go from 1 to {highest}"
        if row["hex"] == hex_:
            yield from expect(row["value"], highest, f"City Value of {row['name']}")
        capital = next(c for c in data.map["city"] if c.get("capital") and c["kingdom"] == row["kingdom"])
        if row["value"] > capital["value"]:
            yield f"{row['name']}: City Value {row['value']}, more than its capital's"


def city_hexes(data: MapFiles) -> Iterator[str]:
    """Check that cities are in their kingdom, and ports on water (5.31 to 5.3.10, 8.2)."""
    grid, on_river = _grid(data), _river_hexes(data)
    parted = {row["hex"] for row in data.map["split"]}
    for row in data.map["city"]:
        name, owner = row["name"], _owner(data, row["hex"])
        if owner != row["kingdom"]:
            yield f"{row['hex']}: {name} is a city of {row['kingdom']} on land of {owner or 'nobody'}"
        if row["hex"] in parted:
            yield f"{row['hex']}: {name} is in a hex of several lands, and it is open on which it stands"
        if row["port"] and not (_is_coastal(data, grid, row["hex"]) or row["hex"] in on_river):
            yield f"{row['hex']}: {name} is a port without coast or river"


def sailing(data: MapFiles) -> Iterator[str]:
    """Check that fleets can sail between all ports, by sea or river (8.14, 8.2)."""
    grid = _grid(data)
    along = {frozenset(pair) for row in data.map["river"] for pair in pairwise(_course(row))}
    ports = [row["hex"] for row in data.map["city"] if row["port"]]
    reached, queue = {ports[0]}, [ports[0]]
    for here in queue:
        for d, n in enumerate(grid.neighbours[grid.id(here)]):
            there = grid.name(n) if n >= 0 else here
            by_sea = _side(data, grid, grid.id(here), d) in (MIXED, ALL_SEA)
            if there not in reached and (by_sea or frozenset((here, there)) in along):
                reached.add(there)
                queue.append(there)
    for name in ports:
        if name not in reached:
            yield f"{name}: no fleet can sail from {ports[0]} to this port"


def starting_stacks(data: MapFiles) -> Iterator[str]:
    """Check that the units in capitals respect the stacking limits, with fleets of ports (10)."""
    for row in data.map["city"]:
        if not row.get("capital"):
            continue
        units = printed.CAPITALS[row["kingdom"]][row["hex"]] + row["port"]
        limit = (2 if data.cells["ground"][row["hex"]][0] == "m" else 4) + row["value"]
        if units > limit:
            yield f"{row['hex']}: {units} units begin in {row['name']}, but it holds {limit}"


# -------------------------------------------------------------------------------------- other features


def magic_places(data: MapFiles) -> Iterator[str]:
    """Check pentacles on water, rune hexes and holy places (5.2, 6.14, 12.3).

    There are seven pentacles, a Death hex, no Air hex, and a holy place in Starkeep.
    """
    grid, on_river = _grid(data), _river_hexes(data)
    pentacles = data.map["pentacles"]["hexes"]
    yield from expect(len(set(pentacles)), printed_map.PENTACLES, "pentacles")
    for name in pentacles:
        if _is_land(data, name) and not (_is_coastal(data, grid, name) or name in on_river):
            yield f"{name}: a pentacle away from water, where Ssstoth could not be"
    runes = [row["name"] for row in data.map["rune"]]
    for name in sorted(set(runes) - set(RUNES)):
        yield f"{name}: no rune"
    yield from expect(("death" in runes, "air" in runes), (True, False), "rune hexes of Death and of Air")
    if len({row["hex"] for row in data.map["rune"]}) != len(runes):
        yield "two runes in one hex"
    holy = data.map["holy"]["hexes"]
    if "Starkeep" not in {_owner(data, name) for name in holy}:
        yield "no holy place in Starkeep"
    for name in chain(holy, (row["hex"] for row in data.map["rune"])):
        grid.id(name)


def battlefields(data: MapFiles) -> Iterator[str]:
    """Check that eight battlefields are on land (5.1)."""
    rows: list[Row] = data.map["battlefield"]
    yield from expect({row["name"] for row in rows}, printed_map.BATTLEFIELDS, "battlefields")
    for row in rows:
        if not _is_land(data, row["hex"]):
            yield f"{row['hex']}: {row['name']} is at sea"


def taxation(data: MapFiles) -> Iterator[str]:
    """Check that Taxation Values are the sums of yields (7.13, 7.14; rulings P3 to P5, P7)."""
    on_river = _river_hexes(data)
    total = 0
    for row in data.map["kingdom"]:
        hexes = [name for name in data.cells["ground"] if _owner(data, name) == row["name"]]
        values = sum(city["value"] for city in data.map["city"] if city["kingdom"] == row["name"])
        found = sum((data.cells["ground"][name][0] == "s") + (name in on_river) for name in hexes) + values
        if found != row["taxation"]:
            yield f"{row['name']}: Taxation Value {row['taxation']}, but its hexes and cities make {found}"
        total += found if row["name"] != "Zolahaureslor" else 0
    if total < printed_map.HIGHEST_BAND:
        yield f"all kingdoms but Zolahaureslor make {total}, and nobody could reach {printed_map.HIGHEST_BAND}"


def map_provenance(data: MapFiles) -> Iterator[str]:
    """Check that each entry has a provenance."""
    singles = (data.map["pentacles"], data.map["holy"])
    tables = ("kingdom", "city", "river", "split", "battlefield", "rune", "label")
    rows = chain(singles, *(data.map[table] for table in tables))
    told = ((str(row.get("name", row.get("hex", row))), row) for row in rows)
    yield from provenance_problems(told, PROVENANCES, exceptions="from")


def coast(data: MapFiles) -> Iterator[str]:
    """Check that the coast, if given, is drawn in accordance with the hexsides."""
    if not data.coast:
        return
    grid, survey = _grid(data), CoastSurvey(data.coast)
    for h in range(grid.size):
        for d in range(3):
            kind = _side(data, grid, h, d)
            if kind != EDGE and (wrong := drawn_otherwise(kind, survey.share(grid, h, d))):
                yield f"{grid.name(h)}, {DIRECTIONS[d]} side: {kind!r}, but in coast.txt {wrong}"


CHECKS: Final = (
    size, ground, hexsides, splits, rivers, confluence, cities, city_values, city_hexes, sailing, starting_stacks,
    magic_places, battlefields, taxation, map_provenance, coast,
)  # fmt: skip
validate_map: Final = Checks(read_map_files, CHECKS)
