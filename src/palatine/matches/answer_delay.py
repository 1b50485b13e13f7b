"""The delay before the server answers by itself, so that no haste discloses what others may not know.

A seat with one answer left, where others cannot tell so, and a seat whose answer stands are answered for after delays
drawn alike; bots answer such questions no sooner than after a moment, however fast they think. The delay begins when
the question is first looked at; after a restart it begins again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom
from threading import Lock
from time import monotonic

from cachetools import LRUCache

MEDIAN, SPREAD, LEAST, MOST = 3.0, 0.4, 1.5, 8.0
"""Seconds, and the sigma of their logarithm: about as long as it takes to read a question and say no."""
BOT_LEAST, BOT_MOST = 0.3, 0.6
SIZE = 4096


def unasked(random: Random) -> float:
    """Seconds before an answer is given for a person."""
    return min(MOST, max(LEAST, random.lognormvariate(0, SPREAD) * MEDIAN))


def of_bot(random: Random) -> float:
    """Seconds before a bot answers."""
    return random.uniform(BOT_LEAST, BOT_MOST)


class AnswerDelays:
    """When the questions at hand may be answered, by match and version. `time` is in seconds from anywhere."""

    def __init__(self, time: Callable[[], float] = monotonic, random: Random | None = None) -> None:
        self.time = time
        self.random = random or SystemRandom()
        self._lock = Lock()
        self._at: LRUCache[str, tuple[int, float]] = LRUCache(SIZE)

    def left(self, match: str, version: int, delay: Callable[[Random], float]) -> float:
        """Seconds until the question a match asks at this version may be answered; 0 when it may be now."""
        with self._lock:
            known, at = self._at.get(match, (-1, 0.0))
            if known != version:
                at = self.time() + delay(self.random)
                self._at[match] = (version, at)
            return max(0.0, at - self.time())

    def is_too_soon(self, match: str, version: int) -> bool:
        """Whether it was found too soon to answer what a match asks at this version, and still is."""
        with self._lock:
            known, at = self._at.get(match, (-1, 0.0))
        return known == version and at > self.time()
