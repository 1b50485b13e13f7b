"""Turn reports of secret orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from palatine.core import Board, Entry, Report, Unknown, View
from palatine.matches.replay.delayed import open_for_reader
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.secret_orders import sheets_by_ply
from palatine.matches.runtime.system_entries import SYSTEM
from palatine.matches.storage import Record
from palatine.matches.wording import refused_error


def report(context: MatchRuntime, match: str, seat: str | None = None, turn: int | None = None) -> Report:
    """Return the report of a turn (None: the last run) for a seat (None: a spectator).

    The report of the turn before the first one describes the start. Raises `Unknown` if there is no such turn.
    """
    seat = context.open(match).reader_of(seat)
    loaded, state, entries = _turn_entries(context, match, seat, turn)
    return loaded.orders_game.report(state, seat, entries)


def report_picture(
    context: MatchRuntime, match: str, seat: str | None = None, turn: int | None = None
) -> tuple[tuple[Board, ...], View]:
    """Return the boards, and the seat's view of them, at the end of a turn."""
    seat = context.open(match).reader_of(seat)
    loaded, state, _ = _turn_entries(context, match, seat, turn)
    return loaded.game.boards(state), loaded.game.view(state, seat)


def _turn_entries(
    context: MatchRuntime, match: str, seat: str | None, turn: int | None
) -> tuple[LoadedMatch, Any, list[Entry]]:
    """Return a match, its state at the end of a turn, and the turn's entries for the seat."""
    loaded = open_for_reader(context, match, seat)
    loaded.check_seat(seat)
    if loaded.row.clock is None or loaded.row.status == "open":
        raise refused_error("no-orders" if loaded.row.clock is None else loaded.row.status)
    wanted = loaded.row.turn - 1 if turn is None else turn
    place = None if seat is None else loaded.names.index(seat)
    entries: list[Entry] = []
    for number, record in _numbered(loaded, context.storage.actions_in_force(match, -1, loaded.row.ply)):
        entries += [
            entry for entry in record.entries if not entry.kind.startswith(SYSTEM) and entry.is_readable_by(place)
        ]
        if number == wanted:
            told = _with_orders(context, loaded, entries, seat, record.ply)
            return loaded, context.state_at(loaded, record.ply), told
        if number is not None:
            entries.clear()
    raise Unknown(f"There is no report of turn {wanted} in this match.")


def _with_orders(
    context: MatchRuntime, loaded: LoadedMatch, entries: list[Entry], seat: str | None, ply: int
) -> list[Entry]:
    """Return entries about a `line` of the seat's sheet with that order as text, as `order`."""
    if seat is None or not any("line" in entry.data for entry in entries):
        return entries
    game, sheets = loaded.orders_game, dict(sheets_by_ply(context.records_after(loaded, 0)))
    orders: Any = game.parse(sheets[ply].get(seat, ""))
    texts = dict(enumerate([game.write(type(orders)((each,))).strip() for each in orders.orders], 1))
    return [
        msgspec.structs.replace(entry, data=entry.data | {"order": texts[entry.data["line"]]})
        if entry.data.get("line") in texts
        else entry
        for entry in entries
    ]


def _numbered(loaded: LoadedMatch, records: list[Record]) -> Iterator[tuple[int | None, Record]]:
    """Yield records with the number of the turn that each ends; None within a turn."""
    numbers = [record.data["turn"] for record in records if record.kind == "turn"]
    first = numbers[0] if numbers else loaded.row.turn
    for record in records:
        if record.kind == "begin":
            yield first - 1, record
        else:
            yield record.data.get("turn"), record
