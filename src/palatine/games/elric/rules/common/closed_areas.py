"""Areas closed to a group by any route, and the seas of ports.

Imrryr's gate (7.5.9), the bounds of hordes (11.0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.core import Refusal
from palatine.games.elric.components.pieces import ELRIC, FLAMEBRINGERS, IS_MELNIBONEAN, KELMAIN, POWER_OF
from palatine.games.elric.components.tables import FOUNDING, FOUNDING_PLACE, FOUNDING_PORT
from palatine.games.elric.components.world import (
    BOILING,
    KANELOON,
    MELNIBONE,
    MORDAGA,
    PORT_SEA,
    SOUTHERN_WILDS,
    STRAITS,
    TEETH,
    WEEPING_WASTE,
)
from palatine.games.elric.state import NOBODY, ElricState

PERILS: Final = frozenset((BOILING, STRAITS, TEETH))
"""Perilous seas, which players enter only by choice (7.5.1, 7.5.4, 7.5.5)."""
FOUNDING_ANCHORS: Final = tuple(FOUNDING_PORT if a == FOUNDING_PLACE else sea for a, sea in enumerate(PORT_SEA))
BOUNDS: Final = {
    FLAMEBRINGERS: (frozenset(WEEPING_WASTE), "11.0m", MORDAGA),
    KELMAIN: (frozenset(SOUTHERN_WILDS), "11.0o", KANELOON),
}
"""By horde: the area that confines it, the clause, the place it must find (11.0; A-52)."""


def anchors(s: ElricState) -> tuple[int, ...]:
    """Return by area the one sea from which fleets enter its port, -1 for none (7.5.9; A-89)."""
    return FOUNDING_ANCHORS if s.scenario == FOUNDING else PORT_SEA


def may_enter(s: ElricState, group: Sequence[int], area: int) -> Refusal | None:
    """Return why a group may not enter an area by any route, or None.

    The reason is Imrryr's gate (7.5.9) or the bounds of its horde (11.0).
    """
    if area == MELNIBONE and not opens_gate(s, group):
        clause = "7.5.9c" if s.fallen else "7.5.9b"
        return Refusal(clause, "why.gate-fallen" if s.fallen else "why.gate", {"area": area})
    return out_of_bounds(s, group, area) if is_horde_bound(s) else None


def opens_gate(s: ElricState, group: Sequence[int]) -> bool:
    """Return whether the sea gate of Imrryr opens to a stack (7.5.9).

    It needs Elric; after the fall of Imrryr any Melnibonean is enough.
    """
    if s.scenario == FOUNDING:
        return True
    if ELRIC in group:
        return True
    if not any([IS_MELNIBONEAN[p] for p in group]):
        return False
    return s.fallen or is_home(s, s.owner[group[0]])


def is_home(s: ElricState, seat: int) -> bool:
    """Return whether Imrryr is a seat's own, so that its Melniboneans pass the gate (A-144)."""
    return seat != NOBODY and s.city_owner(MELNIBONE) == seat


def is_horde_bound(s: ElricState) -> bool:
    """Return whether a horde in play may not yet leave where it was mustered (11.0)."""
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
