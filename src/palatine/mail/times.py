"""Formatting and parsing of times in a reader's time zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from palatine.mail.wording import say
from palatine.matches import MatchInfo
from palatine.matches.clock import format_timestamp


def when(moment: str, zone: str = "") -> str:
    """Return a time in a zone as text: “Thu 26 Nov, 21:00 (Berlin)”.

    `moment` is ISO 8601 or "", which returns "". An unknown zone is treated as UTC.
    """
    if not moment:
        return ""
    there, name = _zone(zone)
    at = read_time(moment).astimezone(there)
    days, months = say("time.days").split(), say("time.months").split()
    return say(
        "time.told", day=days[at.weekday()], date=at.day, month=months[at.month - 1], clock=f"{at:%H:%M}", zone=name
    )


def turn_end(info: MatchInfo, titles: Mapping[str, str], zone: str = "") -> str:
    """Return when the open turn runs, in words; "" if it has no end.

    If all orders are in, that is soon, unless a player asked to wait.
    """
    times = info.times
    if times and times.early:
        return say("orders.early", turn=info.turn, time=when(times.early, zone))
    waits = [titles[seat] for seat, each in times.seats.items() if each.waits] if times and not info.asked else []
    told = say("orders.waits", names=waits) if waits else ""
    end = say("orders.until", turn=info.turn, time=when(info.deadline, zone)) if info.deadline else ""
    return " ".join(filter(None, [told, end]))


def read_time(moment: str) -> datetime:
    """Parse an ISO 8601 time."""
    return datetime.fromisoformat(moment.replace("Z", "+00:00"))


def meant(moment: str, zone: str = "") -> datetime:
    """Parse an ISO 8601 time, which is in `zone` unless it names a zone."""
    found = read_time(moment)
    return found if found.tzinfo else found.replace(tzinfo=_zone(zone)[0])


def in_zone(moment: datetime, zone: str = "") -> datetime:
    """Return a moment in the local time of a zone."""
    return moment.astimezone(_zone(zone)[0])


def day_ends(day: str, zone: str = "") -> str:
    """Return the end of a day in a zone, as a stored timestamp."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return format_timestamp(datetime.combine(after, time(), _zone(zone)[0]).astimezone(UTC))


def last_minute(moment: str, zone: str = "") -> str:
    """Return the end of a day as text, given as the last minute of that day."""
    return when(format_timestamp(read_time(moment) - timedelta(minutes=1)), zone)


def _zone(name: str) -> tuple[tzinfo, str]:
    try:
        known = name not in ("", "UTC")
        return (ZoneInfo(name), name.rpartition("/")[2].replace("_", " ")) if known else (UTC, say("time.utc"))
    except (ZoneInfoNotFoundError, ValueError):
        return UTC, say("time.utc")
