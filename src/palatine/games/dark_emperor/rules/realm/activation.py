"""Automatic activation of Zolahaureslor, and betrayal of kingdoms (6.14, 6.16).

Other activations are in `alone`.
"""

from __future__ import annotations

from palatine.core import Action, Step
from palatine.games.dark_emperor.components.pieces import (
    GROUP_POWERS,
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    NECROMANCER_SIDE,
)
from palatine.games.dark_emperor.components.world import ZOLAHAURESLOR
from palatine.games.dark_emperor.rules.characters.alone import activate, check_turned, release_legions
from palatine.games.dark_emperor.rules.common.cargo import part_cargo
from palatine.games.dark_emperor.state import DarkEmperorState

LATEST = 10
"""Game-turn in which Zolahaureslor is activated automatically (6.14)."""


class AutomaticActivation(Step, frozen=True):
    """Step that activates Zolahaureslor in game-turn 10 if still inactive (6.14, Q14, Q18)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        if s.turn == LATEST:
            activate(s, ZOLAHAURESLOR, KINGDOMS_SIDE, "6.14a")


# Betrayal


def betrayals(s: DarkEmperorState) -> list[Action]:
    """Return the actions that betray the Necromancer's kingdoms (6.16, A19)."""
    return [("betray", k) for k in KINGDOM_POWERS if s.control[k] == NECROMANCER_SIDE]


def betray(s: DarkEmperorState, kingdom: int) -> None:
    """Pass a kingdom of the Necromancer with its mercenaries to the Kingdoms player (6.16, A7)."""
    s.invalidate_actions()
    powers = {kingdom, *[group for group in GROUP_POWERS if s.patron[group - GROUP_POWERS[0]] == kingdom]}
    for power in sorted(powers):
        s.turn_coat(power, KINGDOMS_SIDE)
    s.log("betray", "6.16a", "6.16b", kingdom=kingdom)
    part_cargo(s)
    release_legions(s)
    check_turned(s, s.serving(powers))
