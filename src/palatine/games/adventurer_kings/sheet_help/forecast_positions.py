"""Expected positions of a King's people and armies in each phase of a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.games.adventurer_kings.components.pieces import NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.state import State


class PlannedPositions:
    """Expected place and armies of every character of a seat, at the start of each phase."""

    def __init__(self, s: State, seat: int, lines: Sequence[orders.Line]) -> None:
        self.s, self.seat = s, seat
        self.acts: dict[int, list[orders.Action | None]] = {n: [None] * PHASES for n, _ in s.at_home(seat)}
        for order in lines:
            if isinstance(order, orders.Act) and order.character in self.acts and 1 <= order.phase <= PHASES:
                self.acts[order.character][order.phase - 1] = order.action
        self.planned = {order.character for order in lines if isinstance(order, orders.Special) and order.plan}
        """Characters with a Special Plan."""
        self.places: dict[int, list[int]] = {n: [s.people[n].place] for n in self.acts}
        self.armies: dict[int, list[set[int]]] = {n: [set(s.led_by(n))] for n in self.acts}
        self.hires: dict[int, int] = {}
        """By Hero to be hired: the phase of it."""
        for phase in range(1, PHASES + 1):
            for n in self.acts:
                self._step(n, phase)

    def _step(self, n: int, phase: int) -> None:
        """Advance one phase: moves, and armies taken or left."""
        action = self.acts[n][phase - 1]
        here, led = self.places[n][-1], set(self.armies[n][-1])
        if isinstance(action, orders.Move):
            here = self._step_towards(here, self.s.atlas.place(action.to))
        elif isinstance(action, orders.Hire):
            self.hires.setdefault(action.hero, phase)
        elif isinstance(action, orders.PickUp):
            led |= set(action.armies) or self._garrison(here)
        elif isinstance(action, orders.Leave | orders.Disband):
            led -= set(action.armies) or set(led)
        self.places[n].append(here)
        self.armies[n].append(led)

    def _step_towards(self, here: int, to: int) -> int:
        """Return a step to a neighbour.

        Toward a distant province it is the nearer neighbour with the lowest number.
        """
        s = self.s
        if to < 0 or to == here:
            return here
        if to in s.atlas.neighbours[here]:
            return to
        far = s.atlas.distances(to)
        nearer = [p for p in s.atlas.neighbours[here] if far[p] < far[here]]
        return min(nearer, key=lambda p: s.atlas.numbers[p]) if nearer else here

    def _garrison(self, here: int) -> set[int]:
        s = self.s
        return {a for a in s.armies_at(here) if s.armies[a].leader == NO_LEADER and s.armies[a].owner == self.seat}

    def place(self, n: int, phase: int) -> int:
        """Return a character's expected place at the start of a phase."""
        return self.places[n][phase - 1]

    def leads(self, n: int, phase: int) -> set[int]:
        """Return the armies a character is expected to lead at the start of a phase."""
        return self.armies[n][phase - 1]
