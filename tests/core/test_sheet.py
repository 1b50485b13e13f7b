"""Sheets: text from outside, problems, handing in, running a turn."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from palatine import registry
from palatine.core import Grid, Problem, Refused, RejectedSheet, Report, Section, SyntaxProblem, sheet_text
from palatine.core.report import report_text
from palatine.core.sheet import MAX_LINE_LENGTH, MAX_LINES
from palatine.core.text.typed import normalize_typography
from palatine.testing import scripted
from palatine.testing.examples.tithe import GAME
from palatine.testing.examples.tithe.orders.kinds import Collect, Orders, Ride, Send
from palatine.testing.examples.tithe.referee import Tithe
from palatine.testing.examples.tithe.state import TitheState


@pytest.fixture
def state() -> TitheState:
    return GAME.setup(seed=b"sheet", record=True)


def problems_of(text: str | bytes) -> list[tuple[int, str]]:
    with pytest.raises(SyntaxProblem) as caught:
        GAME.parse_untrusted(text)
    return [(problem.line, problem.reason) for problem in caught.value.problems]


def test_text_from_any_system_is_read_alike() -> None:
    plain = "Aldo collects\nAnna builds\n"
    for given in (plain, plain.encode(), "\ufeff" + plain, plain.replace("\n", "\r\n"), plain.replace("\n", "\r")):
        assert sheet_text(given) == plain


def test_each_line_that_cannot_be_read_is_a_problem() -> None:
    found = problems_of("Aldo collects\nAldo dances\n\nBob collects # no such reeve")
    assert found == [(2, "'Aldo dances' is not an order."), (4, "There is no reeve 'Bob'.")]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"Aldo collects\n\xff\xfe", 2),
        ("Aldo\x00 collects", 1),
        ("\n\ud800", 2),
        ("x\n" * 10_000, MAX_LINES + 1),
        ("\n" + "a" * (MAX_LINE_LENGTH + 1), 2),
    ],
)
def test_what_is_no_text_is_told_by_its_line(text: str | bytes, line: int) -> None:
    assert [number for number, _ in problems_of(text)] == [line]


def test_the_complaint_is_one_line() -> None:
    with pytest.raises(SyntaxProblem) as caught:
        GAME.parse_untrusted("?\n?")
    assert str(caught.value) == "Line 1: '?' is not an order."
    assert str(SyntaxProblem([Problem(0, "", "Nothing fits.")])) == "Nothing fits."
    assert str(RejectedSheet([Problem(1, "", "Perhaps.", uncertain=True), Problem(2, "", "No.")])) == "Line 2: No."


def test_orders_are_numbered_by_their_lines() -> None:
    text = "# a remark\nAldo collects\n\n  # another\nAnna builds\n"
    assert GAME.line_numbers(text) == [2, 5]
    assert len(GAME.parse_untrusted(text).orders) == 2


def test_a_sheet_is_handed_in_and_replaced(state: TitheState) -> None:
    before = GAME.encode(state)
    once = GAME.hand_in(state, "Abbey", Orders((Collect(0),)))
    assert GAME.encode(state) == before
    assert (GAME.actors(once), GAME.handed_in(once)) == (("Baron",), ("Abbey",))
    twice = GAME.hand_in(once, "Abbey", Orders((Ride(0, 1),)))
    assert GAME.sheet(twice, "Abbey") == Orders((Ride(0, 1),))
    assert GAME.sheet(twice, "Baron") == GAME.empty_sheet(twice, "Baron")
    GAME.clear_sheet(twice, "Abbey")
    assert GAME.handed_in(twice) == ()


def test_a_sheet_with_a_fault_is_not_accepted_and_one_with_a_doubt_is(state: TitheState) -> None:
    with pytest.raises(RejectedSheet) as caught:
        GAME.hand_in(state, "Abbey", Orders((Collect(0), Collect(2))))
    assert [(problem.line, problem.clause) for problem in caught.value.problems] == [(2, "2.1")]
    state.place[2] = state.place[0]
    found = GAME.check(state, "Abbey", Orders((Collect(0),)))
    assert [problem.uncertain for problem in found] == [True]
    assert GAME.handed_in(GAME.hand_in(state, "Abbey", Orders((Collect(0),)))) == ("Abbey",)


def test_who_keeps_a_journal_goes_on_keeping_it(state: TitheState) -> None:
    assert GAME.hand_in(state, "Abbey", Orders()).journal == []
    assert GAME.hand_in(state.copy(), "Abbey", Orders()).journal is None


def test_a_turn_is_run_for_all_at_once(state: TitheState) -> None:
    for seat, sheet in (("Abbey", Orders((Collect(0), Send(2, 1)))), ("Baron", Orders((Collect(2),)))):
        state = GAME.hand_in(state, seat, sheet)
    with scripted(state, [("tithe", 6), ("tithe", 1)]) as s:
        after = GAME.resolve(s)
    assert (after.turn, after.gold, after.sheets) == (2, [3 - 2 + 6, 3 + 2 + 1], [None, None])
    assert state.turn == 1


def test_the_last_sheet_has_the_turn_run_where_bots_are_among_themselves(state: TitheState) -> None:
    GAME.take(state, "Abbey", Orders())
    assert state.turn == 1
    GAME.take(state, "Baron", Orders())
    assert state.turn == 2


def test_nothing_is_done_by_a_click(state: TitheState) -> None:
    assert GAME.actions(state, "Abbey") == []
    with pytest.raises(Refused, match="you write orders"):
        GAME.play(state, "Abbey", ("collect", 0))


def test_a_seat_that_is_out_is_not_asked(state: TitheState) -> None:
    three = GAME.setup(seats=("Abbey", "Baron", "Crown"), seed=b"x")
    GAME.remove_player(three, "Baron")
    assert GAME.seats_due(three) == GAME.actors(three) == ("Abbey", "Crown")
    GAME.remove_player(three, "Crown")
    assert (GAME.actors(three), three.outcome and three.outcome.winners) == ((), ("Abbey",))


def test_without_a_rule_for_it_a_seat_that_is_left_goes_on(state: TitheState) -> None:
    class Patient(Tithe):
        def remove_player(self, state: TitheState, seat: str) -> None:
            super(Tithe, self).remove_player(state, seat)

    before = GAME.encode(state)
    Patient().remove_player(state, "Abbey")
    assert GAME.encode(state) == before


# Reports

LONG = (
    "A long tale of reeves and barns and gold that was sent and never came, told at length by those who were there."
)


def told(**section: Any) -> list[str]:
    report = Report("The tenth turn", "Summer", 10, None, (Section("a", "News", **section),))
    return report_text(report).splitlines()


def test_a_report_has_headings_and_paragraphs() -> None:
    assert told(paragraphs=("It rained.",)) == [
        "The tenth turn", "==============", "Summer", "", "News", "----", "It rained.",
    ]  # fmt: skip


def test_tables_are_set_in_columns_with_numbers_to_the_right() -> None:
    grid = Grid(("Name", "Gold"), (("Aldo", "7"), ("Bartholomew", "1,200")), (1,))
    assert told(grids=(grid,))[6:] == [
        "Name          Gold",
        "-----------  -----",
        "Aldo             7",
        "Bartholomew  1,200",
    ]


def test_nothing_is_wider_than_the_page() -> None:
    grid = Grid(("Name", "Tale"), (("Aldo", LONG), ("x" * 200, "short")))
    lines = told(paragraphs=(LONG, LONG), grids=(grid, grid))
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines).split()).count("never came, told") == 4


def test_an_uncertain_problem_is_a_doubt_over_http() -> None:
    problem = Problem(2, "3.4", "Perhaps.", uncertain=True)
    assert msgspec.to_builtins(problem) == {"line": 2, "clause": "3.4", "reason": "Perhaps.", "doubt": True}
    assert msgspec.convert(msgspec.to_builtins(problem), Problem) == problem


@pytest.mark.parametrize(
    ("given", "read"),
    [("name “Aldo’s”", "name \"Aldo's\""), ("Aldo\u00a0collects\u202f3", "Aldo collects 3"),
     ("\u22123 \u2013 4 \u2014", "-3 - 4 -"),
     ("equip HIN 3 \u2192 HCV", "equip HIN 3 -> HCV"), ("Al\u200bdo\ufeff", "Aldo"), ("«Aldo» „Anna“", '"Aldo" "Anna"'),
     ("Ko\u0308nig", "König"), ("one\u2028two\x0bthree", "one\ntwo\nthree"), ("four\u2026", "four...")],
)  # fmt: skip
def test_what_programs_make_of_letters_is_undone(given: str, read: str) -> None:
    assert normalize_typography(given) == read


@pytest.mark.parametrize(
    "text", ["Aldo\u00a0rides to\u202fBrook", "Al\u200bdo rides to Brook", "\ufeffAldo rides to\u2009Brook\u00ad"]
)
def test_a_sheet_is_read_in_the_letters_of_a_keyboard(text: str) -> None:
    assert (
        GAME.parse_untrusted(text)
        == GAME.parse_untrusted(text.encode())
        == GAME.parse_untrusted("Aldo rides to Brook")
    )


@pytest.mark.parametrize(
    ("game", "text", "plain"),
    [("adventurer-kings", "king “Aldis of Ås” race human alignment good temper brave levels TA,TA,MA,DR",
      'king "Aldis of Ås" race human alignment good temper brave levels TA,TA,MA,DR'),
     ("adventurer-kings", "12.1\u00a0MO\u202f304", "12.1 MO 304"),
     ("lord-and-master", "char „Old Tharn“: tax", 'char "Old Tharn": tax'),
     ("lord-and-master", "equip HIN 3 \u2192 HCV at 104", "equip HIN 3 -> HCV at 104"),
     ("lord-and-master", "equip HIN 3 \u2212> HCV at 104", "equip HIN 3 -> HCV at 104")],
)  # fmt: skip
def test_both_order_games_read_what_a_word_processor_wrote(game: str, text: str, plain: str) -> None:
    known = registry.load(game)
    assert known.parse_untrusted(text) == known.parse_untrusted(plain)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_says_its_encoding_by_a_mark(encoding: str) -> None:
    assert sheet_text("Königin\n".encode(encoding)) == "Königin\n"
