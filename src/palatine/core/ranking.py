"""How a match ended, and who did how well in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

Ranks = tuple[tuple[str, ...], ...]
"""The seats by how well they did, best first; those that did alike stand together."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: the winning seats (several share it, none is a draw), by what, in words, and the clause.

    `ranks` has every player's seat once; where there are winners, they are the first of them.
    """

    winners: tuple[str, ...]
    margin: str
    clause: str
    ranks: Ranks = ()


def ranked(winners: Collection[str], ranking_keys: Mapping[str, Any]) -> Ranks:
    """The winners, then all others by their ranking keys, the largest first; a seat without a key has no rank."""
    rest = {seat: key for seat, key in ranking_keys.items() if seat not in winners}
    first = tuple([seat for seat in ranking_keys if seat in winners])
    groups = [tuple([seat for seat in rest if rest[seat] == key]) for key in sorted(set(rest.values()))]
    return (*([first] if first else []), *reversed(groups))


def ranked_last(ranks: Ranks, left: Collection[str]) -> Ranks:
    """The same, but that those who have left come last."""
    stayed = [tuple([seat for seat in group if seat not in left]) for group in ranks]
    last = tuple([seat for group in ranks for seat in group if seat in left])
    return tuple([group for group in (*stayed, last) if group])
