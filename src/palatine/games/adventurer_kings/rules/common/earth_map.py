"""Rules for the map of Earth: zones of water between lands, isthmuses, Atlantis (12.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, MERCENARY
from palatine.games.adventurer_kings.components.real_maps import CHARTS
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.state import State

OPEN_SEA: Final = 2
"""Provinces of sea in every direction around the middle of Atlantis."""


def blue_edge(s: State, a: int, b: int) -> bool:
    """Return whether there is water between two adjacent lands (12.3)."""
    chart = CHARTS.get(s.scenario)
    return chart is not None and (min(a, b), max(a, b)) in chart.blue


def has_strait(s: State, place: int) -> bool:
    """Return whether a land adjoins a zone of water (12.3)."""
    chart = CHARTS.get(s.scenario)
    return chart is not None and any(place in pair for pair in chart.blue)


def is_canal(s: State, place: int) -> bool:
    chart = CHARTS.get(s.scenario)
    return chart is not None and place in chart.canals


def sails_through(s: State, seat: int, armies: Iterable[int], place: int) -> bool:
    """Return whether a fleet can pass an isthmus: no Enemy army bars it (12.3, A161)."""
    fleet = [s.armies[a].type for a in armies]
    if not is_canal(s, place) or tables.FLEET not in fleet:
        return False
    here = [s.armies[a].owner for a in s.armies_at(place)]
    return not any(owner != MERCENARY and s.relation(seat, owner) == ENEMY for owner in here)


def room_for_atlantis(s: State, terrains: list[int], coasts: list[int]) -> list[int]:
    """Return the possible middles of Atlantis, far from other lands and without islands."""
    atlas = s.atlas
    whole = 1 + 3 * OPEN_SEA * (OPEN_SEA + 1)
    around = {place: atlas.within(place, OPEN_SEA) for place in range(atlas.size)}
    return [
        place for place, near in around.items()
        if len(near) == whole and all(terrains[p] == tables.SEA for p in near)
        and all(coasts[p] < 0 for p in (place, *atlas.neighbours[place]))
    ]  # fmt: skip


def raise_atlantis(t: Turn, terrains: list[int], coasts: list[int]) -> list[int]:
    """Raise Atlantis, seven provinces in an ocean, and return homes two provinces apart (12.3)."""
    room = room_for_atlantis(t.s, terrains, coasts)
    middle = room[t.die(len(room), "where Atlantis lies") - 1]
    ring = t.s.atlas.neighbours[middle]
    for place in (middle, *ring):
        terrains[place] = t.die(tables.SEA, "the lands of Atlantis") - 1
    first = t.die(len(ring), "who lives where in Atlantis") - 1
    return [ring[first], ring[(first + 3) % len(ring)]]
