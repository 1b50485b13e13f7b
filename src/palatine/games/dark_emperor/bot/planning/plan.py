"""A plan as it is carried out: marches, and the places from which they were planned."""

from __future__ import annotations

from copy import copy

from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign, MarchOrder
from palatine.games.dark_emperor.components.pieces import BOX, FIRST_DEVICE


class MarchPlan:
    """What is to be done in a Movement Segment; equal to others with the same marches."""

    def __init__(self, sight: Perception, campaign: Campaign) -> None:
        self.orders = campaign.orders()
        self.leads = campaign.leads
        self.gained = campaign.gained
        self.victim = campaign.victim
        self.base = sight.state.where[:FIRST_DEVICE]
        self.seen = self.base
        self.turn_key = turn_key(sight)
        self.begun: MarchOrder | None = None
        """The march whose pieces were picked last: if they wait still, they could but halt."""
        self.ways = {p: {order.hex, *order.way, BOX} for order in self.orders for p in sight.aboard(order.pieces)}

    def holds(self, sight: Perception) -> bool:
        """Whether a position can have come about by this plan."""
        if self.turn_key != turn_key(sight):
            return False
        if sight.mind.is_dreaming:
            return True
        now = sight.state.where[:FIRST_DEVICE]
        if now != self.seen:
            moved = [p for p, h in enumerate(self.base) if h != now[p]]
            if not all([now[p] in self.ways.get(p, ()) for p in moved]):
                return False
            self.seen = now
        return True

    def fresh(self) -> MarchPlan:
        """The same, to be carried out from the beginning."""
        twin = copy(self)
        twin.orders, twin.leads, twin.begun = list(self.orders), dict(self.leads), None
        return twin

    def without(self, goal: int) -> MarchPlan:
        """The same, but nobody marches to a hex."""
        twin = self.fresh()
        twin.orders = [order for order in self.orders if order.goal != goal]
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarchPlan) and (self.turn_key, self.signature()) == (
            other.turn_key,
            other.signature(),
        )

    def __hash__(self) -> int:
        return hash((self.turn_key, self.signature()))

    def signature(self) -> tuple[object, ...]:
        """Plans with the same marches are the same."""
        return self.victim, *sorted(self.orders)


def turn_key(sight: Perception) -> tuple[int, ...]:
    """The Movement Segment a captain looks at: the turn, whose it is, and the captain's own side."""
    s = sight.state
    return s.turn, s.phasing, sight.side
