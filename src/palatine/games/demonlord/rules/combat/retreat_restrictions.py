"""Retreat Movement Restrictions: where a retreat may go, and which way it must."""

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
    """Points for a retreat: the printed ones, halved by an Earthpit (RET-07, B24, B47)."""
    return MP[u] // 2 if u in s.earthpitted else MP[u]


def is_haven(s: DemonlordState, side: int, h: int) -> bool:
    """An unbesieged friendly fortress (RET-14)."""
    return s.holds_fortress(side, h) and not s.has_troop(1 - side, h)


def is_closed_to_retreat(s: DemonlordState, side: int, h: int) -> bool:
    """Whether a retreat of `side` is seen to be kept out of a hex (RET-11, B44, MAG-30).

    Only what all can see counts, so that the way pointed out betrays nothing; see `hides_troops`.
    """
    return h in s.earthpits or unallied_home(s, h) >= 0 or s.shows_troop(1 - side, h)


def passable(s: DemonlordState, side: int, cls: int, h: int, visited: tuple[int, ...]) -> dict[int, int]:
    """The hexes next to `h` that a retreat can enter, and what it costs a class of units (RET-10 to RET-12)."""
    exits = s.exits(cls, h)
    return {n: price for n, price in exits.items() if n not in visited and not is_closed_to_retreat(s, side, n)}


def open_hexes(s: DemonlordState, side: int, cls: int, h: int, visited: tuple[int, ...]) -> dict[int, int]:
    """The same, but that Ancients go into hexes of mountains alone only when there is no other (M41)."""
    found = passable(s, side, cls, h, visited)
    if cls != ANCIENTS:
        return found
    return {n: cost for n, cost in found.items() if TERRAIN[n] != MOUNTAINS} or found


def is_cornered(s: DemonlordState, side: int, cls: int, h: int) -> bool:
    """Whether a class of units has nowhere to go from the hex of the battle, hidden troops reckoned with (B26)."""
    return all([hides_troops(s, 1 - side, n) for n in passable(s, side, cls, h, (h,))])


def ways_out(s: DemonlordState, side: int, cls: int, h: int, visited: tuple[int, ...]) -> list[int]:
    """The next hexes on the fastest routes to the nearest haven for the slowest's class (RET-14, RET-15, B25).

    Without any haven in reach, every hex that may be entered; [] when there is none.
    """
    ahead = open_hexes(s, side, cls, h, visited)
    return sorted(fastest(s, side, cls, ahead, {h, *visited}) or ahead)


def fastest(s: DemonlordState, side: int, cls: int, ahead: dict[int, int], closed: set[int]) -> set[int]:
    """Of the hexes `ahead`, those on a route of least cost to the nearest haven; empty when none is in reach."""
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
    """Whether no route of a retreat may lead through a hex."""
    return is_closed_to_retreat(s, side, h) or (cls == ANCIENTS and TERRAIN[h] == MOUNTAINS)
