"""How far one gets: the squares within so many movement points, each with its cheapest way."""

from __future__ import annotations

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.rules.common.march import POINTS
from palatine.games.lord_and_master.state import State


def reach(s: State, here: int, points: int) -> dict[int, tuple[int, ...]]:
    """The squares that can be entered with so many points, each with the cheapest way there."""
    best = {square_of(here): 0}
    ways: dict[int, tuple[int, ...]] = {square_of(here): ()}
    edge = [square_of(here)]
    while edge:
        at = min(edge, key=lambda square: (best[square], square))
        edge.remove(at)
        for square in world.NEIGHBOURS[at]:
            spent = best[at] + world.PROVINCES[s.terrain[square]].cost
            if spent <= points and spent < best.get(square, POINTS + 1):
                best[square], ways[square] = spent, (*ways[at], square)
                edge.append(square)
    del ways[square_of(here)]
    return ways
