"""Setup of a match (1)."""

from __future__ import annotations

from typing import Any

from palatine.core import Dice
from palatine.testing.examples.tithe.components import GOLD
from palatine.testing.examples.tithe.state import TitheState


def begin(seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> TitheState:
    """Return a state with two reeves per lord, each in its own village, and equal gold."""
    count = len(seats)
    places, gold = list(range(2 * count)), [GOLD] * count
    return TitheState(seats, [], Dice(key), options, None, 1, [None] * count, places, gold, out=[0] * count)


def advance(state: TitheState) -> None:
    """Log the beginning of the match."""
    state.log("begins", "1")
