"""A moving group and its properties: winged, with ships, adrift, points left (7.0 to 7.4)."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from palatine.core import Step
from palatine.games.elric.components.pieces import FLEET, FLEETS, IS_WINGED, KIND, PERSONS
from palatine.games.elric.components.tables import LAND_POINTS
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.rules.common.naval import is_fleet
from palatine.games.elric.state import STORED_NAMES, ElricState, walks_seas


class MovingGroup(Step, frozen=True, tag=STORED_NAMES):
    """Pieces of one area selected to move together (7.0); `March` adds their actions.

    `points` are the land points left to all of the group. `spell` is the Ship of Land and Sea that carries it, or -1.
    """

    seat: int
    area: int
    group: tuple[int, ...] = ()
    moved: bool = False
    points: int = LAND_POINTS
    spell: int = -1


WINGED: Final = frozenset(p for p in PERSONS if IS_WINGED[p])


FOOTED: Final = frozenset(p for p in PERSONS if walks_seas(p)) | WINGED
"""Personalities that need no ship: magicians, Melniboneans, winged (7.3, 7.4.1, 12.0)."""


def points_spent(s: ElricState, p: int) -> int:
    """Return the land points a piece has used, plus one for each sea sailed (7.3g)."""
    return s.walked.get(p, 0) + s.sailed.get(p, 0)


def points_of(s: ElricState, group: tuple[int, ...]) -> int:
    """Return the land points left to all pieces of a group (7.2a)."""
    walked, sailed, most = s.walked, s.sailed, 0
    for p in group if walked or sailed else ():
        spent = walked.get(p, 0) + sailed.get(p, 0)
        if spent > most and KIND[p] != FLEET:
            most = spent
    return LAND_POINTS - most


def has_ships(group: tuple[int, ...]) -> bool:
    """Return whether a group, sorted by number, contains fleets."""
    at = bisect_left(group, FLEETS[0])
    return at < len(group) and KIND[group[at]] == FLEET


def is_flying(step: MovingGroup) -> bool:
    """Return whether a group flies: winged, or by the Ship of Land and Sea (7.4.1, 7.4.2)."""
    return step.spell >= 0 or WINGED.issuperset(step.group)


def is_adrift(s: ElricState, area: int, group: tuple[int, ...]) -> bool:
    """Return whether a piece of a group is at sea without a ship (7.3d, 7.4.1d)."""
    return IS_SEA[area] and any([p not in s.ship and not is_fleet(p) for p in group])
