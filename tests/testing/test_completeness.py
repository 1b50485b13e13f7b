"""The law of completeness: each step that asks, and each interrupt, is previewed, decided and worded."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from palatine.core import Action, Catalogue, DecisionRegistry, Game, Interrupt
from palatine.core.bot import first
from palatine.registry import load
from palatine.testing import Nonconformance, conformance, incomplete_steps, step_facts, unknown_references
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.rules.movement import Choose, March


class Surrender(Interrupt, frozen=True):
    verb = "surrender"

    def actions(self, s: Any, seat: int) -> list[Action]:
        return []


def ford(**given: Any) -> Game[Any]:
    game: Game[Any] = type("Changed", (Ford,), given)()
    return game


def rules(*decided: type, previewed: tuple[type, ...] = ()) -> DecisionRegistry:
    found = DecisionRegistry()
    found.decides(*decided)(first)
    for kind in previewed:
        found.preview(kind)(lambda context: ())
    return found


@pytest.mark.parametrize("name", palatine.games())
def test_every_game_is_complete(name: str) -> None:
    game = load(name)
    assert list(incomplete_steps(game)) == []
    assert {step.name for step in step_facts(game)} or game.orders
    assert list(unknown_references(game)) == []


def test_messages_and_clauses_that_the_code_names_exist() -> None:
    """A journal entry, a refusal and a step name what the catalogue and the list of clauses have."""
    whole = ford()
    assert list(unknown_references(whole)) == []
    words = Catalogue({key: text for key, text in whole.words.messages.items() if key != "journal.marches"}, {})
    clauses = {number: clause for number, clause in whole.clauses.items() if number != "2.1"}
    found = list(unknown_references(ford(words=words, clauses=clauses)))
    assert any("there is no message 'journal.marches'" in each for each in found), found
    assert any("there is no clause '2.1'" in each for each in found), found


def test_a_game_without_previews_or_bot_lacks_neither() -> None:
    assert list(incomplete_steps(ford())) == []


def test_a_step_without_a_decision_is_found_by_every_conformance_test() -> None:
    game = ford(decisions=rules(Choose))
    assert list(incomplete_steps(game)) == ["March (rules.movement) has no decision, and no reason for that"]
    with pytest.raises(Nonconformance, match=r"steps are complete: March \(rules.movement\) has no decision"):
        conformance(game, positions=1)


def test_a_step_without_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ford(decisions=rules(previewed=(March,)))
    (lacking,) = incomplete_steps(game)
    assert lacking == "Choose (rules.movement) has no preview, and no reason for that"
    monkeypatch.setattr(Choose, "without_preview", "A troop is only chosen.")
    assert list(incomplete_steps(game)) == []
    assert next(step.preview for step in step_facts(game)) == ("none: A troop is only chosen.",)


def test_a_reason_beside_a_rule_is_out_of_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(March, "without_decision", "All spaces are alike.")
    (lacking,) = incomplete_steps(ford(decisions=rules(Choose, March)))
    assert lacking == "March (rules.movement) has a decision, and a reason to have none"


def test_a_step_that_is_shown_as_none_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(March, "shown_as", "Chose")
    assert list(incomplete_steps(ford())) == ["March (rules.movement) is shown as Chose, which is no step"]


def test_an_interrupt_is_treated_as_steps_are() -> None:
    game = ford(decisions=rules(Choose, March), interrupts=(Surrender(),))
    assert [each.partition(") ")[2] for each in incomplete_steps(game)] == [
        "has no decision, and no reason for that",
        "has no message action.Surrender.surrender or action.surrender",
    ]
    assert [step.name for step in step_facts(game)] == ["Choose", "March", "Surrender"]


@pytest.mark.parametrize(
    ("key", "message", "lacking"),
    [
        ("prompt.March", None, "has no message prompt.March"),
        ("action.go", None, "has no message action.March.go or action.go"),
        (
            "action.go",
            "To {x:spcae}",
            "has a message that cannot be filled in: Message 'action.go': {x} has no kind 'spcae'",
        ),
        ("waiting.other", "{seat:text} decides {what}.", "has no message waits.March"),
    ],
)
def test_missing_and_misspelt_messages(key: str, message: str | None, lacking: str) -> None:
    words = Ford().words
    messages = {name: text for name, text in words.messages.items() if name != key}
    game = ford(words=Catalogue(messages | ({key: message} if message else {}), words.namers))
    assert any(f"March (rules.movement) {lacking}" in each for each in incomplete_steps(game))
