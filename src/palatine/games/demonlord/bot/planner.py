"""The captain's plan of a movement step: who stays, who strikes, who marches, and who goes with them.

The plan is made anew from what can be seen whenever it is asked for, so it needs no memory: a group halfway to its
goal finds the same goal again, because what made it a good one has not changed.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from palatine.games.demonlord.foresight.distances import Reach
from palatine.games.demonlord.foresight.perception import Sight, strength
from palatine.games.demonlord.foresight.threats import danger_of
from palatine.games.demonlord.foresight.unit_values import WORTH


class Arm(NamedTuple):
    """A troop that may move, and where it can go."""

    unit: int
    hex: int
    reach: Reach


class Campaign:
    """A plan in the making. `goals` says where each unit that has got its orders is to end this phase."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.danger = danger_of(sight)
        self.arms = [Arm(u, h, sight.reach(u, h)) for h in sight.hexes for u in free_troops(sight, h)]
        self.goals: dict[int, int] = {}
        self.rides: dict[int, int] = {}
        """By character: the troop he is to ride with."""
        self.army: dict[int, float] = {}
        """By hex: the worth of troops that are to be there when the step ends."""
        moving = {arm.unit for arm in self.arms}
        for h in sight.hexes:
            self.army[h] = strength([u for u in sight.troops(h) if u not in moving])

    def send(self, u: int, goal: int) -> None:
        """Give a troop its orders; a goal where it stands is to stay."""
        self.goals[u] = goal
        self.army[goal] = self.army.get(goal, 0.0) + WORTH[u]

    def idle(self) -> list[Arm]:
        """The troops without orders."""
        return [arm for arm in self.arms if arm.unit not in self.goals]

    def bound_for(self, h: int) -> list[int]:
        """The troops that will be in a hex, as far as orders have been given."""
        moving = self.moving
        staying = [u for u in self.sight.troops(h) if u not in moving]
        return staying + [u for u, goal in self.goals.items() if goal == h]

    @cached_property
    def moving(self) -> frozenset[int]:
        return frozenset([arm.unit for arm in self.arms])


def free_troops(sight: Sight, h: int) -> list[int]:
    """The troops in a hex that may move."""
    if sight.is_locked(h):
        return []
    return [u for u in sight.troops(h) if sight.may_move(u)]
