"""The captain: marches to the nearest town that is not held, attacks when it is likelier to win than to lose."""

from __future__ import annotations

from typing import NamedTuple

from palatine.core import Action, Step
from palatine.core.bot import StepBot
from palatine.testing.examples.marsh.components import GRID, SIDE, TOWNS
from palatine.testing.examples.marsh.decisions import DECISIONS, decides
from palatine.testing.examples.marsh.rules.ambush import meeting_odds
from palatine.testing.examples.marsh.rules.combat import Fight, combat_chance
from palatine.testing.examples.marsh.rules.hiding import Hide
from palatine.testing.examples.marsh.rules.movement import March, Move
from palatine.testing.examples.marsh.state import MarshState, unit_at


class Perception(NamedTuple):
    """A position that the seat cannot tell from the true one."""

    s: MarshState

    @property
    def step(self) -> Step:
        return self.s.flow[-1]  # type: ignore[return-value]


@decides(Hide)
def hide(perception: Perception, step: Hide, actions: list[Action]) -> Action:
    """In the wood that is nearest to the enemy's way."""
    return min(actions, key=lambda action: min([GRID.distance(action[1], town) for town in TOWNS]))


@decides(March)
def march(perception: Perception, step: March, actions: list[Action]) -> Action:
    """Towards the nearest town without a unit of one's own; not into a wood where rangers may be."""
    s, side = perception.s, SIDE[step.unit]
    free = [town for town in TOWNS if unit_at(s, town) < 0 or SIDE[unit_at(s, town)] != side] or [
        s.where[step.unit]
    ]

    def worth(action: Action) -> tuple[bool, int]:
        return meeting_odds(s, side, action[1]) is not None, min([GRID.distance(action[1], town) for town in free])

    return min(actions, key=worth)


@decides(Move)
def move(perception: Perception, step: Move, actions: list[Action]) -> Action:
    """The first unit that can still march; last comes the button that ends the movement."""
    return actions[0]


@decides(Fight)
def fight(perception: Perception, step: Fight, actions: list[Action]) -> Action:
    """The attack that is most likely to win, if it is not likelier to lose."""
    *attacks, end = actions
    odds = {action: combat_chance(perception.s, action[1]).distribution() for action in attacks}
    gain = {
        action: found.probability(lambda result: result == "defender-lost")
        - found.probability(lambda result: result == "attacker-lost")
        for action, found in odds.items()
    }
    best = max(attacks, key=gain.__getitem__)
    return best if gain[best] > 0 else end


class Captain(StepBot[MarshState, Perception]):
    """The bot of this game."""

    decisions = DECISIONS

    def perceive(self, state: MarshState, seat: str) -> Perception:
        return Perception(self.sampled(state, seat))
