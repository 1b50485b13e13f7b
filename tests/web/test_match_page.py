"""The page of a match in Chromium where something is out of the ordinary: many seats, old links, players who leave."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.testing.examples.tithe.components import SEATS
from web.chromium import PHONE, READY, Browser, sit

pytestmark = pytest.mark.long

NARROW = {"width": 1280, "height": 800}
MORE_CHIPS = """count => { const seats = document.getElementById('seats');
    while (seats.children.length < count) seats.append(seats.lastElementChild.cloneNode(true)); }"""


@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["1280", "phone"])
def test_the_menu_stays_on_the_page_however_many_sit_and_whatever_their_names(
    browser: Browser, new_table: Any, size: dict[str, int]
) -> None:
    table = new_table()
    table.post("seats", "North", key=table.keys["North"], name="North of the river " * 4)
    page = browser.at(table, "South", size=size)
    for count in (2, 12, 32):
        page.evaluate(MORE_CHIPS, count)
        menu = page.locator("#open-menu").bounding_box()
        assert menu["x"] + menu["width"] <= size["width"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert max(chip.bounding_box()["width"] for chip in page.locator(".seat").all()[:2]) < 260
        browser.shoot(page, f"seats-{count}-{size['width']}")


def test_who_resigns_from_a_match_that_goes_on_looks_on(browser: Browser, make: Any) -> None:
    desk = make(seats=list(SEATS[:3]))
    page = sit(browser, desk, SEATS[0])
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#open-menu")
    page.click("button.menu-item:text-is('Resign')")
    page.wait_for_selector(f".toast:has-text('You do not play {SEATS[0]} any more; you are looking on.')")
    assert page.is_hidden("#desk-body")
    assert page.locator(".seat.yours").count() == 0
    lines = page.locator("#journal .entry").count()
    assert lines > 1
    for seat in SEATS[1:3]:
        assert desk.hand_in(seat).status_code == 200
    page.wait_for_function("n => document.querySelectorAll('#journal .entry').length > n", arg=lines)


@pytest.mark.parametrize("wrong", ["nosuchkey", "cut%2"])
def test_a_link_that_opens_nothing_leads_to_looking_on(browser: Browser, new_table: Any, wrong: str) -> None:
    table = new_table()
    page = browser.page(browser.context(), f"/play/{table.match}#{wrong}")
    page.wait_for_selector(READY)
    assert "you are looking on" in page.inner_text(".toast")
    assert "#" not in page.url
    page.wait_for_selector(".board-panel.shown .space")
    assert page.is_hidden(".unrolling")
    browser.errors[:] = [error for error in browser.errors if "403" not in error]


def test_before_everybody_sits_a_spectator_is_told_what_is_waited_for(browser: Browser, served: Any) -> None:
    match = served.house.create("ford").match
    page = browser.page(browser.context(), f"/watch/{match}")
    page.wait_for_selector(READY)
    text = page.inner_text("#choices-none")
    assert text.startswith("You are looking on. ")
    assert "North" in text
