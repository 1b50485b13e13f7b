"""Maps that stay blank until a seat explores them."""

from __future__ import annotations

from palatine.core import Board, KnownSpace, Line, Mark, Piece, Space, Style, View, with_known_spaces
from palatine.core import text as d
from palatine.testing.laws.seeing import _parse_pieces

BLANK = Board(
    "map",
    "The world",
    4,
    4,
    (
        Space("101", 101, "101", (0, 0), ground=("unknown",)),
        Space("102", 102, "102", (1, 0), ground=("unknown",), text="Beyond the hills."),
    ),
    lines=(Line("grid", ((0, 0), (1, 0))),),
    styles={"unknown": Style(name="Unexplored"), "forest": Style(name="Forest"), "strait": Style()},
)
STRAIT = Line("strait", ((0, 0), (0, 1)))


def view(**seen: KnownSpace) -> View:
    return View(
        "g", "North", "Turn 1", "Choose.", "", ("North",), (Piece("a", "101", text="Knight"),),
        marks={"101": (Mark("capital", "a capital"),)}, seen={name.lstrip("_"): each for name, each in seen.items()},
    )  # fmt: skip


def test_what_is_seen_of_a_space_is_drawn_into_the_board() -> None:
    board = with_known_spaces(BLANK, view(_101=KnownSpace(("forest",), "Burgundy (101)", "Rich.", (STRAIT,))))
    first, second = board.spaces
    assert (first.ground, first.name, first.text) == (("forest",), "Burgundy (101)", "Rich.")
    assert second is BLANK.spaces[1], "nothing is known of it"
    assert board.lines == (*BLANK.lines, STRAIT)
    assert BLANK.spaces[0].ground == ("unknown",), "the board of all stays blank"


def test_what_is_not_told_stays_as_the_board_has_it() -> None:
    board = with_known_spaces(BLANK, view(_102=KnownSpace(name="Moor (102)")))
    assert board.spaces[1] == Space("102", 102, "Moor (102)", (1, 0), ground=("unknown",), text="Beyond the hills.")


def test_a_board_of_which_nothing_is_told_is_itself() -> None:
    assert with_known_spaces(BLANK, view()) is BLANK


def test_texts_tell_what_is_seen() -> None:
    told = view(_101=KnownSpace(("forest",), "Burgundy (101)"), _102=KnownSpace(("forest",), "Moor (102)", "Poor."))
    assert d.space_text(BLANK, told, BLANK.spaces[0]) == "Burgundy (101)\nForest\na capital\n- Knight"
    text = d.board_text(BLANK, told)
    assert text == "The world\nBurgundy (101)\nForest\na capital\n- Knight\nMoor (102)\nPoor."
    assert _parse_pieces(BLANK, told, text) == {"101": ["- Knight"]}
    assert d.space_text(BLANK, view(), BLANK.spaces[0]).startswith("101\nUnexplored")
