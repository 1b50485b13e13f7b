"""Helpers for the preview tests: request a preview and read it."""

from __future__ import annotations

from typing import Any

from palatine.core import Action, Consequence, Dice, Preview, UnusedOption, dice_key
from palatine.core.position import stage_index
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.sequence import OUTLINES, GameTurn, PlayerTurn
from palatine.games.dark_emperor.setup import Gate

END: Action = ("end", 0)


def in_its_turn(s: Any) -> Any:
    """Return a copy whose flow is in a Player-Turn that continues with attrition."""
    twin = s.copy()
    twin.dice = Dice(dice_key(b""))
    if not isinstance(twin.flow[0], GameTurn | Gate):
        rest = PlayerTurn(s.phasing, stage_index(OUTLINES[s.phasing], "Attrition"))
        twin.flow = [GameTurn(at=3 + s.phasing), rest, *twin.flow]
    return twin


def foresee(s: Any, action: Action) -> Preview:
    """Return the preview of an action for the seat to act; fail if the action is not legal."""
    s = in_its_turn(s)
    seat = s.seats[s.flow[-1].seat]
    assert action in GAME.actions(s, seat), f"{action} is none of {GAME.actions(s, seat)}"
    return GAME.preview(s, seat, action)


def lines(found: Preview, clause: str) -> list[Consequence]:
    return [line for line in found.lines if line.clause == clause]


def warnings(s: Any, action: Action, clause: str) -> list[str]:
    """Return the texts of warnings with this clause."""
    return [line.text for line in lines(foresee(s, action), clause) if line.weight == "warning"]


def notes(s: Any, action: Action, clause: str) -> list[str]:
    return [line.text for line in lines(foresee(s, action), clause) if line.weight == "note"]


def undone(s: Any, action: Action, clause: str) -> list[UnusedOption]:
    return [each for each in foresee(s, action).unused_options if each.clause == clause]
