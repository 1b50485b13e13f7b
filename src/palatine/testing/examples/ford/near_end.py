"""Ford near the end of a side, for the fuzzer."""

from __future__ import annotations

from random import Random

from palatine.testing.examples.ford.rules.movement import Choose
from palatine.testing.examples.ford.state import GONE, FordState, pieces_of


def near_end(s: FordState, random: Random) -> None:
    """Leave one side, or both, a single troop; not while one of them is on the march."""
    if not isinstance(s.flow[-1], Choose):
        return
    for seat in random.sample((0, 1), random.choice((1, 2))):
        kept = random.choice(pieces_of(s, seat))
        for piece in pieces_of(s, seat):
            if piece != kept:
                s.place[piece], s.shown[piece] = GONE, 1
