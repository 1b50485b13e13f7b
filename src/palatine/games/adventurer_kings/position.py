"""A position as a person would write it down, and back.

One fact a line: what it is of, its number, then names and values of whatever is not as usual.

    turn 3
    scenario standard
    seats K1 K2
    option turns 20
    land 304 name Burgundy terrain plain race human types LE,HC tax 10
    kingdom 1 name Keltor king 1 alignment good home 304 gold 12 met 2
    held 1 304 305
    person 1 name Kyron race human alignment good temper brave place 304 seat 1 levels TA2,MA1,ME1 is_king
    army 12 type LE race human quality 2 place 304 owner 1 leader 1
    feature 33 kind dungeon place 305 threshold 20 monster hydra hp 30
    item 4 kind excalibur bearer 1
    fallen 304 type LE race orc quality 1 turn 2
    known 1 305 explored 8 terrain forest owner natives
    lore 1 33 kind dungeon place 305 monster hydra
    seen 1 55 304 2 free            ; who was seen where, in which turn, in whose service
    relations 1 neutral ally        ; one's own row, seat by seat
    merit 1 grand-marshal 6         ; doubled, so that halves are whole
    also last_vote 4                ; whatever else has a name in the state, as JSON

Kingdoms and seats are numbered from 1, places as on the map. Remarks begin with a semicolon. What is not said of land
is open sea; of everything else there is nothing. A position of turn 0 is one before the world is made.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from palatine.core import PalatineError, Unreadable
from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings.atlas import Atlas
from palatine.games.adventurer_kings.state import (
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
    Proposal,
    Standing,
    State,
)

if TYPE_CHECKING:
    from palatine.games.adventurer_kings.referee import AdventurerKings

OPEN_SEA: Final = Land("", c.SEA, -1, (), 0)
NONE: Final = "-"
RELATIONS: Final = ("enemy", "neutral", "ally")


# Values


class Codec(NamedTuple):
    """How a value is written on a map, and read again."""

    write: Callable[[Atlas, Any], str]
    read: Callable[[Atlas, str], Any]


def slug(name: str) -> str:
    """A name as one word in small letters: `high-chancellor`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def among(names: Sequence[str], **others: int) -> Codec:
    """One of several, by name; `others` are numbers below 0."""
    words = [slug(name) for name in names]
    values = {**{word: at for at, word in enumerate(words)}, **others, NONE: -1}
    below = {value: word for word, value in values.items() if value < 0}

    def read(atlas: Atlas, word: str) -> int:
        if word.lower() not in values:
            raise Unreadable(f"“{word}” is none of {', '.join(values)}")
        return values[word.lower()]

    return Codec(lambda atlas, value: words[value] if value >= 0 else below[value], read)


def many(one: Codec) -> Codec:
    """Several, with commas between them."""
    return Codec(
        lambda atlas, values: ",".join([one.write(atlas, value) for value in values]) or NONE,
        lambda atlas, word: () if word == NONE else tuple([one.read(atlas, each) for each in word.split(",")]),
    )


def _place(atlas: Atlas, word: str) -> int:
    place = atlas.place(_number(atlas, word)) if word != NONE else -1
    if place < 0 and word != NONE:
        raise Unreadable(f"there is no province {word}")
    return place


