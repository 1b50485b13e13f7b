"""When time is up for the seat that is asked, by a turn's end or a pace."""

from __future__ import annotations

from typing import Any

from palatine.matches.clocks.clocks import runs_out
from palatine.matches.clocks.stored_times import times_of


def time_up(match: Any, seat: str) -> str:
    """When a seat's time is up, ISO 8601, UTC, "" for never; of a row of `matches`, or of what has its columns
    `clock`, `times` and `deadline`."""
    times = times_of(match.times)
    if times.pace is not None:
        return runs_out(times.seat(seat)) if seat else ""
    if match.clock is None:
        return ""  # nothing ends but proposals
    return match.deadline if times.ends is None else times.ends
