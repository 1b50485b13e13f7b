"""Unusual cases of the page of a match: many seats, old links, departures, slow events."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.testing.examples.tithe.components import SEATS
from web.chromium import PHONE, READY, Browser, choose, sit, until_saved
from web.helpers import OrdersTable

NARROW = {"width": 1280, "height": 800}
MORE_CHIPS = """count => { const seats = document.getElementById('seats');
    while (seats.children.length < count) seats.append(seats.lastElementChild.cloneNode(true)); }"""
LATE_NEWS = """() => {
    const add = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, heard) {
        const later = (event) => setTimeout(heard, 1500, event);
        add.call(this, name, name === "info" ? later : heard);
    };
}"""


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
    page.wait_for_selector(f".toast:has-text('You no longer play {SEATS[0]}; you are watching.')")
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
    assert "you are watching" in page.inner_text(".toast")
    assert "#" not in page.url
    page.wait_for_selector(".board-panel.shown .space")
    assert page.is_hidden(".unrolling")
    browser.errors[:] = [error for error in browser.errors if "403" not in error]


def test_before_everybody_sits_a_spectator_is_told_what_is_waited_for(browser: Browser, served: Any) -> None:
    match = served.services.matches.create("ford").match
    page = browser.page(browser.context(), f"/watch/{match}")
    page.wait_for_selector(READY)
    text = page.inner_text("#choices-none")
    assert text.startswith("You're watching. ")
    assert "North" in text


def test_from_the_beginning_the_menu_leads_to_what_the_dice_prove(browser: Browser, new_table: Any) -> None:
    table = new_table()
    page = browser.at(table, "North")
    page.click("#open-menu")
    assert "could foresee rolls" in page.inner_text(".menu-note")
    browser.shoot(page, "menu-dice")
    page.click(f"a.menu-item[href='/verify/{table.match}']")
    page.wait_for_selector("#numbers li")
    assert page.inner_text("#numbers ol") == "North: 7", "from the machine of the host comes no second number"
    browser.shoot(page, "verify-under-way")


def test_a_what_if_says_so_above_its_prompt(browser: Browser, new_table: Any) -> None:
    table = new_table()
    answer = table.client.post(
        f"{table.base}/branch", json={"at": 0, "seat": "North"}, headers=table.headers("North")
    )
    page = browser.page(browser.context(), f"/watch/{answer.json()['match']}")
    page.wait_for_selector(READY)
    assert page.inner_text("#heading").lower().startswith("what if · ")


def test_the_last_sheet_is_in_time_even_if_the_news_of_the_turn_is_slow(
    browser: Browser, alone: OrdersTable
) -> None:
    """The event of the next turn arrives long after all answers about this one."""
    context = browser.context()
    context.add_init_script(f"({LATE_NEWS})()")
    value = alone.keys["Abbey"]
    context.add_cookies([{"name": f"palatine-{alone.match}", "value": value, "url": browser.url}])
    page = browser.page(context, f"/play/{alone.match}")
    page.wait_for_selector("#desk-body:not([hidden])")
    page.fill("#sheet-text", "Aldo builds")
    until_saved(page)
    page.click("#hand-in")
    page.wait_for_selector("#match[data-desk='2']")
    page.click("#tab-desk")
    page.wait_for_selector("#desk-body:not([hidden])")
    assert not page.is_visible("#desk-late")


KEPT = "#choices button, .panel, .panel li, .seat, .beacon, .mark, #prompt, #prompt *"
TAG = f"""() => {{
    const those = [...document.querySelectorAll({KEPT!r})];
    those.forEach((each) => (each.isTheSame = true));
    document.querySelectorAll('#choices button')[1].focus();
    return those.length;
}}"""
TAGGED = f"() => [...document.querySelectorAll({KEPT!r})].filter((each) => each.isTheSame).length"
NEWER = "before => document.querySelector('#match').dataset.version > before"


def test_what_does_not_change_stays_as_it_is(browser: Browser, new_table: Any) -> None:
    """Unrelated events keep focus, open details and the element under the pointer."""
    table = new_table()
    page = browser.at(table, "North")
    page.click("#tab-panels")
    page.click(".pieces [data-space='s0']", button="right")
    page.wait_for_selector("#fan:not([hidden])")
    count = page.evaluate(TAG)
    assert count > 10
    before = page.get_attribute("#match", "data-version")
    table.post("seats", "South", key=table.keys["South"], name="Somebody else")
    page.wait_for_function(NEWER, arg=before)
    page.wait_for_selector(".seat:has-text('Somebody else')")
    assert page.evaluate(TAGGED) == count - 1, "but the seat that has another name"
    assert page.evaluate("document.activeElement === document.querySelectorAll('#choices button')[1]")
    assert page.is_visible("#fan")
    assert page.is_visible("#panel-panels")


def test_after_the_server_has_gone_and_come_back_the_page_goes_on(
    browser: Browser, served: Any, new_table: Any
) -> None:
    """The server does not know the page's version, so it sends the whole view."""
    table = new_table()
    page = browser.at(table, "North")
    served.app.state.hub.sent_views.clear()
    choose(page, "#choices .choice:first-child")
    served.app.state.hub.sent_views.clear()
    before = page.get_attribute("#match", "data-version")
    table.step()
    page.wait_for_function(NEWER, arg=before)
    lines = page.locator("#journal .entry").count()
    page.reload()
    page.wait_for_selector(READY)
    assert page.locator("#journal .entry").count() == lines


