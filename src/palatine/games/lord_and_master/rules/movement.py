"""Movement: cost of steps, routes of orders and reach (MV)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common.march import POINTS
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State

MOUNTAINS = frozenset("od")


def cost(s: State, place: int, here: int) -> int:
    """Return the cost of a step to a neighbouring place; 0 inside a square (MV-03, MV-05)."""
    square = square_of(place)
    return 0 if square == square_of(here) else world.PROVINCES[s.terrain[square]].cost


def route(t: Turn, here: int, path: tuple[o.PlaceRef, ...]) -> list[int]:
    """Return the places entered on a path, with squares between cities and forts added.

    Drops the order if a step leads to a place that is not a neighbour (MV-02).
    """
    entered: list[int] = []
    for ref in path:
        place = t.place(ref, here)
        for step in _steps(here, place):
            near = world.NEIGHBOURS[square_of(here)]
            fit = square_of(step) in (square_of(here), *near)
            is_first = not entered  # A retreat earlier in the turn changes the place from which the path starts.
            t.need(fit, "LM-MV-02", "drop.no-neighbour", here=here, place=step, near=near, uncertain=is_first)
            entered.append(step)
            here = step
    return entered


def _steps(here: int, place: int) -> list[int]:
    """Return the steps to a place in the same or the next square; [] to the place itself."""
    if here == place:
        return []
    if square_of(here) == square_of(place):
        return [place] if is_square(here) or is_square(place) else [square_of(here), place]
    way = [] if is_square(here) else [square_of(here)]
    return [*way, square_of(place)] if is_square(place) else [*way, square_of(place), place]


def reach(s: State, here: int, points: int) -> Mapping[int, tuple[int, ...]]:
    """Return the squares reachable with `points`, each with the cheapest path."""
    return _reach(tuple(s.terrain), square_of(here), points)


@lru_cache(maxsize=4096)
def _reach(terrain: tuple[str, ...], here: int, points: int) -> Mapping[int, tuple[int, ...]]:
    best = {here: 0}
    ways: dict[int, tuple[int, ...]] = {here: ()}
    edge = [here]
    while edge:
        at = min(edge, key=lambda square: (best[square], square))
        edge.remove(at)
        for square in world.NEIGHBOURS[at]:
            spent = best[at] + world.PROVINCES[terrain[square]].cost
            if spent <= points and spent < best.get(square, POINTS + 1):
                best[square], ways[square] = spent, (*ways[at], square)
                edge.append(square)
    del ways[here]
    return MappingProxyType(ways)
