"""Updates of a match's times on each write: running clocks and the next due time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from palatine.matches.clock import add_seconds
from palatine.matches.clocks.calendar import parse_clock
from palatine.matches.clocks.clocks import next_due, stop_clocks, times_after_change
from palatine.matches.clocks.stored_times import EMPTY, Times, times_to_dict
from palatine.matches.storage import MatchRow, Record, SeatRow

replace = msgspec.structs.replace


class TimedWrite(Protocol):
    """The part of a pending write that concerns times (implemented by `PendingWrite`)."""

    game: Any
    time: str
    times: Times
    ends: str
    is_undone: bool
    seats: tuple[SeatRow, ...]
    records: list[Record]

    @property
    def state(self) -> Any: ...

    def seat(self, name: str) -> SeatRow: ...


DELAY_RESTART_KINDS = ("hand_in", "ready")
"""Kinds of records that restart the delay before an early turn.

During the delay players can correct mistakes.
"""


def update_times(pending: TimedWrite, row: MatchRow) -> MatchRow:
    """Return the row with updated times and the time at which something is next due."""
    times = pending.times
    if times is EMPTY and row.clock is None and not row.proposals and not row.deadline:
        return row
    times = _without_filled_seats(times, pending)
    if row.status != "playing":
        times = _stopped_clocks(times)
        pending.ends = ""
        row = replace(row, proposals=tuple([each for each in row.proposals if each["kind"] == "rematch"]))
    elif row.clock is None:
        persons = [seat.seat for seat in pending.seats if not seat.bot and seat.seat in row.asked]
        times = times_after_change(
            resume_after_halt(times, pending.time), persons, pending.time, is_undone=pending.is_undone
        )
    due = _next_due(times, pending.ends, row)
    times = replace(times, ends=None if due == pending.ends else pending.ends)
    pending.times = times
    return replace(row, times=times_to_dict(times), deadline=due)


def _without_filled_seats(times: Times, pending: TimedWrite) -> Times:
    """Stop seeking a player for each seat that its player has taken back or left for good."""
    for seat in pending.seats:
        if times.seat(seat.seat).wanted and not (seat.bot and seat.is_owned):
            times = times.with_seat(seat.seat, wanted="", told=False)
    return times


def _stopped_clocks(times: Times) -> Times:
    seats = {name: replace(seat, asked="", since="", up="", wanted="") for name, seat in times.seats.items()}
    return replace(times, seats=seats, paused="", halted="", early="")


def resume_after_halt(times: Times, time: str) -> Times:
    """Return the times after the referee resumes; the time of the halt is charged to no seat."""
    return replace(stop_clocks(times, times.halted, time), halted="") if times.halted else times


def _next_due(times: Times, ends: str, row: MatchRow) -> str:
    """Return when something is next due; "" for never."""
    expiries = [str(each["expires"]) for each in row.proposals]
    found = [ends, next_due(times), times.early, *expiries]
    if row.clock is not None and times.paused:
        found.append(times.paused)
    return min([each for each in found if each], default="")


def update_turn(pending: TimedWrite, row: MatchRow, asked: Sequence[str]) -> tuple[MatchRow, tuple[str, ...], bool]:
    """Return the row, the seats still missing, and whether to run the turn immediately."""
    game: Any = pending.game
    if row.status != "playing":
        return replace(row, handed=(), votes={}), (), False
    times, clock = pending.times, parse_clock(row.clock)
    row = replace(row, handed=game.handed_in(pending.state))
    deciding = {each.seat for each in pending.seats if times.seat(each.seat).must_decide and not each.bot}
    asked = [each.seat for each in pending.seats if each.seat in deciding or each.seat in asked]
    missing = tuple([seat for seat in asked if not times.seat(seat).ready or pending.seat(seat).bot])
    waits = any(times.seat(seat).waits for seat in row.handed)
    if missing or waits or not clock.early or times.paused > pending.time:
        pending.times = replace(times, early="") if times.early else times
        return row, missing, False
    if not clock.settle or all(seat.bot for seat in pending.seats):
        return row, missing, True
    if not times.early or any(record.kind in DELAY_RESTART_KINDS for record in pending.records):
        pending.times = replace(times, early=add_seconds(pending.time, 60 * clock.settle))
    return row, missing, False
