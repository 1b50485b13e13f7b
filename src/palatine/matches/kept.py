"""What was found out once, kept: the last so many findings that were asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

SIZE = 1000


class Kept(Generic[K, V]):
    """Findings by what was asked, from any thread."""

    def __init__(self, size: int = SIZE) -> None:
        self.size = size
        self._lock = Lock()
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: K, found: V) -> None:
        with self._lock:
            self._kept[key] = found
            if len(self._kept) > self.size:
                self._kept.popitem(last=False)
