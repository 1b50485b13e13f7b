"""Armies and fleets that leaders attach on their way, and leave behind (7.3i to 7.3k)."""

from __future__ import annotations

from palatine.games.elric.components.pieces import ARMY, KIND, PERSON
from palatine.games.elric.rules.common.relocation import finish_moving
from palatine.games.elric.rules.movement.group import MovingGroup
from palatine.games.elric.state import ElricState


def clinging(s: ElricState, step: MovingGroup) -> int:
    """An army attached in this turn that would be left without a leader, -1 for none (7.3j; ruling A-15)."""
    if step.moved or not s.changed or KIND[step.group[0]] != PERSON:
        return -1
    rest = [p for p in s.stack_of(step.group[0]) if p not in step.group]
    if not rest or KIND[rest[0]] == PERSON:
        return -1
    paths = {s.trail.get(p, ()) for p in step.group if KIND[p] == PERSON}
    fresh = [p for p in rest if KIND[p] == ARMY and p in s.changed and p not in s.done]
    return next((p for p in fresh if s.trail.get(p, ()) in paths), -1)


def unattachable(s: ElricState, step: MovingGroup) -> int:
    """An army or fleet of a group that has been attached or detached in this turn, and would be again, -1 for none
    (7.3j; ruling A-15)."""
    if step.moved or not s.changed or KIND[step.group[0]] != PERSON:
        return -1
    paths = {s.trail.get(p, ()) for p in step.group if KIND[p] == PERSON}
    return next(
        (p for p in step.group if KIND[p] != PERSON and p in s.changed and s.trail.get(p, ()) not in paths), -1
    )


def is_torn_apart(s: ElricState, step: MovingGroup) -> bool:
    """Whether a group would leave behind, or take along, somebody it must not (7.3j)."""
    if frozenset(s.changed).isdisjoint(s.stacks[step.seat][step.area]):
        return False
    return clinging(s, step) >= 0 or unattachable(s, step) >= 0


def attach(s: ElricState, step: MovingGroup) -> None:
    """Armies and fleets that a leader has found on his way are attached, and from now on go his way (7.3i, 7.3j)."""
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
    """Armies that leaders leave behind without another are detached; those that have moved are finished (7.3k)."""
    group = step.group
    rest = [p for p in s.stack_of(group[0]) if p not in group]
    if not rest or KIND[rest[0]] == PERSON:
        return
    paths = {s.trail.get(p, ()) for p in step.group if KIND[p] == PERSON}
    left_behind = [p for p in rest if KIND[p] == ARMY and s.trail.get(p, ()) in paths and p not in s.changed]
    s.changed = (*s.changed, *left_behind)
    finish_moving(s, [p for p in left_behind if p in s.trail])
