"""Whether armies can make a step, by the rules but on the ground their King knows (6.2)."""

from __future__ import annotations

import copy
from collections.abc import Iterable

import msgspec

from palatine.games.adventurer_kings.components.pieces import UNKNOWN
from palatine.games.adventurer_kings.rules.common.transport import crossing
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn
from palatine.games.adventurer_kings.state import State


class KnownGround:
    """World with its terrain as reported to a seat, correct or not."""

    def __init__(self, s: State, seat: int) -> None:
        known = s.known[seat]
        self.charted = {place for place, told in known.items() if told.terrain != UNKNOWN}
        told = copy.copy(s)
        told.lands = tuple(
            msgspec.structs.replace(land, terrain=known[place].terrain) if place in self.charted else land
            for place, land in enumerate(s.lands)
        )
        self.turn = Turn(told)

    def why_not(self, armies: Iterable[int], a: int, b: int) -> Failed | None:
        """Return why armies cannot make a step; None if they can or it is unknown.

        Movement points are ignored.
        """
        mine = [n for n in sorted(armies) if n in self.turn.s.armies]
        if not {a, b} <= self.charted or not mine:
            return None
        try:
            crossing(self.turn, mine, a, b, paid=False)
        except Failed as failure:
            return failure
        return None
