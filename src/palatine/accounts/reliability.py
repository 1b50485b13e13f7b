"""Reliability of players: share of due turns that they met in a year, separate from ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import func, select

from palatine.matches.clock import format_timestamp
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import tenures

PERIOD = timedelta(days=365)
MIN_MATCHES = 5
"""Minimum number of matches for a share; a match has at most the weight 1/`MIN_MATCHES`."""


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


UNKNOWN_RELIABILITY = Reliability(None, 0, 0)


def calculate_reliability(counts: Sequence[tuple[int, int]]) -> Reliability:
    """Return the reliability from turns met and due by match; matches with none due are ignored."""
    counted = [(met, due) for met, due in counts if due > 0]
    turns = sum([due for _, due in counted])
    if len(counted) < MIN_MATCHES:
        return Reliability(None, turns, len(counted))
    most = max_match_weight([due for _, due in counted])
    weights = [min(float(due), most) for _, due in counted]
    share = sum([weight * met / due for weight, (met, due) in zip(weights, counted, strict=True)]) / sum(weights)
    return Reliability(share, turns, len(counted))


def max_match_weight(turns_due: Sequence[int]) -> float:
    """Return the maximum weight of a match, so that none has more than a fifth of the total."""
    ordered = sorted(turns_due, reverse=True)
    for capped in range(MIN_MATCHES):
        most = sum(ordered[capped:]) / (MIN_MATCHES - capped)
        if ordered[capped] <= most:
            return most
    raise ValueError("fewer than five matches")


class ReliabilityService:
    """Reliability of accounts, from the counts in tenures."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of_account(self, account: str, now: str) -> Reliability:
        return self.of_accounts([account], now).get(account, UNKNOWN_RELIABILITY)

    def of_accounts(self, accounts: Iterable[str], now: str) -> dict[str, Reliability]:
        """Return the reliability of accounts in matches played within the year before `now`."""
        since = format_timestamp(datetime.fromisoformat(now) - PERIOD)
        c = tenures.c
        wanted = select(c.account, func.sum(c.met), func.sum(c.due)).join(matches, matches.c.id == c.match)
        counted = wanted.where(c.account.in_(list(accounts)), c.due > 0, matches.c.updated >= since)
        lately = counted.where((c.until == "") | (c.until >= since)).group_by(c.account, c.match)
        kept: dict[str, list[tuple[int, int]]] = {}
        with self.database.reading() as connection:
            for account, met, due in connection.execute(lately):
                kept.setdefault(account, []).append((int(met), int(due)))
        return {account: calculate_reliability(found) for account, found in kept.items()}
