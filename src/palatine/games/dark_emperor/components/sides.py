"""Sides, and the powers that belong to them."""

from __future__ import annotations

from typing import Final

NECROMANCER_SIDE, KINGDOMS_SIDE, INACTIVE = 0, 1, 2
"""The two players' sides, and whoever serves neither."""
SIDES: Final = (NECROMANCER_SIDE, KINGDOMS_SIDE, INACTIVE)

KINGDOM_POWERS: Final = range(10)
GROUP_POWERS: Final = range(10, 16)
NECROMANCER, BATTLEFIELD, WHITE, ALLIANCE, NOBODY = range(16, 21)
"""The Necromancer himself; face-down battlefield units; neutral fleets not yet built; the Kingdoms player himself,
who has nothing of his own but monsters; nobody."""
POWERS: Final = 21

AT_START: Final = (INACTIVE,) * 16 + (NECROMANCER_SIDE, INACTIVE, INACTIVE, KINGDOMS_SIDE, INACTIVE)
"""By power: the side it is on before anything has happened."""
OWN_POWER: Final = (NECROMANCER, ALLIANCE)
"""By player: the power that is himself."""
