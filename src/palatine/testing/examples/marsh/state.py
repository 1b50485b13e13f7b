"""The state: where every unit is, where rangers hide, which woods are known to be empty."""

from __future__ import annotations

import msgspec

from palatine.core import State
from palatine.testing.examples.marsh.components import SIDE, START, WOODS

GONE = -1
"""The place of a unit that is lost, and of rangers that have not hidden yet or have been met."""


class MarshState(State):
    """`where` is a list by unit, `rangers` by side; both have hexes."""

    turn: int = 1
    where: list[int] = msgspec.field(default_factory=lambda: [*START])
    rangers: list[int] = msgspec.field(default_factory=lambda: [GONE, GONE])
    empty_woods: tuple[int, ...] = ()
    """Woods that an enemy has entered without being ambushed; everybody saw it."""
    done: tuple[int, ...] = ()
    """The units that have marched or attacked in this step."""


def units_of(s: MarshState, side: int) -> list[int]:
    """The units of a side that are on the map."""
    return [u for u, at in enumerate(s.where) if SIDE[u] == side and at != GONE]


def unit_at(s: MarshState, at: int) -> int:
    """The unit in a hex, -1 for none."""
    return s.where.index(at) if at in s.where else -1


def possible_woods(s: MarshState, side: int) -> list[int]:
    """The woods in which the rangers of a side may be, for all that others know."""
    return [at for at in WOODS[side] if at not in s.empty_woods]
