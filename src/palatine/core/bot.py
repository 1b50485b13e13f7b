"""Bots that decide by the step that asks, one thought for every type of step."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Protocol, TypeVar

from palatine.core.decisions import DecisionRegistry, DecisionRule
from palatine.core.game import Game
from palatine.core.search.context import InContext, SearchContext
from palatine.core.state import Action, State


class Perception(Protocol):
    """A position as a bot sees it, with whatever else it bears in mind."""

    @property
    def step(self) -> Any:
        """The step that asks, in the position as it is seen."""


S = TypeVar("S", bound=State)
K = TypeVar("K", bound=Perception)


def first(perception: Any, step: Any, actions: list[Action]) -> Action:
    """For steps at which one choice is as good as another."""
    return actions[0]


def last(perception: Any, step: Any, actions: list[Action]) -> Action:
    """For steps that a button at the end of the list ends."""
    return actions[-1]


class StepBot(InContext, Generic[S, K]):
    """A bot that has a decision rule for each type of step.

        class Captain(StepBot[ElricState, ElricPerception]):
            decisions = DECISIONS

            def perceive(self, state: ElricState, seat: str) -> ElricPerception:
                memory = self.context.memory.setdefault(seat, ElricMemory())
                return ElricPerception(self.sampled(state, seat), state.seats.index(seat), memory)

    `perceive` is where secrets end: it makes what the bot thinks on, from nothing that its seat may not know. It is not
    asked for where there is but one action. A bot that rehearses calls `choose` with what it sees in its mind. What it
    remembers lies in its context, of which it has a fresh one in each world of a search.
    """

    decisions: ClassVar[DecisionRegistry] = DecisionRegistry()
    default_rule: ClassVar[DecisionRule] = staticmethod(first)
    """The rule for steps that have none in `decisions`."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.context = SearchContext(is_dealt=False)

    def sampled(self, state: S, seat: str) -> S:
        """A position that the seat cannot tell from the true one, always the same; in a search the one at hand."""
        return state if self.context.is_dealt else self.game.determinize(state, seat, b"captain")

    def perceive(self, state: S, seat: str) -> K:
        """What the seat sees of a position in which it is asked."""
        raise NotImplementedError

    def decide(self, state: S, seat: str) -> Action:
        """One of the legal actions of `seat`, which must be the one to decide."""
        step: Any = state.flow[-1]
        actions: list[Action] = step.actions(state)
        if step.is_interruptible and (action := self._interrupt(state, seat)):
            return action
        return actions[0] if len(actions) == 1 else self.choose(self.perceive(state, seat), actions)

    def _interrupt(self, state: S, seat: str) -> Action | None:
        """Return an action of an interrupt if the rule for it, which gets all it offers, chooses one."""
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
        """One of several actions, by the rule for the step that asks."""
        step = perception.step
        chosen: Action = (cls.decisions.decision_of(type(step)) or cls.default_rule)(perception, step, actions)
        return chosen
