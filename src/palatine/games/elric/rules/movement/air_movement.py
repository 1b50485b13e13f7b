"""Movement by air: winged groups, or carried by magic (7.4)."""

from __future__ import annotations

from palatine.core import Refusal
from palatine.games.elric.components.world import IS_SEA, NEIGHBOURS
from palatine.games.elric.rules.common.closed_areas import may_enter
from palatine.games.elric.rules.common.naval import fleets_at
from palatine.games.elric.rules.common.sieges import is_besieged
from palatine.games.elric.rules.movement.access import may_attack
from palatine.games.elric.rules.movement.group import MovingGroup
from palatine.games.elric.state import ElricState


def air_ways(s: ElricState, step: MovingGroup) -> list[int]:
    """Return the areas a group may fly to: not over mountains, and with a place to land (7.4.1)."""
    return [n for n in NEIGHBOURS[step.area] if air_refusal(s, step, n) is None]


def air_refusal(s: ElricState, step: MovingGroup, n: int) -> Refusal | None:
    """Return why a flying group may not enter an area, or None (7.4.1, 7.5.9, 10.9.4)."""
    if step.points < 1:
        return Refusal("7.4.1a", "why.too-far", {"area": n})
    barred = may_enter(s, step.group, n)
    if barred is not None:
        return barred
    if is_besieged(s, n, step.seat):
        return Refusal("10.9.4d", "why.besieged", {"area": n})
    if not can_end(s, step, n) and not comes_down(s, step, n, step.points - 1):
        if IS_SEA[n]:
            return Refusal("7.4.1d", "why.no-landfall", {"area": n})
        return Refusal("7.3n", "why.only-to-fight", {"area": n})
    return None


def can_end(s: ElricState, step: MovingGroup, n: int) -> bool:
    """Return whether a flying group may land in an area (7.3n, 7.4.1d).

    It may on land, unless enemies are there that it may not fight; a winged group
    may also land on a ship.
    """
    if IS_SEA[n]:
        return step.spell < 0 and bool(fleets_at(s, step.seat, n))
    return not s.is_hostile(step.seat, n) or may_attack(s, step.seat, step.group, n)


def comes_down(s: ElricState, step: MovingGroup, n: int, points: int) -> bool:
    """Return whether a group over an area can land beyond it (7.4.1d)."""
    if points < 1:
        return False
    near = [m for m in NEIGHBOURS[n] if may_enter(s, step.group, m) is None]
    return any(can_end(s, step, m) for m in near) or any(comes_down(s, step, m, points - 1) for m in near)
