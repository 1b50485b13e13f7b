"""Validation of the map against the rulebook and for consistency.

The printed map is not known, so most of `data/areas.toml` and `data/outlines.txt` is reconstructed, and owners of the
game are invited to correct it. Each check takes the parsed data and yields problems in plain words. `validate()` runs
all checks; an empty list means that nothing contradicts the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from palatine.core.validation import Checks, provenance_problems
from palatine.games.elric.components.world import CONTINENTS, DATA, NATIONS, read_borders
from palatine.games.elric.validation import printed
from palatine.geography.areas import AreaMap, is_inside

Row = dict[str, Any]
PROVENANCES: Final = ("rulebook", "forced", "published", "memory", "reconstructed")


class MapData(msgspec.Struct):
    """The parsed data files of the map and the counters."""

    map: dict[str, Any]
    outlines: str
    battalia: dict[str, Any]


def read_map() -> MapData:
    """Return the data that comes with the game."""
    return MapData(DATA.read_toml("areas.toml"), DATA.read_text("outlines.txt"), DATA.read_toml("battalia.toml"))


# ------------------------------------------------------------------------------------------- the data


def _areas(data: MapData) -> list[Row]:
    return [*data.map["land"], *data.map["sea"]]


def _by_key(data: MapData) -> dict[str, Row]:
    return {row["key"]: row for row in _areas(data)}


def _names(data: MapData) -> dict[str, str]:
    return {row["key"]: row["name"] for row in _areas(data)}


def _is_sea(data: MapData, key: str) -> bool:
    return any(row["key"] == key for row in data.map["sea"])


def _is_wild(row: Row) -> bool:
    return bool(row.get("wild"))


def _region(row: Row) -> str:
    return str(row.get("region", row["name"]))


def _around(row: Row) -> list[str]:
    return [*row.get("land", ()), *row.get("sea", ()), *row.get("coast", ())]


def _graph(data: MapData) -> AreaMap:
    keys = [row["key"] for row in _areas(data)]
    edges = [(keys.index(row["key"]), keys.index(other)) for row in _areas(data) for other in _around(row)]
    return AreaMap(keys, [row["name"] for row in _areas(data)], edges)


def _city_names(data: MapData) -> dict[str, Row]:
    return {name: row for row in data.map["city"] for name in row["names"]}


# -------------------------------------------------------------------------------------------- shape


def keys(data: MapData) -> Iterator[str]:
    """Check that areas have unique keys and names, and known continents and nations."""
    for what in ("key", "name"):
        for value, times in Counter(row[what] for row in _areas(data)).items():
            if times > 1:
                yield f"{value}: {times} areas with this {what}"
    for row in data.map["land"]:
        if row["continent"] not in CONTINENTS:
            yield f"{row['name']}: there is no continent {row['continent']!r}"
        if "nation" in row and row["nation"] not in NATIONS:
            yield f"{row['name']}: there is no nation {row['nation']!r}"
        if "nation" not in row and not _is_wild(row):
            yield f"{row['name']}: civilised land belongs to a nation (3.1)"


def symmetry(data: MapData) -> Iterator[str]:
    """Check that neighbours are mutual and of the right kind, land or sea."""
    by_key = _by_key(data)
    for row in _areas(data):
        own, name = _is_sea(data, row["key"]), row["name"]
        for kind, wanted in (("land", False), ("sea", True), ("coast", not own)):
            for other in row.get(kind, ()):
                if other not in by_key:
                    yield f"{name}: its neighbour {other!r} is not an area"
                elif _is_sea(data, other) is not wanted or other == row["key"]:
                    yield f"{name}: {by_key[other]['name']} cannot stand under `{kind}`"
                elif row["key"] not in by_key[other].get(kind, ()):
                    yield f"{name} has {by_key[other]['name']} under `{kind}`, but not the other way round"


def mountains(data: MapData) -> Iterator[str]:
    """Check that borders covered by mountains connect no areas (7.5.3)."""
    names = _names(data)
    for row in data.map["range"]:
        a, b = row["between"]
        if a not in names or b not in names:
            yield f"mountains between {a} and {b}: one of them is not an area"
        elif b in _around(_by_key(data)[a]):
            yield f"{names[a]} and {names[b]} are neighbours, but there are mountains between them"


def drawing_problems(data: MapData) -> Iterator[str]:
    """Check that exactly the adjacent areas, open or behind mountains, share a drawn border.

    As long as this holds, the map is planar, since it has been drawn.
    """
    names = _names(data)
    keys_ = list(names)
    drawn = AreaMap(keys_, keys_, (), read_borders(data.outlines, keys_))
    shared = {tuple(sorted((keys_[a], keys_[b]))) for a, b in drawn.bordering_pairs() if a != b}
    open_ = {tuple(sorted((row["key"], other))) for row in _areas(data) for other in _around(row)}
    closed = {tuple(sorted(row["between"])) for row in data.map["range"]}
    for a, b in sorted((open_ | closed) - shared):
        yield f"{names.get(a, a)} and {names.get(b, b)} are neighbours, but no border between them is drawn"
    for a, b in sorted(shared - open_ - closed):
        yield f"{names[a]} and {names[b]} are drawn side by side, but are not neighbours, and no mountains are there"
    for area, row in enumerate(_areas(data)):
        if not drawn.outlines[area]:
            yield f"{row['name']}: not drawn"
            continue
        for spot in ("at", "site"):
            x, y = row[spot] if spot in row else row["at"]
            if not is_inside((x, y), drawn.outlines[area][0]):
                yield f"{row['name']}: `{spot}` lies outside its outline"


def connection(data: MapData) -> Iterator[str]:
    """Check that all areas can be reached, and the ordinary seas without a dangerous one."""
    graph = _graph(data)
    for area, far in enumerate(graph.distances(0)):
        if far < 0:
            yield f"{graph.names[area]} cannot be reached"
    rows = _areas(data)
    common = [a for a, row in enumerate(rows) if _is_sea(data, row["key"]) and "rule" not in row]
    found = graph.distances(common[0], lambda area: area in common)
    for area in common:
        if found[area] < 0:
            yield f"{graph.names[area]} can be sailed to only through a dangerous sea"


# ------------------------------------------------------------------------------------- what is named


def continents(data: MapData) -> Iterator[str]:
    """Check the continents of nations and wildernesses (3.1)."""
    for continent, names in printed.NATIONS_OF.items():
        for nation in names:
            lands = [row for row in data.map["land"] if row.get("nation") == nation]
            if not lands:
                yield f"{nation}: no province (3.1)"
            yield from _misplaced_lands(nation, lands, continent)
            for row in lands:
                if _is_wild(row):
                    yield f"{row['name']}: {nation} is civilised, and has no wilderness (3.1)"
    for continent, names in printed.WILD_OF.items():
        for region in names:
            lands = [row for row in data.map["land"] if _region(row) == region]
            if not lands:
                yield f"{region}: no such wilderness (3.1)"
            yield from _misplaced_lands(region, lands, continent)
            for row in lands:
                if not _is_wild(row):
                    yield f"{row['name']}: {region} is wilderness (3.1)"


def _misplaced_lands(what: str, lands: list[Row], continent: str) -> Iterator[str]:
    for row in lands:
        if row["continent"] != continent:
            yield f"{row['name']}: {what} lies on the continent {continent!r}, not {row['continent']!r} (3.1)"


def jungle(data: MapData) -> Iterator[str]:
    """Check that R'lin K'ren A'a is a continent of one area (3.1)."""
    found = [row["name"] for row in data.map["land"] if row["continent"] == "jungle"]
    if found != [printed.EMPTY_STAR]:
        yield f"the Jungle Lands are one area, {printed.EMPTY_STAR}, and not {', '.join(found) or 'none'} (3.1)"


