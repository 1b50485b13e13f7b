"""Times in an account's time zone: quiet hours, digest hours, times in words.

Arguments and results are aware datetimes in UTC.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from palatine.notifications.wording import say

HOUR_PATTERN = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")


def parse_time(text: str) -> datetime:
    """Return a stored time as a datetime."""
    return datetime.fromisoformat(text)


@lru_cache(maxsize=512)
def time_zone(name: str) -> ZoneInfo:
    """Return a zone by its name; UTC for "" and for an unknown one."""
    try:
        return ZoneInfo(name or "UTC")
    except (ValueError, OSError, KeyError):  # An unknown name, or a directory of zones.
        return ZoneInfo("UTC")


def is_hour(text: str) -> bool:
    """Return whether a text is a time of the day such as "07:30"."""
    return HOUR_PATTERN.fullmatch(text) is not None


def parse_quiet_hours(text: str) -> tuple[time, time] | None:
    """Return start and end of quiet hours such as "23:00-07:00"; None for "" or an invalid text."""
    begin, _, end = text.partition("-")
    if not (is_hour(begin) and is_hour(end)) or begin == end:
        return None
    return time.fromisoformat(begin), time.fromisoformat(end)


def after_quiet_hours(now: datetime, quiet_hours: str, zone: str) -> datetime:
    """Return `now`, or the end of the quiet hours that it falls in."""
    hours = parse_quiet_hours(quiet_hours)
    local = now.astimezone(time_zone(zone))
    if hours is None or not _is_within(local.time(), *hours):
        return now
    begin, end = hours
    day = local.date() + timedelta(days=local.time() >= begin > end)
    found = _time_at(day, end, zone)
    return found if found > now else _time_at(day, end, zone, fold=1)  # repeated by a clock change


def before_quiet_hours(now: datetime, quiet_hours: str, zone: str) -> datetime:
    """Return `now`, or the start of the quiet hours that it falls in."""
    hours = parse_quiet_hours(quiet_hours)
    local = now.astimezone(time_zone(zone))
    if hours is None or not _is_within(local.time(), *hours):
        return now
    begin, end = hours
    return min(now, _time_at(local.date() - timedelta(days=local.time() < end < begin), begin, zone))


def next_time_at(after: datetime, hour: str, zone: str) -> datetime:
    """Return the first time after `after` at that hour in the zone."""
    day = after.astimezone(time_zone(zone)).date()
    found = _time_at(day, time.fromisoformat(hour), zone)
    return found if found > after else _time_at(day + timedelta(days=1), time.fromisoformat(hour), zone)


def format_time(now: datetime, zone: str) -> str:
    """Return a time in words: day, hour and zone.

    It is not relative (“in 5 hours”), because that becomes outdated.
    """
    local = now.astimezone(time_zone(zone))
    days, months = say("time.days").split(), say("time.months").split()
    where = (
        say("time.utc")
        if time_zone(zone).key == "UTC"
        else time_zone(zone).key.rpartition("/")[2].replace("_", " ")
    )
    parts = {"weekday": days[local.weekday()], "day": local.day, "month": months[local.month - 1]}
    return say("time.told", **parts, hour=local.strftime("%H:%M"), where=where)


def _is_within(hour: time, begin: time, end: time) -> bool:
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def _time_at(day: date, hour: time, zone: str, fold: int = 0) -> datetime:
    """Return a time of a day and zone in UTC.

    An hour skipped by a clock change is shifted by the length of the change.
    """
    return datetime.combine(day, hour, time_zone(zone)).replace(fold=fold).astimezone(UTC)
