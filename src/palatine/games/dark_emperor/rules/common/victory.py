"""Victory Conditions (20)."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.dark_emperor.components.pieces import KINGDOMS_SIDE, NECROMANCER_SIDE
from palatine.games.dark_emperor.components.tables import victory_level
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.state import DarkEmperorState


def necromancer_falls(s: DarkEmperorState) -> None:
    """End the game because Padrech dar Choim has died permanently (20.1, D5, D7)."""
    s.finish((s.seats[KINGDOMS_SIDE],), "necromancer-dead", "20.1")


def empire_falls(s: DarkEmperorState) -> None:
    """End the game because the Necromancer has conquered Zolahaureslor (20.2, A10)."""
    s.finish((s.seats[NECROMANCER_SIDE],), "empire-conquered", "20.2")


class FinalCount(Step, frozen=True):
    """Step after fourteen game-turns: the Necromancer's own production decides (20.3, P17)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        total = production(s)
        level = victory_level(total)
        s.log("final-count", "20.3a", total=total)
        winners = tuple([seat for seat in s.seats if seat == level.winner])
        side = level.winner.lower() or "nobody"
        clause = "20.3c" if not winners else "20.3b" if winners[0] == s.seats[KINGDOMS_SIDE] else "20.3d"
        s.finish(winners, f"{level.level}.{side}" if winners else "draw", clause, total=total)
