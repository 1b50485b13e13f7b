"""Times as a reader is told them: in their own zone, with its name."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from palatine.post.wording import say


def when(time: str, zone: str = "") -> str:
    """A time, ISO 8601, as told in a zone: “Thu 26 Nov, 21:00 (Berlin)”; UTC where the zone is unknown; "" of ""."""
    if not time:
        return ""
    there, name = _zone(zone)
    at = datetime.fromisoformat(time.replace("Z", "+00:00")).astimezone(there)
    days, months = say("time.days").split(), say("time.months").split()
    return say(
        "time.told", day=days[at.weekday()], date=at.day, month=months[at.month - 1], clock=f"{at:%H:%M}", zone=name
    )


def _zone(name: str) -> tuple[tzinfo, str]:
    try:
        return (ZoneInfo(name), name.rpartition("/")[2].replace("_", " ")) if name else (UTC, "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC, "UTC"
