"""Deadlines of seats, by the end of a turn or a time control."""

from __future__ import annotations

from typing import Any

from palatine.matches.clocks.clocks import runs_out
from palatine.matches.clocks.stored_times import times_of


def time_up(match: Any, seat: str) -> str:
    """Return when a seat runs out of time, ISO 8601 in UTC; "" for never.

    `match` is a row of `matches`, or has its columns `clock`, `times` and `deadline`.
    """
    times = times_of(match.times)
    if times.pace is not None:
        return runs_out(times.seat(seat)) if seat else ""
    if match.clock is None:
        return ""  # Only proposals can end.
    return match.deadline if times.ends is None else times.ends
