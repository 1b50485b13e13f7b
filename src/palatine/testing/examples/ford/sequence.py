"""The sequence of play (2): North, South, dusk."""

from __future__ import annotations

from typing import ClassVar

from palatine.core import Sequence, Step
from palatine.testing.examples.ford.rules.movement import Choose
from palatine.testing.examples.ford.rules.victory import Dusk
from palatine.testing.examples.ford.state import FordState


class Day(Sequence, frozen=True):
    """The outline of a day: North, South, dusk (2)."""

    order: ClassVar[tuple[type[Step], ...]] = (Choose, Choose, Dusk)

    def stage(self, s: FordState, kind: type[Step]) -> Step:
        return Choose(self.at) if kind is Choose else Dusk()

    def done(self, s: FordState) -> None:
        s.replace_top(Day())
