"""What only the tests know of positions: what holds in each, and how to make late ones (`palatine.testing.checks`)."""

from __future__ import annotations

from random import Random

from palatine.testing.checks import GameChecks
from palatine.testing.examples.marsh.components import TURNS, WOODS
from palatine.testing.examples.marsh.state import GONE, MarshState, units_of


def invariants(s: MarshState) -> list[str]:
    """Return what is wrong with a position: two units in a hex, or rangers where none can hide."""
    places = [at for at in s.where if at != GONE]
    found = ["two units are in one hex"] if len(set(places)) < len(places) else []
    found += [f"rangers hide in {at}" for side, at in enumerate(s.rangers) if at not in (GONE, *WOODS[side])]
    return [*found, *[f"rangers hide in {at}, an empty wood" for at in s.rangers if at in s.empty_woods]]


def mutate_to_endgame(s: MarshState, random: Random) -> None:
    """Make it the last turn, and leave one side a single unit; not while a unit is on the march."""
    if len(s.flow) == 2:
        s.turn = TURNS
        for unit in random.sample(units_of(s, random.choice((0, 1))), 4)[1:] if not s.done else ():
            s.where[unit] = GONE


CHECKS = GameChecks("palatine.testing.examples.marsh", invariants, mutate_to_endgame)
