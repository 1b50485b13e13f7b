from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from palatine.core.clauses import Clause, Ruling, load_clauses, load_rulings

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
