"""The choice of pieces that stay behind on a march (7.3i to 7.3k)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import ARMY, ELRIC, KIND, MOONGLUM, PERSON, PIECES
from palatine.games.elric.rules.common.relocation import finish_moving
from palatine.games.elric.rules.movement.access import may_attack
from palatine.games.elric.rules.movement.group import MovingGroup, points_of
from palatine.games.elric.rules.movement.selection import gathered, likeness
from palatine.games.elric.state import ElricState

DONE: Action = ("done", 0)
PIECE: Final[tuple[Action, ...]] = tuple([("piece", p) for p in range(PIECES)])


class Drop(Step, frozen=True):
    """The choice of pieces that stay behind; armies among them finish moving (7.3k)."""

    seat: int
    area: int
    group: tuple[int, ...]
    needs_decision = True
    clause = "7.3k"
    verbs = {"piece": "piece", "done": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        found: list[Action] = []
        seen: set[object] = set()
        for p in self.group:
            kind = likeness(s, p)
            if kind not in seen and drop_refusal(s, self, p) is None:
                seen.add(kind)
                found.append(PIECE[p])
        found.append(DONE)
        return found

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action == DONE:
            return
        p = action[1]
        stay = [q for q in gathered(s, (), p) if q in self.group]
        rest = tuple([q for q in self.group if q not in stay])
        if KIND[p] == ARMY or s.is_hostile(self.seat, self.area):
            finish_moving(s, stay)
        march = s.flow[-1]
        assert isinstance(march, MovingGroup)
        s.replace_top(replace(march, group=rest, points=points_of(s, rest)))
        again = Drop(self.seat, self.area, rest)
        if is_any_free(s, again):
            s.push(again)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        if action[0] == "done":
            return Refusal("7.3k", "why.no-button")
        return drop_refusal(s, self, action[1]) or Refusal("7.1a", "why.alike")


def can_drop(s: ElricState, step: MovingGroup) -> bool:
    """Return whether any piece of a group of several may stay behind."""
    if not s.changed and ELRIC not in step.group:
        return True
    return is_any_free(s, Drop(step.seat, step.area, step.group))


def is_any_free(s: ElricState, step: Drop) -> bool:
    """Return whether any piece of a group may stay behind."""
    return any(drop_refusal(s, step, p) is None for p in reversed(step.group))


def stays_with(s: ElricState, step: Drop, p: int) -> bool:
    """Return whether a leader stays where a piece is dropped (ruling A-15)."""
    return any([KIND[q] == PERSON and q not in step.group for q in s.stack_of(p)])


def drop_refusal(s: ElricState, step: Drop, p: int) -> Refusal | None:
    """Return why a piece may not stay behind, or None (7.3j, 12.1.2).

    For example, it controls Elric or was attached this turn.
    """
    group = step.group
    if p not in group or len(group) == 1 or len(gathered(s, (), p)) >= len(group):
        return Refusal("7.3k", "why.no-drop")
    if s.ship.get(p, -1) in group:
        return Refusal("16.8c" if KIND[p] == ARMY else "16.8d", "why.aboard-chaos-fleet", {"piece": p})
    if p == MOONGLUM and s.joined:
        return Refusal("12.1.6b", "why.with-elric")
    if p == s.controller and ELRIC in group:
        return Refusal("12.1.2d", "why.elric-first")
    if KIND[p] == ARMY and p in s.changed and not stays_with(s, step, p):
        return Refusal("7.3j", "why.attached", {"piece": p})
    if KIND[p] == PERSON and not any([KIND[q] == PERSON and q != p for q in group]):
        return Refusal("7.2e", "why.last-leader")
    if s.is_hostile(step.seat, step.area):
        going = frozenset(group).difference(gathered(s, (), p))
        here = tuple([q for q in s.stacks[step.seat][step.area] if q not in going])
        if not may_attack(s, step.seat, here, step.area):
            return Refusal("7.3n", "why.only-to-fight", {"area": step.area})
    return None
