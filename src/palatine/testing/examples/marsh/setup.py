"""A new match (1): the units stand where they begin, and both sides hide their rangers."""

from __future__ import annotations

from typing import Any

from palatine.core import Dice
from palatine.testing.examples.marsh.rules.hiding import Hide
from palatine.testing.examples.marsh.sequence import Turn
from palatine.testing.examples.marsh.state import MarshState


def begin(seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> MarshState:
    """A state before the first decision; the last step of the flow comes first (1.1)."""
    return MarshState(seats, [Turn(), Hide(1), Hide(0)], Dice(key), options)
