"""The lobby in Chromium: lessons until the first is done, then a match with the captain; maps."""

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
    assert page.inner_text(f"{CARD} [data-learn]") == "Continue learning"
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


def test_a_card_says_whom_one_plays_in_a_first_match_and_why(browser: Any) -> None:
    page = browser.page(browser.context(PHONE), "/")
    told = page.inner_text(".game-card:has([data-game=dark-emperor]) .first-why")
    assert "In the lesson you were the Necromancer" in told
    assert "The Kingdoms are easier for a whole match" in told


def test_tables_of_one_scenario_are_told_apart_by_their_players(browser: Any) -> None:
    page = browser.page(browser.context(), "/new/elric")
    options = page.locator("[name=table] option").all_inner_texts()
    free = [each.split(":")[0] for each in options if each.startswith("Free choice")]
    assert free == [f"Free choice of nations, {n} players" for n in (2, 3, 4)]
    assert any(each.startswith("Founding of the Bright Empire, 1 player:") for each in options)


def test_on_a_phone_the_names_of_two_seats_are_whole(browser: Any) -> None:
    page = browser.page(browser.context(PHONE, has_touch=True, is_mobile=True), "/")
    page.click(f"{CARD} [data-captain]")
    page.wait_for_selector(READY)
    cut = "all => all.map((each) => [each.textContent, each.scrollWidth > each.clientWidth])"
    assert page.locator("#seats .seat-name").evaluate_all(cut) == [["Hosar", False], ["Demon", False]]


def test_after_the_story_the_map_shows_what_may_be_chosen(browser: Any) -> None:
    """Elric's appearances move the map away from the pieces to be moved."""
    page = browser.page(browser.context({"width": 1280, "height": 800}), "/")
    page.emulate_media(reduced_motion="no-preference")
    page.click(".game-card:has([data-game=elric]) [data-captain]")
    page.wait_for_selector(READY)
    page.wait_for_selector("[data-since=skip]")
    page.wait_for_selector("[data-since=again]", state="attached")
    page.wait_for_function(
        """() => {
        const port = document.querySelector(".port").getBoundingClientRect();
        const lit = [...document.querySelectorAll(".port .can")].map((each) => each.getBoundingClientRect());
        const seen = lit.filter((box) => box.right > port.left && box.left < port.right
            && box.bottom > port.top && box.top < port.bottom);
        return seen.length > 0 || lit.length === 0;  // which magicians keep which spells is no matter of the map
        }"""
    )


def test_a_first_match_of_adventurer_kings_begins_with_a_king_to_be_handed_in(browser: Any) -> None:
    page = browser.page(browser.context(), "/")
    page.click(".game-card:has([data-game=adventurer-kings]) [data-captain]")
    page.wait_for_selector("#match[data-desk]")
    page.wait_for_function("document.querySelector('#sheet-text').value.startsWith('king ')")
    page.click("#tab-report")
    page.wait_for_selector("#report :text('Nothing to report yet')")
    assert page.locator("#report a").count() == 0, "nothing is offered to be printed yet"


def test_puzzles_are_found_from_the_lobby(browser: Any) -> None:
    page = browser.page(browser.context(), "/")
    page.click(f"{CARD} >> text=Puzzles")
    page.wait_for_url("**/games/demonlord#puzzles")
    assert page.is_visible("#puzzles li")
