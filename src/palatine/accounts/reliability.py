"""Reliability of players: share of due turns that they met in a year, separate from ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import func, select

from palatine.matches.clock import stamp
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import tenures

SPAN = timedelta(days=365)
LEAST = 5
"""Minimum number of matches for a share; a match has at most the weight 1/`LEAST`."""


class Reliability(msgspec.Struct, frozen=True):
    """The share of turns met, with the number of turns and matches.

    With too few matches, `share` is None.
    """

    share: float | None
    turns: int
    matches: int

    @property
    def percent(self) -> int | None:
        """Percentage rounded down, so that 100 means all turns."""
        return None if self.share is None else int(self.share * 100 + 1e-9)


NEW = Reliability(None, 0, 0)


def reliability(kept: Sequence[tuple[int, int]]) -> Reliability:
    """Return the reliability from turns met and due by match; matches with none due are ignored."""
    counted = [(met, due) for met, due in kept if due > 0]
    turns = sum([due for _, due in counted])
    if len(counted) < LEAST:
        return Reliability(None, turns, len(counted))
    most = cap([due for _, due in counted])
    weights = [min(float(due), most) for _, due in counted]
    share = sum([weight * met / due for weight, (met, due) in zip(weights, counted, strict=True)]) / sum(weights)
    return Reliability(share, turns, len(counted))


def cap(due: Sequence[int]) -> float:
    """Return the maximum weight of a match, so that none has more than a fifth of the total."""
    ordered = sorted(due, reverse=True)
    for capped in range(LEAST):
        most = sum(ordered[capped:]) / (LEAST - capped)
        if ordered[capped] <= most:
            return most
    raise ValueError("fewer than five matches")


class Reliabilities:
    """Reliability of accounts, from the counts in tenures."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, account: str, now: str) -> Reliability:
        return self.of_all([account], now).get(account, NEW)

    def of_all(self, people: Iterable[str], now: str) -> dict[str, Reliability]:
        """Return the reliability of accounts in matches played within the year before `now`."""
        since = stamp(datetime.fromisoformat(now) - SPAN)
        c = tenures.c
        wanted = select(c.account, func.sum(c.met), func.sum(c.due)).join(matches, matches.c.id == c.match)
        counted = wanted.where(c.account.in_(list(people)), c.due > 0, matches.c.updated >= since)
        lately = counted.where((c.until == "") | (c.until >= since)).group_by(c.account, c.match)
        kept: dict[str, list[tuple[int, int]]] = {}
        with self.database.reading() as connection:
            for account, met, due in connection.execute(lately):
                kept.setdefault(account, []).append((int(met), int(due)))
        return {account: reliability(found) for account, found in kept.items()}
