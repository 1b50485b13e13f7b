"""Validator of the game's data against the rulebook.

The rulebook prints every value, and owners of another printing can put theirs into `data/`. Each function takes the
data as read and yields its errors as sentences. `validate()` calls them all; an empty list means that the data agree
with the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from palatine.core.validation import Checks, clause_problems, duplicates, expect
from palatine.games.lord_and_master.components.world import DATA, read_map
from palatine.games.lord_and_master.validation import printed

Row = Mapping[str, Any]


class Data(msgspec.Struct):
    """The files of `data/` as parsed."""

    map: dict[str, Any]
    terrain: tuple[str, ...]
    troops: dict[str, Any]
    characters: dict[str, Any]
    tables: dict[str, Any]
    clauses: list[dict[str, Any]]
    rulings: list[dict[str, Any]]
    silhouettes: dict[str, str]


def read() -> Data:
    """Return the data that come with the game."""
    return Data(
        map=DATA.read_toml("map.toml"),
        terrain=read_map(DATA.read_text("map.txt")),
        troops=DATA.read_toml("troops.toml"),
        characters=DATA.read_toml("characters.toml"),
        tables=DATA.read_toml("tables.toml"),
        clauses=DATA.read_toml("clauses.toml")["clause"],
        rulings=DATA.read_toml("rulings.toml")["ruling"],
        silhouettes=DATA.read_silhouettes(),
    )


PROVENANCES: Final = ("rulebook", "corrected", "ours")


# -------------------------------------------------------------------------------------------------- map


def _codes(data: Data) -> set[str]:
    return {row["code"] for kind in data.troops["kind"] for row in kind["troops"]}


def _sums(rows: Iterable[Row]) -> tuple[int, int, int]:
    found = list(rows)
    tax, tribute, treasury = (sum(row[key] for row in found) for key in ("tax", "tribute", "treasury"))
    return tax, tribute, treasury


def squares(data: Data) -> Iterator[str]:
    """Yield errors in the map: 108 squares in twelve rows, with the terrain counts (LM-MAP-01)."""
    yield from expect((data.map["rows"], data.map["columns"]), (12, 9), "rows and columns")
    yield from expect(len(data.terrain) - 1, 108, "squares of map.txt")
    yield from expect(dict(Counter(data.terrain[1:])), printed.TERRAINS, "squares of each terrain")


def start_groups(data: Data) -> Iterator[str]:
    """Yield errors in the start groups: eighteen squares, three in a line per group (R141)."""
    groups: list[list[int]] = data.map["start"]["groups"]
    marked = [square for square, letter in enumerate(data.terrain) if letter == "x"]
    yield from expect(sorted(square for group in groups for square in group), marked, "squares of the start groups")
    for a, b, c in groups:
        if (b - a, c - b) not in ((1, 1), (9, 9)):
            yield f"{a}, {b} and {c}: not three squares in a line"


def provinces(data: Data) -> Iterator[str]:
    """Yield errors in the province chart: columns, sums, doubled bribes (LM-MAP-05, LM-MV-03)."""
    rows = {row["letter"]: row for row in data.map["province"]}
    yield from expect({letter: row["cost"] for letter, row in rows.items()}, printed.COSTS, "costs to enter")
    yield from expect({letter: row["base"] for letter, row in rows.items()}, printed.BASES, "bases of diplomacy")
    on_map = (rows[letter] for letter in data.terrain[1:] if letter != "x")
    yield from expect(_sums(on_map), printed.NEUTRAL, "tax, tribute and treasury of the neutral provinces")
    for row in rows.values():
        yield from expect(row["bribe"][1], 2 * row["bribe"][0], f"{row['name']}, the greater bribe")
        if set(row["favoured"]) & set(row["disliked"]):
            yield f"{row['name']}: classes both favoured and disliked"
        yield from _holders(data, row)


def cities(data: Data) -> Iterator[str]:
    """Yield errors in the city table and common values (LM-MAP-02, LM-MAP-06 to LM-MAP-09)."""
    rows: list[dict[str, Any]] = data.map["city"]
    yield from expect({row["square"]: row["name"] for row in rows}, printed.CITIES, "cities")
    yield from expect(_sums(rows), printed.CITY_SUMS, "tax, tribute and treasury of the cities")
    races = {row["code"]: kind["race"] for kind in data.troops["kind"] for row in kind["troops"]}
    for row in rows:
        yield from _holders(data, row)
        yield from expect({races[code] for code, _ in row["force"]}, {row["race"]}, f"race of {row['name']}")
        if data.terrain[row["square"]] == "x":
            yield f"{row['name']}: a city in a start square"
        if row["silhouette"] not in data.silhouettes:
            yield f"{row['name']}: no drawing {row['silhouette']!r}"
    shared = {
        key: data.map["city_diplomacy"][key] for key in ("base", "same_race", "other_race", "bribe", "recruits")
    }
    wanted = {"base": 4, "same_race": 2, "other_race": -2, "bribe": [1, 2], "recruits": 2}
    yield from expect(shared, wanted, "what all cities share")
    yield from expect((data.map["capacity"]["city"], data.map["capacity"]["fort"]), (36, 12), "capacities")


def _holders(data: Data, row: Row) -> Iterator[str]:
    codes = _codes(data)
    for code, count in (*row["force"], *row.get("recruits", ())):
        if code not in codes or count < 1:
            yield f"{row['name']}: {count} units of {code!r}"
    classes = {found["code"] for found in data.characters["class"]}
    named = {row["leader"][0], *row.get("favoured", ()), *row.get("disliked", ())}
    for code in sorted(named - classes):
        yield f"{row['name']}: no class {code!r}"


# ----------------------------------------------------------------------------------------------- troops


def troop_tables(data: Data) -> Iterator[str]:
    """Yield errors in the 155 rows and column sums of the troop tables (LM-TT-01 to LM-TT-09)."""
    races: Counter[str] = Counter()
    for table, wanted in printed.TABLES.items():
        kinds = [kind for kind in data.troops["kind"] if kind["table"] == table]
        rows = [row for kind in kinds for row in kind["troops"]]
        wounded = [row["wounded"] for row in rows if "wounded" in row]
        found = (
            len(rows),
            _column_sums(row["full"] for row in rows),
            _column_sums(wounded),
            len(rows) - len(wounded),
            sum(row.get("cost", 0) for row in rows),
        )
        yield from expect(found, wanted, f"rows and sums of troop table {table}")
        races.update({kind["race"]: 0 for kind in kinds})
        for kind in kinds:
            races[kind["race"]] += len(kind["troops"])
    yield from expect(dict(races), printed.RACES, "rows by race")


def _column_sums(values: Iterable[list[int]]) -> tuple[int, int, int]:
    columns = list(zip(*values, strict=True)) or [(0,), (0,), (0,)]
    attack, defence, movement = map(sum, columns)
    return attack, defence, movement


def grades(data: Data) -> Iterator[str]:
    """Yield errors in grades: codes, attack values by grade, one price per kind."""
    yield from duplicates(row["code"] for kind in data.troops["kind"] for row in kind["troops"])
    for kind in data.troops["kind"]:
        if kind["silhouette"] not in data.silhouettes:
            yield f"{kind['code']}: no drawing {kind['silhouette']!r}"
        if kind["table"] in (1, 9):
            continue
        rows = kind["troops"]
        codes = [row["code"] for row in rows]
        wanted = [[kind["code"] + grade for grade in grades] for grades in ("ABCD", "ABC")]
        if codes not in (*wanted, [*wanted[1], "uBEC"]):
            yield f"{kind['code']}: its rows are {', '.join(codes)}"
        if ["cost" in row for row in rows] != [False] * (len(rows) - 1) + [True]:
            yield f"{kind['code']}: the price belongs to the last row and to no other"
        attacks = [row["full"][0] for row in rows]
        if attacks != sorted(attacks, reverse=True):
            yield f"{kind['code']}: a better grade has a weaker attack"


def strikes(data: Data) -> Iterator[str]:
    """Yield errors in the ten strike priorities (LM-BAT-09 to LM-BAT-18)."""
    rows = [row for kind in data.troops["kind"] for row in (kind, *kind["troops"])]
    for priority, wanted in enumerate(printed.STRIKES, 1):
        found = {row["code"] for row in rows if priority in (row.get("priority"), row.get("first_round"))}
        yield from expect(found, set(wanted.split()), f"who strikes at priority {priority}")


def smoothed(data: Data) -> Iterator[str]:
    """Yield errors in the three rows of the option for smoothed values (R6)."""
    changes = {row["code"]: (row.get("full"), row.get("wounded")) for row in data.troops["smoothed"]}
    wanted = {"HAA": ([7, 6, 8], None), "ATB": ([6, 3, 2], None), "JHB": (None, [10, 7, 3])}
    yield from expect(changes, wanted, "smoothed rows")


# ------------------------------------------------------------------------------------------- characters


def classes(data: Data) -> Iterator[str]:
    """Yield errors in the seventeen classes and the races they lead (LM-CH-03 to LM-CH-19)."""
    rows: list[dict[str, Any]] = data.characters["class"]
    yield from expect("".join(row["code"] for row in rows), printed.CLASSES, "classes")
    yield from expect(len({power for row in rows for power in _powers(row)}), printed.POWERS, "powers")
    for row in rows:
        for key in ("raise", "train"):
            if not set(row[key]) <= set(row["lead"]):
                yield f"{row['name']}: may {key} whom it does not lead"
        if not {*row["races"], *row["lead"]} <= set(printed.RACES):
            yield f"{row['name']}: a race that does not exist"
        if row["silhouette"] not in data.silhouettes:
            yield f"{row['name']}: no drawing {row['silhouette']!r}"


def _powers(row: Row) -> list[str]:
    return [*row["powers"], *row.get("ruled", ())]


def recruitment(data: Data) -> Iterator[str]:
    """Yield errors in the recruitment columns of twenty faces (LM-A-07 to LM-A-10)."""
    columns = {row["column"]: row["classes"].split() for row in data.characters["recruitment"]}
    for letter, wanted in printed.RECRUITED.items():
        yield from expect(dict(Counter(columns[letter])), wanted, f"recruitment, column {letter}")
    rows: list[dict[str, Any]] = data.characters["city_recruitment"]
    yield from expect({row["race"] for row in rows}, printed.RACES_RECRUITED, "races recruited in cities")
    for row in rows:
        faces = row["classes"].split()
        if len(faces) != 20 or not set(faces) <= set(printed.CLASSES):
            yield f"recruitment, city of {row['race']}: not twenty faces with a class each"
    allowed = data.characters["characters_allowed"]["by_level"]
    yield from expect(allowed, printed.CHARACTERS, "characters by the leader's level")


# ----------------------------------------------------------------------------------------------- tables


def rolls(data: Data) -> Iterator[str]:
    """Yield errors in the tables of demons, exorcism, the dead, the Feaster and magnates."""
    found = {level: lowest for lowest, level in data.tables["demons"]["rows"]}
    yield from expect(found, printed.FIRST_OF_DEMONS, "summoning a demon")
    found = {level: lowest for lowest, level in data.tables["exorcism"]["rows"]}
    yield from expect(found, printed.FIRST_OF_EXORCISM, "exorcism")
    rising: dict[str, tuple[int, ...]] = {}
    for row in data.tables["dead_raised"]["rows"]:
        if code := row.get("code"):
            rising[code] = (*rising.get(code, ()), row["lowest"])
            yield from expect(
                (row["die"], row["plus"]), (7, 3) if row["lowest"] > 20 else (4, 2), f"number of {code}"
            )
    yield from expect(rising, printed.FIRST_OF_DEAD, "raising living dead")
    yield from expect(len(data.tables["feaster"]["results"]), 6, "faces of the Feaster's table")
    yield from expect(data.tables["magnate_troops"]["rows"], printed.MAGNATES, "troops of magnates")


def bargains(data: Data) -> Iterator[str]:
    """Yield errors in the nine advantages and ten disadvantages (LM-ADV-01, LM-DIS-13)."""
    for table, wanted in (("advantage", printed.ADVANTAGES), ("disadvantage", printed.DISADVANTAGES)):
        yield from expect(len(data.tables[table]), wanted, f"{table}s")
    keys = [row["key"] for table in ("advantage", "disadvantage") for row in data.tables[table]]
    yield from duplicates(keys)
    ids = {row["id"] for row in data.clauses}
    for row in (*data.tables["advantage"], *data.tables["disadvantage"]):
        if row["clause"] not in ids:
            yield f"{row['key']}: no clause {row['clause']}"
    for pair in data.tables["contradictions"]["pairs"]:
        for key in pair:
            if key not in keys:
                yield f"{key}: contradicted, but neither advantage nor disadvantage"


# --------------------------------------------------------------------------------- the rulebook's clauses


def provenance(data: Data) -> Iterator[str]:
    """Yield values without a known provenance."""
    kinds = data.troops["kind"]
    rows: list[Row] = [*kinds, *(row for kind in kinds for row in kind["troops"]), *data.troops["smoothed"]]
    for file in (data.map, data.characters, data.tables):
        for table, held in file.items():
            if table != "silhouettes" and isinstance(held, dict | list):
                rows.extend([{"table": table, **held}] if isinstance(held, dict) else held)
    for row in rows:
        if not {row.get("provenance"), *row.get("except", {}).values()} <= set(PROVENANCES):
            yield f"{_name(row)}: comes from nowhere known"


def _name(row: Row) -> str:
    return next(
        (str(row[key]) for key in ("code", "name", "key", "column", "race", "table") if key in row), "a row"
    )


def clauses(data: Data) -> Iterator[str]:
    """Yield errors in the list of clauses and the rulings they name."""
    yield from clause_problems(data.clauses, data.rulings, printed.CLAUSES)


validate = Checks(
    read,
    (
        squares,
        start_groups,
        provinces,
        cities,
        troop_tables,
        grades,
        strikes,
        smoothed,
        classes,
        recruitment,
        rolls,
        bargains,
        provenance,
        clauses,
    ),
)
