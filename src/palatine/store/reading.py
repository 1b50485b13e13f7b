"""Reading of matches, from rows or from archived blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, bindparam, select

from palatine.core import Entry, Roll
from palatine.matches.storage import MatchRow, Record, SeatRow, Snapshot
from palatine.store.compression import read_compressed_position, read_compressed_rows
from palatine.store.engine import Database
from palatine.store.schema import log, matches, seats, snapshots

_rolls = msgspec.msgpack.Decoder(tuple[Roll, ...]).decode
_entries = msgspec.msgpack.Decoder(tuple[Entry, ...]).decode
_data = msgspec.msgpack.Decoder(dict[str, Any]).decode

LOG_HEAD = (log.c.n, log.c.kind, log.c.ply, log.c.time, log.c.seat, log.c.verb, log.c.operand, log.c.forced)
LOG_COLUMNS = (*LOG_HEAD, log.c.blame, log.c.data, log.c.rolls, log.c.entries)
MOVE_KINDS = ("begin", "action", "turn", "eject")
"""Kinds of records that lead to a position."""

_MATCH = select(matches).where(matches.c.id == bindparam("match"))
_SEATS = select(seats).where(seats.c.match == bindparam("match")).order_by(seats.c.place)
_RECORDS = (
    select(*LOG_COLUMNS).where(log.c.match == bindparam("match"), log.c.n > bindparam("after")).order_by(log.c.n)
)
_LATEST = (
    select(*LOG_HEAD, log.c.blame, log.c.data)
    .where(log.c.match == bindparam("match"))
    .order_by(log.c.n.desc())
    .limit(bindparam("count"))
)
_LINE = (
    select(*LOG_COLUMNS)
    .where(
        log.c.match == bindparam("match"),
        log.c.kind.in_(MOVE_KINDS),
        log.c.ply > bindparam("after"),
        log.c.ply <= bindparam("upto"),
    )
    .order_by(log.c.n)
)
_SNAPSHOT = (
    select(snapshots.c.ply, snapshots.c.state, snapshots.c.base)
    .where(snapshots.c.match == bindparam("match"), snapshots.c.ply <= bindparam("ply"))
    .order_by(snapshots.c.ply.desc())
    .limit(1)
)


class MatchReader:
    """Reader of matches with consistent snapshots. Raises `Unknown` if archived data is damaged."""

    database: Database

    def load(self, match: str) -> tuple[MatchRow, tuple[SeatRow, ...]] | None:
        """Return a match and its seats in their order; None if it does not exist."""
        with self.database.reading() as connection:
            found = connection.execute(_MATCH, {"match": match}).one_or_none()
            if found is None:
                return None
            places = connection.execute(_SEATS, {"match": match}).all()
        fields = dict(found._mapping)
        for name in ("asked", "handed", "proposals"):
            fields[name] = tuple(fields[name])
        return MatchRow(**fields), tuple(_seat(place) for place in places)

    def records(self, match: str, after: int = 0) -> list[Record]:
        """Return the records above number `after`, in order."""
        return [_record(row) for row in self._rows(match, after)]

    def readable_records(self, match: str) -> tuple[list[Record], list[int]]:
        """Return the readable records in order, and the numbers of those that cannot be read."""
        found, damaged = [], []
        for row in self._rows(match, 0):
            try:
                found.append(_record(row))
            except (msgspec.MsgspecError, TypeError, ValueError):
                damaged.append(row.n)
        return found, damaged

    def _rows(self, match: str, after: int) -> Sequence[Any]:
        with self.database.reading() as connection:
            found = connection.execute(_RECORDS, {"match": match, "after": after}).all()
            return found or [row for row in read_compressed_rows(connection, match, log) if row.n > after]

    def latest_records(self, match: str, count: int) -> list[Record]:
        """Return the last `count` records, in order, without rolls and entries."""
        with self.database.reading() as connection:
            found = list(reversed(connection.execute(_LATEST, {"match": match, "count": count}).all()))
            rows = found or read_compressed_rows(connection, match, log)[-count:]
        return [_record_without_rolls(row) for row in rows]

    def last_record(self, match: str, kind: str, seat: str) -> Record | None:
        """Return the last record of a kind and seat."""
        of_kind = (log.c.match == match, log.c.kind == kind, log.c.seat == seat)
        with self.database.reading() as connection:
            wanted = select(*LOG_COLUMNS).where(*of_kind).order_by(log.c.n.desc()).limit(1)
            found = connection.execute(wanted).all()
            rows = found or [
                row for row in read_compressed_rows(connection, match, log) if (row.kind, row.seat) == (kind, seat)
            ]
        return _record(rows[-1]) if rows else None

    def actions_in_force(self, match: str, after: int, upto: int) -> list[Record]:
        """Return the actions in force at plies above `after` up to `upto`, in order.

        The beginning is ply 0.
        """
        with self.database.reading() as connection:
            found = connection.execute(_LINE, {"match": match, "after": after, "upto": upto}).all()
            rows = found or [
                row
                for row in read_compressed_rows(connection, match, log, after + 1, upto)
                if row.kind in MOVE_KINDS
            ]
        standing = {row.ply: row for row in rows}
        return [_record(standing[ply]) for ply in sorted(standing)]

    def snapshot(self, match: str, ply: int) -> Snapshot | None:
        """Return the latest snapshot at or before `ply`."""
        with self.database.reading() as connection:
            found = connection.execute(_SNAPSHOT, {"match": match, "ply": ply}).one_or_none()
            found = found or read_compressed_position(connection, match, ply)
        return None if found is None else Snapshot(*found)

    def snapshots(self, match: str) -> list[Snapshot]:
        """Return all snapshots of a match, in order."""
        wanted = select(snapshots.c.ply, snapshots.c.state, snapshots.c.base).where(snapshots.c.match == match)
        with self.database.reading() as connection:
            found = connection.execute(wanted.order_by(snapshots.c.ply)).all()
            return [Snapshot(*row) for row in found or read_compressed_rows(connection, match, snapshots)]


def _seat(row: Row[Any]) -> SeatRow:
    return SeatRow(row.seat, row.bot, row.name, row.key, row.seated, row.number, row.missed, row.owner)


def _record_without_rolls(row: Any) -> Record:
    n, kind, ply, time, seat, verb, operand, forced, blame, data, *_ = row
    return Record(n, kind, ply, time, seat, verb, operand, forced, blame, _data(data))


def _record(row: Any) -> Record:
    *head, data, rolls, entries = row
    n, kind, ply, time, seat, verb, operand, forced, blame = head
    return Record(
        n, kind, ply, time, seat, verb, operand, forced, blame, _data(data), _rolls(rolls), _entries(entries)
    )  # fmt: skip
