"""Deadlines of secret orders, and valid clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palatine.core import Unreadable
from palatine.matches.clock import format_timestamp, parse_time
from palatine.matches.clocks.calendar import (
    WEEKDAYS,
    TurnClock,
    clock_settings,
    deadline_after,
    parse_clock,
    without_deadlines,
)

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Santiago")
CHANGES = {
    "Europe/Berlin": (date(2026, 3, 29), date(2026, 10, 25)),
    "America/New_York": (date(2026, 3, 8), date(2026, 11, 1)),
    "Australia/Lord_Howe": (date(2026, 10, 4), date(2026, 4, 5)),
    "Asia/Kolkata": (date(2026, 3, 29), date(2026, 10, 25)),
    "America/Santiago": (date(2026, 9, 6), date(2026, 4, 5)),
}
"""In the last but one the hour never changes."""


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("at", ["00:30", "02:30", "21:00"])
def test_a_weekly_deadline_keeps_its_wall_time_over_a_change_of_the_hour(zone: str, which: int, at: str) -> None:
    night = CHANGES[zone][which]
    clock = TurnClock(days=WEEKDAYS, at=at, zone=zone)
    time = format_timestamp(datetime.combine(night - timedelta(days=3), datetime.min.time(), UTC))
    walls = []
    for _ in range(7):
        time = deadline_after(clock, time)
        walls.append(parse_time(time).astimezone(ZoneInfo(zone)))
    assert [wall.date() for wall in walls] == [walls[0].date() + timedelta(days=n) for n in range(7)]
    told = {wall.strftime("%H:%M") for wall in walls if wall.date() != night}
    assert told == {at}


def test_the_times_of_berlin_are_those_that_stand_in_utc() -> None:
    evening = TurnClock(days=WEEKDAYS, at="21:00", zone="Europe/Berlin")
    assert deadline_after(evening, "2026-03-27T12:00:00.000Z") == "2026-03-27T20:00:00.000Z"
    assert deadline_after(evening, "2026-03-29T12:00:00.000Z") == "2026-03-29T19:00:00.000Z"
    night = TurnClock(days=WEEKDAYS, at="02:30", zone="Europe/Berlin")
    assert deadline_after(night, "2026-03-28T12:00:00.000Z") == "2026-03-29T01:30:00.000Z"
    assert deadline_after(night, "2026-10-24T12:00:00.000Z") == "2026-10-25T00:30:00.000Z"


@settings(deadline=None)
@given(
    st.sampled_from(ZONES),
    st.sets(st.sampled_from(WEEKDAYS), min_size=1),
    st.times().map(lambda time: time.strftime("%H:%M")),
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)),
    st.integers(0, 100),
)
def test_a_deadline_is_the_first_of_the_calendar_that_leaves_time(
    zone: str, days: set[str], at: str, opens: datetime, least: int
) -> None:
    clock = TurnClock(days=tuple(days), at=at, zone=zone, least=least)
    start = opens.replace(tzinfo=UTC)
    found = parse_time(deadline_after(clock, format_timestamp(start)))
    assert timedelta(hours=least) <= found - start + timedelta(milliseconds=2)
    assert found - start <= timedelta(hours=least, days=7, minutes=61)
    wall = found.astimezone(ZoneInfo(zone))
    assert WEEKDAYS[wall.weekday()] in days


def test_hours_leave_the_least_in_step() -> None:
    clock = TurnClock(hours=24, least=20)
    assert (
        deadline_after(clock, "2030-05-01T17:00:00.000Z", "2030-05-01T10:00:00.000Z") == "2030-05-03T10:00:00.000Z"
    )


def test_clocks_of_old_keep_their_meaning_and_their_form() -> None:
    old = {"hours": 24.0, "early": True, "letters": "turn"}
    assert clock_settings(old) == old
    assert parse_clock(old) == TurnClock(24)
    assert parse_clock({"hours": 0.0, "early": False, "letters": "now"}).late == "nothing"


def test_a_what_if_has_no_deadlines() -> None:
    kept = clock_settings({"days": ["mon"], "at": "20:00", "zone": "Europe/Berlin", "late": "bot"})
    assert not parse_clock(without_deadlines(kept)).has_deadlines


@pytest.mark.parametrize(
    "wrong",
    [
        {"days": ["mon", "holiday"]}, {"days": ["mon"], "hours": 3}, {"at": "25:00"}, {"zone": "Mars/Olympus"},
        {"zone": "../etc/passwd"}, {"grace": -1}, {"excused": 99}, {"late": "shout"}, {"least": 1e9}, {"at": 5},
        {"settle": float("nan")}, {"hours": float("inf")}, {"days": "mon"}, {"strange": 1},
    ],
)  # fmt: skip
def test_what_is_no_clock_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(Unreadable):
        clock_settings(wrong)
