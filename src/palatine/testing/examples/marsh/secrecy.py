"""Secrets: only their own side knows the wood in which rangers hide (1.2)."""

from __future__ import annotations

from random import Random

from palatine.core import Dice, dice_key
from palatine.testing.examples.marsh.state import GONE, MarshState, possible_woods


def determinize(s: MarshState, seat: str | None, seed: bytes) -> MarshState:
    """Return a random state consistent with all that `seat` knows, with new dice.

    Rangers of the other side may hide in any of their woods that is not known to be empty (4.2).
    """
    random = Random(seed)
    twin = s.copy()
    twin.dice = Dice(dice_key(seed))
    for side, at in enumerate(s.rangers):
        if at != GONE and s.seats[side] != seat:
            twin.rangers[side] = random.choice(possible_woods(s, side))
    return twin
