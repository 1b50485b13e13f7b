"""Double clicks and held keys in Chromium, which answer only the intended decision."""

from __future__ import annotations

from typing import Any

import pytest

from web.chromium import Browser, choose
from web.helpers import Table

QUIET = "() => !document.querySelector('.busy, .working, .settling')"
MOVED = "before => document.querySelector('#match').dataset.version !== before"


def plies(table: Table) -> int:
    found: int = table.client.get(table.base).json()["at"]
    return found


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_twice(page: Any, selector: str, apart: int) -> None:
    """Click twice at the place of an element and wait for the result, whatever appears there."""
    page.wait_for_function(QUIET)  # the list stays where it is
    before = page.get_attribute("#match", "data-version")
    x, y = middle(page, selector)
    page.mouse.click(x, y)
    page.wait_for_timeout(apart)
    page.mouse.click(x, y)
    page.wait_for_function(MOVED, arg=before)
    page.wait_for_function(QUIET)


@pytest.fixture
def table(new_table: Any) -> Table:
    """Return a match in which the seat that is asked decides several times in a row."""
    made: Table = new_table(game="demonlord", advice=False)
    return made


@pytest.mark.parametrize("apart", [80, 150, 250])
def test_a_double_click_on_the_list_plays_one_decision(browser: Browser, table: Table, apart: int) -> None:
    page = browser.at(table, *table.asked())
    page.wait_for_selector("#choices .choice")
    click_twice(page, "#choices .choice", apart)
    assert plies(table) == 1


def test_a_double_click_on_the_map_plays_one_decision(browser: Browser, table: Table) -> None:
    page = browser.at(table, *table.asked())
    while not page.locator("#stage .pile.can, #stage .space.can").count():
        choose(page, "#choices .choice")
    before = plies(table)
    click_twice(page, "#stage .space.can", 120)
    assert plies(table) - before == 1


def test_a_double_click_on_undo_takes_back_one_action(browser: Browser, table: Table) -> None:
    page = browser.at(table, *table.asked())
    choose(page, "#choices .choice")
    choose(page, "#choices .choice")
    assert plies(table) == 2
    click_twice(page, "#undo", 120)
    assert plies(table) == 1


def test_a_held_key_plays_one_decision(browser: Browser, table: Table) -> None:
    page = browser.at(table, *table.asked())
    page.wait_for_selector("#choices .choice")
    page.focus("#choices .choice")
    for _ in range(6):
        page.keyboard.down("Enter")
        page.wait_for_timeout(60)
    page.keyboard.up("Enter")
    page.wait_for_function(QUIET)
    assert plies(table) == 1
    for _ in range(6):
        page.keyboard.down("1")
        page.wait_for_timeout(60)
    page.keyboard.up("1")
    page.wait_for_function(QUIET)
    assert plies(table) == 2
    for _ in range(6):
        page.keyboard.down("u")
        page.wait_for_timeout(60)
    page.keyboard.up("u")
    page.wait_for_function(QUIET)
    assert plies(table) == 1


def test_what_is_confirmed_after_the_decision_has_changed_is_not_played(browser: Browser, table: Table) -> None:
    (seat,) = table.asked()
    page = browser.at(table, seat)
    page.route("**/actions?*", lambda route: (table.step(1), route.continue_())[1])
    page.click("#choices .choice")
    page.wait_for_selector(".toast:has-text('moved on')")
    assert plies(table) == 1
    browser.errors.clear()
