"""Irregular ground on boards, and names lettered across it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from palatine.core import Board, Label, Line, Shape, Space, Style
from palatine.geography.hexes import HexGrid
from palatine.web.board_cache import boards_to_data

GRID = HexGrid(8, 4)
WIDTH, HEIGHT = GRID.extent
SHORE = 6.0
"""West of it there is land, east of it the sea, but for an isle."""
ISLE = ((9.0, 3.0), (10.5, 3.0), (10.5, 4.5), (9.0, 4.5))
SEA = tuple(p for p in ((SHORE, -3.0), (20.0, -3.0), (20.0, 12.0), (SHORE, 12.0)) for _ in range(2))
BOARD = Board(
    "map",
    "A coast",
    WIDTH,
    HEIGHT,
    tuple(
        Space(GRID.name(h), h, GRID.name(h), GRID.centre(h), GRID.outline(h), ("wood",)) for h in range(GRID.size)
    ),
    lines=(Line("march", ((1.0, 1.0), (2.0, 3.0), (1.0, 5.0))),),
    styles={
        "wood": Style(pattern="forest"),
        "sea": Style(pattern="water"),
        "ice": Style(fill="#ffffff", dark="#445566"),
        "march": Style(fill="#aa2211", dark="#ff9988", pattern="frontier"),
    },
    shapes=(Shape("sea", (SEA, ISLE)), Shape("ice", (((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)),))),
    labels=(Label("Westmark", ((1.0, 4.0), (5.0, 4.0)), "march", 0.6, "12"),),
)
DRAW = """async (board) => {
    const scripts = document.querySelector("script[src*='/js/']").src.replace(/js\\/.*/, "js/");
    const { printedMap } = await import(scripts + "map/printed-map.js");
    const { dryTest } = await import(scripts + "map/shapes.js");
    const map = printedMap(board, false);
    document.body.replaceChildren(map);
    const dry = dryTest(board);
    const right = ({ x, width }) => x + width;
    return {
        coasts: map.querySelectorAll(".coast").length,
        wet: map.querySelector(".sea").isPointInFill(new DOMPoint(800, 100)),
        isle: map.querySelector(".sea").isPointInFill(new DOMPoint(975, 375)),
        sharp: map.querySelector(".sea").isPointInFill(new DOMPoint(1990, 1190)),
        ice: map.querySelector(".shape").style.getPropertyValue("--own"),
        frontier: map.querySelector(".frontier").style.getPropertyValue("--own"),
        names: [...map.querySelectorAll(".realm")].map((text) => text.textContent),
        dry: [[2, 3], [5.9, 3], [8, 1], [9.75, 3.75]].map((p) => dry(p, 0.2)),
        farthest: Math.max(...Array.from(map.querySelectorAll(".g-tree"), (tree) => right(tree.getBBox()))),
        none: dryTest({ ...board, shapes: [] }),
    };
}"""


@pytest.fixture
def drawn(chromium: Any, served: Any) -> Iterator[Any]:
    context = chromium.new_context(base_url=served.url)
    page = context.new_page()
    page.goto("/credits")
    yield page.evaluate(DRAW, boards_to_data((BOARD,))[0])
    context.close()


def test_a_sea_is_drawn_with_its_coast_and_its_isles(drawn: Any) -> None:
    assert drawn["coasts"] == 1
    assert (drawn["wet"], drawn["isle"]) == (True, False)
    assert drawn["sharp"], "a corner given twice stays sharp"


def test_other_shapes_and_frontiers_have_the_colours_of_their_styles(drawn: Any) -> None:
    assert (drawn["ice"], drawn["frontier"]) == ("#ffffff", "#aa2211")


def test_a_name_is_lettered_with_its_figure(drawn: Any) -> None:
    assert drawn["names"] == ["Westmark 12"]


def test_nothing_grows_in_the_sea(drawn: Any) -> None:
    assert drawn["dry"] == [True, False, False, True]
    assert 900 < drawn["farthest"] < 1080, "there are trees on the isle and none east of it"
    assert drawn["none"] is None
