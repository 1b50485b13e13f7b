"""Clocks and proposals on the page, in Chromium."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from matches.play.test_private_answers import Hands
from matches.spies import GAME as SPIES
from palatine import registry
from web.chromium import PHONE, READY
from web.helpers import Table

WIDE = {"width": 1280, "height": 800}
SIZES = {"wide": WIDE, "phone": PHONE}


def answer(page: Any, text: str) -> None:
    """Answer the first proposal, which is open for a player with nothing else to decide."""
    page.wait_for_selector("#consent details[data-part^=proposals]")
    page.evaluate("document.querySelector('#consent details[data-part^=proposals]').open = true")
    page.click(f"#consent button:text-is('{text}')")


def test_two_agree_on_a_pause_a_draw_and_a_rematch(browser: Any, new_table: Any) -> None:
    table: Table = new_table(game="demonlord", pace={"name": "steady"})
    (asked,) = table.asked()
    other = next(seat for seat in table.keys if seat != asked)
    mine = browser.at(table, other, size=WIDE)
    theirs = browser.at(table, asked, size=PHONE, color_scheme="dark")
    expect(mine.locator(".seat.turn .seat-time")).to_contain_text("d")
    mine.click("#consent summary")
    expect(mine.locator("#consent details")).to_contain_text("Waiting for ")
    browser.shoot(mine, "consent-why")
    mine.click("#consent details button:text-is('Give a day')")
    expect(mine.locator(".seat.turn .seat-time")).to_contain_text("7 d")
    mine.click("#open-menu")
    mine.click(".menu-more summary:text-is('Propose to the others')")
    browser.shoot(mine, "consent-menu")
    mine.click(".menu-more button:text-is('Offer a draw')")
    expect(mine.locator("#consent")).to_contain_text("offers a draw")
    expect(theirs.locator("#consent")).to_contain_text("offers a draw")
    browser.shoot(mine, "consent-asked")
    browser.shoot(theirs, "consent-phone-dark")
    answer(theirs, "Agree")
    expect(mine.locator("#prompt")).to_contain_text("Draw agreed")
    mine.click("#open-menu")
    mine.click(".menu-list button:text-is('Propose a rematch')")
    answer(theirs, "Agree")
    mine.click("#consent button:text-is('Go to the rematch')")
    mine.wait_for_url(lambda url: "/play/" in url and table.match not in url)
    mine.wait_for_selector(READY)


def test_an_opponent_whose_time_is_up_is_not_forfeit_silently(browser: Any, served: Any, new_table: Any) -> None:
    table: Table = new_table(game="ford", pace={"name": "live"})
    (late,) = table.asked()
    other = next(seat for seat in table.keys if seat != late)
    page = browser.at(table, other, size=PHONE)
    deadline = served.services.matches.info(table.match).deadline
    assert served.services.clocks.claim_deadlines(deadline) == [table.match]
    expect(page.locator("#consent")).to_contain_text(f"Time is up for {late}.")
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


def open_menu(page: Any) -> None:
    page.click("#open-menu")
    page.click(".menu-more summary:text-is('Propose to the others')")


@pytest.mark.parametrize("size", SIZES)
def test_two_agree_on_going_back_a_pause_more_time_and_calling_it_off(
    browser: Any, new_table: Any, size: str
) -> None:
    """Every proposal goes from one page to the other and back."""
    table: Table = new_table(game="demonlord", pace={"name": "steady"})
    (other,) = table.asked()
    while table.asked() == [other]:
        at = info(table)["at"]
        table.step()
    (asked,) = table.asked()
    mine, theirs = browser.at(table, other, size=SIZES[size]), browser.at(table, asked, size=SIZES[size])
    open_menu(mine)
    browser.shoot(mine, f"offer-menu-{size}")
    mine.click(".menu-more button:text-is('Take back my last move')")
    expect(theirs.locator("#consent")).to_contain_text("take back this move (")
    browser.shoot(theirs, f"offer-back-{size}")
    before = str(info(table)["version"])
    expect(mine.locator("#match")).to_have_attribute("data-version", before)
    answer(theirs, "Agree")
    expect(mine.locator("#match")).not_to_have_attribute("data-version", before)
    assert info(table)["at"] == at
    assert info(table)["asked"] == [other]
    open_menu(mine)
    mine.click(".menu-more button:text-is('Pause for 14 days')")
    expect(theirs.locator("#consent")).to_contain_text("pause")
    browser.shoot(theirs, f"offer-pause-{size}")
    answer(theirs, "Agree")
    expect(mine.locator("#consent")).to_contain_text("The match pauses until")
    browser.shoot(mine, f"offer-paused-{size}")
    mine.click("#consent button:text-is('End the pause')")
    expect(mine.locator("#consent button:text-is('End the pause')")).to_have_count(0)
    open_menu(mine)
    mine.click(".menu-more button:text-is('Call the match off')")
    answer(theirs, "Decline")
    expect(mine.locator("#consent button:text-is('Withdraw')")).to_have_count(0)
    open_menu(theirs)
    theirs.click(".menu-more button:text-is('Call the match off')")
    expect(mine.locator("#consent")).to_contain_text("call")
    browser.shoot(mine, f"offer-off-{size}")
    answer(mine, "Agree")
    expect(mine.locator("#prompt")).to_contain_text("Called off")
    browser.shoot(mine, f"offer-over-{size}")


def info(table: Table) -> Any:
    return table.client.get(table.base).json()


@pytest.mark.parametrize("size", SIZES)
def test_an_answer_stands_by_a_button_and_is_ended_by_one(browser: Any, new_table: Any, size: str) -> None:
    registry.register("spies", SPIES)
    table: Table = new_table(game="spies")
    table.act("North", "rest", 0, info(table)["version"])
    page = browser.at(table, "South", size=SIZES[size])
    before = str(info(table)["version"])
    expect(page.locator("#match")).to_have_attribute("data-version", before)
    page.click("button.shortcut:has-text('Rest until a troop falls')")
    page.wait_for_selector(f"#match:not(.busy):not([data-version='{before}'])")
    page.click("#open-menu")
    expect(page.locator(".menu-list")).to_contain_text("Answered in advance: Rest until a troop falls.")
    browser.shoot(page, f"auto-replies-{size}")
    page.click(".menu-list button:text-is('End these answers')")
    expect(page.locator("#journal")).to_contain_text("Your answers given in advance have ended.")
    page.click("#open-menu")
    expect(page.locator(".menu-list button:text-is('End these answers')")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_where_nothing_can_be_chosen_nothing_is_shown_as_a_choice(
    browser: Any, served: Any, new_table: Any, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    """South, who can only rest, is answered for; the page gives no signal."""
    registry.register("hands", Hands())
    monkeypatch.setattr(served.services.runtime, "wake_later", served.worker.wake_later)
    table: Table = new_table(game="hands", forced=True)
    page = browser.at(table, "South", size=SIZES[size])
    texts = page.evaluate_handle(
        """() => {
            const seen = [];
            new MutationObserver(() => {
                const soon = document.getElementById("answers-soon");
                const choices = document.querySelectorAll("#choices button").length;
                if (!soon.hidden) seen.push([soon.textContent.trim(), choices, document.title.startsWith("●")]);
            }).observe(document.getElementById("match"), { attributes: true });
            return seen;
        }"""
    )
    table.act("North", "rest", 0, info(table)["version"])
    page.wait_for_selector("#answers-soon:not([hidden])")
    browser.shoot(page, f"answers-soon-{size}")
    expect(page.locator("#answers-soon")).to_be_hidden()
    assert table.asked() == ["North"]
    text = "Nothing to choose. The referee answers for you in a few seconds, so that nobody can tell you had no choice."
    assert {tuple(each) for each in texts.json_value()} <= {(text, 0, False)}


def test_why_nobody_moves_is_told_without_a_clock(browser: Any, served: Any, new_table: Any) -> None:
    table: Table = new_table(game="ford")
    (asked,) = table.asked()
    other = next(seat for seat in table.keys if seat != asked)
    page = browser.at(table, other, size=PHONE)
    expect(page.locator("#consent")).to_be_hidden()
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(hours=2))
    page.reload()
    page.click("#consent summary")
    expect(page.locator("#consent details")).to_contain_text("This match has no clock.")
    browser.shoot(page, "consent-why-no-clock")
    page.click("#consent button:text-is('Let a bot play on')")
    expect(page.locator("#consent")).to_contain_text("a bot")
    browser.shoot(page, "consent-bot-asked")
