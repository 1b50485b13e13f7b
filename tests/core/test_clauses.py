from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from palatine.core.clauses import (
    Clause,
    RuleChange,
    Ruling,
    changes_since,
    is_version,
    load_changes,
    load_clauses,
    load_rulings,
)

CLAUSES = """
[[clause]]
id = "2"
gist = "One troop a day."
chapter = "Marching"
code = "game.Choose"
see = ["R1"]

[[clause]]
id = "1"
gist = "Counters are cut out."
chapter = "Counters"
excuse = "physical counters"
"""
RULINGS = """
[[ruling]]
id = "R1"
chapter = "Marching"
question = "Whose troop?"
ruling = "One's own."
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: Any) -> str:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "clauses.toml").write_text(CLAUSES)
    (tmp_path / "data" / "rulings.toml").write_text(RULINGS)
    monkeypatch.setattr("palatine.core.data.files", lambda package: tmp_path)
    return "anything"


def test_clauses_come_in_the_rulebook_s_order(package: str) -> None:
    assert list(load_clauses(package)) == ["2", "1"]
    assert load_clauses(package)["2"] == Clause("2", "One troop a day.", "Marching", "game.Choose", ("R1",))
    assert load_clauses(package)["1"].excuse == "physical counters"


def test_rulings_are_read(package: str) -> None:
    assert load_rulings(package) == {"R1": Ruling("R1", "Marching", "Whose troop?", "One's own.")}


def write_changes(folder: Path, *versions: str) -> None:
    rows = [
        f'[[change]]\nversion = "{version}"\nclause = "{n}"\ntext = "So."\n' for n, version in enumerate(versions)
    ]
    (folder / "data" / "changes.toml").write_text("\n".join(rows))


def test_changes_are_read_version_by_version(package: str, tmp_path: Path) -> None:
    assert load_changes(package) == ()
    write_changes(tmp_path, "2", "2", "3")
    changes = load_changes(package)
    assert changes[0] == RuleChange("2", "0", "So.")
    since = [[change.clause for change in changes_since(changes, version)] for version in ("1", "2", "3", "4")]
    assert since == [["0", "1", "2"], ["2"], [], []]


@pytest.mark.parametrize("versions", [("3",), ("2", "4"), ("2", "3", "2"), ("1",)])
def test_versions_of_rules_follow_each_other(package: str, tmp_path: Path, versions: tuple[str, ...]) -> None:
    write_changes(tmp_path, *versions)
    with pytest.raises(ValueError, match="are 2, 3 and so on"):
        load_changes(package)


def test_what_is_a_version() -> None:
    assert [is_version(text) for text in ("1", "20", "0", "01", "x", "", "9" * 5000)] == [True, True, *[False] * 5]
