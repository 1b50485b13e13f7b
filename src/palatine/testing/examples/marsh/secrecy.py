"""Who may know what: where rangers hide is their side's secret (1.2)."""

from __future__ import annotations

from random import Random

from palatine.core import Dice, key_of
from palatine.testing.examples.marsh.state import GONE, MarshState, possible_woods


def determinize(s: MarshState, seat: str | None, seed: bytes) -> MarshState:
    """A random state that `seat` cannot tell from the true one, with dice of its own.

    Rangers of others may hide in every wood that is not known to be empty (4.2).
    """
    random = Random(seed)
    twin = s.copy()
    twin.dice = Dice(key_of(seed))
    for side, at in enumerate(s.rangers):
        if at != GONE and s.seats[side] != seat:
            twin.rangers[side] = random.choice(possible_woods(s, side))
    return twin
