"""The desk of secret orders: drafts, checks, sheets handed in, turns run, reports."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from palatine.core import Refused, RejectedSheet, SyntaxProblem, Unknown, Unreadable
from palatine.store import Store
from palatine.table import Conflict, Forbidden, House, TurnOver
from palatine.testing.examples.tithe import GAME
from table.helpers import Table
from table.orders import Valley, valley


@pytest.fixture
def two(house: House) -> Valley:
    return valley(house)


def test_a_table_tells_what_a_page_needs(two: Valley) -> None:
    info = two.info
    assert (info.orders, info.turn, info.asked, info.handed_in) == (True, 1, ("Abbey", "Baron"), ())
    assert info.clock == {"hours": 0.0, "early": True, "letters": "turn"}
    assert (info.deadline, info.master) == ("", "Abbey")


def test_an_ordinary_match_has_no_desk(house: House, table: Table) -> None:
    assert not house.table(table.match).orders
    for ask in (house.draft, house.characters, house.letters, house.run_turn):
        with pytest.raises(Refused, match="no game of secret orders"):
            ask(table.match, table.key("North"))
    with pytest.raises(Unreadable, match="has no clock"):
        house.create("ford", clock={"hours": 3})


@pytest.mark.parametrize(
    "clock", [{"hours": -1}, {"hours": "x"}, {"days": 3}, {"letters": "never"}, {"hours": 1e9}]
)
def test_a_clock_that_cannot_be_is_refused(house: House, clock: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        house.create("tithe", clock=clock)


# Drafts


def test_a_draft_is_kept_as_typed(two: Valley) -> None:
    house, key = two.house, two.key("Abbey")
    assert house.draft(two.match, key).text == ""
    for text in ("Aldo col", "  Aldo colects\r\n\n?\u00fc", ""):
        house.save_draft(two.match, key, text, 1)
        assert house.draft(two.match, key).text == text
    assert house.draft(two.match, two.key("Baron")).text == ""
    assert two.info.version == 3, "a draft is no part of the log"


def test_a_draft_stands_beside_what_was_handed_in(two: Valley) -> None:
    two.hand_in("Abbey", "Aldo collects # quickly\n")
    found = two.house.draft(two.match, two.key("Abbey"))
    assert found.text == found.handed_in == "Aldo collects # quickly\n"
    two.house.save_draft(two.match, two.key("Abbey"), "Aldo rid", 1)
    found = two.house.draft(two.match, two.key("Abbey"))
    assert (found.text, found.handed_in) == ("Aldo rid", "Aldo collects # quickly\n")
    assert found.saved
    assert found.handed_at


def test_a_turn_begins_with_an_empty_draft(two: Valley) -> None:
    two.house.save_draft(two.match, two.key("Abbey"), "Aldo collects", 1)
    two.all_hand_in()
    found = two.house.draft(two.match, two.key("Abbey"))
    assert (found.turn, found.text, found.handed_in) == (2, "", None)
    with pytest.raises(TurnOver, match="in turn 2, not 1"):
        two.house.save_draft(two.match, two.key("Abbey"), "late", 1)


@pytest.mark.parametrize("text", [None, 7, "\ud800", "x" * 600_000])
def test_what_is_no_draft_is_refused(two: Valley, text: Any) -> None:
    with pytest.raises(Unreadable):
        two.house.save_draft(two.match, two.key("Abbey"), text, 1)


# Checking


def test_problems_of_all_kinds_come_together_by_the_lines_of_the_text(two: Valley) -> None:
    text = "# season one\nBela collects\n\nAldo dances\nAldo collects\nAldo builds"
    found = two.house.check(two.match, two.key("Abbey"), text)
    assert [(problem.line, problem.clause) for problem in found.problems] == [(2, "2.1"), (4, "2"), (6, "2.2")]
    assert not found.ok
    assert [(forecast.line, forecast.text) for forecast in found.forecasts] == [(5, "1 to 6 gold")]


def test_a_good_sheet_is_found_good_and_nothing_is_kept(two: Valley) -> None:
    found = two.house.check(two.match, two.key("Abbey"), b"\nAldo collects")
    assert (found.ok, found.orders, found.forecasts[0].line) == (True, 1, 2)
    assert two.info.handed_in == ()


@pytest.mark.parametrize("text", [b"\xff\xfe\x00A", "x\n" * 10_000, "\x00", "\ud800"])
def test_what_is_no_text_has_problems_too(two: Valley, text: Any) -> None:
    found = two.house.check(two.match, two.key("Abbey"), text)
    assert not found.ok
    assert all(problem.reason for problem in found.problems)


def test_suggestions_are_those_of_the_seat(two: Valley) -> None:
    house, key = two.house, two.key("Abbey")
    assert house.characters(two.match, key) == ["Aldo", "Anna"]
    assert "Aldo collects" in [each.text for each in house.suggest(two.match, key, "Aldo")]
    assert [each.text for each in house.suggest(two.match, key)] == ["send 1 gold to Baron"]
    two.house.save_draft(two.match, key, "send 3 gold to Baron\nAldo d", 1)
    assert house.suggest(two.match, key) == [], "all the gold is given away already"
    two.house.save_draft(two.match, key, "x\n" * 10_000, 1)
    assert len(house.suggest(two.match, key)) == 1, "nothing can be read of that"
    with pytest.raises(Unknown, match="Abbey has no 'Bela' to order"):
        house.suggest(two.match, key, "Bela")


# Handing in


def test_all_are_told_that_somebody_has_handed_in_and_not_what(two: Valley) -> None:
    two.hand_in("Abbey", "send 3 gold to Baron")
    assert (two.info.handed_in, two.info.asked) == (("Abbey",), ("Baron",))
    assert two.texts("Baron", 3) == two.texts(None, 3) == ["Abbey hands in orders for turn 1."]


def test_the_same_text_twice_is_written_once(two: Valley) -> None:
    two.hand_in("Abbey", "Aldo collects")
    version = two.info.version
    two.hand_in("Abbey", "Aldo collects")
    assert two.info.version == version
    two.hand_in("Baron")
    assert two.info.turn == 2
    two.hand_in("Baron", "", turn=1)
    assert two.info.turn == 2, "who asks again whether it has arrived is not told off"


def test_a_sheet_is_replaced_until_the_turn_is_run(two: Valley) -> None:
    two.hand_in("Abbey", "send 3 gold to Baron")
    two.hand_in("Abbey", "Aldo builds")
    assert two.texts("Abbey")[-1] == "You hand in other orders for turn 1."
    assert two.texts("Baron")[-1] == "Abbey hands in orders for turn 1."
    two.hand_in("Baron")
    assert "Aldo builds a barn in Ashby." in two.texts(None)
    assert not [text for text in two.texts("Abbey") if "gold" in text]
    with pytest.raises(TurnOver) as caught:
        two.hand_in("Abbey", "Aldo collects", turn=1)
    assert isinstance(caught.value, Conflict)
    assert caught.value.sight.version == two.info.version


BAD: list[Any] = [
    "Aldo dances", "Bela collects", "Aldo rides to Delph", "send 99 gold to Baron", "x\n" * 10_000, b"\xff\xff",
    "\x00", "\ud800", "Aldo collects\nAldo collects", "Aldo " + "rides " * 20_000,
]  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_the_last_good_sheet_stands(two: Valley, text: Any) -> None:
    two.hand_in("Abbey", "Aldo builds")
    version = two.info.version
    with pytest.raises((SyntaxProblem, RejectedSheet)) as caught:
        two.hand_in("Abbey", text)
    assert caught.value.problems
    assert two.info.version == version
    assert two.house.draft(two.match, two.key("Abbey")).handed_in == "Aldo builds"


def test_faults_are_told_by_the_lines_of_the_text(two: Valley) -> None:
    with pytest.raises(RejectedSheet, match="Line 3: Bela is no reeve of yours"):
        two.hand_in("Abbey", "# go\n\nBela collects")


def test_who_may_not_hand_in_is_told_why(house: House, two: Valley) -> None:
    with pytest.raises(Forbidden):
        house.hand_in(two.match, "no key", "", 1)
    house.hand_over(two.match, two.key("Abbey"), "recruit")
    with pytest.raises(Refused, match="take the seat back first"):
        two.hand_in("Abbey", "Aldo builds", 1)
    made = house.create("tithe")
    with pytest.raises(Refused, match="has not begun"):
        house.hand_in(made.match, made.keys["Abbey"], "", 1)
    over = valley(house, options={"seasons": 1})
    over.all_hand_in()
    with pytest.raises(Refused, match="is over"):
        over.hand_in("Abbey", "Aldo builds", 2)


def test_there_are_no_clicks_and_no_undo(two: Valley) -> None:
    two.hand_in("Abbey")
    sight = two.house.look(two.match, "Abbey")
    assert "hand in others" in sight.why_not
    with pytest.raises(Refused, match="you write orders"):
        two.house.act(two.match, two.key("Abbey"), ("collect", 0), sight.version)
    with pytest.raises(Refused, match="hand in others"):
        two.house.undo(two.match, two.key("Abbey"), sight.version)


def test_all_may_hand_in_at_the_same_moment(house: House) -> None:
    for _ in range(4):
        three = valley(house, 3)
        with ThreadPoolExecutor(3) as threads:
            jobs = [threads.submit(three.hand_in, seat, "", 1) for seat in three.info.asked]
            for job in jobs:
                job.result()
        assert (three.info.turn, len(three.records("hand_in")), len(three.records("turn"))) == (2, 3, 1)


def test_a_double_click_hands_in_once(house: House) -> None:
    two = valley(house)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: two.hand_in("Abbey", "Aldo builds", 1), range(8)))
    assert len(two.records("hand_in")) == 1


# Bots


def test_bots_hand_in_at_once_and_the_last_sheet_has_the_turn_run(house: House) -> None:
    table = valley(house, 3, bots=("Baron", "Crown"))
    assert table.info.handed_in == ("Baron", "Crown")
    table.hand_in("Abbey")
    assert (table.info.turn, table.info.handed_in) == (2, ("Baron", "Crown"))


def test_bots_among_themselves_play_to_the_end(house: House) -> None:
    table = valley(house, 3, bots=("Abbey", "Baron", "Crown"))
    house.run_bots(table.match)
    assert table.info.status == "over"
    assert house.verify(table.match).ok


def test_bots_in_the_background_are_woken(store: Store) -> None:
    woken: list[str] = []
    house = House(store, bots="background", wake=woken.append)
    table = valley(house, bots=("Baron",))
    assert woken == [table.match]
    assert table.info.handed_in == ()
    house.run_bots(table.match)
    table.hand_in("Abbey")
    assert (table.info.turn, table.info.asked) == (1, ()), "the turn is run by whoever is woken"
    assert house.waiting() == [table.match]
    house.run_bots(table.match)
    assert (table.info.turn, table.info.handed_in) == (2, ("Baron",))


class Fool:
    """A bot that fails in every way."""

    asked = 0

    def decide(self, state: Any, seat: str) -> Any:
        Fool.asked += 1
        state.gold[0] = 99
        if Fool.asked % 3 == 0:
            raise ValueError("out of ideas")
        return None if Fool.asked % 3 == 1 else GAME.parse("Aldo collects\nBela collects")


def test_a_bot_that_fails_is_replaced_by_a_recruit(house: House, monkeypatch: Any, caplog: Any) -> None:
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(type(GAME), "bots", {"fool": lambda game: Fool()}, raising=False)
    table = valley(house)
    house.hand_over(table.match, table.key("Baron"), "fool")
    for _ in range(4):
        table.hand_in("Abbey")
    assert table.info.status == "over"
    assert house.verify(table.match).ok


def test_rules_that_fail_lose_no_sheet(house: House, monkeypatch: Any, caplog: Any) -> None:
    caplog.set_level(logging.CRITICAL)
    two = valley(house)
    two.hand_in("Abbey", "Aldo builds")
    with monkeypatch.context() as patch:
        patch.setattr(type(GAME), "run_turn", lambda game, state: 1 / 0)
        two.hand_in("Baron", "Bela builds")
        assert (two.info.turn, two.info.handed_in) == (1, ("Abbey", "Baron"))
    house.resume()
    assert two.info.turn == 2
    assert "Aldo builds a barn in Ashby." in two.texts(None)


# Running the turn


def test_nobody_else_has_the_turn_run_before_all_have_handed_in(two: Valley) -> None:
    for key in (None, two.key("Baron")):
        with pytest.raises(Refused, match="no orders yet from Abbey and Baron"):
            two.house.run_turn(two.match, key)
    two.house.run_turn(two.match, two.key("Abbey"))
    assert two.texts(None, 3)[:2] == ["Abbey has turn 1 run.", "No orders came from Abbey and Baron."]
    assert [seat.missed for seat in two.info.seats] == [1, 1]
    two.all_hand_in()
    assert [seat.missed for seat in two.info.seats] == [0, 0]


def test_a_match_that_does_not_run_early_waits(house: House) -> None:
    patient = valley(house, clock={"hours": 24, "early": False})
    patient.all_hand_in()
    assert (patient.info.turn, patient.info.asked, patient.info.master) == (1, (), "")
    with pytest.raises(Refused, match="may change his orders until"):
        house.run_turn(patient.match, patient.key("Abbey"))
    patient.hand_in("Abbey", "Aldo builds")
    assert house.claim_deadlines(patient.info.deadline) == [patient.match]
    assert "Aldo builds a barn in Ashby." in patient.texts(None)


def test_without_a_deadline_anybody_has_the_turn_run_when_all_have_handed_in(house: House) -> None:
    patient = valley(house, clock={"early": False})
    patient.all_hand_in()
    assert patient.info.turn == 1
    house.run_turn(patient.match)
    assert patient.info.turn == 2


def test_giving_up_leaves_the_match_to_the_others(house: House) -> None:
    three = valley(house, 3)
    three.hand_in("Baron", "send 3 gold to Crown")
    house.resign(three.match, three.key("Baron"), three.info.version)
    assert three.texts(None)[-2:] == ["Baron gives up.", "Baron's reeves go home for good."]
    assert house.seat_of(three.match, three.key("Baron")) is None
    assert (three.info.status, three.info.asked) == ("playing", ("Abbey", "Crown"))
    three.all_hand_in()
    assert three.info.turn == 2
    house.resign(three.match, three.key("Crown"), three.info.version)
    assert (three.info.outcome or {})["winners"] == ["Abbey"]
    assert house.verify(three.match).ok
    assert house.audit() == []


# Reports, replay, branch


def test_reports_tell_each_seat_its_own(two: Valley) -> None:
    two.hand_in("Abbey", "send 2 gold to Baron")
    two.hand_in("Baron")
    gift = "Abbey sends 2 gold to Baron."
    for seat, knows in (("Abbey", True), ("Baron", True), (None, False)):
        report = two.house.report(two.match, seat)
        assert (report.turn, gift in report.sections[0].paragraphs) == (1, knows)
    assert two.house.report(two.match, "Abbey", 0).sections[0].paragraphs == ("The reeves ride out.",)
    for turn in (2, -5, 99):
        with pytest.raises(Unknown, match="no report of turn"):
            two.house.report(two.match, None, turn)
    before = two.house.report(two.match, "Abbey", 1)
    two.all_hand_in()
    assert two.house.report(two.match, "Abbey", 1) == before


def test_the_last_report_names_the_deadline_of_the_next_orders(house: House, two: Valley) -> None:
    timed = valley(house, clock={"hours": 48})
    timed.all_hand_in()
    due = timed.info.deadline
    assert due
    for seat in ("Abbey", None):
        subtitle = house.report(timed.match, seat).subtitle
        assert subtitle == f"Season 1 · orders are due by {due[:10]} {due[11:16]} UTC"
        assert "due" not in house.report(timed.match, seat, 0).subtitle
    two.all_hand_in()
    assert house.report(two.match, "Abbey").subtitle == "Season 1"


def test_a_match_is_replayed_turn_by_turn(two: Valley) -> None:
    two.play(Random(1))
    info = two.info
    for at in range(info.at + 1):
        sight = two.house.replay(two.match, "referee", at)
        assert sight.at == at
        assert sight.view.heading == f"Season {min(at + 1, 4)} of 4"
    assert two.house.replay(two.match, None, 1).entries[0].text == "All orders are in: turn 1 is run."


def test_a_branch_begins_the_turn_afresh(two: Valley) -> None:
    two.all_hand_in()
    two.hand_in("Baron", "send 1 gold to Abbey")
    made = two.house.branch(two.match, two.key("Abbey"), 1)
    for seat, key in made.keys.items():
        two.house.take_seat(made.match, key, seat)
    what_if = Valley(two.house, made)
    assert (what_if.info.turn, what_if.info.handed_in, what_if.info.orders) == (2, (), True)
    what_if.play(Random(2))
    assert two.house.verify(made.match).ok
