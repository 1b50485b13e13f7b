"""Formatting and parsing of times in a reader's time zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from palatine.mail.wording import say
from palatine.matches import MatchInfo, turn_name
from palatine.matches.clock import format_timestamp


def format_time(time: str, zone: str = "") -> str:
    """Return a time in a zone as text: “Thu 26 Nov, 21:00 (Berlin)”.

    `time` is ISO 8601 or "", which returns "". An unknown zone is treated as UTC.
    """
    if not time:
        return ""
    there, name = _zone(zone)
    at = parse_time(time).astimezone(there)
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
        return say("orders.early", turn=turn_name(info), time=format_time(times.early, zone))
    waits = [titles[seat] for seat, each in times.seats.items() if each.waits] if times and not info.asked else []
    if times and not info.asked and not waits and not info.master:
        return say("orders.now", turn=turn_name(info))
    told = say("orders.waits", turn=turn_name(info), names=waits) if waits else ""
    end = say("orders.until", turn=turn_name(info), time=format_time(info.deadline, zone)) if info.deadline else ""
    return " ".join(filter(None, [told, end]))


def parse_time(time: str) -> datetime:
    """Parse an ISO 8601 time."""
    return datetime.fromisoformat(time.replace("Z", "+00:00"))


def parse_local_time(time: str, zone: str = "") -> datetime:
    """Parse an ISO 8601 time, which is in `zone` unless it names a zone."""
    found = parse_time(time)
    return found if found.tzinfo else found.replace(tzinfo=_zone(zone)[0])


def in_zone(time: datetime, zone: str = "") -> datetime:
    """Return a moment in the local time of a zone."""
    return time.astimezone(_zone(zone)[0])


def end_of_day(day: str, zone: str = "") -> str:
    """Return the end of a day in a zone, as a stored timestamp."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return format_timestamp(datetime.combine(after, time(), _zone(zone)[0]).astimezone(UTC))


def format_last_minute(time: str, zone: str = "") -> str:
    """Return the end of a day as text, given as the last minute of that day."""
    return format_time(format_timestamp(parse_time(time) - timedelta(minutes=1)), zone)


def _zone(name: str) -> tuple[tzinfo, str]:
    try:
        known = name not in ("", "UTC")
        return (ZoneInfo(name), name.rpartition("/")[2].replace("_", " ")) if known else (UTC, say("time.utc"))
    except (ZoneInfoNotFoundError, ValueError):
        return UTC, say("time.utc")
