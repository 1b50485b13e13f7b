"""Which enemies can come where."""

from __future__ import annotations

from typing import Final

from palatine.games.demonlord.bot_sight import Foe, Sight
from palatine.games.demonlord.bot_ways import march_from

NEXT_PHASE: Final = 4
"""Points of a march on foot within which an enemy is sure to be here in his next phase, if he wants."""
AFTER_IT: Final = 6
"""Within which his riders may be, or he in the phase after."""
RIDERS: Final = 0.5


class Danger:
    """The worth of the enemies that may come to a hex in their next phase."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.foes = [(foe, march_from(foe.hex)) for foe in sight.foes if foe.may_fight]
        self.pinned = {foe.hex for foe, _ in self.foes if self.is_pinned(foe)}
        self.known: dict[tuple[int, int], float] = {}

    def is_pinned(self, foe: Foe) -> bool:
        """Besieged in his fortress: he comes to nobody's help."""
        sight = self.sight
        return sight.holder(foe.hex) == sight.enemy and sight.has_siege(foe.hex)

    def at(self, h: int, without: int = -1) -> float:
        """The danger in hex `h`, not counting the enemies in hex `without`."""
        found = self.known.get((h, without))
        if found is None:
            found = self.known[h, without] = sum(
                [self.from_foe(foe, road[h], h) for foe, road in self.foes if foe.hex != without]
            )
        return found

    def from_foe(self, foe: Foe, distance: int, h: int) -> float:
        if distance > AFTER_IT or (foe.hex in self.pinned and foe.hex != h):
            return 0.0
        return foe.strength if distance <= NEXT_PHASE else foe.strength * RIDERS
