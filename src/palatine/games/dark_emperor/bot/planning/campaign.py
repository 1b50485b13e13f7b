"""A plan for a Movement Segment in preparation: free pieces, goals and orders."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from palatine.games.dark_emperor.bot.distances import Reach, closed_hexes, leader_way, reach
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.pieces import BOX, NAVAL, UNIT_TYPE, UNITS
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.rules.common.losses import is_train
from palatine.games.dark_emperor.rules.common.terrain import is_immune, is_shut, march_type, way_of
from palatine.games.dark_emperor.rules.movement.movement import boxed
from palatine.games.dark_emperor.rules.movement.naval import LANDFALL
from palatine.games.dark_emperor.rules.movement.restrictions import held_fast, may_end
from palatine.games.dark_emperor.state import is_vampire

FAR = 24
"""Maximum attrition points of a march: three columns of the table."""
NEAR = 12
"""Maximum attrition points of a march within a playout."""
Breed = tuple[int, int, bool, bool]


class MarchOrder(NamedTuple):
    """Pieces that march together: start and route."""

    hex: int
    pieces: tuple[int, ...]
    way: tuple[int, ...]
    to_box: bool = False

    @property
    def goal(self) -> int:
        """Destination of the march."""
        return BOX if self.to_box else self.way[-1] if self.way else self.hex


class Band(NamedTuple):
    """Units with one movement profile in one hex that can be sent away, the strongest first."""

    hex: int
    breed: Breed
    units: tuple[int, ...]


class Campaign:
    """A plan: goals of units and leaders."""

    def __init__(self, sight: Perception, quarry: frozenset[int] = frozenset()) -> None:
        self.sight = sight
        self.quarry = quarry
        self.cap = NEAR if sight.mind is not None and sight.mind.is_playout else FAR
        self.reaches: dict[tuple[int, Breed], Reach] = sight.reaches.setdefault(quarry, {})
        self.goals: dict[int, int] = {}
        """By unit with orders: its destination; its own hex if it stays."""
        self.leads: dict[int, int] = {}
        """By leader with orders: the hex, or BOX."""
        self.kept: dict[int, int] = {}
        """By hex: number of units that stay as garrison."""
        self.sorted: list[Band] = []
        self.sorted_at = -1
        """Number of goals when the bands were last determined."""
        self.reaching: list[tuple[Band, dict[int, int]]] = []
        self.reaching_at = -1
        """Number of goals when their reach was last determined."""
        self.effort = sight.parameters.effort
        self.breadth = 4 if self.cap == NEAR else 8
        """Number of bands considered for one attack."""
        self.gained = 0.0
        """Value of the attacks planned so far."""
        self.victim = -1
        """Ally to be betrayed after the marches, or -1."""
        self.ferries: set[int] = set()
        """Fleets that transport troops."""

    @cached_property
    def closed(self) -> frozenset[int]:
        return closed_hexes(self.sight, self.quarry)

    @cached_property
    def movers(self) -> dict[int, tuple[int, ...]]:
        """By hex: friendly units and monsters that can still march in this segment."""
        s = self.sight.state
        idle = {*s.origin, *s.landed, *s.stopped, *s.cargo.values(), *held_fast(s)}
        found = {}
        for h, group in s.stacks[self.sight.side].items():
            mine = tuple([u for u in group if u not in idle])
            if mine:
                found[h] = mine
        return found

    def breed(self, u: int) -> Breed:
        """Return a unit's movement profile; units with the same one march alike."""
        breeds = self.sight.breeds
        found: Breed | None = breeds.get(u)
        if found is None:
            s = self.sight.state
            found = way_of(s, u), march_type(s, u) if u < UNITS else -1, is_vampire(u), is_immune(u)
            breeds[u] = found
        return found

    def reach_of(self, u: int) -> Reach:
        """Return the reach of a unit from its hex."""
        key = (self.sight.state.where[u], self.breed(u))
        found = self.reaches.get(key)
        if found is None:
            found = self.reaches[key] = reach(self.sight, u, self.closed, self.cap)
        return found

    def bands(self) -> list[Band]:
        """Return the units that can be sent away, without garrisons."""
        if self.sorted_at != len(self.goals):
            self.sorted_at = len(self.goals)
            self.sorted = self.sort_bands()
        return self.sorted

    def bands_with_reach(self) -> list[tuple[Band, dict[int, int]]]:
        """Return the same units with the points of each hex they can reach."""
        bands = self.bands()
        if self.reaching_at != len(self.goals):
            self.reaching_at = len(self.goals)
            self.reaching = [(band, self.reach_of(band.units[0]).points) for band in bands]
        return self.reaching

    def sort_bands(self) -> list[Band]:
        found = []
        for h, group in self.movers.items():
            free = [u for u in group if u not in self.goals]
            spare = len(free) - max(0, self.kept.get(h, 0) - self.staying(h))
            if spare <= 0:
                continue
            free.sort(key=lambda u: (-self.strength(u), self.sight.worth(u), u))
            sorted_out: dict[Breed, list[int]] = {}
            for u in free[:spare]:
                sorted_out.setdefault(self.breed(u), []).append(u)
            found += [Band(h, breed, tuple(units)) for breed, units in sorted_out.items()]
        return found

    def strength(self, u: int) -> int:
        """Return the strength of a unit or monster with its cargo."""
        return sum(map(self.sight.state.strength, self.sight.aboard((u,))))

    def send(self, units: Iterable[int], h: int) -> None:
        """Order units and their cargo to march to a hex, or stay there."""
        for u in self.sight.aboard(tuple(units)):
            self.goals[u] = h

    def staying(self, h: int) -> int:
        """Return the number of units in a hex that certainly stay."""
        goals, movers = self.goals, self.movers.get(h, ())
        return sum([goals.get(u) == h or u not in movers for u in self.sight.own(h) if u < UNITS])

    def bound_for(self, h: int) -> list[int]:
        """Return friendly units and monsters that will be in a hex; those without orders stay."""
        found = [u for u in self.sight.own(h) if self.goals.get(u, h) == h]
        return found + [u for u, goal in self.goals.items() if goal == h and self.sight.state.where[u] != h]

    def settled(self, h: int) -> list[int]:
        """Return the side's units and monsters that will certainly be in a hex."""
        movers = self.movers.get(h, ())
        found = [u for u in self.sight.own(h) if u not in movers and u not in self.goals]
        return found + [u for u, goal in self.goals.items() if goal == h]

    def room(self, h: int) -> int:
        return LIMIT[h] - sum([u < UNITS for u in self.bound_for(h)])

    def can_reach(self, u: int, h: int) -> bool:
        return h in self.reach_of(u).points and self.can_end(u, h)

    def can_end(self, u: int, h: int) -> bool:
        """Return whether a unit or monster can stay in a hex and land its cargo there."""
        cargo = self.sight.state.cargo
        return may_end(h, (u,)) and (u not in cargo or (LANDFALL[h] and not is_shut(self.sight.state, cargo[u], h)))

    def idle_leaders(self) -> list[int]:
        """Return friendly leaders, on the map or in the Box, without orders who can still move."""
        s = self.sight.state
        everybody = (*self.sight.my_leaders, *boxed(s, self.sight.side))
        return [p for p in everybody if p not in self.leads and p not in s.stopped and p not in s.origin]

    # The orders

    def orders(self) -> list[MarchOrder]:
        """Return the plan as marches: troops first, so that leaders join them."""
        return [*self.troop_orders(), *self.leader_orders()]

    def troop_orders(self) -> list[MarchOrder]:
        s = self.sight.state
        bands: dict[tuple[int, int, Breed], list[int]] = {}
        found = self.landings()
        loads = s.cargo.values()
        for u, goal in self.goals.items():
            if s.where[u] != goal and u not in s.origin and u not in loads:
                bands.setdefault((s.where[u], goal, self.breed(u)), []).append(u)
        for (h, goal, _), units in bands.items():
            found.append(MarchOrder(h, tuple(sorted(units)), self.reach_of(units[0]).way(goal)))
        found.sort(key=lambda order: (is_train(order.pieces[0]), UNIT_TYPE[order.pieces[0]] != NAVAL
                                      if order.pieces[0] < UNITS else True, len(order.way)))  # fmt: skip
        return found

    def landings(self) -> list[MarchOrder]:
        """Return orders to land the cargo of fleets that do not sail."""
        s = self.sight.state
        movers = [ship for ship in s.cargo if ship in self.movers.get(s.where[ship], ())]
        idle = [ship for ship in movers if self.goals.get(ship, s.where[ship]) == s.where[ship]]
        return [MarchOrder(s.where[u], (u,), ()) for u in idle if self.can_end(u, s.where[u])]

    def leader_orders(self) -> list[MarchOrder]:
        s = self.sight.state
        found = []
        for leader, goal in self.leads.items():
            if s.where[leader] == goal:
                continue
            if s.where[leader] == BOX:
                found.append(MarchOrder(BOX, (leader,), (goal,)))
                continue
            if goal < 0:
                found.append(MarchOrder(s.where[leader], (leader,), (), to_box=True))
                continue
            way = leader_way(self.sight, leader, goal)
            if way is None and self.bound_for(goal):
                way = self.way_among_friends(leader, goal)
            if way:
                found.append(MarchOrder(s.where[leader], (leader,), way))
        return found

    def way_among_friends(self, leader: int, goal: int) -> tuple[int, ...] | None:
        """Return a route into a hex of enemies where friends will be first."""
        s = self.sight.state
        friends = s.stacks[self.sight.side]
        if goal in friends:
            return None
        friends[goal] = ()
        way = leader_way(self.sight, leader, goal)
        del friends[goal]
        return way
