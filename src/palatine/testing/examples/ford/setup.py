"""Setup of a match (1): dealing the troops and beginning the first day."""

from __future__ import annotations

from typing import Any

from palatine.core import Dice, Step
from palatine.testing.examples.ford.sequence import Day
from palatine.testing.examples.ford.state import FordState


class Deal(Step, frozen=True):
    """The deal of each side's troops, face down except for the first (1.2)."""

    def run(self, s: FordState) -> None:
        s.pop()
        for seat in (0, 1):
            s.face[seat * 3 : seat * 3 + 3] = s.dice.sample((1, 2, 3), 3, "deal")
        s.log("dealt", "1.2")


def begin(seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> FordState:
    """Return the state before the first roll."""
    return FordState(seats, [Day(), Deal()], Dice(key), options)
