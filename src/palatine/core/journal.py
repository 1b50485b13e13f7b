"""Journal entries: what happened in a match, and which seats may read it."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.tally import Tally


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a match.

    `kind` is the key of its message and `data` the values that the message needs. `clauses` are the rules it follows
    from. `readers` are the indices of the seats that may read it; None means everyone, including spectators.
    """

    kind: str
    data: dict[str, Any] = {}
    clauses: tuple[str, ...] = ()
    readers: tuple[int, ...] | None = None
    tally: Tally | None = None

    def is_readable_by(self, seat: int | None) -> bool:
        return self.readers is None or (seat is not None and seat in self.readers)


def merge_entries(earlier: Entry, later: Entry, kind: str, **changes: Any) -> Entry:
    """Return one entry for two: the earlier data with `changes`, and the clauses of both.

    For use in `Game.merged_entry`, where a game decides whether the later entry continues the earlier one and what
    changes.
    """
    return Entry(kind, {**earlier.data, **changes}, tuple(dict.fromkeys((*earlier.clauses, *later.clauses))))
