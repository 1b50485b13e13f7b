"""Movement by land: led groups, and armies alone within their country (7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.core import Refusal
from palatine.games.elric.components.pieces import ARMY, IS_MELNIBONEAN, KIND, POWER_OF
from palatine.games.elric.components.tables import LAND_POINTS
from palatine.games.elric.components.world import AREAS, IS_SEA, LAND_NEIGHBOURS, NATION_OF
from palatine.games.elric.rules.common.closed_areas import is_horde_bound
from palatine.games.elric.rules.movement.access import closed_to
from palatine.games.elric.rules.movement.group import MovingGroup
from palatine.games.elric.state import ElricState

HOME_NEIGHBOURS: Final = tuple(
    tuple([n for n in LAND_NEIGHBOURS[a] if NATION_OF[n] == NATION_OF[a] >= 0]) for a in range(AREAS)
)
"""By area: the adjacent areas an army may enter alone within its country (7.2)."""


def land_ways(s: ElricState, step: MovingGroup) -> Sequence[int]:
    """Return the lands that a led group may enter by land (7.2)."""
    if step.points < 1:
        return ()
    near = LAND_NEIGHBOURS[step.area]
    if IS_MELNIBONEAN[step.group[0]] or is_horde_bound(s):
        return [n for n in near if closed_to(s, step, n) is None]
    return near  # All other groups may enter and attack anywhere.


def home_ways(s: ElricState, step: MovingGroup) -> list[int]:
    """Return where armies without a leader may go (7.2e to 7.2h).

    One province, within their country, without a fight.
    """
    a, group = step.area, step.group
    nation = NATION_OF[a]
    if KIND[group[0]] != ARMY or step.points < LAND_POINTS or any([POWER_OF[p] != nation for p in group]):
        return []
    return [n for n in HOME_NEIGHBOURS[a] if not s.is_hostile(step.seat, n)]


def unled_refusal(s: ElricState, step: MovingGroup, n: int) -> Refusal:
    a, group = step.area, step.group
    if IS_SEA[a] or IS_SEA[n]:
        return Refusal("7.2e", "why.unled")
    if any([POWER_OF[p] != NATION_OF[a] for p in group]):
        return Refusal("7.2e", "why.unled")
    if NATION_OF[n] != NATION_OF[a]:
        return Refusal("7.2h", "why.leaves-home", {"area": n})
    if step.points < LAND_POINTS:
        return Refusal("7.2g", "why.one-province")
    return Refusal("7.3n", "why.only-to-fight", {"area": n})
