"""Banks, replies, nights, pauses: what runs, and what costs nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palatine.core import Unknown, Unreadable
from palatine.matches.clock import after, between, parse_time, stamp
from palatine.matches.clocks.clocks import followed, opened, resumed, runs_out, stopped, time_left
from palatine.matches.clocks.clocks import given as give
from palatine.matches.clocks.pace import Pace, named, pace_of
from palatine.matches.clocks.quiet_hours import QuietHours, awake_after, awake_between, rest_of
from palatine.matches.clocks.stored_times import Times

HOUR, DAY = 3600.0, 86400.0
START = "2030-05-01T12:00:00.000Z"
PACE = Pace(reply=HOUR, bank=5 * HOUR, plus=HOUR, cap=6 * HOUR)
BERLIN = QuietHours("23:00", "07:00", "Europe/Berlin")


def asked(times: Times, *seats: str, at: float, **how: Any) -> Times:
    """These are asked, so many hours after the start."""
    return followed(times, seats, after(START, HOUR * at), **how)


def test_the_reply_is_free_and_then_the_bank_runs() -> None:
    times = asked(opened(PACE, "AB"), "A", at=0)
    assert (times.seat("A").left, runs_out(times.seat("A"))) == (6 * HOUR, after(START, 7 * HOUR))
    free = asked(times, "B", at=1)
    assert free.seat("A").left == 6 * HOUR
    slow = asked(times, "B", at=3)
    assert slow.seat("A").left == 4 * HOUR
    again = asked(slow, "A", at=4)
    assert (again.seat("A").left, again.seat("B").left) == (5 * HOUR, 6 * HOUR)


def test_an_undo_gives_nobody_anything() -> None:
    first = asked(opened(PACE, "AB"), "A", at=0)
    passed = asked(first, "B", at=3)
    back = asked(passed, "A", at=3.5, undone=True)
    assert runs_out(back.seat("A")) == runs_out(first.seat("A"))
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
    times, hours = opened(PACE, "AB"), 0.0
    for seats, wait, what in steps:
        hours += wait
        now = after(START, HOUR * hours)
        if what == "stop":
            times = stopped(times, now, after(now, HOUR * wait))
        elif what == "give":
            times = give(times, "A", HOUR * wait, now)
        else:
            times = followed(times, seats, now, undone=what == "undo")
        assert all(0 <= seat.left <= PACE.cap and seat.granted >= 0 for seat in times.seats.values())


@given(st.floats(0, 10), st.floats(0, 50), st.floats(0, 20), st.sampled_from((None, BERLIN)))
def test_what_stops_a_clock_costs_nothing(
    before: float, length: float, later: float, rest: QuietHours | None
) -> None:
    """Whether one thinks so long, or stands still in the middle of it and then thinks the rest, leaves the same."""
    times = opened(PACE, "AB").with_seat("A", rest=rest)
    running = asked(times, "A", at=0)
    start, end = after(START, HOUR * before), after(START, HOUR * (before + length))
    held = stopped(running, start, end)
    awake = awake_between(parse_time(start), parse_time(running.seat("A").since), rest)
    assert awake_between(parse_time(end), parse_time(held.seat("A").since), rest) == pytest.approx(awake, abs=0.01)
    assert time_left(held.seat("A"), end) == pytest.approx(time_left(running.seat("A"), start), abs=0.01)
    at = after(end, HOUR * later)
    once = stopped(held, end, at)
    assert time_left(once.seat("A"), at) == pytest.approx(time_left(held.seat("A"), end), abs=0.01)


@given(st.floats(0, 6.9), st.floats(1, 50), st.floats(0, 1))
def test_a_pause_that_ends_early_is_as_if_it_had_been_shorter(before: float, length: float, part: float) -> None:
    running = asked(opened(PACE, "AB"), "A", at=0)
    start, end = after(START, HOUR * before), after(START, HOUR * (before + length))
    early = after(start, HOUR * length * part)
    short = stopped(running, start, early)
    cut = resumed(stopped(running, start, end), early, end)
    assert between(runs_out(short.seat("A")), runs_out(cut.seat("A"))) == pytest.approx(0, abs=0.01)


def test_who_is_asked_in_a_pause_has_his_reply_after_it() -> None:
    until = after(START, 10 * HOUR)
    times = stopped(opened(PACE, "AB"), START, until)
    times = asked(Times(pace=PACE, seats=times.seats, paused=until), "A", at=2)
    assert times.seat("A").since == after(until, HOUR)


def test_the_night_stops_the_reply_and_not_the_bank() -> None:
    times = opened(PACE, "A").with_seat("A", rest=BERLIN)
    evening = followed(times, "A", "2030-05-01T20:30:00.000Z")  # 22:30 in Berlin
    assert evening.seat("A").since == "2030-05-02T05:30:00.000Z"
    assert runs_out(evening.seat("A")) == "2030-05-02T11:30:00.000Z"
    noon = followed(times, "A", "2030-05-01T19:30:00.000Z")
    assert runs_out(noon.seat("A")) == "2030-05-02T02:30:00.000Z"


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
    end = awake_after(begin, seconds, rest)
    assert awake_between(begin, end, rest) == pytest.approx(seconds, abs=0.001)
    assert end - begin >= timedelta(seconds=seconds) - timedelta(milliseconds=1)


def test_given_time_runs_after_the_bank_and_saves_whose_time_is_up() -> None:
    times = asked(opened(PACE, "AB"), "A", at=0)
    more = give(times, "A", 3 * HOUR, START)
    assert runs_out(more.seat("A")) == after(START, 10 * HOUR)
    assert asked(more, "B", at=9).seat("A").left == 0
    assert asked(more, "B", at=9).seat("A").granted == HOUR
    late = after(START, 20 * HOUR)
    saved = give(times.with_seat("A", up=late), "A", 3 * HOUR, late)
    assert (saved.seat("A").up, runs_out(saved.seat("A"))) == ("", after(late, 3 * HOUR))


def test_the_named_paces_are_those_of_the_table() -> None:
    assert list(named()) == ["live", "brisk", "steady", "slow"]
    steady = pace_of("steady")
    assert (steady.reply, steady.bank, steady.plus, steady.cap) == (DAY, 5 * DAY, 6 * HOUR, 7 * DAY)
    assert pace_of({"name": "slow", "time_up": "bot"}).name == "slow"
    assert pace_of({"name": "slow", "cap": 20 * DAY}).name == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"reply": 1, "bank": 1, "plus": 1, "cap": 1}, {"reply": 60, "bank": 900, "plus": 1, "cap": 600}, {"reply": 60},
        {"name": "slow", "reply": -5}, {"name": "slow", "time_up": "shout"}, {"name": "slow", "reply": float("nan")},
    ],
)  # fmt: skip
def test_what_is_no_pace_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        pace_of(wrong)


def test_what_is_no_name_or_night_is_refused() -> None:
    with pytest.raises(Unknown):
        pace_of("hasty")
    for night in (("22:00", "07:00", "UTC"), ("23:00", "07:00", "Nowhere"), ("11 pm", "07:00", "UTC")):
        with pytest.raises(Unreadable):
            rest_of(*night)
    assert rest_of("23:00", "07:00", "Europe/Berlin") == BERLIN
    assert stamp(parse_time(START)) == START
