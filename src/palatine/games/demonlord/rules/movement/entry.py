"""Hexes that a group can enter, and the cost: hexsides, ground, riders, sieges."""

from __future__ import annotations

from collections.abc import Mapping

from palatine.core import Refusal
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP
from palatine.games.demonlord.components.tables import ANCIENTS, COST
from palatine.games.demonlord.components.world import GRID, MOUNTAINS, NEIGHBOURS, TERRAIN
from palatine.games.demonlord.rules.characters.capture import may_hide_troops
from palatine.games.demonlord.state import FRESH, DemonlordState, has_troops


def is_locked(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether units of `side` are besieged in `h` (SIEGE-01, SIEGE-07, SIEGE-08, F31)."""
    return s.control.get(h) == side and h in dict(s.sieges) and s.is_besieged(h)


def riders_of(s: DemonlordState, troop: int) -> tuple[int, ...]:
    """Return the characters who ride with a troop."""
    return tuple([c for c, mount in s.riding_pairs if mount == troop]) if s.riding_pairs else ()


def is_rider(s: DemonlordState, u: int) -> bool:
    return any([c == u for c, _ in s.riding_pairs])


def mounts(s: DemonlordState, group: tuple[int, ...]) -> list[int]:
    """Return the troops of a group that have not moved in this step, which can take riders."""
    return [u for u in group if IS_TROOP[u] and is_at_start(s, u)]


def is_at_start(s: DemonlordState, u: int) -> bool:
    """Return whether a unit has neither marched nor passed a Spellgate (LEAD-05, M9)."""
    return s.movement_left[u] >= FRESH and u not in s.gated


def may_mount(s: DemonlordState, group: tuple[int, ...]) -> bool:
    """Return whether all characters on foot can start to ride with a troop of the group.

    Both the character and the troop must be unmoved. True if there is no troop or nobody is on foot.
    """
    afoot = [u for u in group if not IS_TROOP[u] and not is_rider(s, u)]
    if not afoot or not has_troops(group):
        return True
    return bool(mounts(s, group)) and all([is_at_start(s, c) for c in afoot])


def walkers(s: DemonlordState, group: tuple[int, ...]) -> tuple[int, ...]:
    """Return the units of a group that spend points: not riders (LEAD-05, LEAD-06)."""
    if len(group) == 1:
        return group
    return tuple([u for u in group if IS_TROOP[u]]) or group


def next_hexes(s: DemonlordState, side: int, h: int, group: tuple[int, ...]) -> list[int]:
    """Return the adjacent hexes the whole group can enter, clockwise from the north."""
    going = walkers(s, group)
    first = going[0]
    found = affordable(s, side, first, h)
    for u in going[1:]:
        near = affordable(s, side, u, h)
        found = found if near == found else [n for n in found if n in near]
    pits, others = s.earthpits, s.stacks[1 - side]
    if not pits and (IS_TROOP[first] or others.keys().isdisjoint(found)):
        return found
    return [n for n in found if (n not in others and n not in pits) or may_enter(s, side, group, n) is None]


def affordable(s: DemonlordState, side: int, u: int, h: int) -> list[int]:
    """Return the adjacent hexes a unit can pay for; unmoved, any passable one (MOV-18)."""
    points = s.movement_left[u]
    return [n for n, price in crossings(s, side, u, h).items() if price <= points]


def crossings(s: DemonlordState, side: int, u: int, h: int) -> Mapping[int, int]:
    """Return the adjacent hexes a unit can enter, with costs (MOV-10 to MOV-14, NEU-07)."""
    exits = s.exits(CLASS[u], h)
    if CLASS[u] != ANCIENTS:
        return exits
    return {n: price for n, price in exits.items() if not is_too_high(s, side, n)}


def points_after(points: int, price: int) -> int:
    """Return a unit's remaining points; the minimum move uses all of them (MOV-18)."""
    left = points % FRESH - price
    return left if left > 0 else 0


def is_too_high(s: DemonlordState, side: int, n: int) -> bool:
    """Return whether a hex is closed to Ancients (NEU-07).

    It is all mountains and has no enemy troops to attack.
    """
    return TERRAIN[n] == MOUNTAINS and not may_hide_troops(s, side, n)


def may_go(s: DemonlordState, side: int, h: int, group: tuple[int, ...], d: int) -> Refusal | None:
    """Return why the group cannot cross hexside `d` of hex `h`, or None."""
    n = NEIGHBOURS[h][d]
    if n < 0:
        return Refusal("GEN-03", "why.map-edge")
    for u in walkers(s, group):
        cost, points = s.exits(CLASS[u], h).get(n, 0), s.movement_left[u]
        if not cost:
            return impassable(s, u, h, n)
        if points < FRESH and points < cost:
            return Refusal("MOV-01", "why.too-dear", {"unit": u, "cost": cost, "points": points})
        if CLASS[u] == ANCIENTS and is_too_high(s, side, n):
            return Refusal("NEU-07", "why.ancients", {"unit": u})
    return may_enter(s, side, group, n)


def impassable(s: DemonlordState, u: int, h: int, n: int) -> Refusal:
    """Return the refusal for a hexside that a unit cannot cross."""
    if COST[CLASS[u]][h * 6 + GRID.direction(h, n)]:
        return Refusal("MAG-42", "why.flooded", {"hex": n})
    if CLASS[u] == ANCIENTS:
        return Refusal("NEU-07", "why.ancients", {"unit": u})
    return Refusal("MOV-14", "why.impassable", {"unit": u})


def may_enter(s: DemonlordState, side: int, group: tuple[int, ...], n: int) -> Refusal | None:
    """Return why the group cannot enter hex `n` from any direction, or None."""
    if n in s.earthpits:
        return Refusal("MAG-29", "why.earthpit", {"hex": n})
    if is_locked(s, side, n) and not has_troops(group):
        return Refusal("SIEGE-25", "why.lone-relief", {"hex": n})
    return None
