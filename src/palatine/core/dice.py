"""Dice that nobody can foresee and anybody can check afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import ClassVar, TypeVar

import msgspec

from palatine.core.refusal import Endless

T = TypeVar("T")
MOST_ROLLS = 100_000
"""So many rolls one action or turn may draw; the longest turns draw thousands."""


class Roll(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One die as it fell: the `number`-th drawn from the key, with `sides` faces, for `purpose`."""

    number: int
    sides: int
    value: int
    purpose: str


class Dice(msgspec.Struct, dict=True):
    """A keyed counter: roll *n* is BLAKE2b(key, n) reduced to the faces of the die.

    With the key every roll can be computed; without it, nothing of the next one follows from any
    number of earlier ones. `drawn` collects the rolls while an action is carried out, when somebody wants them, and
    `results` the key and the result of each `Chance` that is rolled.
    """

    key: bytes
    count: int = 0
    drawn: ClassVar[list[Roll] | None] = None
    results: ClassVar[list[tuple[tuple[str, object], object]] | None] = None

    def below(self, sides: int, purpose: str) -> int:
        """A number from 0 to `sides` - 1."""
        number = self.count
        self.count = number + 1
        digest = blake2b(number.to_bytes(8, "big"), key=self.key, digest_size=8).digest()
        value = int.from_bytes(digest, "big") % sides
        if self.drawn is not None:
            if len(self.drawn) >= MOST_ROLLS:
                raise Endless(f"{MOST_ROLLS} rolls at once")
            self.drawn.append(Roll(number, sides, value + 1, purpose))
        return value

    def die(self, purpose: str, sides: int = 6) -> int:
        """One die, 1 to `sides`."""
        return self.below(sides, purpose) + 1

    def pick(self, items: Sequence[T], purpose: str) -> T:
        """One of `items`, each as likely."""
        return items[self.below(len(items), purpose)]

    def sample(self, items: Sequence[T], count: int, purpose: str) -> list[T]:
        """`count` of `items`, drawn blind without putting back, in the order drawn."""
        left = list(items)
        return [left.pop(self.below(len(left), purpose)) for _ in range(count)]

    def note_result(self, key: tuple[str, object], result: object) -> None:
        """Collect what a chance known by `key` has come to, if anybody wants it."""
        if self.results is not None:
            self.results.append((key, result))

    def copy(self) -> Dice:
        return Dice(self.key, self.count)


def key_of(seed: bytes) -> bytes:
    """The key that a seed of any length stands for."""
    return blake2b(seed, digest_size=32, person=b"palatine-dice").digest()
