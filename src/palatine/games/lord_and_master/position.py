"""A position as a person would write it down, and back.

One fact a line; what is not said is as at the start of a game: neutral provinces, full forces, no nation founded.

    turn 3
    option fog
    nation P1 "The Huns" god Mars gold 15 at 36 classes W T P types RED LC traits sod-busters
    char Attila W3 M P1 at 36 leader
    char Hugo T1 M P2 at 44 captive P1
    units HAC 4 HACw 1 P1 at 36
    held P1 27 36 45
    allied P2 44 59city
    neutral 20                     ; its force stands on the map, with the units and characters named
    terrain 31 w
    coffers 44 0
    fort 44 Deepgate
    city 27 Skulltown O
    ruin 59
    boneyards 36 44
    siege P1 59city
    alliance P1 P2
    truce P1 P3 until 9
    magnate Zog 12city gold 30 kinds OH OA
    demon Asmo 3 Zed stays 2 served 2
    order P2 P1 totals 14 9
    call P1 Odin 1
    group P1 27 36 45              ; the squares dealt to a seat
    numbers 4 5 9-12 40            ; of magnates, characters, units and demons as they come, and the next one

A position of turn 0 is one before the set-ups.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import msgspec

from palatine.core import Game, Unreadable
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.components.places import CITY, FORT, space_of
from palatine.games.lord_and_master.state import (
    MAGNATES,
    NEUTRAL,
    WILD,
    Call,
    CityState,
    Demon,
    Independence,
    Leaguer,
    Magnate,
    Person,
    Shipment,
    State,
    Truce,
)


class _Lines:
    """The words of one line, taken one by one."""

    def __init__(self, line: str, ids: list[int]) -> None:
        lexer = shlex.shlex(line, posix=True)
        lexer.whitespace_split = True
        lexer.commenters = ";"
        self.words = list(lexer)
        self.ids = ids
        """The numbers that are given, for whatever is made next."""

    def next(self) -> str:
        if not self.words:
            raise Unreadable("something is missing at its end")
        return self.words.pop(0)

    def number(self) -> int:
        word = self.next()
        if not word.lstrip("-").isdigit():
            raise Unreadable(f"“{word}” is no number")
        return int(word)

    def has(self, word: str) -> bool:
        """Take the next word if it is this one."""
        found = bool(self.words) and self.words[0] == word
        if found:
            self.words.pop(0)
        return found

    def give_number(self, s: State) -> None:
        """Have the next thing made bear the number given for it."""
        if self.ids:
            s.next_id = self.ids.pop(0)

    def rest(self) -> list[str]:
        rest, self.words = self.words, []
        return rest


def read(game: Game[State], text: str) -> State:
    """The state that a position's text describes. Raises Unreadable with the line that is wrong."""
    lines: list[tuple[int, _Lines]] = []
    ids: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        with _telling(number):
            words = _Lines(line, ids)
            if words.words:
                lines.append((number, words))
    s = _fresh(game, *_table(game, lines))
    for number, words in lines:
        with _telling(number):
            key = words.next()
            if key not in READ:
                raise Unreadable(f"“{key}” says nothing")
            READ[key](s, words)
            if words.words:
                raise Unreadable(f"“{' '.join(words.words)}” is too much")
    if ids:
        s.next_id = ids.pop(0)
        s.units = dict(sorted(s.units.items()))
    return s


@contextmanager
def _telling(number: int) -> Iterator[None]:
    """Say of what cannot be read which line it is in."""
    try:
        yield
    except (Unreadable, ValueError, KeyError, IndexError) as error:
        raise Unreadable(f"Line {number} of the position cannot be read: {error}.") from None


def _fresh(game: Game[State], turn: int, seats: tuple[str, ...], options: dict[str, Any]) -> State:
    """The lands before anything is said of them; from the first turn on no start group is set apart."""
    s = game.setup(seats=seats, seed=b"position", options=options)
    s.turn = turn
    for square in [square for square, letter in enumerate(s.terrain) if letter == "x" and turn]:
        s.terrain[square] = "w"
        s.coffers[square] = world.PROVINCES["w"].treasury
    return s


def _table(game: Game[State], lines: list[tuple[int, _Lines]]) -> tuple[int, tuple[str, ...], dict[str, Any]]:
    turn = 1
    seats: tuple[str, ...] = ("P1", "P2")
    options: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    for number, line in lines:
        key, *words = line.words
        with _telling(number):
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


# Reading, a function for each kind of line


