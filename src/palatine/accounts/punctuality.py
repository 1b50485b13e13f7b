"""Turn statistics: turns due and turns met, counted from match logs for each tenure.

In a game of secret orders a turn is due for seats that handed in or were missing when it ran. Turns that a player ran
early, and excused absences, count against no player. Orders made by the server or a bot count for no player. A match
of single actions with clocks counts as one due turn, met by each player who never ran out of time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, union, update

from palatine.store.compression import log_rows
from palatine.store.engine import Database
from palatine.store.schema import WHEN_DUE, log, matches, seats
from palatine.store.schema_people import tenures

COUNTED_KINDS = ("hand_in", "ready", "turn", "flag", "hand_over", "stand_in", "leave", "take_back", "take_over")


class DueTurn(msgspec.Struct, frozen=True):
    """A turn that was due for a seat, and whether it was met."""

    seat: str
    time: str
    met: bool


def turns_due(records: Iterable[tuple[str, str, str, dict[str, Any]]]) -> list[DueTurn]:
    """Return the turns due in a game of secret orders.

    `records` have kind, seat, time and data.
    """
    found: list[DueTurn] = []
    given: set[str] = set()
    lent: set[str] = set()
    for kind, seat, time, data in records:
        if kind in ("hand_over", "leave") or (kind == "stand_in" and data.get("wanted")):
            lent.add(seat)
        elif kind in ("take_back", "take_over"):
            lent.discard(seat)
        elif kind == "hand_in" or (kind == "ready" and data.get("ready")):
            if seat not in lent and not data.get("late"):
                given.add(seat)
        elif kind == "turn":
            found += [DueTurn(each, time, True) for each in sorted(given)]
            if data.get("why") != "called":
                late = [each for each in data.get("missing", ()) if each not in {*given, *data.get("excused", ())}]
                found += [DueTurn(each, time, False) for each in late]
            given = set()
    return found


def actions_due(
    records: Iterable[tuple[str, str, str, dict[str, Any]]], names: Sequence[str], ended: str
) -> list[DueTurn]:
    """Return what was due in a match of single actions.

    A seat that ran out of time did not meet it. When the match has `ended`, all others did.
    """
    late: dict[str, str] = {}
    for kind, seat, time, data in records:
        if kind == "flag" and data.get("why") == "up":
            late.setdefault(seat, time)
    in_time = [DueTurn(name, ended, True) for name in names if name not in late] if ended else []
    return [*[DueTurn(seat, time, False) for seat, time in late.items()], *in_time]


class PunctualityCounter:
    """Counter of due and met turns in tenures."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def recount_since(self, time: str) -> int:
        """Recount the matches in which something has fallen due since `time`; return their number."""
        come_due = select(log.c.match).where(WHEN_DUE, log.c.time >= time)
        over = select(matches.c.id).where(matches.c.status == "over", matches.c.updated >= time)
        of_accounts = select(tenures.c.match).where(tenures.c.match.in_(union(come_due, over))).distinct()
        with self.database.reading() as connection:
            found = list(connection.execute(of_accounts).scalars())
        for match in found:
            self.recount(match)
        return len(found)

    def recount(self, match: str) -> None:
        """Recount all tenures of a match. Repeating it has no further effect.

        A writing transaction is used only if something has changed.
        """
        with self.database.reading() as connection:
            changed = _changes(connection, match)
        if changed:
            self.database.write(lambda connection: _write(connection, match))


def _write(connection: Connection, match: str) -> None:
    for place, n, counted in _changes(connection, match):
        here = (tenures.c.match == match, tenures.c.place == place, tenures.c.n == n)
        connection.execute(update(tenures).where(*here).values(**counted))


def _changes(connection: Connection, match: str) -> list[tuple[int, int, dict[str, int]]]:
    """Return the tenures that change, by place and number, each with its new counts."""
    row = connection.execute(
        select(matches.c.status, matches.c.updated, matches.c.times).where(matches.c.id == match)
    ).one()
    places = {seat: place for place, seat in connection.execute(
        select(seats.c.place, seats.c.seat).where(seats.c.match == match).order_by(seats.c.place)
    )}  # fmt: skip
    records = _records(connection, match)
    found = turns_due(records)
    if not found and row.times:
        found = actions_due(records, list(places), row.updated if row.status == "over" else "")
    changes = []
    for tenure in connection.execute(select(tenures).where(tenures.c.match == match)).all():
        mine = [due for due in found if places[due.seat] == tenure.place and _was_held(tenure, due.time)]
        counted = {"due": len(mine), "met": sum([due.met for due in mine])}
        if (tenure.due, tenure.met) != (counted["due"], counted["met"]):
            changes.append((tenure.place, tenure.n, counted))
    return changes


def _records(connection: Connection, match: str) -> list[tuple[str, str, str, dict[str, Any]]]:
    found = log_rows(connection, match, COUNTED_KINDS)
    return [(row.kind, row.seat, row.time, msgspec.msgpack.decode(row.data)) for row in found]


def _was_held(tenure: Any, time: str) -> bool:
    """Return whether a tenure included the time just before `time`.

    A new player is not responsible for what was due before.
    """
    return bool(tenure.since < time and (not tenure.until or time <= tenure.until))
