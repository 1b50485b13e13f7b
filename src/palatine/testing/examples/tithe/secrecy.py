"""Secrets: gold and sheets are secret, reeves and barns are not."""

from __future__ import annotations

from random import Random

from palatine.core import Dice, dice_key
from palatine.testing.examples.tithe.orders.kinds import Orders
from palatine.testing.examples.tithe.state import TitheState


def determinize(state: TitheState, seat: str | None, seed: bytes) -> TitheState:
    """Return a random state consistent with all that a seat knows, with new dice."""
    random = Random(seed)
    twin = state.copy()
    twin.dice = Dice(dice_key(seed))
    for place, other in enumerate(state.seats):
        if other != seat:
            twin.gold[place] = random.randrange(20)
            twin.sheets[place] = None if state.sheets[place] is None else Orders()
    return twin