def stars(data: MapData) -> Iterator[str]:
    """Check the thirteen stars, of which the set-up fills twelve (3.1, 4.0; A-02)."""
    starred = [row for row in data.map["land"] if "star" in row]
    for name in (*printed.STARS, printed.EMPTY_STAR):
        found = [row for row in starred if name in (row["name"], _region(row))]
        if len(found) != 1:
            yield f"{name}: {len(found)} stars where there is one (3.1)"
            continue
        (row,) = found
        wanted = "empty" if name == printed.EMPTY_STAR else "filled"
        if row["star"] != wanted:
            yield f"{name}: its star is {row['star']}, and at the start it is {wanted} (4.0)"
        if name in printed.STARS and row["continent"] != printed.STARS[name]:
            yield f"{name}: its star lies on the continent {row['continent']!r}, not {printed.STARS[name]!r} (3.1)"
        if not _is_wild(row):
            yield f"{row['name']}: spells lie in the wilderness (3.1)"
    if len(starred) != len(printed.STARS) + 1:
        yield f"{len(starred)} stars where there are {len(printed.STARS) + 1} (3.1)"


def seas(data: MapData) -> Iterator[str]:
    """Check the named seas, and the three with special rules (3.1, 7.5)."""
    rules = {row["name"]: row.get("rule") for row in data.map["sea"]}
    for name in printed.SEAS:
        if name not in rules:
            yield f"{name}: no such sea (3.1)"
    for name, rule in rules.items():
        if rule != printed.RULES.get(name):
            yield f"{name}: its rule is {rule!r} where the rulebook has {printed.RULES.get(name)!r} (7.5)"


