"""What time it is, and how a time is written down: ISO 8601, UTC, to the millisecond. How matches keep time: `time`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache


def now() -> str:
    """The time, ISO 8601, UTC, to the millisecond."""
    return stamp(datetime.now(UTC))


def stamp(time: datetime) -> str:
    """An aware time as it is kept, ISO 8601, UTC."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def parse_time(time: str) -> datetime:
    """Return a stored time as an aware datetime. Raises ValueError."""
    return datetime.fromisoformat(time.replace("Z", "+00:00"))


@lru_cache(4096)
def after(time: str, seconds: float) -> str:
    """Return the time that many seconds later; cached, since the end of one span is asked repeatedly."""
    return stamp(parse_time(time) + timedelta(seconds=seconds))


def between(start: str, end: str) -> float:
    """The seconds from one time to another; negative when the second is the earlier."""
    return (parse_time(end) - parse_time(start)).total_seconds()