def _place(s: State, word: str) -> int:
    square = int(word.rstrip("cityfor") or 0)
    if not 1 <= square <= world.SQUARES:
        raise Unreadable(f"“{word}” is no place")
    return square + (CITY if word.endswith("city") else FORT if word.endswith("fort") else 0)


def _owner(s: State, word: str) -> int:
    if word in s.seats:
        return s.seats.index(word)
    for number, magnate in s.magnates.items():
        if magnate.name == word:
            return number
    if word in ("neutral", "wild"):
        return NEUTRAL if word == "neutral" else WILD
    raise Unreadable(f"“{word}” is nobody")


def _who(s: State, name: str) -> int:
    who = s.person_named(name)
    if who < 0:
        raise Unreadable(f"there is no character {name}")
    return who


def _turn(s: State, words: _Lines) -> None:
    s.turn = words.number()


def _skip(s: State, words: _Lines) -> None:
    words.rest()


def _nation(s: State, words: _Lines) -> None:
    seat = _owner(s, words.next())
    facts: dict[str, Any] = {"name": words.next()}
    while words.words:
        key = words.next()
        if key == "at":
            facts["site"] = _place(s, words.next())
        elif key == "god":
            facts["god"] = words.next()
        elif key in ("about", "heir"):
            facts[key] = words.next()
        elif key in ("gold", "annexations", "missed"):
            facts[key] = words.number()
        elif key == "holy":
            facts["holy_site"] = _place(s, words.next())
        elif key in ("called", "out"):
            facts[key] = True
        elif key == "commander":
            facts["commanders"] = (*facts.get("commanders", ()), (_place(s, words.next()), words.next()))
        elif key == "retreat":
            way = (_place(s, words.next()), _place(s, words.next()))
            facts["retreats"] = (*facts.get("retreats", ()), way)
        elif key in ("classes", "types", "traits"):
            found = []
            while words.words and words.words[0] not in NATION_KEYS:
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


def _char(s: State, words: _Lines) -> None:
    name, what, race = words.next(), words.next(), words.next()
    owner = _owner(s, words.next())
    if not words.has("at"):
        raise Unreadable("it must say where the character is")
    person = Person(name, what[0], int(what[1:]), race, owner, _place(s, words.next()))
    if person.of not in pieces.CLASSES or race not in pieces.RACES:
        raise Unreadable(f"“{what} {race}” is no character")
    words.give_number(s)
    who = s.new_person(person)
    while words.words:
        key = words.next()
        if key == "leader" and owner in s.magnates:
            s.magnates[owner] = msgspec.structs.replace(s.magnates[owner], leader=who)
        elif key == "leader":
            s.set_nation(owner, leader=who)
        elif key == "captive":
            s.set_person(who, captor=_owner(s, words.next()))
        elif key == "since":
            s.set_person(who, since=words.number())
        elif key in ("military", "civil"):
            s.set_person(who, function=key)
        elif key == "sod-busting":
            due = (who, words.number(), _place(s, words.next()))
            s.set_nation(owner, sod_busting=(*s.nations[owner].sod_busting, due))
        else:
            raise Unreadable(f"“{key}” says nothing of a character")


def _units(s: State, words: _Lines) -> None:
    batches: list[tuple[str, int, bool]] = []
    while words.words and words.words[0] not in s.seats and not _is_owner(s, words.words[0]):
        code = words.next()
        wounded = code.endswith("w") and code[:-1] in pieces.TROOPS
        code = code[:-1] if wounded else code
        if code not in pieces.TROOPS:
            raise Unreadable(f"“{code}” is no unit")
        batches.append((code, words.number(), wounded))
    owner = _owner(s, words.next())
    if not words.has("at"):
        raise Unreadable("it must say where the units are")
    place = _place(s, words.next())
    made = []
    for code, count, wounded in batches:
        for _ in range(count):
            words.give_number(s)
            made += s.new_units(code, 1, owner, place, wounded)
    if words.has("captive"):
        captor = _owner(s, words.next())
        for n in made:
            s.set_unit(n, captor=captor)


def _is_owner(s: State, word: str) -> bool:
    return word in ("neutral", "wild") or any(magnate.name == word for magnate in s.magnates.values())


def _held(s: State, words: _Lines) -> None:
    owner = _owner(s, words.next())
    for word in words.rest():
        place = _place(s, word)
        s.holders[place] = owner
        s.coffers.pop(place, None)


