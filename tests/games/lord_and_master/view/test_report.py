"""The four items of a turn: map, status sheet, character sheet, newsletter (GI-01 to GI-04)."""

from __future__ import annotations

from typing import Any

import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.core import Report
from palatine.core.report import report_text
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.view.wording import realm

ARDEA = 259
DEEPGATE = 444


def lands(seats: int = 2) -> State:
    """Return a match with a level 2 leader for each seat.

    P1's is in cropland 65 and P2's in cropland 13; they are far apart.
    """
    state = hargaar(seats=seats)
    person(state, "Ralph W2", 0, 65)
    hold(state, 0, 65)
    for seat, square in zip(range(1, seats), (13, 15, 107, 22, 1), strict=False):
        person(state, f"Otto{seat} W2", seat, square)
        hold(state, seat, square)
    return state


def reported(state: State, seat: str | None = "P1", entries: Any = ()) -> Report:
    return GAME.report(state, seat, list(entries))


def section(report: Report, name: str) -> str:
    """Return a section of a report as text, with single spaces."""
    only = [each for each in report.sections if each.id == name]
    text = report_text(Report("", "", report.turn, report.seat, tuple(only)), 400)
    return "\n".join(" ".join(line.split()) for line in text.splitlines())


@pytest.mark.clause("LM-GI-01")
def test_the_map_shows_possession_alliance_troops_and_characters() -> None:
    state = lands()
    hold(state, 0, 66)
    hold(state, 0, 67, ARDEA, allied=True)
    put(state, "HFC 3", 0, 65)
    put(state, "OFC 2", 1, ARDEA)
    drawn = next(each for each in reported(state).sections if each.id == "map")
    assert drawn.board == GAME.boards(state)[0].id == "map"
    assert "Solid colour is full possession, slanted lines are alliance." in drawn.paragraphs
    for seat in ("P1", "P2"):
        view = GAME.view(state, seat)
        holds = {
            space: (mark.kind, mark.style)
            for space, marks in view.marks.items()
            for mark in marks
            if mark.kind in ("held", "allied")
        }
        assert holds == {
            "65": ("held", "P1"), "66": ("held", "P1"), "67": ("allied", "P1"), "59city": ("allied", "P1"),
            "13": ("held", "P2"),
        }  # fmt: skip
        seen = {(piece.space, piece.face, piece.badges[0], piece.style) for piece in view.pieces}
        assert {("65", "HFC", "×3", "P1"), ("59city", "OFC", "×2", "P2")} <= seen
        assert {("65", "W", "L2", "P1"), ("13", "W", "L2", "P2")} <= seen


@pytest.mark.clause("LM-GI-02")
def test_the_status_sheet() -> None:
    state = lands()
    state.order, state.totals = [1, 0], [9, 17]
    state.set_nation(0, gold=35, site=ARDEA)
    state.set_nation(1, gold=12, site=0)
    hold(state, 0, ARDEA)
    state.forts[44] = "Deepgate"
    hold(state, 1, DEEPGATE)
    put(state, "MFB 5 HFC 1w", 0, ARDEA)
    put(state, "OFC 4", 1, DEEPGATE)
    put(state, "HFC 3 MAC 2", 0, 65)
    state.boneyards = [65, 44]
    for seat in ("P1", "P2", None):
        sheet = section(reported(state, seat), "status")
        assert "1 N2 17 12 Otto1 1" in sheet
        assert "2 N1 9 35 Ardea 2" in sheet
        assert "N1 MFB 5 HFC 1w A2 Ardea" in sheet
        assert "N2 OFC 4 Deepgate" in sheet
        assert "N1 HFC 3 MAC 2 A1 cropland 65" in sheet
        assert "cropland 65" in sheet.rpartition("Boneyards")[2]
        assert "grassland 43" not in sheet


@pytest.mark.clause("LM-GI-03")
def test_the_character_sheet() -> None:
    state = lands()
    person(state, "Zed M3", 0, ARDEA)
    person(state, "Pius P1", 1, 66, captor=0)
    for seat in ("P1", "P2"):
        sheet = section(reported(state, seat), "characters")
        assert "Ralph Warrior 2 cropland 65 N1" in sheet
        assert "Zed Magician 3 Ardea N1" in sheet
        assert "Otto1 Warrior 2 cropland 13 N2" in sheet
        assert "Pius* Priest 1 swamp 66 N2" in sheet


