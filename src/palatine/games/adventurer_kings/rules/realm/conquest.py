"""A province changes hands (7.4, 7.7, 8.1)."""

from __future__ import annotations

from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import GARRISON, NATIVE
from palatine.games.adventurer_kings.rules.common.battlefield import Battle
from palatine.games.adventurer_kings.rules.common.turn import Turn


def conquer(b: Battle) -> None:
    """The attacker's, or of allies the one's with more troops left (7.4, 8.1, A133)."""
    attacker = b.forces[0]
    counts: dict[int, int] = {}
    for unit in b.standing(attacker):
        counts[unit.army.owner] = counts.get(unit.army.owner, 0) + 1
    if not counts:
        return
    before: dict[int, int] = {}
    for unit in attacker.units:
        before[unit.army.owner] = before.get(unit.army.owner, 0) + 1
    seat = max(counts, key=lambda each: (counts[each], before.get(each, 0), each == attacker.seat, -each))
    take_over(b.t, b.place, seat, attacker.commander)


def take_over(t: Turn, place: int, seat: int, general: int) -> None:
    """A province is a seat's from now on; conquering it on land costs a point (7.7). It is the general's glory."""
    s = t.s
    loser = s.owners[place]
    if loser == seat:
        return
    s.owners[place] = seat
    s.honour(general, titles.CONQUEROR, 1)
    s.learn(seat, place, owner=seat, seen=s.turn)
    if loser >= 0:
        s.learn(loser, place, owner=seat, is_capital=False)
    t.tell("conquered", "AK-7.4-06", [seat, loser], realm=seat, place=place, rival=loser)
    t.happen(place, s.kingdoms[seat].king, "conquest", realm=seat, place=place)
    if not s.is_sea(place):
        settle_in(t, place, seat)
    if loser == NATIVE:
        dispossess(t, place, seat)


def settle_in(t: Turn, place: int, seat: int) -> None:
    """The conquest of land costs all armies there a point; a master of the march pays it but from the second on."""
    s = t.s
    armies = [n for n in s.armies_at(place) if s.armies[n].owner == seat and s.armies[n].leader != GARRISON]
    spared = {
        s.armies[n].leader for n in armies if t.masters(s.armies[n].leader, c.FREE_CONQUEST)
    } - t.marching.unhurried
    for n in armies:
        if s.armies[n].leader not in spared:
            t.marching.spent[n] = t.marching.spent.get(n, 0) + 1
    t.marching.unhurried |= spared


def dispossess(t: Turn, place: int, seat: int) -> None:
    """The Hero who ruled it is free, and remembers who drove him out (7.7)."""
    s = t.s
    ruler = s.ruler_of(place)
    if ruler:
        person = s.people[ruler]
        s.set_person(ruler, rules=-1, grudges=(*person.grudges, seat))
        t.tell("dispossessed", "AK-7.7-03", [seat], who=ruler, place=place)
