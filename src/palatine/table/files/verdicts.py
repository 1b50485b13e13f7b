"""What checking a finished match found, kept: a finished match does not change, and checking it takes long."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from palatine.table.files.checking import verified_elsewhere
from palatine.table.files.exchange import export
from palatine.table.matches.context import TableContext
from palatine.table.responses import Verification
from palatine.table.wording import refused

KEPT = 1000
"""So many verdicts are kept, those asked for last."""

Key = tuple[str, int, str]
"""A match, the number of its records, and the rules that were asked."""


class Verdicts:
    """The verdicts on the matches asked about last. Whoever asks while one is being made waits for it."""

    def __init__(self, size: int = KEPT) -> None:
        self.size = size
        self._lock = Lock()
        self._kept: OrderedDict[Key, Verification] = OrderedDict()

    def get(self, key: Key) -> Verification | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Key, verdict: Verification) -> None:
        with self._lock:
            self._kept[key] = verdict
            if len(self._kept) > self.size:
                self._kept.popitem(last=False)


def verify(context: TableContext, verdicts: Verdicts, match: str) -> Verification:
    """Check a finished match, unless that has been done. Raises Refused while it is being played."""
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused("not-over")
    key = (match, loaded.row.version, loaded.game.rules)
    with context.lock(f"verify {match}"):
        known = verdicts.get(key)
        if known is None:
            known = verified_elsewhere(context.executor, export(context, match, None))
            verdicts.keep(key, known)
    return known
