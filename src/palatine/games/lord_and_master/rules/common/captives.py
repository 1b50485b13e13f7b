"""Prisoners: custody, release and transfer (R26, R103, R126)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_fort, is_square, square_of
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, WILD, State


def hold_person(s: State, who: int, captor: int, place: int) -> None:
    """Make a character a prisoner of `captor` in a place."""
    s.set_person(who, captor=captor, place=place)


def hold_unit(s: State, n: int, captor: int, place: int) -> None:
    """Make a unit a prisoner of `captor` in a place."""
    s.set_unit(n, captor=captor, place=place)


def free_person(t: Turn, who: int) -> None:
    """Free a prisoner, who goes to the nearest friendly province (R26, R126)."""
    s = t.s
    person = s.people[who]
    if person.owner in (NEUTRAL, WILD):
        s.remove_person(who)
        return
    place = refuge(s, person.owner, person.place) or person.place
    s.set_person(who, captor=None, place=place, since=s.turn)
    t.log("freed", at=(person.place, place), to=(person.owner,), name=person.name, place=place)


def free_unit(t: Turn, n: int) -> None:
    """Free a captive unit, which goes to the nearest friendly province; neutral ones vanish.

    See R126.
    """
    s = t.s
    unit = s.units[n]
    place = refuge(s, unit.owner, unit.place, units=1) if unit.owner not in (NEUTRAL, WILD) else 0
    if not place:
        s.remove_unit(n)
    elif t.bring(n, place):
        s.set_unit(n, captor=None)


def free_unguarded(t: Turn) -> None:
    """Free captives without a unit of their captor's side (R26).

    A neutral place keeps its captives while it is neutral (R103).
    """
    s = t.s
    guards = _guards(s)

    def is_kept(place: int, captor: int | None) -> bool:
        if captor is None:
            return True
        if captor == NEUTRAL:
            return s.holder(place) == NEUTRAL
        return any((place, partner) in guards for partner in s.partners(captor))

    for who in [n for n, person in s.people.items() if not is_kept(person.place, person.captor)]:
        free_person(t, who)
    for n in [n for n, unit in s.units.items() if not is_kept(unit.place, unit.captor)]:
        free_unit(t, n)


@contextmanager
def guarded(t: Turn) -> Iterator[None]:
    """Free captives who lost their last guards when the event is over (R26).

    Events are an order, a step of the turn, and each dealing or clash. In the middle of a battle the victors over the
    guards may still take over the prisoners.
    """
    before = _guards(t.s)
    try:
        yield
    finally:
        if _guards(t.s) != before:
            free_unguarded(t)


def _guards(s: State) -> set[tuple[int, int]]:
    return {(unit.place, unit.owner) for unit in s.units.values() if unit.captor is None}


def bring_to_guards(t: Turn, who: int) -> None:
    """Move an unguarded captive to the captor's nearest troops (E-12, R171).

    Without troops on the map the captive goes free.
    """
    s = t.s
    person = s.people[who]
    if person.captor is None:
        return
    here = square_of(person.place)
    camps = {n.place for n in s.units.values() if n.captor is None and s.is_friend(person.captor, n.owner)}
    if camps:
        place = min(camps, key=lambda each: (each != person.place, world.distance(here, square_of(each)), each))
        hold_person(s, who, person.captor, place)
    else:
        free_person(t, who)


def free_friends(t: Turn) -> None:
    """Free prisoners of alliance partners (IPR-01, R126)."""
    s = t.s
    for who in [
        n for n, each in s.people.items() if each.captor is not None and s.is_friend(each.owner, each.captor)
    ]:
        free_person(t, who)
    for n in [n for n, each in s.units.items() if each.captor is not None and s.is_friend(each.owner, each.captor)]:
        free_unit(t, n)


def room(s: State, place: int) -> int:
    """Return the number of further units a place can hold (FC-09)."""
    if is_square(place):
        return len(s.units) + 1
    return (world.FORT_CAPACITY if is_fort(place) else world.CITY_CAPACITY) - len(s.units_at(place))


def refuge(s: State, owner: int, place: int, leaves: bool = False, units: int = 0) -> int:
    """Return the nearest friendly place without hostile troops; 0 if there is none.

    Ties go to the lowest number. With `leaves` the place itself is excluded; the result has room for `units` more
    (R71).
    """
    square = square_of(place)
    friendly = [
        each for each, holder in s.holders.items() if s.is_friend(owner, holder) and not (leaves and each == place)
    ]
    for each in sorted(friendly, key=lambda each: (world.distance(square, square_of(each)), each)):
        if room(s, each) >= units and not any(s.is_hostile(owner, s.units[n].owner) for n in s.units_at(each)):
            return each
    return 0


def inherit_captives(t: Turn, place: int, owner: int) -> None:
    """Transfer captives of a place's former holder; friends of the new one go free (R103).

    Neutral owners and the Feaster's hosts take none.
    """
    s = t.s
    if owner < 0:
        return
    people, units = s.captives_at(place)
    for who in people:
        person = s.people[who]
        if person.captor is not None and s.is_friend(person.owner, owner):
            free_person(t, who)
        elif person.captor is not None and (person.captor == NEUTRAL or s.is_hostile(person.captor, owner)):
            hold_person(s, who, owner, place)
    for n in units:
        unit = s.units[n]
        if unit.captor is not None and s.is_friend(unit.owner, owner):
            free_unit(t, n)
        elif unit.captor is not None and (unit.captor == NEUTRAL or s.is_hostile(unit.captor, owner)):
            hold_unit(s, n, owner, place)


def follow_guards(t: Turn, captor: int, origin: int, place: int, room: int) -> None:
    """Take along the captives whose last guards march off (R26).

    All characters come along, units as far as the leader has room.
    """
    s = t.s
    if any(s.units_at(origin, partner) for partner in s.partners(captor)):
        return
    people, units = s.captives_at(origin)
    side = s.partners(captor)
    for who in people:
        held_by = s.people[who].captor
        if held_by is not None and held_by in side:
            hold_person(s, who, held_by, place)
    for n in [n for n in units if s.units[n].captor in side][: max(0, room)]:
        t.bring(n, place)
