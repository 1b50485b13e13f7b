"""RECRUIT CHARACTER, and change of function in a double hierarchy.

See A-06 to A-10, ADV-07, DIS-09.
"""

from __future__ import annotations

from collections.abc import Collection

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_city, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common import casualties, naming
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import Person, State, is_nation


def recruit(t: Turn, who: int, act: o.Recruit) -> None:
    """Carry out RECRUIT CHARACTER: a roll or the leader's choice (A-06 to A-10, ADV-07)."""
    s = t.s
    person = s.people[who]
    t.need(who not in t.of(Actions).stepped, "LM-A-06", "drop.not-where-he-began", name=person.name, uncertain=True)
    clause = "LM-CH-25" if is_nation(person.owner) else "LM-MAG-12"
    t.need(casualties.roster_room(s, person.owner) > 0, clause, "drop.roster-full", uncertain=True)
    found = recruiting_column(s, person.place)
    picked = joining_classes(s, person, found)
    if act.of:
        need_named_class(t, who, act.of, picked.values())
        _joins(t, person, act.of)
        return
    chance = t.table("recruit", (), lambda total: found[max(0, total - 1)])
    if t.is_rehearsal:
        t.preview_odds("chance", chance, picked.__contains__)
        for likely in list(picked.values())[:1]:
            _joins(t, person, likely)
        return
    came, tally = chance.roll(s)
    t.log("recruiting", "LM-A-07", at=(person.place,), to=(person.owner,), tally=tally, name=person.name,
           of=came, place=person.place)  # fmt: skip
    if came in picked:
        _joins(t, person, picked[came])
    else:
        t.log("nobody-joins", "LM-A-09", at=(person.place,), to=(person.owner,), name=person.name)


def recruiting_column(s: State, place: int) -> tuple[str, ...]:
    """Return the classes for a d20 of 1 to 20 in a place; a fort uses its square (A-07, A-08)."""
    square = square_of(place)
    if is_city(place):
        return pieces.CITY_RECRUITMENT[s.city(square).race]
    return pieces.RECRUITMENT[s.terrain[square]]


def chance_to_recruit(s: State, person: Person) -> float:
    """Return the chance that a character joins, if there is room for one."""
    found = recruiting_column(s, person.place)
    picked = joining_classes(s, person, found)
    return sum(of in picked for of in found) / len(found)


def joining_classes(s: State, person: Person, found: tuple[str, ...]) -> dict[str, str]:
    """Return the rolled classes that can be recruited, with the class that joins.

    A magnate has no picks and accepts every class, as on its rise (MAG-03). See A-09, R9, R10.
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
    """Drop the order unless the leader can name the class (ADV-07, R108)."""
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
    """Add the recruit at level 1, to act from the next turn on (CH-20, R131)."""
    s = t.s
    race = _race_of(s, of, person.place)
    function = casualties.function_of(s, person.owner, of)
    new = Person(naming.new_name(s, race), of, 1, race, person.owner, person.place, function=function, since=s.turn)
    t.of(Actions).joined.add(s.new_person(new))
    t.log("recruited", "LM-A-06", at=(person.place,), to=(person.owner,), name=new.name, of=of, seat=person.owner,
           place=person.place)  # fmt: skip


def _race_of(s: State, of: str, place: int) -> str:
    """Return the race of a recruit: the local one if the class allows it (CH-01, R179)."""
    races = pieces.CLASSES[of].races
    square = square_of(place)
    local = (
        s.city(square).race if is_city(place) else pieces.usual_race(world.PROVINCES[s.terrain[square]].leader[0])
    )
    return local if local in races else races[0]


def change_function(t: Turn, who: int, act: o.ChangeFunction) -> None:
    """Carry out a change of function, which takes a turn with the leader present (DIS-09)."""
    s = t.s
    person = s.people[who]
    t.need(person.function, "LM-DIS-07", "drop.no-function", name=person.name)
    leader = s.people.get(s.nations[person.owner].leader)
    present = leader is not None and leader.captor is None and leader.place == person.place
    t.need(present, "LM-DIS-09", "drop.leader-absent", name=person.name, uncertain=True)
    function = "civil" if person.function == "military" else "military"
    s.set_person(who, function=function)
    t.log("function", "LM-DIS-09", to=(person.owner,), name=person.name, function=function)
