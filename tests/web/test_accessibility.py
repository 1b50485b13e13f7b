"""Nothing on any page keeps out who reads with the ears, by keys or in a bad light: axe-core finds nothing, at the
width of a phone and of a desk, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from guided import FORD, TITHE
from palatine import registry
from table.helpers import FORD as MIDDLE
from web.axe import everywhere
from web.chromium import READY, Browser, sit
from web.helpers import Table
from web.test_lesson_page import start

pytestmark = pytest.mark.long
GAMES = registry.games()
ORDERS = [name for name in GAMES if registry.load(name).orders]
LONG = max(GAMES, key=lambda name: len(registry.load(name).clauses))
"""The game with most to read."""


@pytest.fixture(autouse=True)
def _known() -> None:
    registry.register("guided", FORD)
    registry.register("guided-tithe", TITHE)


@pytest.mark.parametrize(
    "path",
    ["/", "/credits", *[f"/{page}/{name}" for name in GAMES for page in ("new", "games")],
     f"/games/{LONG}/rules", f"/games/{LONG}/glossary"],
)  # fmt: skip
def test_a_page_to_read(browser: Browser, path: str) -> None:
    page = browser.page(browser.context(), path)
    page.wait_for_load_state("load")
    assert everywhere(page) == []


def test_what_is_not_there(browser: Browser) -> None:
    page = browser.context().new_page()
    page.goto("/play/nothing")
    assert everywhere(page) == []


@pytest.mark.parametrize("game", [name for name in GAMES if name not in ORDERS])
def test_a_match_with_a_question(browser: Browser, new_table: Callable[..., Table], game: str) -> None:
    table = new_table(game=game)
    page = browser.at(table, *table.asked())
    assert everywhere(page) == []


@pytest.mark.parametrize("game", ORDERS)
def test_a_desk(browser: Browser, new_table: Callable[..., Table], game: str) -> None:
    """With the largest table there is."""
    seats = max((row for each in registry.load(game).scenarios for row in each.tables), key=len)
    scenario = next(each.name for each in registry.load(game).scenarios if seats in each.tables)
    table = new_table(game=game, scenario=scenario, seats=list(seats))
    page = sit(browser, table, seats[0])
    assert everywhere(page) == []
    for name in ("letters", "report", "journal", "panels", "text"):
        page.click(f"#tab-{name}")
        assert everywhere(page, "main") == []
