"""Forces and leaders of neutral provinces (NEU)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_city, is_fort, square_of
from palatine.games.lord_and_master.rules.common import naming
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, Person, State

# The standing force


def standing_force(s: State, place: int) -> tuple[tuple[str, int], ...]:
    """Return the printed force of a province or city, by its current terrain (NEU-03)."""
    square = square_of(place)
    if is_city(place):
        return world.CITIES[square].force if square in world.CITIES else ()
    return world.PROVINCES[s.terrain[square]].force


def printed_leader(s: State, place: int) -> tuple[str, int] | None:
    """Return the class and level of a neutral place's leader (CH-21)."""
    square = square_of(place)
    if is_city(place):
        return world.CITIES[square].leader if square in world.CITIES else None
    return world.PROVINCES[s.terrain[square]].leader


def rouse(t: Turn, place: int) -> None:
    """Put the force and leader of a neutral place onto the map unless they are already on it."""
    s = t.s
    if s.holder(place) != NEUTRAL or place in s.roused or is_fort(place) or not s.exists(place):
        return
    s.roused.append(place)
    for code, count in standing_force(s, place):
        s.new_units(code, count, NEUTRAL, place)
    leader = printed_leader(s, place)
    if leader is not None:
        of, level = leader
        race = pieces.usual_race(of)
        s.new_person(Person(naming.new_name(s, race), of, level, race, NEUTRAL, place))


def replenish(t: Turn) -> None:
    """Restore neutral forces at the end of the turn, except under siege (NEU-07, NEU-23, R55)."""
    s = t.s
    besieged = {siege.place for siege in s.sieges}
    for place in [place for place in s.roused if place not in besieged]:
        withdraw(s, place)
        s.roused.remove(place)


def withdraw(s: State, place: int) -> None:
    """Remove the force and leader of a neutral place from the map."""
    for n in s.units_at(place, NEUTRAL):
        s.remove_unit(n)
    for who in s.people_at(place, NEUTRAL):
        s.remove_person(who)


def hostile_at(t: Turn, owners: Iterable[int], place: int) -> list[int]:
    """Return the units in a place that troops of these owners fight (BAT-01).

    A neutral force is put onto the map first.
    """
    rouse(t, place)
    s, mine = t.s, tuple(owners)
    return [n for n in s.units_at(place) if any(s.is_hostile(owner, s.units[n].owner) for owner in mine)]
