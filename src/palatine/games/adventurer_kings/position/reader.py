"""Text format of positions, readable and writable by people.

Each line states the facts of one thing: its kind, its number, then names and values that differ from the default.

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
    seen 1 55 304 2 free            ; character, place, turn and service of a sighting
    relations 1 neutral ally        ; one row of relations, seat by seat
    merit 1 grand-marshal 6         ; doubled, so that halves are integers
    also last_vote 4                ; any other field of the state, as JSON

Kingdoms and seats are numbered from 1, places as on the map. A lesson can have two Kings. Remarks begin with a
semicolon. Land that is not listed is open sea; everything else that is not listed is absent. A position of turn 0
precedes the creation of the world.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from palatine.core import OrdersGame, Unreadable, dice_key
from palatine.core.position import Words, line_errors, numbered_lines
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import (
    NATIVE,
    RELATIONS,
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
    RaceStanding,
)
from palatine.games.adventurer_kings.position.values import (
    SEAT,
    read_place,
    read_record,
    slug,
)
from palatine.games.adventurer_kings.position.writer import OPEN_SEA, REST, TITLE_NAMES, records_by_kind
from palatine.games.adventurer_kings.state import State

HEADING: Final = ("turn", "scenario", "seats", "option")
PositionLine = tuple[int, Words]


def read_position(game: OrdersGame[State], text: str) -> State:
    """Return the state described by a position text.

    Raises Unreadable with the line that is wrong.
    """
    heading: list[PositionLine] = []
    facts: list[PositionLine] = []
    for line in numbered_lines(text):
        (heading if line[1].left[0] in HEADING else facts).append(line)
    s = _new_match(game, heading)
    for number, words in facts:
        with line_errors(number):
            key = words.next()
            if key not in READ or not s.turn:
                raise Unreadable(f"“{key}” says nothing")
            READ[key](s, words)
    s.last_person = s.last_person or max(s.people, default=0)
    s.last_army = s.last_army or max(s.armies, default=0)
    s.last_item = s.last_item or max(s.items, default=0)
    return s


def _new_match(game: OrdersGame[State], heading: list[PositionLine]) -> State:
    """Return an empty match with the seats, scenario and options of the position."""
    turn, scenario, seats = 1, "standard", game.scenarios[0].tables[0]
    options: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    origin = next((number for number, words in heading if words.left[0] in ("seats", "scenario")), 1)
    for number, words in heading:
        with line_errors(number):
            match words.next():
                case "turn":
                    turn = words.number()
                case "scenario":
                    scenario = words.next()
                case "seats":
                    seats = tuple(words.rest())
                case _:
                    name, value = words.next(), words.number()
                    options[name] = bool(value) if isinstance(known[name].default, bool) else value
    with line_errors(origin):
        s = _match_without_world(game, scenario, seats, options, is_founded=turn > 0)
    s.turn = turn
    if turn:
        _clear_world(s)
    return s


def _match_without_world(
    game: OrdersGame[State], scenario: str, seats: tuple[str, ...], options: dict[str, Any], is_founded: bool
) -> State:
    """Return a match before its world is made.

    A position with a world may have fewer Kings than a match, at least two.
    """
    given = game.scenario(scenario)
    if not is_founded or seats in given.tables or not LEAST <= len(set(seats)) == len(seats) < len(given.tables[0]):
        return game.setup(scenario, seats=seats, seed=b"position", options=options)
    return game.begin(given, seats, dice_key(b"position"), game.complete_options(options))


LEAST: Final = 2


def _clear_world(s: State) -> None:
    count = len(s.seats)
    s.lands = (OPEN_SEA,) * s.atlas.size
    s.owners = [NATIVE] * s.atlas.size
    s.relations = [()] * count
    s.known, s.lore, s.seen = [{} for _ in s.seats], [{} for _ in s.seats], [{} for _ in s.seats]


def _land(s: State, words: Words) -> None:
    place = read_place(s.atlas, words.next())
    s.lands = (*s.lands[:place], read_record(s.atlas, Land, words), *s.lands[place + 1 :])


def _kingdom(s: State, words: Words) -> None:
    if words.number() != len(s.kingdoms) + 1:
        raise Unreadable("kingdoms come in the order of their numbers")
    s.kingdoms.append(read_record(s.atlas, Kingdom, words))


def _seat(s: State, words: Words) -> int:
    seat = words.number() - 1
    if not 0 <= seat < len(s.seats):
        raise Unreadable(f"there is no seat {seat + 1}")
    return seat


def _read_holder(s: State, words: Words) -> None:
    seat = _seat(s, words)
    for word in words.rest():
        s.owners[read_place(s.atlas, word)] = seat


def _relations(s: State, words: Words) -> None:
    seat = _seat(s, words)
    s.relations[seat] = tuple([RELATIONS.index(word) for word in words.rest()])


def _reader_into_book(word: str, kind: type) -> Callable[[State, Words], None]:
    def read_into_book(s: State, words: Words) -> None:
        number = words.number()
        records_by_kind(s)[word][number] = read_record(s.atlas, kind, words)

    return read_into_book


def _read_fallen(s: State, words: Words) -> None:
    place = read_place(s.atlas, words.next())
    s.fallen[place] = (*s.fallen.get(place, ()), read_record(s.atlas, Fallen, words))


def _proposal(s: State, words: Words) -> None:
    s.proposals.append(read_record(s.atlas, Proposal, words))


def _legend(s: State, words: Words) -> None:
    s.hall.append(read_record(s.atlas, Legend, words))


def _read_known_place(s: State, words: Words) -> None:
    seat, place = _seat(s, words), read_place(s.atlas, words.next())
    s.known[seat][place] = read_record(s.atlas, Known, words)


def _lore(s: State, words: Words) -> None:
    seat, number = _seat(s, words), words.number()
    s.lore[seat][number] = read_record(s.atlas, Lore, words)


def _read_seen(s: State, words: Words) -> None:
    seat, n, place = _seat(s, words), words.number(), read_place(s.atlas, words.next())
    s.seen[seat][n] = (place, words.number(), SEAT.read(s.atlas, words.next()))


def _read_standing(s: State, words: Words) -> None:
    s.standings = _with_standing(s, s.standings, words)


def _honour(s: State, words: Words) -> None:
    s.honours = _with_standing(s, s.honours, words)


def _with_standing(s: State, rows: list[tuple[RaceStanding, ...]], words: Words) -> list[tuple[RaceStanding, ...]]:
    seat = _seat(s, words)
    found = rows or [()] * len(s.seats)
    if words:
        found[seat] = (*found[seat], read_record(s.atlas, RaceStanding, words))
    return found


def _points(book: str, names: Sequence[str]) -> Callable[[State, Words], None]:
    slugs = [slug(name) for name in names]

    def read_points(s: State, words: Words) -> None:
        n, row = words.number(), [0] * len(slugs)
        while words:
            at = slugs.index(words.next())
            row[at] = words.number()
        getattr(s, book)[n] = tuple(row)

    return read_points


def _read_other_field(s: State, words: Words) -> None:
    name = words.next()
    setattr(s, name, msgspec.json.decode(words.next(), type=REST[name].type))


READ: Final[dict[str, Callable[[State, Words], None]]] = {
    "land": _land, "kingdom": _kingdom, "held": _read_holder, "relations": _relations,
    "person": _reader_into_book("person", Person), "army": _reader_into_book("army", Army),
    "feature": _reader_into_book("feature", Feature), "item": _reader_into_book("item", Item),
    "fallen": _read_fallen, "proposal": _proposal, "legend": _legend, "known": _read_known_place, "lore": _lore,
    "seen": _read_seen, "standing": _read_standing, "honour": _honour, "merit": _points("merit", titles.OFFICES),
    "renown": _points("renown", TITLE_NAMES), "also": _read_other_field,
}  # fmt: skip
"""Readers of lines, by their first word."""
