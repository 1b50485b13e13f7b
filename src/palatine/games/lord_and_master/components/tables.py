"""The map, the troops, the characters and the tables, loaded once from `data/` into immutable tables.

Squares are their printed numbers, 1 to 108; troops and classes go by the rulebook's codes. Terrains go by small
letters, as on the map, where "x" is a start square, whose terrain its player chooses. Whether the files agree
with the rulebook is the business of `validator`; loading only refuses what cannot be read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec

Row = Mapping[str, Any]
Amounts = tuple[tuple[str, int], ...]
Shape = TypeVar("Shape", bound=msgspec.Struct)

DATA: Final = files("palatine.games.lord_and_master") / "data"


def read_toml(name: str) -> dict[str, Any]:
    """The contents of a TOML file of this game's data."""
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def read_map(text: str) -> tuple[str, ...]:
    """The letters of `map.txt`, square after square from 1; index 0 is unused."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return ("", *(letter for _, *letters in lines for letter in letters))


_MAP: Final = read_toml("map.toml")
_TROOPS: Final = read_toml("troops.toml")
_CHARACTERS: Final = read_toml("characters.toml")
_TABLES: Final = read_toml("tables.toml")


def half_even(x: Fraction | int) -> int:
    """`x` to the nearest whole number, an exact half to the even one (LM-GI-12, R35)."""
    return round(x)


# -------------------------------------------------------------------------------------------------- map

ROWS: Final[int] = _MAP["rows"]
COLUMNS: Final[int] = _MAP["columns"]
SQUARES: Final = ROWS * COLUMNS
TERRAIN: Final = read_map((DATA / "map.txt").read_text(encoding="utf-8"))
"""By square: the letter of its terrain as the map has it, "x" for a start square; index 0 is unused."""
START_GROUPS: Final[tuple[tuple[int, int, int], ...]] = tuple((a, b, c) for a, b, c in _MAP["start"]["groups"])
"""The squares the players begin with, three each."""


def row(square: int) -> int:
    """1 in the north to 12 in the south."""
    return (square - 1) // COLUMNS + 1


def column(square: int) -> int:
    """1 in the west to 9 in the east."""
    return (square - 1) % COLUMNS + 1


def distance(a: int, b: int) -> int:
    """Steps from one square to the other, none of them diagonal (R28)."""
    return abs(row(a) - row(b)) + abs(column(a) - column(b))


def _steps(square: int) -> tuple[int, int, int, int]:
    north = square - COLUMNS if row(square) > 1 else 0
    east = square + 1 if column(square) < COLUMNS else 0
    south = square + COLUMNS if row(square) < ROWS else 0
    west = square - 1 if column(square) > 1 else 0
    return north, east, south, west


STEPS: Final = ((0, 0, 0, 0), *(_steps(square) for square in range(1, SQUARES + 1)))
"""By square: the square to the north, east, south and west, 0 where the map ends."""
NEIGHBOURS: Final = tuple(tuple(n for n in steps if n) for steps in STEPS)
"""By square: its neighbours on the map, in the order north, east, south, west (LM-MV-02)."""


class Province(msgspec.Struct, frozen=True):
    """A column of the province chart. `recruits` are alternatives; `leader` is class and level; `bribe` holds
    the prices of +1 and +2; `cost` is in movement points."""

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
    """A row of the city table; `race` is that of its garrison."""

    name: str
    square: int
    race: str
    tax: int
    tribute: int
    treasury: int
    leader: tuple[str, int]
    force: Amounts
    silhouette: str


def _read(shape: type[Shape], found: Row) -> Shape:
    return msgspec.convert({key: found[key] for key in shape.__annotations__}, shape)


PROVINCES: Final[Mapping[str, Province]] = MappingProxyType(
    {found["letter"]: _read(Province, found) for found in _MAP["province"]}
)
"""By terrain letter."""
CITIES: Final[Mapping[int, City]] = MappingProxyType(
    {found["square"]: _read(City, found) for found in _MAP["city"]}
)
"""By square."""
CITY_CAPACITY: Final[int] = _MAP["capacity"]["city"]
FORT_CAPACITY: Final[int] = _MAP["capacity"]["fort"]
CITY_BASE: Final[int] = _MAP["city_diplomacy"]["base"]
CITY_SAME_RACE: Final[int] = _MAP["city_diplomacy"]["same_race"]
CITY_OTHER_RACE: Final[int] = _MAP["city_diplomacy"]["other_race"]
CITY_BRIBE: Final[tuple[int, int]] = tuple(_MAP["city_diplomacy"]["bribe"])
"""The prices of +1 and +2 in a city, in times its tax."""
CITY_RECRUITS: Final[int] = _MAP["city_diplomacy"]["recruits"]
CITY_STATE_TAX: Final[int] = _MAP["city_state"]["tax"]
CITY_STATE_TRIBUTE: Final[int] = _MAP["city_state"]["tribute"]

# ----------------------------------------------------------------------------------------------- troops

RACES: Final = ("M", "E", "D", "G", "O", "J", "T", "dead")
RACE_NAME: Final[Mapping[str, str]] = MappingProxyType(
    dict(zip(RACES, ("Men", "Elves", "Dwarves", "Gnomes", "Orcs", "Jotuns", "Trolls", "The Dead"), strict=True))
)
GRADES: Final = ("A", "B", "C", "D")
DEAD: Final = "DEAD"
"""The one pick that brings all five kinds of the Dead (LM-SET-10)."""
INITIATE: Final = "uBEC"
INITIATED: Final = "BEC"


class Troop(msgspec.Struct, frozen=True):
    """A row of the troop tables. `kind` is what a player picks; `grade` A to D, "u" for uBEC, "" for recruits
    and the Dead; `full` and `wounded` are attack, defence and movement; `wounded` is None where the first hit
    kills; `cost` is None where only training leads."""

    code: str
    kind: str
    grade: str
    race: str
    table: int
    full: tuple[int, int, int]
    wounded: tuple[int, int, int] | None
    cost: int | None
    name: str
    silhouette: str


def _grade(code: str, table: int) -> str:
    if table in (1, 9):
        return ""
    return "u" if code == INITIATE else code[2]


def _troop(kind: Row, found: Row) -> Troop:
    own = {
        "kind": kind["code"],
        "grade": _grade(found["code"], kind["table"]),
        "race": kind["race"],
        "table": kind["table"],
        "wounded": found.get("wounded"),
        "cost": found.get("cost"),
        "silhouette": found.get("silhouette", kind["silhouette"]),
    }
    return _read(Troop, {**found, **own})


def _smoothed() -> Iterable[tuple[str, Troop]]:
    changes = {found["code"]: found for found in _TROOPS["smoothed"]}
    for code, troop in TROOPS.items():
        values = {key: tuple(changes[code][key]) for key in ("full", "wounded") if key in changes.get(code, ())}
        yield code, msgspec.structs.replace(troop, **values)


TROOPS: Final[Mapping[str, Troop]] = MappingProxyType(
    {found["code"]: _troop(kind, found) for kind in _TROOPS["kind"] for found in kind["troops"]}
)
"""By code, in the order of the tables."""
TROOPS_SMOOTHED: Final[Mapping[str, Troop]] = MappingProxyType(dict(_smoothed()))
"""`TROOPS` with three odd rows smoothed, for the option `smooth_values` (R6)."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {kind["code"]: tuple(found["code"] for found in kind["troops"]) for kind in _TROOPS["kind"]}
)
"""By pick: its codes, best grade first."""
KIND_NAME: Final[Mapping[str, str]] = MappingProxyType({kind["code"]: kind["name"] for kind in _TROOPS["kind"]})
KIND_SILHOUETTE: Final[Mapping[str, str]] = MappingProxyType(
    {kind["code"]: kind["silhouette"] for kind in _TROOPS["kind"]}
)
RECRUITS: Final[Mapping[str, str]] = MappingProxyType(
    {troop.race: code for code, troop in TROOPS.items() if troop.table == 1}
)
"""By race: the code of its recruits."""
_EQUIPPED: Final = {troop.kind: code for code, troop in TROOPS.items() if troop.cost and troop.table < 9}
_BETTER: Final = {
    worse: better
    for codes in KINDS.values()
    for better, worse in pairwise(codes)
    if TROOPS[worse].grade in ("B", "C", "D")
}