def _number(atlas: Atlas, word: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", word):
        raise Unreadable(f"“{word}” is no number")
    return int(word)


def _levels(atlas: Atlas, word: str) -> tuple[int, ...]:
    found = [0] * len(c.ABILITIES)
    for each in [] if word == NONE else word.split(","):
        if each[:2] not in c.ABILITIES:
            raise Unreadable(f"“{each}” is no ability with its level")
        found[c.ability(each[:2])] = _number(atlas, each[2:])
    return tuple(found)


def _said_levels(atlas: Atlas, levels: Sequence[int]) -> str:
    said = [f"{code}{level}" for code, level in zip(c.ABILITIES, levels, strict=True) if level]
    return ",".join(said) or NONE


def _lost(atlas: Atlas, word: str) -> tuple[int, ...]:
    return () if word == "none" else _levels(atlas, word)


def _owner(atlas: Atlas, word: str) -> int:
    if word in OWNERS:
        return OWNERS[word]
    seat = _number(atlas, word) - 1
    if seat < 0:
        raise Unreadable(f"“{word}” is no kingdom")
    return seat


OWNERS: Final = {"natives": NATIVE, "mercenary": MERCENARY, "unknown": UNKNOWN}
_OWNER_WORD: Final = {value: word for word, value in OWNERS.items()}
NUMBER: Final = Codec(lambda atlas, value: str(value), _number)
TEXT: Final = Codec(lambda atlas, value: shlex.quote(value), lambda atlas, word: word)
PLACE: Final = Codec(lambda atlas, place: str(atlas.numbers[place]) if place >= 0 else NONE, _place)
OWNER: Final = Codec(lambda atlas, seat: _OWNER_WORD[seat] if seat < 0 else str(seat + 1), _owner)
SEAT: Final = Codec(
    lambda atlas, seat: "free" if seat == FREE else str(seat + 1),
    lambda atlas, word: FREE if word == "free" else _owner(atlas, word),
)
LEVELS: Final = Codec(_said_levels, _levels)
LOST: Final = Codec(lambda atlas, levels: _said_levels(atlas, levels) if levels else "none", _lost)
TERRAIN: Final = among(c.TERRAINS, unknown=UNKNOWN)
RACE: Final = among(c.RACES, unknown=UNKNOWN)
TYPE: Final = among(c.ARMY_CODES)
ALIGNMENT: Final = among(c.ALIGNMENTS)
FEATURE: Final = among([kind.name for kind in c.FEATURES])
MONSTER: Final = among([monster.name for monster in c.MONSTERS])
ITEM: Final = among([item.name for item in c.ITEMS])

BY_NAME: Final[dict[type, dict[str, Codec]]] = {
    Land: {"terrain": TERRAIN, "race": RACE, "types": many(TYPE), "coast": TERRAIN},
    Kingdom: {"alignment": ALIGNMENT, "home": PLACE, "met": many(SEAT), "neighbours_told": many(SEAT),
              "discoveries": many(among([each.name for each in c.DISCOVERIES]))},
    Person: {"race": RACE, "alignment": ALIGNMENT, "temper": among(c.TEMPERS), "place": PLACE, "seat": SEAT,
             "levels": LEVELS, "aptitudes": LEVELS, "rules": PLACE, "lost_levels": LOST, "grudges": many(SEAT)},
    Army: {"type": TYPE, "race": RACE, "place": PLACE, "owner": OWNER},
    Fallen: {"type": TYPE, "race": RACE},
    Feature: {"kind": FEATURE, "place": PLACE, "monster": MONSTER, "legend_item": ITEM, "friends": many(SEAT)},
    Item: {"kind": ITEM, "place": PLACE},
    Known: {"terrain": TERRAIN, "race": RACE, "owner": OWNER, "types": many(TYPE)},
    Lore: {"kind": FEATURE, "place": PLACE, "monster": MONSTER, "item": ITEM},
    Legend: {"race": RACE, "alignment": ALIGNMENT, "temper": among(c.TEMPERS), "levels": LEVELS,
             "items": many(ITEM)},
}  # fmt: skip
"""By kind of record: the fields that are more than numbers, flags and words."""
BY_TYPE: Final[dict[Any, Codec]] = {int: NUMBER, str: TEXT, tuple[int, ...]: many(NUMBER)}


def codec(kind: type, field: msgspec.structs.FieldInfo) -> Codec:
    return BY_NAME.get(kind, {}).get(field.name) or BY_TYPE[field.type]


# Records


def said(atlas: Atlas, record: msgspec.Struct) -> str:
    """The fields of a record that are not as usual, each with its name; a flag is its name alone."""
    words = []
    for field in msgspec.structs.fields(record):
        value = getattr(record, field.name)
        if value == field.default:
            continue
        words.append(field.name if field.type is bool and value else
                     f"no-{field.name}" if field.type is bool else
                     f"{field.name} {codec(type(record), field).write(atlas, value)}")  # fmt: skip
    return " ".join(words)


def heard(atlas: Atlas, kind: type, words: list[str]) -> Any:
    """A record from its fields."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    while words:
        name = words.pop(0)
        plain = name.removeprefix("no-")
        if plain not in fields:
            raise Unreadable(f"“{name}” says nothing of it")
        if fields[plain].type is bool:
            values[plain] = plain == name
        else:
            values[plain] = codec(kind, fields[plain]).read(atlas, _next(words))
    missing = [field.name for field in fields.values() if field.required and field.name not in values]
    if missing:
        raise Unreadable(f"its {missing[0]} is missing")
    return kind(**values)


def _next(words: list[str]) -> str:
    if not words:
        raise Unreadable("something is missing at its end")
    return words.pop(0)


# Writing


def write(game: AdventurerKings, s: State) -> str:
    """The text of a position; dice and sheets apart, `read` makes the same of it."""
    return "\n".join([*_heading(game, s), *(_world(s) if s.turn else ())]) + "\n"


def _heading(game: AdventurerKings, s: State) -> Iterator[str]:
    yield f"turn {s.turn}"
    yield f"scenario {s.scenario}"
    yield " ".join(["seats", *s.seats])
    for option in game.options:
        if s.options.get(option.name, option.default) != option.default:
            yield f"option {option.name} {int(s.options[option.name])}"


def _world(s: State) -> Iterator[str]:
    atlas = s.atlas
    for place, land in enumerate(s.lands):
        if land != OPEN_SEA:
            yield f"land {atlas.numbers[place]} {said(atlas, land)}"
    for seat, kingdom in enumerate(s.kingdoms):
        yield f"kingdom {seat + 1} {said(atlas, kingdom)}"
        yield " ".join(["held", str(seat + 1), *[str(atlas.numbers[place]) for place in s.provinces(seat)]])
        yield " ".join(["relations", str(seat + 1), *[RELATIONS[each] for each in s.relations[seat]]])
    for word, book in _books(s).items():
        for number, record in book.items():
            yield f"{word} {number} {said(atlas, record)}"
    for place, buried in s.fallen.items():
        yield from [f"fallen {atlas.numbers[place]} {said(atlas, each)}" for each in buried]
    yield from [f"proposal {said(atlas, each)}" for each in s.proposals]
    yield from [f"legend {said(atlas, each)}" for each in s.hall]
    for seat in range(len(s.seats)):
        yield from _told(s, seat)
    for word, points, names in (("merit", s.merit, c.OFFICES), ("renown", s.renown, TITLE_NAMES)):
        for n, row in points.items():
            pairs = [f"{slug(names[at])} {count}" for at, count in enumerate(row) if count]
            yield " ".join([word, str(n), *pairs])
    yield from _rest(s)


TITLE_NAMES: Final = tuple(title.name for title in c.TITLES)


def _books(s: State) -> dict[str, dict[int, Any]]:
    return {"person": s.people, "army": s.armies, "feature": s.features, "item": s.items}


def _told(s: State, seat: int) -> Iterator[str]:
    """What a King has been told."""
    atlas = s.atlas
    for place, known in s.known[seat].items():
        yield f"known {seat + 1} {atlas.numbers[place]} {said(atlas, known)}".rstrip()
    for number, lore in s.lore[seat].items():
        yield f"lore {seat + 1} {number} {said(atlas, lore)}"
    for n, (place, turn, service) in s.seen[seat].items():
        yield f"seen {seat + 1} {n} {PLACE.write(atlas, place)} {turn} {SEAT.write(atlas, service)}"
    for word, rows in (("standing", s.standings), ("honour", s.honours)):
        if rows and not rows[seat]:
            yield f"{word} {seat + 1}"
        yield from [f"{word} {seat + 1} {said(atlas, each)}" for each in (rows[seat] if rows else ())]


TOLD_ELSEWHERE: Final = frozenset(
    ("seats", "flow", "dice", "options", "outcome", "turn", "scenario", "lands", "owners", "kingdoms", "people",
     "armies", "features", "items", "fallen", "proposals", "relations", "known", "lore", "seen", "standings",
     "honours", "merit", "renown", "hall", "sheets", "journal")
)  # fmt: skip
"""The fields of the state that have lines of their own, or none."""
REST: Final = {
    field.name: field for field in msgspec.structs.fields(State) if field.name not in TOLD_ELSEWHERE
}  # fmt: skip


def _rest(s: State) -> Iterator[str]:
    """Whatever else there is, under its own name."""
    for name in REST:
        value = getattr(s, name)
        if value:
            yield f"also {name} {shlex.quote(msgspec.json.encode(value).decode())}"


# Reading


def read(game: AdventurerKings, text: str) -> State:
    """The state that a position's text describes. Raises Unreadable with the line that is wrong."""
    lines: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        with _telling(number):
            words = _split(line)
            if words:
                lines.append((number, words))
    s = _fresh(game, lines)
    for number, words in lines:
        with _telling(number):
            key = words.pop(0)
            if key in HEADING:
                continue
            if key not in READ or not s.turn:
                raise Unreadable(f"“{key}” says nothing")
            READ[key](s, words)
    s.last_person = s.last_person or max(s.people, default=0)
    s.last_army = s.last_army or max(s.armies, default=0)
    s.last_item = s.last_item or max(s.items, default=0)
    return s


def _split(line: str) -> list[str]:
    if not any(letter in line for letter in "'\"\\;"):
        return line.split()
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ";"
    return list(lexer)


@contextmanager
def _telling(number: int) -> Iterator[None]:
    """Say of what cannot be read which line it is in."""
    try:
        yield
    except (PalatineError, ValueError, KeyError, IndexError, msgspec.MsgspecError) as error:
        said_of_it = " ".join(str(error).split()).rstrip(".")
        raise Unreadable(f"Line {number} of the position cannot be read: {said_of_it}.") from None


HEADING: Final = ("turn", "scenario", "seats", "option")


def _fresh(game: AdventurerKings, lines: list[tuple[int, list[str]]]) -> State:
    """A match with the seats, scenario and options of the position, and nothing in it."""
    turn, scenario, seats = 1, "standard", game.scenarios[0].tables[0]
    options: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    for number, (key, *words) in lines:
        with _telling(number):
            if key == "turn":
                turn = _number(None, words[0])  # type: ignore[arg-type]
            elif key == "scenario":
                scenario = words[0]
            elif key == "seats":
                seats = tuple(words)
            elif key == "option":
                value = _number(None, words[1])  # type: ignore[arg-type]
                options[words[0]] = bool(value) if isinstance(known[words[0]].default, bool) else value
    with _telling(next((number for number, words in lines if words[0] in ("seats", "scenario")), 1)):
        s = game.setup(scenario, seats=seats, seed=b"position", options=options)
    s.turn = turn
    if turn:
        _empty(s)
    return s


def _empty(s: State) -> None:
    count = len(s.seats)
    s.lands = (OPEN_SEA,) * s.atlas.size
    s.owners = [NATIVE] * s.atlas.size
    s.relations = [()] * count
    s.known, s.lore, s.seen = [{} for _ in s.seats], [{} for _ in s.seats], [{} for _ in s.seats]


def _land(s: State, words: list[str]) -> None:
    place = _place(s.atlas, _next(words))
    s.lands = (*s.lands[:place], heard(s.atlas, Land, words), *s.lands[place + 1 :])


def _kingdom(s: State, words: list[str]) -> None:
    if _number(s.atlas, _next(words)) != len(s.kingdoms) + 1:
        raise Unreadable("kingdoms come in the order of their numbers")
    s.kingdoms.append(heard(s.atlas, Kingdom, words))


def _seat(s: State, words: list[str]) -> int:
    seat = _number(s.atlas, _next(words)) - 1
    if not 0 <= seat < len(s.seats):
        raise Unreadable(f"there is no seat {seat + 1}")
    return seat


def _held(s: State, words: list[str]) -> None:
    seat = _seat(s, words)
    for word in words:
        s.owners[_place(s.atlas, word)] = seat


def _relations(s: State, words: list[str]) -> None:
    seat = _seat(s, words)
    s.relations[seat] = tuple([RELATIONS.index(word) for word in words])


def _book(word: str, kind: type) -> Callable[[State, list[str]], None]:
    def read_record(s: State, words: list[str]) -> None:
        number = _number(s.atlas, _next(words))
        _books(s)[word][number] = heard(s.atlas, kind, words)

    return read_record


def _fallen(s: State, words: list[str]) -> None:
    place = _place(s.atlas, _next(words))
    s.fallen[place] = (*s.fallen.get(place, ()), heard(s.atlas, Fallen, words))


def _proposal(s: State, words: list[str]) -> None:
    s.proposals.append(heard(s.atlas, Proposal, words))


def _legend(s: State, words: list[str]) -> None:
    s.hall.append(heard(s.atlas, Legend, words))


def _known(s: State, words: list[str]) -> None:
    seat, place = _seat(s, words), _place(s.atlas, _next(words))
    s.known[seat][place] = heard(s.atlas, Known, words)


def _lore(s: State, words: list[str]) -> None:
    seat, number = _seat(s, words), _number(s.atlas, _next(words))
    s.lore[seat][number] = heard(s.atlas, Lore, words)


def _seen(s: State, words: list[str]) -> None:
    seat, n, place = _seat(s, words), _number(s.atlas, _next(words)), _place(s.atlas, _next(words))
    s.seen[seat][n] = (place, _number(s.atlas, _next(words)), SEAT.read(s.atlas, _next(words)))


def _standing(s: State, words: list[str]) -> None:
    s.standings = _added(s, s.standings, words)


def _honour(s: State, words: list[str]) -> None:
    s.honours = _added(s, s.honours, words)


def _added(s: State, rows: list[tuple[Standing, ...]], words: list[str]) -> list[tuple[Standing, ...]]:
    seat = _seat(s, words)
    found = rows or [()] * len(s.seats)
    if words:
        found[seat] = (*found[seat], heard(s.atlas, Standing, words))
    return found


def _points(book: str, names: Sequence[str]) -> Callable[[State, list[str]], None]:
    slugs = [slug(name) for name in names]

    def read_points(s: State, words: list[str]) -> None:
        n, row = _number(s.atlas, _next(words)), [0] * len(slugs)
        while words:
            at = slugs.index(_next(words))
            row[at] = _number(s.atlas, _next(words))
        getattr(s, book)[n] = tuple(row)

    return read_points


def _also(s: State, words: list[str]) -> None:
    name = _next(words)
    setattr(s, name, msgspec.json.decode(_next(words), type=REST[name].type))


READ: Final[dict[str, Callable[[State, list[str]], None]]] = {
    "land": _land, "kingdom": _kingdom, "held": _held, "relations": _relations, "person": _book("person", Person),
    "army": _book("army", Army), "feature": _book("feature", Feature), "item": _book("item", Item),
    "fallen": _fallen, "proposal": _proposal, "legend": _legend, "known": _known, "lore": _lore, "seen": _seen,
    "standing": _standing, "honour": _honour, "merit": _points("merit", c.OFFICES),
    "renown": _points("renown", TITLE_NAMES), "also": _also,
}  # fmt: skip
"""By the first word of a line: how the rest is read."""
