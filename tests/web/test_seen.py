"""Unexplored maps, drawn from what a seat knows."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core import Board, KnownSpace, Line, Space, Style, View
from palatine.core import with_known_spaces as seen_by_the_referee
from palatine.geography.hexes import HexGrid
from palatine.web.board_cache import boards_to_data

GRID = HexGrid(3, 2)
WIDTH, HEIGHT = GRID.extent
BLANK = Board(
    "map",
    "The world",
    WIDTH,
    HEIGHT,
    tuple(
        Space(GRID.name(h), h, GRID.name(h), GRID.centre(h), GRID.outline(h), ("unknown",))
        for h in range(GRID.size)
    ),
    styles={"unknown": Style(fill="#efe8d6"), "wood": Style(pattern="forest"), "strait": Style(pattern="river")},
)
VIEW = View(
    "g", "North", "", "", "", (), (),
    seen={
        "0101": KnownSpace(("wood",), "Burgundy", "Rich.", (Line("strait", GRID.hexside(0, 3)),)),
        "0102": KnownSpace(name="Moor"),
    },
)  # fmt: skip
SCRIPTS = 'const scripts = document.querySelector("script[src*=\'/js/\']").src.replace(/js\\/.*/, "js/");'
SEEN = 'return (await import(scripts + "board/exploration.js")).asExplored(board, view);'
SEE = "async ([board, view]) => {" + SCRIPTS + SEEN + "}"
SHOW = (
    "async ([board, view]) => {"
    + SCRIPTS
    + """
    const { BoardSet } = await import(scripts + "board/board-set.js");
    document.body.innerHTML = '<div id="stage"><div class="board-tabs"></div><div class="boards"></div>'
        + '<div class="inspector"></div></div><div id="aloud-board"></div><div id="fan"></div>';
    const callbacks = { choose() {}, why: async () => [], waiting: () => "" };
    const boards = new BoardSet(document.getElementById("stage"), [board], "g", callbacks);
    const names = () => boards.boardView.board.spaces.map((space) => space.name);
    const grounds = () => boards.boardView.board.spaces.map((space) => space.ground[0]);
    const told = [];
    boards.show({ ...view, seen: {} });
    told.push(names()[0], grounds()[0]);
    boards.show(view);
    told.push(names()[0], grounds()[0]);
    boards.renew([board]);
    told.push(names()[0], boards.boardViews.size);
    boards.show({ ...view, seen: {} });
    told.push(names()[0]);
    return told;
}"""
)


def test_the_page_draws_in_what_the_referee_says_is_known(chromium: Any, served: Any) -> None:
    context = chromium.new_context(base_url=served.url)
    page = context.new_page()
    page.goto("/credits")
    data = {"seen": {name: as_plain(seen) for name, seen in VIEW.seen.items()}}
    (board,) = boards_to_data((BLANK,))
    (wanted,) = boards_to_data((seen_by_the_referee(BLANK, VIEW),))
    assert rounded(page.evaluate(SEE, [board, data])) == wanted
    assert page.evaluate(SEE, [board, {}]) == board
    context.close()


def test_the_board_is_drawn_anew_when_more_or_less_is_known(chromium: Any, served: Any) -> None:
    context = chromium.new_context(base_url=served.url)
    page = context.new_page()
    page.goto("/credits")
    data = {"pieces": [], "seen": {name: as_plain(seen) for name, seen in VIEW.seen.items()}}
    (board,) = boards_to_data((BLANK,))
    told = page.evaluate(SHOW, [board, data])
    assert told == ["0101", "unknown", "Burgundy", "wood", "Burgundy", 1, "0101"]
    context.close()


def as_plain(seen: KnownSpace) -> Any:
    return msgspec.to_builtins(seen)


def rounded(value: Any) -> Any:
    """Return the value with numbers rounded like those of a drawing."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return {name: rounded(each) for name, each in value.items()} if isinstance(value, dict) else value
