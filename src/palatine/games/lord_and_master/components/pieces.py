"""Troops and character classes by the rulebook's codes, and recruitment tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

import msgspec

from palatine.games.lord_and_master.components.world import DATA, Row, read_row

_TROOPS: Final = DATA.read_toml("troops.toml")
_CHARACTERS: Final = DATA.read_toml("characters.toml")

# Troops

RACES: Final = ("M", "E", "D", "G", "O", "J", "T", "dead")
RACE_NAME: Final[Mapping[str, str]] = MappingProxyType(
    dict(zip(RACES, ("Men", "Elves", "Dwarves", "Gnomes", "Orcs", "Jotuns", "Trolls", "The Dead"), strict=True))
)
GRADES: Final = ("A", "B", "C", "D")
DEAD: Final = "DEAD"
"""The pick that brings all five kinds of the Dead (LM-SET-10)."""
INITIATE: Final = "uBEC"
INITIATED: Final = "BEC"
BERSERKERS: Final = "BE"


class Troop(msgspec.Struct, frozen=True):
    """A row of the troop tables.

    * `kind`: what a player picks.
    * `grade`: A to D, "u" for uBEC, "" for recruits and the Dead.
    * `full`, `wounded`: attack, defence and movement; `wounded` is None for units killed by the first hit.
    * `cost`: price of equipment; None if only training leads to this row.
    """

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


def _grade_name(code: str, table: int) -> str:
    if table in (1, 9):
        return ""
    return "u" if code == INITIATE else code[2]


def _troop(kind: Row, found: Row) -> Troop:
    own = {
        "kind": kind["code"],
        "grade": _grade_name(found["code"], kind["table"]),
        "race": kind["race"],
        "table": kind["table"],
        "wounded": found.get("wounded"),
        "cost": found.get("cost"),
        "silhouette": found.get("silhouette", kind["silhouette"]),
    }
    return read_row(Troop, {**found, **own})


def _smoothed() -> Iterable[tuple[str, Troop]]:
    changes = {found["code"]: found for found in _TROOPS["smoothed"]}
    for code, troop in TROOPS.items():
        values = {key: tuple(changes[code][key]) for key in ("full", "wounded") if key in changes.get(code, ())}
        yield code, msgspec.structs.replace(troop, **values)


TROOPS: Final[Mapping[str, Troop]] = MappingProxyType(
    {found["code"]: _troop(kind, found) for kind in _TROOPS["kind"] for found in kind["troops"]}
)
"""Troops by code, in the order of the tables."""
TROOPS_SMOOTHED: Final[Mapping[str, Troop]] = MappingProxyType(dict(_smoothed()))
"""`TROOPS` with three odd rows smoothed, for the option `smooth_values` (R6)."""
KINDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {kind["code"]: tuple(found["code"] for found in kind["troops"]) for kind in _TROOPS["kind"]}
)
"""Codes of each pick, the best grade first."""
KIND_NAME: Final[Mapping[str, str]] = MappingProxyType({kind["code"]: kind["name"] for kind in _TROOPS["kind"]})
RECRUITS: Final[Mapping[str, str]] = MappingProxyType(
    {troop.race: code for code, troop in TROOPS.items() if troop.table == 1}
)
"""Code of the recruits of each race."""
_EQUIPPED: Final = {troop.kind: code for code, troop in TROOPS.items() if troop.cost and troop.table < 9}
_BETTER: Final = {
    worse: better
    for codes in KINDS.values()
    for better, worse in pairwise(codes)
    if TROOPS[worse].grade in ("B", "C", "D")
}


def men(code: str) -> int:
    """Return the number of men of a unit: 1000 on foot, 500 mounted or on chariots (LM-TT-18)."""
    troop = TROOPS[code]
    return 500 if troop.table in (4, 5, 8) or troop.kind == "HA" else 1000


def equipped(kind: str) -> str | None:
    """Return what equipping turns a recruit into.

    It is the D row, else the C row, and uBEC for berserkers; None for recruits and the Dead (LM-TT-15, R43).
    """
    return _EQUIPPED.get(kind)


def price(kind: str) -> int:
    """Return the price of equipping a recruit as a type; 0 for recruits and the Dead (LM-TT-15)."""
    code = equipped(kind)
    return TROOPS[code].cost or 0 if code is not None else 0


def drilled(kind: str) -> str | None:
    """Return what training turns a recruit into: one grade above green, or the equipped row.

    See B-09.
    """
    code = equipped(kind)
    return trained(code) if code is not None and TROOPS[code].grade == "D" else code


def is_berserker(code: str) -> bool:
    """Return whether a code is one of initiated berserkers (TT-17)."""
    return code in TROOPS and TROOPS[code].kind == BERSERKERS and code != INITIATE


def trained(code: str) -> str | None:
    """Return the next better grade.

    Returns None for elite units, recruits, the Dead, and uBEC, which is initiated instead.
    """
    return _BETTER.get(code)


def graded(code: str, grade: str) -> str:
    """Return the same type in a grade; the code itself if there is no such row (R15, R81)."""
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
"""Strike priority by kind, and by code for the Dead: 1 first to 10 last.

