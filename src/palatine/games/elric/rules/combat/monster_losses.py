"""Losses to a monster, outside battles of two sides (7.6, 10.7, 14.1; ruling A-20)."""

from __future__ import annotations

from msgspec.structs import replace

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.elric.components.pieces import FLEET, KIND, PERSON, VALUE
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.rules.combat.losses import fitting
from palatine.games.elric.rules.common.control import leave_ships
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.naval import lose_ship
from palatine.games.elric.state import STORED_NAMES, ElricState, fights


class MonsterLosses(Step, frozen=True, tag=STORED_NAMES):
    """Losses as close to `owed` as possible by the owner's choice, then escapes (10.7, 10.8)."""

    seat: int
    area: int
    group: tuple[int, ...]
    owed: int
    fallen: tuple[int, ...] = ()

    def run(self, s: ElricState) -> None:
        found = fitting(exposed_to_monster(self, self.left(s)), self.owed)
        if not found:
            s.pop()
            end_monster_losses(s, self)
        elif len(found) == 1:
            lose_to_monster(s, found[0])
        else:
            s.push(PickLoss(self.seat, self.area))

    def left(self, s: ElricState) -> list[int]:
        """Return the pieces of the stack that are still there and have not fallen."""
        return [p for p in self.group if s.where[p] == self.area and p not in self.fallen]


def exposed_to_monster(losses: MonsterLosses, left: list[int]) -> list[int]:
    """Return the pieces that can be lost: armies or fleets, and personalities (10.7)."""
    at_sea = IS_SEA[losses.area]
    return [p for p in left if fights(p, at_sea)]


def lose_to_monster(s: ElricState, p: int) -> None:
    """Lose one piece; personalities escape later, passengers move to another ship (A-31, A-106)."""
    losses = s.flow[-1]
    assert isinstance(losses, MonsterLosses)
    s.replace_top(replace(losses, owed=losses.owed - VALUE[p]))
    if KIND[p] == PERSON:
        await_escape(s, p)
        return
    if KIND[p] != FLEET:
        eliminate(s, (p,))
        return
    for each in lose_ship(s, p):
        await_escape(s, each)


def await_escape(s: ElricState, person: int) -> None:
    """Mark a personality as fallen; it stays in place until its escape (10.8)."""
    losses = s.flow[-1]
    assert isinstance(losses, MonsterLosses)
    leave_ships(s, (person,))
    if person not in losses.fallen:
        s.replace_top(replace(losses, fallen=(*losses.fallen, person)))


def end_monster_losses(s: ElricState, losses: MonsterLosses) -> None:
    """Push the escapes of the fallen."""
    fallen = tuple([p for p in losses.fallen if s.where[p] == losses.area])
    if fallen:
        s.push(Escapes(losses.area, fallen, IS_SEA[losses.area]))


class PickLoss(ChooseOne, frozen=True):
    """The choice of a piece to lose to a monster, repeated as needed (10.7)."""

    seat: int
    area: int
    may_roll = True
    clause = "10.7i"
    verbs = {"lose": "piece"}

    def losses(self, s: ElricState) -> MonsterLosses:
        losses = s.flow[-2]
        assert isinstance(losses, MonsterLosses)
        return losses

    def candidates(self, s: ElricState) -> list[int]:
        losses = self.losses(s)
        return fitting(exposed_to_monster(losses, losses.left(s)), losses.owed)

    def on_chosen(self, s: ElricState, lost: int) -> None:
        lose_to_monster(s, lost)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        p, losses = action[1], self.losses(s)
        if action in self.actions(s):
            return None
        if p not in losses.left(s):
            return Refusal("10.7i", "why.not-of-stack")
        if not fights(p, IS_SEA[self.area]):
            return Refusal("10.7j", "why.no-loss", {"piece": p})
        return Refusal("10.7i", "why.no-nearer", {"piece": p, "owed": losses.owed})
