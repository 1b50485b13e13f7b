"""Leaders who can negotiate with kingdoms and mercenaries (11.2, 19.11)."""

from __future__ import annotations

from palatine.games.dark_emperor.components.pieces import GROUP_POWERS, INACTIVE, KINGDOM_POWERS
from palatine.games.dark_emperor.components.world import CAPITAL
from palatine.games.dark_emperor.state import DarkEmperorState


def envoys(s: DarkEmperorState, side: int) -> list[int]:
    """Return the leaders in capitals of inactive kingdoms not yet tried in this phase (11.2)."""
    return [
        leader
        for k in KINGDOM_POWERS
        if s.control[k] == INACTIVE and k not in s.tried
        for leader in s.leaders(side, CAPITAL[k])
    ]


def open_groups(s: DarkEmperorState) -> list[int]:
    """Return the unwon mercenary groups not yet tried in this phase (19.11, H1)."""
    return [group for group in GROUP_POWERS if s.control[group] == INACTIVE and group not in s.tried]


def courtiers(s: DarkEmperorState, side: int) -> list[int]:
    """Return the leaders in the Holding Box who have not negotiated in this phase (19.11)."""
    there = [p for p in s.in_box(side) if p not in s.tried]
    return there if there and open_groups(s) else []
