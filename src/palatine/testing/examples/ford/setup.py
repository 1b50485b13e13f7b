"""A new match (1): the troops are dealt, and the first day begins."""

from __future__ import annotations

from typing import Any

from palatine.core import Dice, Step
from palatine.testing.examples.ford.sequence import Day
from palatine.testing.examples.ford.state import FordState


class Deal(Step, frozen=True):
    """Each side's troops are dealt face down, the first face up (1.2)."""

    def run(self, s: FordState) -> None:
        s.pop()
        for seat in (0, 1):
            s.face[seat * 3 : seat * 3 + 3] = s.dice.sample((1, 2, 3), 3, "deal")
        s.log("dealt", "1.2")


def begin(seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> FordState:
    """A state before the first roll."""
    return FordState(seats, [Day(), Deal()], Dice(key), options)
