"""A roll with all its modifiers and their reasons."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A modifier of a tally: its amount, its clause, and the message key of its reason."""

    amount: int
    clause: str
    reason: str


class Tally(msgspec.Struct):
    """Dice and the modifiers added to them or compared with them.

    Wargames use two kinds. Either the modifiers are added to the dice, and the `total` is looked up in a table or
    compared; or the modifiers add up to a `value` that the dice must not exceed (`succeeds`).
    """

    purpose: str
    dice: tuple[int, ...] = ()
    parts: list[Part] = []
    is_roll_under: bool = msgspec.field(default=False, name="versus")
    """True if the dice must not exceed the value. Stored as `versus`."""

    def add(self, amount: int, clause: str, reason: str) -> None:
        """Add a modifier, unless it is zero."""
        if amount:
            self.parts.append(Part(amount, clause, reason))

    def cap(self, limit: int, clause: str, reason: str) -> None:
        """Reduce the value to `limit` if it is higher."""
        self.add(min(0, limit - self.value), clause, reason)

    @property
    def rolled(self) -> int:
        return sum(self.dice)

    @property
    def value(self) -> int:
        return sum([part.amount for part in self.parts])

    @property
    def total(self) -> int:
        return self.rolled + self.value

    @property
    def succeeds(self) -> bool:
        """True if the dice do not exceed the value."""
        return self.rolled <= self.value
