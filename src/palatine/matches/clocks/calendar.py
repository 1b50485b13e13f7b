"""When the turns of secret orders are run: at intervals of hours, or on weekdays at an hour of a zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec

from palatine.core import Unreadable
from palatine.matches.clock import parse_time, stamp
from palatine.matches.clocks.quiet_hours import wall_time, zone_of

LONGEST_HOURS = 24.0 * 366
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LIMITS = {"least": 24.0 * 28, "settle": 24.0 * 60, "grace": 24.0 * 7, "excused": 20}
"""The most of each."""
ALWAYS = ("hours", "early", "letters")
"""What stands in every clock; of the rest, what is not as usual."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match keeps time, and what does not wait for it. A clock of old has hours, early and letters alone."""

    hours: float = 0.0
    """For a turn; 0: no deadline, or one by `days`."""
    early: bool = True
    """Whether a turn is run as soon as all have handed in."""
    letters: Literal["turn", "now"] = "turn"
    """When letters are delivered: with the turn, or at once."""
    days: tuple[str, ...] = ()
    """The weekdays on which turns end ("mon" to "sun"), ..."""
    at: str = "21:00"
    """... at this time of the day ..."""
    zone: str = "UTC"
    """... in this zone."""
    least: float = 0.0
    """Least hours of a turn before its deadline."""
    settle: float = 0.0
    """Minutes between the last player's readiness and an early turn, to correct a slip."""
    grace: float = 0.0
    """Hours by which a deadline is put off when orders are missing."""
    excused: int = 0
    """How often each seat may be missing and has the deadline moved to the next."""
    late: Literal["nothing", "lines", "bot"] = "nothing"
    """What becomes of who is missing: nothing is ordered; the good lines of the draft stand; or, when there are none,
    a bot writes this one sheet."""

    @property
    def has_deadlines(self) -> bool:
        return bool(self.hours or self.days)


def clock_settings(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return every setting, given or default. Raises Unreadable for an invalid one."""
    try:
        clock = msgspec.convert(dict(given or {}), Clock)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise Unreadable(f"The clock cannot be read: {error}.") from error
    if not 0 <= clock.hours <= LONGEST_HOURS:
        raise Unreadable(f"A turn has 0 to {LONGEST_HOURS:.0f} hours, not {clock.hours:g}.")
    for name, most in LIMITS.items():
        if not 0 <= getattr(clock, name) <= most:
            raise Unreadable(f"The clock's {name} is 0 to {most:g}, not {getattr(clock, name):g}.")
    _check_days(clock)
    plain: dict[str, Any] = msgspec.to_builtins(clock)
    usual = msgspec.to_builtins(Clock())
    return {name: value for name, value in plain.items() if name in ALWAYS or value != usual[name]}


def _check_days(clock: Clock) -> None:
    if clock.hours and clock.days:
        raise Unreadable("A turn lasts a number of hours, or ends on days of the week, not both.")
    if unknown := [day for day in clock.days if day not in WEEK]:
        raise Unreadable(f"The days of the week are {', '.join(WEEK)}; {unknown[0][:16]!r} is none.")
    wall_time(clock.at)
    zone_of(clock.zone)


def clock_of(kept: Mapping[str, Any] | None) -> Clock:
    return msgspec.convert(dict(kept or {}), Clock)


def without_deadlines(kept: Mapping[str, Any]) -> dict[str, Any]:
    """The same clock for a match that waits for everybody, such as a what-if."""
    return clock_settings({**kept, "hours": 0, "days": ()})


def deadline_after(clock: Clock, time: str, last: str = "") -> str:
    """When a turn that opens at `time` ends; by hours in step with the `last` deadline, if it was that which ended a
    turn; by days at the next slot of the calendar."""
    start = parse_time(time)
    earliest = start + timedelta(hours=clock.least)
    if clock.days:
        return stamp(next_slot(clock, max(start, earliest - timedelta(milliseconds=1))))
    if not clock.hours:
        return ""
    step = timedelta(hours=clock.hours)
    found = start + step
    if last:
        behind = max(timedelta(), start - parse_time(last))
        found = parse_time(last) + (behind // step + 1) * step
    while found < earliest:
        found += step
    return stamp(found)


def next_slot(clock: Clock, after: datetime) -> datetime:
    """The first time after `after` that stands in the calendar, UTC.

    A wall time that a change of the hour leaves out counts as if the hour had not changed yet; one that comes twice is
    the first.
    """
    zone, at = zone_of(clock.zone), wall_time(clock.at)
    day = after.astimezone(zone).date()
    while True:
        slot = datetime.combine(day, at, zone).astimezone(UTC)
        if WEEK[day.weekday()] in clock.days and slot > after:
            return slot
        day += timedelta(days=1)
