"""Conversion of the file of a finished match into rows, after replaying and rendering it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from palatine.core import Entry, Unreadable
from palatine.matches.clocks.calendar import clock_settings
from palatine.matches.files.matchfile import FileRecord, MatchFile, parse_file
from palatine.matches.files.start_positions import render_for_all
from palatine.matches.files.verify import replay_file, verify_replay
from palatine.matches.replay.replayer import Replayer
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import render_entries
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.runtime.stored_positions import Anchor, compress_position
from palatine.matches.runtime.system_entries import SYSTEM, system_entries
from palatine.matches.storage import MatchRow, Record, SeatRow, Snapshot


class ImportedMatch(msgspec.Struct, frozen=True):
    """An imported match to store; it has no id yet."""

    row: MatchRow
    seats: tuple[SeatRow, ...]
    records: tuple[Record, ...]
    snapshots: tuple[Snapshot, ...]


def convert_file(data: Any) -> ImportedMatch:
    """Return what to store of a finished match from a file.

    Raises `Unreadable` if anything in it is wrong.
    """
    file = parse_file(data)
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
    found = ImportedMatch(row, tuple(seats), tuple(records), tuple(_snapshots(encoded)))
    _render_for_all(found, replayer)
    return found


def _snapshots(encoded: list[bytes | None]) -> Iterator[Snapshot]:
    anchor: Anchor | None = None
    for ply, state in enumerate(encoded):
        if state is not None:
            snapshot, anchor = compress_position(ply, state, anchor)
            yield snapshot


def _render_for_all(found: ImportedMatch, replayer: Replayer) -> None:
    """Render the match for every reader, so that an import fails if anything cannot be shown."""
    game = replayer.game
    known = [state for state in replayer.states if state is not None]
    for state in known[:: max(1, len(known) // 4)]:
        render_for_all(game, state)
    views = StateViews(game, replayer.state) if replayer.state is not None else None
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
        rules_now=next((str(r.data["now"])[:32] for r in reversed(file.log) if r.kind == "rules"), ""),
        turn=max([record.data["turn"] + 1 for record in file.log if record.kind == "turn"], default=0),
    )


def _record(record: FileRecord, entries: tuple[Entry, ...] | None, names: tuple[str, ...]) -> Record:
    """Return a record with its journal.

    An action out of reach of the current rules gets its recorded text.
    """
    verb, operand = record.action or ("", 0)
    if entries is None and record.kind == "action":
        said = record.data.get("says") or f"{verb} {operand}"
        entries = (Entry(f"{SYSTEM}played", {"seat": record.seat, "says": said}),)
    try:
        by_server = system_entries(record.kind, record.seat, record.data, names)
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
        entries=(*by_server, *(entries or ())),
    )
