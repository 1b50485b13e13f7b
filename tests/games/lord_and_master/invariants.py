"""Invariants of every position between two turns, checked by the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.rules.common import captives
from palatine.games.lord_and_master.state import NEUTRAL, WILD, Person, State, Unit, is_magnate, is_nation


def invariants(s: State) -> list[str]:
    """Return a description of each broken invariant of a position between two turns."""
    if s.turn == 0:
        return []
    return [complaint for check in CHECKS for complaint in check(s)]


def _is_alive(s: State, owner: int) -> bool:
    if is_nation(owner):
        return not s.nations[owner].out
    return owner in s.magnates if is_magnate(owner) else owner in (NEUTRAL, WILD)


def _everybody(s: State) -> list[tuple[int, Person | Unit]]:
    return [*s.people.items(), *s.units.items()]


def check_nations(s: State) -> Iterator[str]:
    """Check that active nations have a leader and eliminated ones own nothing (IPR-11)."""
    for seat, nation in enumerate(s.nations):
        roster = s.roster(seat)
        if nation.gold < 0:
            yield f"{nation.name} has {nation.gold} gold"
        is_mobile = "mobile-treasury" in nation.advantages
        if nation.out:
            if (
                roster
                or nation.gold
                or seat in s.holders.values()
                or any(unit.owner == seat for unit in s.units.values())
            ):
                yield f"{nation.name} has fallen and has something left"
        elif nation.leader not in roster:
            yield f"{nation.name} has no leader"
        elif nation.site and not s.exists(nation.site):
            yield f"{nation.name} has its treasury in {nation.site}, which is no more"
        elif is_mobile == bool(nation.site):
            yield f"{nation.name} has its treasury in {nation.site}, mobile or not"
        names = s.names(seat)
        offices = {name for _, name in nation.commanders} | ({nation.heir} if nation.heir else set())
        yield from [f"{nation.name} has {name} in an office, who is gone" for name in sorted(offices - set(names))]
    playing = {seat for seat, nation in enumerate(s.nations) if not nation.out}
    if not playing <= set(s.order) or len(s.order) != len(set(s.order)):
        yield f"the sequence is {s.order}"


def check_magnates(s: State) -> Iterator[str]:
    """Check that every magnate has a living leader and an existing home (MAG-15)."""
    for number, magnate in s.magnates.items():
        if magnate.leader not in s.people or s.people[magnate.leader].owner != number:
            yield f"{magnate.name} is a magnate and not there"
        if not s.exists(magnate.home):
            yield f"{magnate.name} has his home in {magnate.home}, which is no more"


def check_owners(s: State) -> Iterator[str]:
    """Check that all owners and places exist."""
    for n, each in _everybody(s):
        if not _is_alive(s, each.owner):
            yield f"{n} belongs to {each.owner}, who is gone"
        if not s.exists(each.place):
            yield f"{n} is in {each.place}, which is no place"
        if n >= s.next_id:
            yield f"{n} is above the next number, {s.next_id}"
    for place, holder in s.holders.items():
        if not _is_alive(s, holder) or holder == NEUTRAL or not s.exists(place):
            yield f"{place} is held by {holder}"
    for demon in s.demons.values():
        if demon.master not in s.people:
            yield f"the demon {demon.name} has no master"


def check_people(s: State) -> Iterator[str]:
    """Check that levels are at least 1 and that names are unique (R181)."""
    names = [person.name.casefold() for person in s.people.values()]
    yield from [f"two are called {name}" for name in sorted({name for name in names if names.count(name) > 1})]
    yield from [f"{person.name} is of level {person.level}" for person in s.people.values() if person.level < 1]


def check_units(s: State) -> Iterator[str]:
    """Check that only units with a wounded state are wounded and no place is overfull.

    Units without a wounded state die at the first hit (TT-13). Cities and forts have a capacity (FC-09).
    """
    for n, unit in s.units.items():
        rows = (
            pieces.TROOPS[unit.code],
            pieces.TROOPS[pieces.graded(unit.code, "A")],
        )  # hit as elite under Mars: R186
        if unit.wounded and all(row.wounded is None for row in rows):
            yield f"{n} is a wounded {unit.code}"
    for place in {unit.place for unit in s.units.values()}:
        if not is_square(place) and captives.room(s, place) < 0:
            yield f"{place} holds {len(s.units_at(place))} units"


def check_prisoners(s: State) -> Iterator[str]:
    """Check that prisoners are guarded enemies (R26) and never prisoners of an ally (IPR-01)."""
    guards = {(unit.place, unit.owner) for unit in s.units.values() if unit.captor is None}
    for n, each in _everybody(s):
        captor = each.captor
        if captor is None:
            continue
        if s.is_friend(each.owner, captor) or not _is_alive(s, captor) or captor == WILD:
            yield f"{n} of {each.owner} is the prisoner of {captor}"
        elif captor == NEUTRAL:
            if s.holder(each.place) != NEUTRAL and s.holder(square_of(each.place)) != NEUTRAL:
                yield f"{n} is the prisoner of nobody in {each.place}, held by {s.holder(each.place)}"
        elif not s.options.get("fog") and not any((each.place, friend) in guards for friend in s.partners(captor)):
            yield f"{n} is the prisoner of {captor} in {each.place}, where nobody guards him"


def check_lands(s: State) -> Iterator[str]:
    """Check allied places (NEU-14), treasuries (NEU-06), independence and the lists of places.

    Only nations hold allied places, and places that a nation owns have no treasury of their own.
    """
    for place in s.allied:
        if not is_nation(s.holder(place)):
            yield f"{place} is the ally of {s.holder(place)}"
    for place, holder in s.holders.items():
        if holder >= 0 and place not in s.allied and s.coffers.get(place):
            yield f"{place} belongs to {holder} and keeps {s.coffers[place]} gold"
    for place, gold in s.coffers.items():
        if gold and not s.exists(place):
            yield f"{place} keeps {gold} gold, and is no place"
        if gold < 0:
            yield f"{place} keeps {gold} gold"
    for each in s.independence:
        if not s.exists(each.place) or (each.declared == s.turn - 1 and not is_nation(s.holder(each.place))):
            yield f"{each.place} is to be free, and is held by {s.holder(each.place)}"
    lists = {"neutral": s.roused, "allied": s.allied, "fallen": [*s.fallen]}
    for name, places in lists.items():
        if len(places) != len(set(places)) or any(not s.exists(place) for place in places):
            yield f"the {name} places are {places}"
    yield from [f"{place} is roused and held by {s.holder(place)}" for place in s.roused if place in s.holders]
    yield from [f"{place} has fallen and is nobody's" for place in s.fallen if place not in s.holders]
    for unit in s.units.values():
        if unit.owner == NEUTRAL and unit.captor is None and unit.place not in s.roused:
            yield f"a neutral {unit.code} stands in {unit.place}, which has not been roused"


def check_relations(s: State) -> Iterator[str]:
    """Check alliances (IPR-01), truces, shipments and sieges (FC-10).

    Alliances have two or three members, and no nation is in two of them. Sieges need troops in place.
    """
    members = [seat for group in s.alliances for seat in group]
    if len(members) != len(set(members)) or any(not 2 <= len(group) <= 3 for group in s.alliances):
        yield f"the alliances are {s.alliances}"
    sides = [*[seat for truce in s.truces for seat in truce.seats], *members, *[load.to for load in s.shipments]]
    yield from [f"{seat} has fallen and has dealings" for seat in set(sides) if not _is_alive(s, seat)]
    for each in s.sieges:
        if not s.exists(each.place) or not _is_alive(s, each.seat):
            yield f"{each.seat} besieges {each.place}"
        elif not s.options.get("fog") and not any(
            s.units_at(square_of(each.place), p) for p in s.partners(each.seat)
        ):
            yield f"{each.seat} besieges {each.place} without troops"


CHECKS = (
    check_nations,
    check_magnates,
    check_owners,
    check_people,
    check_units,
    check_prisoners,
    check_lands,
    check_relations,
)
