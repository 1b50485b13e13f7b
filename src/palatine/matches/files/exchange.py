"""Export and import of matches as files."""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from palatine.matches.clock import now
from palatine.matches.errors import Forbidden
from palatine.matches.fairness import commitment, new_id
from palatine.matches.files.checking import import_in_executor
from palatine.matches.files.matchfile import FORMAT, VERSION, FileRecord, FileSeat, MatchFile
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import render_entries
from palatine.matches.seat_owners import SeatKey
from palatine.matches.storage import Record

SECRET_KINDS = ("action", "hand_in")
"""Record kinds whose data only their own seat may see while the match is in play."""


def export_match(context: MatchRuntime, match: str, key: SeatKey | None) -> MatchFile:
    """Return a match as a file: all of it if it is over, otherwise what the seat of `key` knows.

    Raises `Forbidden` for a match in play without a key.
    """
    loaded = context.open(match)
    if loaded.row.status == "over":
        records = [_complete_record(record) for record in context.records_after(loaded, 0)]
        return _file(loaded, records).with_digest()
    if key is None:
        raise Forbidden("A match still being played is written out only for its seats.")
    seat = loaded.seat_of(key)
    return _file(loaded, _visible_records(loaded, context.records_after(loaded, 0), seat), seat).with_digest()


def _file(loaded: LoadedMatch, records: list[FileRecord], reader: str = "") -> MatchFile:
    row = loaded.row
    is_over = row.status == "over"
    start = base64.b64encode(row.start).decode() if row.start and is_over else ""
    return MatchFile(
        format=FORMAT,
        version=VERSION,
        match=row.id,
        game=row.game,
        rules=row.rules,
        scenario=row.scenario,
        title=row.title,
        options=row.options,
        status=row.status,
        forced=row.forced,
        seats=tuple(FileSeat(seat.seat, seat.name, seat.bot, seat.number) for seat in loaded.seats),
        created=row.created,
        updated=row.updated,
        commitment=commitment(row.seed),
        log=tuple(records),
        seed=row.seed.hex() if is_over else "",
        numbers={seat.seat: seat.number for seat in loaded.seats if seat.number},
        start=start,
        origin=row.origin,
        result=row.outcome,
        reader=reader,
    )


def _complete_record(record: Record) -> FileRecord:
    return FileRecord(
        n=record.n,
        kind=record.kind,
        ply=record.ply,
        time=record.time,
        seat=record.seat,
        action=(record.verb, record.operand) if record.kind == "action" else None,
        forced=record.forced,
        blame=record.blame,
        data=record.data,
        rolls=record.rolls,
    )


def _visible_records(loaded: LoadedMatch, records: list[Record], seat: str) -> list[FileRecord]:
    """Return the log as one seat knows it.

    It has the seat's own actions, and the seat's journal for everything else.
    """
    journal: dict[int, list[str]] = {}
    for line in render_entries(loaded, records, seat):
        journal.setdefault(line.version, []).append(line.text)
    return [_visible_record(record, seat, tuple(journal.get(record.n, ()))) for record in records]


def _visible_record(record: Record, seat: str, journal: tuple[str, ...]) -> FileRecord:
    is_secret = record.kind in SECRET_KINDS
    is_own = is_secret and record.seat == seat
    return FileRecord(
        n=record.n,
        kind=record.kind,
        ply=record.ply,
        time=record.time,
        seat=record.seat,
        action=(record.verb, record.operand) if is_own and record.kind == "action" else None,
        data=record.data
        if is_own or not is_secret
        else {name: record.data[name] for name in record.data if name == "turn"},
        journal=journal,
    )


def import_file(context: MatchRuntime, data: Any) -> str:
    """Store a finished match from a file and return its new id.

    Raises `Unreadable` if anything in it is wrong.
    """
    found = import_in_executor(context.executor, data)
    row = msgspec.structs.replace(found.row, id=new_id(), updated=now())
    context.storage.create(row, found.seats, found.records, found.snapshots)
    return row.id
