"""BATTLE: matching, priorities, hits, retreat and victory, overrun, with the modifiers of units and terrain (BAT, MOD)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palatine.games.lord_and_master.turn import Turn

if TYPE_CHECKING:
    from palatine.games.lord_and_master.march import March


def army_of(t: Turn, owner: int, place: int, foes: list[int]) -> list[int]:
    """Which of the hostile units in a place fight as one army first: one owner and his partners, the larger army first (R148, R149)."""
    raise NotImplementedError


def engage(t: Turn, m: March, foes: list[int], teleported: bool = False) -> str:
    """A stack meets an army in the open: "overrun", "won", "lost", "retreated" or "drawn"."""
    raise NotImplementedError
