"""The state: reeves, barns, gold, and the sheets handed in."""

from __future__ import annotations

import msgspec

from palatine.core import State
from palatine.testing.examples.tithe.orders.kinds import Orders

GONE = -1
"""The place of a reeve who has left for good."""


class TitheState(State):
    """The state of a match: `place` by reeve, `barns` by village, `gold` and `out` by seat."""

    turn: int = 1
    sheets: list[Orders | None] = msgspec.field(default_factory=list)
    place: list[int] = msgspec.field(default_factory=list)
    gold: list[int] = msgspec.field(default_factory=list)
    barns: list[int] = msgspec.field(default_factory=lambda: [0] * 6)
    out: list[int] = msgspec.field(default_factory=list)


def reeves_of(s: TitheState, seat: int) -> list[int]:
    """Return the reeves of a seat that have not left."""
    return [reeve for reeve in (seat * 2, seat * 2 + 1) if s.place[reeve] != GONE]
