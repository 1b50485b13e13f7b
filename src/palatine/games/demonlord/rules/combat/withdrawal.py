"""Withdrawal from battle, and its morale checks (RET-01 to RET-05)."""

from __future__ import annotations

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.rules.combat.battle_end import LeftBehind, close_battle, rally_routed, shake_allies
from palatine.games.demonlord.rules.combat.lines import unrouted_troops
from palatine.games.demonlord.rules.combat.morale import DESTROYED, MELEES, ROUTS, check_morale
from palatine.games.demonlord.rules.combat.retreats import BeginRetreat
from palatine.games.demonlord.rules.common.losses import destroy_unit, take_prisoner
from palatine.games.demonlord.rules.magic.casting import RETREATS
from palatine.games.demonlord.rules.magic.procedure import SpellWindow
from palatine.games.demonlord.state import DemonlordState

WITHDRAW: Action = ("withdraw", 0)
FIGHT: Action = ("fight on", 0)


class Withdrawal(Step, frozen=True):
    """Step after each round that lets players withdraw, the phasing one first (RET-01, B20)."""

    side: int
    asked: int = 0
    chosen: tuple[int, ...] = ()

    def run(self, s: DemonlordState) -> None:
        if self.asked < 2:
            s.replace_top(MayWithdraw(self.side, self.asked, self.chosen))
            return
        s.pop()
        if self.chosen:
            withdraw(s, self.chosen)


class MayWithdraw(Step, frozen=True):
    """Choice to withdraw with all units, or to fight another round (RET-01)."""

    seat: int
    asked: int
    chosen: tuple[int, ...]
    needs_decision = True
    clause = "RET-01"
    verbs = {"withdraw": "button", "fight on": "button"}
    default_refusal = Refusal("RET-01", "why.no-button")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [FIGHT, WITHDRAW]

    def take(self, s: DemonlordState, action: Action) -> None:
        secret = s.options["withdrawal"] == "secret"
        chosen = (*self.chosen, self.seat) if action == WITHDRAW else self.chosen
        asked = 2 if chosen and not secret else self.asked + 1
        s.replace_top(Withdrawal(1 - self.seat, asked, chosen))


def withdraw(s: DemonlordState, sides: tuple[int, ...]) -> None:
    """Check morale of all who withdraw, lose their routed units, and start the retreats.

    With an option both can withdraw together; then the non-phasing side goes first and both lose their routed units
    (B38).
    """
    battle = s.battle
    assert battle is not None
    h = battle.hex
    leaving: dict[int, list[int]] = {}
    for side in sides:
        s.log("withdraws", "RET-01", side=side, hex=h)
        shake_allies(s, side)
        leaving[side] = [u for u in unrouted_troops(battle, side) if holds_together(s, side, u)]
    for side in sides:
        for u in battle.routed[side]:
            take_prisoner(s, u, 1 - side)
            s.log("withdrawal.abandoned", "RET-03", unit=u, side=1 - side)
    posts = battle.posts
    close_battle(s, battle)
    if len(sides) == 1:
        rally_routed(s, 1 - sides[0], battle.routed[1 - sides[0]])
    s.push(LeftBehind(h, both=len(sides) == 2))
    for side in sorted(sides, key=lambda side: side != s.phasing):
        if leaving[side]:
            followers = tuple([c for c, _ in posts if s.side_of(c) == side and s.where[c] == h])
            s.push(BeginRetreat(side, h, tuple(leaving[side]), followers))
    if any(leaving.values()):
        s.push(SpellWindow(RETREATS, s.phasing))


def holds_together(s: DemonlordState, side: int, u: int) -> bool:
    """Check a withdrawing troop without leaders and return whether it holds (RET-02, RET-05).

    A roll equal to its morale captures it, a higher one destroys it.
    """
    battle = s.battle
    assert battle is not None
    result = check_morale(s, battle, u, MELEES, led=False)
    if result == ROUTS:
        take_prisoner(s, u, 1 - side)
        s.log("prisoner", "RET-02", unit=u, side=1 - side)
    elif result == DESTROYED:
        destroy_unit(s, u)
    return result not in (ROUTS, DESTROYED)
