"""Dice with results fixed by a lesson, followed by ordinary results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core.dice import Dice, Roll

MARK: Final = b"the dice of a lesson".ljust(40, b".")
"""The prefix of the key of such dice. No other dice can roll with a key of this length."""
KEY: Final = 32
"""The length of the ordinary key at its end, in bytes."""


class WrongFace(ValueError):
    """A lesson that wants a die to show a face it does not have."""


class LessonDice(Dice):
    """Dice whose key contains the faces to show, a byte each, followed by an ordinary key.

    A face is 1 to the sides of the die; for a pick or a draw it is the index in the list, from 1. Raises WrongFace at
    the roll for which a face is invalid.
    """

    def below(self, sides: int, purpose: str) -> int:
        number = self.count
        at = len(MARK) + number
        if at >= len(self.key) - KEY:
            return self._ordinary(sides, purpose)
        face = self.key[at]
        if not 1 <= face <= sides:
            raise WrongFace(
                f"Roll {number + 1} of the lesson is {face}, but a d{sides} for {purpose!r} was rolled."
            )
        self.count = number + 1
        if self.drawn is not None:
            self.drawn.append(Roll(number, sides, face, purpose))
        return face - 1

    def _ordinary(self, sides: int, purpose: str) -> int:
        others = Dice(self.key[-KEY:], self.count)
        others.drawn = self.drawn  # type: ignore[misc]
        value = others.below(sides, purpose)
        self.count = others.count
        return value

    @property
    def left(self) -> int:
        """The number of the lesson's faces that have not been rolled yet."""
        return max(0, len(self.key) - KEY - len(MARK) - self.count)

    def copy(self) -> LessonDice:
        return LessonDice(self.key, self.count)


def lesson_dice(faces: Iterable[int], key: bytes) -> LessonDice:
    """Return dice that show `faces` and then roll by the ordinary `key`."""
    return LessonDice(MARK + bytes(faces) + key)


def is_of_lesson(dice: Dice) -> bool:
    """Return whether dice, as decoded, are those of a lesson."""
    return dice.key.startswith(MARK)
