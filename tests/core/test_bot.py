"""Bots whose decisions depend on the step that asks."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from palatine.core import Action, DecisionRegistry, Interrupt
from palatine.core.bot import StepBot, first_action, last_action
from palatine.testing.examples.ford.rules.movement import Choose, March
from palatine.testing.examples.ford.state import FordState


class FordPerception(NamedTuple):
    state: FordState
    seat: int

    @property
    def step(self) -> Any:
        return self.state.flow[-1]


def show_all(perception: FordPerception, step: Choose, actions: list[Action]) -> Action:
    """Show a piece if possible; check that the step is the one that is seen."""
    assert step is perception.state.flow[-1]
    assert step.seat == perception.seat
    return next((action for action in actions if action[0] == "show"), actions[0])


RULES = DecisionRegistry()
RULES.decides(Choose)(show_all)


class Shower(StepBot[FordState, FordPerception]):
    decisions = RULES
    default_rule = last_action
    looked = 0

    def perceive(self, state: FordState, seat: str) -> FordPerception:
        self.looked += 1
        return FordPerception(self.game.determinize(state, seat, b"bot"), state.seats.index(seat))


def test_a_step_is_decided_by_its_thought(ford: Any) -> None:
    assert Shower(ford).decide(ford.setup(seed=b"1"), "North") == ("show", 1)


def test_other_steps_are_decided_alike(ford: Any) -> None:
    state = ford.setup(seed=b"1")
    state.place[:] = [4, -1, -1, 6, 7, 8]
    state.flow[-1] = March(0, 0)
    actions = ford.actions(state, "North")
    assert len(actions) > 1
    assert Shower(ford).decide(state, "North") == actions[-1] == last_action(None, None, actions)
    assert StepBot.choose(FordPerception(state, 0), actions) == actions[0] == first_action(None, None, actions)


def test_nobody_looks_where_there_is_but_one_action(ford: Any) -> None:
    bot, state = Shower(ford), ford.setup(seed=b"1")
    state.place[:] = [0, -1, -1, 6, 1, 3]
    state.shown[:] = [1] * 6
    state.flow[-1] = March(0, 0)
    assert ford.actions(state, "North") == [("go", 1)]
    assert (bot.decide(state, "North"), bot.looked) == (("go", 1), 0)


class Surrender(Interrupt, frozen=True):
    verb = "surrender"

    def actions(self, s: FordState, seat: int) -> list[Action]:
        return [("surrender", 0), ("surrender", 1)]


def test_an_interrupt_with_a_rule_is_considered_first(ford: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Choose, "is_interruptible", True)
    monkeypatch.setattr(type(ford), "interrupts", (Surrender(),))
    state, bot = ford.setup(seed=b"1"), Shower(ford)
    assert bot.decide(state, "North") == ("show", 1), "without a rule it is never chosen"
    rules = DecisionRegistry()
    monkeypatch.setattr(Shower, "decisions", rules)
    rules.decides(Surrender)(lambda perception, interrupt, actions: actions[-1] if perception.seat == 0 else None)
    assert bot.decide(state, "North") == ("surrender", 1)
    state.flow[-1] = Choose(1)
    assert bot.decide(state, "South")[0] != "surrender"
