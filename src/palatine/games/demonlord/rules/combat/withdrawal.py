"""Withdrawal, and the ending of battles."""

from __future__ import annotations

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.components.world import UNIT_NEUTRAL
from palatine.games.demonlord.rules.characters.capture import Capture
from palatine.games.demonlord.rules.combat.attacks import DESTROYED, MELEES, ROUTS, check_morale
from palatine.games.demonlord.rules.combat.battles import standing
from palatine.games.demonlord.rules.combat.retreats import BeginRetreat
from palatine.games.demonlord.rules.common.fortresses import settle
from palatine.games.demonlord.rules.common.losses import capture, destroy
from palatine.games.demonlord.rules.common.neutrals import shake
from palatine.games.demonlord.rules.magic.casting import RETREATS
from palatine.games.demonlord.rules.magic.procedure import Window
from palatine.games.demonlord.state import Battle, DemonlordState

WITHDRAW: Action = ("withdraw", 0)
FIGHT: Action = ("fight on", 0)


class Withdrawal(Step, frozen=True):
    """After each round either player may withdraw; the phasing one is asked first (RET-01, B20)."""

    side: int
    asked: int = 0
    chosen: tuple[int, ...] = ()

    def run(self, s: DemonlordState) -> None:
        if s.battle is None:
            s.pop()
        elif self.asked < 2:
            s.become(MayWithdraw(self.side, self.asked, self.chosen))
        elif not self.chosen:
            s.pop()
        else:
            s.pop()
            withdraw(s, self.chosen)


class MayWithdraw(Step, frozen=True):
    """Withdraw with everything, or fight another round (RET-01)."""

    seat: int
    asked: int
    chosen: tuple[int, ...]
    asks = True
    verbs = {"withdraw": "button", "fight on": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [FIGHT, WITHDRAW]

    def take(self, s: DemonlordState, action: Action) -> None:
        secret = s.options["withdrawal"] == "secret"
        chosen = (*self.chosen, self.seat) if action == WITHDRAW else self.chosen
        asked = 2 if chosen and not secret else self.asked + 1
        s.become(Withdrawal(1 - self.seat, asked, chosen))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        return None if action in (FIGHT, WITHDRAW) else Refusal("RET-01", "why.no-button")


def withdraw(s: DemonlordState, sides: tuple[int, ...]) -> None:
    """Check the morale of all who withdraw, lose the routed, and send the rest on their retreat.

    By option both may withdraw at once; then the non-phasing side goes first and both lose their routed (B38).
    """
    battle = s.battle
    assert battle is not None
    h = battle.hex
    leaving: dict[int, list[int]] = {}
    for side in sides:
        s.note("withdraws", "RET-01", side=side, hex=h)
        shake_allies(s, side)
        leaving[side] = [u for u in standing(battle, side) if holds_together(s, side, u)]
    for side in sides:
        for u in battle.routed[side]:
            capture(s, u, 1 - side)
            s.note("withdrawal.abandoned", "RET-03", unit=u, side=1 - side)
    posts = battle.posts
    close(s, battle)
    if len(sides) == 1:
        rally(s, 1 - sides[0], battle.routed[1 - sides[0]])
    s.push(LeftBehind(h))
    for side in sorted(sides, key=lambda side: side != s.phasing):
        if leaving[side]:
            followers = tuple([c for c, _ in posts if s.side_of(c) == side and s.where[c] == h])
            s.push(BeginRetreat(side, h, tuple(leaving[side]), followers))
    if any(leaving.values()):
        s.push(Window(RETREATS, s.phasing))
    settle(s, h)


def close(s: DemonlordState, battle: Battle) -> None:
    """The battle is over; its survivors are hidden again, but not forgotten (H7, H16)."""
    s.battle = None
    for side in (0, 1):
        s.reveal([u for u in s.stack(side, battle.hex) if u not in battle.aside])


def involved(s: DemonlordState, side: int) -> list[int]:
    """All units of a side in the battle, those included that have routed or fallen in it (A18)."""
    battle = s.battle
    assert battle is not None
    here = [u for u in s.stack(side, battle.hex) if u not in battle.aside]
    return here + [f.unit for f in s.fallen if (f.hex, f.side, f.phase) == (battle.hex, side, s.phase)]


def shake_allies(s: DemonlordState, side: int) -> None:
    """Semi-permanent allies in a stack that withdraws or has lost all its troops must be checked (ALLY-15)."""
    for u in involved(s, side):
        if UNIT_NEUTRAL[u] >= 0 and s.serves[UNIT_NEUTRAL[u]] == side:
            shake(s, UNIT_NEUTRAL[u])


def holds_together(s: DemonlordState, side: int, u: int) -> bool:
    """The check of a withdrawing troop, without leaders: equal is captured, above is destroyed (RET-02, RET-05)."""
    battle = s.battle
    assert battle is not None
    result = check_morale(s, battle, u, MELEES, led=False)
    if result == ROUTS:
        capture(s, u, 1 - side)
        s.note("prisoner", "RET-02", unit=u, side=1 - side)
    elif result == DESTROYED:
        destroy(s, u)
    return result not in (ROUTS, DESTROYED)


def rally(s: DemonlordState, side: int, routed: tuple[int, ...]) -> None:
    """The winner's routed units come back to his stack (BAT-40)."""
    if routed:
        s.note("rally", "BAT-40", units=list(routed), side=side)


class LeftBehind(Step, frozen=True):
    """After a battle: characters who have lost their last troop there face capture (RET-20, B22, B45, M16)."""

    hex: int

    def run(self, s: DemonlordState) -> None:
        s.pop()
        for side in (0, 1):
            left = s.stack(side, self.hex)
            if left and not s.has_troop(side, self.hex) and s.has_troop(1 - side, self.hex):
                s.push(Capture(side, self.hex, left, entering=False))


def end_by_destruction(s: DemonlordState, left: list[bool]) -> None:
    """One side, or both, have lost their last troop in line and reserve (RET-19 to RET-22)."""
    battle = s.battle
    assert battle is not None
    h = battle.hex
    for side in (0, 1):
        if not left[side]:
            shake_allies(s, side)
    close(s, battle)
    s.push(LeftBehind(h))
    if not any(left):
        scatter(s, battle.routed)
        settle(s, h)
        return
    winner = 0 if left[0] else 1
    s.note("battle.won", "RET-19", side=winner, hex=h)
    for u in battle.routed[1 - winner]:
        capture(s, u, winner)
        s.note("prisoner", "RET-20", unit=u, side=winner)
    rally(s, winner, battle.routed[winner])
    settle(s, h)


def scatter(s: DemonlordState, routed: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """Mutual destruction: all routed units of both sides are lost (RET-21, B28, B37)."""
    s.note("battle.mutual", "RET-21")
    for u in (*routed[0], *routed[1]):
        destroy(s, u)
