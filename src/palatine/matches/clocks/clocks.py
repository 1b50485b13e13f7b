"""Clocks of seats in a match of single actions: pure functions from times to times.

When a seat must act, its free reply time runs first, quiet hours excluded, then its bank, then granted time. A pause
or vacation is stored with its end: it moves the time from which the bank runs.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from palatine.matches.clock import after, between, parse_time, stamp
from palatine.matches.clocks.pace import DAY, Pace
from palatine.matches.clocks.quiet_hours import QuietHours, awake_after, awake_between
from palatine.matches.clocks.stored_times import Before, SeatTime, Times

replace = msgspec.structs.replace

CHOICE = 7 * DAY
"""Seconds in which the opponent of a seat that ran out of time may choose what happens.

After that the opponent wins.
"""
WANTED = 3 * DAY
"""Seconds for which a bot substitutes before another player is sought."""


def opened(pace: Pace, seats: Collection[str]) -> Times:
    """Return the times of a new match."""
    return Times(pace=pace, seats={seat: SeatTime(left=pace.bank, had=pace.bank) for seat in seats})


def followed(times: Times, asked: Collection[str], time: str, *, undone: bool = False) -> Times:
    """Return the times after a change of the seats that must act.

    `undone` is True if the change comes from an undo, which restores the clocks of the seats that must act again.
    """
    pace = times.pace
    if pace is None:
        return times
    seats = times.seats
    for name, seat in times.seats.items():
        is_asked, was_asked = name in asked, bool(seat.asked)
        if is_asked and not was_asked:
            seats = {**seats, name: _asked(times, seat, pace, time, undone)}
        elif was_asked and not is_asked:
            seats = {
                **seats,
                name: replace(seat, left=seat.had, asked="", since="") if undone else done(seat, time),
            }
    return times if seats is times.seats else replace(times, seats=seats)


def _asked(times: Times, seat: SeatTime, pace: Pace, time: str, undone: bool) -> SeatTime:
    if undone and seat.before is not None:
        was = seat.before
        since = latest(was.since, times.paused)
        return replace(seat, asked=was.asked, since=since, left=was.left, granted=was.granted, before=None)
    start = latest(time, times.paused, seat.away)
    left = min(pace.cap, seat.left + pace.plus)
    return replace(
        seat, asked=time, since=later(start, pace.reply, seat.rest), left=left, had=seat.left, before=None
    )


def done(seat: SeatTime, time: str) -> SeatTime:
    """Return the seat's time after it has acted."""
    before = Before(seat.asked, seat.since, seat.left, seat.granted)
    return replace(charged(seat, time), asked="", since="", up="", before=before)


def charged(seat: SeatTime, time: str) -> SeatTime:
    """Return the seat's time with what has elapsed by `time` deducted."""
    used = max(0.0, between(seat.since, time))
    return replace(
        seat, left=max(0.0, seat.left - used), granted=max(0.0, seat.granted - max(0.0, used - seat.left))
    )


def runs_out(seat: SeatTime) -> str:
    """Return when the seat runs out of time; "" if it is not its turn to act."""
    return after(seat.since, seat.left + seat.granted) if seat.asked else ""


def time_left(seat: SeatTime, time: str) -> float:
    """Return the seconds left in the bank, including granted time."""
    now = charged(seat, time) if seat.since else seat
    return now.left + now.granted


def later(start: str, seconds: float, rest: QuietHours | None) -> str:
    return stamp(awake_after(parse_time(start), seconds, rest))


def latest(*times: str) -> str:
    return max(times)


# Pauses and vacations


def stopped(times: Times, start: str, end: str, only: str | None = None) -> Times:
    """Return the times with all clocks (or that of seat `only`) stopped from `start` to `end`.

    Used for pauses, vacations and server downtime.
    """
    if times.pace is None:
        return times
    seats = {
        name: _stopped(seat, latest(start, times.paused, seat.away), end)
        if seat.asked and only in (None, name)
        else seat
        for name, seat in times.seats.items()
    }
    return replace(times, seats=seats)


def _stopped(seat: SeatTime, start: str, end: str) -> SeatTime:
    if end <= start or end <= seat.asked:
        return seat
    start = latest(start, seat.asked)
    reply = awake_between(parse_time(start), parse_time(seat.since), seat.rest)
    running = charged(seat, start) if seat.since < start else seat
    moved = {"up": after(seat.up, between(start, end))} if seat.up else {}
    return replace(running, since=later(end, reply, seat.rest), **moved)


def resumed(times: Times, time: str, end: str, only: str | None = None) -> Times:
    """Return the times with clocks running again from `time`.

    They were to be stopped until `end`.
    """
    seats = {
        name: _resumed(seat, latest(time, seat.away if only is None else times.paused, seat.asked), end)
        if seat.asked and only in (None, name)
        else seat
        for name, seat in times.seats.items()
    }
    return replace(times, seats=seats)


def _resumed(seat: SeatTime, time: str, end: str) -> SeatTime:
    if end <= time or seat.since < end:
        return seat
    reply = awake_between(parse_time(end), parse_time(seat.since), seat.rest)
    return replace(seat, since=later(time, reply, seat.rest))


def given(times: Times, name: str, seconds: float, time: str) -> Times:
    """Return the times with time granted to a seat.

    It is used after the bank. A seat that has run out of time gets it from now on.
    """
    seat = times.seat(name)
    if seat.asked and runs_out(seat) <= time:
        return times.with_seat(name, left=0.0, granted=seconds, since=time, up="")
    return times.with_seat(name, granted=seat.granted + seconds, up="")


# Due times


def next_due(times: Times) -> str:
    """Return when the next clock event is due; "" for never.

    That is a timeout, a missed choice, or a seat to open.
    """
    found = [due for seat in times.seats.values() for due in _dues(seat)]
    return min(found, default="")


def _dues(seat: SeatTime) -> list[str]:
    found = []
    if seat.up:
        found.append(after(seat.up, CHOICE))
    elif seat.asked:
        found.append(runs_out(seat))
    if seat.wanted and not seat.told:
        found.append(seat.wanted)
    return found
