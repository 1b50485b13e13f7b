"""The checks of the game for the test tools: invariants, and a mutation to late positions."""

from __future__ import annotations

from random import Random

from palatine.testing import GameChecks
from palatine.testing.examples.marsh.components import TURNS, WOODS
from palatine.testing.examples.marsh.state import GONE, MarshState, units_of


def invariants(s: MarshState) -> list[str]:
    """Return the faults of a position: two units in a hex, or rangers where they cannot hide."""
    places = [at for at in s.where if at != GONE]
    found = ["two units are in one hex"] if len(set(places)) < len(places) else []
    found += [f"rangers hide in {at}" for side, at in enumerate(s.rangers) if at not in (GONE, *WOODS[side])]
    return [*found, *[f"rangers hide in {at}, an empty wood" for at in s.rangers if at in s.empty_woods]]


def mutate_to_endgame(s: MarshState, random: Random) -> None:
    """Set the last turn and, before any unit has acted in a step, leave one side a single unit.

    Positions during a march stay as they are.
    """
    if len(s.flow) == 2:
        s.turn = TURNS
        for unit in random.sample(units_of(s, random.choice((0, 1))), 4)[1:] if not s.done else ():
            s.where[unit] = GONE


CHECKS = GameChecks("palatine.testing.examples.marsh", invariants, mutate_to_endgame)
