"""Quiet hours and the hour of the digest in the account's zone, also when clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise, product
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from palatine.notifications.deadlines import seat_deadline
from palatine.notifications.times import (
    after_quiet_hours,
    before_quiet_hours,
    format_time,
    next_time_at,
    parse_quiet_hours,
    time_zone,
)

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "America/St_Johns",
    "Pacific/Apia",
)
RESTS = ("23:00-07:00", "22:30-02:30", "01:00-09:00", "00:00-06:00", "13:00-14:00")
CHANGES = [datetime.fromisoformat(f"2026-{day}") for day in ("03-08", "03-29", "04-05", "10-04", "10-25", "11-01")]
"""Days on which clocks are changed, in one zone or another."""


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "until"),
    [
        ("2026-03-10 21:59", "2026-03-10 21:59"),
        ("2026-03-10 22:00", "2026-03-11 06:00"),
        ("2026-03-11 05:59", "2026-03-11 06:00"),
        ("2026-03-11 06:00", "2026-03-11 06:00"),
        ("2026-03-28 23:30", "2026-03-29 05:00"),  # the clocks go forward that night
        ("2026-10-24 22:30", "2026-10-25 06:00"),  # and back that
    ],
)
def test_a_rest_ends_by_the_clock_of_its_zone(at: str, until: str) -> None:
    assert after_quiet_hours(utc(at), "23:00-07:00", "Europe/Berlin") == utc(until)


def test_an_hour_that_is_left_out_or_comes_twice_ends_a_rest_all_the_same() -> None:
    assert after_quiet_hours(utc("2026-03-29 00:30"), "23:00-02:30", "Europe/Berlin") == utc("2026-03-29 01:30")
    assert after_quiet_hours(utc("2026-10-25 00:15"), "23:00-02:30", "Europe/Berlin") == utc("2026-10-25 00:30")
    assert after_quiet_hours(utc("2026-10-25 01:15"), "23:00-02:30", "Europe/Berlin") == utc("2026-10-25 01:30")


@pytest.mark.parametrize(("zone", "rest"), list(product(ZONES, RESTS)))
def test_what_waits_for_a_rest_to_end_comes_soon_and_is_not_in_it(zone: str, rest: str) -> None:
    begin, end = parse_quiet_hours(rest) or (time(), time())
    length = (datetime.combine(datetime(1, 1, 2), end) - datetime.combine(datetime(1, 1, 2), begin)) % timedelta(
        days=1
    )
    for day in CHANGES:
        for minutes in range(-24 * 60, 48 * 60, 15):
            at = day.replace(tzinfo=UTC) + timedelta(minutes=minutes)
            later, earlier = after_quiet_hours(at, rest, zone), before_quiet_hours(at, rest, zone)
            hour = at.astimezone(ZoneInfo(zone)).time()
            within = begin <= hour < end if begin < end else hour >= begin or hour < end
            assert (later != at) == within
            assert earlier <= at <= later
            assert later - at <= length + timedelta(hours=1)
            assert at - earlier <= length + timedelta(hours=1)
            assert after_quiet_hours(later, rest, zone) == later


def test_no_rest_is_kept_where_none_is_given() -> None:
    at = utc("2026-03-10 23:30")
    for rest in ("", "nonsense", "25:00-07:00", "23:00-23:00", "23-7"):
        assert after_quiet_hours(at, rest, "Europe/Berlin") == before_quiet_hours(at, rest, "Europe/Berlin") == at


@pytest.mark.parametrize("zone", ZONES)
def test_a_digest_has_its_hour_once_each_day(zone: str) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    days = []
    while at < datetime(2027, 1, 1, tzinfo=UTC):
        at = next_time_at(at, "07:00", zone)
        days.append(at.astimezone(ZoneInfo(zone)))
    assert {(day.hour, day.minute) for day in days} == {(7, 0)}
    assert {(two.date() - one.date()).days for one, two in pairwise(days)} == {1}


def test_a_time_is_told_absolutely_and_where() -> None:
    at = utc("2026-11-26 20:00")
    assert format_time(at, "Europe/Berlin") == "Thu 26 November, 21:00 (Berlin)"
    assert format_time(at, "America/New_York") == "Thu 26 November, 15:00 (New York)"
    assert format_time(at, "") == "Thu 26 November, 20:00 (Greenwich time)"
    for none in ("Nowhere/At_All", "../../etc/passwd", "Europe", "\0", "x" * 500):
        assert time_zone(none).key == "UTC"


def test_time_is_up_by_a_pace_or_by_the_end_of_a_turn() -> None:
    end = "2026-03-12T12:00:00.000Z"
    turn = SimpleNamespace(clock={"hours": 24}, times={}, deadline=end)
    assert seat_deadline(turn, "Abbey") == end
    assert (
        seat_deadline(SimpleNamespace(clock={}, times={"ends": end}, deadline="2026-01-01T00:00:00.000Z"), "Abbey")
        == end
    )
    assert seat_deadline(SimpleNamespace(clock=None, times={}, deadline=end), "North") == "", (
        "a proposal's end is none"
    )
