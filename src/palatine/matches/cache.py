"""Thread-safe LRU cache."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

DEFAULT_SIZE = 1000


class LockedCache(Generic[K, V]):
    """A thread-safe cache of the most recently used values."""

    def __init__(self, size: int = DEFAULT_SIZE) -> None:
        self._lock = Lock()
        self._kept: LRUCache[K, V] = LRUCache(size)

    def get(self, key: K) -> V | None:
        with self._lock:
            return self._kept.get(key)

    def put(self, key: K, value: V) -> None:
        with self._lock:
            self._kept[key] = value

    def pop(self, key: K) -> V | None:
        with self._lock:
            return self._kept.pop(key, None)