def men(code: str) -> int:
    """How many men a unit stands for: 1000 on foot, or 500 who ride or drive (LM-TT-18)."""
    troop = TROOPS[code]
    return 500 if troop.table in (4, 5, 8) or troop.kind == "HA" else 1000


def equipped(kind: str) -> str | None:
    """What a recruit becomes when equipped as this type: the D row, else the C row, uBEC for berserkers; None
    for recruits and the Dead (LM-TT-15, R43)."""
    return _EQUIPPED.get(kind)


def trained(code: str) -> str | None:
    """The next better grade; None for elite, recruits, the Dead, and uBEC, who is initiated instead."""
    return _BETTER.get(code)


def graded(code: str, grade: str) -> str:
    """The same type in this grade; the code itself where there is no such row (R15, R81)."""
    wanted = TROOPS[code].kind + grade
    return wanted if wanted in TROOPS and TROOPS[code].grade in GRADES else code


PRIORITY: Final[Mapping[str, int]] = MappingProxyType(
    {
        found["code"]: found["priority"]
        for kind in _TROOPS["kind"]
        for found in (kind, *kind["troops"])
        if "priority" in found
    }
)
"""By kind, and for the Dead by code: when it strikes, 1 first to 10 last (LM-BAT-09 to LM-BAT-18)."""
FIRST_ROUND: Final[Mapping[str, int]] = MappingProxyType(
    {kind["code"]: kind["first_round"] for kind in _TROOPS["kind"] if "first_round" in kind}
)
"""By kind: its priority in the first round, where that differs (R62)."""


