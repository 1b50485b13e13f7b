"""The captain's sheet in progress: each person's orders and places by phase (1.3)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.state import State


class Year:
    """Five phases for each of a King's people."""

    def __init__(self, s: State, me: int) -> None:
        self.s = s
        self.people = [n for n, _ in s.at_home(me)]
        self.acts: dict[int, list[orders.Action | None]] = {n: [None] * PHASES for n in self.people}
        self.places: dict[int, list[int]] = {n: [s.people[n].place] * PHASES for n in self.people}
        """By character: the expected place at the beginning of each phase."""

    def lines(self) -> Iterator[orders.Act]:
        for n in self.people:
            for phase, action in enumerate(self.acts[n], 1):
                if action is not None:
                    yield orders.Act(n, phase, action)

    def free(self, n: int) -> int:
        """Return a person's first phase without an order; 0 for none."""
        acts = self.acts[n]
        return acts.index(None) + 1 if None in acts else 0

    def left(self, n: int) -> int:
        """Return the number of a person's phases without an order."""
        return self.acts[n].count(None)

    def is_bound(self, n: int) -> bool:
        """Return whether a later order of the year depends on a person's place then."""
        phase = self.free(n)
        return phase > 0 and any(action is not None for action in self.acts[n][phase:])

    def place(self, n: int, phase: int) -> int:
        return self.places[n][phase - 1]

    def end(self, n: int) -> int:
        """Return a person's expected place at the end of the year."""
        return self.places[n][-1]

    def add_order(self, n: int, action: orders.Action, phase: int = 0) -> bool:
        """Add an order for a phase, by default the first free one, and return whether it was free."""
        phase = phase or self.free(n)
        if not phase or self.acts[n][phase - 1] is not None:
            return False
        self.acts[n][phase - 1] = action
        return True

    def go(self, n: int, way: tuple[int, ...]) -> None:
        """Add moves until the way or the year ends."""
        for place in way:
            phase = self.free(n)
            if phase and self.add_order(n, orders.Move(self.s.atlas.numbers[place]), phase):
                self.places[n][phase:] = [place] * (PHASES - phase)
