"""Movement (3): a march for each unit, limited by ground, river and zones of control."""

from __future__ import annotations

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.testing.examples.marsh.components import COST, GRID, GROUND, MOVEMENT, RIVER, SIDE
from palatine.testing.examples.marsh.rules.ambush import enter_wood
from palatine.testing.examples.marsh.state import MarshState, unit_at, units_of


def in_zone(s: MarshState, at: int, side: int) -> bool:
    """Return whether a hex is in a zone of control of a side; none crosses the river (3.4)."""
    beside = [s.where[u] for u in units_of(s, side) if s.where[u] in GRID.adjacent[at]]
    return any([(near, at) not in RIVER for near in beside])


def may_enter(s: MarshState, start: int, origin: int, at: int, side: int) -> Refusal | None:
    """Return the refusal of a move from `origin` into an adjacent hex, or None if it is legal.

    The unit began its march in `start`. A zone of control or a wood stops a march, but not one that starts there.
    """
    if (origin, at) in RIVER:
        return Refusal("3.2", "why.river")
    if unit_at(s, at) >= 0:
        return Refusal("3.3", "why.occupied")
    if origin != start and in_zone(s, origin, 1 - side):
        return Refusal("3.4", "why.zone")
    if origin != start and GROUND[origin] == "wood":
        return Refusal("3.5", "why.wood")
    return None


def reach(s: MarshState, unit: int) -> dict[int, int]:
    """Return the hexes that a unit can march to, with the cost of each in movement points (3.1)."""
    start = s.where[unit]

    def cost(origin: int, direction: int) -> int | None:
        at = GRID.neighbours[origin][direction]
        return COST[GROUND[at]] if may_enter(s, start, origin, at, SIDE[unit]) is None else None

    found = GRID.reachable(start, MOVEMENT[unit], cost)
    del found[start]
    return found


class Move(Step, frozen=True):
    """The movement step: a side chooses units to march until it ends the step (3)."""

    seat: int
    needs_decision = True
    clause = "3"
    verbs = {"unit": "piece", "end": "button"}

    def actions(self, s: MarshState) -> list[Action]:
        ready = [u for u in units_of(s, self.seat) if u not in s.done and reach(s, u)]
        return [*[("unit", u) for u in ready], ("end", 0)]

    def take(self, s: MarshState, action: Action) -> None:
        if action[0] == "end":
            s.pop()
            s.done = ()
        else:
            s.push(March(self.seat, action[1]))

    def refuse(self, s: MarshState, action: Action) -> Refusal | None:
        if action[1] not in units_of(s, self.seat):
            return Refusal("3", "why.not-yours")
        return Refusal("3", "why.has-marched" if action[1] in s.done else "why.no-way")


class March(ChooseOne, frozen=True):
    """The choice of a destination for the chosen unit (3.1)."""

    seat: int
    unit: int
    clause = "3.1"
    verbs = {"go": "space"}

    def candidates(self, s: MarshState) -> list[int]:
        return sorted(reach(s, self.unit))

    def on_chosen(self, s: MarshState, at: int) -> None:
        s.log("marches", "3.1", unit=self.unit, origin=s.where[self.unit], hex=at)
        s.where[self.unit] = at
        s.done = (*s.done, self.unit)
        if GROUND[at] == "wood":
            enter_wood(s, self.unit)

    def refuse(self, s: MarshState, action: Action) -> Refusal | None:
        start = s.where[self.unit]
        if action[1] in GRID.adjacent[start]:
            found = may_enter(s, start, start, action[1], self.seat)
            return found or Refusal("3.1", "why.too-far")
        return Refusal("3.1", "why.too-far")
