"""The state: where every troop is, what it is, and who knows it."""

from __future__ import annotations

import msgspec

from palatine.core import State

GONE = -1
"""The place of a troop that has fallen."""


class FordState(State):
    """`place`, `face` and `shown` are lists by piece: 0 to 2 are North's, 3 to 5 South's."""

    day: int = 1
    place: list[int] = msgspec.field(default_factory=lambda: [0, 1, 2, 6, 7, 8])
    face: list[int] = msgspec.field(default_factory=lambda: [1, 2, 3, 1, 2, 3])
    shown: list[int] = msgspec.field(default_factory=lambda: [1, 0, 0, 1, 0, 0])


def side(piece: int) -> int:
    """The seat, by number, whose troop it is."""
    return piece // 3


def pieces_of(s: FordState, seat: int) -> list[int]:
    """The troops of a seat that have not fallen."""
    return [p for p in range(seat * 3, seat * 3 + 3) if s.place[p] != GONE]


def strength(s: FordState, seat: int) -> int:
    """The strength of a seat's troops in all."""
    return sum(s.face[p] for p in pieces_of(s, seat))