def _allied(s: State, words: _Lines) -> None:
    owner = _owner(s, words.next())
    for word in words.rest():
        s.holders[_place(s, word)] = owner
        s.allied.append(_place(s, word))


def _starts(s: State, words: _Lines) -> None:
    s.starts += [_place(s, word) for word in words.rest()]


def _neutral(s: State, words: _Lines) -> None:
    s.roused += [_place(s, word) for word in words.rest()]


def _terrain(s: State, words: _Lines) -> None:
    square, letter = words.number(), words.next()
    if letter not in world.PROVINCES:
        raise Unreadable(f"“{letter}” is no terrain")
    s.terrain[square] = letter


def _coffers(s: State, words: _Lines) -> None:
    place, gold = _place(s, words.next()), words.number()
    if gold:
        s.coffers[place] = gold
    else:
        s.coffers.pop(place, None)


def _fort(s: State, words: _Lines) -> None:
    square = words.number()
    s.forts[square] = words.next()


def _city(s: State, words: _Lines) -> None:
    square = words.number()
    s.own_cities[square] = CityState(words.next(), words.next())


def _ruin(s: State, words: _Lines) -> None:
    s.ruins += [int(word) for word in words.rest()]


def _boneyards(s: State, words: _Lines) -> None:
    s.boneyards += [_place(s, word) for word in words.rest()]


def _siege(s: State, words: _Lines) -> None:
    seat = _owner(s, words.next())
    s.sieges.append(Leaguer(_place(s, words.next()), seat))


def _fallen(s: State, words: _Lines) -> None:
    place = _place(s, words.next())
    s.fallen[place] = words.number()


def _alliance(s: State, words: _Lines) -> None:
    s.alliances.append(tuple(_owner(s, word) for word in words.rest()))


def _truce(s: State, words: _Lines) -> None:
    a, b = _owner(s, words.next()), _owner(s, words.next())
    if not words.has("until"):
        raise Unreadable("a truce has an end")
    s.truces.append(Truce((a, b), words.number()))


def _magnate(s: State, words: _Lines) -> None:
    name, home = words.next(), _place(s, words.next())
    race = words.next()
    gold = words.number() if words.has("gold") else 0
    is_away = words.has("away")
    kinds = tuple(words.rest()) if words.has("kinds") else ()
    words.give_number(s)
    number = MAGNATES + s.next_id
    s.next_id += 1
    s.magnates[number] = Magnate(name, -1, home, race, kinds, gold)
    if not is_away:
        s.holders[home] = number
        s.coffers.pop(home, None)


def _demon(s: State, words: _Lines) -> None:
    name, level, master = words.next(), words.number(), _who(s, words.next())
    turns = words.number() if words.has("stays") else 1
    served = words.number() if words.has("served") else 0
    words.give_number(s)
    s.demons[s.next_id] = Demon(name, level, master, turns, served)
    s.next_id += 1


def _order(s: State, words: _Lines) -> None:
    s.order = []
    while words.words and words.words[0] != "totals":
        s.order.append(_owner(s, words.next()))
    if words.has("totals"):
        s.totals = [int(word) for word in words.rest()]


def _call(s: State, words: _Lines) -> None:
    seat, god = _owner(s, words.next()), words.next()
    target = words.number() if words.words else 0
    s.calls.append(Call(seat, god, target, tuple(int(word) for word in words.rest())))


def _group(s: State, words: _Lines) -> None:
    seat = _owner(s, words.next())
    s.groups[seat] = tuple(int(word) for word in words.rest())


def _numbers(s: State, words: _Lines) -> None:
    for word in words.rest():
        first, _, last = word.partition("-")
        words.ids.extend(range(int(first), int(last or first) + 1))


def _feaster(s: State, words: _Lines) -> None:
    s.feaster = words.number()


def _independence(s: State, words: _Lines) -> None:
    place, declared, who = _place(s, words.next()), words.number(), words.next()
    s.independence.append(Independence(place, declared, s.person_named(who)))


def _shipment(s: State, words: _Lines) -> None:
    to = _owner(s, words.next())
    rest = words.rest()
    s.shipments.append(Shipment(to, tuple((code.removesuffix("w"), code.endswith("w")) for code in rest)))


def _skull(s: State, words: _Lines) -> None:
    which = words.next()
    if which == "waits":
        s.golden_by_conquest_of_players = True
    else:
        setattr(s, which, _owner(s, words.next()))


