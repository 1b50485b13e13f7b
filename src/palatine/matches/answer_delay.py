"""Artificial delays before automatic answers, so that response times reveal nothing hidden.

The server answers by itself for a seat that has only one legal answer (where opponents cannot see that) and for a
seat with an automatic reply. Both delays are drawn from the same distribution. Bots answer such questions after a
short minimum delay. A delay starts when the question is first checked, and again after a restart.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom
from threading import Lock
from time import monotonic

from cachetools import LRUCache

MEDIAN_SECONDS, SPREAD_SIGMA, MIN_SECONDS, MAX_SECONDS = 3.0, 0.4, 1.5, 8.0
"""Median, minimum and maximum in seconds; SPREAD is the sigma of the logarithm.

About the time needed to read a question and decline.
"""
AGAIN_MEDIAN, AGAIN_LEAST = 1.2, 0.6
"""Median and minimum in seconds if nothing public has happened since the seat's last action.

Players then decline more quickly. Everyone can see whether it applies, so the shorter delay reveals nothing.
"""
MIN_BOT_SECONDS, MAX_BOT_SECONDS = 0.3, 0.6
CACHE_SIZE = 4096


def automatic_delay(random: Random) -> float:
    """Return a random delay in seconds before the server answers for a human player."""
    return min(MAX_SECONDS, max(MIN_SECONDS, random.lognormvariate(0, SPREAD_SIGMA) * MEDIAN_SECONDS))


def repeated_delay(random: Random) -> float:
    """Return a random delay in seconds for a player who has just been asked already."""
    return min(MAX_SECONDS, max(AGAIN_LEAST, random.lognormvariate(0, SPREAD_SIGMA) * AGAIN_MEDIAN))


def bot_delay(random: Random) -> float:
    """Return a random delay in seconds before a bot answers."""
    return random.uniform(MIN_BOT_SECONDS, MAX_BOT_SECONDS)


class AnswerDelays:
    """The times at which pending questions may be answered, by match and version.

    `time` returns seconds from an arbitrary origin.
    """

    def __init__(self, time: Callable[[], float] = monotonic, random: Random | None = None) -> None:
        self.time = time
        self.random = random or SystemRandom()
        self._lock = Lock()
        self._at: LRUCache[str, tuple[int, float]] = LRUCache(CACHE_SIZE)

    def seconds_left(self, match: str, version: int, delay: Callable[[Random], float]) -> float:
        """Return the seconds until a match's question at this version may be answered, at least 0."""
        with self._lock:
            known, at = self._at.get(match, (-1, 0.0))
            if known != version:
                at = self.time() + delay(self.random)
                self._at[match] = (version, at)
            return max(0.0, at - self.time())

    def is_too_soon(self, match: str, version: int) -> bool:
        """Return whether the question of a match at this version has a delay that has not ended."""
        with self._lock:
            known, at = self._at.get(match, (-1, 0.0))
        return known == version and at > self.time()
