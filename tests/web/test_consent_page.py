"""Clocks and proposals on the page, in Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from web.chromium import PHONE, READY
from web.helpers import Table

pytestmark = pytest.mark.long

WIDE = {"width": 1280, "height": 800}


def test_two_agree_on_a_pause_a_draw_and_a_rematch(browser: Any, new_table: Any) -> None:
    table: Table = new_table(game="demonlord", pace={"name": "steady"})
    (asked,) = table.asked()
    other = next(seat for seat in table.keys if seat != asked)
    mine = browser.at(table, other, size=WIDE)
    theirs = browser.at(table, asked, size=PHONE, color_scheme="dark")
    expect(mine.locator(".seat.turn .seat-time")).to_contain_text("d")
    mine.click("#consent summary")
    expect(mine.locator("#consent details")).to_contain_text("has been asked since")
    browser.shoot(mine, "consent-why")
    mine.click("#consent details button:text-is('Give a day')")
    expect(mine.locator(".seat.turn .seat-time")).to_contain_text("7 d")
    mine.click("#open-menu")
    mine.click(".menu-more summary")
    browser.shoot(mine, "consent-menu")
    mine.click(".menu-more button:text-is('Offer a draw')")
    expect(mine.locator("#consent")).to_contain_text("offers a draw")
    expect(theirs.locator("#consent")).to_contain_text("offers a draw")
    browser.shoot(mine, "consent-asked")
    browser.shoot(theirs, "consent-phone-dark")
    theirs.click("#consent button:text-is('Agree')")
    expect(mine.locator("#prompt")).to_contain_text("Draw agreed")
    mine.click("#open-menu")
    mine.click(".menu-list button:text-is('Propose a rematch')")
    theirs.click("#consent button:text-is('Agree')")
    mine.click("#consent button:text-is('Go to the rematch')")
    mine.wait_for_selector(READY)
    assert table.match not in mine.url


def test_an_opponent_whose_time_is_up_is_not_forfeit_silently(browser: Any, served: Any, new_table: Any) -> None:
    table: Table = new_table(game="ford", pace={"name": "live"})
    (late,) = table.asked()
    other = next(seat for seat in table.keys if seat != late)
    page = browser.at(table, other, size=PHONE)
    deadline = served.house.table(table.match).deadline
    assert served.house.claim_deadlines(deadline) == [table.match]
    expect(page.locator("#consent")).to_contain_text(f"{late}'s time is up.")
    browser.shoot(page, "consent-time-up")
    page.click("#consent button:text-is('Take the win')")
    expect(page.locator("#prompt")).to_contain_text(f"{late} ran out of time")


def test_a_pace_is_chosen_for_a_match_with_a_friend(browser: Any) -> None:
    page = browser.page(browser.context(WIDE), "/new/demonlord")
    expect(page.locator("#pace")).to_be_hidden()
    page.check("[name=opponent][value=friend]")
    page.check("[name=pace][value=steady]")
    browser.shoot(page, "new-pace")
    page.click("#begin")
    page.wait_for_selector(READY)
    match = page.get_attribute("#match", "data-match")
    assert page.request.get(f"/api/matches/{match}").json()["times"]["pace"]["name"] == "steady"


def test_a_calendar_is_chosen_for_a_game_of_orders(browser: Any) -> None:
    page = browser.page(browser.context(PHONE, timezone_id="Europe/Berlin"), "/new/tithe")
    page.select_option("[name=hours]", "week")
    page.click("#late summary")
    expect(page.locator("[name=zone]")).to_have_value("Europe/Berlin")
    browser.shoot(page, "new-calendar")
    page.click("#begin")
    page.wait_for_selector(READY)
    clock = page.request.get(f"/api/matches/{page.get_attribute('#match', 'data-match')}").json()["clock"]
    assert (clock["days"], clock["zone"], clock["late"], clock["excused"]) == (
        ["mon", "thu"], "Europe/Berlin", "bot", 1,
    )  # fmt: skip


def test_who_has_nothing_to_order_need_not_be_waited_for(browser: Any, make: Any) -> None:
    desk = make(clock={"hours": 24})
    page = browser.at(desk, "Abbey", size=WIDE)
    page.click("#desk-time [data-ready=true]")
    expect(page.locator("#desk-time")).to_contain_text("Waiting for Baron")
    page.click("#desk-time [data-ready=false]")
    expect(page.locator("#desk-time [data-ready=true]")).to_be_visible()
