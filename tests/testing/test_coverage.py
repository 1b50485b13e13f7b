"""The marks of tests are read, and what is lacking is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from palatine.core import Clause
from palatine.testing import clause_coverage, read_marks, unknown_marks
from palatine.testing.__main__ import main
from palatine.testing.coverage import folder_of_tests, marks_of, write_coverage
from palatine.testing.examples.ford.referee import Ford

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
    monkeypatch.setattr("palatine.testing.coverage.files", lambda package: tmp_path)
    monkeypatch.setattr("palatine.testing.coverage.folder_of_tests", lambda game: None)
    assert marks_of(Numbered()) == {}
    path = write_coverage(Numbered(), folder)
    assert msgspec.json.decode(path.read_bytes()) == read_marks(folder)
    assert marks_of(Numbered()) == read_marks(folder)


def test_the_tests_of_a_game_lie_beside_it() -> None:
    class Demonlord(Ford):
        package = "palatine.games.demonlord"

    class Elsewhere(Ford):
        package = "json"

    found = folder_of_tests(Demonlord())
    assert found is not None
    assert found.parts[-3:] == ("tests", "games", "demonlord")
    assert folder_of_tests(Elsewhere()) is None


def test_the_command_writes_the_list_of_every_game(folder: Path, monkeypatch: Any, capsys: Any) -> None:
    written: list[Path] = []
    games = {name: type(name, (Ford,), {})() for name in ("ford", "other", "third")}
    folders = {games["ford"]: folder, games["other"]: folder.parents[2] / "elsewhere"}
    monkeypatch.setattr("palatine.testing.coverage.games", lambda: tuple(games))
    monkeypatch.setattr("palatine.testing.coverage.load", games.__getitem__)
    monkeypatch.setattr("palatine.testing.coverage.folder_of_tests", folders.get)
    monkeypatch.setattr(
        "palatine.testing.coverage.write_coverage", lambda game, tests: written.append(tests) or tests
    )
    assert main(["coverage", str(folder.parents[1])]) == 0
    assert capsys.readouterr().out == f"{folder}\n"
