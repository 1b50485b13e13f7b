"""A plan in execution: marches, and the positions of pieces when it was made."""

from __future__ import annotations

from copy import copy

from palatine.games.dark_emperor.bot.parameters import USUAL_AIM
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign, MarchOrder
from palatine.games.dark_emperor.components.pieces import BOX, FIRST_DEVICE


class MarchPlan:
    """Marches of a Movement Segment; equal to plans with the same marches."""

    def __init__(self, sight: Perception, campaign: Campaign, aim: str = USUAL_AIM) -> None:
        self.aim = aim
        self.rejected: tuple[str, ...] = ()
        """Aims of the plans that were played out and did worse, the best first."""
        self.orders = campaign.orders()
        self.leads = campaign.leads
        self.gained = campaign.gained
        self.victim = campaign.victim
        self.base = sight.state.where[:FIRST_DEVICE]
        self.seen = self.base
        self.turn_key = turn_key(sight)
        self.begun: MarchOrder | None = None
        """The march whose pieces were picked last; if they still wait, they cannot start."""
        self.ways = {p: {order.hex, *order.way, BOX} for order in self.orders for p in sight.aboard(order.pieces)}

    def holds(self, sight: Perception) -> bool:
        """Return whether a position can have resulted from this plan."""
        if self.turn_key != turn_key(sight):
            return False
        if sight.mind.is_playout:
            return True
        now = sight.state.where[:FIRST_DEVICE]
        if now != self.seen:
            moved = [p for p, h in enumerate(self.base) if h != now[p]]
            if not all([now[p] in self.ways.get(p, ()) for p in moved]):
                return False
            self.seen = now
        return True

    def fresh(self) -> MarchPlan:
        """Return a copy with no orders carried out."""
        twin = copy(self)
        twin.orders, twin.leads, twin.begun = list(self.orders), dict(self.leads), None
        return twin

    def without(self, goal: int) -> MarchPlan:
        """Return a copy without the marches to a hex."""
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
        """Return a key that is equal for plans with the same marches."""
        return self.victim, *sorted(self.orders)


def turn_key(sight: Perception) -> tuple[int, ...]:
    """Return the Movement Segment of a position: turn, phasing side, and own side."""
    s = sight.state
    return s.turn, s.phasing, sight.side
