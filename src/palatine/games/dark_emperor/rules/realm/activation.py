"""Kingdoms that wake by themselves (6.14); what else wakes them is in `alone`."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.dark_emperor.components.pieces import (
    KINGDOMS_SIDE,
)
from palatine.games.dark_emperor.components.world import ZOLAHAURESLOR
from palatine.games.dark_emperor.rules.characters.alone import activate
from palatine.games.dark_emperor.state import DarkEmperorState

LATEST = 10
"""The game-turn with which Zolahaureslor wakes by itself (6.14)."""


class AutomaticActivation(Step, frozen=True):
    """Game-turn 10 begins: Zolahaureslor wakes if it sleeps still (6.14, Q14, Q18)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        if s.turn == LATEST:
            activate(s, ZOLAHAURESLOR, KINGDOMS_SIDE, "6.14a")
