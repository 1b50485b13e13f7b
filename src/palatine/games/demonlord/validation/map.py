"""Checks of the map, its hexsides and its sites against the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from palatine.core.validation import expect
from palatine.games.demonlord.validation import printed
from palatine.games.demonlord.validation.files import PROVENANCES, GameFiles
from palatine.geography.hexes import HexGrid


def _grid(data: GameFiles) -> HexGrid:
    return HexGrid(data.map["columns"], data.map["rows"], data.map["shifted"])


def _hex_pair(side: str) -> tuple[str, str]:
    a, b = side.split("/")
    return a, b


def _key(side: str) -> str:
    return "/".join(sorted(_hex_pair(side)))


def _are_adjacent(grid: HexGrid, a: str, b: str) -> bool:
    return grid.id(b) in grid.adjacent[grid.id(a)]


def grid(data: GameFiles) -> Iterator[str]:
    """Check the size of the map, and the hexes the rulebook calls adjacent (GEN-03)."""
    yield from expect((data.map["columns"], data.map["rows"]), (22, 23), "columns and rows of the map")
    hexes = _grid(data)
    for side in sorted(printed.LAKE_SIDES | printed.ALP_SIDES):
        if not _are_adjacent(hexes, *_hex_pair(side)):
            yield f"{side}: the rulebook makes these hexes neighbours, this numbering does not"
    for i in range(hexes.size):
        if hexes.name(i) not in data.ground:
            yield f"{hexes.name(i)}: map.txt has no cell for it"
    if len(data.ground) != hexes.size:
        yield f"map.txt has {len(data.ground)} cells for {hexes.size} hexes"


def ground(data: GameFiles) -> Iterator[str]:
    """Check the letters of the map, and the ground the rulebook states for some hexes (GEN-04)."""
    for name, letters in data.ground.items():
        if unknown := set(letters) - set("OSDFHMWL"):
            yield f"{name}: unknown letters {''.join(sorted(unknown))}"
        if not set(letters) - {"L"}:
            yield f"{name}: no ground but water, so no battle could be fought there"
    for row in data.map["ground"]:
        if set(data.ground[row["hex"]]) != set(row["letters"]):
            yield f"{row['hex']}: map.txt has {data.ground[row['hex']]}, map.toml says {row['letters']}"
    yield from expect(set(data.ground["1004"]), {"O", "H"}, "ground in 1004")
    for side in sorted(printed.ALP_SIDES):
        for name in _hex_pair(side):
            if not set(data.ground[name]) & {"H", "M"}:
                yield f"{name}: beside alps, but neither hills nor mountains"
    banks = [_hex_pair(side) for side in _river_sides(data) if "0218" in side]
    if not any("W" in data.ground[a] and "W" in data.ground[b] for a, b in banks):
        yield "0218: the rulebook has a river near Barthek with swamp on both banks"


def regions(data: GameFiles) -> Iterator[str]:
    """Check that open country prevails north and west, steppe south-east, with the desert in it."""
    hexes = _grid(data)
    north_west = Counter(c for n, cell in data.ground.items() if n[:2] <= "11" and n[2:] <= "12" for c in cell)
    south_east = Counter(c for n, cell in data.ground.items() if n[:2] > "11" and n[2:] > "12" for c in cell)
    if north_west.most_common(1)[0][0] != "O":
        yield "open countryside does not prevail in the north-west"
    if south_east.most_common(1)[0][0] != "S":
        yield "steppe does not prevail in the south-east"
    for name, letters in data.ground.items():
        around = [letters, *(data.ground[hexes.name(n)] for n in hexes.adjacent[hexes.id(name)])]
        if "D" in letters and not any("S" in cell for cell in around) and not all("D" in cell for cell in around):
            yield f"{name}: desert that is not in the steppe"


def _river_sides(data: GameFiles) -> list[str]:
    return [_key(side) for river in data.map["river"] for side in river["sides"]]


def _crossings(data: GameFiles, kind: str) -> set[str]:
    return {_key(side) for row in data.map["crossing"] if row["kind"] == kind for side in row["sides"]}


def _barriers(data: GameFiles, kind: str) -> set[str]:
    return {_key(side) for row in data.map["barrier"] if row["kind"] == kind for side in row["sides"]}


def _chain(road: Mapping[str, Any]) -> list[str]:
    hexes: list[str] = road["hexes"].split("-")
    return hexes


def _road_sides(data: GameFiles) -> set[str]:
    return {_key(f"{a}/{b}") for road in data.map["road"] for a, b in pairwise(_chain(road))}


def barriers(data: GameFiles) -> Iterator[str]:
    """Check that exactly three hexsides are wholly lake and six wholly alps (MOV-16)."""
    yield from expect(_barriers(data, "lake"), printed.LAKE_SIDES, "hexsides wholly lake")
    yield from expect(_barriers(data, "alps"), printed.ALP_SIDES, "hexsides wholly alps")
    for side in sorted(_barriers(data, "lake")):
        for name in _hex_pair(side):
            if "L" not in data.ground[name]:
                yield f"{name}: beside a lake hexside, but no part of a lake"


def rivers(data: GameFiles) -> Iterator[str]:
    """Check that rivers are chains of hexsides, and that bridges and fords are on them."""
    hexes = _grid(data)
    sides = _river_sides(data)
    for side, times in Counter(sides).items():
        if times > 1:
            yield f"{side}: listed {times} times as a river"
        if not _are_adjacent(hexes, *_hex_pair(side)):
            yield f"{side}: a river between hexes that are not neighbours"
    for river in data.map["river"]:
        for before, after in pairwise(river["sides"]):
            if not _touch(hexes, before, after):
                yield f"{river['name']}: broken between {before} and {after}"
    for kind in ("ford", "bridge"):
        for side in sorted(_crossings(data, kind) - set(sides)):
            yield f"{side}: a {kind} without a river"
    for side in sorted(_crossings(data, "ford") & _crossings(data, "bridge")):
        yield f"{side}: both ford and bridge"
    for side in sorted(set(sides) & (_barriers(data, "lake") | _barriers(data, "alps"))):
        yield f"{side}: a river on a hexside that is wholly lake or alps"


def _touch(hexes: HexGrid, one: str, other: str) -> bool:
    """Return whether two hexsides share a corner.

    They share a hex, and their other two hexes are adjacent.
    """
    common = set(_hex_pair(one)) & set(_hex_pair(other))
    if len(common) != 1:
        return False
    (a,), (b,) = set(_hex_pair(one)) - common, set(_hex_pair(other)) - common
    return _are_adjacent(hexes, a, b)


def roads(data: GameFiles) -> Iterator[str]:
    """Check that roads are chains of hexes, cross rivers by bridges, and avoid lakes and alps."""
    hexes = _grid(data)
    for road in data.map["road"]:
        for a, b in pairwise(_chain(road)):
            if not _are_adjacent(hexes, a, b):
                yield f"{road['name']}: {a} and {b} are not neighbours"
    sides, bridges = _road_sides(data), _crossings(data, "bridge")
    for side in sorted(sides & set(_river_sides(data)) - bridges):
        yield f"{side}: a road crosses a river without a bridge"
    for side in sorted(bridges - sides):
        yield f"{side}: a bridge without a road"
    for side in sorted(sides & (_barriers(data, "lake") | _barriers(data, "alps"))):
        yield f"{side}: a road across a lake or alps"


def entrances(data: GameFiles) -> Iterator[str]:
    """Check that reinforcements enter by six roads at the edges of the map (REIN-06, REIN-08)."""
    hexes = _grid(data)
    ends = {end for road in data.map["road"] for end in (_chain(road)[0], _chain(road)[-1])}
    for side, wanted in printed.ENTRANCES.items():
        found = data.map["entrances"][side]
        yield from expect(set(found), wanted, f"entrances of {side}")
        for name in found:
            if name not in ends:
                yield f"{name}: an entrance where no road ends"
            if len(hexes.adjacent[hexes.id(name)]) == 6:
                yield f"{name}: an entrance that is not on the edge of the map"


def hexsides(data: GameFiles) -> Iterator[str]:
    """Check that most hexsides have mixed ground, and that foot can reach all hexes from Timur."""
    if (share := share_of_mixed_sides(data)) <= 0.5:
        yield f"only {share:.0%} of the hexsides carry two kinds of ground; the rulebook says most do"
    hexes = _grid(data)
    walkable = {row["letter"] for row in data.terrain["terrain"] if "foot" in row}
    closed = _barriers(data, "lake") | _barriers(data, "alps")
    timur = next(site["hex"] for site in data.map["site"] if site["name"] == "Timur")
    reached, queue = {timur}, [timur]
    for here in queue:
        for n in hexes.adjacent[hexes.id(here)]:
            there = hexes.name(n)
            by = (set(data.ground[here]) | set(data.ground[there])) & walkable
            if there not in reached and by and _key(f"{here}/{there}") not in closed:
                reached.add(there)
                queue.append(there)
    for name in sorted(set(data.ground) - reached):
        yield f"{name}: cannot be reached on foot from Timur"


def hexsides_apart(data: GameFiles) -> Iterator[str]:
    """Check hexsides with ground of their own: listed once, with ground of their hexes (MOV-02)."""
    rivers = set(_river_sides(data))
    listed = [_key(row["side"]) for row in data.map.get("hexside", ())]
    for side, times in Counter(listed).items():
        if times > 1:
            yield f"{side}: its ground is given {times} times"
    for row in data.map.get("hexside", ()):
        pair, parted = _hex_pair(row["side"]), row.get("banks")
        if not _are_adjacent(_grid(data), *pair):
            yield f"{row['side']}: ground between hexes that are not neighbours"
        if bool(parted) != (_key(row["side"]) in rivers):
            yield f"{row['side']}: banks are for hexsides with a river, and for those alone"
        if row["provenance"] not in PROVENANCES:
            yield f"{row['side']}: its ground comes from {row['provenance']!r}"
        lots: list[tuple[str, tuple[str, ...]]] = [(row.get("letters", ""), pair)]
        if parted:
            lots = [(letters, (name,)) for letters, name in zip(parted, pair, strict=True)]
        for letters, hexes in lots:
            there = {letter for name in hexes for letter in data.ground[name]}
            if not letters or set(letters) - there:
                yield f"{row['side']}: {letters!r} is not a ground of {' and '.join(hexes)}"


def share_of_mixed_sides(data: GameFiles) -> float:
    """Return the share of hexsides inside the map with two or more kinds of ground."""
    hexes = _grid(data)
    sides = [(i, n) for i in range(hexes.size) for n in hexes.adjacent[i] if i < n]
    mixed = sum(len(set(data.ground[hexes.name(i)] + data.ground[hexes.name(n)]) - {"L"}) >= 2 for i, n in sides)
    return mixed / len(sides)


def sites(data: GameFiles) -> Iterator[str]:
    """Check the sites with printed hexes, and the number of each kind (GEN-05, SET-06)."""
    rows: list[dict[str, Any]] = data.map["site"]
    at = {row["hex"]: row for row in rows}
    hexes = _grid(data)
    for name, times in Counter([row["hex"] for row in rows] + [row["name"] for row in rows]).items():
        if times > 1:
            yield f"{name}: two sites of this name or in this hex"
    for row in rows:
        hexes.id(row["hex"])
        if row["position"] not in PROVENANCES:
            yield f"{row['name']}: its position comes from {row['position']!r}"
    for name, (called, kind) in printed.SITES.items():
        found = (at[name]["name"], at[name]["kind"]) if name in at else None
        yield from expect(found, (called, kind), f"site in {name}")
    for owner, wanted in printed.CITIES.items():
        named = {row["name"] for row in rows if row["kind"] == "city" and row["owner"] == owner}
        yield from expect(named, wanted, f"cities of {owner}")
    towns = {row["name"] for row in rows if "WT" in row["codes"]}
    yield from expect(towns, printed.TOWNSHIPS, "western townships")
    yield from expect(sum("HO" in row["codes"] for row in rows), 4, "Temples of Hosar")
    yield from expect({r["name"] for r in rows if r["kind"] == "castle"} >= {"Lyung", "Midazu"}, True, "castles")
    for code, name in printed.HOMELANDS.items():
        yield from expect([r["hex"] for r in rows if code in r["codes"]], [name], f"homeland of {code}")


def garrisons(data: GameFiles) -> Iterator[str]:
    """Check that every fortress starts with units of its owner only (SIEGE-05)."""
    sides = {row["code"]: row["side"] for row in data.units["homeland"]}
    for site in data.map["site"]:
        if site["kind"] in ("city", "castle"):
            inside = {sides[row["code"]] for row in data.units["unit"] if row["start"] == site["hex"]}
            if inside != {site["owner"]}:
                yield f"{site['name']}: begins with {site['owner']}, but units of {sorted(inside)} are in it"


CHECKS: Final = (
    grid,
    ground,
    regions,
    barriers,
    rivers,
    roads,
    entrances,
    hexsides,
    hexsides_apart,
    sites,
    garrisons,
)
