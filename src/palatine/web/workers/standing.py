"""What a worker knows of who holds which shards, itself included."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

import msgspec

from palatine.web.workers.shards import HOUSE, shard_of

LEASE = 1.5
"""Seconds that a machine holds its shards from each time it renews them, and a worker its place from each word of the
front."""
BEAT = 0.5
"""Seconds between two renewals, and between two words to each worker."""
HERE, NOBODY = 0, 255
"""Of machines: this one, and none."""


class Holdings(msgspec.Struct, frozen=True, tag="holdings"):
    """Which machine of a house holds which shards, as the registrar tells the front; up to a moment of the monotonic
    clock."""

    machine: str
    """The name of this one."""
    until: float
    others: tuple[str, ...]
    """The addresses of the others, from 1 on."""
    shards: bytes
    """The holder of each, `HERE`, `ANONYMOUS`, or the number of another."""


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """Who is at work, as the front tells all of them.

    Shard s belongs to place s modulo the number of places. It holds until the moment `until` of the monotonic clock,
    which all processes of a machine share.
    """

    places: tuple[int, ...]
    """The worker at each place, by its number; 0 while nobody is there."""
    until: float
    is_beginning: bool = False
    """Whether the house is only starting, and not all places were ever taken."""
    others: tuple[str, ...] = ()
    shards: bytes = b""
    """What other machines hold, as `Holdings` has it; b"" where there are none."""

    def machine(self, shard: int) -> int:
        """Which machine holds a shard."""
        return self.shards[shard] if self.shards else HERE

    def place(self, shard: int) -> int:
        """The worker of this machine that holds a shard; 0 where none does."""
        return self.places[shard % len(self.places)] if self.places and self.machine(shard) == HERE else 0


class Standing:
    """May be asked from any thread."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self._roll = Roll((), 0.0)
        self._lock = threading.Lock()
        self._waiting: list[Callable[[], object]] = []

    def tell(self, roll: Roll) -> None:
        """The front has told how things stand; who waits for that goes on."""
        with self._lock:
            self._roll = roll
            waiting, self._waiting = self._waiting, []
        for each in waiting:
            each()

    def when_told(self, go_on: Callable[[], object]) -> None:
        """Call back once, in the thread that tells, when the front has told anew how things stand."""
        with self._lock:
            self._waiting.append(go_on)

    @property
    def is_at_work(self) -> bool:
        """Whether it has a place, for as long as it knows."""
        return self.number in self._roll.places and monotonic() < self._roll.until

    def holder(self, match: str) -> int:
        """The number of the worker that holds a match; 0 where nobody does, or that is not known any more."""
        roll = self._roll
        return roll.place(shard_of(match)) if monotonic() < roll.until else 0

    def elsewhere(self, match: str) -> str:
        """The address of the other machine that holds a match; "" where none does, as far as is known."""
        roll = self._roll
        machine = roll.machine(shard_of(match)) if monotonic() < roll.until else NOBODY
        return "" if machine in (HERE, NOBODY) else roll.others[machine - 1]

    def knows(self, address: str) -> bool:
        """Whether there is a machine at that address."""
        return address in self._roll.others

    def others(self) -> list[int]:
        """The other workers that have a place."""
        return sorted(set(self._roll.places) - {0, self.number})

    def owns(self, match: str) -> bool:
        """Whether the match is held here."""
        return self.holder(match) == self.number

    def on_duty(self) -> bool:
        """Whether what is done once in the house is done here."""
        roll = self._roll
        return roll.place(HOUSE) == self.number and monotonic() < roll.until
