"""The captain: a bot that marches to the nearest town to take and attacks at good odds."""

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
    """A sampled state, consistent with all that the seat knows."""

    s: MarshState

    @property
    def step(self) -> Step:
        return self.s.flow[-1]  # type: ignore[return-value]


@decides(Hide)
def hide(perception: Perception, step: Hide, actions: list[Action]) -> Action:
    """Return the action that hides the rangers in the wood nearest to a town."""
    return min(actions, key=lambda action: min([GRID.distance(action[1], town) for town in TOWNS]))


@decides(March)
def march(perception: Perception, step: March, actions: list[Action]) -> Action:
    """Return the march that ends nearest to a town without a friendly unit.

    Woods where enemy rangers may hide are the last resort.
    """
    s, side = perception.s, SIDE[step.unit]
    free = [town for town in TOWNS if unit_at(s, town) < 0 or SIDE[unit_at(s, town)] != side] or [
        s.where[step.unit]
    ]

    def worth(action: Action) -> tuple[bool, int]:
        return meeting_odds(s, side, action[1]) is not None, min([GRID.distance(action[1], town) for town in free])

    return min(actions, key=worth)


@decides(Move)
def move(perception: Perception, step: Move, actions: list[Action]) -> Action:
    """Return the first action: a unit that can march or, if there is none, the end of the step."""
    return actions[0]


@decides(Fight)
def fight(perception: Perception, step: Fight, actions: list[Action]) -> Action:
    """Return the attack with the best odds, or the end if none is likelier to win than to lose."""
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
    """The bot of this game, which decides by the type of the step."""

    decisions = DECISIONS

    def perceive(self, state: MarshState, seat: str) -> Perception:
        return Perception(self.sample_state(state, seat))
