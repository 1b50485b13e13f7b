"""Restrictions of retreats: where they can go, and which route they must take."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import inf

from palatine.games.demonlord.components.pieces import MP
from palatine.games.demonlord.components.tables import ANCIENTS
from palatine.games.demonlord.components.world import MOUNTAINS, TERRAIN
from palatine.games.demonlord.rules.characters.capture import hides_troops
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.state import DemonlordState


def pace(s: DemonlordState, u: int) -> int:
    """Return a unit's movement points for a retreat, halved by an Earthpit (RET-07, B24, B47)."""
    return MP[u] // 2 if u in s.earthpitted else MP[u]


def is_haven(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether a hex has a friendly fortress that is not besieged (RET-14)."""
    return s.holds_fortress(side, h) and not s.has_troop(1 - side, h)


def is_closed_to_retreat(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether a hex is visibly closed to a retreat of `side` (RET-11, B44, MAG-30).

    Only public facts count, so that the route shown reveals nothing; see `hides_troops`.
    """
    return h in s.earthpits or unallied_home(s, h) >= 0 or s.shows_troop(1 - side, h)


def passable(s: DemonlordState, side: int, cls: int, h: int, visited: tuple[int, ...]) -> dict[int, int]:
    """Return the adjacent hexes a retreat can enter, with costs (RET-10 to RET-12)."""
    exits = s.exits(cls, h)
    return {n: price for n, price in exits.items() if n not in visited and not is_closed_to_retreat(s, side, n)}


def open_hexes(s: DemonlordState, side: int, cls: int, h: int, visited: tuple[int, ...]) -> dict[int, int]:
    """Return `passable`, without mountains for Ancients unless there is nothing else (M41)."""
    found = passable(s, side, cls, h, visited)
    if cls != ANCIENTS:
        return found
    return {n: cost for n, cost in found.items() if TERRAIN[n] != MOUNTAINS} or found


def is_cornered(s: DemonlordState, side: int, cls: int, h: int) -> bool:
    """Return whether a class has nowhere to go from the battle's hex (B26).

    Hidden enemy troops count as closing a hex.
    """
    return all([hides_troops(s, 1 - side, n) for n in passable(s, side, cls, h, (h,))])


def ways_out(s: DemonlordState, side: int, cls: int, h: int, visited: tuple[int, ...]) -> list[int]:
    """Return the next hexes on fastest routes to the nearest haven (RET-14, RET-15, B25).

    `cls` is the class of the slowest troop. Without a haven in reach, all hexes that can be entered.
    """
    ahead = open_hexes(s, side, cls, h, visited)
    return sorted(fastest(s, side, cls, ahead, {h, *visited}) or ahead)


def fastest(s: DemonlordState, side: int, cls: int, ahead: dict[int, int], closed: set[int]) -> set[int]:
    """Return those hexes of `ahead` on a cheapest route to the nearest haven, or an empty set."""
    cost = dict(ahead)
    first = {n: {n} for n in ahead}
    heap = [(points, n) for n, points in ahead.items()]
    heapify(heap)
    found: set[int] = set()
    limit = inf
    while heap:
        points, h = heappop(heap)
        if points > limit:
            break
        if h in closed:
            continue
        closed.add(h)
        if is_haven(s, side, h):
            limit, found = points, found | first[h]
            continue
        for n, price in s.exits(cls, h).items():
            if n in closed or (n not in cost and is_closed_to_route(s, side, cls, n)):
                continue
            total = points + price
            if n not in cost or total < cost[n]:
                cost[n], first[n] = total, set(first[h])
                heappush(heap, (total, n))
            elif total == cost[n]:
                first[n] |= first[h]
    return found


def is_closed_to_route(s: DemonlordState, side: int, cls: int, h: int) -> bool:
    """Return whether no route of a retreat may lead through a hex."""
    return is_closed_to_retreat(s, side, h) or (cls == ANCIENTS and TERRAIN[h] == MOUNTAINS)
