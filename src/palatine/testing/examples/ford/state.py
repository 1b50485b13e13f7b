"""The state: the place, face and visibility of every troop."""

from __future__ import annotations

import msgspec

from palatine.core import State

GONE = -1
"""The place of a troop that has fallen."""


class FordState(State):
    """The state of a match. Lists are by piece: 0 to 2 are North's, 3 to 5 South's."""

    day: int = 1
    place: list[int] = msgspec.field(default_factory=lambda: [0, 1, 2, 6, 7, 8])
    face: list[int] = msgspec.field(default_factory=lambda: [1, 2, 3, 1, 2, 3])
    shown: list[int] = msgspec.field(default_factory=lambda: [1, 0, 0, 1, 0, 0])


def side(piece: int) -> int:
    """Return the index of the seat that owns a troop."""
    return piece // 3


def pieces_of(s: FordState, seat: int) -> list[int]:
    """Return the troops of a seat that have not fallen."""
    return [p for p in range(seat * 3, seat * 3 + 3) if s.place[p] != GONE]


def strength(s: FordState, seat: int) -> int:
    """Return the total strength of a seat's troops."""
    return sum(s.face[p] for p in pieces_of(s, seat))
