"""Deadlines of turns with secret orders: after a number of hours, or on weekdays.

Times of day are in a configured time zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec

from palatine.core import Unreadable
from palatine.matches.clock import format_timestamp, parse_time
from palatine.matches.clocks.quiet_hours import parse_wall_time, time_zone

LONGEST_HOURS = 24.0 * 366
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MAX_VALUES = {"least": 24.0 * 28, "settle": 24.0 * 60, "grace": 24.0 * 7, "excused": 20}
"""Maximum of each setting."""
ALWAYS_STORED = ("hours", "early", "letters")
"""Settings that are always stored; others are stored only if they differ from the default."""


class TurnClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


def clock_settings(settings: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the settings to store, without those at their defaults.

    `ALWAYS_STORED` are stored in any case. Raises `Unreadable` for an invalid setting.
    """
    try:
        clock = msgspec.convert(dict(settings or {}), TurnClock)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise Unreadable(f"The clock cannot be read: {error}.") from error
    if not 0 <= clock.hours <= LONGEST_HOURS:
        raise Unreadable(f"A turn has 0 to {LONGEST_HOURS:.0f} hours, not {clock.hours:g}.")
    for name, most in MAX_VALUES.items():
        if not 0 <= getattr(clock, name) <= most:
            raise Unreadable(f"The clock's {name} is 0 to {most:g}, not {getattr(clock, name):g}.")
    _check_days(clock)
    plain: dict[str, Any] = msgspec.to_builtins(clock)
    usual = msgspec.to_builtins(TurnClock())
    return {name: value for name, value in plain.items() if name in ALWAYS_STORED or value != usual[name]}


def _check_days(clock: TurnClock) -> None:
    if clock.hours and clock.days:
        raise Unreadable("A turn lasts a number of hours, or ends on days of the week, not both.")
    if unknown := [day for day in clock.days if day not in WEEKDAYS]:
        raise Unreadable(f"The days of the week are {', '.join(WEEKDAYS)}; {unknown[0][:16]!r} is none.")
    parse_wall_time(clock.at)
    time_zone(clock.zone)


def parse_clock(stored: Mapping[str, Any] | None) -> TurnClock:
    return msgspec.convert(dict(stored or {}), TurnClock)


def without_deadlines(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same clock without deadlines.

    For a match that waits for all players, such as a what-if.
    """
    return clock_settings({**stored, "hours": 0, "days": ()})


def deadline_after(clock: TurnClock, time: str, last: str = "") -> str:
    """Return the deadline of a turn that opens at `time`, or "" without deadlines.

    With `hours`, deadlines stay in step with `last`, the deadline that ended the previous turn, if one did. With
    `days`, it is the next slot of the calendar.
    """
    start = parse_time(time)
    earliest = start + timedelta(hours=clock.least)
    if clock.days:
        return format_timestamp(next_slot(clock, max(start, earliest - timedelta(milliseconds=1))))
    if not clock.hours:
        return ""
    step = timedelta(hours=clock.hours)
    found = start + step
    if last:
        behind = max(timedelta(), start - parse_time(last))
        found = parse_time(last) + (behind // step + 1) * step
    while found < earliest:
        found += step
    return format_timestamp(found)


def next_slot(clock: TurnClock, after: datetime) -> datetime:
    """Return the first calendar slot after `after`, in UTC.

    A local time skipped by a change to summer time is taken with the old UTC offset. Of a local time that occurs
    twice, the first is used.
    """
    zone, at = time_zone(clock.zone), parse_wall_time(clock.at)
    day = after.astimezone(zone).date()
    while True:
        slot = datetime.combine(day, at, zone).astimezone(UTC)
        if WEEKDAYS[day.weekday()] in clock.days and slot > after:
            return slot
        day += timedelta(days=1)
