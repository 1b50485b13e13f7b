"""Time banks, reply times, nights and pauses: when clocks run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palatine.core import Unknown, Unreadable
from palatine.matches.clock import add_seconds, format_timestamp, parse_time, seconds_between
from palatine.matches.clocks.clocks import (
    charge_elapsed,
    expiry_of,
    initial_times,
    resume_clocks,
    stop_clocks,
    times_after_change,
)
from palatine.matches.clocks.clocks import grant_time as give
from palatine.matches.clocks.pace import Pace, named_paces, parse_pace
from palatine.matches.clocks.quiet_hours import (
    QuietHours,
    add_awake_seconds,
    awake_seconds_between,
    parse_quiet_hours,
)
from palatine.matches.clocks.stored_times import Times

HOUR, DAY = 3600.0, 86400.0
START = "2030-05-01T12:00:00.000Z"
PACE = Pace(reply=HOUR, bank=5 * HOUR, plus=HOUR, cap=6 * HOUR)
BERLIN = QuietHours("23:00", "07:00", "Europe/Berlin")


def time_left(times: Times, time: str) -> float:
    """Return the seconds in A's bank, including granted time."""
    now = charge_elapsed(times.seat("A"), time)
    return now.left + now.granted


def asked(times: Times, *seats: str, at: float, **how: Any) -> Times:
    """Return the clocks after these seats are asked, `at` hours after the start."""
    return times_after_change(times, seats, add_seconds(START, HOUR * at), **how)


def test_the_reply_is_free_and_then_the_bank_runs() -> None:
    times = asked(initial_times(PACE, "AB"), "A", at=0)
    assert (times.seat("A").left, expiry_of(times.seat("A"))) == (6 * HOUR, add_seconds(START, 7 * HOUR))
    free = asked(times, "B", at=1)
    assert free.seat("A").left == 6 * HOUR
    slow = asked(times, "B", at=3)
    assert slow.seat("A").left == 4 * HOUR
    again = asked(slow, "A", at=4)
    assert (again.seat("A").left, again.seat("B").left) == (5 * HOUR, 6 * HOUR)


def test_an_undo_gives_nobody_anything() -> None:
    first = asked(initial_times(PACE, "AB"), "A", at=0)
    passed = asked(first, "B", at=3)
    back = asked(passed, "A", at=3.5, is_undone=True)
    assert expiry_of(back.seat("A")) == expiry_of(first.seat("A"))
    assert back.seat("B").left == PACE.bank
    assert asked(back, "B", at=5).seat("A").left == 2 * HOUR


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("A", "B", "AB", "")),
        st.floats(0, 40, allow_nan=False),
        st.sampled_from(("on", "stop", "give", "undo")),
    ),
    max_size=30,
)


@given(STEPS)
def test_no_bank_is_above_its_cap_or_below_nothing(steps: list[tuple[str, float, str]]) -> None:
    times, hours = initial_times(PACE, "AB"), 0.0
    for seats, wait, what in steps:
        hours += wait
        now = add_seconds(START, HOUR * hours)
        if what == "stop":
            times = stop_clocks(times, now, add_seconds(now, HOUR * wait))
        elif what == "give":
            times = give(times, "A", HOUR * wait, now)
        else:
            times = times_after_change(times, seats, now, is_undone=what == "undo")
        assert all(0 <= seat.left <= PACE.cap and seat.granted >= 0 for seat in times.seats.values())


@given(st.floats(0, 10), st.floats(0, 50), st.floats(0, 20), st.sampled_from((None, BERLIN)))
def test_what_stops_a_clock_costs_nothing(
    before: float, length: float, later: float, rest: QuietHours | None
) -> None:
    """Thinking without or with an interruption leaves the same time."""
    times = initial_times(PACE, "AB").with_seat("A", rest=rest)
    running = asked(times, "A", at=0)
    start, end = add_seconds(START, HOUR * before), add_seconds(START, HOUR * (before + length))
    held = stop_clocks(running, start, end)
    awake = awake_seconds_between(parse_time(start), parse_time(running.seat("A").since), rest)
    assert awake_seconds_between(parse_time(end), parse_time(held.seat("A").since), rest) == pytest.approx(
        awake, abs=0.01
    )
    assert time_left(held, end) == pytest.approx(time_left(running, start), abs=0.01)
    at = add_seconds(end, HOUR * later)
    once = stop_clocks(held, end, at)
    assert time_left(once, at) == pytest.approx(time_left(held, end), abs=0.01)


