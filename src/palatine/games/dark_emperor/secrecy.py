"""Hidden information: the face-down markers on magic hexes (5.2, 18)."""

from __future__ import annotations

from random import Random

from palatine.core import dice_key
from palatine.games.dark_emperor.state import DarkEmperorState


def determinize(s: DarkEmperorState, seat: str | None, seed: bytes) -> DarkEmperorState:
    """Return a copy with the face-down markers dealt again.

    All else is public, so the result is the same for every `seat`.
    """
    twin = s.copy()
    twin.dice.key, twin.dice.count = dice_key(b"determinize" + seed), 0
    hexes = sorted(twin.markers)
    dealt = sorted([twin.markers[h] for h in hexes])
    Random(seed).shuffle(dealt)
    twin.markers = dict(zip(hexes, dealt, strict=True))
    return twin
