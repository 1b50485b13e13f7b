"""Passed deadlines: missing seats, excuses, and consequences."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from mail.correspondence import new_account
from matches.moving import Moving
from matches.valley import Valley, valley
from palatine.core import Refused
from palatine.matches import MatchServices, SeatOwner, TurnOver
from palatine.matches.clock import add_seconds
from palatine.store import Store
from palatine.testing.examples.tithe import GAME

HOUR = 3600.0
DAY = {"hours": 24}
BUILDS = "Bela builds"


def run_out(table: Valley, moving: Moving) -> None:
    moving.to(table.info.deadline)
    assert table.match in table.services.clocks.claim_deadlines(moving.now)


def missed(table: Valley) -> list[int]:
    return [seat.missed for seat in table.info.seats]


def test_whoever_has_done_his_part_misses_nothing(services: MatchServices, moving: Moving) -> None:
    three = valley(services, 3, clock={**DAY, "late": "bot"})
    three.hand_in("Abbey", "Aldo builds")
    services.orders.set_ready(three.match, three.key("Baron"))
    assert three.info.asked == ("Crown",)
    run_out(three, moving)
    assert (three.info.turn, missed(three)) == (2, [0, 0, 1])
    assert [record.data["missing"] for record in three.records("turn")] == [["Crown"]]


def test_ready_is_a_flag_of_its_own(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock=DAY)
    services.orders.set_ready(two.match, two.key("Abbey"))
    assert two.texts(None)[-1] == "Abbey is ready for turn 1 to run."
    version = two.info.version
    services.orders.set_ready(two.match, two.key("Abbey"))
    assert two.info.version == version, "what is so already is not said again"
    two.hand_in("Baron")
    assert (two.info.turn, two.info.asked) == (2, ("Abbey", "Baron"))
    two.hand_in("Abbey")
    services.orders.set_ready(two.match, two.key("Abbey"), ready=False)
    two.hand_in("Baron")
    assert two.info.turn == 2, "Abbey has handed in, and wants it to wait"
    services.orders.set_ready(two.match, two.key("Abbey"))
    assert two.info.turn == 3


def test_between_the_last_who_is_ready_and_an_early_run_a_slip_can_be_mended(
    services: MatchServices, moving: Moving
) -> None:
    two = valley(services, clock={**DAY, "settle": 30})
    two.all_hand_in()
    assert (two.info.turn, two.info.times and two.info.times.early) == (1, add_seconds(moving.now, 1800))
    moving.on(minutes=20)
    two.hand_in("Abbey", "Aldo builds")
    assert two.info.times
    assert two.info.times.early == add_seconds(moving.now, 1800)
    with pytest.raises(Refused, match="can change their orders"):
        services.orders.run_turn(two.match, two.key("Baron"))
    moving.on(minutes=29)
    assert services.clocks.claim_deadlines(moving.now) == []
    moving.on(minutes=1)
    assert services.clocks.claim_deadlines(moving.now) == [two.match]
    assert two.info.turn == 2
    assert "Aldo builds a barn in Ashby." in two.texts(None)


def test_an_excuse_moves_the_deadline_to_the_next_slot_once_a_turn(services: MatchServices, moving: Moving) -> None:
    weekly = {"days": ["mon", "thu"], "at": "21:00", "zone": "Europe/Berlin", "excused": 2, "late": "bot"}
    two = valley(services, clock=weekly)
    assert two.info.deadline == "2030-05-02T19:00:00.000Z"  # a Thursday
    two.hand_in("Abbey")
    run_out(two, moving)
    assert (two.info.turn, two.info.deadline) == (1, "2030-05-06T19:00:00.000Z")
    assert two.texts(None)[-1] == (
        "Orders are missing from Baron, who may be late this once. Turn 1 waits for them, for up to 4 days."
    )
    run_out(two, moving)
    assert (two.info.turn, missed(two)) == (2, [0, 1])
    assert two.info.deadline == "2030-05-09T19:00:00.000Z"


def test_then_comes_the_grace_and_what_comes_in_it_counts(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock={**DAY, "grace": 6, "late": "bot"})
    first = two.info.deadline
    two.hand_in("Abbey")
    run_out(two, moving)
    assert (two.info.turn, two.info.deadline) == (1, add_seconds(first, 6 * HOUR))
    moving.on(hours=5)
    two.hand_in("Baron", BUILDS)
    assert (two.info.turn, missed(two)) == (2, [0, 0])


def test_turns_stay_in_step_though_there_was_a_grace(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock={**DAY, "grace": 6, "late": "lines"})
    first = two.info.deadline
    two.hand_in("Abbey")
    run_out(two, moving)
    run_out(two, moving)
    assert (two.info.turn, two.info.deadline) == (2, add_seconds(first, 24 * HOUR))


def test_the_good_lines_of_a_draft_stand(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock={**DAY, "late": "lines"})
    two.hand_in("Abbey")
    services.orders.save_draft(two.match, two.key("Baron"), "Bela builds\nnonsense\nNobody builds", 1)
    run_out(two, moving)
    sheets = {record.seat: record.data for record in two.records("hand_in")}
    assert "Bela builds" in sheets["Baron"]["text"]
    assert "nonsense" not in sheets["Baron"]["text"]
    assert missed(two) == [0, 1], "a draft that stands is no sheet handed in"
    assert services.archive.audit() == []


def test_else_a_bot_writes_that_one_sheet_and_nobody_knows_which_it_was(
    services: MatchServices, moving: Moving
) -> None:
    told = []
    for draft in ("Bela builds", ""):
        table = valley(services, clock={**DAY, "late": "bot"})
        services.orders.save_draft(table.match, table.key("Baron"), draft, 1)
        table.hand_in("Abbey")
        run_out(table, moving)
        assert [record.seat for record in table.records("hand_in")] == ["Abbey", "Baron"]
        told.append([text for text in table.texts("Abbey") if "draft" in text])
        assert told[-1]
        assert not next(seat for seat in table.info.seats if seat.seat == "Baron").lent
    assert told[0] == told[1]
    assert services.archive.audit() == []


def test_who_takes_over_has_excuses_of_their_own(store: Store, services: MatchServices, moving: Moving) -> None:
    new_account(store, "Cid")
    two = valley(services, clock={**DAY, "excused": 1, "late": "bot"})
    while not two.info.times or not two.info.times.seats["Baron"].wanted:
        if "Abbey" in two.info.asked:
            two.hand_in("Abbey")
        run_out(two, moving)
    services.seats.sit_down(two.match, SeatOwner("cid", "Baron"), "Cid")
    turn = two.info.turn
    two.hand_in("Abbey")
    services.orders.set_ready(two.match, SeatOwner("cid", "Baron"))
    assert two.info.turn == turn + 1
    two.hand_in("Abbey")
    run_out(two, moving)
    assert (two.info.turn, missed(two)) == (turn + 1, [0, 0]), "the deadline was moved for Cid"
    assert "Cid (Baron), who may be late this once" in two.texts(None)[-1]


def test_a_second_miss_in_a_row_has_a_bot_hold_the_seat(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock={**DAY, "late": "bot"})
    for _ in range(2):
        two.hand_in("Abbey")
        run_out(two, moving)
    assert two.info.times
    assert two.info.times.seats["Baron"].wanted == moving.now
    assert "Another player is wanted for Baron." in two.texts(None)
    turn = two.info.turn
    two.hand_in("Abbey")
    assert two.info.turn == turn + 1, "the bot has handed in for Baron"
    services.seats.take_back(two.match, two.key("Baron"))
    assert [seat.lent for seat in two.info.seats] == [False, False]
    assert two.info.times is None or "Baron" not in two.info.times.seats


def test_by_an_old_clock_who_is_missing_orders_nothing(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock=DAY)
    for _ in range(3):
        two.hand_in("Abbey")
        run_out(two, moving)
    assert missed(two) == [0, 3]
    assert {record.seat for record in two.records("hand_in")} == {"Abbey"}


def test_when_six_of_ten_are_missing_the_turn_waits_for_its_master(services: MatchServices, moving: Moving) -> None:
    three = valley(services, 3, clock={**DAY, "late": "bot"})
    three.hand_in("Abbey")
    due = three.info.deadline
    run_out(three, moving)
    assert (three.info.turn, three.info.deadline) == (1, add_seconds(due, 7 * 24 * HOUR))
    assert "Too many orders are missing" in three.texts(None)[-1]
    run_out(three, moving)
    assert (three.info.turn, missed(three)) == (2, [0, 1, 1])


def test_who_is_on_vacation_misses_nothing(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock={**DAY, "late": "bot"})
    services.clocks.set_vacation(two.match, two.key("Baron"), add_seconds(moving.now, 30 * HOUR))
    two.hand_in("Abbey")
    run_out(two, moving)
    assert (two.info.turn, missed(two)) == (2, [0, 0])


def test_orders_in_advance_count_during_a_vacation(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock={**DAY, "late": "nothing"})
    key = two.key("Baron")
    for turn, text in ((2, f"{BUILDS}\nnonsense"), (3, "Bela collects"), (4, "Bela collects")):
        services.orders.save_draft(two.match, key, text, turn)
    assert services.orders.draft(two.match, key, 2).text == f"{BUILDS}\nnonsense"
    services.clocks.set_vacation(two.match, key, add_seconds(moving.now, 60 * HOUR))
    for _ in range(2):
        two.hand_in("Abbey")
        run_out(two, moving)
    sheets = [record.data for record in two.records("hand_in") if record.seat == "Baron"]
    assert [(each["turn"], each["text"]) for each in sheets] == [(2, f"{BUILDS}\n")]
    assert any(line.startswith("Bela builds a barn in") for line in two.texts(None))
    assert "You were on vacation in turn 2. The valid lines of your orders in advance counted." in two.texts(
        "Baron"
    )
    assert not [line for line in two.texts("Abbey") if "in advance counted" in line], "nobody else learns of it"
    two.hand_in("Abbey")
    run_out(two, moving)
    assert missed(two) == [0, 1], "the vacation is over, and a draft alone does not count"


def test_what_was_handed_in_before_a_vacation_counts_rather_than_the_draft(
    services: MatchServices, moving: Moving
) -> None:
    two = valley(services, clock=DAY)
    two.hand_in("Baron", BUILDS)
    services.orders.save_draft(two.match, two.key("Baron"), "Bela collects", 1)
    services.clocks.set_vacation(two.match, two.key("Baron"), add_seconds(moving.now, 60 * HOUR))
    run_out(two, moving)
    assert [record.data["text"] for record in two.records("hand_in") if record.seat == "Baron"] == [BUILDS]


def test_orders_in_advance_go_some_turns_ahead_and_not_back(services: MatchServices) -> None:
    two = valley(services, clock=DAY)
    two.all_hand_in()
    for turn in (1, 33):
        with pytest.raises(TurnOver):
            services.orders.save_draft(two.match, two.key("Baron"), BUILDS, turn)
    services.orders.save_draft(two.match, two.key("Baron"), BUILDS, 32)


def test_turns_go_by_the_word_of_their_game(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME.__class__, "turn_word", "year")
    two = valley(services, clock=DAY)
    services.orders.set_ready(two.match, two.key("Abbey"))
    assert two.texts(None)[-1] == "Abbey is ready for year 1 to run."
    two.hand_in("Baron")
    assert "All orders are in. Year 1 runs." in two.texts(None)


def test_more_time_is_granted_by_silence(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock=DAY)
    due = two.info.deadline
    services.proposals.propose(two.match, two.key("Baron"), "time", two.info.version, hours=10)
    assert two.info.deadline == due
    moving.on(hours=12)
    assert services.clocks.claim_deadlines(moving.now) == [two.match]
    assert two.info.deadline == add_seconds(due, 10 * HOUR)
    with pytest.raises(Refused, match="at most 24 hours"):
        services.proposals.propose(two.match, two.key("Baron"), "time", two.info.version, hours=15)


def test_more_time_that_nobody_has_refused_is_granted_when_the_deadline_comes(
    services: MatchServices, moving: Moving
) -> None:
    two = valley(services, clock=DAY)
    due = two.info.deadline
    moving.on(hours=20)
    services.proposals.propose(two.match, two.key("Baron"), "time", two.info.version, hours=10)
    run_out(two, moving)
    assert (two.info.turn, two.info.deadline) == (1, add_seconds(due, 10 * HOUR))


def test_a_pause_ends_by_itself_and_leaves_what_was_left(services: MatchServices, moving: Moving) -> None:
    two = valley(services, clock=DAY)
    moving.on(hours=10)
    services.proposals.propose(two.match, two.key("Baron"), "pause", two.info.version, hours=48)
    services.proposals.answer(two.match, two.key("Abbey"), 1, yes=True)
    until = add_seconds(moving.now, 48 * HOUR)
    assert two.info.times
    assert (two.info.times.paused, two.info.deadline) == (until, add_seconds(until, 14 * HOUR))
    two.all_hand_in()
    assert two.info.turn == 1
    moving.to(until)
    services.clocks.claim_deadlines(moving.now)
    assert two.info.turn == 2


def test_an_outage_puts_off_a_deadline_that_fell_into_it(services: MatchServices, moving: Moving) -> None:
    two, later = valley(services, clock=DAY), valley(services, clock={"hours": 240})
    due, far = two.info.deadline, later.info.deadline
    moving.on(hours=20)
    start = moving.now
    moving.on(hours=10)
    assert services.clocks.add_outage(start) == 1
    assert (two.info.deadline, later.info.deadline) == (add_seconds(due, 10 * HOUR), far)


def test_many_workers_run_a_turn_once(services: MatchServices, store: Store, moving: Moving) -> None:
    two = valley(services, clock={**DAY, "late": "bot"})
    two.hand_in("Abbey")
    moving.to(two.info.deadline)
    workers = [MatchServices(store) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        claimed: list[Any] = list(pool.map(lambda worker: worker.clocks.claim_deadlines(moving.now), workers))
    assert sorted(map(len, claimed)) == [0, 0, 0, 1]
    assert two.info.turn == 2


@pytest.mark.parametrize("late", ["nothing", "lines", "bot"])
def test_nobody_waits_for_ever(services: MatchServices, moving: Moving, late: str) -> None:
    three = valley(services, 3, clock={**DAY, "late": late, "grace": 3, "excused": 1, "settle": 5})
    services.proposals.propose(three.match, three.key("Baron"), "pause", three.info.version, hours=70)
    for _ in range(300):
        row = services.runtime.open(three.match).row
        if row.status == "over":
            break
        assert row.deadline
        moving.to(row.deadline)
        services.clocks.claim_deadlines(moving.now)
    assert three.info.status == "over"


def successor(services: MatchServices, store: Store, **clock: Any) -> Valley:
    """Return a turn in which a player takes over a seat after a bot has handed in."""
    three = valley(services, 3, clock={**DAY, **clock})
    services.seats.claim_seat(three.match, three.key("Baron"), new_account(store, "Bea"))
    services.orders.write_letter(three.match, three.key("Abbey"), ["Baron"], "Meet me at the ford.")
    three.hand_in("Abbey")
    owner = SeatOwner(services.seats.owners(three.match)["Baron"], "Baron")
    services.orders.save_draft(three.match, owner, "# a plan", 1)
    services.seats.leave_seat(three.match, owner)
    services.matches.run_bots(three.match)
    return three


def test_who_takes_over_in_the_middle_of_a_turn_is_asked_at_once(
    services: MatchServices, store: Store, moving: Moving
) -> None:
    three = successor(services, store)
    assert three.info.asked == ("Crown",)
    cid = SeatOwner(new_account(store, "Cid"), "Baron")
    services.seats.sit_down(three.match, cid, "Cid")
    assert three.info.asked == ("Baron", "Crown")
    three.hand_in("Crown")
    assert three.info.turn == 1, "it waits for the new player"
    services.orders.hand_in(three.match, cid, BUILDS, 1)
    assert three.info.turn == 2
    assert [record.data["text"] for record in three.records("hand_in") if record.seat == "Baron"][-1] == BUILDS


def test_who_takes_over_may_leave_it_at_what_the_bot_has_handed_in(
    services: MatchServices, store: Store, moving: Moving
) -> None:
    three = successor(services, store)
    cid = SeatOwner(new_account(store, "Cid"), "Baron")
    services.seats.sit_down(three.match, cid, "Cid")
    three.hand_in("Crown")
    services.orders.set_ready(three.match, cid)
    assert (three.info.turn, missed(three)) == (2, [0, 0, 0])


@pytest.mark.parametrize(("clock", "hours"), [({"grace": 6}, 6), ({}, 24)])
def test_who_takes_over_late_has_time_enough(
    services: MatchServices, store: Store, moving: Moving, clock: Any, hours: float
) -> None:
    three = successor(services, store, **clock)
    moving.on(hours=23)
    cid = SeatOwner(new_account(store, "Cid"), "Baron")
    services.seats.sit_down(three.match, cid, "Cid")
    assert three.info.deadline == add_seconds(moving.now, hours * HOUR)
    assert "has just taken over. Turn 1 waits for their orders, for up to" in three.texts(None)[-1]
    while three.info.turn == 1:
        run_out(three, moving)
    assert (three.info.turn, missed(three)) == (2, [0, 0, 1]), "the bot's sheet stands for the new player"
    moving.on(hours=1)
    assert three.info.deadline <= add_seconds(moving.now, 24 * HOUR)


def test_who_takes_over_sees_the_papers(services: MatchServices, store: Store, moving: Moving) -> None:
    three = successor(services, store)
    cid = SeatOwner(new_account(store, "Cid"), "Baron")
    services.seats.sit_down(three.match, cid, "Cid")
    three.hand_in("Crown")
    draft = services.orders.draft(three.match, cid)
    assert (draft.text, draft.handed_in is not None) == ("# a plan", True)
    services.orders.hand_in(three.match, cid, BUILDS, 1)
    assert [letter.text for letter in services.orders.letters(three.match, cid)] == ["Meet me at the ford."]
    assert services.orders.report(three.match, "Baron", 0).title
