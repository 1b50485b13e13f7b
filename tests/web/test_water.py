"""Shores of seas that are drawn space by space."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any

from palatine.core import Board, Space, Style
from palatine.geography.hexes import HexGrid
from palatine.web.board_cache import as_data

ROWS = (
    "~^~~^^^^^~^^^^^^^^", "~^^~~^^~~^^^^^^^^^", "^^^~^^^^^^^^^^^^^^", "~~~^^^^^^^^^^^^^^^",
    "~~^^^^^^^^^^~^^^^~", "^^^^~^^^~^^^~^~^^^", "^^^~~~~^~^~^^^^^^^", "~^^^^^~~~~^~^^^^^^",
    "^^^^^^^^~^^^^^^^^~",
)  # fmt: skip
"""A sea with isles, sounds and bays."""
GRID = HexGrid(18, 9)
WIDTH, HEIGHT = GRID.extent
KIND = {"~": "sea", "^": "land"}
BOARD = Board(
    "map",
    "A sea",
    WIDTH,
    HEIGHT,
    tuple(
        Space(GRID.name(h), h, GRID.name(h), GRID.centre(h), GRID.outline(h), (KIND[ROWS[h % 9][h // 9]],))
        for h in range(GRID.size)
    ),
    styles={"sea": Style(pattern="water"), "land": Style(pattern="open")},
)
SHORES = """async (board) => {
    const scripts = document.querySelector("script[src$='/theme.js']").src.replace("theme.js", "");
    const { shore, lines } = (await import(scripts + "water.js")).shores(board, 0.7);
    return [shore, ...lines].map((d) => d.split("M").slice(1).map((part) => part.match(/-?[\\d.]+/g).map(Number)));
}"""


def test_every_shore_runs_round_its_water_without_a_break(chromium: Any, served: Any) -> None:
    context = chromium.new_context(base_url=served.url)
    page = context.new_page()
    page.goto("/")
    levels = page.evaluate(SHORES, as_data((BOARD,))[0])
    context.close()
    assert len(levels[0]) >= 8, "lakes, bays and isles have shores of their own"
    for numbers in (shore for level in levels for shore in level):
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        steps = [dist(a, b) for a, b in pairwise([*points, points[0]])]
        assert max(steps) < 60, "a hexside is 100 long; a shore is drawn in far smaller steps"
