"""A base class for bots with one decision rule per type of step."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Protocol, TypeVar

from palatine.core.decisions import DecisionRegistry, DecisionRule
from palatine.core.game import Game
from palatine.core.search.context import InContext, SearchContext
from palatine.core.state import Action, State


class Perception(Protocol):
    """A position as a bot sees it, with anything else that its decisions depend on."""

    @property
    def step(self) -> Any:
        """The step that needs a decision, as it stands in the perceived position."""


S = TypeVar("S", bound=State)
K = TypeVar("K", bound=Perception)


def first_action(perception: Any, step: Any, actions: list[Action]) -> Action:
    """Choose the first action, for steps at which all choices are equally good."""
    return actions[0]


def last_action(perception: Any, step: Any, actions: list[Action]) -> Action:
    """Choose the last action, for steps that end with a button at the end of the list."""
    return actions[-1]


class StepBot(InContext, Generic[S, K]):
    """A bot that has a decision rule for each type of step.

        class Captain(StepBot[ElricState, ElricPerception]):n            decisions = DECISIONS

            def perceive(self, state: ElricState, seat: str) -> ElricPerception:
                memory = self.context.memory.setdefault(seat, ElricMemory())
                return ElricPerception(self.sampled(state, seat), state.seats.index(seat), memory)

    `perceive` returns all that the decision rules may use, and must not use anything that the seat may not know. It is
    not called if there is only one action. A bot that simulates play calls `choose` with a perception of the simulated
    position. A bot keeps its memory in its context, which is new in each sampled world of a search.
    """

    decisions: ClassVar[DecisionRegistry] = DecisionRegistry()
    default_rule: ClassVar[DecisionRule] = staticmethod(first_action)
    """The rule for steps that have none in `decisions`."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.context = SearchContext(is_dealt=False)

    def sample_state(self, state: S, seat: str) -> S:
        """Return a position consistent with what the seat knows; in a search, `state` itself.

        The same state always gives the same position.
        """
        return state if self.context.is_dealt else self.game.determinize(state, seat, b"captain")

    def perceive(self, state: S, seat: str) -> K:
        """Return what the seat perceives of a position in which it must decide."""
        raise NotImplementedError

    def decide(self, state: S, seat: str) -> Action:
        """Return one of the legal actions of `seat`, which must be the seat to act."""
        step: Any = state.flow[-1]
        actions: list[Action] = step.actions(state)
        if step.is_interruptible and (action := self._interrupt(state, seat)):
            return action
        return actions[0] if len(actions) == 1 else self.choose(self.perceive(state, seat), actions)

    def _interrupt(self, state: S, seat: str) -> Action | None:
        """Return the action that the rule for an interrupt chooses, or None.

        The rule receives all actions of the interrupt.
        """
        at = state.seats.index(seat)
        for interrupt in self.game.interrupts:
            rule = self.decisions.decision_of(type(interrupt))
            if rule is not None and (offered := interrupt.actions(state, at)):
                chosen: Action | None = rule(self.perceive(state, seat), interrupt, offered)
                if chosen is not None:
                    return chosen
        return None

    @classmethod
    def choose(cls, perception: K, actions: list[Action]) -> Action:
        """Return one of several actions, by the rule for the step to be decided."""
        step = perception.step
        chosen: Action = (cls.decisions.decision_of(type(step)) or cls.default_rule)(perception, step, actions)
        return chosen
