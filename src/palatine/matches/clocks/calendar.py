"""Deadlines of turns with secret orders: after a number of hours, or on weekdays.

Times of day are in a configured time zone.
"""

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
"""Maximum of each setting."""
ALWAYS = ("hours", "early", "letters")
"""Settings that are always stored; others are stored only if they differ from the default."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turn deadlines of a match with secret orders, and the handling of late orders.

    Clocks stored by early versions have only `hours`, `early` and `letters`.
    """

    hours: float = 0.0
    """Length of a turn in hours; 0 for no deadline or a deadline given by `days`."""
    early: bool = True
    """True if a turn runs as soon as all players have handed in their orders."""
    letters: Literal["turn", "now"] = "turn"
    """Delivery time of letters: with the turn, or immediately ("now")."""
    days: tuple[str, ...] = ()
    """Weekdays on which turns end ("mon" to "sun")."""
    at: str = "21:00"
    """Local time of day at which turns end on `days`."""
    zone: str = "UTC"
    """Time zone of `at`."""
    least: float = 0.0
    """Minimum hours from the start of a turn to its deadline."""
    settle: float = 0.0
    """Minutes from the last player's readiness to an early turn, for corrections."""
    grace: float = 0.0
    """Hours by which a deadline is extended if orders are missing."""
    excused: int = 0
    """Number of times that each seat may miss a deadline and have it moved to the next one."""
    late: Literal["nothing", "lines", "bot"] = "nothing"
    """Orders used for a player who missed the deadline.

    "nothing": no orders. "lines": the valid lines of the draft. "bot": the valid lines of the draft, or a bot's sheet
    for this turn if there are none.
    """

    @property
    def has_deadlines(self) -> bool:
        return bool(self.hours or self.days)


def clock_settings(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the settings to store, without those at their defaults.

    `ALWAYS` are stored in any case. Raises `Unreadable` for an invalid setting.
    """
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
    """Return the same clock without deadlines.

    For a match that waits for all players, such as a what-if.
    """
    return clock_settings({**kept, "hours": 0, "days": ()})


def deadline_after(clock: Clock, time: str, last: str = "") -> str:
    """Return the deadline of a turn that opens at `time`, or "" without deadlines.

    With `hours`, deadlines stay in step with `last`, the deadline that ended the previous turn, if one did. With
    `days`, it is the next slot of the calendar.
    """
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
    """Return the first calendar slot after `after`, in UTC.

    A local time skipped by a change to summer time is taken with the old UTC offset. Of a local time that occurs
    twice, the first is used.
    """
    zone, at = zone_of(clock.zone), wall_time(clock.at)
    day = after.astimezone(zone).date()
    while True:
        slot = datetime.combine(day, at, zone).astimezone(UTC)
        if WEEK[day.weekday()] in clock.days and slot > after:
            return slot
        day += timedelta(days=1)
