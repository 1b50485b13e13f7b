"""Thread-safe LRU cache."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

SIZE = 1000


class LockedCache(Generic[K, V]):
    """A thread-safe cache of the most recently used values."""

    def __init__(self, size: int = SIZE) -> None:
        self._lock = Lock()
        self._kept: LRUCache[K, V] = LRUCache(size)

    def get(self, key: K) -> V | None:
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: K, found: V) -> None:
        with self._lock:
            self._kept[key] = found

    def pop(self, key: K) -> V | None:
        with self._lock:
            return self._kept.pop(key, None)
