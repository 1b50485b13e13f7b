"""The dice of lessons: they fall as the lesson says, and when it says no more like any others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core.dice import Dice, Roll

MARK: Final = b"the dice of a lesson".ljust(40, b".")
"""What the key of such dice begins with; so long that no other dice can roll by it."""
KEY: Final = 32
"""The length of the ordinary key that it ends with."""


class WrongFace(ValueError):
    """A lesson wants a die to show a face that it has not."""


class LessonDice(Dice):
    """Dice whose key holds the faces to be shown, a byte each, before an ordinary key; a plain value like any dice.

    A face is 1 to the sides of the die; for a pick or a draw it is the place in the list, from 1. Raises WrongFace at
    the roll that has no such face.
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
        """How many of the lesson's faces have not been shown yet."""
        return max(0, len(self.key) - KEY - len(MARK) - self.count)

    def copy(self) -> LessonDice:
        return LessonDice(self.key, self.count)


def lesson_dice(faces: Iterable[int], key: bytes) -> LessonDice:
    """Dice that show `faces` and then fall by `key`, an ordinary one."""
    return LessonDice(MARK + bytes(faces) + key)


def is_of_lesson(dice: Dice) -> bool:
    """Whether dice, as they were saved, are those of a lesson."""
    return dice.key.startswith(MARK)
