"""Steps: questions and actions, cached menus, choices, sequences, registration of step types."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import msgspec
import pytest

from palatine.core import (
    Action,
    ChooseButton,
    ChooseOne,
    Dice,
    MenuStep,
    Refusal,
    Sequence,
    State,
    Step,
    StoredNames,
    step_types_in,
)  # fmt: skip
from palatine.core.steps import stored_name
from palatine.testing.examples.ford.rules import movement
from palatine.testing.examples.ford.rules.movement import Choose
from palatine.testing.examples.ford.setup import Deal


@pytest.fixture
def state() -> State:
    return State(("North", "South"), [Choose(0)], Dice(b"k"), {})


def test_a_step_does_one_thing_only(state: State) -> None:
    with pytest.raises(TypeError, match="Choose needs a decision; it does not run"):
        Choose(0).run(state)
    with pytest.raises(TypeError, match="Deal runs by itself"):
        Deal().actions(state)
    with pytest.raises(TypeError, match="Deal runs by itself"):
        Deal().take(state, ("rest", 0))
    assert Step().refuse(state, ("rest", 0)) is None
    assert Choose(1).seat == 1


class First(Step, frozen=True):
    def run(self, s: Any) -> None:
        s.pop()
        s.log("first")


class Second(Step, frozen=True):
    def run(self, s: Any) -> None:
        s.pop()
        s.log("second")


class Outline(Sequence, frozen=True):
    order: ClassVar[tuple[type[Step], ...]] = (First, Second, First)


def test_a_sequence_walks_its_outline_and_is_done(ford: Any, state: State) -> None:
    state.flow = [Outline()]
    state.journal = []  # type: ignore[misc]
    ford.advance(state)
    assert [entry.kind for entry in state.journal] == ["first", "second", "first"]
    assert state.flow == []


def test_a_sequence_can_be_saved_anywhere_on_its_way() -> None:
    data = msgspec.msgpack.encode(Outline(at=2))
    assert msgspec.msgpack.decode(data, type=Outline | First) == Outline(at=2)


class Pick(MenuStep, frozen=True):
    """A choice of one of several things, or none."""

    seat: int
    things: int
    needs_decision = True

    def menu(self, s: Any) -> list[Action]:
        s.log("reckoned")
        return [*[("pick", k) for k in range(self.things)], ("end", 0)]


def test_a_menu_is_reckoned_once_until_it_is_forgotten(state: State) -> None:
    state.journal = []  # type: ignore[misc]
    step = Pick(0, 2)
    assert step.has_choice(state)
    offered = step.actions(state)
    assert offered == [("pick", 0), ("pick", 1), ("end", 0)]
    offered.clear()
    assert len(step.actions(state)) == 3, "a caller's list is his own"
    assert len(state.journal) == 1
    state.invalidate_actions()
    assert len(step.actions(state)) == 3
    assert len(state.journal) == 2


def test_nothing_is_kept_of_a_menu_without_a_choice(state: State) -> None:
    state.cached_actions = (("rest", 0),)  # type: ignore[misc]
    assert not Pick(0, 0).has_choice(state)
    assert state.cached_actions is None


# Choices


class Reward(ChooseOne, frozen=True):
    """A choice of the receiver of a reward."""

    seat: int
    least: int
    verbs = {"reward": "piece"}
    default_refusal = Refusal("2.1", "why.unworthy")

    def candidates(self, s: Any) -> Iterator[int]:
        return (piece for piece in (3, 5, 7) if piece >= self.least)

    def on_chosen(self, s: Any, choice: int) -> None:
        s.log("rewarded", piece=choice, left=len(s.flow))


class Parley(ChooseButton, frozen=True):
    """A choice whether to negotiate."""

    seat: int
    buttons = (("talk", 0), ("fight", 0), ("fight", 1))

    def take(self, s: Any, action: Action) -> None:
        s.replace_top(Reward(self.seat, 0))


def test_one_is_chosen_of_a_list_and_the_step_is_done(state: State) -> None:
    step = Reward(0, 5)
    state.flow = [step]
    state.journal = []  # type: ignore[misc]
    assert step.actions(state) == [("reward", 5), ("reward", 7)]
    step.take(state, ("reward", 7))
    assert (state.flow, state.journal[0].data) == ([], {"piece": 7, "left": 0})


def test_what_a_step_denies_is_all_but_its_actions(state: State) -> None:
    assert Reward(0, 5).refuse(state, ("reward", 3)) == Refusal("2.1", "why.unworthy")


def test_buttons_are_the_same_whatever_the_position(state: State) -> None:
    step = Parley(1)
    assert step.actions(state) == [("talk", 0), ("fight", 0), ("fight", 1)]
    assert (step.needs_decision, step.verbs) == (True, {"talk": "button", "fight": "button"})
    assert step.refuse(state, ("fight", 2)) is None, "there is nothing special to say"
    assert ChooseButton.verbs == {}


def test_choices_are_saved_as_any_step_is() -> None:
    steps = [Reward(0, 5), Parley(1)]
    data = msgspec.json.encode(steps)
    assert data == b'[["Reward",0,5],["Parley",1]]'
    assert msgspec.json.decode(data, type=list[Reward | Parley]) == steps


# Renamed steps


OLD_NAMES = StoredNames(Tribute="Reward")


class Tribute(Reward, frozen=True, tag=OLD_NAMES):
    """A step whose former name is `Reward`."""


class Ransom(Tribute, frozen=True):
    """A step that inherits the table of names but not the name."""


def test_a_renamed_step_is_stored_under_its_old_name() -> None:
    assert (stored_name(Reward), stored_name(Tribute), stored_name(Ransom)) == ("Reward", "Reward", "Ransom")
    data = msgspec.json.encode([Tribute(0, 5), Ransom(1, 5)])
    assert data == b'[["Reward",0,5],["Ransom",1,5]]'
    assert msgspec.json.decode(data, type=list[Tribute | Ransom]) == [Tribute(0, 5), Ransom(1, 5)]


# Where steps are found


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: Any) -> Iterator[ModuleType]:
    """Return a package of rules with a chapter in a subpackage and one outside."""
    step = "from palatine.core import Step\n\nclass {}(Step, frozen=True):\n    pass\n"
    files = {
        "__init__": "", "war/__init__": "", "war/battles": step.format("Battle"),
        "market": step.format("Market") + "\nfrom chapters.war.battles import Battle\n",
    }  # fmt: skip
    for name, text in files.items():
        path = tmp_path / "chapters" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("chapters")
    for name in [name for name in sys.modules if name.partition(".")[0] == "chapters"]:
        del sys.modules[name]


def test_a_package_stands_for_every_module_below_it(rules: ModuleType) -> None:
    assert [step.__name__ for step in step_types_in(rules)] == ["Battle", "Market"]
    assert step_types_in(rules, movement) == step_types_in(movement, rules), (
        "where a step lies has no bearing on the order"
    )
    assert Choose in step_types_in(rules, movement)


def test_a_module_stands_for_the_steps_that_it_defines(rules: ModuleType) -> None:
    assert [step.__name__ for step in step_types_in(import_module("chapters.market"))] == ["Market"]


def test_two_steps_of_one_name_are_told(rules: ModuleType) -> None:
    twin = ModuleType("twin")
    twin.Battle = type("Battle", (Step,), {"__module__": "twin"}, frozen=True)  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="have one name"):
        step_types_in(rules, twin)


def test_the_order_of_a_union_changes_nothing_that_is_saved() -> None:
    data = msgspec.json.encode([Reward(0, 5), Parley(1)])
    assert msgspec.json.decode(data, type=list[Parley | Reward]) == [Reward(0, 5), Parley(1)]
