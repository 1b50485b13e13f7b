"""Distances to the victories: what a nation lacks for each (VIC-01, VIC-03 to VIC-05)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

import msgspec

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.rules.victory import (
    ALLIES,
    ALONE,
    CHAIN,
    OTHERS,
    TOGETHER,
    controlled_places,
    is_bound,
    longest_chain,
)
from palatine.games.lord_and_master.state import State


def military_distance(s: State, seat: int) -> int:
    """Return the provinces missing to a military victory, alone or with allies.

    Those by which others exceed 29 count too.
    """
    held = {each: controlled_places(s, each) for each, nation in enumerate(s.nations) if not nation.out}
    over = sum(max(0, len(places) - OTHERS + 1) for other, places in held.items() if other != seat)
    alone = max(0, ALONE - len(held[seat])) + over
    group = s.partners(seat)
    if len(group) not in TOGETHER:
        return alone
    together = set().union(*(held.get(each, set()) for each in group))
    return min(alone, max(0, TOGETHER[len(group)] - len(together)))


def diplomatic_distance(s: State, seat: int) -> int:
    """Return the allied provinces missing to 20; a missing truce or alliance counts as one."""
    allies = sum(s.holder(place) == seat for place in s.allied)
    return max(0, ALLIES - allies) + (not is_bound(s, seat))


# The chain of five cities


class Chain(msgspec.Struct, frozen=True):
    """The cheapest chain of five cities that was found for a nation."""

    cost: float = float("inf")
    """Sum of the costs of the missing squares; infinite if there is no chain."""
    squares: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()
    """The squares that the nation does not hold."""


def standing_cities(s: State) -> set[int]:
    """Return the squares with a city."""
    return {square for square in (*world.CITIES, *s.own_cities) if s.has_city(square)}


def trade_distance(s: State, seat: int) -> int:
    """Return the number of squares missing in the shortest chain of five cities that was found.

    It is 0 if and only if the nation has such a chain. 108 if there is none.
    """
    found = cheapest_chain(s, seat, standing_cities(s), [1.0] * len(s.terrain))
    return len(found.missing) if found.squares else len(s.terrain) - 1


def cheapest_chain(s: State, seat: int, cities: set[int], costs: Sequence[float]) -> Chain:
    """Return the cheapest chain found by joining the nearest cities to each city held.

    `costs` are those of squares that the nation does not hold. Squares that turn out not to be needed are left out at
    the end, the dearest first.
    """
    own = {place for place, holder in s.holders.items() if holder == seat and is_square(place)}
    own &= controlled_places(s, seat)
    costs = [0.0 if square in own else cost for square, cost in enumerate(costs)]
    cheapest, kept, tried = float("inf"), set[int](), set[int]()
    for root in sorted(own & cities) or _nearest_city(own, cities, costs):
        if root in tried:
            continue
        inside, cost = {root}, costs[root]
        for _ in range(CHAIN - 1):
            way = _way_to_city(inside, cities, costs, cheapest - cost)
            if not way:
                break
            inside.update(way)
            cost += sum(costs[square] for square in way)
        else:
            if cost < cheapest:
                cheapest, kept = cost, inside
        tried |= inside & own
    if not kept:
        return Chain()
    for square in sorted(kept - own, key=lambda square: (-costs[square], square)):
        if longest_chain(s, kept - {square}) >= CHAIN:
            kept.remove(square)
    return Chain(sum(costs[square] for square in kept), frozenset(kept), frozenset(kept - own))


def _nearest_city(own: set[int], cities: set[int], costs: Sequence[float]) -> list[int]:
    return _way_to_city(own, cities, costs, float("inf"))[:1]


def _way_to_city(inside: set[int], cities: set[int], costs: Sequence[float], limit: float) -> list[int]:
    """Return the cheapest way to a city outside a set, the city first; [] above the limit."""
    came: dict[int, int] = {}
    reached = dict.fromkeys(inside, 0.0)
    edge = [(0.0, square) for square in sorted(inside)]
    while edge:
        cost, at = heappop(edge)
        if cost >= limit:
            break
        if at in cities and at not in inside:
            way = [at]
            while came[way[-1]] not in inside:
                way.append(came[way[-1]])
            return way
        for square in world.NEIGHBOURS[at]:
            further = cost + costs[square]
            if further < reached.get(square, limit):
                reached[square], came[square] = further, at
                heappush(edge, (further, square))
    return []