READ: dict[str, Callable[[State, _Lines], None]] = {
    "turn": _turn, "seats": _skip, "option": _skip, "nation": _nation, "char": _char, "units": _units,
    "held": _held, "allied": _allied, "starts": _starts, "neutral": _neutral, "terrain": _terrain,
    "coffers": _coffers, "fort": _fort, "city": _city, "ruin": _ruin, "boneyards": _boneyards, "siege": _siege,
    "fallen": _fallen, "alliance": _alliance, "truce": _truce, "magnate": _magnate, "demon": _demon, "order": _order,
    "call": _call, "feaster": _feaster, "independence": _independence, "shipment": _shipment, "skull": _skull,
    "group": _group, "numbers": _numbers,
}  # fmt: skip


# Writing


def write(game: Game[State], s: State) -> str:
    """A position as a person would write it down; `read` reads it back."""
    return "\n".join(_written(game, s)) + "\n"


def _written(game: Game[State], s: State) -> list[str]:
    lines = [f"turn {s.turn}", "seats " + " ".join(s.seats)]
    for option in game.options:
        value = s.options.get(option.name, option.default)
        if value != option.default:
            lines.append(
                f"option {option.name}" if isinstance(option.default, bool) else f"option {option.name} {value}"
            )
    fresh = _fresh(game, s.turn, s.seats, dict(s.options))
    lines += [
        f"group {s.seats[seat]} {' '.join(map(str, group))}"
        for seat, group in enumerate(s.groups)
        if group != fresh.groups[seat]
    ]
    lines += _numbers_lines(s)
    lines += [_nation_line(s, seat) for seat in range(len(s.nations))]
    for magnate in s.magnates.values():
        kinds = f" kinds {' '.join(magnate.kinds)}" if magnate.kinds else ""
        name = shlex.quote(magnate.name)
        away = "" if magnate.home in s.holders else " away"
        lines.append(f"magnate {name} {space_of(magnate.home)} {magnate.race} gold {magnate.gold}{away}{kinds}")
    lines += [_char_line(s, n) for n in s.people]
    lines += _unit_lines(s)
    lines += _place_lines(s, fresh)
    lines += _relation_lines(s)
    return lines


