"""Whether armies can go somewhere, by the rule itself, on the ground as their King knows it (6.2)."""

from __future__ import annotations

import copy
from collections.abc import Iterable

import msgspec

from palatine.games.adventurer_kings.components.pieces import UNKNOWN
from palatine.games.adventurer_kings.rules.common.transport import crossing
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn
from palatine.games.adventurer_kings.state import State


class KnownGround:
    """The world with its terrain as a seat has been told of it, rightly or wrongly."""

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
        """Why armies cannot go from a province to the next, points aside; None if they can, or nobody knows."""
        mine = [n for n in sorted(armies) if n in self.turn.s.armies]
        if not {a, b} <= self.charted or not mine:
            return None
        try:
            crossing(self.turn, mine, a, b, paid=False)
        except Failed as failure:
            return failure
        return None
