"""The captain's plan for a movement step: garrisons, attacks, marches and companions.

A plan is made once for a step and holds until an unexpected event: an enemy is seen, falls or leaves, or own units are
not where the plan sent them. Then the rest is planned again.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.preview.distances import Reach
from palatine.games.demonlord.preview.perception import strength
from palatine.games.demonlord.preview.threats import danger_of
from palatine.games.demonlord.preview.unit_values import WORTH


class Arm(NamedTuple):
    """A troop that can move, with its reach."""

    unit: int
    hex: int
    reach: Reach


class MarchOrder(NamedTuple):
    """Units that march together: start and route."""

    hex: int
    units: tuple[int, ...]
    way: tuple[int, ...]


class Campaign:
    """A plan in preparation; `goals` is the destination of each unit with orders in this phase."""

    def __init__(self, sight: CaptainPerception) -> None:
        self.sight = sight
        self.danger = danger_of(sight)
        self.arms = [Arm(u, h, sight.reach(u, h)) for h in sight.hexes for u in free_troops(sight, h)]
        self.goals: dict[int, int] = {}
        self.rides: dict[int, int] = {}
        """By character: the troop it rides with."""
        self.destinations: dict[int, int] = {}
        """By troop on a longer way: its final destination."""
        self.tasks: dict[int, str] = {}
        """By unit with orders: the kind of its task, for advice."""
        self.aim = ""
        """The aim of the armies, from the moment at which they are assigned."""
        self.army: dict[int, float] = {}
        """By hex: value of the troops that will be there when the step ends."""
        self.orders: list[MarchOrder] = []
        """Marches in order of execution."""
        self.digest = sight.digest()
        self.stood = {u: h for h in sight.hexes for u in sight.stack(h)}
        """Hexes of friendly units when the plan was made."""
        moving = {arm.unit for arm in self.arms}
        for h in sight.hexes:
            self.army[h] = strength([u for u in sight.troops(h) if u not in moving])

    def fits(self, sight: CaptainPerception) -> bool:
        """Return whether only ordered events have happened since.

        Units that have not marched are where they were.
        """
        return self.digest == sight.digest() and all(
            [sight.where(u) == h or not sight.pace(u).fresh for u, h in self.stood.items()]
        )

    def send(self, u: int, goal: int, task: str) -> None:
        """Give a troop orders; its own hex as goal means to stay."""
        self.goals[u], self.tasks[u] = goal, task
        self.army[goal] = self.army.get(goal, 0.0) + WORTH[u]

    def idle(self) -> list[Arm]:
        """Return the troops without orders."""
        return [arm for arm in self.arms if arm.unit not in self.goals]

    def bound_for(self, h: int) -> list[int]:
        """Return the troops that will be in a hex, as far as ordered."""
        moving = self.moving
        staying = [u for u in self.sight.troops(h) if u not in moving]
        return staying + [u for u, goal in self.goals.items() if goal == h]

    @cached_property
    def moving(self) -> frozenset[int]:
        return frozenset([arm.unit for arm in self.arms])


def free_troops(sight: CaptainPerception, h: int) -> list[int]:
    """Return the troops in a hex that can move."""
    if sight.is_locked(h):
        return []
    return [u for u in sight.troops(h) if sight.may_move(u)]
