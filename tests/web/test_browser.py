"""End-to-end tests in Chromium: a newcomer's path, a battle, two browsers, keyboard, phone.

Screenshots are stored in `screenshots/`.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from palatine import registry
from palatine.matches.play import seating
from web.chromium import PHONE, READY, Browser, choose, prompt_of
from web.helpers import Table

BELOW = """() => {
    const { scrollHeight, scrollTop, clientHeight } = document.querySelector("#panel-journal");
    return scrollHeight - scrollTop - clientHeight;
}"""
REAL = [name for name in registry.games() if name != "ford" and not registry.load(name).orders]


def takes_over(name: str) -> bool:
    """Return whether a game has a scene that takes over the page while it is played."""
    game = registry.load(name)
    start = game.setup(seed=b"scenes")
    usual = game.view(start, None).boards
    return any(board.kind == "scene" and board.id not in usual for board in game.boards(start))


@pytest.mark.parametrize("game", REAL)
def test_a_newcomers_path(browser: Browser, game: str) -> None:
    context = browser.context()
    page = browser.page(context, "/")
    page.wait_for_selector(".hero-map.drawn")
    browser.shoot(page, f"{game}-lobby")
    page.click(f"a[href='/new/{game}']")  # one
    page.click("label.pick >> nth=0")  # two
    browser.shoot(page, f"{game}-new")
    page.click("#begin")  # three
    page.wait_for_selector(READY)
    page.wait_for_selector("#choices button")
    assert page.title().startswith("●")
    browser.shoot(page, f"{game}-first-seen")

    for _ in range(60):  # set up, up to the first stack that can march
        if page.locator("#choices [data-action^='go ']").count():
            break
        page.wait_for_selector("#choices .choice, .map-board .space.can")
        if not page.locator("#choices .choice").count():  # so many that the board alone shows them
            choose(page, ".map-board .space.can >> nth=0", out_of_view=True)
            continue
        places = page.locator("#choices .places .choice").count()
        choose(page, "#choices .places .choice >> nth=0" if places else "#choices .choice >> nth=0")
    expect(page.locator(".space.can").first).to_be_attached()
    browser.shoot(page, f"{game}-march")
    marched = prompt_of(page)
    assert page.evaluate(BELOW) < 60, "the newest line of the journal is to be seen"
    choose(page, ".places [data-action^='go ']")
    page.wait_for_selector("#undo[aria-disabled=false]")
    choose(page, "#undo")
    assert prompt_of(page) == marched

    plain = page.locator(".map-board .space:not(.can)").nth(20).get_attribute("data-space")
    page.dispatch_event(f".map-board .space[data-space='{plain}']", "click")
    page.wait_for_selector("#fan .refusal")
    assert page.inner_text("#fan .refusal .clause")
    page.hover("#fan .refusal .clause")
    page.wait_for_selector(".tip:not([hidden])")
    browser.shoot(page, f"{game}-why-not")
    page.keyboard.press("Escape")

    heading, lines = page.inner_text("#heading"), page.locator("#journal .entry").count()
    page.reload()
    page.wait_for_selector(READY)
    assert page.inner_text("#heading") == heading
    assert prompt_of(page) == marched
    assert page.locator("#journal .entry").count() == lines

    page.click("#open-menu")
    page.click("a.menu-item[href^='/replay/']")
    page.wait_for_selector(READY)
    page.locator("[data-replay=slider]").fill("1")
    page.wait_for_function("() => document.querySelector('[data-replay=count]').innerText.startsWith('Action 1 ')")
    browser.shoot(page, f"{game}-replay")


@pytest.mark.parametrize("game", [name for name in REAL if takes_over(name)])
def test_a_battle_to_its_end(browser: Browser, served: Any, game: str) -> None:
    table = fought(served, game)
    page = browser.at(table, *table.keys)
    browser.shoot(page, f"{game}-battle")
    for scheme in ("dark", "light"):
        phone = browser.at(table, *table.keys, size=PHONE, color_scheme=scheme, is_mobile=True, has_touch=True)
        browser.shoot(phone, f"{game}-battle-phone-{scheme}")
        phone.close()
    for _ in range(400):
        if page.get_attribute("#stage", "data-kind") != "scene":
            break
        if page.locator("#curtain:not([hidden])").count():
            page.click("#curtain .primary")
            page.wait_for_selector("#curtain", state="hidden")
            page.wait_for_selector("#choices button")
        else:
            choose(page, "#choices .choice >> nth=0")
    assert page.get_attribute("#stage", "data-kind") == "map"
    expect(page.locator("#journal .tally").first).to_be_attached()
    browser.shoot(page, f"{game}-after-the-battle")


def fought(served: Any, game: str) -> Table:
    """Return a match in the middle of a scene that takes over the page, found by random play."""
    ruleset = registry.load(game)
    for seed in range(10):
        state = ruleset.setup(seed=bytes([seed]))
        scenes = {board.id for board in ruleset.boards(state) if board.kind == "scene"}
        recruit = registry.bot("recruit", ruleset)
        inside = 0
        while ruleset.actors(state):
            (seat,) = ruleset.actors(state)
            inside = inside + 1 if ruleset.view(state, None).boards[0] in scenes else 0
            if inside >= 6:
                return from_position(served, game, state)
            ruleset.take(state, seat, recruit.decide(state, seat))
    raise AssertionError("no scene came up")


def from_position(served: Any, game: str, state: Any) -> Table:
    """Return a match that starts with a position."""
    ruleset = registry.load(game)
    options = dict(state.options)
    row = seating.new_row(game, ruleset, ruleset.scenarios[0].name, options, "", start=ruleset.encode(state))
    players = {seat: {"kind": "person", "number": ""} for seat in state.seats}
    made = seating.store_match(served.services.runtime, row, state.seats, players)
    return Table(httpx.Client(base_url=served.url, timeout=60), made)


def test_two_browsers_by_link(browser: Browser) -> None:
    ann = browser.page(browser.context(), "/new/ford")
    ann.click("label:has([value=friend])")
    ann.click("#begin")
    ann.wait_for_selector("#waiting .linkbox input")
    link = ann.input_value("#waiting .linkbox input")
    browser.shoot(ann, "waiting-room")
    bob = browser.page(browser.context(PHONE), link)
    bob.fill("#join-dialog [name=name]", "Bob")
    browser.shoot(bob, "invited-phone")
    bob.click("#join-dialog button")
    bob.wait_for_url(lambda url: "#" not in url)
    bob.wait_for_selector(READY)
    ann.wait_for_selector("#waiting", state="hidden")
    ann.wait_for_selector("#choices button")
    assert "Bob" in ann.inner_text("#seats")
    for _ in range(12):
        mover = ann if ann.locator("#choices button").count() else bob
        other = bob if mover is ann else ann
        lines = other.locator("#journal .entry").count()
        choose(mover, "#choices .buttons .choice, #choices .choice")
        other.wait_for_function("n => document.querySelectorAll('#journal .entry').length > n", arg=lines)
        if not (ann.locator("#choices button").count() or bob.locator("#choices button").count()):
            break
    ann.wait_for_selector(".verdict")
    bob.wait_for_selector(".verdict")
    ann.click("#verify")
    ann.wait_for_selector("body[data-ready='1']")
    expect(ann.locator(".checks .bad")).to_have_count(0)
    expect(ann.locator(".checks .good")).to_have_count(4)
    expect(ann.locator(".checks .remark")).to_contain_text("The numbers came in this order")
    browser.shoot(ann, "verify")


def test_somebody_beside_you(browser: Browser) -> None:
    page = browser.page(browser.context(), "/new/ford")
    page.click("label:has([value=here])")
    page.click("#begin")
    page.wait_for_selector(READY)
    choose(page, ".buttons .choice")
    page.wait_for_selector("#curtain:not([hidden])")
    expect(page.locator("#choices button")).to_have_count(0)
    browser.shoot(page, "curtain")
    page.click("#curtain .primary")
    page.wait_for_selector("#choices button")


def test_keys_alone(browser: Browser, new_table: Any) -> None:
    page = browser.at(new_table(), "North")
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.classList.contains('port')")
    page.keyboard.press("n")
    expect(page.locator(".space.at")).to_have_count(1)
    assert "choice" in page.inner_text("#aloud-board")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("i")
    page.wait_for_selector("#fan:not([hidden])")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.classList.contains('port')")
    page.keyboard.press("c")
    assert page.evaluate("document.activeElement.closest('#choices') !== null")
    page.keyboard.press("Shift+A")
    page.wait_for_function("() => document.querySelector('#undo-what').textContent === 'Piece 1 to Ford'")
    page.wait_for_selector("#match:not(.busy)")
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelectorAll('#choices button').length > 1")
    page.wait_for_selector("#match:not(.busy)")
    count = page.locator("#choices .choice[data-number]").count()
    page.keyboard.press(str(count))
    page.wait_for_function("() => document.querySelectorAll('#choices button').length === 0")
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")


def test_figures_are_laid_over_the_map_when_asked(browser: Browser, new_table: Any) -> None:
    page = browser.at(new_table(), "North")
    page.wait_for_selector("#layers:not([hidden])")
    expect(page.locator(".figure")).to_have_count(0)
    page.focus("#layers select")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(".figure")
    expect(page.locator(".figure"), "North's own, and what South shows").to_have_count(4)
    assert page.inner_text("#layers p").endswith("in all")
    page.keyboard.press("Tab")
    page.locator(".port").focus()
    page.keyboard.press("n")
    assert "Strength known: " in page.inner_text("#aloud-board")
    choose(page, "#choices .choice:last-child")
    page.wait_for_function("() => document.querySelectorAll('.figure').length === 4")
    page.select_option("#layers select", "")
    page.wait_for_function("() => !document.querySelectorAll('.figure').length")
    assert page.inner_text("#layers p") == ""


def test_a_plan_by_a_click_far_off_and_back_by_one(browser: Browser, new_table: Any) -> None:
    page = browser.at(new_table(), "North")
    assert page.locator("#undo-what").inner_text() == ""
    choose(page, ".space.aside[data-space='s4']")
    assert page.inner_text("#undo-what") == "Piece 1 to Ford"
    assert "Ford" in page.locator("#journal .entry").last.inner_text()
    lines = page.locator("#journal .entry").count()
    choose(page, "#undo")
    expect(page.locator("#choices button").first).to_be_attached()
    assert page.locator("#journal .entry").count() == lines - 1, "both its lines are void"


def test_what_tells_of_a_space_goes_when_the_space_is_clicked(browser: Browser, new_table: Any) -> None:
    page = browser.at(new_table(), "North")
    page.hover(".space.aside[data-space='s4']")
    page.wait_for_selector(".inspector:not([hidden])")
    choose(page, ".space.aside[data-space='s4']")
    expect(page.locator(".inspector:not([hidden])")).to_have_count(0)


def test_on_a_phone_all_seats_of_a_finished_match_are_seen(browser: Browser, new_table: Any) -> None:
    table = new_table(options={"days": 1})
    table.step(-1)
    table.step(-1)
    page = browser.at(table, "North", size=PHONE, is_mobile=True, has_touch=True)
    place = page.locator(".seats").bounding_box()
    last = page.locator(".seat").last.bounding_box()
    assert last["x"] + last["width"] <= place["x"] + place["width"]
    expect(page.locator("#ending a[href^='/verify/']")).to_be_visible()  # the dice are checked from here


def test_what_was_over_can_be_watched_again(browser: Browser, new_table: Any) -> None:
    table = new_table(options={"days": 1})
    table.step(-1)
    table.step(-1)
    page = browser.at(table, "North")
    assert "has won" in page.inner_text("#heading") or page.locator(".verdict").count()
    page.click("#ending a[href^='/replay/']")
    page.wait_for_selector(READY)
    page.wait_for_function("() => document.querySelector('[data-replay=count]').innerText.startsWith('Action 0 ')")
    page.click("[data-replay=play]")
    page.wait_for_function("() => document.querySelector('[data-replay=play]').innerText === 'Play'")
    assert page.inner_text("[data-replay=count]") == "Action 2 of 2"


def test_a_stale_tab_is_told_kindly(browser: Browser, new_table: Any) -> None:
    table = new_table()
    page = browser.at(table, "North")
    page.route("**/events*", lambda route: route.abort())
    page.reload()
    page.wait_for_selector(READY)
    table.step()
    page.click("#choices .choice >> nth=0")
    page.wait_for_selector(".toast")
    assert "moved on" in page.inner_text(".toast")
    browser.errors.clear()


def test_a_double_click_acts_once(browser: Browser, new_table: Any) -> None:
    table = new_table()
    page = browser.at(table, "North")
    page.dblclick("#choices .choice[data-action^='show'], #choices .choice >> nth=0")
    page.wait_for_timeout(400)
    expect(page.locator(".toast")).to_have_count(0)


def test_the_lost_connection_is_told_and_found_again(browser: Browser, new_table: Any) -> None:
    table = new_table()
    page = browser.at(table, "South")
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    lines = page.locator("#journal .entry").count()
    table.step(-1)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("n => document.querySelectorAll('#journal .entry').length > n", arg=lines)
    browser.errors.clear()


def test_looking_on(browser: Browser, new_table: Any) -> None:
    table = new_table()
    page = browser.page(browser.context(), f"/watch/{table.match}")
    page.wait_for_selector(READY)
    expect(page.locator("#choices button")).to_have_count(0)
    lines = page.locator("#journal .entry").count()
    table.step(99)
    page.wait_for_function("n => document.querySelectorAll('#journal .entry').length > n", arg=lines)


@pytest.mark.parametrize(
    ("game", "scheme"),
    [(game, scheme) for game in REAL for scheme in ("light", "dark")],
)
def test_a_phone(browser: Browser, new_table: Any, game: str, scheme: str) -> None:
    table = new_table(game=game)
    page = browser.at(table, *table.keys, size=PHONE, color_scheme=scheme, is_mobile=True, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    browser.shoot(page, f"{game}-phone-{scheme}")
    page.click("#tab-journal")
    page.click("#grip")
    browser.shoot(page, f"{game}-phone-{scheme}-journal")
    wide = browser.at(table, *table.keys, color_scheme=scheme)
    browser.shoot(wide, f"{game}-wide-{scheme}")
    for path in ("/", f"/games/{game}", f"/games/{game}/rules", f"/new/{game}"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    browser.shoot(page, f"{game}-phone-{scheme}-new")


def test_the_boards_as_text(browser: Browser, new_table: Any) -> None:
    page = browser.at(new_table(), "North")
    page.click("#tab-text")
    page.wait_for_function("() => document.querySelector('#text').textContent.includes('hidden troop of South')")
    assert prompt_of(page).split(" ")[0] in page.inner_text("#text")


def test_rules_are_found(browser: Browser) -> None:
    page = browser.page(browser.context(), "/games/ford/rules")
    page.fill("#filter", "deep")
    expect(page.locator("[data-rule]:visible")).to_have_count(1)
    page.fill("#filter", "nothing of the kind")
    page.wait_for_selector("#filter-none:not([hidden])")


def test_what_a_waiting_seat_may_do_stands_back(browser: Browser, served: Any) -> None:
    ruleset = registry.load("dark-emperor")
    text = "dark-emperor\nplayer-turn Kingdoms\nstep Movement\ncontrol: Tal Pletor Necromancer, Stavror Kingdoms\n"
    table = from_position(served, "dark-emperor", ruleset.read_position(text))
    page = browser.at(table, "Necromancer")
    expect(page.locator(".meanwhile .choice")).to_have_count(1)
    assert not page.title().startswith("●")
    assert "Kingdoms" in page.inner_text("#choices-none")
    page.keyboard.press("1")
    expect(page.locator("#match.busy"), "no key does it by mistake").to_have_count(0)
    choose(page, ".meanwhile .choice")
    assert "Tal Pletor" in page.inner_text("#journal")
    expect(page.locator(".meanwhile .choice")).to_have_count(0)


def test_a_new_match_says_what_a_scenario_is_about(browser: Browser) -> None:
    page = browser.page(browser.context(), "/new/elric")
    texts = {each.name: each.text for each in registry.load("elric").scenarios}
    assert page.inner_text("#story") == texts["successor"]
    page.select_option("[name=table]", "0 duel")
    assert page.inner_text("#story") == texts["duel"]
    browser.shoot(page, "elric-new-duel")


def test_a_new_match_for_three_speaks_of_more_than_two(browser: Browser) -> None:
    page = browser.page(browser.context(), "/new/elric")
    opponents = page.locator("fieldset.cards").first
    expect(opponents).to_contain_text("The two of you share this screen", use_inner_text=True)
    expect(opponents).not_to_contain_text("All of you", use_inner_text=True)
    three = page.locator("select[name=table] option").filter(has_text="Ruby").first
    page.select_option("select[name=table]", value=three.get_attribute("value"))
    for told in ("Friends, by links", "All of you share this screen", "Watch bots play"):
        expect(opponents).to_contain_text(told, use_inner_text=True)
    expect(opponents).not_to_contain_text("The two of you", use_inner_text=True)
