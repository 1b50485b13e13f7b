"""Dice that cannot be predicted during a match and can be verified after it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import ClassVar, TypeVar

import msgspec

from palatine.core.refusal import LimitExceeded

T = TypeVar("T")
MAX_ROLLS = 100_000
"""Maximum number of rolls in one action or turn; the longest turns roll thousands of dice."""


class Roll(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The result of one die: number `number` drawn from the key, with `sides` faces."""

    number: int
    sides: int
    value: int
    purpose: str


class Dice(msgspec.Struct, dict=True):
    """A keyed counter: roll *n* is BLAKE2b(key, n) reduced to the faces of the die.

    Every roll can be computed from the key. Without the key, earlier rolls give no information about later ones. If
    they are lists, `drawn` collects the rolls made while an action is carried out, and `results` the key and result of
    each `Chance` that is rolled.
    """

    key: bytes
    count: int = 0
    drawn: ClassVar[list[Roll] | None] = None
    results: ClassVar[list[tuple[tuple[str, object], object]] | None] = None

    def randbelow(self, sides: int, purpose: str) -> int:
        """Return a random number from 0 to `sides` - 1."""
        number = self.count
        self.count = number + 1
        digest = blake2b(number.to_bytes(8, "big"), key=self.key, digest_size=8).digest()
        value = int.from_bytes(digest, "big") % sides
        if self.drawn is not None:
            if len(self.drawn) >= MAX_ROLLS:
                raise LimitExceeded(f"{MAX_ROLLS} rolls at once")
            self.drawn.append(Roll(number, sides, value + 1, purpose))
        return value

    def die(self, purpose: str, sides: int = 6) -> int:
        """Roll one die and return a number from 1 to `sides`."""
        return self.randbelow(sides, purpose) + 1

    def pick(self, items: Sequence[T], purpose: str) -> T:
        """Return one of `items`, each equally likely."""
        return items[self.randbelow(len(items), purpose)]

    def sample(self, items: Sequence[T], count: int, purpose: str) -> list[T]:
        """Return `count` of `items`, drawn at random without replacement, in the order drawn."""
        left = list(items)
        return [left.pop(self.randbelow(len(left), purpose)) for _ in range(count)]

    def record_result(self, key: tuple[str, object], result: object) -> None:
        """Record the result of the chance with this key, if results are collected."""
        if self.results is not None:
            self.results.append((key, result))

    def copy(self) -> Dice:
        return Dice(self.key, self.count)


def dice_key(seed: bytes) -> bytes:
    """Return the dice key derived from a seed of any length."""
    return blake2b(seed, digest_size=32, person=b"palatine-dice").digest()
