"""Where a group may fly: with wings of its own, or borne by magic (7.4)."""

from __future__ import annotations

from palatine.core import Refusal
from palatine.games.elric.components.world import COASTS, IS_SEA, NEIGHBOURS, SEA_NEIGHBOURS
from palatine.games.elric.rules.common.bounds import may_enter
from palatine.games.elric.rules.common.naval import fleets_at
from palatine.games.elric.rules.common.sieges import is_besieged
from palatine.games.elric.rules.movement.group import Group
from palatine.games.elric.state import ElricState


def air_ways(s: ElricState, step: Group) -> list[int]:
    """Where a group may fly: over anything but mountains, as long as it can come down again (7.4.1)."""
    if step.points < 1:
        return []
    return [n for n in NEIGHBOURS[step.area] if air_refusal(s, step, n) is None]


def air_refusal(s: ElricState, step: Group, n: int) -> Refusal | None:
    """What keeps a flying group out of an area (7.4.1, 7.5.9, 10.9.4)."""
    if step.points < 1:
        return Refusal("7.4.1a", "why.too-far", {"area": n})
    barred = may_enter(s, step.group, n)
    if barred is not None:
        return barred
    if s.sieges and is_besieged(s, n, step.seat):
        return Refusal("10.9.4d", "why.besieged", {"area": n})
    if IS_SEA[n] and not comes_down(s, step, n, step.points - 1):
        return Refusal("7.4.1d", "why.no-landfall", {"area": n})
    return None


def comes_down(s: ElricState, step: Group, n: int, points: int) -> bool:
    """Whether a group in the air over a sea can end on land, or, if it has wings of its own, on a ship (7.4.1d)."""
    if step.spell < 0 and fleets_at(s, step.seat, n):
        return True
    if points < 1:
        return False
    for m in COASTS[n]:
        if may_enter(s, step.group, m) is None:
            return True
    return any(comes_down(s, step, m, points - 1) for m in SEA_NEIGHBOURS[n])