def priority(code: str, is_first_round: bool = False) -> int:
    """When a unit of this code strikes in a round of battle, 1 first to 10 last."""
    kind = TROOPS[code].kind
    if is_first_round and kind in FIRST_ROUND:
        return FIRST_ROUND[kind]
    return PRIORITY[code] if kind == DEAD else PRIORITY[kind]


# ------------------------------------------------------------------------------------------- characters


class CharacterClass(msgspec.Struct, frozen=True):
    """A row of the character tables: the races it may belong to, and those it leads, raises and trains; `powers`
    by the rulebook's abbreviations."""

    code: str
    name: str
    races: tuple[str, ...]
    lead: frozenset[str]
    raises: frozenset[str]
    trains: frozenset[str]
    powers: frozenset[str]
    silhouette: str


def _class(found: Row) -> CharacterClass:
    powers = (*found["powers"], *found.get("ruled", ()))
    return _read(CharacterClass, {**found, "raises": found["raise"], "trains": found["train"], "powers": powers})


CLASSES: Final[Mapping[str, CharacterClass]] = MappingProxyType(
    {found["code"]: _class(found) for found in _CHARACTERS["class"]}
)
"""By code, in the order of the tables."""
RECRUITMENT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {found["column"]: tuple(found["classes"].split()) for found in _CHARACTERS["recruitment"]}
)
"""By terrain letter: the class recruited with a d20 of 1 to 20, from index 0."""
CITY_RECRUITMENT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {found["race"]: tuple(found["classes"].split()) for found in _CHARACTERS["city_recruitment"]}
)
"""By the race that lives in the city: as `RECRUITMENT` (R10)."""
CITY_INSTEAD: Final[Mapping[str, str]] = MappingProxyType(
    {found["race"]: found["instead"] for found in _CHARACTERS["city_recruitment"] if "instead" in found}
)
"""By the race that lives in the city: who comes where the class of 1 to 7 is not among the picks (R10)."""
CHARACTERS_ALLOWED: Final[Mapping[int, int]] = MappingProxyType(
    dict(enumerate(_CHARACTERS["characters_allowed"]["by_level"], 1))
)
"""By the supreme leader's level, 1 to 7: the most characters a nation may have, himself included."""


