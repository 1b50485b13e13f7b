"""The sequence of play (2): Amber moves and fights, Slate moves and fights, dusk."""

from __future__ import annotations

from typing import ClassVar

from palatine.core import Sequence, Step
from palatine.testing.examples.marsh.rules.combat import Fight
from palatine.testing.examples.marsh.rules.movement import Move
from palatine.testing.examples.marsh.rules.victory import Dusk
from palatine.testing.examples.marsh.state import MarshState


class Turn(Sequence, frozen=True):
    """A turn as a list of steps (2)."""

    order: ClassVar[tuple[type[Step], ...]] = (Move, Fight, Move, Fight, Dusk)

    def stage(self, s: MarshState, kind: type[Step]) -> Step:
        seat = self.at // 2
        return Move(seat) if kind is Move else Fight(seat) if kind is Fight else Dusk()

    def done(self, s: MarshState) -> None:
        s.replace_top(Turn())
