"""Values and records of position texts: places by number, kinds by name, levels by code."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from palatine.core import Unreadable
from palatine.core.position import Words
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import Atlas
from palatine.games.adventurer_kings.components.pieces import (
    FREE,
    MERCENARY,
    NATIVE,
    UNKNOWN,
    Army,
    Fallen,
    Feature,
    Item,
    Kingdom,
    Known,
    Land,
    Legend,
    Lore,
    Person,
)

NONE: Final = "-"


class Codec(NamedTuple):
    """Functions that write and read a value on a map."""

    write: Callable[[Atlas, Any], str]
    read: Callable[[Atlas, str], Any]


def slug(name: str) -> str:
    """Return a name as one lower-case word: `high-chancellor`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def among(names: Sequence[str], **others: int) -> Codec:
    """Return a codec of an index by name; `others` are names of negative numbers."""
    words = [slug(name) for name in names]
    values = {**{word: at for at, word in enumerate(words)}, **others, NONE: -1}
    below = {value: word for word, value in values.items() if value < 0}

    def read(atlas: Atlas, word: str) -> int:
        if word.lower() not in values:
            raise Unreadable(f"“{word}” is none of {', '.join(values)}")
        return values[word.lower()]

    return Codec(lambda atlas, value: words[value] if value >= 0 else below[value], read)


def many(one: Codec) -> Codec:
    """Return a codec of comma-separated values."""
    return Codec(
        lambda atlas, values: ",".join([one.write(atlas, value) for value in values]) or NONE,
        lambda atlas, word: () if word == NONE else tuple([one.read(atlas, each) for each in word.split(",")]),
    )


def read_place(atlas: Atlas, word: str) -> int:
    place = atlas.place(read_number(atlas, word)) if word != NONE else -1
    if place < 0 and word != NONE:
        raise Unreadable(f"there is no province {word}")
    return place


def read_number(atlas: Atlas, word: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", word):
        raise Unreadable(f"“{word}” is not a number")
    return int(word)


def _levels(atlas: Atlas, word: str) -> tuple[int, ...]:
    found = [0] * len(tables.ABILITIES)
    for each in [] if word == NONE else word.split(","):
        if each[:2] not in tables.ABILITIES:
            raise Unreadable(f"“{each}” is not an ability with its level")
        found[tables.ability(each[:2])] = read_number(atlas, each[2:])
    return tuple(found)


def _levels_text(atlas: Atlas, levels: Sequence[int]) -> str:
    said = [f"{code}{level}" for code, level in zip(tables.ABILITIES, levels, strict=True) if level]
    return ",".join(said) or NONE


def _read_lost_levels(atlas: Atlas, word: str) -> tuple[int, ...]:
    return () if word == "none" else _levels(atlas, word)


def _owner(atlas: Atlas, word: str) -> int:
    if word in OWNERS:
        return OWNERS[word]
    seat = read_number(atlas, word) - 1
    if seat < 0:
        raise Unreadable(f"“{word}” is not a kingdom")
    return seat


OWNERS: Final = {"natives": NATIVE, "mercenary": MERCENARY, "unknown": UNKNOWN}
_OWNER_WORD: Final = {value: word for word, value in OWNERS.items()}
NUMBER: Final = Codec(lambda atlas, value: str(value), read_number)
TEXT: Final = Codec(lambda atlas, value: shlex.quote(value), lambda atlas, word: word)
PLACE: Final = Codec(lambda atlas, place: str(atlas.numbers[place]) if place >= 0 else NONE, read_place)
OWNER: Final = Codec(lambda atlas, seat: _OWNER_WORD[seat] if seat < 0 else str(seat + 1), _owner)
SEAT: Final = Codec(
    lambda atlas, seat: "free" if seat == FREE else str(seat + 1),
    lambda atlas, word: FREE if word == "free" else _owner(atlas, word),
)
LEVELS: Final = Codec(_levels_text, _levels)
LOST: Final = Codec(lambda atlas, levels: _levels_text(atlas, levels) if levels else "none", _read_lost_levels)
TERRAIN: Final = among(tables.TERRAINS, unknown=UNKNOWN)
RACE: Final = among(tables.RACES, unknown=UNKNOWN)
TYPE: Final = among(tables.ARMY_CODES)
ALIGNMENT: Final = among(tables.ALIGNMENTS)
FEATURE: Final = among([kind.name for kind in tables.FEATURES])
MONSTER: Final = among([monster.name for monster in tables.MONSTERS])
ITEM: Final = among([item.name for item in tables.ITEMS])

BY_NAME: Final[dict[type, dict[str, Codec]]] = {
    Land: {"terrain": TERRAIN, "race": RACE, "types": many(TYPE), "coast": TERRAIN},
    Kingdom: {"alignment": ALIGNMENT, "home": PLACE, "met": many(SEAT), "neighbours_told": many(SEAT),
              "discoveries": many(among([each.name for each in tables.DISCOVERIES]))},
    Person: {"race": RACE, "alignment": ALIGNMENT, "temper": among(tables.TEMPERS), "place": PLACE, "seat": SEAT,
             "levels": LEVELS, "aptitudes": LEVELS, "rules": PLACE, "lost_levels": LOST, "grudges": many(SEAT)},
    Army: {"type": TYPE, "race": RACE, "place": PLACE, "owner": OWNER, "origin": PLACE},
    Fallen: {"type": TYPE, "race": RACE},
    Feature: {"kind": FEATURE, "place": PLACE, "monster": MONSTER, "legend_item": ITEM, "friends": many(SEAT)},
    Item: {"kind": ITEM, "place": PLACE},
    Known: {"terrain": TERRAIN, "race": RACE, "owner": OWNER, "types": many(TYPE)},
    Lore: {"kind": FEATURE, "place": PLACE, "monster": MONSTER, "item": ITEM},
    Legend: {"race": RACE, "alignment": ALIGNMENT, "temper": among(tables.TEMPERS), "levels": LEVELS,
             "items": many(ITEM)},
}  # fmt: skip
"""By kind of record: fields that are not plain numbers, flags or words."""
BY_TYPE: Final[dict[Any, Codec]] = {int: NUMBER, str: TEXT, tuple[int, ...]: many(NUMBER)}


def codec(kind: type, field: msgspec.structs.FieldInfo) -> Codec:
    return BY_NAME.get(kind, {}).get(field.name) or BY_TYPE[field.type]


# Records


def write_record(atlas: Atlas, record: msgspec.Struct) -> str:
    """Return the fields of a record that differ from the defaults; a flag is its name alone."""
    words = []
    for field in msgspec.structs.fields(record):
        value = getattr(record, field.name)
        if value == field.default:
            continue
        words.append(field.name if field.type is bool and value else
                     f"no-{field.name}" if field.type is bool else
                     f"{field.name} {codec(type(record), field).write(atlas, value)}")  # fmt: skip
    return " ".join(words)


def read_record(atlas: Atlas, kind: type, words: Words) -> Any:
    """Return a record read from its fields."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    while words:
        name = words.next()
        plain = name.removeprefix("no-")
        if plain not in fields:
            raise Unreadable(f"“{name}” says nothing of it")
        if fields[plain].type is bool:
            values[plain] = plain == name
        else:
            values[plain] = codec(kind, fields[plain]).read(atlas, words.next())
    missing = [field.name for field in fields.values() if field.required and field.name not in values]
    if missing:
        raise Unreadable(f"its {missing[0]} is missing")
    return kind(**values)
