"""Reasons why a piece cannot be added to a moving group (7.0 to 7.3)."""

from __future__ import annotations

from palatine.core import Refusal
from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, ELRIC, KIND, MOONGLUM, PERSON, PIECES
from palatine.games.elric.components.tables import LAND_POINTS
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.rules.common.naval import crewless, fleets_of, is_fleet, is_manned, left
from palatine.games.elric.rules.movement.group import MovingGroup, has_ships, points_spent
from palatine.games.elric.rules.movement.selection import (
    comes_elric,
    gathered,
    has_leader,
    is_free,
    is_unfit,
    joinable,
    likeness,
    parts_elric,
)
from palatine.games.elric.state import ElricState


def piece_refusal(s: ElricState, step: MovingGroup, p: int) -> Refusal:
    """Return why a piece cannot be added to a group."""
    group, area = step.group, step.area
    if step.moved:
        return Refusal("7.0c", "why.on-the-march")
    if not 0 <= p < PIECES or p not in s.stacks[step.seat].get(area, ()):
        return Refusal("7.0b", "why.not-there", {"area": area})
    if p in group:
        return Refusal("7.0c", "why.in-group")
    if group and p not in s.stack_of(group[0]):
        return Refusal("8.0i", "why.other-band", {"area": area})
    if p in s.done:
        return Refusal("7.3k" if KIND[p] == ARMY else "7.3n", "why.finished", {"piece": p})
    if p == MOONGLUM and s.joined:
        return Refusal("12.1.6b", "why.with-elric")
    if p == ELRIC and not comes_elric(s, group):
        return Refusal("12.1.2d", "why.controller-first", {"person": s.controller})
    if step.spell >= 0:
        return Refusal("16.3s", "why.ship-refuses", {"piece": p})
    if is_fleet(p):
        return fleet_refusal(s, step, p)
    if IS_SEA[area] and has_ships(group):
        return Refusal("7.3e", "why.ships-only")
    if s.ship.get(p, -1) == CHAOS_FLEET and KIND[p] == ARMY:
        return Refusal("16.8c", "why.chaos-fleet")
    if not IS_SEA[area] and points_spent(s, p) >= LAND_POINTS:
        return Refusal("7.2a", "why.tired", {"piece": p})
    if KIND[p] == ARMY and likeness(s, p) in alike(s, step):
        return Refusal("7.1a", "why.alike")
    if IS_SEA[area]:
        return Refusal("7.3u", "why.no-landing")
    if KIND[p] == ARMY and has_ships(group):
        return Refusal("7.1d", "why.full")
    if p in s.changed and has_leader(group):
        return Refusal("7.3j", "why.changed", {"piece": p})
    if KIND[p] == PERSON and is_unfit(s, p, group):
        return Refusal("7.3j", "why.changed", {"piece": next(q for q in group if q in s.changed)})
    return Refusal("7.2e", "why.unled")


def alike(s: ElricState, step: MovingGroup) -> set[object]:
    return {likeness(s, each) for each in joinable(s, step) if KIND[each] == ARMY}


def fleet_refusal(s: ElricState, step: MovingGroup, fleet: int) -> Refusal:
    """Return why a ship cannot be added to a group."""
    if IS_SEA[step.area] and step.group and not has_ships(step.group):
        return Refusal("7.3q", "why.people-only")
    if IS_SEA[step.area] and not is_manned(s, fleet):
        return Refusal("7.3l", "why.no-crew")
    if parts_elric(s, gathered(s, step.group, fleet)):
        return Refusal("12.1.2d", "why.controller-first", {"person": s.controller})
    if left(s, fleet) > 0 and not is_free(s, fleet, (*step.group, *s.aboard(fleet))):
        return Refusal("7.3j", "why.changed", {"piece": fleet})
    if not IS_SEA[step.area] and left(s, fleet) > 1:
        ashore = [p for p in s.stack_of(fleet) if KIND[p] == PERSON and p not in s.ship]
        people = [p for p in ashore if points_spent(s, p) < LAND_POINTS]
        if len(people) > len(crewless(s, fleets_of(step.group))):
            return Refusal("7.1d", "why.full")
        return Refusal("7.3l", "why.no-crew")
    return Refusal("7.3e", "why.ship-spent")