@pytest.mark.clause("LM-GI-04")
def test_the_newsletter_tells_what_ones_own_people_saw() -> None:
    state = lands(3)
    state.journal = []  # type: ignore[misc]
    put(state, "RED 2", 0, 65)
    put(state, "RED 2", 1, 13)
    state.set_nation(0, kinds=("RED", "MF"))
    state.set_nation(1, kinds=("RED", "MF"))
    for seat, text in (("P1", "char Ralph: train RED 2 -> MFC"), ("P2", "char Otto1: train RED 2 -> MFC")):
        GAME.set_sheet(state, seat, GAME.parse(text))
    after = GAME.resolve(state)
    news = {seat: section(GAME.report(after, seat, after.journal), "newsletter") for seat in (*state.seats, None)}
    mine, theirs = "cropland 65", "cropland 13"
    assert mine in news["P1"]
    assert theirs not in news["P1"]
    assert theirs in news["P2"]
    assert mine not in news["P2"]
    assert mine not in str(news["P3"] + news[None])
    assert all("they act in this order" in text for text in news.values())
    assert "gold in tribute" in news["P1"]
    assert "gold in" not in news[None]
    titles = [each.id for each in GAME.report(after, "P1", after.journal).sections]
    assert titles[:5] == ["orders", "newsletter", "map", "status", "characters"]


@pytest.mark.clause("LM-GI-04")
@pytest.mark.parametrize(
    ("there", "sees"),
    [("holds 65", True), ("holds 66", True), ("person 66", True), ("unit 74", True), ("captive 64", True),
     ("holds 67", False), ("person 67", False), ("unit 76", False), ("nothing", False)],
)  # fmt: skip
def test_people_see_what_happens_in_their_own_and_the_next_squares(there: str, sees: bool) -> None:
    state = lands(3)
    what, _, place = there.partition(" ")
    if what == "holds":
        hold(state, 2, int(place))
    elif what in ("person", "captive"):
        person(state, "Spy T1", 2, int(place), captor=0 if what == "captive" else None)
    elif what == "unit":
        put(state, "LCC 1", 2, int(place))
    turn = Turn(state)
    assert (2 in turn.witnesses([65])) == sees
    assert (2 in turn.witnesses([265])) == sees
    assert 2 in turn.witnesses([65], (2,))


def after_turn(*sheets: str | None) -> Report:
    """Return the first nation's report of a turn with these sheets."""
    state = hargaar()
    hold(state, 0, 65, 64)
    hold(state, 1, 13)
    state.set_nation(0, classes=("W",))
    person(state, "Ralph W2", 0, 65)
    person(state, "Otto W1", 0, 65)
    person(state, "Cob W1", 1, 13)
    state.sheets = [None if sheet is None else GAME.parse(sheet) for sheet in sheets]
    state.journal = []  # type: ignore[misc]
    GAME.run_turn(state)
    return GAME.report(state, "P1", state.journal)


def test_a_report_begins_with_ones_orders_what_failed_and_why_then_what_came_of_the_others() -> None:
    first = after_turn("char Ralph: move 64\nchar Otto: tax\nchar Otto: recruit", "").sections[0]
    assert (first.id, first.title) == ("orders", "Your orders")
    assert first.paragraphs[0] == "1 order could not be carried out:"
    assert first.paragraphs[1].startswith("Line 3 was not carried out. Otto has already acted")
    assert [row[0] for row in first.grids[0].rows] == ["Ralph"]
    assert "64" in first.grids[0].rows[0][1]


def test_it_says_when_all_went_well_and_when_no_orders_came() -> None:
    assert after_turn("char Ralph: move 64", "").sections[0].paragraphs == ("Every order was carried out.",)
    none = after_turn(None, "").sections[0].paragraphs
    assert none == ("No orders came in. Your people collected taxes where they could.",)


def test_seats_go_by_the_names_of_their_nations() -> None:
    state = GAME.setup(seats=("P1", "P2"), seed=b"names")
    assert GAME.boards(state)[0].styles["P2"].name == "Nation 2"
    for seat in state.seats:
        GAME.set_sheet(state, seat, GAME.empty_sheet(state, seat))
    GAME.run_turn(state)
    other = state.nations[1].name
    assert GAME.boards(state)[0].styles["P2"].name == other
    GAME.set_sheet(state, "P1", GAME.parse(""))
    assert f"Waiting for {realm(other)}" in GAME.view(state, "P1").prompt
    panels = {panel.id: panel.rows for panel in GAME.view(state, "P1").panels}
    assert not [row for row in panels["sequence"] if "P1" in (row.label, row.value, row.note)]
