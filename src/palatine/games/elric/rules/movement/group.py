"""A group on the march, and what it is: winged, with ships, adrift; and the points it still has (7.0 to 7.4)."""

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
    """Pieces of one area that are picked and go on together (7.0); `March` says what they may do.

    `points` are the land points that all of the group still have; `spell` is the Ship of Land and Sea that bears it.
    """

    seat: int
    area: int
    group: tuple[int, ...] = ()
    moved: bool = False
    points: int = LAND_POINTS
    spell: int = -1


WINGED: Final = frozenset(p for p in PERSONS if IS_WINGED[p])


FOOTED: Final = frozenset(p for p in PERSONS if walks_seas(p)) | WINGED
"""Who can be at sea without a ship: magicians, Melniboneans, the winged (7.3, 7.4.1, 12.0)."""


def points_spent(s: ElricState, p: int) -> int:
    """The land points a personality or army has used: its own, and one for each sea it has sailed (7.3g)."""
    return s.walked.get(p, 0) + s.sailed.get(p, 0)


def points_of(s: ElricState, group: tuple[int, ...]) -> int:
    """The land points that all of a group still have (7.2a)."""
    walked, sailed, most = s.walked, s.sailed, 0
    for p in group if walked or sailed else ():
        spent = walked.get(p, 0) + sailed.get(p, 0)
        if spent > most and KIND[p] != FLEET:
            most = spent
    return LAND_POINTS - most


def has_ships(group: tuple[int, ...]) -> bool:
    """Whether there are fleets in a group, which is in order of number."""
    at = bisect_left(group, FLEETS[0])
    return at < len(group) and KIND[group[at]] == FLEET


def is_flying(step: MovingGroup) -> bool:
    """Whether a group is in the air: all winged, or borne by the Ship of Land and Sea (7.4.1, 7.4.2)."""
    return step.spell >= 0 or WINGED.issuperset(step.group)


def is_adrift(s: ElricState, area: int, group: tuple[int, ...]) -> bool:
    """Whether somebody of a group is at sea without a ship (7.3d, 7.4.1d)."""
    return IS_SEA[area] and any([p not in s.ship and not is_fleet(p) for p in group])