@given(st.floats(0, 6.9), st.floats(1, 50), st.floats(0, 1))
def test_a_pause_that_ends_early_is_as_if_it_had_been_shorter(before: float, length: float, part: float) -> None:
    running = asked(initial_times(PACE, "AB"), "A", at=0)
    start, end = add_seconds(START, HOUR * before), add_seconds(START, HOUR * (before + length))
    early = add_seconds(start, HOUR * length * part)
    short = stop_clocks(running, start, early)
    cut = resume_clocks(stop_clocks(running, start, end), early, end)
    assert seconds_between(expiry_of(short.seat("A")), expiry_of(cut.seat("A"))) == pytest.approx(0, abs=0.01)


def test_who_is_asked_in_a_pause_has_his_reply_after_it() -> None:
    until = add_seconds(START, 10 * HOUR)
    times = stop_clocks(initial_times(PACE, "AB"), START, until)
    times = asked(Times(pace=PACE, seats=times.seats, paused=until), "A", at=2)
    assert times.seat("A").since == add_seconds(until, HOUR)


def test_the_night_stops_the_reply_and_not_the_bank() -> None:
    times = initial_times(PACE, "A").with_seat("A", rest=BERLIN)
    evening = times_after_change(times, "A", "2030-05-01T20:30:00.000Z")  # 22:30 in Berlin
    assert evening.seat("A").since == "2030-05-02T05:30:00.000Z"
    assert expiry_of(evening.seat("A")) == "2030-05-02T11:30:00.000Z"
    noon = times_after_change(times, "A", "2030-05-01T19:30:00.000Z")
    assert expiry_of(noon.seat("A")) == "2030-05-02T02:30:00.000Z"


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31)),
    st.floats(0, 5 * DAY),
    st.sampled_from(
        ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Santiago")
    ),
    st.sampled_from((("23:00", "07:00"), ("00:30", "06:00"), ("01:45", "02:45"))),
)
def test_hours_awake_are_counted_as_they_are_waited(
    start: datetime, seconds: float, zone: str, hours: tuple[str, str]
) -> None:
    rest = QuietHours(*hours, zone)
    begin = start.replace(tzinfo=UTC)
    end = add_awake_seconds(begin, seconds, rest)
    assert awake_seconds_between(begin, end, rest) == pytest.approx(seconds, abs=0.001)
    assert end - begin >= timedelta(seconds=seconds) - timedelta(milliseconds=1)


def test_given_time_runs_after_the_bank_and_saves_whose_time_is_up() -> None:
    times = asked(initial_times(PACE, "AB"), "A", at=0)
    more = give(times, "A", 3 * HOUR, START)
    assert expiry_of(more.seat("A")) == add_seconds(START, 10 * HOUR)
    assert asked(more, "B", at=9).seat("A").left == 0
    assert asked(more, "B", at=9).seat("A").granted == HOUR
    late = add_seconds(START, 20 * HOUR)
    saved = give(times.with_seat("A", up=late), "A", 3 * HOUR, late)
    assert (saved.seat("A").up, expiry_of(saved.seat("A"))) == ("", add_seconds(late, 3 * HOUR))


def test_the_named_paces_are_those_of_the_table() -> None:
    assert list(named_paces()) == ["live", "brisk", "steady", "slow"]
    steady = parse_pace("steady")
    assert (steady.reply, steady.bank, steady.plus, steady.cap) == (DAY, 5 * DAY, 6 * HOUR, 7 * DAY)
    assert parse_pace({"name": "slow", "time_up": "bot"}).name == "slow"
    assert parse_pace({"name": "slow", "cap": 20 * DAY}).name == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"reply": 1, "bank": 1, "plus": 1, "cap": 1}, {"reply": 60, "bank": 900, "plus": 1, "cap": 600}, {"reply": 60},
        {"name": "slow", "reply": -5}, {"name": "slow", "time_up": "shout"}, {"name": "slow", "reply": float("nan")},
    ],
)  # fmt: skip
def test_what_is_no_pace_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        parse_pace(wrong)


def test_what_is_no_name_or_night_is_refused() -> None:
    with pytest.raises(Unknown):
        parse_pace("hasty")
    for night in (("22:00", "07:00", "UTC"), ("23:00", "07:00", "Nowhere"), ("11 pm", "07:00", "UTC")):
        with pytest.raises(Unreadable):
            parse_quiet_hours(*night)
    assert parse_quiet_hours("23:00", "07:00", "Europe/Berlin") == BERLIN
    assert format_timestamp(parse_time(START)) == START
