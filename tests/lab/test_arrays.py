"""Self-play into arrays, with the rows of `play_one` for any players and parallelism."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import palatine
from palatine.core import Unknown
from palatine.lab import complete_setting, play_into_arrays, play_one
from palatine.lab.arrays import COLUMNS


@pytest.mark.parametrize("name", ["ford", "tithe"])
def test_the_games_are_those_of_a_study(name: str, request: Any) -> None:
    setting = complete_setting(request.getfixturevalue(name), seed="a")
    found = play_into_arrays(setting, 7)
    for number in range(7):
        rows = found.columns["game"] == number
        played = play_one(setting, number)
        assert rows.sum() == played.decisions
        assert found.columns["ply"][rows].tolist() == list(range(played.decisions))
        assert found.left[rows].tolist() == list(range(played.decisions))[::-1]
        for place, seat in enumerate(setting.seats):
            won = found.share[rows & (found.columns["seat"] == place)]
            assert set(won.tolist()) <= {1 / len(played.winners) if seat in played.winners else 0.0}


def test_a_game_can_be_played_again_from_its_rows(ford: Any) -> None:
    setting = complete_setting(ford, seed="b")
    found = play_into_arrays(setting, 1)
    state = ford.setup(seed=b"b/0")
    for row in range(len(found)):
        ply = {name: int(found.columns[name][row]) for name in COLUMNS}
        seat = setting.seats[ply["seat"]]
        legal = ford.actions(state, seat)
        assert len(legal) == ply["choices"]
        action = legal[ply["choice"]]
        assert action == (found.verbs[ply["verb"]], ply["operand"])
        state = ford.play(state, seat, action)
    assert not ford.actors(state)


def test_two_processes_make_the_rows_of_one() -> None:
    setting = complete_setting(palatine.load("elric"), seed="c")
    one, two = play_into_arrays(setting, 5), play_into_arrays(setting, 5, processes=2)
    assert one.verbs == two.verbs
    assert all(np.array_equal(one.columns[name], two.columns[name]) for name in COLUMNS)
    assert np.array_equal(one.share, two.share)
    assert np.array_equal(one.left, two.left)


@pytest.mark.parametrize("name", ["ford", "tithe"])
def test_a_table_for_arrow_says_seats_and_verbs_by_name(name: str, request: Any) -> None:
    game = request.getfixturevalue(name)
    found = play_into_arrays(complete_setting(game, seed="d"), 2)
    table = found.arrow()
    assert table.column_names == [*COLUMNS, "share", "left"]
    assert set(table["seat"].to_pylist()) == set(game.scenarios[0].tables[0])
    assert set(table["verb"].to_pylist()) == (set(found.verbs) if name == "ford" else {"sheet"})


@pytest.mark.parametrize("given", [{"games": 0}, {"games": -1}, {"games": 1, "processes": 0}])
def test_no_games_are_no_arrays(ford: Any, given: dict[str, int]) -> None:
    with pytest.raises(Unknown, match="At least one game"):
        play_into_arrays(complete_setting(ford, seed="none"), **given)
