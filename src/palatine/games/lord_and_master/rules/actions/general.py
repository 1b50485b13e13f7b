"""GENERAL ACTIONS: move, recruit, taxes, treasury, change of function; sheets that are missing; tribute (A, GI)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from palatine.core.game import REFEREE
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_city, is_fort, is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.rules.actions.assassination import assassinate
from palatine.games.lord_and_master.rules.actions.rescue import rescue
from palatine.games.lord_and_master.rules.actions.theft import steal
from palatine.games.lord_and_master.rules.actions.treachery import treachery
from palatine.games.lord_and_master.rules.combat import forts
from palatine.games.lord_and_master.rules.common import captives, escape, fates, money, naming, treasuries
from palatine.games.lord_and_master.rules.common.control import possesses
from palatine.games.lord_and_master.rules.common.march import POINTS
from palatine.games.lord_and_master.rules.common.turn import Actions, Part, Turn
from palatine.games.lord_and_master.rules.movement import cost, route
from palatine.games.lord_and_master.state import NEUTRAL, Person, State, is_nation

# MOVE

DEEDS: dict[type, Callable[[Turn, int, Any], None]] = {
    o.Steal: steal,
    o.Assassinate: assassinate,
    o.Rescue: rescue,
    o.Treachery: treachery,
}
"""What may follow a move (A-04)."""


def move(t: Turn, who: int, act: o.Move) -> None:
    """MOVE (A-02 to A-05): alone all the way, then at most one deed."""
    s = t.s
    start = s.people[who].place
    left = POINTS
    for place in route(t, start, act.path):
        here = s.people[who].place
        left -= cost(s, place, here)
        t.need(left >= 0, "LM-A-02", "drop.no-points", place=place, uncertain=True)
        t.goes(here, place)
        s.move_person(who, place)
        if not escape.escapes(t, who, place):
            return
    person = s.people[who]
    at = (start, person.place)
    way = t.course(start, person.place, person.owner, at)
    t.tell("moved", "LM-A-02", at=at, to=(person.owner,), name=person.name, place=person.place, shown=way)
    if act.deed is not None:
        DEEDS[type(act.deed)](t, who, act.deed)


# RECRUIT CHARACTER


def recruit(t: Turn, who: int, act: o.Recruit) -> None:
    """RECRUIT CHARACTER (A-06 to A-10, ADV-07): one roll on the column of the province, or the leader's choice."""
    s = t.s
    person = s.people[who]
    t.need(who not in t.of(Actions).stepped, "LM-A-06", "drop.not-where-he-began", name=person.name, uncertain=True)
    room = fates.characters_allowed(s, person.owner) - len(s.roster(person.owner))
    clause = "LM-CH-25" if is_nation(person.owner) else "LM-MAG-12"
    t.need(room > 0, clause, "drop.roster-full", uncertain=True)
    found = recruiting_column(s, person.place)
    picked = _picked(s, person, found)
    if act.of:
        need_named_class(t, who, act.of, picked.values())
        _joins(t, person, act.of)
        return
    if t.dry:
        t.preview("chance", chance=sum(of in picked for of in found), sides=20)
        for likely in list(picked.values())[:1]:
            _joins(t, person, likely)
        return
    tally = t.throw("recruit")
    came = found[max(0, tally.total - 1)]
    t.tell("recruiting", "LM-A-07", at=(person.place,), to=(person.owner,), tally=tally, name=person.name,
           of=came, place=person.place)  # fmt: skip
    if came in picked:
        _joins(t, person, picked[came])
    else:
        t.tell("nobody-joins", "LM-A-09", at=(person.place,), to=(person.owner,), name=person.name)


def recruiting_column(s: State, place: int) -> tuple[str, ...]:
    """The classes that a d20 of 1 to 20 finds in a place (A-07, A-08); a fort has those of its square."""
    square = square_of(place)
    if is_city(place):
        return pieces.CITY_RECRUITMENT[s.city(square).race]
    return pieces.RECRUITMENT[s.terrain[square]]


