"""A roll, with everything that was added to it and why."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One number of a tally: how much, by which clause, and the message key of the reason."""

    amount: int
    clause: str
    reason: str


class Tally(msgspec.Struct):
    """Dice and the parts added to or compared with them.

    Two kinds occur in wargames. Either the parts are added to the dice and the `total` is read off a table or
    compared, or the parts make up a `value` that the dice must not exceed (`succeeds`).
    """

    purpose: str
    dice: tuple[int, ...] = ()
    parts: list[Part] = []
    is_roll_under: bool = msgspec.field(default=False, name="versus")
    """Whether the dice must not exceed the value. Stored as `versus`."""

    def add(self, amount: int, clause: str, reason: str) -> None:
        """Add a part; a part of zero says nothing and is left out."""
        if amount:
            self.parts.append(Part(amount, clause, reason))

    def cap(self, limit: int, clause: str, reason: str) -> None:
        """Bring the value down to `limit` if it is higher."""
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
        """Whether the dice are no higher than the value."""
        return self.rolled <= self.value
