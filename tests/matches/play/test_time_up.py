"""Whose time is up, what becomes of the seat, and that nobody waits for ever."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from matches.helpers import Table, sit
from matches.moving import Moving
from matches.valley import valley
from palatine.core import Refused, Unknown, Unreadable
from palatine.matches import MatchService
from palatine.matches.clock import after
from palatine.matches.seat_owners import SeatOwner
from palatine.store import Store
from palatine.store.schema_people import accounts

HOURS = 3600.0
QUICK = {"reply": HOURS, "bank": 5 * HOURS, "plus": HOURS, "cap": 6 * HOURS}


def clocks(table: Any) -> Any:
    return table.house.table(table.match).times


def timed(house: MatchService, time_up: str = "choose", **settings: Any) -> Table:
    return sit(house, forced=False, pace={**QUICK, "time_up": time_up}, **settings)


def let_time_run_out(table: Table, moving: Moving) -> str:
    """The time of the seat that is asked is up; which it was."""
    seat = table.asked[0]
    moving.to(table.house.table(table.match).deadline)
    assert table.house.claim_deadlines(moving.now) == [table.match]
    return seat


def test_a_match_with_a_pace_tells_whose_time_runs(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    info = house.table(table.match)
    seat = info.asked[0]
    told = clocks(table)
    assert told.pace["reply"] == HOURS
    assert (told.seats[seat].asked, told.seats[seat].since) == (moving.now, after(moving.now, HOURS))
    assert info.deadline == told.seats[seat].ends == after(moving.now, 7 * HOURS)
    assert house.claim_deadlines(moving.now) == []
    house_without = sit(house, forced=False)
    assert (clocks(house_without), house.table(house_without.match).deadline) == (None, "")


def test_acting_hands_the_clock_over(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    first = table.asked[0]
    moving.on(hours=3)
    random = Random(1)
    while table.asked == (first,):
        table.step(random)
    told = clocks(table)
    assert (told.seats[first].left, told.seats[first].ends) == (4 * HOURS, "")
    assert told.seats[table.asked[0]].asked == moving.now


def test_of_two_the_opponent_wins_if_that_is_wanted(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    late = let_time_run_out(table, moving)
    other = next(seat for seat in table.made.keys if seat != late)
    assert clocks(table).seats[late].up == moving.now
    assert table.texts(None)[-2:] == [
        f"{late}'s time is up.",
        f"The opponent may win, give more time, or let a bot play on for {late}. After 7 days it is a win.",
    ]
    with pytest.raises(Refused, match="No opponent's time is up"):
        house.claim_win(table.match, table.key(late))
    info = house.claim_win(table.match, table.key(other))
    assert (info.status, info.outcome and info.outcome["winners"]) == ("over", [other])
    assert info.outcome
    assert info.outcome["margin"] == f"{late} ran out of time"
    found = house.verify(table.match)
    assert (found.ok, found.findings) == (True, ())
    assert house.table(house.import_(house.export(table.match))).outcome == info.outcome
    assert house.audit() == []
    assert house.look(table.match).view.prompt == f"The match is over: {late} ran out of time."


def test_of_two_the_opponent_gives_time_with_one_click(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    late = let_time_run_out(table, moving)
    other = next(seat for seat in table.made.keys if seat != late)
    house.give_time(table.match, table.key(other), late, 72)
    assert (clocks(table).seats[late].up, house.table(table.match).deadline) == ("", after(moving.now, 72 * HOURS))
    with pytest.raises(Refused, match="No opponent's time is up"):
        house.claim_win(table.match, table.key(other))


def test_who_moves_before_the_opponent_has_chosen_plays_on(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    late = let_time_run_out(table, moving)
    moving.on(days=2)
    random = Random(1)
    while table.asked == (late,):
        table.step(random)
    assert (house.table(table.match).status, clocks(table).seats[late].up) == ("playing", "")


def test_of_two_the_opponent_lets_a_bot_play_on(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    late = let_time_run_out(table, moving)
    other = next(seat for seat in table.made.keys if seat != late)
    info = house.propose(table.match, table.key(other), "bot", table.version, seat=late)
    assert [seat.lent for seat in info.seats if seat.seat == late] == [True]
    house.take_back(table.match, table.key(late))
    assert clocks(table).seats[late].wanted == ""


def test_a_choice_that_nobody_makes_is_a_win_after_seven_days(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    late = let_time_run_out(table, moving)
    moving.on(days=6.9)
    assert house.claim_deadlines(moving.now) == []
    moving.on(days=0.1)
    assert house.claim_deadlines(moving.now) == [table.match]
    outcome = house.table(table.match).outcome
    assert outcome
    assert late not in outcome["winners"]


def test_against_a_bot_a_bot_stands_in_and_the_seat_is_offered_after_three_days(
    house: MatchService, moving: Moving
) -> None:
    made = house.create("ford", players={"South": {"kind": "bot", "bot": "recruit"}}, pace=QUICK, forced=False)
    house.take_seat(made.match, made.keys["North"], "Ann", "1")
    table = Table(house, made)
    assert let_time_run_out(table, moving) == "North"
    assert "The match is over" in house.look(table.match).view.heading or house.table(table.match).status == "over"


@pytest.mark.parametrize(("agreed", "wanted"), [("bot", False), ("open", True)])
def test_what_is_agreed_at_the_table_happens(
    house: MatchService, moving: Moving, agreed: str, wanted: bool
) -> None:
    table = timed(house, agreed)
    late = let_time_run_out(table, moving)
    seat = next(each for each in house.table(table.match).seats if each.seat == late)
    assert seat.lent
    since = clocks(table).seats[late].wanted
    assert (since <= moving.now) is wanted
    if wanted:
        house.take_back(table.match, table.key(late))
        assert clocks(table).seats[late].wanted == ""
    else:
        assert since == after(moving.now, 72 * HOURS)
        moving.to(since)
        house.claim_deadlines(moving.now)
    assert f"Another player is wanted for {late}." in table.texts(None)


def test_another_player_may_take_over_a_seat_that_is_open(
    house: MatchService, store: Store, moving: Moving
) -> None:
    zoe = {"id": "zoe", "kind": "member", "name": "Zoe", "folded": "zoe", "created": "", "seen": ""}
    with store.database.writing() as connection:
        connection.execute(accounts.insert(), zoe)
    table = timed(house, "open")
    late = let_time_run_out(table, moving)
    assert next(each for each in house.table(table.match).seats if each.seat == late).free
    house.sit_down(table.match, SeatOwner("zoe", late), "Zoe")
    assert house.seat_of(table.match, table.key(late)) is None
    assert clocks(table).seats[late].wanted == ""
    other = next(seat for seat in table.made.keys if seat != late)
    house.resign(table.match, table.key(other), table.version)
    assert house.verify(table.match).ok


def test_a_seat_that_is_forfeit_loses(house: MatchService, moving: Moving) -> None:
    table = timed(house, "forfeit")
    late = let_time_run_out(table, moving)
    outcome = house.table(table.match).outcome
    assert outcome
    assert outcome["timed"] == late
    winners = [seat for seat in table.made.keys if seat != late]
    assert (outcome["winners"], outcome["ranks"]) == (winners, [winners, [late]])


def test_two_workers_do_it_once(house: MatchService, store: Store, moving: Moving) -> None:
    table = timed(house)
    late = table.asked[0]
    moving.to(house.table(table.match).deadline)
    workers = [MatchService(store) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        claimed = list(pool.map(lambda worker: worker.claim_deadlines(moving.now), workers))
    assert sorted(map(len, claimed)) == [0, 0, 0, 1]
    assert table.texts(None).count(f"{late}'s time is up.") == 1


def test_a_vacation_and_a_pause_stop_the_clock(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    seat = table.asked[0]
    before = house.table(table.match).deadline
    house.go_away(table.match, table.key(seat), after(moving.now, 48 * HOURS))
    assert house.table(table.match).deadline == after(before, 48 * HOURS)
    moving.on(hours=24)
    house.go_away(table.match, table.key(seat), "")
    assert house.table(table.match).deadline == after(before, 24 * HOURS)
    with pytest.raises(Unreadable):
        house.go_away(table.match, table.key(seat), after(moving.now, 60 * 24 * HOURS))


def test_while_the_house_was_down_nobodys_time_ran(house: MatchService, moving: Moving) -> None:
    table, other = timed(house), sit(house, forced=False)
    before = house.table(table.match).deadline
    start = moving.now
    moving.on(hours=9)
    assert house.add_outage(start) == 1
    assert house.table(table.match).deadline == after(before, 9 * HOURS)
    assert house.claim_deadlines(moving.now) == []
    assert house.table(other.match).times is None


def test_a_night_is_no_time(house: MatchService, moving: Moving) -> None:
    table = timed(house)
    late = table.asked[0]
    other = next(seat for seat in table.made.keys if seat != late)
    house.rest_at(table.match, table.key(other), "14:00", "22:00", "Europe/Berlin")  # 12 to 20 UTC
    while table.asked == (late,):
        table.step(Random(1))
    assert clocks(table).seats[other].since == "2030-05-01T21:00:00.000Z"


def test_the_time_of_a_match_that_is_stuck_does_not_run(
    house: MatchService, moving: Moving, monkeypatch: Any, caplog: Any
) -> None:
    table = timed(house)
    before = house.table(table.match).deadline
    game = house._context.open(table.match).game
    with monkeypatch.context() as patch:
        patch.setattr(type(game), "take", lambda *_: 1 / 0)
        with pytest.raises(Exception, match="stuck"):
            table.step(Random(1))
    moving.on(days=9)
    assert house.claim_deadlines(moving.now) == []
    assert house.retry(table.match)
    assert house.table(table.match).deadline == after(before, 9 * 24 * HOURS)


@pytest.mark.parametrize("time_up", ["choose", "bot", "open", "forfeit"])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_waits_for_ever(house: MatchService, moving: Moving, time_up: str, seed: int) -> None:
    """From any state of a match whose persons never act again it comes to its end, by time alone."""
    table = timed(house, time_up)
    random = Random(seed)
    table.play(random, random.randrange(12))
    info = house.table(table.match)
    if info.status == "playing" and seed:
        kind = random.choice(["draw", "pause", "time", "off"])
        terms = {"hours": 50} if kind in ("pause", "time") else {}
        house.propose(table.match, table.key(info.asked[0]), kind, info.version, **terms)
    for _ in range(200):
        row = house._context.open(table.match).row
        if row.status == "over":
            break
        assert row.deadline, "nothing is due, and nobody acts"
        moving.to(row.deadline)
        house.claim_deadlines(moving.now)
    assert house.table(table.match).status == "over"
    assert house.audit() == []


def test_a_game_of_orders_has_a_clock_and_no_pace(house: MatchService) -> None:
    with pytest.raises(Unreadable, match="no pace"):
        valley(house, pace="slow")
    with pytest.raises(Unknown, match="no pace 'hasty'"):
        house.create("ford", pace="hasty")
