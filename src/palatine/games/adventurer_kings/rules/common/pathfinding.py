"""Possible steps of a character and the choice among them (3.1, 3.16, 7.6, 8.1)."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NATIVE, PEACE
from palatine.games.adventurer_kings.rules.common.command import is_held
from palatine.games.adventurer_kings.rules.common.earth_map import sails_through
from palatine.games.adventurer_kings.rules.common.transport import crossing
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need


def next_step(t: Turn, n: int, to: int) -> int:
    """Return the next step: the preferred of the nearer neighbours (3.1).

    The order is friendly, an enemy King's, a Hero's, a neutral King's.
    """
    legal = ways_toward(t, n, to)
    need(legal, "AK-3.1-08", "fail.no-way", place=to)
    return most_welcome(t, n, legal)


def most_welcome(t: Turn, n: int, places: Sequence[int]) -> int:
    """Return the preferred of equally distant provinces (3.1)."""
    seat = t.s.people[n].seat
    return min(places, key=lambda p: (welcome(t, seat, p), t.s.atlas.numbers[p]))


def welcome(t: Turn, seat: int, place: int) -> int:
    """Return the preference of a province among equally distant ones (3.1)."""
    s = t.s
    owner = s.owners[place]
    if s.is_friendly(seat, place):
        return 0
    if owner == NATIVE:
        return 2
    return 1 if s.relation(seat, owner) == ENEMY else 3


def ways_toward(t: Turn, n: int, place: int) -> list[int]:
    """Return the neighbours nearer to a province that a character can enter."""
    return [p for p in nearer(t, t.s.people[n].place, place) if can_go(t, n, p)]


def nearer(t: Turn, here: int, place: int) -> list[int]:
    """Return the neighbours of one province that are nearer to another."""
    far = t.s.atlas.distances(place)
    return [p for p in t.s.atlas.neighbours[here] if far[p] < far[here]]


def pursuit_step(t: Turn, n: int, place: int) -> int:
    """Return a step nearer to a province, the lowest number on a tie; -1 for none (A78, A80).

    A Defending general goes only through friendly land.
    """
    s = t.s
    ways = ways_toward(t, n, place)
    if n in t.pursuits.posts:
        ways = [p for p in ways if s.is_friendly(s.people[n].seat, p)]
    return min(ways, key=lambda p: s.atlas.numbers[p], default=-1)


def can_leap(t: Turn, n: int) -> bool:
    """Return whether a character can move a second step: by an artifact, machine or mastery.

    The Flying Machine and a master's march work once a turn.
    """
    is_alone = not t.s.led_by(n)
    if is_alone and any(t.gear(n, "stride")):
        return True
    flies = is_alone and t.power(t.s.people[n].seat, "flying_machine")
    return n not in t.marching.leapt and bool(flies or t.masters(n, tables.DOUBLE_MARCH))


def can_go(t: Turn, n: int, to: int) -> bool:
    try:
        check_step(t, n, to)
    except Failed:
        return False
    return True


def check_step(t: Turn, n: int, to: int) -> tuple[list[int], list[int]]:
    """Return the armies that go on a step and those carried; fail if it is not allowed.

    See 2.0, 7.6, 8.1.
    """
    s = t.s
    person = s.people[n]
    armies = s.led_by(n)
    if not armies:
        return [], []
    need(not any(is_held(t, a) for a in armies), "AK-3.1-05", "fail.held-back", place=person.place)
    owner = s.owners[to]
    relation = s.relation(person.seat, owner)
    if relation == PEACE and to in s.known[person.seat]:
        s.learn(person.seat, to, owner=owner, hero=0)
    if not sails_through(s, person.seat, armies, to):
        need(owner == NATIVE or relation != PEACE, "AK-8.1-02", "fail.neutral-king", place=to, realm=owner)
    if is_contesting(t, n) and not t.masters(n, tables.FREE_EXIT):
        need(relation == ALLIED, "AK-7.6-06", "fail.contested", place=person.place)
    try:
        return armies, crossing(t, armies, person.place, to)
    except Failed:
        sworn = [a for a in armies if not s.armies[a].follows]
        if sworn in ([], armies):
            raise
        return sworn, crossing(t, sworn, person.place, to)


def is_contesting(t: Turn, n: int) -> bool:
    """Return whether a leader has invaded a province that still resists (7.6)."""
    s = t.s
    person = s.people[n]
    armies = s.led_by(n)
    if not armies or sails_through(s, person.seat, armies, person.place):
        return False
    has_invaded = any(s.armies[a].origin >= 0 for a in armies)
    return has_invaded and s.relation(person.seat, s.owners[person.place]) == ENEMY
