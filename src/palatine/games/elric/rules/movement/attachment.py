"""Armies and fleets attached and detached by leaders on the march (7.3i to 7.3k)."""

from __future__ import annotations

from palatine.games.elric.components.pieces import ARMY, KIND, PERSON
from palatine.games.elric.rules.common.relocation import finish_moving
from palatine.games.elric.rules.movement.group import MovingGroup
from palatine.games.elric.state import ElricState


def clinging(s: ElricState, step: MovingGroup) -> int:
    """Return an army attached this turn that would lose its leader, -1 for none (7.3j; A-15)."""
    if step.moved or not s.changed or KIND[step.group[0]] != PERSON:
        return -1
    rest = [p for p in s.stack_of(step.group[0]) if p not in step.group]
    if not rest or KIND[rest[0]] == PERSON:
        return -1
    paths = {s.trail.get(p, ()) for p in step.group if KIND[p] == PERSON}
    fresh = [p for p in rest if KIND[p] == ARMY and p in s.changed and p not in s.done]
    return next((p for p in fresh if s.trail.get(p, ()) in paths), -1)


def unattachable(s: ElricState, step: MovingGroup) -> int:
    """Return a group's army or fleet already attached or detached this turn, -1 for none.

    It cannot be attached again (7.3j; ruling A-15).
    """
    if step.moved or not s.changed or KIND[step.group[0]] != PERSON:
        return -1
    paths = {s.trail.get(p, ()) for p in step.group if KIND[p] == PERSON}
    return next(
        (p for p in step.group if KIND[p] != PERSON and p in s.changed and s.trail.get(p, ()) not in paths), -1
    )


def is_torn_apart(s: ElricState, step: MovingGroup) -> bool:
    """Return whether a group would leave or take a piece against the rules of attachment (7.3j)."""
    if frozenset(s.changed).isdisjoint(s.stacks[step.seat][step.area]):
        return False
    return clinging(s, step) >= 0 or unattachable(s, step) >= 0


def attach(s: ElricState, step: MovingGroup) -> None:
    """Attach the armies and fleets a leader found on the way; they share its route (7.3i, 7.3j)."""
    trail, group = s.trail, step.group
    if not trail or KIND[group[-1]] == PERSON:
        return
    paths = {trail.get(p, ()) for p in group if KIND[p] == PERSON}
    found = [p for p in group if KIND[p] != PERSON and trail.get(p, ()) not in paths]
    if not found:
        return
    for p in found:
        trail[p] = trail.get(group[0], ())
    s.changed = (*s.changed, *found)


def detach(s: ElricState, step: MovingGroup) -> None:
    """Detach armies left without a leader; those that moved finish moving (7.3k)."""
    group = step.group
    rest = [p for p in s.stack_of(group[0]) if p not in group]
    if not rest or KIND[rest[0]] == PERSON:
        return
    paths = {s.trail.get(p, ()) for p in step.group if KIND[p] == PERSON}
    left_behind = [p for p in rest if KIND[p] == ARMY and s.trail.get(p, ()) in paths and p not in s.changed]
    s.changed = (*s.changed, *left_behind)
    finish_moving(s, [p for p in left_behind if p in s.trail])
