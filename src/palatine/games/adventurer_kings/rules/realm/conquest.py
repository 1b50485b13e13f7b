"""Change of ownership of provinces (7.4, 7.7, 8.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NATIVE, NO_LEADER
from palatine.games.adventurer_kings.rules.common.battlefield import Battle
from palatine.games.adventurer_kings.rules.common.movement_points import spend
from palatine.games.adventurer_kings.rules.common.turn import Turn


def conquer(b: Battle) -> None:
    """Give the province to the attacker.

    Of several allies the one with the most troops left gets it (7.4, 8.1, A133).
    """
    attacker = b.forces[0]
    left = [unit.number for unit in b.standing(attacker) if b.t.s.armies[unit.number].owner >= 0]
    if left:
        before = Counter(unit.army.owner for unit in attacker.units)
        seat = new_owner(b.t, left, attacker.seat, before)
        take_over(b.t, b.place, seat, attacker.commander, left)


def new_owner(t: Turn, left: Sequence[int], commander: int, before: Mapping[int, int]) -> int:
    """Return which of several allied conquerors gets the province (8.1, A133).

    It is the one with more armies left, then with more before, then the commander's King.
    """
    counts = Counter(t.s.armies[a].owner for a in left)
    return max(counts, key=lambda each: (counts[each], before.get(each, 0), each == commander, -each))


def take_over(t: Turn, place: int, seat: int, general: int, armies: Sequence[int] = ()) -> None:
    """Give a province to a seat.

    Conquest on land costs the conquerors, and all other armies of the new owner there, a movement point (6.2, 7.7). A
    general, if there is one, gains a point toward the title of Conqueror.
    """
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
    t.log("conquered", "AK-7.4-06", [seat, loser], realm=seat, place=place, rival=loser)
    t.record_observable(place, s.kingdoms[seat].king, "conquest", realm=seat, place=place)
    for number, feature in s.features.items():
        if feature.place == place and feature.is_raiding:
            s.set_feature(number, is_raiding=False)
    if not t.is_sea(place):
        settle_in(t, place, seat, armies)
    if loser == NATIVE:
        dispossess(t, place, seat)


def settle_in(t: Turn, place: int, seat: int, conquerors: Sequence[int]) -> None:
    """Take a movement point from the armies in conquered land (6.2).

    Allies' armies that took part pay too. A master of the march pays only from the second conquest on.
    """
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
    """Free the Hero who ruled the province; the Hero remembers the conqueror (7.7)."""
    s = t.s
    ruler = s.ruler_of(place)
    if ruler:
        person = s.people[ruler]
        s.set_person(ruler, rules=-1, grudges=(*person.grudges, seat))
        t.log("dispossessed", "AK-7.7-03", [seat], who=ruler, place=place)
