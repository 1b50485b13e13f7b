"""Timestamps (ISO 8601, UTC, to the millisecond) and their arithmetic."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache


def now() -> str:
    """Return the current time as an ISO 8601 string in UTC, to the millisecond."""
    return format_timestamp(datetime.now(UTC))


def format_timestamp(time: datetime) -> str:
    """Return an aware datetime as it is stored: ISO 8601, UTC."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def parse_time(time: str) -> datetime:
    """Return a stored time as an aware datetime. Raises `ValueError`."""
    return datetime.fromisoformat(time.replace("Z", "+00:00"))


@lru_cache(4096)
def add_seconds(time: str, seconds: float) -> str:
    """Return the time `seconds` later.

    Cached because callers repeatedly calculate the end of the same span.
    """
    return format_timestamp(parse_time(time) + timedelta(seconds=seconds))


def seconds_between(start: str, end: str) -> float:
    """Return the seconds from one time to another; negative if `end` is the earlier."""
    return (parse_time(end) - parse_time(start)).total_seconds()


def expiry_time(time: str, duration: timedelta) -> str:
    """Return a time plus `duration`."""
    return format_timestamp(parse_time(time) + duration)
