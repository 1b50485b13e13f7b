"""The captain's plan of a movement step: who stays, who strikes, who marches, and who goes with them.

A plan is made once for a step and holds until something happens that it did not foresee: an enemy is seen, falls or
goes away, or one's own units are where it did not send them. Then the rest is planned anew.
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
    """A troop that may move, and where it can go."""

    unit: int
    hex: int
    reach: Reach


class MarchOrder(NamedTuple):
    """Units that march together: from where, by which hexes."""

    hex: int
    units: tuple[int, ...]
    way: tuple[int, ...]


class Campaign:
    """A plan in the making. `goals` says where each unit that has got its orders is to end this phase."""

    def __init__(self, sight: CaptainPerception) -> None:
        self.sight = sight
        self.danger = danger_of(sight)
        self.arms = [Arm(u, h, sight.reach(u, h)) for h in sight.hexes for u in free_troops(sight, h)]
        self.goals: dict[int, int] = {}
        self.rides: dict[int, int] = {}
        """By character: the troop he is to ride with."""
        self.aims: dict[int, int] = {}
        """By troop on the way: the place it is bound for in the end."""
        self.army: dict[int, float] = {}
        """By hex: the worth of troops that are to be there when the step ends."""
        self.orders: list[MarchOrder] = []
        """Its marches, in the order in which they are made."""
        self.digest = sight.digest()
        self.stood = {u: h for h in sight.hexes for u in sight.stack(h)}
        """Where one's own units stood when it was made."""
        moving = {arm.unit for arm in self.arms}
        for h in sight.hexes:
            self.army[h] = strength([u for u in sight.troops(h) if u not in moving])

    def fits(self, sight: CaptainPerception) -> bool:
        """Whether nothing has happened but what was ordered: those who have not marched stand where they did."""
        return self.digest == sight.digest() and all(
            [sight.where(u) == h or not sight.pace(u).fresh for u, h in self.stood.items()]
        )

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


def free_troops(sight: CaptainPerception, h: int) -> list[int]:
    """The troops in a hex that may move."""
    if sight.is_locked(h):
        return []
    return [u for u in sight.troops(h) if sight.may_move(u)]
