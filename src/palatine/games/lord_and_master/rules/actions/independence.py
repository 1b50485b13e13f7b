"""GRANT INDEPENDENCE to a conquered province (A-15 to A-17)."""

from __future__ import annotations

from palatine.games.lord_and_master import state
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_city, is_fort, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common import casualties, control, neutrals, treasuries
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, Independence, State, still

DEPOSITED = 7
"""Number of recruit units to leave behind (A-15)."""


def grant(t: Turn, who: int, act: o.GrantIndependence) -> None:
    """Leave seven recruits in a conquered province and announce its independence.

    See A-15, R77, R180.
    """
    s = t.s
    person = s.people[who]
    owner, place = person.owner, person.place
    t.need(state.is_nation(owner), "LM-A-15", "drop.not-for-magnates")
    t.need(is_conquered(s, owner, place), "LM-A-15", "drop.not-conquered", place=place, uncertain=True)
    t.need(s.nations[owner].site != place, "LM-A-15", "drop.treasury-is-here", place=place, uncertain=True)
    code = pieces.RECRUITS[race_of(s, place)]
    given = [n for n in s.units_at(place, owner) if s.units[n].code == code][:DEPOSITED]
    t.need(len(given) == DEPOSITED, "LM-A-15", "drop.too-few-deposited", count=DEPOSITED, code=code, uncertain=True)
    for n in given:
        casualties.destroy_unit(t, n)
    s.independence = [each for each in s.independence if each.place != place]
    s.independence.append(Independence(place, s.turn, who))
    t.log("independence", "LM-A-15", public=True, name=person.name, place=place, seat=owner)


def is_conquered(s: State, owner: int, place: int) -> bool:
    """Return whether a province or city was conquered by this nation and is not an initial one."""
    began = s.groups[owner] if owner < len(s.groups) else ()
    return control.possesses(s, owner, place) and not is_fort(place) and square_of(place) not in began


def race_of(s: State, place: int) -> str:
    """Return the race of a place's leader, which its recruits must have (R77)."""
    square = square_of(place)
    if is_city(place) and square in s.own_cities:
        return s.own_cities[square].race
    leader = neutrals.printed_leader(s, place)
    return pieces.usual_race(leader[0]) if leader is not None else "M"


def continue_independence(t: Turn) -> None:
    """Advance the independence declared one and two turns ago (A-16, A-17)."""
    s = t.s
    for each in list(s.independence):
        if each not in s.independence:
            continue  # Void: its nation fell with a character killed in another one.
        if each.declared == s.turn - 1:
            _free(t, each)
        else:
            s.independence = [other for other in s.independence if other != each]
            if s.holder(each.place) == NEUTRAL or each.place in s.allied:
                treasuries.deposit(s, each.place, printed_treasury(s, each.place))


def _free(t: Turn, each: Independence) -> None:
    """Kill all pieces there except the declarer, and restore leader and force."""
    s = t.s
    for n in [n for n, unit in s.units.items() if unit.place == each.place]:
        casualties.destroy_unit(t, n)
    people = [n for n, person in s.people.items() if person.place == each.place and n != each.who]
    for who in still(s.people, people):
        casualties.kill(t, who)
    t.log("independent", "LM-A-17", public=True, place=each.place)
    control.pass_place(t, each.place, NEUTRAL)
    s.independence.append(each)  # Its treasury follows next turn.


def printed_treasury(s: State, place: int) -> int:
    """Return the printed treasury of a neutral place."""
    square = square_of(place)
    if is_city(place):
        return world.CITIES[square].treasury if square in world.CITIES else 0
    return world.PROVINCES[s.terrain[square]].treasury


def banish_liberators(t: Turn, seat: int) -> None:
    """Kill liberators who are still in the place at the end of the player's next turn.

    See A-16, R77.
    """
    s = t.s
    for each in list(s.independence):
        person = s.people.get(each.who)
        if (
            each.declared == s.turn - 1
            and person is not None
            and (person.owner, person.place) == (seat, each.place)
        ):
            casualties.kill(t, each.who)
