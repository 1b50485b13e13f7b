"""Times in a reader's own zone, with its name."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from palatine.mail.wording import say
from palatine.matches import MatchInfo
from palatine.matches.clock import stamp
from palatine.matches.clocks.calendar import Clock

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def when(moment: str, zone: str = "") -> str:
    """A time, ISO 8601, as told in a zone: “Thu 26 Nov, 21:00 (Berlin)”; UTC where the zone is unknown; "" of ""."""
    if not moment:
        return ""
    there, name = _zone(zone)
    at = read_time(moment).astimezone(there)
    days, months = say("time.days").split(), say("time.months").split()
    return say(
        "time.told", day=days[at.weekday()], date=at.day, month=months[at.month - 1], clock=f"{at:%H:%M}", zone=name
    )


def read_time(moment: str) -> datetime:
    """A time as it is kept or told, ISO 8601."""
    return datetime.fromisoformat(moment.replace("Z", "+00:00"))


def meant(moment: str, zone: str = "") -> datetime:
    """The moment that somebody in a zone means, who may have named none with it."""
    found = read_time(moment)
    return found if found.tzinfo else found.replace(tzinfo=_zone(zone)[0])


def in_zone(moment: datetime, zone: str = "") -> datetime:
    """Return a moment by the clock of a zone."""
    return moment.astimezone(_zone(zone)[0])


def day_ends(day: str, zone: str = "") -> str:
    """When a day is over in a zone, as times are kept."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return stamp(datetime.combine(after, time(), _zone(zone)[0]).astimezone(UTC))


def last_minute(moment: str, zone: str = "") -> str:
    """A time at which a day ends, told as the last minute of that day."""
    return when(stamp(read_time(moment) - timedelta(minutes=1)), zone)


def pace_told(info: MatchInfo) -> str:
    """How long a turn of orders is; "" of a match of single actions."""
    if not info.orders or info.clock is None:
        return ""
    clock = msgspec.convert(info.clock, Clock)
    early = " " + say("pace.early") if clock.early else ""
    if clock.days:
        known = dict(zip(WEEK, say("time.days").split(), strict=True))
        days = [known[day] for day in clock.days]
        return say("pace.calendar", days=days, at=clock.at, zone=_zone(clock.zone)[1]) + early
    return say("pace.hours", hours=f"{clock.hours:g}") + early if clock.hours else say("pace.none")


def _zone(name: str) -> tuple[tzinfo, str]:
    try:
        return (ZoneInfo(name), name.rpartition("/")[2].replace("_", " ")) if name else (UTC, "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC, "UTC"
