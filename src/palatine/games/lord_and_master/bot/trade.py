"""The cheapest chain of squares to a trade victory of each nation (VIC-05)."""

from __future__ import annotations

from heapq import heappop, heappush

import msgspec

from palatine.games.lord_and_master.bot.parameters import CaptainParameters
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.rules.victory import CHAIN, longest_chain
from palatine.games.lord_and_master.state import State

OPEN, WILD, FOREIGN, BOUND = 1.0, 2.0, 3.0, 6.0
"""Costs of missing squares: open to diplomacy, other neutral, hostile, under a truce."""


class Chain(msgspec.Struct, frozen=True):
    """The cheapest chain of five cities that was found for a nation."""

    cost: float = float("inf")
    """Estimated effort to complete it; infinite if there is none."""
    squares: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()
    """The squares that the nation does not hold."""


def chains(s: State, me: int, parameters: CaptainParameters) -> dict[int, Chain]:
    """Return the chains of a nation and of others with enough cities to be close to one.

    Returns none if trade is worth nothing to the captain.
    """
    if not parameters.trade:
        return {}
    cities = {square for square in (*world.CITIES, *s.own_cities) if s.has_city(square)}
    ground = [WILD if terrain == "x" else OPEN for terrain in s.terrain]
    held: dict[int, int] = {}
    for square in cities:
        held[s.holder(square)] = held.get(s.holder(square), 0) + 1
    return {
        seat: cheapest_chain(s, seat, cities, ground)
        for seat, nation in enumerate(s.nations)
        if not nation.out and (seat == me or CHAIN - held.get(seat, 0) <= parameters.alarm)
    }


def cheapest_chain(s: State, seat: int, cities: set[int], ground: list[float]) -> Chain:
    """Return the cheapest chain found by joining the nearest cities to each city held.

    Squares that turn out not to be needed are left out at the end, the dearest first.
    """
    costs, own = ground.copy(), set()
    for place, holder in s.holders.items():
        if is_square(place):
            costs[place] = 0.0 if holder == seat else BOUND if s.has_truce(seat, holder) else FOREIGN
            if holder == seat:
                own.add(place)
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


def _nearest_city(own: set[int], cities: set[int], costs: list[float]) -> list[int]:
    return _way_to_city(own, cities, costs, float("inf"))[:1]


def _way_to_city(inside: set[int], cities: set[int], costs: list[float], limit: float) -> list[int]:
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


def traders_of(found: dict[int, Chain], parameters: CaptainParameters) -> set[int]:
    """Return the nations that could soon complete a chain."""
    return {seat for seat, chain in found.items() if chain.cost <= parameters.alarm}


def trade_values(found: dict[int, Chain], me: int, parameters: CaptainParameters) -> dict[int, float]:
    """Return what squares are worth for the nation's chain and against those of others.

    The value of a square rises steeply as the chain that needs it comes near completion.
    """
    values: dict[int, float] = {}
    traders = traders_of(found, parameters)
    for seat, chain in found.items():
        for square in chain.missing if seat == me else chain.squares if seat in traders else ():
            values[square] = values.get(square, 0.0) + parameters.trade / (1.0 + chain.cost)
    return values