def places(data: MapData) -> Iterator[str]:
    """Check places against the rules of hordes and the examples (7.5.1, 11.0)."""
    by_name = {row["name"]: row for row in _areas(data)}
    castle, kaneloon = by_name["Mordaga's Castle"], by_name["Kaneloon"]
    waste = [row["key"] for row in data.map["land"] if _region(row) == "Weeping Waste"]
    if castle["key"] not in waste and not set(castle["land"]) & set(waste):
        yield "Mordaga's Castle: the Flamebringers cannot find it without leaving the Weeping Waste (11.0)"
    wilds = [row["key"] for row in data.map["land"] if row["continent"] == "south" and _is_wild(row)]
    if kaneloon["key"] not in wilds or not set(kaneloon["land"]) & set(wilds):
        yield "Kaneloon: the Kelmain cannot reach it through the southern wilderness (11.0)"
    if by_name["Boiling Sea"]["key"] not in by_name["Ashaneloon"]["coast"]:
        yield "Ashaneloon: ships in the Boiling Sea can land there (7.5.1)"
    melnibone = [row for row in data.map["land"] if row.get("nation") == "Melnibone"]
    if len(melnibone) != 1 or melnibone[0].get("land"):
        yield "Melnibone: one area, with no way in but by sea (4.0, 7.5.9)"


# --------------------------------------------------------------------------------------------- cities


def cities(data: MapData) -> Iterator[str]:
    """Check cities: nation's land, one to a province, wall (7.5.2, 7.5.6, 7.5.7)."""
    by_key = _by_key(data)
    for name, times in Counter(name for row in data.map["city"] for name in row["names"]).items():
        if times > 1:
            yield f"{name}: {times} cities of this name"
    for area, times in Counter(row["area"] for row in data.map["city"]).items():
        if times > 1:
            yield f"{by_key[area]['name']}: {times} cities; those of one province count as one, under several names"
    for row in data.map["city"]:
        name, where = row["names"][0], by_key[row["area"]]
        if where.get("nation") != row["nation"]:
            yield f"{name}: a city of {row['nation']} outside its land"
        wall = _wall(row)
        if row["wall"] != wall:
            yield f"{name}: wall {row['wall']} where its rank has {wall} (7.5.2, 7.5.7)"
        if not isinstance(row["defence"], int) or row["defence"] < row["wall"]:
            yield f"{name}: neutral defence {row['defence']!r}, less than its wall"


def _wall(row: Row) -> int:
    if row["nation"] == printed.UNWALLED or row["nation"] in printed.WILD_NATIONS:
        return 0
    return printed.CAPITAL_WALL if row["role"] == "capital" else printed.CITY_WALL