def _numbers_lines(s: State) -> list[str]:
    """The numbers that everything bears, unless it bears those that reading gives."""
    units = [n for stack in _stacks(s).values() for ids in stack.values() for n in ids]
    ids = [*[number - MAGNATES for number in s.magnates], *s.people, *units, *s.demons, s.next_id]
    if ids == list(range(1, len(ids) + 1)):
        return []
    runs: list[list[int]] = []
    for n in ids:
        if runs and runs[-1][1] == n - 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ["numbers " + " ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in runs)]


def _name_of(s: State, owner: int) -> str:
    if 0 <= owner < len(s.nations):
        return s.seats[owner]
    if owner in s.magnates:
        return shlex.quote(s.magnates[owner].name)
    return "wild" if owner == WILD else "neutral"


def _nation_line(s: State, seat: int) -> str:
    nation = s.nations[seat]
    line = f"nation {s.seats[seat]} {shlex.quote(nation.name)} gold {nation.gold}"
    line += f" god {nation.god}" if nation.god else ""
    line += f" at {space_of(nation.site)}" if nation.site else ""
    line += f" holy {space_of(nation.holy_site)}" if nation.holy_site else ""
    line += f" heir {shlex.quote(nation.heir)}" if nation.heir else ""
    line += f" about {shlex.quote(nation.about)}" if nation.about else ""
    line += f" annexations {nation.annexations}" if nation.annexations else ""
    line += f" missed {nation.missed}" if nation.missed else ""
    line += " called" * nation.called + " out" * nation.out
    line += "".join(f" commander {space_of(place)} {shlex.quote(name)}" for place, name in nation.commanders)
    line += "".join(f" retreat {space_of(place)} {space_of(to)}" for place, to in nation.retreats)
    line += f" classes {' '.join(nation.classes)}" if nation.classes else ""
    line += f" types {' '.join(nation.kinds)}" if nation.kinds else ""
    traits = (*nation.advantages, *nation.disadvantages)
    return line + (f" traits {' '.join(traits)}" if traits else "")


def _char_line(s: State, n: int) -> str:
    person = s.people[n]
    line = f"char {shlex.quote(person.name)} {person.of}{person.level} {person.race} {_name_of(s, person.owner)}"
    line += f" at {space_of(person.place)}"
    if 0 <= person.owner < len(s.nations):
        line += " leader" if s.nations[person.owner].leader == n else ""
        due = [(turn, square) for who, turn, square in s.nations[person.owner].sod_busting if who == n]
        line += "".join(f" sod-busting {turn} {square}" for turn, square in due)
    if person.owner in s.magnates and s.magnates[person.owner].leader == n:
        line += " leader"
    line += f" captive {_name_of(s, person.captor)}" if person.captor is not None else ""
    line += f" since {person.since}" if person.since else ""
    return line + (f" {person.function}" if person.function else "")


def _stacks(s: State) -> dict[tuple[int, int, int | None], dict[str, list[int]]]:
    """The units by owner, place and captor, then by code."""
    stacks: dict[tuple[int, int, int | None], dict[str, list[int]]] = {}
    for n, unit in s.units.items():
        stack = stacks.setdefault((unit.owner, unit.place, unit.captor), {})
        stack.setdefault(unit.code + "w" * unit.wounded, []).append(n)
    return stacks


def _unit_lines(s: State) -> list[str]:
    lines = []
    for (owner, place, captor), stack in _stacks(s).items():
        told = " ".join(f"{code} {len(ids)}" for code, ids in stack.items())
        held = f" captive {_name_of(s, captor)}" if captor is not None else ""
        lines.append(f"units {told} {_name_of(s, owner)} at {space_of(place)}{held}")
    return lines


def _place_lines(s: State, fresh: State) -> list[str]:
    lines = [f"city {square} {shlex.quote(city.name)} {city.race}" for square, city in s.own_cities.items()]
    lines += [f"fort {square} {shlex.quote(name)}" for square, name in s.forts.items()]
    for square in range(1, len(s.terrain)):
        if s.terrain[square] != fresh.terrain[square]:
            lines.append(f"terrain {square} {s.terrain[square]}")
    held = sorted((owner, place) for place, owner in s.holders.items() if place not in s.allied)
    for owner, pairs in groupby(held, lambda pair: pair[0]):
        lines.append(f"held {_name_of(s, owner)} {' '.join(space_of(place) for _, place in pairs)}")
    for owner, run in groupby(s.allied, s.holder):
        lines.append(f"allied {_name_of(s, owner)} {' '.join(map(space_of, run))}")
    lines += [f"{key} {' '.join(map(space_of, places))}" for key, places in
              (("starts", s.starts), ("neutral", s.roused), ("boneyards", s.boneyards)) if places]  # fmt: skip
    lines += [f"ruin {square}" for square in s.ruins]
    for place in sorted(fresh.coffers.keys() | s.coffers.keys()):
        expected = fresh.coffers.get(place, 0) if place not in s.holders or place in s.allied else 0
        if s.coffers.get(place, 0) != expected:
            lines.append(f"coffers {space_of(place)} {s.coffers.get(place, 0)}")
    return lines


def _relation_lines(s: State) -> list[str]:
    lines = [f"siege {_name_of(s, siege.seat)} {space_of(siege.place)}" for siege in s.sieges]
    lines += [f"fallen {space_of(place)} {turn}" for place, turn in s.fallen.items()]
    lines += ["alliance " + " ".join(_name_of(s, seat) for seat in group) for group in s.alliances]
    lines += [f"truce {_name_of(s, a)} {_name_of(s, b)} until {t.until}" for t in s.truces for a, b in (t.seats,)]
    for demon in s.demons.values():
        master = shlex.quote(s.people[demon.master].name)
        name = shlex.quote(demon.name)
        lines.append(f"demon {name} {demon.level} {master} stays {demon.turns} served {demon.served}")
    for call in s.calls:
        units = "".join(f" {n}" for n in call.units)
        lines.append(f"call {_name_of(s, call.seat)} {call.god} {call.target}{units}")
    lines += [f"feaster {s.feaster}"] if s.feaster else []
    for each in s.independence:
        who = s.people[each.who].name if each.who in s.people else "nobody"
        lines.append(f"independence {space_of(each.place)} {each.declared} {shlex.quote(who)}")
    for load in s.shipments:
        lines.append(f"shipment {_name_of(s, load.to)} " + " ".join(code + "w" * hurt for code, hurt in load.units))
    lines += [
        f"skull {which} {_name_of(s, seat)}"
        for which, seat in (("golden", s.golden), ("black", s.black))
        if seat >= 0
    ]
    lines += ["skull waits"] if s.golden_by_conquest_of_players else []
    order = " ".join(_name_of(s, seat) for seat in s.order)
    return [*lines, f"order {order} totals {' '.join(map(str, s.totals))}"]
