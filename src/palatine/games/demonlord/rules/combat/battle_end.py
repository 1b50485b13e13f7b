"""The end of battles: survivors, prisoners, characters left behind (RET-19 to RET-22)."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.demonlord.components.pieces import UNIT_NEUTRAL
from palatine.games.demonlord.rules.characters.capture import Capture
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.common.losses import destroy_unit, take_prisoner
from palatine.games.demonlord.rules.common.neutrals import mark_for_check
from palatine.games.demonlord.state import Battle, DemonlordState


def close_battle(s: DemonlordState, battle: Battle) -> None:
    """End the battle; its survivors are face down again, but remain known (H7, H16)."""
    s.battle = None
    for side in (0, 1):
        s.reveal([u for u in s.stack(side, battle.hex) if u not in battle.aside])


def units_involved(s: DemonlordState, side: int) -> list[int]:
    """Return the units of a side in the battle, with those that have routed or fallen (A18)."""
    battle = s.battle
    assert battle is not None
    here = [u for u in s.stack(side, battle.hex) if u not in battle.aside]
    return here + [f.unit for f in s.fallen if (f.hex, f.side, f.phase) == (battle.hex, side, s.phase)]


def shake_allies(s: DemonlordState, side: int) -> None:
    """Mark semi-permanent allies of a side that withdraws or is beaten for a check (ALLY-15)."""
    for u in units_involved(s, side):
        if UNIT_NEUTRAL[u] >= 0 and s.serves[UNIT_NEUTRAL[u]] == side:
            mark_for_check(s, UNIT_NEUTRAL[u])


def rally_routed(s: DemonlordState, side: int, routed: tuple[int, ...]) -> None:
    """Rally the winner's routed units, which can act after the battle step (BAT-40)."""
    if routed:
        s.rallied = (*s.rallied, *routed)
        s.log("rally", "BAT-40", units=list(routed), side=side)


class LeftBehind(Step, frozen=True):
    """Step after a battle: control, then capture of lone characters (RET-20, B22, B45, M16)."""

    hex: int
    both: bool = False
    """Whether both sides withdraw, so that control is settled after both have left (B38)."""

    def run(self, s: DemonlordState) -> None:
        s.pop()
        settle_control(s, self.hex)
        for side in (0, 1):
            left = s.stack(side, self.hex)
            if left and not s.has_troop(side, self.hex) and s.has_troop(1 - side, self.hex):
                s.push(Capture(side, self.hex, left, entering=False))


def end_by_destruction(s: DemonlordState, left: list[bool]) -> None:
    """End a battle in which one side, or both, have no troops left (RET-19 to RET-22)."""
    battle = s.battle
    assert battle is not None
    h = battle.hex
    for side in (0, 1):
        if not left[side]:
            shake_allies(s, side)
    close_battle(s, battle)
    s.push(LeftBehind(h))
    if not any(left):
        lose_all_routed(s, battle.routed)
        return
    winner = 0 if left[0] else 1
    s.dice.record_result(("battle", h), winner)
    s.log("battle.won", "RET-19", side=winner, hex=h)
    for u in battle.routed[1 - winner]:
        take_prisoner(s, u, winner)
        s.log("prisoner", "RET-20", unit=u, side=winner)
    rally_routed(s, winner, battle.routed[winner])


def lose_all_routed(s: DemonlordState, routed: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """Destroy the routed units of both sides after mutual destruction (RET-21, B28, B37)."""
    s.log("battle.mutual", "RET-21")
    for u in (*routed[0], *routed[1]):
        destroy_unit(s, u)
