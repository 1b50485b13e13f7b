"""The areas a group may enter, and the reasons against others (7.2 to 7.5)."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core import Refusal
from palatine.games.elric.components.pieces import KIND, PERSON
from palatine.games.elric.components.world import (
    BLOCKED,
    COASTS,
    IS_SEA,
    MAP,
    NEIGHBOURS,
    PORT_SEA,
    RLIN,
)
from palatine.games.elric.rules.common.closed_areas import anchors
from palatine.games.elric.rules.movement.access import closed_to
from palatine.games.elric.rules.movement.air_movement import air_refusal, air_ways
from palatine.games.elric.rules.movement.attachment import clinging, is_torn_apart, unattachable
from palatine.games.elric.rules.movement.group import MovingGroup, has_ships, is_flying
from palatine.games.elric.rules.movement.land_movement import home_ways, land_ways, unled_refusal
from palatine.games.elric.rules.movement.sea_movement import (
    coast_ways,
    foot_refusal,
    port_refusal,
    sea_ways,
    ship_refusal,
    shore_refusal,
    shore_ways,
)
from palatine.games.elric.state import ElricState

# Open areas


def next_areas(s: ElricState, step: MovingGroup) -> Sequence[int]:
    """Return the adjacent areas that the whole group may enter (7)."""
    group, a = step.group, step.area
    if s.changed and not step.moved and is_torn_apart(s, step):
        return []
    if is_flying(step):
        return air_ways(s, step)
    if IS_SEA[a]:
        return sea_ways(s, step) if has_ships(group) else shore_ways(s, step)
    if KIND[group[0]] != PERSON:
        return home_ways(s, step)
    if KIND[group[-1]] != PERSON and (PORT_SEA[a] >= 0 or a == RLIN) and has_ships(group):
        return [anchors(s)[a]] if port_refusal(s, step) is None else []
    found = land_ways(s, step)
    wet = coast_ways(s, step) if COASTS[a] else None
    return (*found, *wet) if wet else found


# Refusals


def entry_refusal(s: ElricState, step: MovingGroup, n: int) -> Refusal:
    """Return why a group may not enter an area."""
    a, group = step.area, step.group
    if n not in NEIGHBOURS[a]:
        if (min(a, n), max(a, n)) in BLOCKED:
            return Refusal("7.5.3", "why.mountains", {"area": n})
        return Refusal("7.0c", "why.not-adjacent", {"area": n, "steps": MAP.distances(a)[n]})
    if clinging(s, step) >= 0:
        return Refusal("7.3j", "why.attached", {"piece": clinging(s, step)})
    if unattachable(s, step) >= 0:
        return Refusal("7.3j", "why.changed", {"piece": unattachable(s, step)})
    if is_flying(step):
        return air_refusal(s, step, n) or Refusal("7.4.1a", "why.too-far", {"area": n})
    if has_ships(group):
        return ship_refusal(s, step, n)
    if KIND[group[0]] != PERSON:
        return unled_refusal(s, step, n)
    if IS_SEA[n]:
        return foot_refusal(s, step, n)
    return closed_to(s, step, n) or shore_refusal(s, step, n)