See LM-BAT-09 to LM-BAT-18.
"""
FIRST_ROUND: Final[Mapping[str, int]] = MappingProxyType(
    {kind["code"]: kind["first_round"] for kind in _TROOPS["kind"] if "first_round" in kind}
)
"""Strike priority by kind in the first round, where it differs (R62)."""


def priority(code: str, is_first_round: bool = False) -> int:
    """Return the strike priority of a unit in a round of battle: 1 first to 10 last."""
    kind = TROOPS[code].kind
    if is_first_round and kind in FIRST_ROUND:
        return FIRST_ROUND[kind]
    return PRIORITY[code] if kind == DEAD else PRIORITY[kind]


# Characters


class CharacterClass(msgspec.Struct, frozen=True):
    """A row of the character tables.

    * `races`: races the class may belong to.
    * `lead`, `raises`, `trains`: races it can lead, raise and train.
    * `powers`: by the rulebook's abbreviations.
    """

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
    return read_row(CharacterClass, {**found, "raises": found["raise"], "trains": found["train"], "powers": powers})


CLASSES: Final[Mapping[str, CharacterClass]] = MappingProxyType(
    {found["code"]: _class(found) for found in _CHARACTERS["class"]}
)
"""Classes by code, in the order of the tables."""


def usual_race(of: str) -> str:
    """Return the race of a class unless another one is given: the first of its races."""
    return CLASSES[of].races[0]


RECRUITMENT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {found["column"]: tuple(found["classes"].split()) for found in _CHARACTERS["recruitment"]}
)
"""Classes recruited with a d20 of 1 to 20, from index 0, by terrain letter."""
CITY_RECRUITMENT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {found["race"]: tuple(found["classes"].split()) for found in _CHARACTERS["city_recruitment"]}
)
"""Classes recruited in a city, by its race, as in `RECRUITMENT` (R10)."""
CITY_INSTEAD: Final[Mapping[str, str]] = MappingProxyType(
    {found["race"]: found["instead"] for found in _CHARACTERS["city_recruitment"] if "instead" in found}
)
"""Classes recruited instead if the class of 1 to 7 is not among the picks, by race (R10)."""
CHARACTERS_ALLOWED: Final[Mapping[int, int]] = MappingProxyType(
    dict(enumerate(_CHARACTERS["characters_allowed"]["by_level"], 1))
)
"""Maximum number of characters, including the leader, by the leader's level from 1 to 7."""


def characters_allowed(level: int) -> int:
    """Return the maximum number of characters for a supreme leader's level (LM-CH-25)."""
    return CHARACTERS_ALLOWED[min(level, max(CHARACTERS_ALLOWED))]
