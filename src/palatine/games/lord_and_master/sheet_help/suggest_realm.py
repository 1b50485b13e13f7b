"""Candidates for orders of the whole nation: treaties, prisoners, offices, demons' services."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.pieces import TROOPS
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import theft
from palatine.games.lord_and_master.rules.common import treasuries
from palatine.games.lord_and_master.rules.common.naming import place_name
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import place_ref
from palatine.games.lord_and_master.secrecy import sight
from palatine.games.lord_and_master.sheet_help.suggest_covert import Candidate
from palatine.games.lord_and_master.state import NEUTRAL, State, is_nation

TERM = 3
"""Turns of a suggested truce."""
PRICE = 20
"""Gold of a suggested ransom, per level of the character."""


def candidates(s: State, me: int) -> Iterator[Candidate]:
    """Yield all candidates."""
    yield from _suggest_treaties(s, me)
    yield from _prisoners(s, me)
    yield from _sales(s, me)
    yield from _offices(s, me)
    yield from _retreats(s, me)
    yield from _demons(s, me)


def _suggest_treaties(s: State, me: int) -> Iterator[Candidate]:
    """Yield truces with nations without one, and alliances (IPR-01, IPR-05)."""
    for other, nation in enumerate(s.nations):
        if other == me or nation.out or s.is_friend(me, other):
            continue
        seat, facts = s.seats[other], {"seat": nation.name}
        if not s.has_truce(me, other):
            yield "truce", o.Truce(seat, TERM), {**facts, "turns": TERM}, ()
        yield "alliance", o.Alliance(seat), facts, ()


def _prisoners(s: State, me: int) -> Iterator[Candidate]:
    """Yield decisions about captives, and ransoms of the seat's own (BAT-26, IPR-09)."""
    for person in s.people.values():
        if person.owner == me and person.captor is not None and is_nation(person.captor):
            price, captor = PRICE * person.level, person.captor
            facts = {"captive": person.name, "price": price, "seat": s.nations[captor].name}
            yield "pay", o.Pay(s.seats[captor], price, person.name), facts, (person.place,)
        if person.captor != me:
            continue
        facts = {"captive": person.name}
        if is_nation(person.owner):
            price = PRICE * person.level
            sold = {**facts, "price": price, "seat": s.nations[person.owner].name}
            yield "ransom", o.Ransom(s.seats[person.owner], price, person.name), sold, (person.place,)
        yield "release", o.Prisoner("release", person.name), facts, (person.place,)
        yield "kill", o.Prisoner("kill", person.name), facts, (person.place,)
        for partner in s.partners(me):
            if partner != me:
                given = {**facts, "seat": s.nations[partner].name}
                yield "give", o.Prisoner("give", person.name, to=s.seats[partner]), given, (person.place,)


def _sales(s: State, me: int) -> Iterator[Candidate]:
    """Yield sales and purchases of one unit of each type, at the price of its equipment.

    See IPR-09.
    """
    seen, offered = sight(s, me), set()
    for unit in s.units.values():
        cost = TROOPS[unit.code].cost
        mine = unit.owner == me
        known = (unit.owner, unit.code)
        if not cost or unit.captor is not None or not is_nation(unit.owner) or known in offered:
            continue
        if not mine and (s.is_hostile(me, unit.owner) or square_of(unit.place) not in seen):
            continue
        offered.add(known)
        units = (o.Batch(unit.code, 1, unit.wounded),)
        if not mine:
            facts = {"code": unit.code, "price": cost, "seat": s.nations[unit.owner].name}
            yield "buy", o.Buy(units, s.seats[unit.owner], cost), facts, ()
            continue
        for other, nation in enumerate(s.nations):
            if other != me and not nation.out and not s.is_hostile(me, other):
                facts = {"code": unit.code, "price": cost, "seat": nation.name}
                yield "sell", o.Sell(units, place_ref(unit.place), s.seats[other], cost), facts, (unit.place,)


def _retreats(s: State, me: int) -> Iterator[Candidate]:
    """Yield retreats to friendly squares for defenders with enemies next to them (BAT-28)."""
    seen = sight(s, me)
    enemies = {
        square_of(unit.place)
        for unit in s.units.values()
        if unit.captor is None
        and unit.owner != NEUTRAL
        and s.is_hostile(me, unit.owner)
        and square_of(unit.place) in seen
    }
    held = [square for square in range(1, world.SQUARES + 1) if s.holder(square) == me]
    for place in sorted({unit.place for unit in s.units.values() if unit.owner == me and unit.captor is None}):
        near = world.NEIGHBOURS[square_of(place)]
        if not enemies & {square_of(place), *near}:
            continue
        for to in [square for square in near if square in held]:
            facts = {"place": place_name(s, place), "target": place_name(s, to)}
            yield "retreat", o.Retreat(place_ref(place), place_ref(to)), facts, (place, to)


def _offices(s: State, me: int) -> Iterator[Candidate]:
    """Yield an heir, and commanders where several characters are with troops (CH-26, BAT-28)."""
    nation = s.nations[me]
    free = [n for n in s.roster(me) if s.people[n].captor is None]
    for n in free:
        if n != nation.leader and s.people[n].name != nation.heir:
            yield "heir", o.Heir(s.people[n].name), {"name": s.people[n].name}, ()
    for place in dict.fromkeys(s.people[n].place for n in free):
        here = [n for n in free if s.people[n].place == place]
        if len(here) > 1 and s.units_at(place, me):
            for n in here:
                facts = {"name": s.people[n].name, "place": place_name(s, place)}
                yield "commander", o.Commander(s.people[n].name, place_ref(place)), facts, (place,)


def _demons(s: State, me: int) -> Iterator[Candidate]:
    """Yield services of the seat's demons, which can act anywhere (C-08)."""
    for demon in s.demons.values():
        master = s.people.get(demon.master)
        if master is None or master.owner != me or demon.served == s.turn:
            continue
        name, seen = demon.name, sight(s, me)
        hosts = {unit.place for unit in s.units.values() if unit.captor is None and s.is_hostile(me, unit.owner)}
        for place in sorted(place for place in hosts if square_of(place) in seen):
            facts = {"name": name, "target": place_name(s, place)}
            yield "demon-rain", o.Demon(name, o.Rain(place_ref(place))), facts, (place,)
        for other, nation in enumerate(s.nations):
            place = treasuries.site(s, other) if other != me and not nation.out else 0
            if (
                place
                and theft.richest(Turn(s, is_rehearsal=True), me, place) is not None
                and square_of(place) in seen
            ):
                facts = {"name": name, "target": place_name(s, place)}
                yield "demon-steal", o.Demon(name, o.Steal(place_ref(place))), facts, (place,)
            leader = s.people.get(nation.leader)
            if other != me and leader is not None and leader.captor is None and square_of(leader.place) in seen:
                facts = {"name": name, "victim": leader.name, "target": place_name(s, leader.place)}
                yield "demon-assassinate", o.Demon(name, o.Assassinate(leader.name)), facts, (leader.place,)
