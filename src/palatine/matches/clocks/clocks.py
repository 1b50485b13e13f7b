"""Clocks of seats in a match of single actions: pure functions from times to times.

When a seat must act, its free reply time runs first, quiet hours excluded, then its bank, then granted time. A pause
or vacation is stored with its end: it moves the time from which the bank runs.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from palatine.matches.clock import add_seconds, format_timestamp, parse_time, seconds_between
from palatine.matches.clocks.pace import DAY, Pace
from palatine.matches.clocks.quiet_hours import QuietHours, add_awake_seconds, awake_seconds_between
from palatine.matches.clocks.stored_times import ClockBefore, SeatTime, Times

replace = msgspec.structs.replace

CHOICE_SECONDS = 7 * DAY
"""Seconds in which the opponent of a seat that ran out of time may choose what happens.

After that the opponent wins.
"""
SUBSTITUTE_SECONDS = 3 * DAY
"""Seconds for which a bot substitutes before another player is sought."""


def initial_times(pace: Pace, seats: Collection[str]) -> Times:
    """Return the times of a new match."""
    return Times(pace=pace, seats={seat: SeatTime(left=pace.bank, had=pace.bank) for seat in seats})


def times_after_change(times: Times, asked: Collection[str], time: str, *, is_undone: bool = False) -> Times:
    """Return the times after a change of the seats that must act.

    `is_undone` is True if the change comes from an undo, which restores the clocks of the seats that must act again.
    """
    pace = times.pace
    if pace is None:
        return times
    seats = times.seats
    for name, seat in times.seats.items():
        is_asked, was_asked = name in asked, bool(seat.asked)
        if is_asked and not was_asked:
            seats = {**seats, name: _begin_turn(times, seat, pace, time, is_undone)}
        elif was_asked and not is_asked:
            seats = {
                **seats,
                name: replace(seat, left=seat.had, asked="", since="") if is_undone else after_action(seat, time),
            }
    return times if seats is times.seats else replace(times, seats=seats)


def _begin_turn(times: Times, seat: SeatTime, pace: Pace, time: str, undone: bool) -> SeatTime:
    if undone and seat.before is not None:
        was = seat.before
        since = max(was.since, times.paused)
        return replace(seat, asked=was.asked, since=since, left=was.left, granted=was.granted, before=None)
    start = max(time, times.paused, seat.away)
    left = min(pace.cap, seat.left + pace.plus)
    return replace(
        seat, asked=time, since=add_awake_time(start, pace.reply, seat.rest), left=left, had=seat.left, before=None
    )


def after_action(seat: SeatTime, time: str) -> SeatTime:
    """Return the seat's time after it has acted."""
    before = ClockBefore(seat.asked, seat.since, seat.left, seat.granted)
    return replace(charge_elapsed(seat, time), asked="", since="", up="", before=before)


def charge_elapsed(seat: SeatTime, time: str) -> SeatTime:
    """Return the seat's time with what has elapsed by `time` deducted."""
    used = max(0.0, seconds_between(seat.since, time))
    return replace(
        seat, left=max(0.0, seat.left - used), granted=max(0.0, seat.granted - max(0.0, used - seat.left))
    )


def expiry_of(seat: SeatTime) -> str:
    """Return when the seat runs out of time; "" if it is not its turn to act."""
    return add_seconds(seat.since, seat.left + seat.granted) if seat.asked else ""


def add_awake_time(start: str, seconds: float, quiet_hours: QuietHours | None) -> str:
    return format_timestamp(add_awake_seconds(parse_time(start), seconds, quiet_hours))


# Pauses and vacations


def stop_clocks(times: Times, start: str, end: str, only: str | None = None) -> Times:
    """Return the times with all clocks (or that of seat `only`) stopped from `start` to `end`.

    Used for pauses, vacations and server downtime.
    """
    if times.pace is None:
        return times
    seats = {
        name: _stopped(seat, max(start, times.paused, seat.away), end)
        if seat.asked and only in (None, name)
        else seat
        for name, seat in times.seats.items()
    }
    return replace(times, seats=seats)


def _stopped(seat: SeatTime, start: str, end: str) -> SeatTime:
    if end <= start or end <= seat.asked:
        return seat
    start = max(start, seat.asked)
    reply = awake_seconds_between(parse_time(start), parse_time(seat.since), seat.rest)
    running = charge_elapsed(seat, start) if seat.since < start else seat
    moved = {"up": add_seconds(seat.up, seconds_between(start, end))} if seat.up else {}
    return replace(running, since=add_awake_time(end, reply, seat.rest), **moved)


def resume_clocks(times: Times, time: str, end: str, only: str | None = None) -> Times:
    """Return the times with clocks running again from `time`.

    They were to be stopped until `end`.
    """
    seats = {
        name: _resumed(seat, max(time, seat.away if only is None else times.paused, seat.asked), end)
        if seat.asked and only in (None, name)
        else seat
        for name, seat in times.seats.items()
    }
    return replace(times, seats=seats)


def _resumed(seat: SeatTime, time: str, end: str) -> SeatTime:
    if end <= time or seat.since < end:
        return seat
    reply = awake_seconds_between(parse_time(end), parse_time(seat.since), seat.rest)
    return replace(seat, since=add_awake_time(time, reply, seat.rest))


def grant_time(times: Times, name: str, seconds: float, time: str) -> Times:
    """Return the times with time granted to a seat.

    It is used after the bank. A seat that has run out of time gets it from now on.
    """
    seat = times.seat(name)
    if seat.asked and expiry_of(seat) <= time:
        return times.with_seat(name, left=0.0, granted=seconds, since=time, up="")
    return times.with_seat(name, granted=seat.granted + seconds, up="")


# Due times


def next_due(times: Times) -> str:
    """Return when the next clock event is due; "" for never.

    That is a timeout, a missed choice, or a seat to open.
    """
    found = [due for seat in times.seats.values() for due in _due_times(seat)]
    return min(found, default="")


def _due_times(seat: SeatTime) -> list[str]:
    found = []
    if seat.up:
        found.append(add_seconds(seat.up, CHOICE_SECONDS))
    elif seat.asked:
        found.append(expiry_of(seat))
    if seat.wanted and not seat.told:
        found.append(seat.wanted)
    return found