def capitals(data: MapData) -> Iterator[str]:
    """Check that each nation has one capital, or a main city in wilderness (7.5.2, 12.1.1)."""
    for nation in NATIONS:
        ranks = [row["role"] for row in data.map["city"] if row["nation"] == nation]
        wanted = "main" if nation in printed.WILD_NATIONS else "capital"
        if ranks.count(wanted) != 1 or {*ranks} - {wanted, "city"}:
            yield f"{nation}: its cities are {ranks or 'none'}, where one is its {wanted} (7.5.2)"


def named_cities(data: MapData) -> Iterator[str]:
    """Check the cities named in the rulebook (6.0, 7.3, 7.5.2, 7.5.9, 9.2)."""
    found = _city_names(data)
    for name, (nation, rank, port) in printed.CITIES.items():
        if name not in found:
            yield f"{name}: no such city"
            continue
        row = found[name]
        if (row["nation"], row["role"]) != (nation, rank):
            yield f"{name}: {row['role']} of {row['nation']} where the rulebook has the {rank} of {nation}"
        if port and "anchor" not in row:
            yield f"{name}: a port in the rulebook"


def ports(data: MapData) -> Iterator[str]:
    """Check that anchors are in coastal seas, and nations with ships have ports (4.0, 7.5.9)."""
    by_key, harboured = _by_key(data), set()
    for row in data.map["city"]:
        if "anchor" not in row:
            continue
        harboured.add(row["nation"])
        if row["anchor"] not in by_key[row["area"]]["coast"]:
            yield f"{row['names'][0]}: its anchor stands in {row['anchor']!r}, which is not on its coast (7.5.9)"
    for nation in sorted({row["of"] for row in data.battalia["fleet"]} & set(NATIONS) - harboured):
        yield f"{nation}: ships, and no port (4.0)"


def ramasaz(data: MapData) -> Iterator[str]:
    """Check the journey of the example: two provinces in Lormyr, a port, three seas (7.3)."""
    graph, city = _graph(data), _city_names(data)["Ramasaz"]
    lands = [graph.id(row["key"]) for row in data.map["land"] if row.get("nation") == "Lormyr"]
    inland = graph.distances(graph.id(city["area"]), lambda area: area in lands)
    if not any(inland[area] == printed.RAMASAZ_JOURNEY for area in lands):
        yield f"Ramasaz: no province of Lormyr lies {printed.RAMASAZ_JOURNEY} provinces from it (7.3)"
    sea = {graph.id(row["key"]) for row in data.map["sea"]}
    out = graph.distances(graph.id(city["anchor"]), lambda area: area in sea)
    if max(out[area] for area in sea) + 1 < printed.RAMASAZ_SAIL:
        yield f"Ramasaz: one cannot sail {printed.RAMASAZ_SAIL} seas from it (7.3)"


def setup(data: MapData) -> Iterator[str]:
    """Check that armies suffice: three for each city, at least two for the capital (4.0)."""
    for row in data.battalia["power"]:
        if row["kind"] != "nation":
            continue
        others = sum(1 for city in data.map["city"] if city["nation"] == row["name"] and city["role"] == "city")
        left = row["armies"] - 3 * others
        if left < 2:
            yield f"{row['name']}: {row['armies']} armies leave {left} for its capital (4.0)"


def map_provenance(data: MapData) -> Iterator[str]:
    """Check that each entry has a provenance."""
    for table in ("land", "sea", "city", "range"):
        rows = [(str(row.get("name") or row.get("names") or row.get("between")), row) for row in data.map[table]]
        yield from provenance_problems(rows, PROVENANCES)
        for what, row in rows:
            for field in set(row.get("except", {})) - set(row):
                yield f"{what}: `except` speaks of {field!r}, which it has not"


CHECKS: Final[tuple[Callable[[MapData], Iterator[str]], ...]] = (
    keys, symmetry, mountains, drawing_problems, connection, continents, jungle, stars, seas, places, cities, capitals,
    named_cities, ports, ramasaz, setup, map_provenance,
)  # fmt: skip
"""All checks, in order."""
validate = Checks(read_map, CHECKS)
"""Return all contradictions within data, by default the game's, and with the rulebook."""
