"""The registry of previews and decisions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest

from palatine.core import ChooseButton, DecisionRegistry, Irrevocable, Step
from palatine.core.guidance.preview import Consequence, PreviewItem
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.rules.movement import Choose


class Cross(Step, frozen=True):
    seat: int
    needs_decision = True
    clause = "2"
    verbs: ClassVar[dict[str, str]] = {"go": "space", "stay": "button"}


class CrossByNight(Cross, frozen=True):
    may_roll = ("go",)


class Camp(ChooseButton, frozen=True):
    buttons = (("pitch", 0), ("burn", 0))


def one(context: Any) -> Iterator[PreviewItem]:
    yield Consequence("note", "one")


def two(context: Any) -> Iterator[PreviewItem]:
    yield Consequence("note", "two")


def first(perception: Any, step: Any, actions: Any) -> Any:
    return actions[0]


def last(perception: Any, step: Any, actions: Any) -> Any:
    return actions[-1]


@pytest.fixture
def rules() -> DecisionRegistry:
    return DecisionRegistry()


def test_a_preview_is_of_a_verb_or_of_all_that_have_none_of_their_own(rules: DecisionRegistry) -> None:
    assert rules.preview(Cross, "go")(one) is one
    rules.preview(Camp)(one)
    assert rules.preview_of(Camp, "burn") is one
    rules.preview(Camp, "burn")(two)
    assert (rules.preview_of(Cross, "go"), rules.preview_of(Cross, "stay")) == (one, None)
    assert (rules.preview_of(Camp, "pitch"), rules.preview_of(Camp, "burn")) == (one, two)


def test_a_subclass_inherits_what_it_does_not_have(rules: DecisionRegistry) -> None:
    rules.preview(Cross, "go", "stay")(one)
    rules.preview(CrossByNight, "go")(two)
    rules.decides(Cross)(first)
    assert (rules.preview_of(CrossByNight, "go"), rules.preview_of(CrossByNight, "stay")) == (two, one)
    assert rules.decision_of(CrossByNight) is first
    assert rules.decision_of(Camp) is None
    rules.decides(CrossByNight)(last)
    assert rules.decision_of(CrossByNight) is last


def test_a_second_rule_for_the_same_is_an_error(rules: DecisionRegistry) -> None:
    rules.preview(Cross, "go")(one)
    rules.preview(Cross, "go")(one)
    with pytest.raises(TypeError, match=r"Cross.*'go'.*two rules, .*\.one and .*\.two"):
        rules.preview(Cross, "go")(two)
    rules.decides(Cross, Camp)(first)
    with pytest.raises(TypeError, match="two rules"):
        rules.decides(Camp)(last)


def test_a_misspelt_verb_is_an_error(rules: DecisionRegistry) -> None:
    with pytest.raises(TypeError, match="Cross has no verb 'og'"):
        rules.preview(Cross, "og")(one)


def test_costs_are_shown_beside_choices(rules: DecisionRegistry) -> None:
    def steps(words: Any, s: Any, step: Choose, piece: int, seat: int) -> str:
        return f"piece {piece} of seat {seat}"

    rules.cost(Choose, "show")(steps)
    game = type("Priced", (Ford,), {"decisions": rules})()
    state = game.setup(seed=b"1")
    costs = {(choice.verb, choice.operand): choice.cost for choice in game.choices(state, "North")}
    assert costs["show", 1] == "piece 1 of seat 0"
    assert costs["rest", 0] == ""
    assert (rules.preview_of(Choose, "show"), rules.cost_of(Choose, "rest")) == (None, None)
    with pytest.raises(TypeError, match="Choose has no verb 'hide'"):
        rules.cost(Choose, "hide")(steps)


def test_packages_are_loaded_with_all_modules_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for path in ("previews_of_a_game/__init__.py", "previews_of_a_game/magic.py"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("")
    rules = DecisionRegistry()
    assert rules.load(import_module("previews_of_a_game")) is rules
    assert "previews_of_a_game.magic" in sys.modules


def test_an_action_is_previewed_by_its_rule_and_by_whether_dice_may_roll() -> None:
    rules = DecisionRegistry()
    rules.preview(Choose, "rest")(one)
    game = type("Previewed", (Ford,), {"decisions": rules})()
    state = game.setup(seed=b"1")
    (seat,) = game.actors(state)
    assert [each.text for each in game.consequences(state, seat, ("rest", 0))] == ["one"]
    assert list(game.consequences(state, seat, ("show", 0))) == []
    state.flow.append(CrossByNight(0))
    assert list(game.consequences(state, seat, ("go", 1))) == [Irrevocable("2")]
    assert list(game.consequences(state, seat, ("stay", 0))) == []
