"""Special terrain: the Boiling Sea, the Serpents Teeth, Imrryr's gate, the bounds of hordes (7.5, 11.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.core import Refusal, Step
from palatine.games.elric.components.pieces import (
    ELRIC,
    FLAMEBRINGERS,
    FLEETS,
    IS_MELNIBONEAN,
    KELMAIN,
    POWER_OF,
    VALUE,
)
from palatine.games.elric.components.tables import FOUNDING, FOUNDING_PLACE, FOUNDING_PORT
from palatine.games.elric.components.world import (
    ASHANELOON,
    BOILING,
    KANELOON,
    MELNIBONE,
    MORDAGA,
    PORT_SEA,
    SOUTHERN_WILDS,
    TEETH,
    WEEPING_WASTE,
)
from palatine.games.elric.rules.common.calls import Escapes
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.naval import founder
from palatine.games.elric.state import NOBODY, ElricState

FOUNDING_ANCHORS: Final = tuple(FOUNDING_PORT if a == FOUNDING_PLACE else sea for a, sea in enumerate(PORT_SEA))
BOUNDS: Final = {
    FLAMEBRINGERS: (frozenset(WEEPING_WASTE), "11.0m", MORDAGA),
    KELMAIN: (frozenset(SOUTHERN_WILDS), "11.0o", KANELOON),
}
"""Where a horde stays until it has found its place, the clause, and the place (11.0; ruling A-52)."""


def anchors(s: ElricState) -> tuple[int, ...]:
    """By area: the one sea from which fleets enter its port, -1 for none (7.5.9; ruling A-89)."""
    return FOUNDING_ANCHORS if s.scenario == FOUNDING else PORT_SEA


# Where a group may not go by any means


def may_enter(s: ElricState, group: Sequence[int], area: int) -> Refusal | None:
    """What keeps a group out of an area by any means: Imrryr's gate (7.5.9), the bounds of its horde (11.0)."""
    if area == MELNIBONE and not opens_gate(s, group):
        clause = "7.5.9c" if s.fallen else "7.5.9b"
        return Refusal(clause, "why.gate-fallen" if s.fallen else "why.gate", {"area": area})
    return out_of_bounds(s, group, area) if is_horde_bound(s) else None


def opens_gate(s: ElricState, group: Sequence[int]) -> bool:
    """Whether the sea gate of Imrryr lets a stack in: with Elric, once it has fallen with any Melnibonean (7.5.9)."""
    if s.scenario == FOUNDING:
        return True
    if ELRIC in group:
        return True
    if not any([IS_MELNIBONEAN[p] for p in group]):
        return False
    return s.fallen or is_home(s, s.owner[group[0]])


def is_home(s: ElricState, seat: int) -> bool:
    """Whether Imrryr is a seat's own, though it has not fallen: its Melniboneans go in and out (ruling A-144)."""
    return seat != NOBODY and s.city_owner(MELNIBONE) == seat


def is_horde_bound(s: ElricState) -> bool:
    """Whether there is a horde in play that may not yet leave where it was mustered (11.0)."""
    ruler = s.ruler
    if ruler[FLAMEBRINGERS] == NOBODY and ruler[KELMAIN] == NOBODY:
        return False
    return any([ruler[power] != NOBODY and power not in s.freed for power in BOUNDS])


def out_of_bounds(s: ElricState, group: Sequence[int], area: int) -> Refusal | None:
    for p in group:
        power = POWER_OF[p]
        if power in BOUNDS and power not in s.freed:
            bounds, clause, place = BOUNDS[power]
            if area not in bounds:
                return Refusal(clause, "why.horde", {"power": power, "area": place})
    return None


# The Boiling Sea and the Serpents Teeth


def imperils(a: int, n: int) -> bool:
    """Whether to come from an area into the next is perilous (7.5.1, 7.5.4; rulings A-16, A-17)."""
    return n == TEETH or (n == BOILING and a != ASHANELOON)


def holds_back(a: int, n: int) -> bool:
    """Whether to leave an area for the next is perilous: the Boiling Sea, but for Ashaneloon (7.5.1b; ruling A-16)."""
    return a == BOILING and n != ASHANELOON


class Passage(Step, frozen=True):
    """Ships roll against their own value, then people on foot and in the air for themselves; so do armies that magic
    bears over the sea, each by its own value (7.5.1, 7.5.4; rulings A-16, A-17)."""

    area: int
    sea: int
    """The perilous sea; `area` is where they are while they roll."""
    fleets: tuple[int, ...]
    alone: tuple[int, ...]

    def run(self, s: ElricState) -> None:
        s.pop()
        people = tuple([p for p in self.alone if p < FLEETS[0]])
        if people:
            s.push(Escapes(self.area, people, at_sea=True, follow=self.area))
        for fleet in self.fleets:
            survives_passage(s, fleet, self.sea)
        for army in self.alone:
            if army >= FLEETS[0] and not comes_through(s, army, self.sea):
                eliminate(s, (army,), "7.5.1a")


def comes_through(s: ElricState, p: int, sea: int) -> bool:
    """The roll of a ship, or of an army that magic bears: no more than its value saves it (7.5.1, 7.5.4)."""
    clause = "7.5.4a" if sea == TEETH else "7.5.1a"
    tally = s.roll("passage")
    tally.versus = True
    tally.add(VALUE[p], clause, "own-value")
    kind = "passage.saved" if tally.within else "passage.lost"
    s.note(kind, clause, tally=tally, piece=p, area=sea, seat=s.owner[p], rolled=tally.rolled)
    return tally.within


def survives_passage(s: ElricState, fleet: int, sea: int) -> bool:
    """Whether a ship comes through the Boiling Sea or the Teeth; if not, it founders (7.5.1d, 7.5.4c)."""
    if comes_through(s, fleet, sea):
        return True
    founder(s, fleet, "7.5.4c" if sea == TEETH else "7.5.1d")
    return False
