"""SET-UP: the initial map, errors of set-ups, and the founding of nations (SET)."""

from __future__ import annotations

from typing import Any

from palatine.core import Catalogue, Dice, Problem
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import CITY, city_in
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.orders.setup_sheet import Blueprint, move_to_group
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.setup import setup_rules
from palatine.games.lord_and_master.state import NO_PERSON, CityStateRecord, Nation, Person, State

READY_MADE: tuple[str, ...] = tuple(found["set_up"] for found in world.DATA.read_toml("nations.toml")["nation"])
"""By start group: a ready-made nation as the text of a set-up."""


# Before the set-ups


def new_state(seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> State:
    """Return the state before the set-ups, with start groups dealt by lot (R151, R178)."""
    s = State(seats=seats, flow=[], dice=Dice(key), options=options, sheets=[None] * len(seats))
    players = [seat for seat in seats if seat != REFEREE]
    s.terrain = list(world.TERRAIN)
    s.order = list(range(len(players)))
    s.totals = [0] * len(players)
    s.nations = [Nation(seat) for seat in players]
    s.groups = list(s.dice.sample(world.START_GROUPS, len(players), "start groups"))
    neutral = [square for square, letter in enumerate(world.TERRAIN) if letter in world.PROVINCES]
    s.coffers = {square: world.PROVINCES[world.TERRAIN[square]].treasury for square in neutral}
    s.coffers.update({square + CITY: city.treasury for square, city in world.CITIES.items()})
    return s


def free_groups(s: State) -> tuple[tuple[int, ...], ...]:
    """Return the start groups not dealt to a seat, which any seat can choose (R178)."""
    return tuple(group for group in world.START_GROUPS if group not in s.groups)


def ready_made(s: State, seat: int) -> sheets.Sheet:
    """Return the ready-made nation of a seat's start group."""
    return parse(READY_MADE[world.START_GROUPS.index(s.groups[seat])])


def problems(words: Catalogue, s: State, seat: int, sheet: sheets.Sheet) -> list[Problem]:
    """Return all problems of a set-up, by line."""
    return [
        Problem(each.line, each.clause, words.say(f"set-up.{each.key}", **each.data), uncertain=each.uncertain)
        for each in _faults(s, seat, sheet)
    ]


def _faults(s: State, seat: int, sheet: sheets.Sheet) -> list[setup_rules.Fault]:
    return setup_rules.faults(setup_rules.SetupContext(Blueprint(sheet), s.groups[seat], free_groups(s)))


# The founding


def found_nations(t: Turn) -> None:
    """Found the nations of all sheets; without a sheet, the ready-made one of the group."""
    s = t.s
    free = list(free_groups(s))
    for seat, sheet in enumerate([_sheet_of(s, seat) for seat in range(len(s.nations))]):
        squares = set(Blueprint(sheet).squares)
        wanted = next((group for group in free if squares <= set(group)), None)
        if wanted is not None:
            free.remove(wanted)
        is_dealt = wanted is not None or squares <= set(s.groups[seat])
        _found_nation(t, seat, Blueprint(sheet if is_dealt else move_to_group(sheet, s.groups[seat])))
    for square in [square for square, letter in enumerate(s.terrain) if letter == "x"]:
        s.terrain[square] = "w"
        s.coffers[square] = world.PROVINCES["w"].treasury


def _sheet_of(s: State, seat: int) -> sheets.Sheet:
    """Return a seat's set-up, or its ready-made nation if that is missing or invalid."""
    sheet = s.sheets[seat]
    if sheet is None or any(not fault.uncertain for fault in _faults(s, seat, sheets.Sheet(sheet.orders))):
        return ready_made(s, seat)
    return sheets.Sheet(sheet.orders)


def _found_nation(t: Turn, seat: int, plan: Blueprint) -> None:
    s = t.s
    name = _unique(plan.get(sheets.NationName).text.strip(), [nation.name for nation in s.nations[:seat]])
    places = _take_start_places(s, seat, plan)
    treasury = plan.get(sheets.Treasury)
    s.set_nation(
        seat,
        name=name,
        about=plan.get(sheets.About).text,
        god=plan.god,
        classes=plan.classes,
        kinds=plan.kinds,
        advantages=tuple(key for _, key in plan.advantages),
        disadvantages=tuple(key for _, key in plan.disadvantages),
        gold=treasury.gold,
        site=plan.place(treasury.at) if treasury.at is not None else 0,
    )
    leader = _add_characters(s, seat, plan)
    for kind in (sheets.Troops, sheets.Recruits):
        for _, order in plan.all(kind):
            for batch in order.units:
                s.new_units(batch.code, batch.count, seat, plan.place(order.at))
    t.log("founded", "LM-SET-14", public=True, seat=seat, name=leader, about=s.nations[seat].about,
           squares=[place for place in places if place < CITY])  # fmt: skip


def _take_start_places(s: State, seat: int, plan: Blueprint) -> list[int]:
    """Assign start provinces with their chosen terrain, and a city-state (SET-01, ADV-09, R37)."""
    places = []
    for square, letter in plan.get(sheets.Provinces).chosen:
        s.terrain[square] = letter
        places.append(square)
    s.groups[seat] = tuple(places)
    city = plan.get(sheets.CityState)
    if city is not None:
        borne = [other.name for other in s.own_cities.values()]
        s.own_cities[city.square] = CityStateRecord(_unique(city.name.strip(), borne), city.race)
        places.append(city_in(city.square))
    for place in places:
        s.holders[place] = seat
    s.starts += places
    return places


def _add_characters(s: State, seat: int, plan: Blueprint) -> str:
    """Add the three characters and return the leader's name (SET-06, SET-07).

    Names are unique (R181).
    """
    leader = NO_PERSON
    for _, founder in plan.founders:
        name = _unique(founder.name.strip(), [person.name for person in s.people.values()])
        race = founder.race or pieces.usual_race(founder.of)
        function = "" if founder.leader else founder.function or _function(plan, founder.of)
        person = Person(name, founder.of, founder.level, race, seat, plan.place(founder.at), function=function)
        who = s.new_person(person)
        leader = who if founder.leader else leader
    s.set_nation(seat, leader=leader)
    return s.people[leader].name


def _function(plan: Blueprint, of: str) -> str:
    return casualties.usual_function(of) if plan.has("double-hierarchy") else ""


def _unique(name: str, borne: list[str]) -> str:
    """Return an unused name: the second Attila is Attila II (R181)."""
    taken = {each.casefold() for each in borne}
    numbers = ("", " II", " III", " IV", " V", " VI")
    return next(name + number for number in numbers if (name + number).casefold() not in taken)
