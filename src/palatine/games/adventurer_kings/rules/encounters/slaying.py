"""Merit for monsters slain (10.1, 12.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.rules.common.turn import Turn

GIANT: Final = 30
"""The hit points from which a monster counts for the Giant-Killer."""


def slay_monster(t: Turn, n: int, hit_points: int) -> None:
    """All its hit points count for the office of Defender (10.1)."""
    s = t.s
    s.praise(n, c.DEFENDER, hit_points)
    s.honour(n, c.TITLE_OF_TERRAIN[s.terrain(s.people[n].place)], 1)
    if hit_points >= GIANT:
        s.honour(n, c.GIANT_KILLER, 2)


def tame_monster(t: Turn, n: int, hit_points: int) -> None:
    """Half its hit points count when it is talked, or beaten, out of raiding (10.1)."""
    t.s.praise(n, c.DEFENDER, hit_points / 2)
