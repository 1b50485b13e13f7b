"""Control of places: conquest, alliance, independence and destruction (NEU, CONTROL, B-29)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from palatine.games.lord_and_master.components.places import is_city, is_fort, square_of
from palatine.games.lord_and_master.rules.common import captives, treasuries
from palatine.games.lord_and_master.rules.common.money import gain
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State


class Conquest(NamedTuple):
    """A place conquered by force."""

    seat: int
    place: int
    before: int
    """The previous owner."""


class Conquests(msgspec.Struct):
    """Conquests by force this turn, for the Golden Skull (IPR-12)."""

    by_force: list[Conquest] = []


class Gates(msgspec.Struct):
    """Treachery of this turn by place and seat: True if the gate is open (FC-14, FC-15)."""

    tried: dict[tuple[int, int], bool] = {}


def possesses(s: State, owner: int, place: int) -> bool:
    """Return whether an owner holds a place as its own, not merely as an ally."""
    return s.holder(place) == owner and place not in s.allied


def pass_place(t: Turn, place: int, owner: int, allied: bool = False) -> None:
    """Transfer a place to `owner`, possibly NEUTRAL, and end what depended on its holder.

    A neutral leader vanishes (NEU-06, R125), independence is void (R180), sieges by new friends end (R206). The
    place's own treasury goes to an owner who possesses it; `allied` places, neutral ones and those of the Feaster's
    hosts keep theirs (NEU-04, NEU-14). National treasuries in it are regained or sacked (DIS-05, SET-16) and
    prisoners transferred (R103).
    """
    s = t.s
    _remove_holder(s, place, is_won=allied)
    if owner != NEUTRAL:
        s.holders[place] = owner
        for who in s.people_at(place, NEUTRAL):
            s.remove_person(who)
    if allied:
        s.allied.append(place)
    s.sieges = [each for each in s.sieges if each.place != place or s.is_hostile(each.seat, owner)]
    treasuries.regain(t, place)
    if not allied:
        seize(t, place, owner)
    treasuries.sack_at(t, place)
    captives.inherit_captives(t, place, owner)


def _remove_holder(s: State, place: int, is_won: bool = False) -> None:
    """Remove a place's holder and what depended on it.

    A freed place that `is_won` by diplomacy still gets its treasury, and its liberator must still leave it (A-16,
    A-17).
    """
    s.holders.pop(place, None)
    s.fallen.pop(place, None)
    s.independence = [each for each in s.independence if each.place != place or is_won]
    for places in (s.allied, s.roused):
        if place in places:
            places.remove(place)


def conquer(t: Turn, place: int, owner: int, force: bool = False) -> None:
    """Conquer a place for `owner` (NEU-04, NEU-19, NEU-20).

    `force` means that troops were beaten, which counts for the Golden Skull (R114).
    """
    s = t.s
    before = s.holder(place)
    if force:
        t.of(Conquests).by_force.append(Conquest(owner, place, before))
    gates = t.of(Gates)
    gates.tried = {gate: is_open for gate, is_open in gates.tried.items() if gate[0] != place}
    t.log("conquered", "LM-NEU-04", at=(place,), to=(owner, before), place=place, by=owner, before=before)
    pass_place(t, place, owner)
    if is_city(place):
        s.fallen[place] = s.turn


def seize(t: Turn, place: int, owner: int, more: int = 0) -> None:
    """Give the place's own treasury, if any, plus `more` to `owner`."""
    if owner >= 0 and (found := t.s.coffers.pop(place, 0) + more):
        gain(t, owner, found, "loot", place)


def make_ally(t: Turn, place: int, seat: int) -> None:
    """Make a neutral place an ally, which a player holds without possessing it.

    See NEU-12 to NEU-15.
    """
    pass_place(t, place, seat, allied=True)


def annex_place(t: Turn, place: int, seat: int) -> None:
    """Make an ally a possession, with its treasury (NEU-16)."""
    t.s.allied.remove(place)
    seize(t, place, seat)


def neutralise(t: Turn, place: int) -> None:
    """Make a place neutral; its force returns at the end of the turn (R56, R113)."""
    pass_place(t, place, NEUTRAL)
    if not is_fort(place):
        t.s.roused.append(place)


def raze(t: Turn, city: int) -> None:
    """Destroy an empty city (B-29)."""
    s = t.s
    s.ruins.append(square_of(city))
    _remove_holder(s, city)
    s.coffers.pop(city, None)
    for places in (s.starts, s.boneyards):
        if city in places:
            places.remove(city)
    s.sieges = [each for each in s.sieges if each.place != city]
    treasuries.leave_ruins(t, city)
