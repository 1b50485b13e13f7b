"""What has happened, entry by entry, each with who may read it."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.tally import Tally


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened.

    `kind` is the message that tells it and `data` the numbers the message needs; `clauses` are the rules it rests
    on; `readers` the seats (by index) that may read it, None for everybody, spectators included.
    """

    kind: str
    data: dict[str, Any] = {}
    clauses: tuple[str, ...] = ()
    readers: tuple[int, ...] | None = None
    tally: Tally | None = None

    def readable_by(self, seat: int | None) -> bool:
        return self.readers is None or (seat is not None and seat in self.readers)


def merge_entries(earlier: Entry, later: Entry, kind: str, **changes: Any) -> Entry:
    """One entry in place of two: the facts of the earlier with these changes, the clauses of both.

    For `Game.merged_entry`: a game finds out whether the later goes on with the earlier, and says what changes.
    """
    return Entry(kind, {**earlier.data, **changes}, tuple(dict.fromkeys((*earlier.clauses, *later.clauses))))
