"""Victory (4): by rout, or by strength after the last day."""

from __future__ import annotations

from palatine.core import Step
from palatine.testing.examples.ford.state import FordState, strength


class Dusk(Step, frozen=True):
    """The end of a day; after the last day, strengths are compared (4)."""

    def run(self, s: FordState) -> None:
        s.pop()
        s.day += 1
        if s.day <= s.options["days"]:
            s.log("dusk", "4", day=s.day)
            return
        judge(s)


def judge(s: FordState) -> None:
    """End the match by rout (4.1) or by strength (4.2)."""
    north, south = strength(s, 0), strength(s, 1)
    winners = s.seats if north == south else (s.seats[0 if north > south else 1],)
    if north and south:
        s.finish(winners, "strength", "4.2", north=north, south=south)
    else:
        s.finish(winners, "rout", "4.1", loser=1 if north else 0)
