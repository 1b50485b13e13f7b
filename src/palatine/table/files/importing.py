"""A finished match from outside: played again, looked at as its readers will, and made into what is kept of it."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core import Entry, Unreadable
from palatine.table.clock import clock_settings
from palatine.table.files.matchfile import FileRecord, MatchFile, read
from palatine.table.files.positions import show
from palatine.table.files.verify import replay_file, verify_replay
from palatine.table.matches.loaded import LoadedMatch
from palatine.table.matches.projection import render_entries
from palatine.table.matches.state_views import StateViews
from palatine.table.matches.unit_of_work import SNAPSHOT_EVERY
from palatine.table.replaying.replayer import Replayer
from palatine.table.storage import MatchRow, Record, SeatRow, Snapshot


class Imported(msgspec.Struct, frozen=True):
    """What is to be kept of a match from outside; it has no id yet."""

    row: MatchRow
    seats: tuple[SeatRow, ...]
    records: tuple[Record, ...]
    snapshots: tuple[Snapshot, ...]


def imported(plain: Any) -> Imported:
    """What is to be kept of a finished match from a file. Raises Unreadable when anything about it is wrong."""
    file = read(plain)
    if file.status != "over":
        raise Unreadable("This is the file of a match still being played; it holds one seat's knowledge only.")
    replayer, findings = replay_file(file)
    checked = verify_replay(file, replayer, findings)
    if not checked.ok:
        raise Unreadable(f"The match file is damaged. {checked.findings[0].text}")
    game = replayer.game
    row = _row(file, game.encode(replayer.state) if replayer.states else None, len(replayer.states))
    every = 1 if game.orders else SNAPSHOT_EVERY
    snapshots = [(ply, game.encode(replayer.states[ply])) for ply in range(0, len(replayer.states), every)]
    seats = [SeatRow(seat.seat, seat.bot, seat.name, "", True, seat.number) for seat in file.seats]
    records = [_record(record, replayer.journal.get(record.n, ()), file.names) for record in file.log]
    found = Imported(row, tuple(seats), tuple(records), tuple(snapshots))
    _look_at(found, replayer)
    return found


def _look_at(found: Imported, replayer: Replayer) -> None:
    """Draw and tell the match as its readers will, so that nothing in it keeps them from it."""
    game = replayer.game
    for state in replayer.states[:: max(1, len(replayer.states) // 4)]:
        show(game, state)
    views = StateViews(game, replayer.states[-1]) if replayer.states else None
    loaded = LoadedMatch(found.row, found.seats, views, ())
    for seat in (None, *loaded.names):
        msgspec.json.encode((loaded.info(), loaded.view(seat)))
        msgspec.json.encode(list(render_entries(loaded, list(found.records), seat)))


def _row(file: MatchFile, state: bytes | None, states: int) -> MatchRow:
    return MatchRow(
        id="",
        game=file.game,
        rules=file.rules,
        scenario=file.scenario,
        options=file.options,
        title=file.title,
        seed=file.seed_bytes,
        created=file.created,
        updated=file.updated,
        forced=file.forced,
        origin=file.origin,
        start=file.start_bytes,
        status="over",
        version=len(file.log),
        ply=max(0, states - 1),
        state=state,
        outcome=file.result,
        clock=next((clock_settings(record.data["clock"]) for record in file.log if "clock" in record.data), None),
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
    of_house = [Entry(f"house.{line}", said)]
    if record.data.get("missing"):
        of_house.append(Entry("house.missing", {"seats": record.data["missing"]}))
    if record.kind == "eject" and said["bot"]:
        of_house.append(Entry("house.hand_over", {"seat": record.seat, "bot": said["bot"]}))
    return tuple(of_house)
