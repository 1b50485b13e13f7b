"""Deadlines of seats, by the end of a turn or a time control."""

from __future__ import annotations

from typing import Any

from palatine.matches.clocks.clocks import expiry_of
from palatine.matches.clocks.stored_times import parse_times


def seat_deadline(match: Any, seat: str) -> str:
    """Return when a seat runs out of time, ISO 8601 in UTC; "" for never.

    `match` is a row of `matches`, or has its columns `clock`, `times` and `deadline`.
    """
    times = parse_times(match.times)
    if times.pace is not None:
        return expiry_of(times.seat(seat)) if seat else ""
    if match.clock is None:
        return ""  # Only proposals can end.
    return match.deadline if times.ends is None else times.ends
