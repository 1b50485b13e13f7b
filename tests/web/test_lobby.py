"""The lobby in Chromium: learn until the first lesson is done, then play the captain; maps on every card."""

from __future__ import annotations

from typing import Any

from web.chromium import PHONE, READY

CARD = ".game-card:has([data-game=demonlord])"


def test_a_card_begins_with_a_lesson_and_goes_on_where_it_was_left(browser: Any) -> None:
    page = browser.page(browser.context(), "/")
    learn = page.locator(f"{CARD} [data-learn]")
    assert learn.inner_text() == "Learn (5 min)"
    assert "primary" in learn.get_attribute("class")
    learn.click()
    page.wait_for_selector(READY)
    page.wait_for_selector(".lesson-dots[aria-label^='Step 1 ']")
    left = page.url
    page.click("[data-lesson=show]")
    page.wait_for_selector(".lesson-dots[aria-label^='Step 2 ']")
    page.click("[data-lesson=leave]")
    page.wait_for_selector(CARD)
    assert page.inner_text(f"{CARD} [data-learn]") == "Go on learning"
    page.click(f"{CARD} [data-learn]")
    page.wait_for_selector(READY)
    page.wait_for_selector(".lesson-dots[aria-label^='Step 2 ']")
    assert page.url == left


def test_then_it_begins_with_the_captain(browser: Any) -> None:
    page = browser.page(browser.context(), "/")
    page.evaluate(
        "() => localStorage.setItem('palatine.lessons', JSON.stringify("
        "{ 'demonlord/first-battle': { step: 0, steps: 11, done: true, match: '' } }))"
    )
    page.reload()
    page.wait_for_selector(f"{CARD} [data-captain].primary")
    assert page.inner_text(f"{CARD} [data-learn]").startswith("Next lesson")
    page.click(f"{CARD} [data-captain]")
    page.wait_for_selector(READY)
    assert "Hosar" in page.inner_text("#seats")
    assert page.locator("#lesson").count() == 0


def test_every_card_shows_a_map_and_nothing_runs_over_the_edge(browser: Any) -> None:
    for size in ({"width": 1280, "height": 900}, PHONE):
        page = browser.page(browser.context(size), "/")
        for card in page.locator(".card-map").all():
            card.scroll_into_view_if_needed()
            card.locator("svg, canvas, .printed").first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.evaluate("() => scrollTo(0, 0)")
        text, title = page.locator(".hero-text > *").first.bounding_box(), page.locator(".hero-map").bounding_box()
        assert title is None or text["x"] + text["width"] <= title["x"] + 1
