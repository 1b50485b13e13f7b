"""Secrets: the faces of hidden troops are known only to their owner (1.2)."""

from __future__ import annotations

from random import Random

from palatine.core import Dice, dice_key
from palatine.testing.examples.ford.state import FordState, side


def is_known(s: FordState, piece: int, seat: str | None) -> bool:
    """Return whether a seat (None: a spectator) may know the face of a troop."""
    return bool(s.shown[piece]) or seat == s.seats[side(piece)]


def determinize(s: FordState, seat: str | None, seed: bytes) -> FordState:
    """Return a random state consistent with all that `seat` knows, with new dice."""
    random = Random(seed)
    twin = s.copy()
    twin.dice = Dice(dice_key(seed))
    for other in (0, 1):
        hidden = [p for p in range(other * 3, other * 3 + 3) if not is_known(s, p, seat)]
        faces = sorted(s.face[p] for p in hidden)
        random.shuffle(faces)
        for p, face in zip(hidden, faces, strict=True):
            twin.face[p] = face
    return twin
