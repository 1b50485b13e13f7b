"""What a worker knows of who holds which shards, itself included."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

import msgspec

from palatine.web.workers.shards import HOUSE, shard_of


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
        if not roll.places or monotonic() >= roll.until:
            return 0
        return roll.places[shard_of(match) % len(roll.places)]

    def others(self) -> list[int]:
        """The other workers that have a place."""
        return sorted(set(self._roll.places) - {0, self.number})

    def owns(self, match: str) -> bool:
        """Whether the match is held here."""
        return self.holder(match) == self.number

    def on_duty(self) -> bool:
        """Whether what is done once in the house is done here."""
        roll = self._roll
        return bool(roll.places) and roll.places[HOUSE] == self.number and monotonic() < roll.until
