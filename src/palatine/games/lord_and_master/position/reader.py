"""Reader of positions, with a function for each kind of line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from palatine.core import Game, Unreadable
from palatine.core.position import line_errors, numbered_lines
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.position.values import (
    PositionLine,
    fresh_state,
    is_owner,
    read_owner,
    read_person,
    read_place,
)
from palatine.games.lord_and_master.state import (
    MAGNATES,
    NO_PERSON,
    CalledIntervention,
    CityStateRecord,
    DemonRecord,
    Independence,
    MagnateRecord,
    Person,
    Shipment,
    SiegeRecord,
    State,
    TruceRecord,
)


def read_position(game: Game[State], text: str) -> State:
    """Return the state described by a position text.

    Raises Unreadable with the line that is wrong.
    """
    ids: list[int] = []
    lines = [(number, PositionLine(words, ids)) for number, words in numbered_lines(text)]
    s = fresh_state(game, *_table(game, lines))
    for number, words in lines:
        with line_errors(number):
            key = words.next()
            if key not in READ:
                raise Unreadable(f"“{key}” says nothing")
            READ[key](s, words)
            if words.left:
                raise Unreadable(f"“{' '.join(words.left)}” is too much")
    if ids:
        s.next_id = ids.pop(0)
        s.units = dict(sorted(s.units.items()))
    return s


def _table(game: Game[State], lines: list[tuple[int, PositionLine]]) -> tuple[int, tuple[str, ...], dict[str, Any]]:
    turn = 1
    seats: tuple[str, ...] = ("P1", "P2")
    options: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    for number, line in lines:
        key, *words = line.left
        with line_errors(number):
            if key == "turn":
                turn = int(words[0])
            if key == "seats":
                seats = tuple(words)
            if key == "option" and words[0] not in known:
                raise Unreadable(f"there is no option {words[0]}")
            if key == "option":
                default = known[words[0]].default
                options[words[0]] = not default if isinstance(default, bool) else int(words[1])
    return turn, seats, options


# Functions for each kind of line


def _turn(s: State, words: PositionLine) -> None:
    s.turn = words.number()


def _skip(s: State, words: PositionLine) -> None:
    words.rest()


def _nation(s: State, words: PositionLine) -> None:
    seat = read_owner(s, words.next())
    facts: dict[str, Any] = {"name": words.next()}
    while words.left:
        key = words.next()
        if key == "at":
            facts["site"] = read_place(s, words.next())
        elif key == "god":
            facts["god"] = words.next()
        elif key in ("about", "heir"):
            facts[key] = words.next()
        elif key in ("gold", "annexations", "missed"):
            facts[key] = words.number()
        elif key == "holy":
            facts["holy_site"] = read_place(s, words.next())
        elif key in ("called", "out"):
            facts[key] = True
        elif key == "commander":
            facts["commanders"] = (*facts.get("commanders", ()), (read_place(s, words.next()), words.next()))
        elif key == "refused":
            facts["refused"] = (*facts.get("refused", ()), words.next())
        elif key == "retreat":
            way = (read_place(s, words.next()), read_place(s, words.next()))
            facts["retreats"] = (*facts.get("retreats", ()), way)
        elif key in ("classes", "types", "traits"):
            found = []
            while words.left and words.left[0] not in NATION_KEYS:
                found.append(words.next())
            if key == "traits":
                facts["advantages"] = tuple(each for each in found if each in tables.ADVANTAGES)
                facts["disadvantages"] = tuple(each for each in found if each in tables.DISADVANTAGES)
            else:
                facts["classes" if key == "classes" else "kinds"] = tuple(found)
        else:
            raise Unreadable(f"“{key}” says nothing of a nation")
    s.set_nation(seat, **facts)


NATION_KEYS = frozenset(
    [
        "at",
        "god",
        "about",
        "heir",
        "gold",
        "annexations",
        "missed",
        "refused",
        "holy",
        "called",
        "out",
        "classes",
        "types",
        "traits",
        "commander",
        "retreat",
    ]
)


def _char(s: State, words: PositionLine) -> None:
    name, what, race = words.next(), words.next(), words.next()
    owner = read_owner(s, words.next())
    if not words.has("at"):
        raise Unreadable("it must say where the character is")
    person = Person(name, what[0], int(what[1:]), race, owner, read_place(s, words.next()))
    if person.of not in pieces.CLASSES or race not in pieces.RACES:
        raise Unreadable(f"“{what} {race}” is not a character")
    words.give_number(s)
    who = s.new_person(person)
    while words.left:
        key = words.next()
        if key == "leader" and owner in s.magnates:
            s.magnates[owner] = msgspec.structs.replace(s.magnates[owner], leader=who)
        elif key == "leader":
            s.set_nation(owner, leader=who)
        elif key == "captive":
            s.set_person(who, captor=read_owner(s, words.next()))
        elif key == "since":
            s.set_person(who, since=words.number())
        elif key in ("military", "civil"):
            s.set_person(who, function=key)
        elif key == "sod-busting":
            due = (who, words.number(), read_place(s, words.next()))
            s.set_nation(owner, sod_busting=(*s.nations[owner].sod_busting, due))
        else:
            raise Unreadable(f"“{key}” says nothing of a character")


def _units(s: State, words: PositionLine) -> None:
    batches: list[tuple[str, int, bool]] = []
    while words.left and words.left[0] not in s.seats and not is_owner(s, words.left[0]):
        code = words.next()
        wounded = code.endswith("w") and code[:-1] in pieces.TROOPS
        code = code[:-1] if wounded else code
        if code not in pieces.TROOPS:
            raise Unreadable(f"“{code}” is not a unit")
        batches.append((code, words.number(), wounded))
    owner = read_owner(s, words.next())
    if not words.has("at"):
        raise Unreadable("it must say where the units are")
    place = read_place(s, words.next())
    made = []
    for code, count, wounded in batches:
        for _ in range(count):
            words.give_number(s)
            made += s.new_units(code, 1, owner, place, wounded)
    if words.has("captive"):
        captor = read_owner(s, words.next())
        for n in made:
            s.set_unit(n, captor=captor)


def _read_holder(s: State, words: PositionLine) -> None:
    owner = read_owner(s, words.next())
    for word in words.rest():
        place = read_place(s, word)
        s.holders[place] = owner
        s.coffers.pop(place, None)


def _allied(s: State, words: PositionLine) -> None:
    owner = read_owner(s, words.next())
    for word in words.rest():
        s.holders[read_place(s, word)] = owner
        s.allied.append(read_place(s, word))


def _starts(s: State, words: PositionLine) -> None:
    s.starts += [read_place(s, word) for word in words.rest()]


def _neutral(s: State, words: PositionLine) -> None:
    s.roused += [read_place(s, word) for word in words.rest()]


def _terrain(s: State, words: PositionLine) -> None:
    square, letter = words.number(), words.next()
    if letter not in world.PROVINCES:
        raise Unreadable(f"“{letter}” is not a terrain")
    s.terrain[square] = letter


def _coffers(s: State, words: PositionLine) -> None:
    place, gold = read_place(s, words.next()), words.number()
    if gold:
        s.coffers[place] = gold
    else:
        s.coffers.pop(place, None)


def _fort(s: State, words: PositionLine) -> None:
    square = words.number()
    s.forts[square] = words.next()


def _city(s: State, words: PositionLine) -> None:
    square = words.number()
    s.own_cities[square] = CityStateRecord(words.next(), words.next())


def _ruin(s: State, words: PositionLine) -> None:
    s.ruins += [int(word) for word in words.rest()]


def _boneyards(s: State, words: PositionLine) -> None:
    s.boneyards += [read_place(s, word) for word in words.rest()]


def _siege(s: State, words: PositionLine) -> None:
    seat = read_owner(s, words.next())
    s.sieges.append(SiegeRecord(read_place(s, words.next()), seat))


def _read_fallen(s: State, words: PositionLine) -> None:
    place = read_place(s, words.next())
    s.fallen[place] = words.number()


def _alliance(s: State, words: PositionLine) -> None:
    s.alliances.append(tuple(read_owner(s, word) for word in words.rest()))


def _truce(s: State, words: PositionLine) -> None:
    a, b = read_owner(s, words.next()), read_owner(s, words.next())
    if not words.has("until"):
        raise Unreadable("a truce has an end")
    s.truces.append(TruceRecord((a, b), words.number()))


def _magnate(s: State, words: PositionLine) -> None:
    name, home = words.next(), read_place(s, words.next())
    race = words.next()
    gold = words.number() if words.has("gold") else 0
    is_away = words.has("away")
    kinds = tuple(words.rest()) if words.has("kinds") else ()
    words.give_number(s)
    number = MAGNATES + s.new_id()
    s.magnates[number] = MagnateRecord(name, NO_PERSON, home, race, kinds, gold)
    if not is_away:
        s.holders[home] = number
        s.coffers.pop(home, None)


def _demon(s: State, words: PositionLine) -> None:
    name, level, master = words.next(), words.number(), read_person(s, words.next())
    turns = words.number() if words.has("stays") else 1
    served = words.number() if words.has("served") else 0
    words.give_number(s)
    s.demons[s.new_id()] = DemonRecord(name, level, master, turns, served)


def _order(s: State, words: PositionLine) -> None:
    s.order = []
    while words.left and words.left[0] != "totals":
        s.order.append(read_owner(s, words.next()))
    if words.has("totals"):
        s.totals = [int(word) for word in words.rest()]


def _call(s: State, words: PositionLine) -> None:
    seat, god = read_owner(s, words.next()), words.next()
    target = words.number() if words.left else 0
    s.calls.append(CalledIntervention(seat, god, target, tuple(int(word) for word in words.rest())))


def _group(s: State, words: PositionLine) -> None:
    seat = read_owner(s, words.next())
    s.groups[seat] = tuple(int(word) for word in words.rest())


def _numbers(s: State, words: PositionLine) -> None:
    for word in words.rest():
        first, _, last = word.partition("-")
        words.ids.extend(range(int(first), int(last or first) + 1))


def _feaster(s: State, words: PositionLine) -> None:
    s.feaster = words.number()


def _independence(s: State, words: PositionLine) -> None:
    place, declared, who = read_place(s, words.next()), words.number(), words.next()
    s.independence.append(Independence(place, declared, s.person_named(who)))


def _shipment(s: State, words: PositionLine) -> None:
    to = read_owner(s, words.next())
    rest = words.rest()
    s.shipments.append(Shipment(to, tuple((code.removesuffix("w"), code.endswith("w")) for code in rest)))


def _skull(s: State, words: PositionLine) -> None:
    which = words.next()
    if which == "waits":
        s.golden_by_conquest_of_players = True
    else:
        setattr(s, which, read_owner(s, words.next()))


def _read_unrefereed(s: State, words: PositionLine) -> None:
    s.is_unrefereed = True


READ: dict[str, Callable[[State, PositionLine], None]] = {
    "turn": _turn, "seats": _skip, "option": _skip, "nation": _nation, "char": _char, "units": _units,
    "held": _read_holder, "allied": _allied, "starts": _starts, "neutral": _neutral, "terrain": _terrain,
    "coffers": _coffers, "fort": _fort, "city": _city, "ruin": _ruin, "boneyards": _boneyards, "siege": _siege,
    "fallen": _read_fallen, "alliance": _alliance, "truce": _truce, "magnate": _magnate, "demon": _demon,
    "order": _order, "call": _call, "feaster": _feaster, "independence": _independence, "shipment": _shipment,
    "skull": _skull, "group": _group, "numbers": _numbers, "unrefereed": _read_unrefereed,
}  # fmt: skip
