"""Timeouts: their consequences for the seat, and the end of every match by time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from matches.helpers import Table, sit
from matches.moving import Moving
from matches.valley import valley
from palatine.core import Refused, Unknown, Unreadable
from palatine.matches import MatchServices
from palatine.matches.clock import add_seconds
from palatine.matches.seat_owners import SeatOwner
from palatine.store import Store
from palatine.store.schema_people import accounts

HOURS = 3600.0
QUICK = {"reply": HOURS, "bank": 5 * HOURS, "plus": HOURS, "cap": 6 * HOURS}


def clocks(table: Any) -> Any:
    return table.services.matches.info(table.match).times


def timed(services: MatchServices, time_up: str = "choose", **settings: Any) -> Table:
    return sit(services, forced=False, pace={**QUICK, "time_up": time_up}, **settings)


def let_time_run_out(table: Table, moving: Moving) -> str:
    """Let the time of the asked seat run out and return the seat."""
    seat = table.asked[0]
    moving.to(table.services.matches.info(table.match).deadline)
    assert table.services.clocks.claim_deadlines(moving.now) == [table.match]
    return seat


def test_a_match_with_a_pace_tells_whose_time_runs(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    info = services.matches.info(table.match)
    seat = info.asked[0]
    told = clocks(table)
    assert told.pace["reply"] == HOURS
    assert (told.seats[seat].asked, told.seats[seat].since) == (moving.now, add_seconds(moving.now, HOURS))
    assert info.deadline == told.seats[seat].ends == add_seconds(moving.now, 7 * HOURS)
    assert services.clocks.claim_deadlines(moving.now) == []
    server_without = sit(services, forced=False)
    assert (clocks(server_without), services.matches.info(server_without.match).deadline) == (None, "")


def test_acting_hands_the_clock_over(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    first = table.asked[0]
    moving.on(hours=3)
    random = Random(1)
    while table.asked == (first,):
        table.step(random)
    told = clocks(table)
    assert (told.seats[first].left, told.seats[first].ends) == (4 * HOURS, "")
    assert told.seats[table.asked[0]].asked == moving.now


def test_of_two_the_opponent_wins_if_that_is_wanted(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    late = let_time_run_out(table, moving)
    other = next(seat for seat in table.made.keys if seat != late)
    assert clocks(table).seats[late].up == moving.now
    assert table.texts(None)[-2:] == [
        f"Time is up for {late}.",
        f"The opponent of {late} can take the win, give more time, or let a bot play on. "
        "After 7 days the opponent wins.",
    ]
    with pytest.raises(Refused, match="No opponent's time is up"):
        services.clocks.claim_win(table.match, table.key(late))
    info = services.clocks.claim_win(table.match, table.key(other))
    assert (info.status, info.outcome and info.outcome["winners"]) == ("over", [other])
    assert info.outcome
    assert info.outcome["margin"] == f"{late} ran out of time"
    found = services.archive.verify(table.match)
    assert (found.ok, found.findings) == (True, ())
    assert (
        services.matches.info(services.archive.import_(services.archive.export(table.match))).outcome
        == info.outcome
    )
    assert services.archive.audit() == []
    assert services.matches.view(table.match).view.prompt == f"The match is over: {late} ran out of time."


def test_of_two_the_opponent_gives_time_with_one_click(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    late = let_time_run_out(table, moving)
    other = next(seat for seat in table.made.keys if seat != late)
    services.clocks.give_time(table.match, table.key(other), late, 72)
    assert (clocks(table).seats[late].up, services.matches.info(table.match).deadline) == (
        "",
        add_seconds(moving.now, 72 * HOURS),
    )
    with pytest.raises(Refused, match="No opponent's time is up"):
        services.clocks.claim_win(table.match, table.key(other))


def test_who_moves_before_the_opponent_has_chosen_plays_on(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    late = let_time_run_out(table, moving)
    moving.on(days=2)
    random = Random(1)
    while table.asked == (late,):
        table.step(random)
    assert (services.matches.info(table.match).status, clocks(table).seats[late].up) == ("playing", "")


def test_of_two_the_opponent_lets_a_bot_play_on(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    late = let_time_run_out(table, moving)
    other = next(seat for seat in table.made.keys if seat != late)
    info = services.proposals.propose(table.match, table.key(other), "bot", table.version, seat=late)
    assert [seat.lent for seat in info.seats if seat.seat == late] == [True]
    services.seats.take_back(table.match, table.key(late))
    assert clocks(table).seats[late].wanted == ""


def test_a_choice_that_nobody_makes_is_a_win_after_seven_days(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    late = let_time_run_out(table, moving)
    moving.on(days=6.9)
    assert services.clocks.claim_deadlines(moving.now) == []
    moving.on(days=0.1)
    assert services.clocks.claim_deadlines(moving.now) == [table.match]
    outcome = services.matches.info(table.match).outcome
    assert outcome
    assert late not in outcome["winners"]


def test_against_a_bot_a_bot_stands_in_and_the_seat_is_offered_after_three_days(
    services: MatchServices, moving: Moving
) -> None:
    made = services.matches.create(
        "ford", players={"South": {"kind": "bot", "bot": "recruit"}}, pace=QUICK, forced=False
    )
    services.seats.take_seat(made.match, made.keys["North"], "Ann", "1")
    table = Table(services, made)
    assert let_time_run_out(table, moving) == "North"
    assert (
        "The match is over" in services.matches.view(table.match).view.heading
        or services.matches.info(table.match).status == "over"
    )


@pytest.mark.parametrize(("agreed", "wanted"), [("bot", False), ("open", True)])
def test_what_is_agreed_at_the_table_happens(
    services: MatchServices, moving: Moving, agreed: str, wanted: bool
) -> None:
    table = timed(services, agreed)
    late = let_time_run_out(table, moving)
    seat = next(each for each in services.matches.info(table.match).seats if each.seat == late)
    assert seat.lent
    since = clocks(table).seats[late].wanted
    assert (since <= moving.now) is wanted
    if wanted:
        services.seats.take_back(table.match, table.key(late))
        assert clocks(table).seats[late].wanted == ""
    else:
        assert since == add_seconds(moving.now, 72 * HOURS)
        moving.to(since)
        services.clocks.claim_deadlines(moving.now)
    assert f"Another player is wanted for {late}." in table.texts(None)


def test_another_player_may_take_over_a_seat_that_is_open(
    services: MatchServices, store: Store, moving: Moving
) -> None:
    zoe = {"id": "zoe", "kind": "member", "name": "Zoe", "folded": "zoe", "created": "", "seen": ""}
    with store.database.writing() as connection:
        connection.execute(accounts.insert(), zoe)
    table = timed(services, "open")
    late = let_time_run_out(table, moving)
    assert next(each for each in services.matches.info(table.match).seats if each.seat == late).free
    services.seats.sit_down(table.match, SeatOwner("zoe", late), "Zoe")
    assert services.seats.seat_of(table.match, table.key(late)) is None
    assert clocks(table).seats[late].wanted == ""
    other = next(seat for seat in table.made.keys if seat != late)
    services.matches.resign(table.match, table.key(other), table.version)
    assert services.archive.verify(table.match).ok


def test_a_seat_that_is_forfeit_loses(services: MatchServices, moving: Moving) -> None:
    table = timed(services, "forfeit")
    late = let_time_run_out(table, moving)
    outcome = services.matches.info(table.match).outcome
    assert outcome
    assert outcome["timed"] == late
    winners = [seat for seat in table.made.keys if seat != late]
    assert (outcome["winners"], outcome["ranks"]) == (winners, [winners, [late]])


def test_two_workers_do_it_once(services: MatchServices, store: Store, moving: Moving) -> None:
    table = timed(services)
    late = table.asked[0]
    moving.to(services.matches.info(table.match).deadline)
    workers = [MatchServices(store) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        claimed = list(pool.map(lambda worker: worker.clocks.claim_deadlines(moving.now), workers))
    assert sorted(map(len, claimed)) == [0, 0, 0, 1]
    assert table.texts(None).count(f"Time is up for {late}.") == 1


def test_a_vacation_and_a_pause_stop_the_clock(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    seat = table.asked[0]
    before = services.matches.info(table.match).deadline
    services.clocks.set_vacation(table.match, table.key(seat), add_seconds(moving.now, 48 * HOURS))
    assert services.matches.info(table.match).deadline == add_seconds(before, 48 * HOURS)
    moving.on(hours=24)
    services.clocks.set_vacation(table.match, table.key(seat), "")
    assert services.matches.info(table.match).deadline == add_seconds(before, 24 * HOURS)
    with pytest.raises(Unreadable):
        services.clocks.set_vacation(table.match, table.key(seat), add_seconds(moving.now, 60 * 24 * HOURS))


def test_while_the_server_was_down_nobodys_time_ran(services: MatchServices, moving: Moving) -> None:
    table, other = timed(services), sit(services, forced=False)
    before = services.matches.info(table.match).deadline
    start = moving.now
    moving.on(hours=9)
    assert services.clocks.add_outage(start) == 1
    assert services.matches.info(table.match).deadline == add_seconds(before, 9 * HOURS)
    assert services.clocks.claim_deadlines(moving.now) == []
    assert services.matches.info(other.match).times is None


def test_a_night_is_no_time(services: MatchServices, moving: Moving) -> None:
    table = timed(services)
    late = table.asked[0]
    other = next(seat for seat in table.made.keys if seat != late)
    services.clocks.set_quiet_hours(
        table.match, table.key(other), "14:00", "22:00", "Europe/Berlin"
    )  # 12 to 20 UTC
    while table.asked == (late,):
        table.step(Random(1))
    assert clocks(table).seats[other].since == "2030-05-01T21:00:00.000Z"


def test_the_time_of_a_match_that_is_stuck_does_not_run(
    services: MatchServices, moving: Moving, monkeypatch: Any, caplog: Any
) -> None:
    table = timed(services)
    before = services.matches.info(table.match).deadline
    game = services.runtime.open(table.match).game
    with monkeypatch.context() as patch:
        patch.setattr(type(game), "take", lambda *_: 1 / 0)
        with pytest.raises(Exception, match="stuck"):
            table.step(Random(1))
    moving.on(days=9)
    assert services.clocks.claim_deadlines(moving.now) == []
    assert services.matches.retry(table.match)
    assert services.matches.info(table.match).deadline == add_seconds(before, 9 * 24 * HOURS)


@pytest.mark.parametrize("time_up", ["choose", "bot", "open", "forfeit"])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_waits_for_ever(services: MatchServices, moving: Moving, time_up: str, seed: int) -> None:
    """From any state, a match whose players never act again ends by time alone."""
    table = timed(services, time_up)
    random = Random(seed)
    table.play(random, random.randrange(12))
    info = services.matches.info(table.match)
    if info.status == "playing" and seed:
        kind = random.choice(["draw", "pause", "time", "off"])
        terms = {"hours": 50} if kind in ("pause", "time") else {}
        services.proposals.propose(table.match, table.key(info.asked[0]), kind, info.version, **terms)
    for _ in range(200):
        row = services.runtime.open(table.match).row
        if row.status == "over":
            break
        assert row.deadline, "nothing is due, and nobody acts"
        moving.to(row.deadline)
        services.clocks.claim_deadlines(moving.now)
    assert services.matches.info(table.match).status == "over"
    assert services.archive.audit() == []


def test_a_game_of_orders_has_a_clock_and_no_pace(services: MatchServices) -> None:
    with pytest.raises(Unreadable, match="no pace"):
        valley(services, pace="slow")
    with pytest.raises(Unknown, match="no pace 'hasty'"):
        services.matches.create("ford", pace="hasty")
