"""The Notices page in Chromium: channels are added, verified, configured and removed.

Pages show that a turn waits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from notifications.helpers import Kept
from palatine.config import Config, SiteSettings
from web.chromium import PHONE, Browser
from web.helpers import Served


@pytest.fixture
def sent() -> Kept:
    return Kept()


@pytest.fixture
def served(tmp_path: Path, sent: Kept) -> Iterator[Served]:
    """Yield a server with accounts, whose notifications are recorded here."""
    config = Config(site=SiteSettings(access="open"))
    server = Served(tmp_path / "p.db", config, dict.fromkeys(("push", "ntfy"), sent))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def browser(chromium: Any, served: Served, tmp_path: Path) -> Iterator[Browser]:
    opened = Browser(chromium, served, tmp_path)
    yield opened
    for context in opened.contexts:
        context.close()
    assert opened.errors == []


def signed_in(browser: Browser, **more: Any) -> Any:
    """Return a browser whose user plays Ford against a bot and is asked."""
    context = browser.context(**more)
    players = {"North": {"kind": "person", "me": True}, "South": {"kind": "bot", "bot": "recruit"}}
    made = context.request.post("/api/matches", data={"game": "ford", "players": players})
    assert made.ok, made.text()
    return context, made.json()["match"]


def test_an_account_gets_the_time_zone_of_its_first_browser(browser: Browser) -> None:
    context, _ = signed_in(browser, timezone_id="Asia/Tokyo")
    page = context.new_page()
    with page.expect_response(lambda answer: answer.request.method == "PATCH") as told:
        page.goto("/")
    assert told.value.ok
    assert context.request.get("/api/me").json()["zone"] == "Asia/Tokyo"
    elsewhere = browser.context(timezone_id="America/New_York", storage_state=context.storage_state())
    page = browser.page(elsewhere, "/me")
    expect(page.locator("[name=zone]")).to_have_value("Asia/Tokyo")
    expect(page.locator("[data-zone-unknown]")).to_have_count(0)


def test_a_way_is_added_proved_chosen_for_and_removed(browser: Browser, sent: Kept) -> None:
    context, _ = signed_in(browser)
    page = browser.page(context, "/me/notifications")
    expect(page.locator("#grid")).to_contain_text("You have no notices yet")
    page.select_option("#kind", "ntfy")
    page.fill("[name=target]", "http://ntfy.example.org/")
    page.click("text=Add >> nth=-1")
    expect(page.locator("#said")).to_have_text("The address must begin with https://.")
    browser.errors.clear()  # the browser notes the refusal
    browser.shoot(page, "notices")
    page.fill("[name=target]", "https://ntfy.example.org/a-topic")
    page.fill("[name=label]", "My phone")
    page.click("#add button")
    expect(page.locator("#grid thead")).to_contain_text("Waiting for the code")
    until = page.locator("[name=code]")
    expect(until).to_be_visible()
    while not sent.loads:
        page.wait_for_timeout(50)
    until.fill(sent.loads[0].message.data["code"])
    page.click("text=Check code")
    expect(page.locator("#grid thead")).to_contain_text("Works.")
    letters = page.get_by_label("I get a letter: My phone")
    expect(letters).to_be_checked()
    letters.uncheck()
    page.reload()
    expect(page.get_by_label("I get a letter: My phone")).not_to_be_checked()
    expect(page.get_by_label("it is my turn: My phone")).to_be_checked()
    page.get_by_label("Test: My phone").click()
    while sent.kinds != ["code", "test"]:
        page.wait_for_timeout(50)
    page.get_by_label("Switch off: My phone").click()
    expect(page.locator("#grid thead")).to_contain_text("Switched off.")
    expect(page.locator("#said")).to_be_hidden()
    page.get_by_label("Remove: My phone").click()
    expect(page.locator("#grid")).to_contain_text("You have no notices yet")


def test_the_page_fits_a_telephone_and_explains_it(browser: Browser) -> None:
    context, _ = signed_in(browser, size=PHONE)
    page = browser.page(context, "/me/notifications")
    page.wait_for_selector("#content[data-ready=yes]")
    page.click("summary")
    expect(page.locator("details")).to_contain_text("Add to Home Screen")
    added = context.request.post("/api/me/channels", data={"kind": "ntfy", "target": "https://ntfy.sh/a-topic"})
    assert added.ok, added.text()
    page.reload()
    page.wait_for_selector("#grid table")
    assert page.evaluate("(frame => frame.scrollWidth <= frame.clientWidth)(document.querySelector('#grid'))")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pages_tell_that_somebody_waits_and_one_of_them_listens(browser: Browser) -> None:
    context, match = signed_in(browser)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    lobby = browser.page(context, "/")
    expect(lobby).to_have_title(re.compile(r"^\(1\) Palatine"), timeout=15_000)
    assert "%231d6fd1" in lobby.get_attribute('link[rel="icon"]', "href")
    other = browser.page(context, "/me/notifications")
    expect(other).to_have_title("(1) Notices · Palatine", timeout=15_000)
    assert asked.count("me/events") == 1
    table = browser.page(context, f"/play/{match}")
    with table.expect_request("**/seen", timeout=15_000):
        table.bring_to_front()
    lobby.close()
    expect(other).to_have_title("(1) Notices · Palatine")
    other.bring_to_front()


def test_the_worker_is_installed(browser: Browser) -> None:
    context, _ = signed_in(browser)
    page = browser.page(context, "/me/notifications")
    ready = "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    assert page.evaluate(f"{ready}.then((found) => found.active.scriptURL)").endswith("/sw.js")
