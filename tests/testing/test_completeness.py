"""Missing parts of a game: of asking steps, interrupts, clauses and marks of tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import palatine
from palatine.core import Action, Catalogue, Clause, DecisionRegistry, Game, Interrupt
from palatine.core.bot import first_action
from palatine.registry import load
from palatine.testing import (
    NonconformanceError,
    clause_coverage,
    conformance,
    incomplete_steps,
    read_marks,
    step_facts,
    unknown_marks,
    unknown_references,
)  # fmt: skip
from palatine.testing.__main__ import main
from palatine.testing.completeness import clause_marks, find_tests_folder, write_coverage
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.rules.movement import Choose, March

# Steps and interrupts


class Surrender(Interrupt, frozen=True):
    verb = "surrender"

    def actions(self, s: Any, seat: int) -> list[Action]:
        return []


def ford(**given: Any) -> Game[Any]:
    game: Game[Any] = type("Changed", (Ford,), given)()
    return game


def rules(*decided: type, previewed: tuple[type, ...] = ()) -> DecisionRegistry:
    found = DecisionRegistry()
    found.decides(*decided)(first_action)
    for kind in previewed:
        found.preview(kind)(lambda context: ())
    return found


@pytest.mark.parametrize("name", palatine.games())
def test_every_game_is_complete(name: str) -> None:
    game = load(name)
    assert list(incomplete_steps(game)) == []
    assert step_facts(game)
    assert list(unknown_references(game)) == []


def test_the_facts_of_an_order_are_those_of_the_function_that_carries_it_out() -> None:
    facts = {each.name: each for each in step_facts(load("lord-and-master"))}
    assert facts["Steal"][:4] == ("Steal", "LM-E-07", "rules.actions.theft", ("actions._steal",))
    assert {"Tax", "Train", "Truce"} <= facts.keys()
    assert {each.decision for each in facts.values()} == {""}


def test_messages_and_clauses_that_the_code_names_exist() -> None:
    """Entries, refusals and steps name messages of the catalogue and clauses of the list."""
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
    with pytest.raises(NonconformanceError, match=r"steps are complete: March \(rules.movement\) has no decision"):
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


def test_a_preview_made_by_a_function_has_the_name_of_that_function() -> None:
    shown = {step.name: step.preview for step in step_facts(load("lord-and-master"))}
    assert shown["Bolts"] == shown["Rain"] == ("actions._fire",)


def test_a_step_that_is_shown_as_none_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(March, "shown_as", "Chose")
    assert list(incomplete_steps(ford())) == ["March (rules.movement) is shown as Chose, which is not a step"]


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


# Clauses and marks

TESTS = """
import pytest

pytestmark = pytest.mark.clause("1")

@pytest.mark.clause("2", "2.1")
def test_march():
    pass

@pytest.mark.slow
def test_plain():
    pass

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.clause("3"))])
async def test_clash(n):
    pass

@pytest.mark.clause("4")
class TestEnd:
    @pytest.mark.clause("4.1", "4.1")
    def test_rout(self):
        pass

    def helper(self):
        pass

def helper():
    raise RuntimeError("tests are read, not run")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "tests" / "games" / "ford"
    path.mkdir(parents=True)
    (path / "test_ford.py").write_text(TESTS)
    (path / "notes.py").write_text("def test_no(): broken(")
    return path


def test_marks_are_read_from_functions_classes_modules_and_parameters(folder: Path) -> None:
    name = "tests/games/ford/test_ford.py::"
    everything = [name + each for each in ("test_march", "test_plain", "test_clash", "TestEnd::test_rout")]
    assert read_marks(folder) == {
        "1": everything,
        "2": [everything[0]],
        "2.1": [everything[0]],
        "3": [everything[2]],
        "4": [everything[3]],
        "4.1": [everything[3]],
    }


class Numbered(Ford):
    clauses = {
        "1": Clause("1", "Dealing.", "1", "setup.Deal"),
        "2": Clause(
            "2",
            "Marching.",
            "2",
            f"{Ford.package}.rules.movement.March.take, rules.movement.may_enter",
            ruling="As printed.",
        ),
        "3": Clause("3", "Clashing.", "3", "rules.combat.Duel"),
        "4": Clause("4", "Dusk.", "4"),
        "5": Clause("5", "Counters are cut out.", "5", excuse="physical counters"),
        "6": Clause("6", "Night.", "6", "referee"),
    }


def test_every_clause_is_accounted_for(folder: Path) -> None:
    rows = {row.id: row for row in clause_coverage(Numbered(), folder)}
    assert {each: row.complaint for each, row in rows.items()} == {
        "1": "",
        "2": "",
        "3": "there is no rules.combat.Duel",
        "4": "no code",
        "5": "",
        "6": "no test",
    }
    assert [row.status for row in rows.values()][2:5] == ["implemented", "missing", "not applicable"]
    assert (rows["5"].reason, rows["2"].ruling) == ("physical counters", "As printed.")
    assert rows["2"].tests == ("tests/games/ford/test_ford.py::test_march",)


def test_clauses_that_there_are_not_are_told(folder: Path) -> None:
    assert list(unknown_marks(Numbered(), folder)) == ["2.1", "4.1"]


def test_an_installed_game_brings_its_list_along(folder: Path, tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.setattr("palatine.testing.completeness.files", lambda package: tmp_path)
    monkeypatch.setattr("palatine.testing.completeness.find_tests_folder", lambda game: None)
    assert clause_marks(Numbered()) == {}
    path = write_coverage(Numbered(), folder)
    assert msgspec.json.decode(path.read_bytes()) == read_marks(folder)
    assert clause_marks(Numbered()) == read_marks(folder)


def test_the_tests_of_a_game_lie_beside_it() -> None:
    class Demonlord(Ford):
        package = "palatine.games.demonlord"

    class Elsewhere(Ford):
        package = "json"

    found = find_tests_folder(Demonlord())
    assert found is not None
    assert found.parts[-3:] == ("tests", "games", "demonlord")
    assert find_tests_folder(Elsewhere()) is None


def test_the_command_writes_the_list_of_every_game(folder: Path, monkeypatch: Any, capsys: Any) -> None:
    written: list[Path] = []
    games = {name: type(name, (Ford,), {})() for name in ("ford", "other", "third")}
    folders = {games["ford"]: folder, games["other"]: folder.parents[2] / "elsewhere"}
    monkeypatch.setattr("palatine.testing.completeness.games", lambda: tuple(games))
    monkeypatch.setattr("palatine.testing.completeness.load", games.__getitem__)
    monkeypatch.setattr("palatine.testing.completeness.find_tests_folder", folders.get)
    monkeypatch.setattr(
        "palatine.testing.completeness.write_coverage", lambda game, tests: written.append(tests) or tests
    )
    assert main(["coverage", str(folder.parents[1])]) == 0
    assert capsys.readouterr().out == f"{folder}\n"
