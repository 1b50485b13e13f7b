"""Crossing from one province to the next, and transport of armies (6.2, 4.2.1, 4.2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.common.earth_map import blue_edge
from palatine.games.adventurer_kings.rules.common.movement_points import NEVER_CARRIED, points_left
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need

ON_SHIP: Final = 2
"""Infantry units that a fleet carries; of mounted troops one (6.2)."""


def crossing(t: Turn, armies: Sequence[int], a: int, b: int, paid: bool = True) -> list[int]:
    """Return the armies carried on a step; the others move by themselves (2.0, 6.2).

    Fails if any cannot go. With `paid`, those who move by themselves need a movement point.
    """
    walkers, swimmers, fliers = by_movement(t, armies)
    beached = [n for n in swimmers if t.s.armies[n].type == tables.MERMAN and not may_swim(t, n, a, b)]
    swimmers = [n for n in swimmers if n not in beached]
    for n in swimmers:
        need(may_swim(t, n, a, b), "AK-6.2-06", "fail.no-water", army=n)
    if beached and not fliers:
        raise Failed("AK-6.2-06", "fail.no-water", army=beached[0])
    over_water = needs_carrying(t, walkers, a, b)
    borne = [*(walkers if over_water else flown(t, walkers, fliers[len(beached) :]) if paid else []), *beached]
    carried = take_aboard(t, order_of_boarding(t, borne), swimmers if over_water else [], fliers, paid)
    if paid:
        for n in armies:
            if n not in carried:
                check_pace(t, n, n in walkers)
    return carried


def check_pace(t: Turn, n: int, on_foot: bool) -> None:
    """Fail if an army lacks a point, or would walk after being carried this turn (6.2)."""
    need(not on_foot or n not in t.marching.carried, "AK-6.2-11", "fail.carried", army=n)
    need(points_left(t, n) >= 1, "AK-6.2-01", "fail.no-points", army=n)


def flown(t: Turn, walkers: Sequence[int], fliers: Sequence[int]) -> list[int]:
    """Return the armies carried by air over land (6.2, A262).

    They are all on foot if the fliers can take all, otherwise those who cannot walk.
    """
    fit = [n for n in walkers if is_light(t, n) and n not in t.marching.marched]
    if walkers and len(fit) == len(walkers) <= len(fliers):
        return list(walkers)
    return [n for n in fit if n in t.marching.carried or points_left(t, n) < 1][: len(fliers)]


def is_light(t: Turn, n: int) -> bool:
    """Return whether fliers can carry an army: infantry, including Trolls and Werebeasts (6.2)."""
    kind = t.s.armies[n].type
    return kind not in NEVER_CARRIED | tables.MOUNTED


def can_enter(t: Turn, armies: Sequence[int], a: int, b: int) -> bool:
    """Return whether a retreating contingent can enter a province, regardless of points."""
    try:
        crossing(t, armies, a, b, paid=False)
    except Failed:
        return False
    return True


def by_movement(t: Turn, armies: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """Return those who walk, those who swim and those who fly."""
    kinds = {n: t.s.armies[n].type for n in armies}
    swimmers = [n for n in armies if kinds[n] in tables.SEA_ARMIES]
    fliers = [n for n in armies if kinds[n] in tables.AIR_ARMIES]
    return [n for n in armies if n not in swimmers and n not in fliers], swimmers, fliers


def is_water(t: Turn, place: int) -> bool:
    """Return whether a province is sea for walkers; a parted sea is not (4.2.1)."""
    return t.is_sea(place)


def is_wet(t: Turn, a: int, b: int) -> bool:
    """Return whether a step crosses water."""
    return is_water(t, a) or is_water(t, b) or (blue_edge(t.s, a, b) and not {a, b} & t.spells.parted)


def may_swim(t: Turn, n: int, a: int, b: int) -> bool:
    """Return whether an army can swim on this step (4.2.1, 6.2, 12.3).

    Ships and sea people go to and from the sea, only Mermen where it is parted, and between lands only across a zone
    of water that is not parted.
    """
    s = t.s
    kind = s.armies[n].type
    if any(s.is_sea(place) and place in t.spells.parted for place in (a, b)):
        return kind == tables.MERMAN
    if s.is_sea(a) or s.is_sea(b):
        return True
    if blue_edge(s, a, b):
        return not {a, b} & t.spells.parted
    leader = s.armies[n].leader
    return (
        kind == tables.FLEET and t.masters(leader, tables.LAND_TO_LAND) and leader not in t.marching.reacted_fleets
    )


def needs_carrying(t: Turn, walkers: Sequence[int], a: int, b: int) -> bool:
    """Return whether walkers must be carried (4.2.4, 6.2).

    They must over water, and into or out of flooded land.
    """
    return bool(walkers) and (is_wet(t, a, b) or a in t.spells.flooded or b in t.spells.flooded)


def take_aboard(
    t: Turn, walkers: list[int], swimmers: Sequence[int], fliers: Sequence[int], paid: bool = True
) -> list[int]:
    """Return all walkers as carried, or fail for those who cannot be (6.2, A263).

    In a retreat earlier marches do not matter.
    """
    s = t.s
    ships = [n for n in swimmers if s.armies[n].type == tables.FLEET]
    room = sum([ship_room(t, n) for n in ships])
    wings = len(fliers)
    mermen = [n for n in walkers if s.armies[n].type == tables.MERMAN]
    for n in walkers:
        kind = s.armies[n].type
        need(kind not in NEVER_CARRIED, "AK-6.2-09", "fail.never-carried", army=n)
        need(not paid or n not in t.marching.marched, "AK-6.2-11", "fail.marched", army=n)
        if kind in tables.MOUNTED:
            need(room >= ON_SHIP, "AK-6.2-07", "fail.no-ships", army=n)
            room -= ON_SHIP
        elif room > 0 and n not in mermen:
            room -= 1
        else:
            need(wings > 0, "AK-6.2-07", "fail.no-ships", army=n)
            wings -= 1
    return walkers


def ship_room(t: Turn, n: int) -> int:
    return 3 if t.masters(t.s.armies[n].leader, tables.THREE_ABOARD) else ON_SHIP


def order_of_boarding(t: Turn, walkers: Sequence[int]) -> list[int]:
    """Return the order of boarding: mounted troops first, which fit only in ships."""
    return sorted(walkers, key=lambda n: (t.s.armies[n].type not in tables.MOUNTED, n))
