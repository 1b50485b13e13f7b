"""Expected positions of a King's people and armies in each phase of a sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import MERCENARY, NO_LEADER, UNKNOWN, Army
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.turn import PHASES, Failed, Turn
from palatine.games.adventurer_kings.rules.realm.recruiting import receiver, recruit_one, types_led
from palatine.games.adventurer_kings.sheet_help.likely_defenders import FREE_LANCES, armies_of
from palatine.games.adventurer_kings.state import State


class PlannedPositions:
    """Expected places of a seat's characters at the start of each phase, and armies as they act."""

    def __init__(self, s: State, seat: int, lines: Sequence[orders.Line]) -> None:
        self.s, self.seat = s, seat
        self.acts: dict[int, list[orders.Action | None]] = {n: [None] * PHASES for n, _ in s.at_home(seat)}
        for order in lines:
            if isinstance(order, orders.Act) and order.character in self.acts and 1 <= order.phase <= PHASES:
                self.acts[order.character][order.phase - 1] = order.action
        self.planned = {order.character for order in lines if isinstance(order, orders.Special) and order.plan}
        """Characters with a Special Plan."""
        self.hires: dict[int, int] = {}
        """By Hero to be hired: the phase of it."""
        self.places: dict[int, list[int]] = {n: [s.people[n].place] for n in self.acts}
        self.armies: dict[int, list[set[int]]] = {n: [] for n in self.acts}
        self.raised: dict[int, list[tuple[Army, ...]]] = {n: [] for n in self.acts}
        self._led: defaultdict[int, set[int]] = defaultdict(set)
        self._levied: defaultdict[int, tuple[Army, ...]] = defaultdict(tuple)
        """Armies now, by leader or garrison, and those of them recruited this year."""
        for a, army in s.armies.items():
            if army.owner == seat:
                self._led[army.leader or garrison_key(army.place)].add(a)
        for phase in range(1, PHASES + 2):
            for n in sorted(self.acts, key=lambda n: not self._serves(n, phase)):
                self.armies[n].append(set(self._led[n]))
                self.raised[n].append(self._levied[n])
                if phase <= PHASES:
                    self._step(n, phase)

    def _serves(self, n: int, phase: int) -> bool:
        """Return whether a character gives armies to another or takes them, and acts first (A66)."""
        action = self.acts[n][phase - 1] if phase <= PHASES else None
        if isinstance(action, orders.Recruit):
            return action.leader not in (n, NO_LEADER)
        if isinstance(action, orders.Leave):
            return action.to != NO_LEADER
        return isinstance(action, orders.PickUp) and bool(action.armies)

    def _step(self, n: int, phase: int) -> None:
        """Carry out a character's order: moves, and armies recruited, taken or left."""
        action = self.acts[n][phase - 1]
        here = self.place(n, phase)
        self.places[n].append(here)
        if isinstance(action, orders.Move):
            self.places[n][phase] = self._step_towards(here, self.s.atlas.place(action.to))
        elif isinstance(action, orders.Hire):
            self.hires.setdefault(action.hero, phase)
        elif isinstance(action, orders.Recruit):
            self._recruit(n, phase, action)
        elif isinstance(action, orders.PickUp):
            self._transfer(action.armies, garrison_key(here), n)
        elif isinstance(action, orders.Leave):
            self._transfer(action.armies, n, action.to or garrison_key(here))
        elif isinstance(action, orders.Disband):
            self._transfer(action.armies, n, NOBODY)

    def _transfer(self, armies: Collection[int], source: int, to: int) -> None:
        """Give some armies, by default all of the source, to another leader or garrison."""
        moved = set(armies) or self._led[source]
        for each in self._led:
            self._led[each] = self._led[each] - moved
        self._led[to] |= moved
        if not armies:
            self._levied[to] += self._levied.pop(source, ())

    def _recruit(self, n: int, phase: int, action: orders.Recruit) -> None:
        """Recruit levies and reported mercenaries by the rules of the game (3.4)."""
        t, place = self._ground, self.place(n, phase)
        for who in {n, action.leader} & self.acts.keys():
            t.s.set_person(who, place=self.place(who, phase))
        for who, led in self._led.items():
            for a in led & t.s.armies.keys():
                t.s.set_army(a, leader=max(who, NO_LEADER))
        with suppress(Failed):
            leader = receiver(t, n, action.leader)
            armed = types_led(t, n, leader)
            for code in action.types:
                with suppress(Failed):
                    a = recruit_one(t, n, leader, tables.ARMY_CODES.index(code), armed)
                    self._levied[leader or garrison_key(place)] += (t.s.armies[a],)

    @cached_property
    def _ground(self) -> Turn:
        """A turn in the world as the King knows it, in which armies are recruited.

        Mercenaries are where they were reported last year, and Allies permit levies.
        """
        s, known = copy(self.s), self.s.known[self.seat]
        s.people, s.kingdoms = dict(s.people), list(s.kingdoms)
        s.owners = [
            owner if owner == self.seat else known[place].owner if place in known else UNKNOWN
            for place, owner in enumerate(s.owners)
        ]  # fmt: skip
        s.lands = tuple(
            land if s.owners[place] == self.seat or place not in known
            else replace(land, race=known[place].race, types=known[place].types)
            for place, land in enumerate(s.lands)
        )  # fmt: skip
        s.armies = {a: army for a, army in s.armies.items() if army.owner == self.seat}
        s.last_army = max(s.armies, default=0)
        t = Turn(s)
        for place, told in known.items():
            if told.seen >= s.turn - 1:
                for army in armies_of(told.forces, FREE_LANCES, MERCENARY, place):
                    s.new_army(army)
        t.dealings.treats |= {(owner, self.seat) for owner in range(len(s.seats))}
        return t

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

    def place(self, n: int, phase: int) -> int:
        """Return a character's expected place at the start of a phase."""
        return self.places[n][phase - 1]

    def leads(self, n: int, phase: int) -> set[int]:
        """Return the armies a character is expected to lead when it acts in a phase."""
        return self.armies[n][phase - 1]

    def levies(self, n: int, phase: int) -> tuple[Army, ...]:
        """Return the new armies that a character is expected to lead then (3.4)."""
        return self.raised[n][phase - 1]


NOBODY: Final = 0
"""Leader of disbanded armies."""


def garrison_key(place: int) -> int:
    """Return the key of the armies without a leader in a province."""
    return -1 - place
