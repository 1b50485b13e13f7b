"""The learning example, which learns from recruits' games to beat them in each seat."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning.py"


def test_it_learns_from_a_few_games() -> None:
    example = runpy.run_path(str(EXAMPLE))
    results = example["learn_and_try"](games=20, tries=4, seed="small")
    assert [type(learned.low) for _, learned in results.values()] == [float, float]


def test_it_wins_more_from_each_seat_than_recruits_do() -> None:
    example = runpy.run_path(str(EXAMPLE))
    for seat, (recruits, learned) in example["learn_and_try"](games=250, tries=60, seed="small").items():
        assert learned.low > recruits.value, seat


def test_without_numpy_it_says_in_a_line_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(SystemExit) as stop:
        runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert str(stop.value) == "This needs numpy, which is not installed: pip install 'palatine[lab]'"
