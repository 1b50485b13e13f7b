"""Accessibility of all pages: axe-core finds nothing on a phone or desktop, by day or night."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest

from guided import FORD, TITHE
from matches.helpers import FORD as MIDDLE
from palatine import registry
from web.axe import PAINTED, everywhere
from web.chromium import PHONE, READY, Browser, choose, sit
from web.helpers import Table
from web.test_lesson_page import start

GAMES = registry.games()
ORDERS = [name for name in GAMES if registry.load(name).orders]
SHORT, *_, LONG = sorted(GAMES, key=lambda name: len(registry.load(name).clauses))
"""The games with least and most to read."""
PATHS = ["/", "/credits", *[f"/{page}/{name}" for name in GAMES for page in ("new", "games")]]
READING = [f"/games/{name}/{page}" for name in (SHORT, LONG) for page in ("rules", "glossary")]


HELD = "document.activeElement.id || document.activeElement.dataset.action || document.activeElement.className"
"""The element with the focus."""


@pytest.fixture(autouse=True)
def _known() -> None:
    registry.register("guided", FORD)
    registry.register("guided-tithe", TITHE)


@pytest.mark.parametrize("path", [*PATHS, *READING])
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
def test_a_desk_of_the_largest_table(browser: Browser, new_table: Callable[..., Table], game: str) -> None:
    seats, scenario = max(
        ((row, each.name) for each in registry.load(game).scenarios for row in each.tables),
        key=lambda found: len(found[0]),
    )
    page = sit(browser, new_table(game=game, scenario=scenario, seats=list(seats)), seats[0])
    assert everywhere(page) == []


def test_every_tab_of_a_desk(browser: Browser, new_table: Callable[..., Table]) -> None:
    table = new_table(game="guided-tithe", players={"Baron": {"kind": "bot", "bot": "recruit"}})
    page = sit(browser, table, "Abbey")
    page.fill("#sheet-text", "Aldo collects\nwhatever")
    page.wait_for_selector(".finding")
    page.click("#dry-run-button")
    page.wait_for_selector("#dry-run:not([hidden])")
    assert everywhere(page) == []
    page.fill("#sheet-text", "Aldo collects")
    page.click("#hand-in")
    page.click("dialog.question [data-answer=yes]")
    page.click("#tab-report")
    page.wait_for_selector("#report h2")
    for name in ("letters", "report", "journal", "panels", "text"):
        page.click(f"#tab-{name}")
        page.wait_for_selector(f"#panel-{name}.shown")
        assert everywhere(page) == [], name
    report = browser.page(page.context, f"/report/{table.match}")
    assert everywhere(report) == []


@pytest.mark.parametrize("game", [GAMES[2], ORDERS[0]])
def test_a_lesson(browser: Browser, game: str) -> None:
    page = start(browser, game, registry.load(game).lessons[0].lesson)
    page.click("[data-lesson=hint]:visible, [data-lesson=on]:visible")
    assert everywhere(page) == []
    for name in ("legend", "stacks"):
        if page.locator(f"#show-{name}:visible").count():
            page.focus(f"#show-{name}")
            page.keyboard.press("Enter")
            page.wait_for_selector(f"#{name}", state="visible")
            assert everywhere(page, "main") == []
            page.focus(f"#{name}")  # on a phone a desk hides the board
            page.keyboard.press("Escape")
            assert page.locator(f"#{name}").is_hidden()
            assert page.evaluate(HELD) == f"show-{name}"


@pytest.fixture
def facing(new_table: Callable[..., Table]) -> Table:
    """Return a match with North in the ford; South is asked."""
    table = new_table(game="guided")
    for verb, operand in (("piece", 1), ("go", MIDDLE)):
        assert table.act("North", verb, operand, table.view("North")["version"]).status_code == 200
    return table


@pytest.mark.parametrize(
    ("opener", "key", "opened"),
    [
        ("#open-menu", "Enter", "#menu"),
        ("#show-keys", "Enter", "#keys"),
        (".board-panel.shown .port", "i", "#fan"),
        (".choice[data-action='go 4']", "Enter", "dialog.question"),
    ],
)
def test_what_opens_is_closed_by_escape_and_gives_the_focus_back(
    browser: Browser, facing: Table, opener: str, key: str, opened: str
) -> None:
    page = browser.at(facing, "South")
    choose(page, ".choice[data-action='piece 4']")
    page.focus(opener)
    if key == "i":
        page.keyboard.press("ArrowRight")
    held = page.evaluate(HELD)
    page.keyboard.press(key)
    page.wait_for_selector(opened, state="visible")
    assert everywhere(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(opened, state="hidden")
    assert page.evaluate(HELD) == held


def hold_attack(page: Any) -> None:
    """Go to the attack by keyboard."""
    page.press("#prompt-card", "c")
    while page.evaluate(HELD) != "go 4":
        page.keyboard.press("ArrowDown")


def test_what_is_told_beside_the_board(browser: Browser, facing: Table) -> None:
    page = browser.at(facing, "South")
    page.click("#since summary")
    assert everywhere(page) == []
    choose(page, ".choice[data-action='piece 4']")
    page.click("[data-advice=ask]")
    page.wait_for_selector(".advice-card")
    page.fill("#journal-search", "marches")
    hold_attack(page)
    page.wait_for_selector("#preview:not([hidden])")
    assert everywhere(page) == []
    hold_attack(page)  # at another width it was out of sight, and a browser may let go of it
    page.keyboard.press("Enter")
    page.click("dialog.question [data-answer=yes]")
    page.wait_for_selector("#result .result-card")
    assert everywhere(page) == []


def test_a_match_that_is_over(browser: Browser, new_table: Callable[..., Table]) -> None:
    table = new_table(game="guided")
    random = Random(4)
    while table.asked():
        table.step(random.randrange(1000))
    page = browser.at(table, "North")
    assert everywhere(page) == []
    for path, ready in (("story", "#story[data-ready]"), ("verify", "#checks li"), ("replay", READY)):
        page.goto(f"/{path}/{table.match}")
        page.wait_for_selector(ready)
        assert everywhere(page) == [], path


def test_who_comes_to_a_table(browser: Browser, served: Any) -> None:
    """The pages to enter a name and to wait for other players."""
    made = httpx.post(f"{served.url}/api/matches", json={"game": "ford"}).json()
    seats = list(made["keys"])
    joining = browser.page(browser.context(), f"/play/{made['match']}#{made['keys'][seats[0]]}")
    joining.wait_for_selector("#join-dialog[open]")
    assert everywhere(joining) == []
    joining.fill("#join-dialog [name=name]", "Ann")
    joining.click("#join-dialog button")
    joining.wait_for_selector("#waiting:not([hidden])")
    assert everywhere(joining) == []


def test_one_screen_for_two(browser: Browser, new_table: Callable[..., Table]) -> None:
    page = browser.at(new_table(game="ford"), "North", "South")
    for _ in range(20):
        if page.locator("#curtain:not([hidden])").count():
            break
        choose(page, "#choices .choice >> nth=0")
    assert everywhere(page) == []


@pytest.mark.parametrize("host", ["evil.example"])
def test_a_page_that_is_refused(browser: Browser, served: Any, host: str) -> None:
    text = httpx.get(served.url, headers={"host": host, "accept": "text/html"})
    assert text.status_code == 421
    page = browser.context().new_page()
    page.set_content(text.text)
    assert everywhere(page) == []


# By keys, by finger


def test_a_choice_that_is_focused_tells_its_entry(browser: Browser) -> None:
    page = start(browser, "demonlord", "hidden-stacks")
    page.press("#choices", "c")
    page.locator("#choices .choice:has([data-term])").first.wait_for()
    page.keyboard.press("ArrowDown")
    while not page.locator("#choices .choice:focus [data-term]").count():
        page.keyboard.press("ArrowDown")
    entry = page.locator("#term-tip")
    entry.wait_for(state="visible")
    assert page.locator("#choices .choice:focus").get_attribute("aria-describedby") == "term-tip"
    page.keyboard.press("Escape")
    assert entry.is_hidden()
    assert page.locator("[aria-describedby=term-tip]").count() == 0


def test_a_finger_that_rests_on_the_board_asks_and_does_not_choose(browser: Browser, facing: Table) -> None:
    page = browser.at(facing, "South", size=PHONE, has_touch=True, is_mobile=True)
    choose(page, ".choice[data-action='piece 4']")
    page.wait_for_function("() => !document.querySelector('.settling')")
    before = page.get_attribute("#match", "data-version")
    box = page.locator(".board-panel.shown .space.can").first.bounding_box()
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    page.wait_for_selector(".inspector.pressed", state="visible")
    page.wait_for_selector("#preview", state="visible")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate(PAINTED)
    assert page.get_attribute("#match", "data-version") == before
    assert page.locator("dialog.question").count() == 0
    page.touchscreen.tap(finger["x"], finger["y"])
    page.wait_for_selector("dialog.question")
