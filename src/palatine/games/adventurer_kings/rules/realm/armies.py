"""Disband, leave and pick up armies (3.6, 3.8, 3.9)."""

from __future__ import annotations

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.command import discharge, transfer
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need


def own_armies(t: Turn, n: int, numbers: tuple[int, ...], clause: str, anywhere: bool) -> list[int]:
    """Return the armies of these numbers; fail for the first that does not qualify."""
    s = t.s
    person = s.people[n]
    for a in numbers:
        army = s.armies.get(a)
        need(army is not None and army.owner == person.seat, clause, "fail.not-your-army", army=a)
        need(anywhere or s.armies[a].place == person.place, clause, "fail.army-not-here", army=a)
    return list(numbers)


def disband(t: Turn, n: int, action: orders.Disband) -> None:
    """Make armies mercenaries; a King may do it from afar (3.6)."""
    s = t.s
    person = s.people[n]
    armies = own_armies(t, n, action.armies, "AK-3.6-02", person.is_king) or s.led_by(n)
    need(armies, "AK-3.6-03", "fail.no-armies")
    for a in armies:
        discharge(t, a)
    disbanded = [a for a in armies if a in s.armies]
    if disbanded:
        t.log("disbanded", "AK-3.6-01", t.witnesses(n), who=n, armies=disbanded)


def leave(t: Turn, n: int, action: orders.Leave) -> None:
    """Leave armies to the garrison or to a leader here (3.8).

    Armies left to the garrison of an ally's land become the ally's.
    """
    s = t.s
    person = s.people[n]
    armies = own_armies(t, n, action.armies, "AK-3.8-03", False) or s.led_by(n)
    need(armies, "AK-3.8-04", "fail.no-armies")
    kinds = {s.armies[a].type for a in armies}
    if action.to == NO_LEADER:
        leave_to_garrison(t, n, armies)
    else:
        leave_to_leader(t, n, armies, action.to)
    learn_from_armies(t, n, kinds)
    handed = [a for a in armies if a in s.armies]
    if handed:
        readers = [*t.witnesses(n), *{s.armies[a].owner for a in handed}]
        t.log("left", "AK-3.8-01", readers, who=n, armies=handed, leader=action.to, place=person.place)


def leave_to_garrison(t: Turn, n: int, armies: list[int]) -> None:
    s = t.s
    place, seat = s.people[n].place, s.people[n].seat
    need(s.is_friendly(seat, place), "AK-3.8-01", "fail.no-garrison", place=place)
    transfer(t, armies, NO_LEADER, s.owners[place], ordered=True)


def leave_to_leader(t: Turn, n: int, armies: list[int], to: int) -> None:
    s = t.s
    person, other = s.people[n], s.people.get(to)
    if other is None or other.died or other.place != person.place:
        raise Failed("AK-3.8-01", "fail.not-here", other=to)
    need(s.relation(person.seat, other.seat) == ALLIED, "AK-3.8-02", "fail.no-ally", other=to)
    transfer(t, armies, to, other.seat, ordered=True)


def pick_up(t: Turn, n: int, action: orders.PickUp) -> None:
    """Take command of armies here; take new ones only along with all the others (3.9)."""
    s = t.s
    person = s.people[n]
    armies = own_armies(t, n, action.armies, "AK-3.9-01", False)
    for a in armies:
        need(s.armies[a].recruited != s.turn, "AK-3.9-02", "fail.recruited", army=a)
    if not armies:
        here = s.armies_at(person.place)
        armies = [a for a in here if s.armies[a].owner == person.seat and s.armies[a].leader == NO_LEADER]
    need(armies, "AK-3.9-03", "fail.no-armies")
    learn_from_armies(t, n, {s.armies[a].type for a in armies})
    taken = transfer(t, armies, n, ordered=True)
    if taken:
        t.log("picked-up", "AK-3.9-01", t.witnesses(n), who=n, armies=taken, place=person.place)


def learn_from_armies(t: Turn, n: int, kinds: set[int]) -> None:
    """Learn March from taking or leaving armies, and Naval if there are ships (3.19)."""
    if kinds - tables.SEA_ARMIES:
        learn_by_doing(t, n, tables.FORCED_MARCH, "army")
    if kinds & tables.SEA_ARMIES:
        learn_by_doing(t, n, tables.NAVAL, "fleet")
