"""Sheets: drafts, checks, suggestions, handing in."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from matches.helpers import Table, sit
from matches.valley import Valley, valley
from palatine.core import Refused, RejectedSheet, Suggestion, SyntaxProblem, Unknown, Unreadable
from palatine.matches import Conflict, Forbidden, MatchServices, TurnOver
from palatine.testing.examples.tithe import GAME
from palatine.testing.examples.tithe.components import SEATS


def test_a_table_tells_what_a_page_needs(two: Valley) -> None:
    info = two.info
    assert (info.orders, info.turn, info.asked, info.handed_in) == (True, 1, ("Abbey", "Baron"), ())
    assert info.clock == {"hours": 0.0, "early": True, "letters": "turn"}
    assert (info.deadline, info.master) == ("", "")


def test_an_ordinary_match_has_no_desk(services: MatchServices, table: Table) -> None:
    assert not services.matches.info(table.match).orders
    for ask in (
        services.orders.draft,
        services.orders.characters,
        services.orders.letters,
        services.orders.run_turn,
    ):
        with pytest.raises(Refused, match="not a game of secret orders"):
            ask(table.match, table.key("North"))
    with pytest.raises(Unreadable, match="has no clock"):
        services.matches.create("ford", clock={"hours": 3})


@pytest.mark.parametrize(
    "clock", [{"hours": -1}, {"hours": "x"}, {"days": 3}, {"letters": "never"}, {"hours": 1e9}]
)
def test_a_clock_that_cannot_be_is_refused(services: MatchServices, clock: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        services.matches.create("tithe", clock=clock)


def test_a_draft_is_kept_as_typed(two: Valley) -> None:
    services, key = two.services, two.key("Abbey")
    assert services.orders.draft(two.match, key).text == ""
    for text in ("Aldo col", "  Aldo colects\r\n\n?\u00fc", ""):
        services.orders.save_draft(two.match, key, text, 1)
        assert services.orders.draft(two.match, key).text == text
    assert services.orders.draft(two.match, two.key("Baron")).text == ""
    assert two.info.version == 3, "a draft is no part of the log"


def test_a_draft_stands_beside_what_was_handed_in(two: Valley) -> None:
    two.hand_in("Abbey", "Aldo collects # quickly\n")
    found = two.services.orders.draft(two.match, two.key("Abbey"))
    assert found.text == found.handed_in == "Aldo collects # quickly\n"
    two.services.orders.save_draft(two.match, two.key("Abbey"), "Aldo rid", 1)
    found = two.services.orders.draft(two.match, two.key("Abbey"))
    assert (found.text, found.handed_in) == ("Aldo rid", "Aldo collects # quickly\n")
    assert found.saved
    assert found.handed_at


def test_a_turn_begins_with_an_empty_draft(two: Valley) -> None:
    two.services.orders.save_draft(two.match, two.key("Abbey"), "Aldo collects", 1)
    two.all_hand_in()
    found = two.services.orders.draft(two.match, two.key("Abbey"))
    assert (found.turn, found.text, found.handed_in) == (2, "", None)
    with pytest.raises(TurnOver, match="in turn 2, not 1"):
        two.services.orders.save_draft(two.match, two.key("Abbey"), "late", 1)


@pytest.mark.parametrize("text", [None, 7, "\ud800", "x" * 600_000])
def test_what_is_no_draft_is_refused(two: Valley, text: Any) -> None:
    with pytest.raises(Unreadable):
        two.services.orders.save_draft(two.match, two.key("Abbey"), text, 1)


def test_problems_of_all_kinds_come_together_by_the_lines_of_the_text(two: Valley) -> None:
    text = "# season one\nBela collects\n\nAldo dances\nAldo collects\nAldo builds"
    found = two.services.orders.check(two.match, two.key("Abbey"), text)
    assert [(problem.line, problem.clause) for problem in found.problems] == [(2, "2.1"), (4, "2"), (6, "2.2")]
    assert not found.ok
    assert [(forecast.line, forecast.text) for forecast in found.forecasts] == [(5, "1 to 6 gold")]


def test_a_good_sheet_is_found_good_and_nothing_is_kept(two: Valley) -> None:
    found = two.services.orders.check(two.match, two.key("Abbey"), b"\nAldo collects")
    assert (found.ok, found.orders, found.forecasts[0].line) == (True, 1, 2)
    assert two.info.handed_in == ()


@pytest.mark.parametrize("text", [b"\xff\xfe\x00A", "x\n" * 10_000, "\x00", "\ud800"])
def test_what_is_no_text_has_problems_too(two: Valley, text: Any) -> None:
    found = two.services.orders.check(two.match, two.key("Abbey"), text)
    assert not found.ok
    assert all(problem.reason for problem in found.problems)


def test_suggestions_are_those_of_the_seat(two: Valley) -> None:
    services, key = two.services, two.key("Abbey")
    assert services.orders.characters(two.match, key) == ["Aldo", "Anna"]
    assert "Aldo collects" in [each.text for each in services.orders.suggest(two.match, key, "Aldo")]
    assert [each.text for each in services.orders.suggest(two.match, key)] == ["send 1 gold to Baron"]
    two.services.orders.save_draft(two.match, key, "send 3 gold to Baron\nAldo d", 1)
    assert services.orders.suggest(two.match, key) == [], "all the gold is given away already"
    two.services.orders.save_draft(two.match, key, "x\n" * 10_000, 1)
    assert len(services.orders.suggest(two.match, key)) == 1, "nothing can be read of that"
    with pytest.raises(Unknown, match="Abbey has no 'Bela' to order"):
        services.orders.suggest(two.match, key, "Bela")


@pytest.mark.parametrize("advice", [True, False])
def test_the_captain_leads_what_is_suggested_only_where_the_match_has_advice(
    services: MatchServices, monkeypatch: pytest.MonkeyPatch, advice: bool
) -> None:
    first = Suggestion("Aldo builds", "", group="The captain would")
    monkeypatch.setattr(type(GAME), "advised_first", lambda game, state, seat, who, offered: [first, *offered])
    made = services.matches.create("tithe", seats=SEATS[:2], advice=advice)
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat)
    offered = services.orders.suggest(made.match, made.keys["Abbey"], "Aldo")
    assert (first in offered) == advice
    assert "Aldo collects" in [each.text for each in offered]


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
    assert two.texts("Abbey")[-1] == "You hand in new orders for turn 1."
    assert two.texts("Baron")[-1] == "Abbey hands in orders for turn 1."
    two.hand_in("Baron")
    assert "Aldo builds a barn in Ashby." in two.texts(None)
    assert not [text for text in two.texts("Abbey") if "gold" in text]
    with pytest.raises(TurnOver) as caught:
        two.hand_in("Abbey", "Aldo collects", turn=1)
    assert isinstance(caught.value, Conflict)
    assert caught.value.match_view.version == two.info.version


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
    assert two.services.orders.draft(two.match, two.key("Abbey")).handed_in == "Aldo builds"


def test_faults_are_told_by_the_lines_of_the_text(two: Valley) -> None:
    with pytest.raises(RejectedSheet, match="Line 3: Bela is not a reeve of yours"):
        two.hand_in("Abbey", "# go\n\nBela collects")


def test_who_may_not_hand_in_is_told_why(services: MatchServices, two: Valley) -> None:
    with pytest.raises(Forbidden):
        services.orders.hand_in(two.match, "no key", "", 1)
    services.seats.lend_to_bot(two.match, two.key("Abbey"), "recruit")
    with pytest.raises(Refused, match="Take your seat back first"):
        two.hand_in("Abbey", "Aldo builds", 1)
    made = services.matches.create("tithe")
    with pytest.raises(Refused, match="has not started"):
        services.orders.hand_in(made.match, made.keys["Abbey"], "", 1)
    over = valley(services, options={"seasons": 1})
    over.all_hand_in()
    with pytest.raises(Refused, match="is over"):
        over.hand_in("Abbey", "Aldo builds", 2)


def test_there_are_no_clicks_and_no_undo(two: Valley) -> None:
    two.hand_in("Abbey")
    match_view = two.services.matches.view(two.match, "Abbey")
    assert "Hand in new ones" in match_view.why_not
    with pytest.raises(Refused, match="you write orders"):
        two.services.matches.act(two.match, two.key("Abbey"), ("collect", 0), match_view.version)
    with pytest.raises(Refused, match="Hand in new ones"):
        two.services.matches.undo(two.match, two.key("Abbey"), match_view.version)


def test_all_may_hand_in_at_the_same_moment(services: MatchServices) -> None:
    for _ in range(4):
        three = valley(services, 3)
        with ThreadPoolExecutor(3) as threads:
            jobs = [threads.submit(three.hand_in, seat, "", 1) for seat in three.info.asked]
            for job in jobs:
                job.result()
        assert (three.info.turn, len(three.records("hand_in")), len(three.records("turn"))) == (2, 3, 1)


def test_a_double_click_hands_in_once(services: MatchServices) -> None:
    two = valley(services)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: two.hand_in("Abbey", "Aldo builds", 1), range(8)))
    assert len(two.records("hand_in")) == 1


def test_names_that_the_seat_knows_are_kept_as_numbers(services: MatchServices) -> None:
    made = sit(services, "adventurer-kings").made
    for key in made.keys.values():
        services.orders.hand_in(made.match, key, "", 0)
    key = made.keys["K1"]
    number, name = services.orders.characters(made.match, key)[0].split()
    text = f"{name}.1 PU {name} plan ME"
    checked = services.orders.check(made.match, key, text)
    assert checked.ok
    assert checked.understood == f"{number}.1 PU {number} plan ME\n"
    version = services.orders.hand_in(made.match, key, text, 1).version
    assert services.orders.draft(made.match, key).handed_in == f"{number}.1 PU {number} plan ME"
    assert services.orders.hand_in(made.match, key, text, 1).version == version
    assert services.guidance.preview_sheet(made.match, key, text).check.ok
