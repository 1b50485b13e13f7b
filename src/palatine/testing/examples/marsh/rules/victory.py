"""Victory (6): elimination of all enemy units, or more towns after the last turn."""

from __future__ import annotations

from palatine.core import Step
from palatine.testing.examples.marsh.components import SEATS, SIDE, TOWNS, TURNS
from palatine.testing.examples.marsh.state import MarshState, unit_at, units_of


def towns(s: MarshState) -> list[int]:
    """Return, for each side, the number of towns that its units occupy (6.2)."""
    held = [SIDE[u] for u in [unit_at(s, at) for at in TOWNS] if u >= 0]
    return [held.count(side) for side in range(len(SEATS))]


def end_if_beaten(s: MarshState) -> None:
    """End the match if a side has no units left (6.1)."""
    for side in range(len(SEATS)):
        if not units_of(s, side):
            s.finish((s.seats[1 - side],), "beaten", "6.1", loser=side)


class Dusk(Step, frozen=True):
    """The end of a turn; after the last one the towns decide the match (6.2)."""

    def run(self, s: MarshState) -> None:
        s.pop()
        if s.turn < TURNS:
            s.turn += 1
            s.log("dusk", "2", turn=s.turn)
            return
        amber, slate = towns(s)
        winners = s.seats if amber == slate else (s.seats[0 if amber > slate else 1],)
        s.finish(winners, "towns", "6.2", amber=amber, slate=slate)
