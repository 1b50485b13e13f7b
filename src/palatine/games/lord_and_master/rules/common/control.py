"""Who holds what: conquest, allied provinces, treasuries taken and sacked (NEU, CONTROL)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import city_in, is_city, is_square, square_of
from palatine.games.lord_and_master.rules.common import captives
from palatine.games.lord_and_master.rules.common.money import gain
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State, is_nation


class Conquest(NamedTuple):
    """A place conquered by force."""

    seat: int
    place: int
    before: int
    """Whose it was."""


class Conquests(msgspec.Struct):
    """What has been conquered by force this turn, for the Golden Skull (IPR-12)."""

    by_force: list[Conquest] = []


class Gates(msgspec.Struct):
    """Where treachery has been tried this turn, by place and seat: whether a gate stands open (FC-14, FC-15)."""

    tried: dict[tuple[int, int], bool] = {}


def possesses(s: State, owner: int, place: int) -> bool:
    """Whether a place is an owner's own, not merely allied: start or conquered."""
    return s.holder(place) == owner and place not in s.allied


def conquer(t: Turn, place: int, owner: int, force: bool) -> None:
    """A place passes into the possession of `owner`: conquered, whoever held it before (NEU-04, NEU-19, NEU-20); a
    neutral leader is gone (NEU-06, R125).

    `force` says that troops were beaten for it, which the Golden Skull asks about (R114).
    """
    s = t.s
    before = s.holder(place)
    s.holders[place] = owner
    if place in s.allied:
        s.allied.remove(place)
    if place in s.roused:
        s.roused.remove(place)
    for who in s.people_at(place, NEUTRAL):
        del s.people[who]
    s.independence = [each for each in s.independence if each.place != place]
    if force:
        t.of(Conquests).by_force.append(Conquest(owner, place, before))
    if is_city(place):
        s.fallen[place] = s.turn
    gates = t.of(Gates)
    gates.tried = {gate: is_open for gate, is_open in gates.tried.items() if gate[0] != place}
    t.tell("conquered", "LM-NEU-04", at=(place,), to=(owner, before), place=place, by=owner, before=before)
    _regain(t, place, owner)
    seize(t, place, owner)
    _sack_at(t, place, owner)
    captives.inherit_captives(t, place, owner)
    s.sieges = [siege for siege in s.sieges if siege.place != place]


def seize(t: Turn, place: int, owner: int) -> None:
    """The province's or city's own treasury, if it still has one, goes to `owner` at once."""
    found = t.s.coffers.pop(place, 0)
    if found:
        gain(t, owner, found, "loot", place)


def make_ally(t: Turn, place: int, seat: int) -> None:
    """A neutral place becomes a player's ally: he holds it but does not possess it (NEU-12 to NEU-15)."""
    s = t.s
    s.holders[place] = seat
    s.allied.append(place)
    if place in s.roused:
        s.roused.remove(place)
    s.sieges = [siege for siege in s.sieges if siege.place != place or s.is_hostile(siege.seat, seat)]
    _regain(t, place, seat)
    captives.inherit_captives(t, place, seat)


def neutralise(t: Turn, place: int) -> None:
    """A place is nobody's any more; its force stands there again at the end of the turn (R56, R113)."""
    s = t.s
    before = s.holders.pop(place, NEUTRAL)
    s.independence = [each for each in s.independence if each.place != place]
    if is_nation(before) and s.nations[before].site == place and not s.nations[before].out:
        sack_treasury(t, before, NEUTRAL)
    if place in s.allied:
        s.allied.remove(place)
    if (is_square(place) or is_city(place)) and place not in s.roused:
        s.roused.append(place)


def sack_treasury(t: Turn, seat: int, owner: int) -> None:
    """An enemy takes a national treasury; its place is where most of the nation's units are (SET-16, R106)."""
    s = t.s
    nation = s.nations[seat]
    lost = nation.gold
    site = nation.site
    changes: dict[str, object] = {"gold": 0}
    if site:
        changes["site"] = _new_site(s, seat)
        if "holy-treasury" in nation.disadvantages and not nation.holy_site:
            changes["holy_site"] = site
    s.set_nation(seat, **changes)
    t.tell("sacked", "LM-SET-16", public=True, seat=seat, by=owner, gold=lost, site=s.nations[seat].site)
    if lost:
        bearer = s.people.get(nation.leader)
        place = site or (bearer.place if bearer is not None else 0)
        if owner < 0:
            _keep(s, place, lost)
        else:
            gain(t, owner, lost, "loot", place)


def _keep(s: State, place: int, gold: int) -> None:
    """Gold that neutral people, or the Feaster's hosts, have taken lies where they are for whoever beats them."""
    home = next((each for each in (place, city_in(square_of(place))) if s.holder(each) < 0 and s.exists(each)), 0)
    if home:
        s.coffers[home] = s.coffers.get(home, 0) + gold


def _regain(t: Turn, place: int, seat: int) -> None:
    """A holy treasury's site is its nation's again; of a city that is no more, its square (DIS-05)."""
    s = t.s
    if not is_nation(seat) or not (holy := s.nations[seat].holy_site):
        return
    if place == holy or (not s.exists(holy) and place == square_of(holy)):
        s.set_nation(seat, holy_site=0, site=place)
        t.tell("regained", "LM-DIS-05", to=(seat,), place=place, seat=seat)


def _sack_at(t: Turn, place: int, owner: int) -> None:
    s = t.s
    for seat, nation in enumerate(s.nations):
        if nation.site == place and not nation.out and s.is_hostile(seat, owner):
            sack_treasury(t, seat, owner)
    for number, magnate in list(s.magnates.items()):
        if magnate.home == place and number != owner and magnate.gold:
            gain(t, owner, magnate.gold, "loot", place)
            s.magnates[number] = msgspec.structs.replace(magnate, gold=0)


def _new_site(s: State, seat: int) -> int:
    """Where most of a nation's units are; ties: the nearest to the old site, then the lowest number (R106)."""
    counts: dict[int, int] = {}
    for unit in s.units.values():
        if unit.owner == seat and unit.captor is None:
            counts[unit.place] = counts.get(unit.place, 0) + 1
    old = square_of(s.nations[seat].site)
    if counts:
        return min(counts, key=lambda place: (-counts[place], world.distance(old, square_of(place)), place))
    leader = s.people.get(s.nations[seat].leader)
    return leader.place if leader is not None else s.nations[seat].site
