"""Special terrain: the Boiling Sea and the Serpents Teeth (7.5)."""

from __future__ import annotations

from palatine.core import Chance, Step, Tally, success_chance
from palatine.games.elric.components.pieces import ARMY, KIND, PERSON, VALUE
from palatine.games.elric.components.world import ASHANELOON, BOILING, TEETH
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.naval import founder
from palatine.games.elric.state import ElricState


def imperils(a: int, n: int) -> bool:
    """Return whether entering the next area is perilous (7.5.1, 7.5.4; rulings A-16, A-17)."""
    return n == TEETH or (n == BOILING and a != ASHANELOON)


def holds_back(a: int, n: int) -> bool:
    """Return whether leaving for the next area is perilous (7.5.1b; ruling A-16).

    Leaving the Boiling Sea is, except for Ashaneloon.
    """
    return a == BOILING and n != ASHANELOON


class Passage(Step, frozen=True):
    """Rolls to pass a perilous sea (7.5.1, 7.5.4; rulings A-16, A-17).

    Ships roll against their value, then personalities on foot or in the air escape. Armies carried over the sea by
    magic roll against their value.
    """

    area: int
    sea: int
    """The perilous sea; `area` is the position during the rolls."""
    fleets: tuple[int, ...]
    alone: tuple[int, ...]

    def run(self, s: ElricState) -> None:
        s.pop()
        people = tuple([p for p in self.alone if KIND[p] == PERSON])
        if people:
            s.push(Escapes(self.area, people, at_sea=True, follow=self.area))
        for fleet in self.fleets:
            survives_passage(s, fleet, self.sea)
        for army in self.alone:
            if KIND[army] == ARMY and not comes_through(s, army, self.sea):
                eliminate(s, (army,), "7.5.1a")


def comes_through(s: ElricState, p: int, sea: int) -> bool:
    """Roll for a ship, or for an army carried by magic; return whether it is saved.

    A die of at most its value saves it (7.5.1, 7.5.4).
    """
    is_saved, tally = passage_chance(p, sea).roll(s)
    kind = "passage.saved" if is_saved else "passage.lost"
    s.log(kind, peril_clause(sea), tally=tally, piece=p, area=sea, seat=s.owner[p], rolled=tally.rolled)
    return is_saved


def passage_chance(p: int, sea: int) -> Chance[bool]:
    """Return the chance that a ship or airborne army passes a perilous sea (7.5.1, 7.5.4)."""
    tally = Tally("passage", is_roll_under=True)
    tally.add(VALUE[p], peril_clause(sea), "own-value")
    return success_chance(tally, about=p)


def peril_clause(sea: int) -> str:
    return "7.5.4a" if sea == TEETH else "7.5.1a"


def survives_passage(s: ElricState, fleet: int, sea: int) -> bool:
    """Roll for a ship in a perilous sea, which founders on failure (7.5.1d, 7.5.4c).

    Returns whether it survives.
    """
    if comes_through(s, fleet, sea):
        return True
    founder(s, fleet, "7.5.4c" if sea == TEETH else "7.5.1d")
    return False
