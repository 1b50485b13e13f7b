"""The dice of lessons: scripted faces first, then those of an ordinary key."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.core import Dice, Roll, dice_key
from palatine.core.guidance.lesson_dice import LessonDice, WrongFace, is_lesson_dice, lesson_dice

KEY = dice_key(b"a fixed key")


def test_they_fall_as_told_and_then_like_others() -> None:
    dice = lesson_dice([5, 1, 20], KEY)
    dice.drawn = []
    assert [dice.die("a"), dice.randbelow(3, "b"), dice.die("c", 20)] == [5, 0, 20]
    assert dice.remaining == 0
    others = Dice(KEY, 3)
    assert [dice.die("d") for _ in range(5)] == [others.die("d") for _ in range(5)]
    assert dice.drawn[:4] == [Roll(0, 6, 5, "a"), Roll(1, 3, 1, "b"), Roll(2, 20, 20, "c"), dice.drawn[3]]
    assert [roll.number for roll in dice.drawn] == list(range(8))


@pytest.mark.parametrize(("face", "sides"), [(7, 6), (4, 3), (0, 6)])
def test_a_face_that_a_die_has_not_is_refused(face: int, sides: int) -> None:
    with pytest.raises(WrongFace, match=f"{face}, but a d{sides} for 'wind'"):
        lesson_dice([face], KEY).die("wind", sides)


def test_no_ordinary_dice_can_roll_by_such_a_key() -> None:
    dice = lesson_dice([], KEY)
    assert is_lesson_dice(dice)
    assert not is_lesson_dice(Dice(KEY))
    with pytest.raises(ValueError, match="key"):
        Dice(dice.key).die("anything")


def test_they_are_copied_and_saved_like_any(ford: Any) -> None:
    state = ford.setup(seed=b"1")
    state.dice = lesson_dice([2, 3], KEY)
    state.dice.die("first")
    saved = ford.decode(ford.encode(state))
    assert saved == state == state.copy()
    assert isinstance(saved.dice, LessonDice)
    assert saved.dice.die("second") == 3
    assert state.copy().dice.die("second") == 3
