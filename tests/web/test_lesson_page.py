"""Lessons in Chromium: played to the end by clicks; dimming, answers, hints, progress."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from palatine import registry
from palatine.core.guidance.lessons import without_links
from web.chromium import PHONE, READY, SETTLED

NAMES = [(name, lesson.lesson) for name in registry.games() for lesson in registry.load(name).lessons]


def start(browser: Any, game: str, lesson: str, step: int = 0, **more: Any) -> Any:
    context = browser.context(**more)
    made = httpx.post(f"{browser.url}/api/lessons/{game}/{lesson}", json={"step": step}, timeout=60).json()
    value = next(iter(made["keys"].values()))
    context.add_cookies([{"name": f"palatine-{made['match']}", "value": value, "url": browser.url}])
    page = browser.page(context, f"/play/{made['match']}")
    page.wait_for_selector(READY)
    page.wait_for_selector(".lesson-dots i")
    return page


IN_SIGHT = """() => {
    const { top: least } = document.querySelector('#board-battle').getBoundingClientRect();
    const { top: most } = document.querySelector('.stage-bar').getBoundingClientRect();
    const used = [...document.querySelectorAll('#board-battle .space:not(.bare)')];
    const boxes = used.map((each) => each.getBoundingClientRect());
    return boxes.length > 1 && boxes.every(({ top, bottom }) => top >= least - 1 && bottom <= most + 1);
}"""


def step_of(page: Any) -> str:
    label: str = page.get_attribute(".lesson-dots", "aria-label")
    return label


def box_of(page: Any) -> Any:
    """Return the API's lesson data once the page shows the same position."""
    page.wait_for_selector("#match:not(.busy)")
    told = page.evaluate(
        "async () => { const { match } = document.querySelector('#match').dataset;"
        " const info = await (await fetch(`/api/matches/${match}`)).json();"
        " return await (await fetch(`/api/matches/${match}/view?seat=${info.yours[0]}`)).json(); }"
    )
    page.wait_for_selector(f"#match:not(.busy)[data-version='{told['version']}']")
    return told["lesson"]


def do_step(page: Any) -> None:
    """Click what the lesson expects, and wait until it has advanced."""
    box, before = box_of(page), page.get_attribute("#match", "data-version")
    if box.get("orders") or box.get("hands_in"):
        page.click("#tab-desk")
    if box.get("goes_on"):
        page.click("[data-lesson=on]")
    elif box.get("orders"):
        text = page.input_value("#sheet-text").rstrip("\n")
        page.fill("#sheet-text", f"{text}\n{box['orders'][0]}\n".lstrip("\n"))
    elif box.get("hands_in"):
        page.wait_for_selector("#hand-in:not([disabled])")
        page.click("#hand-in")
    else:
        do_way(page, box["expects"][0])
    went_on = "before => document.querySelector('#match').dataset.version !== before"
    page.wait_for_function(
        f"before => ({went_on})(before) || document.querySelector('dialog.question')", arg=before
    )
    if page.locator("dialog.question").count():  # what is warned of is done all the same
        page.click("dialog.question [data-answer=yes]")
    page.wait_for_function(went_on, arg=before)


def do_way(page: Any, way: Any) -> None:
    """Click an accepted choice: in the list, or a plan at its space on the board."""
    if not way.get("text"):
        return click_choice(page, f"{way['verb']} {way['operand']}")
    exact = re.compile(f"^{re.escape(way['text'])}$")
    listed = page.locator("#choices .shortcut", has=page.locator(".choice-text", has_text=exact))
    if listed.count():
        return listed.first.click()
    space = page.evaluate(
        "async (operand) => { const boards = await (await fetch("
        "`/api/matches/${document.querySelector('#match').dataset.match}/boards`)).json();"
        " return boards.flatMap((each) => each.spaces).find((each) => each.operand === operand).id; }",
        way["space"],
    )
    page.locator(f".board-panel.shown .space[data-space='{space}']").dispatch_event("click")
    page.wait_for_function(
        "before => !document.querySelector('#fan').hidden"
        " || document.querySelector('#match').dataset.version !== before",
        arg=page.get_attribute("#match", "data-version"),
    )
    if not page.locator("#fan").is_visible():
        return None
    offered = page.locator("#fan .choice", has=page.locator(".choice-text", has_text=exact))
    if offered.count():
        return offered.first.click()
    page.keyboard.press("Escape")
    return click_choice(page, f"{way['verb']} {way['operand']}")


def click_choice(page: Any, action: str) -> None:
    """Click a choice in the list and open its group if it is closed."""
    button = page.locator(f"#choices [data-action='{action}']")
    if not button.is_visible():
        page.evaluate("() => document.querySelectorAll('#choices details').forEach((each) => (each.open = true))")
    button.click()


