"""Ambush (4): a unit that enters a wood may meet rangers."""

from __future__ import annotations

from palatine.core import Chance, Distribution, Tally
from palatine.testing.examples.marsh.components import SIDE, STRENGTH, WOODS
from palatine.testing.examples.marsh.rules.victory import end_if_beaten
from palatine.testing.examples.marsh.state import GONE, MarshState, possible_woods

SURVIVES = 6
"""Lowest total of die and strength with which a unit survives an ambush."""


def ambush_chance(strength: int) -> Chance[bool]:
    """Return the chance that an ambushed unit survives: die plus strength, 6 or more (4.1)."""
    tally = Tally("ambush")
    tally.add(strength, "4.1", "strength")
    return Chance(tally, lambda thrown: thrown.total >= SURVIVES)


def meeting_odds(s: MarshState, side: int, at: int) -> Distribution[bool] | None:
    """Return the odds that a unit of a side meets rangers in a hex, or None if it cannot (4.2).

    They depend only on what that side knows: each wood that may hold the rangers is equally likely.
    """
    woods = possible_woods(s, 1 - side)
    if s.rangers[1 - side] == GONE or at not in woods:
        return None
    return Distribution([(True, 1), (False, len(woods) - 1)])


def enter_wood(s: MarshState, unit: int) -> None:
    """Resolve an ambush in the wood that a unit entered, or mark the wood as empty (4.1, 4.2)."""
    at, enemy = s.where[unit], 1 - SIDE[unit]
    if s.rangers[enemy] != at:
        if at in WOODS[enemy] and at not in s.empty_woods:
            s.empty_woods = (*s.empty_woods, at)
        return
    s.rangers[enemy] = GONE
    survives, tally = ambush_chance(STRENGTH[unit]).roll(s)
    s.log("ambush", "4.1", tally=tally, unit=unit, hex=at)
    if not survives:
        s.log("lost", "4.1", unit=unit)
        s.where[unit] = GONE
        end_if_beaten(s)
