"""Does the data agree with everything the rulebook fixes?

The printed map, charts and counters are not all known, so much of `data/` is reconstructed, and owners of the
game are invited to correct it. Each function here takes the data, as read, and tells what is wrong with it in
plain words. `validate()` asks them all; an empty list means that nothing in the rulebook is contradicted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

import msgspec

from palatine.games.demonlord.components.world import DATA, read_ground, read_toml
from palatine.games.demonlord.validation import printed
from palatine.geography.hexes import HexGrid


class Data(msgspec.Struct):
    """The files of `data/` as they are read, before anything is made of them."""

    map: dict[str, Any]
    ground: dict[str, str]
    terrain: dict[str, Any]
    sieges: dict[str, Any]
    spells: dict[str, Any]
    units: dict[str, Any]
    clauses: list[dict[str, Any]]
    rulings: list[dict[str, Any]]
    silhouettes: dict[str, str]


def read() -> Data:
    """The data that comes with the game."""
    return Data(
        map=read_toml("map.toml"),
        ground=read_ground((DATA / "map.txt").read_text(encoding="utf-8")),
        terrain=read_toml("terrain.toml"),
        sieges=read_toml("sieges.toml"),
        spells=read_toml("spells.toml"),
        units=read_toml("units.toml"),
        clauses=read_toml("clauses.toml")["clause"],
        rulings=read_toml("rulings.toml")["ruling"],
        silhouettes=msgspec.json.decode((DATA / "silhouettes.json").read_bytes(), type=dict[str, str]),
    )


PROVENANCES: Final = ("rulebook", "published", "implied", "reconstructed")


def validate(data: Data | None = None) -> list[str]:
    """Everything in the data (by default that of the game) which contradicts the rulebook or itself."""
    data = read() if data is None else data
    return [problem for check in CHECKS for problem in _asked(check, data)]


def _asked(check: Callable[[Data], Iterator[str]], data: Data) -> Iterator[str]:
    try:
        yield from check(data)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        about = check.__name__.replace("_", " ")
        yield f"{about}: the data cannot be read ({type(error).__name__}: {error})"


def _expect(found: object, wanted: object, what: str) -> Iterator[str]:
    if found != wanted:
        yield f"{what}: {found!r} where the rulebook has {wanted!r}"


# ---------------------------------------------------------------------------------------------- ground


def _grid(data: Data) -> HexGrid:
    return HexGrid(data.map["columns"], data.map["rows"], data.map["shifted"])


def _pair(side: str) -> tuple[str, str]:
    a, b = side.split("/")
    return a, b


def _key(side: str) -> str:
    return "/".join(sorted(_pair(side)))


def _are_adjacent(grid: HexGrid, a: str, b: str) -> bool:
    return grid.id(b) in grid.adjacent[grid.id(a)]


def grid(data: Data) -> Iterator[str]:
    """The numbering: the size of the map, and the pairs of hexes the rulebook calls adjacent (GEN-03)."""
    yield from _expect((data.map["columns"], data.map["rows"]), (22, 23), "columns and rows of the map")
    hexes = _grid(data)
    for side in sorted(printed.LAKE_SIDES | printed.ALP_SIDES):
        if not _are_adjacent(hexes, *_pair(side)):
            yield f"{side}: the rulebook makes these hexes neighbours, this numbering does not"
    for i in range(hexes.size):
        if hexes.name(i) not in data.ground:
            yield f"{hexes.name(i)}: map.txt has no cell for it"
    if len(data.ground) != hexes.size:
        yield f"map.txt has {len(data.ground)} cells for {hexes.size} hexes"


def ground(data: Data) -> Iterator[str]:
    """The letters of the map, and what the rulebook says of the ground in some hexes (GEN-04)."""
    for name, letters in data.ground.items():
        if unknown := set(letters) - set("OSDFHMWL"):
            yield f"{name}: unknown letters {''.join(sorted(unknown))}"
        if not set(letters) - {"L"}:
            yield f"{name}: no ground but water, so no battle could be fought there"
    for row in data.map["ground"]:
        if set(data.ground[row["hex"]]) != set(row["letters"]):
            yield f"{row['hex']}: map.txt has {data.ground[row['hex']]}, map.toml says {row['letters']}"
    yield from _expect(set(data.ground["1004"]), {"O", "H"}, "ground in 1004")
    for side in sorted(printed.ALP_SIDES):
        for name in _pair(side):
            if not set(data.ground[name]) & {"H", "M"}:
                yield f"{name}: beside alps, but neither hills nor mountains"
    banks = [_pair(side) for side in _river_sides(data) if "0218" in side]
    if not any("W" in data.ground[a] and "W" in data.ground[b] for a, b in banks):
        yield "0218: the rulebook has a river near Barthek with swamp on both banks"


def regions(data: Data) -> Iterator[str]:
    """Open countryside prevails north and west, steppe in the south-east, with the desert in the steppe."""
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


# -------------------------------------------------------------------------------------------- hexsides


def _river_sides(data: Data) -> list[str]:
    return [_key(side) for river in data.map["river"] for side in river["sides"]]


def _crossings(data: Data, kind: str) -> set[str]:
    return {_key(side) for row in data.map["crossing"] if row["kind"] == kind for side in row["sides"]}


def _barriers(data: Data, kind: str) -> set[str]:
    return {_key(side) for row in data.map["barrier"] if row["kind"] == kind for side in row["sides"]}


def _chain(road: Mapping[str, Any]) -> list[str]:
    hexes: list[str] = road["hexes"].split("-")
    return hexes


def _road_sides(data: Data) -> set[str]:
    return {_key(f"{a}/{b}") for road in data.map["road"] for a, b in pairwise(_chain(road))}


def barriers(data: Data) -> Iterator[str]:
    """Three hexsides are wholly lake, six wholly alps, and no others (MOV-16)."""
    yield from _expect(_barriers(data, "lake"), printed.LAKE_SIDES, "hexsides wholly lake")
    yield from _expect(_barriers(data, "alps"), printed.ALP_SIDES, "hexsides wholly alps")
    for side in sorted(_barriers(data, "lake")):
        for name in _pair(side):
            if "L" not in data.ground[name]:
                yield f"{name}: beside a lake hexside, but no part of a lake"


def rivers(data: Data) -> Iterator[str]:
    """Rivers run from hexside to hexside; bridges and fords are on them."""
    hexes = _grid(data)
    sides = _river_sides(data)
    for side, times in Counter(sides).items():
        if times > 1:
            yield f"{side}: listed {times} times as a river"
        if not _are_adjacent(hexes, *_pair(side)):
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
    """Whether two hexsides meet at a corner: they share a hex, and their other two hexes are neighbours."""
    common = set(_pair(one)) & set(_pair(other))
    if len(common) != 1:
        return False
    (a,), (b,) = set(_pair(one)) - common, set(_pair(other)) - common
    return _are_adjacent(hexes, a, b)


def roads(data: Data) -> Iterator[str]:
    """Roads run from hex to hex, over rivers by bridges, and off the map at the six entrances."""
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


def entrances(data: Data) -> Iterator[str]:
    """Reinforcements come on by six roads at the edges of the map (REIN-06, REIN-08)."""
    hexes = _grid(data)
    ends = {end for road in data.map["road"] for end in (_chain(road)[0], _chain(road)[-1])}
    for side, wanted in printed.ENTRANCES.items():
        found = data.map["entrances"][side]
        yield from _expect(set(found), wanted, f"entrances of {side}")
        for name in found:
            if name not in ends:
                yield f"{name}: an entrance where no road ends"
            if len(hexes.adjacent[hexes.id(name)]) == 6:
                yield f"{name}: an entrance that is not on the edge of the map"


def hexsides(data: Data) -> Iterator[str]:
    """Most hexsides carry two kinds of ground or more, and every hex can be walked to from Timur."""
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


def share_of_mixed_sides(data: Data) -> float:
    """The share of the hexsides inside the map that carry two kinds of ground or more."""
    hexes = _grid(data)
    sides = [(i, n) for i in range(hexes.size) for n in hexes.adjacent[i] if i < n]
    mixed = sum(len(set(data.ground[hexes.name(i)] + data.ground[hexes.name(n)]) - {"L"}) >= 2 for i, n in sides)
    return mixed / len(sides)


# ----------------------------------------------------------------------------------------------- sites


def sites(data: Data) -> Iterator[str]:
    """The places the rulebook gives a hex, and how many of each kind there are (GEN-05, SET-06)."""
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
        yield from _expect(found, (called, kind), f"site in {name}")
    for owner, wanted in printed.CITIES.items():
        named = {row["name"] for row in rows if row["kind"] == "city" and row["owner"] == owner}
        yield from _expect(named, wanted, f"cities of {owner}")
    towns = {row["name"] for row in rows if "WT" in row["codes"]}
    yield from _expect(towns, printed.TOWNSHIPS, "western townships")
    yield from _expect(sum("HO" in row["codes"] for row in rows), 4, "Temples of Hosar")
    yield from _expect({r["name"] for r in rows if r["kind"] == "castle"} >= {"Lyung", "Midazu"}, True, "castles")
    for code, name in printed.HOMELANDS.items():
        yield from _expect([r["hex"] for r in rows if code in r["codes"]], [name], f"homeland of {code}")


def garrisons(data: Data) -> Iterator[str]:
    """Every fortress begins with a unit of its owner in it, and with no other (SIEGE-05)."""
    sides = {row["code"]: row["side"] for row in data.units["homeland"]}
    for site in data.map["site"]:
        if site["kind"] in ("city", "castle"):
            inside = {sides[row["code"]] for row in data.units["unit"] if row["start"] == site["hex"]}
            if inside != {site["owner"]}:
                yield f"{site['name']}: begins with {site['owner']}, but units of {sorted(inside)} are in it"


# --------------------------------------------------------------------------------------------- terrain


def _value(row: Mapping[str, Any], key: str) -> Any:
    return row[key]["value"] if key in row else None


def terrain_chart(data: Data) -> Iterator[str]:
    """The figures of the chart that rules and examples give away (MOV-10 to MOV-14)."""
    of = {row["name"]: row for row in data.terrain["terrain"]}
    for name, mode, wanted in (
        ("open", "foot", 1),
        ("open", "cavalry", 1),
        ("hills", "foot", 2),
        ("hills", "cavalry", 2),
        ("forest", "foot", 2),
        ("forest", "winged", 2),
        ("hills", "battle_size", 7),
        ("hills", "missile", 0),
        ("hills", "melee_cavalry", 0),
        ("hills", "melee_phasing", 0),
        ("hills", "melee_phasing_cavalry", 0),
    ):
        yield from _expect(_value(of[name], mode), wanted, f"{name}, {mode}")
    if _value(of["open"], "battle_size") == 7:
        yield "open, battle_size: 7, but the battle example tells it from the hills by its size"
    if not any(_value(of["mountains"], key) for key in _EFFECTS):
        yield "mountains: no effect on battles, but the Ancients have an extra one"
    if set(of) != set(_NAMES.values()) or {row["letter"]: row["name"] for row in of.values()} != _NAMES:
        yield f"the kinds of ground are {sorted(of)}"


_EFFECTS: Final = ("missile", "melee_cavalry", "melee_phasing", "melee_phasing_cavalry")
_WORDS: Final = ("open", "steppe", "desert", "forest", "hills", "mountains", "swamp")
_NAMES: Final = dict(zip("OSDFHMW", _WORDS, strict=True))


def movement_examples(data: Data) -> Iterator[str]:
    """The two worked cases of the rulebook (MOV-10, MOV-13)."""
    of = {row["name"]: row for row in data.terrain["terrain"]}
    ridden = [
        min(_value(of[name], "cavalry") for name in ground)
        for ground in (("open", "hills"), ("hills",), ("open", "forest"))
    ]
    yield from _expect(ridden, [1, 2, 1], "the cavalry of the movement example pays")
    river = _value({row["name"]: row for row in data.terrain["crossing"]}["river"], "foot")
    waded = [river + _value(of[name], "foot") for name in ("forest", "open")]
    yield from _expect(waded, [4, 3], "foot over a river into forest, into open ground pays")


def crossings(data: Data) -> Iterator[str]:
    """Rivers, fords and bridges grow easier; lakes and alps are for wings only (MOV-12, MOV-14)."""
    of = {row["name"]: row for row in data.terrain["crossing"]}
    for mode in ("foot", "cavalry"):
        river, ford, bridge = (_value(of[name], mode) for name in ("river", "ford", "bridge"))
        if not river > ford > bridge >= 0:
            yield f"{mode}: river {river}, ford {ford}, bridge {bridge} do not grow easier in this order"
    sides = {row["name"]: row for row in data.terrain["hexside"]}
    for name in ("lake", "alps"):
        if sides[name].keys() & {"foot", "cavalry"}:
            yield f"{name}: open to foot or cavalry"
        if "winged" not in sides[name]:
            yield f"{name}: closed to winged units"
    for key, row in data.terrain["abilities"].items():
        yield from _expect(row["value"], 1, f"ability {key}")
    rains = {key: row["value"] for key, row in data.terrain["rains"].items()}
    wanted = {"high_ground": 1, "winged_factor": 2, "river_sides_for_swamp": 2}
    yield from _expect(rains, wanted, "the Rains")


# ------------------------------------------------------------------------------------------------ units


def _digits(row: Mapping[str, Any]) -> str:
    return "".join(str(row[key]) for key in ("missile", "melee", "morale", "mp"))


def counters(data: Data) -> Iterator[str]:
    """154 counters in all, and so many of each homeland (GEN-06, UNIT-01, UNIT-02)."""
    rows: list[dict[str, Any]] = data.units["unit"]
    if strange := {row["kind"] for row in rows} - {"character", "troop"}:
        yield f"units that are neither characters nor troops: {sorted(strange)}"
    markers = sum(side in row for row in data.spells["spell"] for side in ("hosar", "demon"))
    yield from _expect(len(rows) + markers + printed.POINT_MARKERS, printed.COUNTERS, "counters")
    codes = Counter(row["code"] for row in rows)
    for code, wanted in printed.UNITS_OF_CODE.items():
        yield from _expect(codes[code], wanted, f"units of {code}")
    yield from _expect(set(codes), {row["code"] for row in data.units["homeland"]}, "homelands with units")
    for key in ("id", "name"):
        for name, times in Counter(row[key] for row in rows).items():
            if times > 1:
                yield f"{name}: {times} units of this {key}"


def figures(data: Data) -> Iterator[str]:
    """Each unit has the figures of its kind, within their limits, and a drawing (UNIT-03 to UNIT-07)."""
    for row in data.units["unit"]:
        name = row["name"]
        own, others = (_TROOP, _CHARACTER) if row["kind"] == "troop" else (_CHARACTER, _TROOP)
        if missing := (_EVERY | own) - {"lead"} - row.keys():
            yield f"{name}: no {', '.join(sorted(missing))}"
            continue
        if foreign := row.keys() & others:
            yield f"{name}: a {row['kind']} with {', '.join(sorted(foreign))}"
        if row["mode"] not in ("F", "C", "W"):
            yield f"{name}: mode {row['mode']!r}"
        if row["mp"] < 1:
            yield f"{name}: {row['mp']} movement points"
        if row["kind"] == "troop" and not 1 <= row["morale"] <= 6:
            yield f"{name}: morale {row['morale']}"
        if row.get("armour", "none") not in ("none", "medium", "heavy"):
            yield f"{name}: armour {row['armour']!r}"
        if not {row["provenance"], *row.get("except", {}).values()} <= set(PROVENANCES):
            yield f"{name}: its figures come from nowhere known"
        if row["silhouette"] not in data.silhouettes:
            yield f"{name}: no drawing {row['silhouette']!r}"


_EVERY: Final = {"id", "name", "kind", "code", "mode", "mp", "start", "silhouette", "provenance"}
_TROOP: Final = {"missile", "melee", "morale", "armour"}
_CHARACTER: Final = {"power", "range", "lead"}


def printed_units(data: Data) -> Iterator[str]:
    """The units whose figures the rulebook states (UNIT-08, NEU-02, NEU-03)."""
    rows: list[dict[str, Any]] = data.units["unit"]
    troops = [row for row in rows if row["kind"] == "troop"]
    for code, digits, mode, armour, at_least in printed.TROOPS:
        found = [row for row in troops if row["code"] == code and _digits(row) == digits]
        if len(found) < at_least:
            yield f"{code} {digits}: {len(found)} such units where the rulebook has {at_least}"
        for row in found:
            if mode not in (None, row["mode"]) or armour not in (None, row["armour"]):
                yield f"{row['name']}: {row['mode']}, {row['armour']} where the rulebook has {mode}, {armour}"
            if row["code"] == "ER" and digits == "4643" and row["armour"] == "none":
                yield f"{row['name']}: without armour the example's miss would have been a hit"
    named = {row["name"]: row for row in rows if row["kind"] == "character"}
    for name, wanted in printed.CHARACTERS.items():
        if name not in named:
            yield f"{name}: no such character"
        else:
            yield from _expect({key: named[name].get(key) for key in wanted}, wanted, name)
    sides = {row["code"]: row["side"] for row in data.units["homeland"]}
    for side in ("hosar", "demon"):
        if max(row["power"] for row in named.values() if sides[row["code"]] == side) != 5:
            yield f"{side}: no character of power 5, for whom the rulebook makes rules"


def starts(data: Data) -> Iterator[str]:
    """Units begin in the homeland of their code; some are placed by dice or choice or come later (SET-01)."""
    homes: dict[str, set[str]] = {}
    for site in data.map["site"]:
        for code in site["codes"]:
            homes.setdefault(code, set()).add(site["hex"])
    for row in data.units["unit"]:
        code = row["code"]
        special = _SPECIAL_STARTS.get(row["name"], _SPECIAL_STARTS.get(code))
        if special is not None:
            yield from _expect(row["start"], special, f"start of {row['name']}")
        elif row["start"] not in homes.get(code, set()):
            yield f"{row['name']}: starts in {row['start']}, which is not the homeland {code}"


_SPECIAL_STARTS: Final = {
    "HO": "temples",
    "WT": "townships",
    "ME": "reinforcements",
    "IK": "reinforcements",
    **dict.fromkeys(("IN", "INR", "TS", "YO", "TNC", "Old One", "Beast God", "Forest Spirit"), "invocation"),
}


# ------------------------------------------------------------------------------------ sieges and spells


def siege_tables(data: Data) -> Iterator[str]:
    """Every total has a result, high ones favour the roller, only besiegers see surrender (SIEGE-12)."""
    rows: list[dict[str, Any]] = data.sieges["row"]
    totals = [total for row in rows for total in range(row["totals"][0], row["totals"][1] + 1)]
    yield from _expect(totals, list(range(21)), "totals of the siege tables")
    for table in ("assault", "invest"):
        for column in ("besieger", "defender"):
            results = [row[table][column] for row in rows]
            ranks = [99 if result == "surrender" else result for result in results]
            if ranks != sorted(ranks):
                yield f"{table}, {column}: a higher total brings less"
            if ("surrender" in results) != (column == "besieger"):
                yield f"{table}, {column}: surrender is for the besieger's column, and only for it"


def spell_markers(data: Data) -> Iterator[str]:
    """Seven markers a side, each with its power and success die (MAG-06, MAG-11, MAG-14, MAG-15)."""
    rows: list[dict[str, Any]] = data.spells["spell"]
    yield from _expect([row["name"] for row in rows], list(printed.SPELLS), "spells")
    for row in rows:
        for side, power in zip(("hosar", "demon"), printed.SPELLS[row["name"]], strict=True):
            wanted = power and {"power": power, "success": 5 if power <= 3 else 4}
            yield from _expect(row.get(side), wanted, f"{row['name']}, {side}")
        if row["silhouette"] not in data.silhouettes:
            yield f"{row['name']}: no drawing {row['silhouette']!r}"
    penalties = {row["name"]: row["site_penalty"] for row in rows if "site_penalty" in row}
    yield from _expect(penalties, {"Earthpit": 2}, "penalty at cities, castles, villages and temples")


# --------------------------------------------------------------------------------- the rulebook's clauses


def provenance(data: Data) -> Iterator[str]:
    """Every value says where it comes from."""
    for table in ("terrain", "crossing", "hexside"):
        for row in data.terrain[table]:
            for key, cell in row.items():
                if isinstance(cell, dict) and cell.get("provenance") not in PROVENANCES:
                    yield f"terrain.toml, {row['name']}, {key}: no provenance"
    for table in ("road", "river", "crossing", "barrier", "ground"):
        for row in data.map[table]:
            if row.get("provenance") not in PROVENANCES:
                yield f"map.toml, {table} {row.get('name', '')}: no provenance"
    for file, whole in (("sieges.toml", data.sieges), ("spells.toml", data.spells)):
        if whole.get("provenance") not in PROVENANCES:
            yield f"{file}: no provenance"


def clauses(data: Data) -> Iterator[str]:
    """Every rule of the rulebook once, and every ruling they name."""
    yield from _expect(len(data.clauses), printed.CLAUSES, "clauses")
    rulings = Counter(row["id"] for row in data.rulings)
    repeated = Counter(row["id"] for row in data.clauses) + rulings
    yield from (f"{name}: {times} entries" for name, times in repeated.items() if times > 1)
    for row in data.clauses:
        if not row["gist"] or not row["chapter"]:
            yield f"{row['id']}: no gist or chapter"
        for name in row["see"]:
            if name not in rulings:
                yield f"{row['id']}: names ruling {name}, which does not exist"
    for row in data.rulings:
        if not all(row.get(key) for key in ("chapter", "question", "ruling", "reason")):
            yield f"{row['id']}: a ruling needs chapter, question, ruling and reason"


CHECKS: Final[Iterable[Callable[[Data], Iterator[str]]]] = (
    grid,
    ground,
    regions,
    barriers,
    rivers,
    roads,
    entrances,
    hexsides,
    sites,
    garrisons,
    terrain_chart,
    movement_examples,
    crossings,
    counters,
    figures,
    printed_units,
    starts,
    siege_tables,
    spell_markers,
    provenance,
    clauses,
)
