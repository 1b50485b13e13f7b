"""A province changes hands (7.4, 7.7, 8.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NATIVE, NO_LEADER
from palatine.games.adventurer_kings.rules.common.battlefield import Battle
from palatine.games.adventurer_kings.rules.common.movement_points import spend
from palatine.games.adventurer_kings.rules.common.turn import Turn


def conquer(b: Battle) -> None:
    """The attacker's, or of allies the one's with more troops left (7.4, 8.1, A133)."""
    attacker = b.forces[0]
    left = [unit.number for unit in b.standing(attacker) if b.t.s.armies[unit.number].owner >= 0]
    if left:
        before = Counter(unit.army.owner for unit in attacker.units)
        seat = new_owner(b.t, left, attacker.seat, before)
        take_over(b.t, b.place, seat, attacker.commander, left)


def new_owner(t: Turn, left: Sequence[int], commander: int, before: Mapping[int, int]) -> int:
    """Of allies who conquer together the one with more armies left, then with more before, then the commander's King
    (8.1, A133)."""
    counts = Counter(t.s.armies[a].owner for a in left)
    return max(counts, key=lambda each: (counts[each], before.get(each, 0), each == commander, -each))


def take_over(t: Turn, place: int, seat: int, general: int, armies: Sequence[int] = ()) -> None:
    """A province is a seat's from now on; conquering it on land costs those who have done it, and all others there of
    the new owner's, a point (6.2, 7.7). It is the general's glory, if there is one."""
    s = t.s
    loser = s.owners[place]
    if loser == seat:
        return
    s.owners[place] = seat
    if general:
        s.honour(general, titles.CONQUEROR, 1)
    s.learn(seat, place, owner=seat, seen=s.turn)
    if loser >= 0:
        s.learn(loser, place, owner=seat, is_capital=False)
    t.tell("conquered", "AK-7.4-06", [seat, loser], realm=seat, place=place, rival=loser)
    t.record_observable(place, s.kingdoms[seat].king, "conquest", realm=seat, place=place)
    for number, feature in s.features.items():
        if feature.place == place and feature.is_raiding:
            s.set_feature(number, is_raiding=False)
    if not t.is_sea(place):
        settle_in(t, place, seat, armies)
    if loser == NATIVE:
        dispossess(t, place, seat)


def settle_in(t: Turn, place: int, seat: int, conquerors: Sequence[int]) -> None:
    """The conquest of land costs all armies there a point, allies' too that have had a part in it; a master of the
    march pays it but from the second on (6.2)."""
    s = t.s
    armies = [
        n for n in s.armies_at(place)
        if s.armies[n].leader != NO_LEADER and (s.armies[n].owner == seat or n in conquerors)
    ]  # fmt: skip
    spared = {
        s.armies[n].leader for n in armies if t.masters(s.armies[n].leader, tables.FREE_CONQUEST)
    } - t.marching.unhurried
    for n in armies:
        if s.armies[n].leader not in spared:
            spend(t, n)
    t.marching.unhurried |= spared


def dispossess(t: Turn, place: int, seat: int) -> None:
    """The Hero who ruled it is free, and remembers who drove him out (7.7)."""
    s = t.s
    ruler = s.ruler_of(place)
    if ruler:
        person = s.people[ruler]
        s.set_person(ruler, rules=-1, grudges=(*person.grudges, seat))
        t.tell("dispossessed", "AK-7.7-03", [seat], who=ruler, place=place)
