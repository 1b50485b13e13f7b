"""Layout in Chromium at sizes and colours people choose: large letters, phone, light, dark."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from palatine import registry
from palatine.accounts.principals import AccountService
from palatine.config import Config, SiteSettings
from palatine.matches.clock import now
from web.chromium import DESKTOP, PHONE, Browser, sit
from web.helpers import Served, Table

OPEN = Config(site=SiteSettings(access="open"))
LETTERS = "size => { document.documentElement.style.fontSize = `${size}px`; }"
CONTRAST = """(selector) => {
    const channels = (colour) => {
        const drawn = new OffscreenCanvas(1, 1).getContext("2d");
        drawn.fillStyle = colour;
        drawn.fillRect(0, 0, 1, 1);
        return [...drawn.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) => {
        const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
        const [x, y, z] = [r, g, b].map((v) => linear(v / 255));
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const ground = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const colour = channels(getComputedStyle(each).backgroundColor);
            if (colour[3] === 255) return colour;
        }
        return [255, 255, 255, 255];
    };
    const element = document.querySelector(selector);
    const [one, other] = [channels(getComputedStyle(element).color), ground(element)].map(light).sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05);
}"""
"""The contrast of a text with what is behind it, by WCAG 2."""

CAPTION = """() => Math.min(...[...document.querySelectorAll('#board-off .caption-long')].map((each) => {
    return parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a;
}))"""
"""The size of the smallest caption of the board beside the map, in pixels."""
COVERED = """() => [...document.querySelectorAll('#board-off .caption')].filter((each) => {
    return each.compareDocumentPosition(document.querySelector('#board-off .pieces')) & 4;
}).map((each) => each.textContent)"""
"""The captions that counters may cover."""
STROKES = """() => [...new Set([...document.querySelectorAll('#board-battle .space.bare.unnamed')].map((each) => {
    return getComputedStyle(each).stroke;
}))]"""


class Battle(NamedTuple):
    """A match with a battle."""

    match: str
    keys: dict[str, str]


def with_one_choice(route: Any) -> None:
    """Answer with a view that has one choice."""
    told = route.fetch().json()
    told["view"]["choices"] = [told["view"]["choices"][0] | {"on": "button"}]
    route.fulfill(json=told)


@pytest.fixture(scope="module")
def accounts_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("layout") / "palatine.db", OPEN)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def phone(browser: Browser, accounts_server: Served) -> Any:
    """Return the phone of a moderator with a long name, the widest bar at the top of a page."""
    people = AccountService(accounts_server.services, accounts_server.store.database, OPEN)
    account = people.accounts.find_by_name("Wilhelmina Featherstonehaugh") or people.accounts.create_member(
        "Wilhelmina Featherstonehaugh", now(), "moderator"
    )
    browser.url = accounts_server.url
    context = browser.context(PHONE)
    secret, _ = people.sign_in(account, "Test", now())
    context.add_cookies([{"name": "palatine", "value": secret, "url": browser.url}])
    return context.new_page()


@pytest.mark.parametrize("game", ["adventurer-kings", "dark-emperor", "demonlord", "elric", "lord-and-master"])
def test_rules_glossary_and_game_fit_a_phone_with_letters_of_any_size(phone: Any, game: str) -> None:
    for path in (f"/games/{game}", f"/games/{game}/rules", f"/games/{game}/glossary"):
        phone.goto(path)
        for size in (16, 20, 24):
            phone.evaluate(LETTERS, size)
            assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], (path, size)
            assert phone.evaluate("document.querySelector('.top').getBoundingClientRect().right") <= PHONE["width"]


def test_letters_grow_with_the_size_set_in_the_browser(browser: Browser, served: Served, ford: Any) -> None:
    registry.register("ford", ford)
    page = browser.page(browser.context(), "/games/ford/rules")
    sizes = """['body', 'h1', '.lead', '.rules p', '.small', 'button'].map((each) => {
        return parseFloat(getComputedStyle(document.querySelector(each)).fontSize);
    })"""
    usual = page.evaluate(sizes)
    page.evaluate(LETTERS, 24)
    assert page.evaluate(sizes) == pytest.approx([1.5 * size for size in usual], rel=0.02)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_lone_choice_is_readable_with_the_pointer_on_it_and_without(
    browser: Browser, new_table: Any, scheme: str
) -> None:
    table: Table = new_table()
    page = browser.at(table, *table.asked(), color_scheme=scheme)
    page.route("**/view?*", with_one_choice)
    page.reload()
    lone = "#choices .only .choice"
    page.wait_for_selector(lone)
    assert page.evaluate(CONTRAST, lone) >= 4.5
    page.hover(lone)
    page.wait_for_function("document.getAnimations().every((each) => each.playState === 'finished')")
    assert page.evaluate(CONTRAST, lone) >= 4.5
    assert page.evaluate(CONTRAST, f"{lone} kbd") >= 4.5
    page.focus(lone)
    assert page.evaluate(CONTRAST, lone) >= 4.5


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_key_caps_are_shown_where_there_are_keys(browser: Browser, new_table: Any, size: dict[str, int]) -> None:
    table: Table = new_table()
    page = browser.at(table, *table.asked(), size=size)
    page.wait_for_selector("#choices .choice")
    assert page.locator("#choices .choice kbd").first.is_visible() is (size == DESKTOP)


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}, DESKTOP], ids=["390", "1280", "1600"])
@pytest.mark.parametrize("game", ["dark-emperor", "demonlord"])
def test_captions_beside_the_map_can_be_read(
    browser: Browser, new_table: Any, game: str, size: dict[str, int]
) -> None:
    table: Table = new_table(game=game)
    page = browser.at(table, *table.asked(), size=size)
    page.click(".board-tabs [data-tab=off]")
    page.wait_for_function(f"document.querySelector('#board-off .caption') && ({CAPTION})() > 11.9")
    assert page.evaluate(COVERED) == []


def test_empty_places_of_a_battle_are_not_drawn(browser: Browser, served: Served) -> None:
    page = browser.page(browser.context(), "/")
    made = page.request.post("/api/lessons/demonlord/first-battle", data={"step": 9}).json()
    found = Battle(made["match"], made["keys"])
    page = browser.at(found, *found.keys, size={"width": 2560, "height": 1440})
    assert page.locator("#board-battle .space.bare.unnamed").count() > 10
    assert page.evaluate(STROKES) == ["none"]
    used = page.locator("#board-battle .pile").all()
    boxes = [pile.bounding_box() for pile in used]
    stage = page.locator("#stage").bounding_box()
    middle = (min(box["x"] for box in boxes) + max(box["x"] + box["width"] for box in boxes)) / 2
    assert abs(middle - stage["width"] / 2) < stage["width"] / 5, "what is used stands in the middle"


def test_a_wide_window_has_larger_letters_more_columns_and_most_room_for_the_map(
    browser: Browser, make: Any
) -> None:
    wide = {"width": 2560, "height": 1440}
    page = sit(browser, make(), "Baron", size=wide)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "18px"
    stage = page.locator("#stage").bounding_box()
    assert stage["width"] / wide["width"] == pytest.approx(0.6, abs=0.01)
    page.goto("/")
    tracks = page.evaluate("getComputedStyle(document.querySelector('.lobby')).gridTemplateColumns")
    assert len(tracks.split()) == 3


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1600", "phone"])
def test_boxes_beside_the_map_are_named_legibly_also_when_they_are_empty(
    browser: Browser, new_table: Any, size: dict[str, int]
) -> None:
    page = browser.at(new_table(game="demonlord"), "Hosar", size=size)
    page.click("[data-tab=off]")
    page.click("[data-zoom=fit]")
    page.wait_for_selector("#board-off .sheet:not(.moving)")
    names = page.evaluate(CAPTIONS)
    assert len(names) == 6
    assert all(pixels >= 12 for pixels in names.values()), names


def test_what_helps_with_a_decision_stands_in_one_row(browser: Browser, new_table: Any) -> None:
    """The row has set-up, advice and undo; their heights and ends are compared."""
    table = new_table(game="elric")
    page = browser.at(table, *table.asked())
    for size in (PHONE, {"width": 1280, "height": 800}, DESKTOP):
        page.set_viewport_size(size)
        buttons = page.locator("[data-advice=set-up], [data-advice=ask], #undo")
        boxes = sorted((each.bounding_box() for each in buttons.all()), key=lambda box: box["x"])
        assert len(boxes) == 3
        assert {(box["y"], box["height"]) for box in boxes} == {(boxes[0]["y"], boxes[0]["height"])}
        assert all(one["x"] + one["width"] <= other["x"] for one, other in itertools.pairwise(boxes))
        assert boxes[-1]["x"] + boxes[-1]["width"] <= size["width"]
        assert page.locator("#undo").inner_text().startswith("Undo")
    browser.shoot(page, "decision-row")


CAPTIONS = """() => Object.fromEntries([...document.querySelectorAll("#board-off .caption")]
    .filter((each) => getComputedStyle(each).display !== "none")
    .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a]))"""
"""The names of boxes that are shown, and the size of their letters in pixels."""


def test_pages_for_accounts_say_in_local_mode_that_there_are_none(browser: Browser) -> None:
    page = browser.page(browser.context(), "/me")
    assert page.inner_text("h1") == "No accounts here"
    page.click("text=Back to the lobby")
    page.wait_for_selector(".lobby")
