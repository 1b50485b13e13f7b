"""Setup of a match (1): units in their starting hexes, a step to hide each side's rangers."""

from __future__ import annotations

from typing import Any

from palatine.core import Dice
from palatine.testing.examples.marsh.rules.hiding import Hide
from palatine.testing.examples.marsh.sequence import Turn
from palatine.testing.examples.marsh.state import MarshState


def begin(seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> MarshState:
    """Return the state before the first decision (1.1).

    The flow is a stack: its last step runs first.
    """
    return MarshState(seats, [Turn(), Hide(1), Hide(0)], Dice(key), options)
