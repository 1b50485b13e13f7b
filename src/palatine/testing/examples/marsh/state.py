"""The state: the place of every unit, the hidden rangers and the woods known to be empty."""

from __future__ import annotations

import msgspec

from palatine.core import State
from palatine.testing.examples.marsh.components import SIDE, START, WOODS

GONE = -1
"""The place of a lost unit, and of rangers before they hide and after their ambush."""


class MarshState(State):
    """The state of a match. `where` lists hexes by unit, `rangers` by side."""

    turn: int = 1
    where: list[int] = msgspec.field(default_factory=lambda: [*START])
    rangers: list[int] = msgspec.field(default_factory=lambda: [GONE, GONE])
    empty_woods: tuple[int, ...] = ()
    """Woods that an enemy has entered without an ambush; public knowledge."""
    done: tuple[int, ...] = ()
    """Units that have marched or attacked in this step."""


def units_of(s: MarshState, side: int) -> list[int]:
    """Return the units of a side that are on the map."""
    return [u for u, at in enumerate(s.where) if SIDE[u] == side and at != GONE]


def unit_at(s: MarshState, at: int) -> int:
    """Return the unit in a hex, or -1 if there is none."""
    return s.where.index(at) if at in s.where else -1


def possible_woods(s: MarshState, side: int) -> list[int]:
    """Return the woods in which the rangers of a side may hide, as far as the other side knows."""
    return [at for at in WOODS[side] if at not in s.empty_woods]
