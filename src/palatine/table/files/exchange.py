"""Matches out of the house as files, and into it."""

from __future__ import annotations

import base64
from typing import Any

from palatine.core import Entry, Unreadable
from palatine.table.clock import now
from palatine.table.errors import Forbidden
from palatine.table.fairness import commitment, new_id
from palatine.table.files.matchfile import FORMAT, VERSION, FileRecord, FileSeat, MatchFile, read
from palatine.table.files.verify import replay_file, verify_replay
from palatine.table.matches.context import TableContext
from palatine.table.matches.house_entries import HOUSE, house_entries
from palatine.table.matches.loaded import LoadedMatch
from palatine.table.matches.positions import Anchor, packed
from palatine.table.matches.projection import render_entries
from palatine.table.storage import MatchRow, Record, SeatRow, Snapshot

SECRET = ("action", "hand_in")
"""The kinds of records whose data only their seat knows while the match is played."""


def export(context: TableContext, match: str, key: str | None) -> MatchFile:
    """A match as a file: all of it once it is over; before, what the seat of `key` knows.

    Raises Forbidden for a match still being played when there is no key.
    """
    loaded = context.open(match)
    if loaded.row.status == "over":
        records = [_whole(record) for record in context.records_after(loaded, 0)]
        return _file(loaded, records).sealed()
    if key is None:
        raise Forbidden("A match still being played is written out only for its seats.")
    seat = loaded.seat_of(key)
    return _file(loaded, _known(loaded, context.records_after(loaded, 0), seat), seat).sealed()


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


def _whole(record: Record) -> FileRecord:
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


def _known(loaded: LoadedMatch, records: list[Record], seat: str) -> list[FileRecord]:
    """The log as one seat knows it: its own actions, and of all the rest what its journal tells."""
    journal: dict[int, list[str]] = {}
    for line in render_entries(loaded, records, seat):
        journal.setdefault(line.version, []).append(line.text)
    return [_as_known(record, seat, tuple(journal.get(record.n, ()))) for record in records]


def _as_known(record: Record, seat: str, journal: tuple[str, ...]) -> FileRecord:
    is_secret = record.kind in SECRET
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


def import_file(context: TableContext, plain: Any) -> str:
    """Keep a finished match from a file, under a new id. Raises Unreadable when anything about it is wrong."""
    file = read(plain)
    if file.status != "over":
        raise Unreadable("This is the file of a match still being played; it holds one seat's knowledge only.")
    replayer, findings = replay_file(file)
    checked = verify_replay(file, replayer, findings)
    if checked.findings:
        raise Unreadable(f"The match file is damaged. {checked.findings[0].text}")
    encoded = [None if state is None else replayer.game.encode(state) for state in replayer.states]
    last = None if replayer.state is None else replayer.game.encode(replayer.state)
    row = _row(file, last, len(encoded))
    seats = [SeatRow(seat.seat, seat.bot, seat.name, "", True, seat.number) for seat in file.seats]
    records = [_record(record, replayer.journal.get(record.n), file.names) for record in file.log]
    context.storage.create(row, seats, records, _snapshots(encoded))
    return row.id


def _snapshots(encoded: list[bytes | None]) -> list[Snapshot]:
    """Every position that is known, as it is kept."""
    found: list[Snapshot] = []
    anchor: Anchor | None = None
    for ply, state in enumerate(encoded):
        if state is not None:
            snapshot, anchor = packed(ply, state, anchor)
            found.append(snapshot)
    return found


def _row(file: MatchFile, state: bytes | None, states: int) -> MatchRow:
    return MatchRow(
        id=new_id(),
        game=file.game,
        rules=file.rules,
        scenario=file.scenario,
        options=file.options,
        title=file.title,
        seed=file.seed_bytes,
        created=file.created,
        updated=now(),
        forced=file.forced,
        origin=file.origin,
        start=file.start_bytes,
        status="over",
        version=len(file.log),
        ply=max(0, states - 1),
        state=state,
        outcome=file.result,
        clock=next((record.data["clock"] for record in file.log if "clock" in record.data), None),
        rules_now=next((r.data["now"] for r in reversed(file.log) if r.kind == "rules"), ""),
        turn=max([record.data["turn"] + 1 for record in file.log if record.kind == "turn"], default=0),
    )


def _record(record: FileRecord, entries: tuple[Entry, ...] | None, names: tuple[str, ...]) -> Record:
    """A record with its journal; an action where today's rules do not lead is told as it was offered."""
    verb, operand = record.action or ("", 0)
    if entries is None and record.kind == "action":
        said = record.data.get("says") or f"{verb} {operand}"
        entries = (Entry(f"{HOUSE}played", {"seat": record.seat, "says": said}),)
    try:
        of_house = house_entries(record.kind, record.seat, record.data, names)
    except (KeyError, ValueError, TypeError) as error:
        raise Unreadable(f"The match file is damaged: record {record.n} lacks what is said of it.") from error
    return Record(
        n=record.n,
        kind=record.kind,
        ply=record.ply,
        time=record.time,
        seat=record.seat,
        verb=verb,
        operand=operand,
        forced=record.forced,
        blame=record.blame,
        data=record.data,
        rolls=record.rolls,
        entries=(*of_house, *(entries or ())),
    )
