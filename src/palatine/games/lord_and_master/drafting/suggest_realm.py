"""What a nation could order as a whole: promises to others, prisoners, an heir, commanders, its demons' services."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.hidden import sight
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import theft
from palatine.games.lord_and_master.rules.common.batches import spot
from palatine.games.lord_and_master.rules.common.naming import place_name
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State, is_nation

Candidate = tuple[str, Any, dict[str, Any], tuple[int, ...]]
"""A group, the line, the facts of its title, the places it names."""
TERM = 3
"""Turns of a truce that is suggested."""
PRICE = 20
"""Gold that is suggested as a ransom for a character, for each of his levels."""


def candidates(s: State, me: int) -> Iterator[Candidate]:
    """All of them."""
    yield from _promises(s, me)
    yield from _prisoners(s, me)
    yield from _offices(s, me)
    yield from _demons(s, me)


def _promises(s: State, me: int) -> Iterator[Candidate]:
    """A truce with whoever there is none with, and alliances (IPR-01, IPR-05)."""
    for other, nation in enumerate(s.nations):
        if other == me or nation.out or s.is_friend(me, other):
            continue
        seat, facts = s.seats[other], {"seat": nation.name}
        if not s.has_truce(me, other):
            yield "truce", o.Truce(seat, TERM), {**facts, "turns": TERM}, ()
        yield "alliance", o.Alliance(seat), facts, ()


def _prisoners(s: State, me: int) -> Iterator[Candidate]:
    """What could become of captives (BAT-26, IPR-09)."""
    for person in s.people.values():
        if person.captor != me:
            continue
        facts = {"captive": person.name}
        if is_nation(person.owner):
            price = PRICE * person.level
            sold = {**facts, "price": price, "seat": s.nations[person.owner].name}
            yield "ransom", o.Ransom(s.seats[person.owner], price, person.name), sold, (person.place,)
        yield "release", o.Prisoner("release", person.name), facts, (person.place,)
        yield "kill", o.Prisoner("kill", person.name), facts, (person.place,)


def _offices(s: State, me: int) -> Iterator[Candidate]:
    """An heir for the leader, and who commands where several stand with troops (CH-26, BAT-28)."""
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
                yield "commander", o.Commander(s.people[n].name, spot(place)), facts, (place,)


def _demons(s: State, me: int) -> Iterator[Candidate]:
    """Services of one's demons, each of whom can be anywhere (C-08)."""
    for demon in s.demons.values():
        master = s.people.get(demon.master)
        if master is None or master.owner != me or demon.served == s.turn:
            continue
        name, seen = demon.name, sight(s, me)
        hosts = {unit.place for unit in s.units.values() if unit.captor is None and s.is_hostile(me, unit.owner)}
        for place in sorted(place for place in hosts if square_of(place) in seen):
            facts = {"name": name, "target": place_name(s, place)}
            yield "demon-rain", o.Demon(name, o.Rain(spot(place))), facts, (place,)
        for other, nation in enumerate(s.nations):
            place = theft.site(s, other) if other != me and not nation.out else 0
            if place and theft.richest(Turn(s, dry=True), me, place) is not None and square_of(place) in seen:
                facts = {"name": name, "target": place_name(s, place)}
                yield "demon-steal", o.Demon(name, o.Steal(spot(place))), facts, (place,)
            leader = s.people.get(nation.leader)
            if other != me and leader is not None and leader.captor is None and square_of(leader.place) in seen:
                facts = {"name": name, "victim": leader.name, "target": place_name(s, leader.place)}
                yield "demon-assassinate", o.Demon(name, o.Assassinate(leader.name)), facts, (leader.place,)
