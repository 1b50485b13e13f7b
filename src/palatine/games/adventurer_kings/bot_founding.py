"""Who the captain's King is: a general who takes two provinces a year, of another alignment at every seat."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.founding import NAMES

LEVELS: Final = ("TA", "TA", "MA", "MA")
"""Tactics for the odds; March 2 so that infantry that has conquered a province can attack another (4.1.2, 7.7)."""
ALIGNMENTS: Final = ("good", "evil", "neutral", "druidic", "pagan")
"""In which order seats take them, so that a table of captains is no table of one creed."""
TEMPER: Final = "cautious"
"""Parries, and may flee: a King who dies costs more than a duel gains (2.4)."""


def king(seat: int) -> o.KingLine:
    """Human: about half the world is, and Human Legions are strong in any terrain for two gold (1.1, 6.3)."""
    alignment = ALIGNMENTS[seat % len(ALIGNMENTS)]
    return o.KingLine(NAMES[seat % len(NAMES)], c.RACES[c.HUMAN], alignment, TEMPER, LEVELS)
