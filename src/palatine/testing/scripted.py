"""Dice with results given by a test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar, TypeVar

from palatine.core import Dice, Roll, State

S = TypeVar("S", bound=State)
ScriptedRoll = int | tuple[str, int]


class ScriptError(AssertionError):
    """A script of rolls that does not match the rolls made."""


class ScriptExhausted(ScriptError):
    """A roll after the end of the script."""


class UnusedRolls(ScriptError):
    """A script with rolls that were not made."""


class RollMismatch(ScriptError):
    """A roll that does not match the script: too few faces, or another purpose."""


class Script:
    """The rolls to come, shared by a state and all its copies."""

    def __init__(self, rolls: Iterable[ScriptedRoll]) -> None:
        self.rolls = [roll if isinstance(roll, tuple) else ("", roll) for roll in rolls]
        self.used: list[str] = []

    def next(self, sides: int, purpose: str) -> int:
        """Return the next roll, from 1 to `sides`."""
        at = len(self.used)
        what = f"a d{sides} for {purpose!r}"
        if at == len(self.rolls):
            told = "; ".join(self.used) or "none"
            raise ScriptExhausted(f"The script of {at} rolls ran out at {what}. Rolled before: {told}.")
        wanted, value = self.rolls[at]
        if wanted and wanted != purpose:
            raise RollMismatch(f"Roll {at + 1} of the script is for {wanted!r}, but {what} was rolled.")
        if not 1 <= value <= sides:
            raise RollMismatch(f"Roll {at + 1} of the script is {value}, which is not a face of {what}.")
        self.used.append(f"{purpose} d{sides}: {value}")
        return value

    def close(self) -> None:
        """Raise UnusedRolls if not all rolls were used."""
        left = [value for _, value in self.rolls[len(self.used) :]]
        if left:
            told = "; ".join(self.used) or "none"
            raise UnusedRolls(f"{len(left)} rolls of the script were left over: {left}. Rolled: {told}.")


class ScriptedDice(Dice):
    """Dice that read from a script, which copies share."""

    script: ClassVar[Script]

    def randbelow(self, sides: int, purpose: str) -> int:
        value = self.script.next(sides, purpose)
        if self.drawn is not None:
            self.drawn.append(Roll(self.count, sides, value, purpose))
        self.count += 1
        return value - 1

    def copy(self) -> ScriptedDice:
        twin = ScriptedDice(self.key, self.count)
        twin.script = self.script  # type: ignore[misc]
        return twin


@contextmanager
def scripted(state: S, rolls: Iterable[ScriptedRoll]) -> Iterator[S]:
    """Yield a copy of `state` whose dice, and those of its successors, give `rolls` in order.

    A roll is a face, from 1 to the sides of the die; for a pick or a draw it is the index in the list, from 1. In the
    form `(purpose, face)` it also requires a purpose. Raises ScriptExhausted at a roll after the end of the
    script, and UnusedRolls at the end if rolls remain. An empty script asserts that nothing is rolled.
    """
    script = Script(rolls)
    twin = state.copy()
    dice = ScriptedDice(state.dice.key, state.dice.count)
    dice.script = script  # type: ignore[misc]
    twin.dice = dice
    yield twin
    script.close()