@pytest.mark.parametrize(("game", "lesson"), NAMES)
def test_a_lesson_is_played_to_its_end_by_clicks(browser: Any, game: str, lesson: str) -> None:
    page = start(browser, game, lesson)
    for _ in range(60):
        if step_of(page) == "Lesson done":
            break
        do_step(page)
    assert step_of(page) == "Lesson done"
    taught = next(each for each in registry.load(game).lessons if each.lesson == lesson)
    assert page.inner_text(".lesson-say") == without_links(taught.lesson_end.say)
    assert page.locator(".lesson-onward a, .lesson-onward button").count()
    expect(page.locator(".lesson-text .first-why")).to_have_text(registry.load(game).first_match.why)


def test_what_does_not_belong_is_dimmed_and_answered_when_it_is_clicked(browser: Any) -> None:
    page = start(browser, "ford", "the-ford")
    assert page.locator("#choices .choice.off-step").count() == page.locator("#choices .choice").count() - 1
    assert page.locator(".lesson-halo").count() == 1
    assert "Look at Birch" in page.inner_text(".lesson-text")
    click_choice(page, "rest 0")
    page.wait_for_selector(".lesson-answer")
    assert page.inner_text(".lesson-answer") == "If you rest, the day is lost."
    assert step_of(page) == "Step 1 of 4"
    page.click("[data-lesson=hint]")
    assert page.inner_text(".lesson-hint") == "It is the troop in the middle of your row."
    page.keyboard.press("Escape")
    assert page.locator(".lesson-hint").count() == 0


def test_shown_and_back_and_left_and_come_back_to(browser: Any) -> None:
    page = start(browser, "ford", "the-ford")
    page.click("[data-lesson=show]")
    page.wait_for_selector(".lesson-dots[aria-label='Step 2 of 4']")
    page.click("[data-lesson=show]")
    page.wait_for_selector(".lesson-after")
    assert page.inner_text(".lesson-after") == "A 6: the Knight wins, and takes the ford."
    assert page.locator(".panel.lesson-frame[data-panel=fallen]").count() == 1
    page.click("[data-lesson=back]")
    page.wait_for_selector(".lesson-dots[aria-label='Step 2 of 4']")
    page.reload()
    page.wait_for_selector(".lesson-dots[aria-label='Step 2 of 4']")
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('palatine.lessons'))['ford/the-ford']")
    assert (kept["step"], kept["steps"], kept["done"]) == (1, 4, False)


def test_on_a_phone_a_lesson_of_orders_stands_above_the_desk(browser: Any) -> None:
    page = start(browser, "tithe", "a-season", size=PHONE)
    page.wait_for_selector("#desk-body:not([hidden])")
    box, desk = page.locator("#lesson").bounding_box(), page.locator("#panel-desk").bounding_box()
    assert box["width"] == desk["width"] == PHONE["width"]
    assert box["height"] <= PHONE["height"] / 3 + 1
    assert desk["y"] >= box["y"] + box["height"] - 1


def test_on_a_phone_the_box_is_a_strip_above_the_board(browser: Any) -> None:
    page = start(browser, "demonlord", "first-battle", 10, size=PHONE)
    box = page.locator("#lesson").bounding_box()
    assert box["y"] < 60
    assert box["height"] <= PHONE["height"] / 3 + 1
    assert page.locator("#stage").bounding_box()["y"] >= box["y"] + box["height"] - 1
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_a_battle_is_in_sight_when_the_box_has_its_text(browser: Any) -> None:
    page = start(browser, "demonlord", "first-battle", 9, size=PHONE)
    page.evaluate(SETTLED)
    assert page.evaluate(IN_SIGHT)


def test_on_a_phone_the_names_of_two_long_nations_stay_in_their_frames(browser: Any) -> None:
    page = start(browser, "lord-and-master", "first-sheet", size=PHONE)
    frames = page.locator(".seat").evaluate_all("all => all.map((each) => [each.scrollWidth, each.clientWidth])")
    assert len(frames) == 2
    assert all(needed <= given for needed, given in frames)


def test_on_a_phone_the_end_of_a_lesson_shows_what_comes_next_whole(browser: Any) -> None:
    page = start(browser, "lord-and-master", "first-sheet", size=PHONE)
    for _ in range(20):
        before = step_of(page)
        if before == "Lesson done":
            break
        page.locator("[data-lesson=on]:visible, [data-lesson=show]:visible").first.click()
        expect(page.locator(".lesson-dots")).not_to_have_attribute("aria-label", before)
    text, onward = page.locator(".lesson-text").bounding_box(), page.locator(".lesson-onward").bounding_box()
    assert onward["y"] + onward["height"] <= text["y"] + text["height"] + 1


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}])
def test_in_a_puzzle_one_reads_what_is_asked(browser: Any, size: Any) -> None:
    page = start(browser, "demonlord", registry.load("demonlord").puzzles[0].lesson, size=size)
    expect(page.locator("#lesson")).to_contain_text("Take it back this turn")
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("special spell")
    expect(page.locator("#undo")).to_be_hidden()
    page.click("[data-lesson=show]")
    expect(page.locator("#lesson")).to_contain_text("Here is the solution", timeout=30_000)
    expect(page.locator("#prompt")).to_be_hidden()
