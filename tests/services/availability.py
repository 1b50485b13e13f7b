"""Availability of an installation: its processes, and the longest waits for answers."""

from __future__ import annotations

from math import inf
from time import monotonic

from web.serving.server_process import ServerProcess


class Availability:
    """Servers, the processes they need, and the longest waits for answers about matches.

    Answers are expected while all needed processes run, a server is open, and none is frozen.
    """

    def __init__(self, needed: set[str]) -> None:
        self.since = inf
        """Monotonic time since which everything is available, or infinity while it is not."""
        self.waits: dict[str, float] = {}
        """Longest wait for an answer while everything was available, in seconds, by its `cause`."""
        self.cause = "start"
        """The last event."""
        self._needed = needed
        self._there: set[str] = set()
        self._open: set[ServerProcess] = set()
        self._frozen: set[str] = set()
        self._answered: dict[object, float] = {}

    def comes(self, what: str) -> None:
        self._there.add(what)
        self._update()

    def goes(self, what: str) -> None:
        self._there.discard(what)
        self._update()

    def opens(self, server: ServerProcess) -> None:
        self._open.add(server)
        self._update()

    def ends(self, server: ServerProcess) -> None:
        self._open.discard(server)
        self._update()

    def freezes(self, what: str) -> None:
        self._frozen.add(what)
        self._update()

    def thaws(self, what: str) -> None:
        self._frozen.discard(what)
        self._update()

    def answered(self, match: object) -> None:
        """Record an answer to an active match."""
        now = monotonic()
        self._measure(now, self._answered.get(match, now))
        self._answered[match] = now

    def over(self, match: object) -> None:
        """Stop recording a match."""
        self._answered.pop(match, None)

    def longest(self) -> str:
        """Return a description of the longest waits."""
        return ", ".join(f"{what} {wait:.2f} s" for what, wait in sorted(self.waits.items()))

    def _measure(self, now: float, answered: float) -> None:
        wait = now - max(answered, self.since)
        self.waits[self.cause] = max(wait, self.waits.get(self.cause, 0.0))

    def _update(self) -> None:
        is_there = self._there == self._needed and bool(self._open) and not self._frozen
        if is_there != (self.since < inf):
            for answered in self._answered.values():
                self._measure(monotonic(), answered)
            self.since = monotonic() if is_there else inf
