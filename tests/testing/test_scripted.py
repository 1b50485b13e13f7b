from __future__ import annotations

from typing import Any

import pytest

from palatine.testing import RollMismatch, ScriptExhausted, UnusedRolls, scripted


@pytest.fixture
def state(ford: Any) -> Any:
    return ford.setup(seed=b"scripted")


def test_the_dice_fall_as_written_and_the_state_is_left_alone(state: Any) -> None:
    count = state.dice.count
    with scripted(state, [3, 6, ("clash", 1)]) as s:
        assert [s.dice.die("any"), s.dice.die("any"), s.dice.die("clash")] == [3, 6, 1]
    assert state.dice.count == count
    assert s.dice.count == count + 3


def test_copies_share_the_script(ford: Any, state: Any) -> None:
    with scripted(state, [2, 5]) as s:
        assert s.copy().dice.die("first") == 2
        assert s.dice.die("second") == 5


def test_a_pick_is_a_place_in_the_list_and_a_sample_takes_out(state: Any) -> None:
    with scripted(state, [3, 3, 1]) as s:
        assert s.dice.pick("abcd", "pick") == "c"
        assert s.dice.sample("abcd", 2, "sample") == ["c", "a"]


def test_rolls_are_drawn_for_the_log(state: Any) -> None:
    with scripted(state, [4]) as s:
        s.dice.drawn = []
        s.dice.die("clash")
    (roll,) = s.dice.drawn
    assert (roll.sides, roll.value, roll.purpose) == (6, 4, "clash")


def test_running_out_names_the_roll(state: Any) -> None:
    with scripted(state, [4]) as s:
        s.dice.die("first")
        with pytest.raises(ScriptExhausted, match=r"script of 1 rolls ran out at a d6 for 'second'.*first d6: 4"):
            s.dice.die("second")


def test_what_is_left_over_is_told(state: Any) -> None:
    message = r"2 rolls of the script were left over: \[5, 6\]"
    with pytest.raises(UnusedRolls, match=message), scripted(state, [4, 5, 6]) as s:
        s.dice.die("first")


def test_an_error_inside_is_not_hidden_by_what_is_left_over(state: Any) -> None:
    with pytest.raises(ZeroDivisionError), scripted(state, [4]):
        _ = 1 / 0


@pytest.mark.parametrize(
    ("rolls", "message"), [([7], "7, which is not a face"), ([("siege", 1)], "is for 'siege'")]
)
def test_a_roll_that_does_not_fit_is_told(state: Any, rolls: Any, message: str) -> None:
    with pytest.raises(RollMismatch, match=message), scripted(state, rolls) as s:
        s.dice.die("clash")


def test_a_clash_as_written(ford: Any, state: Any) -> None:
    """A march into an enemy rolls once."""
    with scripted(state, []) as s:
        s.place = [4, 1, 2, 7, 6, 8]
        s.face[0], s.face[3] = 3, 1
        s = ford.play(s, "North", ("piece", 0))
    with scripted(s, [2]) as s:
        s = ford.play(s, "North", ("go", 7))
    assert s.place[0] == -1
    with pytest.raises(ScriptExhausted):
        s.dice.die("any")
