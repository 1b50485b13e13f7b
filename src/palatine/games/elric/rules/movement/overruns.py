"""Overruns: diverting pieces stay, the rest continues (10.9.2)."""

from __future__ import annotations

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import ELRIC, KIND, MOONGLUM, PERSON
from palatine.games.elric.components.tables import LAND_POINTS
from palatine.games.elric.rules.common.cup import fit_hands
from palatine.games.elric.rules.common.relocation import finish_moving
from palatine.games.elric.rules.movement.access import attackers
from palatine.games.elric.rules.movement.group import points_spent
from palatine.games.elric.rules.movement.selection import gathered, likeness
from palatine.games.elric.state import OTHERS, ElricState, strength

ON: Action = ("on", 0)
FIGHT: Action = ("fight", 0)


def enemy_total(s: ElricState, seat: int, area: int) -> int:
    """Return the value of all enemies in a province without magic, dice or walls (10.9.2; A-45)."""
    return sum([strength(s.stacks[other].get(area, ()), at_sea=False) for other in OTHERS[seat]])


def can_overrun(s: ElricState, seat: int, area: int, group: tuple[int, ...]) -> bool:
    """Return whether part of a group could divert the enemy while the rest continues (10.9.2)."""
    leaders = [p for p in group if KIND[p] == PERSON]
    fresh = [p for p in leaders if points_spent(s, p) < LAND_POINTS]
    if len(leaders) < 2 or not fresh:
        return False
    willing = holders(s, seat, group, area)
    spared = min([strength([q for q in willing if q == p], at_sea=False) for p in fresh])
    return strength(willing, at_sea=False) - spared >= enemy_total(s, seat, area)


def holders(s: ElricState, seat: int, group: tuple[int, ...], area: int) -> list[int]:
    """Return the pieces of a group that can divert an enemy (10.9.2, 12.0d; A-124, A-194).

    Not those who abstain or are aboard the Chaos Fleet.
    """
    return [p for p in attackers(s, seat, group, area) if p not in s.ship]


class Overrun(Step, frozen=True):
    """The choice of pieces to divert the enemy, and whether the rest continues (10.9.2; A-45)."""

    seat: int
    area: int
    group: tuple[int, ...]
    diverters: tuple[int, ...] = ()
    needs_decision = True
    clause = "10.9.2a"
    verbs = {"piece": "piece", "on": "button", "fight": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        found: list[Action] = []
        seen: set[object] = set()
        for p in self.group:
            kind = likeness(s, p)
            if kind not in seen and diverter_refusal(s, self, p) is None:
                seen.add(kind)
                found.append(("piece", p))
        if on_refusal(s, self) is None:
            found.append(ON)
        found.append(FIGHT)
        return found

    def take(self, s: ElricState, action: Action) -> None:
        verb, p = action
        if verb == "piece":
            chosen = {q for q in gathered(s, self.diverters, p) if q in self.group}
            s.replace_top(Overrun(self.seat, self.area, self.group, tuple(sorted(chosen))))
            return
        s.pop()
        stay = self.group if verb == "fight" else self.diverters
        finish_moving(s, stay)
        if verb == "on":
            s.log("overrun", "10.9.2c", seat=self.seat, area=self.area, group=self.diverters)
        else:
            fit_hands(s, self.seat, self.area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        if action[0] == "piece":
            return diverter_refusal(s, self, action[1]) or Refusal("10.9.2a", "why.alike")
        return on_refusal(s, self) or Refusal("10.9.2a", "why.no-button")


def diverter_refusal(s: ElricState, step: Overrun, p: int) -> Refusal | None:
    """Return why a piece may not divert the enemy, or None (10.9.2).

    For example, no leader would be left to continue.
    """
    if p not in step.group or p in step.diverters:
        return Refusal("10.9.2a", "why.not-diverting")
    if p == MOONGLUM and s.joined and ELRIC in step.group:
        return Refusal("12.1.6b", "why.with-elric")
    if p == s.controller and ELRIC in step.group and ELRIC not in step.diverters:
        return Refusal("12.1.2d", "why.elric-first")
    stay = gathered(s, step.diverters, p)
    leaders = [q for q in step.group if KIND[q] == PERSON and q not in stay and points_spent(s, q) < LAND_POINTS]
    return None if leaders else Refusal("10.9.2a", "why.nobody-goes-on")


def on_refusal(s: ElricState, step: Overrun) -> Refusal | None:
    """Return why the rest may not continue yet, or None (10.9.2, 12.0c).

    No leader who attacks stays, or too few pieces do.
    """
    willing = holders(s, step.seat, step.diverters, step.area)
    leaders = [p for p in willing if KIND[p] == PERSON]
    if not leaders:
        return Refusal("10.9.2a", "why.no-leader-diverts")
    if s.controller >= 0 and all(
        [p == ELRIC or (p == MOONGLUM and s.joined) for p in step.diverters if KIND[p] == PERSON]
    ):
        return Refusal("12.1.2a", "why.nobody-controls")
    own, enemy = strength(willing, at_sea=False), enemy_total(s, step.seat, step.area)
    if own < enemy:
        return Refusal("10.9.2b", "why.too-few-divert", {"own": own, "enemy": enemy})
    return None