def _picked(s: State, person: Person, found: tuple[str, ...]) -> dict[str, str]:
    """The classes found that his nation may recruit, each with the class that comes (A-09, R9, R10).

    A magnate has picked none and takes whoever comes, as when he rose (MAG-03).
    """
    if not is_nation(person.owner):
        return {of: of for of in found}
    classes = s.nations[person.owner].classes
    picked = {of: of for of in found if of in classes}
    instead = pieces.CITY_INSTEAD.get(s.city(square_of(person.place)).race) if is_city(person.place) else None
    usual, *_ = found
    if instead in classes and usual not in classes:
        picked[usual] = str(instead)
    return picked


def need_named_class(t: Turn, who: int, of: str, found: Collection[str]) -> None:
    """Whether a leader may name the class: by that advantage, if it is picked and comes here (ADV-07, R108)."""
    s = t.s
    person = s.people[who]
    t.need(is_nation(person.owner), "LM-ADV-07", "drop.no-choice", name=person.name)
    nation = s.nations[person.owner]
    t.need(of in pieces.CLASSES, "LM-ADV-07", "drop.no-such-class", name=of)
    t.need("leader-choice" in nation.advantages, "LM-ADV-07", "drop.no-choice", name=person.name)
    t.need(nation.leader == who, "LM-ADV-07", "drop.no-choice", name=person.name, uncertain=True)
    t.need(of in nation.classes, "LM-A-09", "drop.not-picked", of=of)
    t.need(of in found, "LM-ADV-07", "drop.not-found-here", of=of, place=person.place, uncertain=True)


def _joins(t: Turn, person: Person, of: str) -> None:
    """A recruit joins where he was found, at level 1, to act from the next turn on (CH-20, R131)."""
    s = t.s
    race = _race_of(s, of, person.place)
    function = fates.function_of(s, person.owner, of)
    new = Person(naming.new_name(s, race), of, 1, race, person.owner, person.place, function=function, since=s.turn)
    t.of(Actions).joined.add(s.new_person(new))
    t.tell("recruited", "LM-A-06", at=(person.place,), to=(person.owner,), name=new.name, of=of, seat=person.owner,
           place=person.place)  # fmt: skip


def _race_of(s: State, of: str, place: int) -> str:
    """Heroes, Necromancers and Champions are of the race that lives there, if that can be (CH-01, R179)."""
    races = pieces.CLASSES[of].races
    square = square_of(place)
    local = (
        s.city(square).race if is_city(place) else pieces.usual_race(world.PROVINCES[s.terrain[square]].leader[0])
    )
    return local if local in races else races[0]


class Taxes(msgspec.Struct):
    """What has been taxed this turn."""

    places: set[int] = set()


# COLLECT TAXES


def tax_level(s: State, place: int) -> int:
    """What a place yields to whoever taxes it; a fort nothing."""
    square = square_of(place)
    if is_city(place):
        return s.city(square).tax
    return world.PROVINCES[s.terrain[square]].tax if is_square(place) else 0


def tax(t: Turn, who: int, act: o.Tax) -> None:
    """COLLECT TAXES (A-11, A-12): the province's tax level goes into the treasury at once."""
    s = t.s
    owner, place = s.people[who].owner, s.people[who].place
    t.need(not t.is_cursed(owner), "LM-DI-12", "drop.cursed")
    t.need(
        possesses(s, owner, place) and not is_fort(place),
        "LM-A-12",
        "drop.not-taxable",
        place=place,
        uncertain=True,
    )
    if s.options.get("tax_once_per_province"):
        t.need(place not in t.of(Taxes).places, "LM-A-11", "drop.taxed-already", place=place, uncertain=True)
    t.of(Taxes).places.add(place)
    money.gain(t, owner, tax_level(s, place), "tax", place)


def tax_everywhere(t: Turn, seat: int) -> tuple[sheets.TurnLine, ...]:
    """The orders of a player who handed in none: whoever is able to collects taxes, in roster order (GI-06, R2)."""
    s = t.s
    if t.is_cursed(seat):
        return ()
    able = [
        person
        for person in (s.people[who] for who in s.roster(seat) if who not in t.of(Actions).acted)
        if person.captor is None
        and person.function != "military"
        and possesses(s, seat, person.place)
        and not is_fort(person.place)
    ]
    if s.options.get("tax_once_per_province"):
        able = [person for n, person in enumerate(able) if person.place not in {each.place for each in able[:n]}]
    return tuple(o.Character(person.name, o.Tax()) for person in able)


