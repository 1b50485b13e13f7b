"""Quiet hours: hours of a player's day in which free reply time does not run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from palatine.core import Unreadable

MAX_HOURS = timedelta(hours=8)


class QuietHours(msgspec.Struct, frozen=True):
    """A daily interval between two local times, such as "23:00" to "07:00"."""

    start: str
    end: str
    zone: str = "UTC"


def parse_quiet_hours(start: str, end: str, zone: str) -> QuietHours:
    """Return quiet hours. Raises `Unreadable` if they are invalid or longer than eight hours."""
    time_zone(zone)
    first, last = parse_wall_time(start), parse_wall_time(end)
    length = _on_a_day(last) - _on_a_day(first)
    length += timedelta(days=1) if length <= timedelta() else timedelta()
    if length > MAX_HOURS:
        raise Unreadable(f"A night rest has up to 8 hours, not {start} to {end}.")
    return QuietHours(start, end, zone)


def _on_a_day(wall: time) -> datetime:
    return datetime.combine(datetime(2000, 1, 1), wall)


@cache
def time_zone_names() -> frozenset[str]:
    """Return the names of the time zones, cached because listing them reads hundreds of files."""
    return frozenset(available_timezones())


def time_zone(name: str) -> ZoneInfo:
    """Return the time zone of a name such as "Europe/Berlin".

    Raises `Unreadable` for an unknown name.
    """
    if name not in time_zone_names():
        raise Unreadable(f"There is no time zone {name[:64]!r}; they have names such as Europe/Berlin.")
    return ZoneInfo(name)


def parse_wall_time(text: str) -> time:
    """Return a time of the day such as "21:00". Raises `Unreadable` for an invalid one."""
    try:
        return datetime.strptime(text, "%H:%M").time()
    except (TypeError, ValueError) as error:
        raise Unreadable(f"A time of the day is written as 21:00, not {text!r}.") from error


def quiet_intervals(quiet_hours: QuietHours, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the quiet intervals that end after `start`, in UTC, without end."""
    zone, first, last = (
        ZoneInfo(quiet_hours.zone),
        parse_wall_time(quiet_hours.start),
        parse_wall_time(quiet_hours.end),
    )
    day = start.astimezone(zone).date() - timedelta(days=1)
    while True:
        begins = datetime.combine(day, first, zone).astimezone(UTC)
        ends_on = day + timedelta(days=1) if last <= first else day
        ends = datetime.combine(ends_on, last, zone).astimezone(UTC)
        if ends > start and ends > begins:
            yield begins, ends
        day += timedelta(days=1)


def add_awake_seconds(start: datetime, seconds: float, quiet_hours: QuietHours | None) -> datetime:
    """Return the time `seconds` after `start`, quiet hours not counted."""
    left = timedelta(seconds=seconds)
    if quiet_hours is None or not left:
        return start + left
    at = start
    for begins, ends in quiet_intervals(quiet_hours, start):
        if at + left <= begins:
            return at + left
        left -= max(timedelta(), begins - at)
        at = max(at, ends)
    raise AssertionError("nights have no end")


def awake_seconds_between(start: datetime, end: datetime, quiet_hours: QuietHours | None) -> float:
    """Return the seconds from `start` to `end` without quiet hours; 0 if the end is earlier."""
    if end <= start:
        return 0.0
    found = end - start
    if quiet_hours is not None:
        for begins, ends in quiet_intervals(quiet_hours, start):
            if begins >= end:
                break
            found -= min(ends, end) - max(begins, start)
    return found.total_seconds()