def test_nations_are_named_and_their_referee_runs_turns_without_a_sheet(browser: Browser, make: Any) -> None:
    desk = make(
        game="lord-and-master", seats=["P1", "P2", "Referee"], players={"P2": {"kind": "bot", "bot": "recruit"}}
    )
    assert desk.hand_in("P1", desk.draft("P1")["text"], turn=0).status_code == 200
    page = sit(browser, desk, "Referee")
    page.wait_for_selector("#match[data-desk='1'] #desk-body:not([hidden])")
    assert page.inner_text("#sheet-title") == "Turn 1: my orders"
    assert page.inner_text("#desk-status").startswith("You can hand in orders, but need not")
    codes = page.locator("#seats .seat-code").all_inner_texts()
    names = page.locator(".seat-name").all_inner_texts()
    assert ([code.strip() for code in codes], names[2]) == (["P1", "P2"], "Referee")
    assert names[0][1:] in (page.text_content(".desk-awaited") or "")
    assert "P1" not in (page.text_content(".desk-awaited") or "") + page.inner_text("#prompt")
    assert desk.hand_in("P1").status_code == 200
    page.wait_for_function(
        "name => document.querySelector('.desk-awaited').textContent.split('.')[1]?.includes(name)",
        arg=names[0][1:],
    )
    page.click("#run-turn")
    page.wait_for_selector("#match[data-desk='2']")
    page.click("#tab-desk")
    page.wait_for_selector("#desk-body:not([hidden])")
    assert page.inner_text("#sheet-title") == "Turn 2: my orders"
    browser.shoot(page, "referee-desk")


def test_on_a_phone_ones_own_seat_is_told_from_the_others(browser: Browser, new_table: Any) -> None:
    page = browser.at(new_table(), "North", size=PHONE, is_mobile=True, has_touch=True)
    filled = page.locator(".seat").evaluate_all(
        "seats => seats.filter(seat => getComputedStyle(seat).backgroundColor !== 'rgba(0, 0, 0, 0)')"
        ".map(seat => seat.dataset.seat)"
    )
    assert filled == ["North"]


def test_a_side_has_one_colour_on_its_counters_and_beside_its_name(browser: Browser, new_table: Any) -> None:
    table = new_table(game="elric")
    page = browser.at(table, "Amber")
    held = {piece["id"]: piece["badges"][0] for piece in table.view("Amber")["view"]["pieces"] if "badges" in piece}
    rims: dict[str, set[str]] = {}
    for piece, colour in page.evaluate(RIMS):
        rims.setdefault(held.get(piece, ""), set()).add(colour)
    assert rims.keys() == {"Amber", "Jade"}
    for seat in ("Amber", "Jade"):
        beside = page.locator(f".seat[data-seat={seat}] .swatch")
        assert rims[seat] == {beside.evaluate("each => getComputedStyle(each).backgroundColor")}
    assert rims["Amber"] != rims["Jade"]
    assert page.locator(".map-board .badge:has(title:text-is('Amber'))").count() == 0
    told = page.locator("#journal .entry-text:has(> .swatch)").all_inner_texts()
    assert told
    assert all(line.split()[0] in {"Amber", "Jade"} for line in told)


RIMS = """() => [...document.querySelectorAll(".pile > .counter:has(> .rim)[data-piece]")].map((each) =>
    [each.dataset.piece, getComputedStyle(each.querySelector(".rim")).fill])"""


def test_the_stack_that_is_asked_about_is_lifted_and_what_lies_beyond_an_edge_is_counted(
    browser: Browser, new_table: Any
) -> None:
    table = new_table(game="demonlord")
    page = browser.at(table, "Hosar")
    for _ in range(5):
        page.click("[data-zoom=in]")
    seen = "document.querySelectorAll('.map-board .space.can').length"
    inside = page.evaluate(IN_SIGHT)
    page.wait_for_function(f"() => {seen} - ({IN_SIGHT})() === ({BEYOND})() && ({BEYOND})() > 0")
    edge = page.locator(".edge").first
    edge.click()
    page.wait_for_function(f"inside => ({IN_SIGHT})() !== inside || document.querySelector('.edge')", arg=inside)
    page.wait_for_function(f"() => {seen} - ({IN_SIGHT})() === ({BEYOND})()")
    assert page.evaluate(IN_SIGHT) > 0


IN_SIGHT = """() => {
    const port = document.querySelector(".board-panel.shown .port").getBoundingClientRect();
    return [...document.querySelectorAll(".map-board .space.can")].filter((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const [left, top] = [x + width / 2, y + height / 2];
        return left > port.left && left < port.right && top > port.top && top < port.bottom;
    }).length;
}"""
BEYOND = (
    "() => [...document.querySelectorAll('.edge')].reduce((n, each) => n + parseInt(each.innerText.slice(2)), 0)"
)
"""Numbers of spaces on offer in sight, and counted at the edges."""