# MOVE TREASURY


def move_treasury(t: Turn, who: int, act: o.MoveTreasury) -> None:
    """MOVE TREASURY: to where the character stands (A-13, A-14, R76)."""
    s = t.s
    owner, place = s.people[who].owner, s.people[who].place
    t.need(is_nation(owner), "LM-A-13", "drop.not-for-magnates")
    nation = s.nations[owner]
    t.need("mobile-treasury" not in nation.advantages, "LM-ADV-06", "drop.mobile-treasury")
    t.need(s.holder(place) == owner, "LM-A-13", "drop.not-controlled", place=place, uncertain=True)
    t.need(place != nation.site, "LM-A-13", "drop.treasury-is-here", place=place, uncertain=True)
    before = nation.site
    t.need(not forts.is_besieged(s, before), "LM-A-14", "drop.treasury-besieged", place=before, uncertain=True)
    treasuries.relocate(t, owner, place)
    t.tell("treasury-moved", "LM-A-13", at=(before, place), to=(owner,), name=s.people[who].name, seat=owner,
           origin=before, place=place)  # fmt: skip


# Double hierarchy


def change_function(t: Turn, who: int, act: o.ChangeFunction) -> None:
    """A change of function takes a turn in the leader's presence (DIS-09)."""
    s = t.s
    person = s.people[who]
    t.need(person.function, "LM-DIS-07", "drop.no-function", name=person.name)
    leader = s.people.get(s.nations[person.owner].leader)
    present = leader is not None and leader.captor is None and leader.place == person.place
    t.need(present, "LM-DIS-09", "drop.leader-absent", name=person.name, uncertain=True)
    function = "civil" if person.function == "military" else "military"
    s.set_person(who, function=function)
    t.tell("function", "LM-DIS-09", to=(person.owner,), name=person.name, function=function)


# The turn


def sequence_parts(s: State, seat: int) -> list[Part]:
    """What is added to a player's throw for the sequence: his leader's level (GI-08)."""
    leader = s.people.get(s.nations[seat].leader)
    return [(leader.level, "LM-GI-08", "leader-level")] if leader is not None else []


def tribute_level(s: State, place: int) -> int:
    """The tribute of a place; a fort has none."""
    square = square_of(place)
    if is_city(place):
        return s.city(square).tribute
    return world.PROVINCES[s.terrain[square]].tribute if is_square(place) else 0


def tribute(t: Turn) -> None:
    """Tribute from every province and city that is possessed, not merely allied (GI-11)."""
    s = t.s
    sums = dict.fromkeys([*range(len(s.nations)), *s.magnates], 0)
    allied = set(s.allied)
    for place, holder in s.holders.items():
        if holder in sums and place not in allied:
            sums[holder] += tribute_level(s, place)
    for owner, amount in sums.items():
        if t.is_cursed(owner) and amount:
            t.tell("tribute-lost", "LM-DI-11", to=(owner,), seat=owner, amount=amount)
        elif amount:
            money.gain(t, owner, amount, "tribute")


# Who is at the table


def seats_due(s: State) -> tuple[str, ...]:
    """The seats that write sheets: who has not fallen; a referee has nothing to do before the first turn."""
    playing = tuple(seat for seat, nation in zip(s.seats, s.nations, strict=False) if not nation.out)
    return (*playing, REFEREE) if s.turn and REFEREE in s.seats and not s.is_unrefereed else playing


def remove_player(s: State, seat: str) -> None:
    """A player is gone for good: his nation falls, to nobody's glory (GI-07, R159); before the first turn somebody
    else founds it. Without a referee the magnates follow their own rule."""
    if seat == REFEREE:
        s.is_unrefereed = True
    elif s.turn:
        owner = s.seats.index(seat)
        if not s.nations[owner].out:
            t = Turn(s)
            with captives.guarded(t):
                fates.eliminate(t, owner, NEUTRAL)
