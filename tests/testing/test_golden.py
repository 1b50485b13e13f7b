"""Perft and golden playthroughs, on Ford."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from palatine.testing import GoldenMismatch, compare_golden, perft, perft_lines

POSITION = """day 1 of 6
asked North
0 Spear Alder shown
1 Knight Birch hidden
2 Scout Cedar shown
3 Scout Xenia shown
4 Knight Yarrow hidden
5 Spear Zinnia shown
"""


@pytest.fixture
def state(ford: Any) -> Any:
    return ford.read_position(POSITION)


def test_perft_counts_sequences_exactly(ford: Any, state: Any) -> None:
    """Counted by hand: each side can march to the ford with, or show, its middle troop, or rest."""
    assert [perft(ford, state, depth) for depth in range(4)] == [1, 3, 6, 13]


def test_perft_leaves_the_state_alone(ford: Any, state: Any) -> None:
    before = ford.encode(state)
    perft(ford, state, 3)
    assert ford.encode(state) == before


def test_a_sequence_does_not_go_on_after_the_end(ford: Any, state: Any) -> None:
    state.flow.clear()
    assert (perft(ford, state, 0), perft(ford, state, 1)) == (1, 0)


def test_perft_lines_pin_the_order(ford: Any, state: Any) -> None:
    assert perft_lines(ford, state, 2) == [
        "piece 1: 1  North: March with the Knight in Birch",
        "show 1: 2  North: Show the Knight in Birch",
        "rest 0: 3  North: Rest",
    ]


def test_a_playthrough_is_written_compared_and_found_to_differ(ford: Any, tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "golden" / "ford.txt"
    with pytest.raises(GoldenMismatch, match="PALATINE_UPDATE_GOLDEN=1"):
        compare_golden(ford, path, decisions=30, views=10)
    monkeypatch.setenv("PALATINE_UPDATE_GOLDEN", "1")
    compare_golden(ford, path, decisions=30, views=10)
    monkeypatch.delenv("PALATINE_UPDATE_GOLDEN")
    compare_golden(ford, path, decisions=30, views=10)
    text = path.read_text(encoding="utf-8")
    assert "== What a spectator sees" in text
    assert "1. North:" in text
    path.write_text(text.replace("Rest", "Sleep", 1), encoding="utf-8")
    with pytest.raises(GoldenMismatch, match=r"(?s)ford.txt is played otherwise.*-.*Sleep.*\+.*Rest"):
        compare_golden(ford, path, decisions=30, views=10)
