"""Dice with results fixed by a lesson, followed by ordinary results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core.dice import Dice, Roll

KEY_PREFIX: Final = b"the dice of a lesson".ljust(40, b".")
"""The prefix of the key of such dice. No other dice can roll with a key of this length."""
KEY_BYTES: Final = 32
"""The length of the ordinary key at its end, in bytes."""


class WrongFace(ValueError):
    """A lesson that wants a die to show a face it does not have."""


class LessonDice(Dice):
    """Dice whose key contains the faces to show, a byte each, followed by an ordinary key.

    A face is 1 to the sides of the die; for a pick or a draw it is the index in the list, from 1. Raises WrongFace at
    the roll for which a face is invalid.
    """

    def randbelow(self, sides: int, purpose: str) -> int:
        number = self.count
        at = len(KEY_PREFIX) + number
        if at >= len(self.key) - KEY_BYTES:
            return self._roll_normally(sides, purpose)
        face = self.key[at]
        if not 1 <= face <= sides:
            raise WrongFace(
                f"Roll {number + 1} of the lesson is {face}, but a d{sides} for {purpose!r} was rolled."
            )
        self.count = number + 1
        if self.drawn is not None:
            self.drawn.append(Roll(number, sides, face, purpose))
        return face - 1

    def _roll_normally(self, sides: int, purpose: str) -> int:
        others = Dice(self.key[-KEY_BYTES:], self.count)
        others.drawn = self.drawn  # type: ignore[misc]
        value = others.randbelow(sides, purpose)
        self.count = others.count
        return value

    @property
    def remaining(self) -> int:
        """The number of the lesson's faces that have not been rolled yet."""
        return max(0, len(self.key) - KEY_BYTES - len(KEY_PREFIX) - self.count)

    def copy(self) -> LessonDice:
        return LessonDice(self.key, self.count)


def lesson_dice(faces: Iterable[int], key: bytes) -> LessonDice:
    """Return dice that show `faces` and then roll by the ordinary `key`."""
    return LessonDice(KEY_PREFIX + bytes(faces) + key)


def is_lesson_dice(dice: Dice) -> bool:
    """Return whether dice, as decoded, are those of a lesson."""
    return dice.key.startswith(KEY_PREFIX)