def characters_allowed(level: int) -> int:
    """The most characters of a nation whose supreme leader has this level (LM-CH-25)."""
    return CHARACTERS_ALLOWED[min(level, max(CHARACTERS_ALLOWED))]


# ----------------------------------------------------------------------------------------------- tables

LOST: Final = -1
"""In `DEMONS`: the mage is dragged off. In `EXORCISM`: all demons converge on the priest."""


class Raising(msgspec.Struct, frozen=True):
    """A row of the table of living dead: `die` and `plus` give the number of units; without `code` nobody
    rises, and with `lost` the Necromancer dies."""

    lowest: int
    code: str | None = None
    die: int = 0
    plus: int = 0
    lost: bool = False


class Magnate(msgspec.Struct, frozen=True):
    """A row of the magnates' chart: `halves` of the normal number of units, `up` so many grades, 3 being to A."""

    halves: int
    up: int


def _levels(table: str) -> tuple[tuple[int, int], ...]:
    return tuple((lowest, level) for lowest, level in _TABLES[table]["rows"])


DEMONS: Final = _levels("demons")
"""(lowest total, level of the demon): 0 for nothing, `LOST` for the mage (LM-C-05, LM-C-06)."""
EXORCISM: Final = _levels("exorcism")
"""(lowest total, highest level removed): 0 for a hampering, `LOST` for demons converging (LM-D-02 to LM-D-04)."""
DEAD_RAISED: Final = tuple(msgspec.convert(found, Raising) for found in _TABLES["dead_raised"]["rows"])
FEASTER: Final[tuple[str, ...]] = ("", *_TABLES["feaster"]["results"])
"""By d6: what befalls the province, "all", "units", "host", "necromancers", "wasteland" or "nothing"."""
MAGNATE_TROOPS: Final[tuple[Magnate, ...]] = (
    Magnate(2, 0),
    *(Magnate(*found) for found in _TABLES["magnate_troops"]["rows"]),
)
"""By d6; index 0 is the normal force."""


def on_levels(table: Sequence[tuple[int, int]], total: int) -> int:
    """The entry of `DEMONS` or `EXORCISM` for a total; totals below the table count as its first row."""
    return next((level for lowest, level in reversed(table) if total >= lowest), table[0][1])


def dead_raised(total: int) -> Raising:
    """The row of `DEAD_RAISED` for a total."""
    return next((found for found in reversed(DEAD_RAISED) if total >= found.lowest), DEAD_RAISED[0])


# ----------------------------------------------------------------------------------------------- set-up


class Trait(msgspec.Struct, frozen=True):
    """An advantage or a disadvantage of the customised set-up."""

    key: str
    name: str
    clause: str
    text: str


def _traits(table: str) -> Mapping[str, Trait]:
    return MappingProxyType({found["key"]: msgspec.convert(found, Trait) for found in _TABLES[table]})


ADVANTAGES: Final = _traits("advantage")
DISADVANTAGES: Final = _traits("disadvantage")
CONTRADICTIONS: Final[tuple[tuple[str, str], ...]] = tuple((a, b) for a, b in _TABLES["contradictions"]["pairs"])
"""Pairs of traits that nobody may take together (R111)."""

# --------------------------------------------------------------------------------------------- drawings

_DRAWINGS: Final = DATA / "silhouettes.json"
SILHOUETTES: Final[Mapping[str, str]] = MappingProxyType(
    msgspec.json.decode(_DRAWINGS.read_bytes(), type=dict[str, str])
)
"""By name: an SVG path in a view box of 512 by 512."""
SILHOUETTE: Final[Mapping[str, str]] = MappingProxyType(dict(_MAP["silhouettes"]))
"""By what may stand in a square (fort, treasury, boneyard, demon, feaster): the name of its drawing."""


GODS = ("Jupiter", "Mars", "Odin", "Feaster")
