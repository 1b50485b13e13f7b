"""Two accounts in turn on one browser: nothing of the first reaches the second."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from web.auth.conftest import OPEN
from web.auth.test_auth_pages import READY as SIGNED_IN
from web.auth.test_auth_pages import mails
from web.chromium import READY, WRITTEN, Browser
from web.helpers import Served

POST = """async ([path, body]) => (await (await fetch(path, {
    method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' },
})).json())"""
KEPT = """() => Object.keys(localStorage).filter((key) => !/\\.(theme|sound|member|lease\\..*)$/.test(key))"""
PUSHED = """() => {
    const subscription = { unsubscribe: async () => { window.name = "no pushes"; } };
    const registration = { pushManager: { getSubscription: async () => subscription } };
    navigator.serviceWorker.getRegistration = async () => registration;
}"""
SECRET = "Aldo collects # secret"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("two") / "palatine.db", OPEN)
    server.start()
    yield server
    server.stop()


def sign_in(page: Any, served: Served, name: str) -> None:
    page.goto("/signin?next=/me")
    page.wait_for_selector(SIGNED_IN)
    page.fill("[data-way=mail] [name=address]", f"{name}@example.org")
    page.click("[data-way=mail] button")
    page.wait_for_selector("[data-way=code]:visible")
    page.fill("[data-way=code] [name=code]", mails(served)[-1]["code"])
    page.click("[data-way=code] button.primary")
    page.click("#naming button")
    page.wait_for_selector("main.me")
    page.wait_for_selector(SIGNED_IN)


@pytest.fixture
def pages(browser: Browser, served: Served) -> tuple[Any, Any, str]:
    """Return a member's page and their desk in another tab with unsaved orders."""
    context = browser.context()
    page = browser.page(context, "/signin")
    sign_in(page, served, f"ann-{len(mails(served))}")
    players = {"Abbey": {"me": True}, "Baron": {"kind": "bot"}}
    made = page.evaluate(POST, ["/api/matches", {"game": "tithe", "seats": list(players), "players": players}])
    page.evaluate("localStorage.setItem('palatine.invite.x', '{}'); localStorage.setItem('palatine.name', 'Ann')")
    desk = browser.page(context, f"/play/{made['match']}")
    desk.wait_for_selector(READY)
    desk.wait_for_selector(WRITTEN)
    desk.route("**/draft", lambda route: route.abort())
    desk.fill("#sheet-text", SECRET)
    desk.wait_for_function("() => Object.keys(localStorage).some((key) => key.includes('.sheet.'))")
    return page, desk, made["match"]


def test_who_signs_out_leaves_nothing_behind(browser: Browser, pages: tuple[Any, Any, str]) -> None:
    page, desk, match = pages
    page.evaluate(PUSHED)
    page.click("[data-sign-out]")
    page.wait_for_url(f"{browser.url}/")
    assert page.evaluate("window.name") == "no pushes"
    assert page.evaluate(KEPT) == []
    expect(desk.locator("#sheet-text")).to_be_hidden()
    assert SECRET not in desk.content()
    assert page.evaluate(f"async () => (await (await fetch('/api/matches/{match}')).json()).yours") == []
    browser.errors.clear()


def test_another_member_finds_nothing_of_the_one_before(
    browser: Browser, served: Served, pages: tuple[Any, Any, str]
) -> None:
    page, desk, _ = pages
    page.context.clear_cookies()  # the session ended without a word
    sign_in(page, served, "bob")
    assert page.evaluate(KEPT) == []
    expect(desk.locator("#sheet-text")).to_be_hidden()
    desk.wait_for_selector(READY)
    expect(desk.locator(".account-name")).to_have_text(page.inner_text(".me-name"))
    browser.errors.clear()
