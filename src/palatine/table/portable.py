"""Matches out of the house as files, and into it."""

from __future__ import annotations

import base64
from typing import Any

from palatine import registry
from palatine.core import Entry, Unreadable
from palatine.table.archive import MatchRow, Record, SeatRow
from palatine.table.desk import Desk
from palatine.table.draft import SNAPSHOT_EVERY, now
from palatine.table.errors import Forbidden
from palatine.table.fairness import commitment, new_id
from palatine.table.matchfile import FORMAT, VERSION, FileRecord, FileSeat, MatchFile, read
from palatine.table.rerun import Rerun
from palatine.table.session import Session
from palatine.table.telling import lines
from palatine.table.verify import begin_of, deed_of, verify_file

SECRET = ("action", "hand_in")
"""The kinds of records whose data only their seat knows while the match is played."""


def export(desk: Desk, match: str, key: str | None) -> MatchFile:
    """A match as a file: all of it once it is over; before, what the seat of `key` knows.

    Raises Forbidden for a match still being played when there is no key.
    """
    session = desk.open(match)
    if session.row.status == "over":
        records = [_whole(record) for record in desk.news(session, 0)]
        return _file(session, records).sealed()
    if key is None:
        raise Forbidden("A match still being played is written out only for its seats.")
    seat = session.names[session.place_of(key)]
    return _file(session, _known(session, desk.news(session, 0), seat), seat).sealed()


def _file(session: Session, records: list[FileRecord], reader: str = "") -> MatchFile:
    row = session.row
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
        seats=tuple(FileSeat(seat.seat, seat.name, seat.bot, seat.number) for seat in session.seats),
        created=row.created,
        updated=row.updated,
        commitment=commitment(row.seed),
        log=tuple(records),
        seed=row.seed.hex() if is_over else "",
        numbers={seat.seat: seat.number for seat in session.seats if seat.number},
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


def _known(session: Session, records: list[Record], seat: str) -> list[FileRecord]:
    """The log as one seat knows it: its own actions, and of all the rest what its journal tells."""
    told: dict[int, list[str]] = {}
    for line in lines(session, records, seat):
        told.setdefault(line.version, []).append(line.text)
    return [_as_known(record, seat, tuple(told.get(record.n, ()))) for record in records]


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


def import_file(desk: Desk, plain: Any) -> str:
    """Keep a finished match from a file, under a new id. Raises Unreadable when anything about it is wrong."""
    file = read(plain)
    if file.status != "over":
        raise Unreadable("This is the file of a match still being played; it holds one seat's knowledge only.")
    checked = verify_file(file)
    if not checked.ok:
        raise Unreadable(f"The match file is damaged. {checked.findings[0].text}")
    rerun = Rerun(registry.load(file.game), begin_of(file))
    list(rerun.run([deed_of(record) for record in file.log]))
    game = rerun.game
    row = _row(file, game.encode(rerun.state) if rerun.states else None, len(rerun.states))
    every = 1 if game.orders else SNAPSHOT_EVERY
    snapshots = [(ply, game.encode(rerun.states[ply])) for ply in range(0, len(rerun.states), every)]
    seats = [SeatRow(seat.seat, seat.bot, seat.name, "", True, seat.number) for seat in file.seats]
    records = [_record(record, rerun.told.get(record.n, ()), file.names) for record in file.log]
    desk.archive.create(row, seats, records, snapshots)
    return row.id


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
        turn=max([record.data["turn"] + 1 for record in file.log if record.kind == "turn"], default=0),
    )


def _record(record: FileRecord, entries: tuple[Entry, ...], names: tuple[str, ...]) -> Record:
    verb, operand = record.action or ("", 0)
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
        entries=(*_of_house(record, names), *entries),
    )


def _of_house(record: FileRecord, names: tuple[str, ...]) -> tuple[Entry, ...]:
    """What the house says of a record."""
    said = {"seat": record.seat, "name": record.seat, "bot": "", **record.data}
    if record.kind == "action":
        return ()
    line = record.kind
    if record.kind == "sit" and "number" not in record.data:
        line = "rename"
    elif record.kind == "vote":
        line = "vote" if record.data["out"] else "unvote"
    elif record.kind in ("turn", "eject"):
        line = f"{record.kind}-{record.data['why']}"
    elif record.kind in ("hand_in", "begin"):
        said = {name: said[name] for name in ("seat", "turn") if name in said}
    if record.data.get("again"):
        return (Entry("house.replace", said, readers=(names.index(record.seat),)),)
    told = [Entry(f"house.{line}", said)]
    if record.data.get("missing"):
        told.append(Entry("house.missing", {"seats": record.data["missing"]}))
    if record.kind == "eject" and said["bot"]:
        told.append(Entry("house.hand_over", {"seat": record.seat, "bot": said["bot"]}))
    return tuple(told)
