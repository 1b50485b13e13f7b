"""Combat (3): one function, with a clause for each modifier."""

from __future__ import annotations

from palatine.core import Step
from palatine.testing.examples.ford.components import FORD
from palatine.testing.examples.ford.rules.victory import judge
from palatine.testing.examples.ford.state import GONE, FordState, pieces_of, side


class Clash(Step, frozen=True):
    """A clash of two troops: both are revealed, and one falls (3)."""

    attacker: int
    defender: int

    def run(self, s: FordState) -> None:
        a, d = self.attacker, self.defender
        s.pop()
        s.shown[a] = s.shown[d] = 1
        t = s.roll("clash")
        t.add(s.face[a], "3.1", "attacker")
        t.add(-s.face[d], "3.1", "defender")
        if s.place[a] == FORD:
            t.add(-1, "3.2", "ford")
        won = t.total >= 4
        winner = side(a if won else d)
        s.log("clash", "3", tally=t, attacker=side(a), first=s.face[a], second=s.face[d], winner=winner)
        space, s.place[d if won else a] = s.place[d], GONE
        if won:
            s.place[a] = space
        if not pieces_of(s, 1 - winner):
            judge(s)
