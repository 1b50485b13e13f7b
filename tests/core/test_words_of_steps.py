"""Default texts of steps and actions by message keys, without any code of the game."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.core import Action, Catalogue, ChooseButton, ChooseOne, Game, Interrupt, MessageError, Refusal
from palatine.core.steps import Step
from palatine.testing.examples.ford.referee import Ford

MESSAGES = {
    "action.ChooseCamp.camp": "Camp at {x:space}, {troops} strong",
    "action.ChooseCamp.camp.3": "Camp in the wood",
    "action.BreakCamp.burn": "Burn it",
    "action.BreakCamp.late.burn": "Burn it by night",
    "action.leave": "Leave it",
    "action.Surrender.surrender": "Surrender",
    "prompt.ChooseCamp": "Where do {troops} troops camp?",
    "prompt.BreakCamp": "Burn the camp?",
    "prompt.BreakCamp.late": "Burn the camp by night?",
    "waits.ChooseCamp": "a camp",
    "waiting.other": "{seat} chooses {what}.",
    "why.other-step": "First: {prompt}",
    "why.not-now": "Not that.",
}


class ChooseCamp(ChooseOne, frozen=True):
    seat: int
    troops: int
    clause = "2.1"
    verbs = {"camp": "space"}
    minor_verbs = ("camp",)
    is_interruptible = True

    def candidates(self, s: Any) -> list[int]:
        return [2, 3]


class BreakCamp(ChooseButton, frozen=True):
    seat: int
    is_late: bool = False
    buttons = (("burn", 0), ("leave", 0))
    clause = "2.2"
    shown_as = "ChooseCamp"

    def message_case(self, s: Any) -> str:
        return "late" if self.is_late else ""


class Surrender(Interrupt, frozen=True):
    verb = "surrender"

    def actions(self, s: Any, seat: int) -> list[Action]:
        return [("surrender", 0)] if seat else []


class Worded(Ford):
    steps: Any = ChooseCamp | BreakCamp
    interrupts = (Surrender(),)
    words: Any = Catalogue(MESSAGES, {"space": lambda place: f"s{place}"})
    action_text: Any = Game.action_text
    clause_of: Any = Game.clause_of


GAME = Worded()


def asked(step: Step) -> Any:
    state = GAME.setup(seed=b"1")
    state.flow[:] = [step]
    return state


def test_choices_are_worded_by_step_verb_and_operand() -> None:
    state = asked(ChooseCamp(0, 5))
    found = [(choice.text, choice.on, choice.is_minor) for choice in GAME.choices(state, "North")]
    assert found == [("Camp at s2, 5 strong", "space", True), ("Camp in the wood", "space", True)]
    assert [(choice.text, choice.on) for choice in GAME.choices(state, "South")] == [("Surrender", "button")]


def test_a_case_of_a_step_has_messages_of_its_own_where_there_are_some() -> None:
    early, late = [asked(BreakCamp(0, is_late)) for is_late in (False, True)]
    assert [choice.text for choice in GAME.choices(early, "North")] == ["Burn it", "Leave it"]
    assert [choice.text for choice in GAME.choices(late, "North")] == ["Burn it by night", "Leave it"]
    assert GAME.prompt(early, "North") == "Burn the camp?"
    assert GAME.prompt(late, "North") == "Burn the camp by night?"


def test_others_are_shown_another_step_while_the_purpose_is_a_secret() -> None:
    state = asked(BreakCamp(0))
    assert GAME.prompt(state, "South") == GAME.prompt(state, None) == "North chooses a camp."
    assert GAME.base_view(state, "North").clause == "2.2"
    assert GAME.base_view(state, "South").clause == GAME.base_view(state, None).clause == "2.1"


def test_an_action_of_another_step_is_refused_with_what_is_asked() -> None:
    state = asked(ChooseCamp(0, 5))
    assert GAME.explain(state, "North", ("burn", 0)) == Refusal("2.1", "First: Where do 5 troops camp?")
    assert GAME.explain(state, "North", ("camp", 7)) == Refusal("2.1", "Not that.")


def test_a_missing_message_names_the_keys_that_were_tried() -> None:
    state = asked(ChooseCamp(0, 5))
    with pytest.raises(MessageError, match=r"action\.ChooseCamp\.og\.1, action\.ChooseCamp\.og, action\.og\."):
        GAME.action_text(state, ("og", 1))
