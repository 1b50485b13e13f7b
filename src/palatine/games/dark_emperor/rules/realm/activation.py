"""Automatic activation of Zolahaureslor (6.14); see also `lone_leaders`."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.dark_emperor.components.pieces import (
    KINGDOMS_SIDE,
)
from palatine.games.dark_emperor.components.world import ZOLAHAURESLOR
from palatine.games.dark_emperor.rules.characters.lone_leaders import activate
from palatine.games.dark_emperor.state import DarkEmperorState

LATEST = 10
"""Game-turn in which Zolahaureslor is activated automatically (6.14)."""


class AutomaticActivation(Step, frozen=True):
    """Step that activates Zolahaureslor in game-turn 10 if still inactive (6.14, Q14, Q18)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        if s.turn == LATEST:
            activate(s, ZOLAHAURESLOR, KINGDOMS_SIDE, "6.14a")
