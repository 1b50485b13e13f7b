"""Game-specific checks for the test tools: invariants and late positions."""

from __future__ import annotations

from random import Random

from palatine.testing import GameChecks
from palatine.testing.examples.ford.rules.movement import Choose
from palatine.testing.examples.ford.state import GONE, FordState, pieces_of


def invariants(s: FordState) -> list[str]:
    """Return the invariants that a position violates: fallen troops must be revealed."""
    return [f"{piece} is out, and hidden" for piece, x in enumerate(s.place) if x == GONE and not s.shown[piece]]


def mutate_to_endgame(s: FordState, random: Random) -> None:
    """Leave one side, or both, a single troop, unless a march is in progress."""
    if not isinstance(s.flow[-1], Choose):
        return
    for seat in random.sample((0, 1), random.choice((1, 2))):
        kept = random.choice(pieces_of(s, seat))
        for piece in pieces_of(s, seat):
            if piece != kept:
                s.place[piece], s.shown[piece] = GONE, 1


CHECKS = GameChecks("palatine.testing.examples.ford", invariants, mutate_to_endgame)
