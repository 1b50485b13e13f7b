"""The desk in Chromium: orders by click and typing, handing in, turn, report, print."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from palatine import registry
from palatine.testing.examples.tithe import components as tithe
from web.chromium import DESKTOP, PHONE, READY, sheet, sit, until_saved
from web.helpers import OrdersTable

WIDTHS = "[document.documentElement.scrollWidth, window.innerWidth]"
PASTE = """text => {
    const area = document.querySelector("#sheet-text");
    area.value = text;
    area.dispatchEvent(new Event("input"));
}"""
SIZES = {"desktop": DESKTOP, "phone": PHONE}
GAMES = ["tithe", *[name for name in registry.games() if registry.load(name).orders]]


def test_orders_by_click_checked_fixed_handed_in_run_and_read(browser: Any, alone: OrdersTable) -> None:
    page = sit(browser, alone, "Abbey")
    expect(page.locator(".character-order.none")).to_have_count(2)
    page.click("[data-character=Aldo]")
    page.click("[data-order='Aldo collects']")
    assert sheet(page) == "Aldo collects\n"
    expect(page.locator(".character-order.none")).to_have_count(1)
    page.click("[data-order='Aldo builds']")
    assert sheet(page) == "Aldo builds\n"  # in place of the first

    page.click("#sheet-text")
    page.keyboard.press("Control+End")
    page.keyboard.type("Anna ridse to Croft\nwhatever")
    page.wait_for_selector(".finding >> nth=1")
    assert "2" in page.inner_text(".finding >> nth=0")
    expect(page.locator(".gutter-line[data-kind=wrong]")).to_have_count(2)
    page.click("#hand-in")
    page.wait_for_selector(".toast")
    assert sheet(page) == "Aldo builds\nAnna ridse to Croft\nwhatever"

    page.click(".finding-fix")
    page.wait_for_selector(".finding >> nth=1", state="detached")
    assert sheet(page).splitlines()[1] == "Anna rides to Croft"
    page.click("#sheet-text")
    page.keyboard.press("Control+End")
    for _ in "whatever":
        page.keyboard.press("Backspace")
    page.keyboard.type("# unknown to the rules")
    page.wait_for_selector(".findings[data-none]")
    page.click("#dry-run-button")
    page.wait_for_selector("#dry-run:not([hidden])")
    until_saved(page)
    page.click("#hand-in")
    page.wait_for_selector("#match[data-desk='2']")
    page.wait_for_selector("#panel-report.shown h2")
    assert "Aldo builds a barn" in page.inner_text("#report")
    page.click("#tab-desk")
    page.wait_for_selector("#desk-body:not([hidden])")
    assert not page.is_visible("#desk-late")  # it came in time


def test_a_place_on_the_map_completes_an_order(browser: Any, alone: OrdersTable) -> None:
    page = sit(browser, alone, "Abbey")
    page.click("[data-character=Aldo]")
    page.click(".space[data-space=Brook]", position={"x": 6, "y": 6})
    page.wait_for_selector(".place-card [data-order='Aldo rides to Brook']")
    assert "null" not in page.inner_text(".place-card")
    page.click(".place-card [data-order='Aldo rides to Brook']")
    assert sheet(page) == "Aldo rides to Brook\n"
    page.click("#sheet-text")
    page.keyboard.press("Control+End")
    page.keyboard.type("Anna rides to")
    page.click("[data-character=Anna]")
    page.click(".space[data-space=Croft]", position={"x": 6, "y": 6})
    page.wait_for_selector(".place-card:not([hidden])")
    assert sheet(page) == "Aldo rides to Brook\nAnna rides to Croft"
    assert "Inserted Croft." in page.inner_text(".place-card")
    page.click("[data-character=Aldo]")
    page.click(".space[data-space=Delph]", position={"x": 6, "y": 6})
    page.click(".place-write")  # of somebody else: only when asked for
    assert sheet(page) == "Aldo rides to Brook\nAnna rides to Croft Delph"


def test_suggestions_for_the_whole_sheet_and_for_a_line_of_it(browser: Any, make: Any) -> None:
    desk = make(game="lord-and-master", seats=["P1", "P2"])
    page = sit(browser, desk, "P1")
    first = sheet(page)
    page.locator(".offer-group").nth(1).locator(".offer").nth(2).click()
    page.wait_for_selector(".findings[data-none]")
    assert "advantage" in sheet(page)
    assert sheet(page) != first
    page.click(".offer[data-order^=god] >> nth=-1")
    assert sheet(page).count("\ngod ") == 1
    other = page.get_attribute(".offer[data-order^=god] >> nth=0", "data-order")
    page.click(".offer[data-order^=god] >> nth=0")
    assert [line for line in sheet(page).splitlines() if line.startswith("god")] == [other]
    changed = sheet(page)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.locator(".offer-group").first.locator(".offer").nth(1).click()  # over what was changed: not unasked
    assert sheet(page) == changed
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".offer-group").first.locator(".offer").nth(1).click()
    assert "advantage" not in sheet(page)


@pytest.fixture
def king(browser: Any, make: Any) -> Any:
    """Return the desk of a King among bots in the first year."""
    seats = registry.load("adventurer-kings").scenarios[0].tables[0]
    bots = {seat: {"kind": "bot", "bot": "recruit"} for seat in seats[1:]}
    page = sit(browser, make(game="adventurer-kings", seats=list(seats), players=bots), seats[0])
    page.click("#hand-in")  # a King stands ready in the sheet: nothing is asked
    page.wait_for_selector("#match[data-desk='1']")
    page.click("#tab-desk")
    return page


def test_an_order_that_may_stand_at_several_times_goes_to_the_first_that_is_free(king: Any) -> None:
    page = king
    page.wait_for_selector(".slot[aria-pressed=true]")
    first = page.get_attribute(".slot[aria-pressed=true]", "data-slot")
    page.click(".offer[data-order$=' EX']")
    page.click(".offer[data-order$=' EX']")
    page.click(".slot >> nth=4")
    page.click(".offer[data-order$=' DE']")
    number = first.split(".")[0]
    assert sheet(page).splitlines() == [f"{number}.1 EX", f"{number}.2 EX", f"{number}.5 DE"]
    assert page.get_attribute(".slot[aria-pressed=true]", "data-slot") == f"{number}.3"
    expect(page.locator(".slot.taken")).to_have_count(3)
    assert "EX" in page.inner_text("[aria-pressed=true] .character-order")


def test_suggestions_go_on_from_where_the_orders_so_far_lead(king: Any) -> None:
    move = king.locator(".offer[data-order*=' MO ']").first
    there = move.get_attribute("data-order").split()[-1]
    explore = king.locator(".offer-title", has_text=re.compile("^Explore "))
    expect(explore).not_to_contain_text(there)
    move.click()
    expect(explore).to_contain_text(there)
    king.evaluate(PASTE, "")
    expect(explore).not_to_contain_text(there)


def test_a_double_click_hands_in_once(browser: Any, alone: OrdersTable) -> None:
    page = sit(browser, alone, "Abbey")
    page.fill("#sheet-text", "Aldo collects")
    page.dblclick("#hand-in")
    page.wait_for_selector("#match[data-desk='2']")
    assert alone.info()["turn"] == 2


def test_what_stands_is_told_and_can_be_replaced(browser: Any, make: Any) -> None:
    desk = make(clock={"hours": 48})
    page = sit(browser, desk, "Abbey")
    assert "Not handed in" in page.inner_text("#desk-status")
    assert "left" in page.inner_text(".desk-left")
    page.fill("#sheet-text", "Aldo collects")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#desk-status[data-how=same]")
    assert "You can change it until" in page.inner_text("#desk-status")
    assert "Waiting for Baron" in (page.text_content(".desk-awaited") or "")
    page.fill("#sheet-text", "Aldo builds")
    page.wait_for_selector("#desk-status[data-how=other]")
    page.click("#hand-in")
    page.wait_for_selector("#desk-status[data-how=same]")
    assert desk.draft("Abbey")["handed_in"] == "Aldo builds"


def test_a_draft_comes_back_and_two_tabs_are_one_sheet(browser: Any, make: Any) -> None:
    desk = make()
    page = sit(browser, desk, "Abbey")
    page.fill("#sheet-text", "Aldo rid\n# half a thought")
    until_saved(page)
    page.reload()
    page.wait_for_selector("#desk-body:not([hidden])")
    assert sheet(page) == "Aldo rid\n# half a thought"
    other = browser.page(page.context, f"/play/{desk.match}")
    other.wait_for_selector("#desk-body:not([hidden])")
    assert sheet(other) == "Aldo rid\n# half a thought"
    page.fill("#sheet-text", "Aldo collects")
    other.wait_for_function("() => document.querySelector('#sheet-text').value === 'Aldo collects'")
    until_saved(page)


def test_nothing_is_lost_with_the_connection(browser: Any, make: Any) -> None:
    desk = make()
    page = sit(browser, desk, "Abbey")
    page.route("**/draft", lambda route: route.abort())
    page.fill("#sheet-text", "Aldo collects")
    page.wait_for_selector("#desk-saved[data-how=failed]")
    page.unroute("**/draft")
    page.reload()
    page.wait_for_selector("#desk-body:not([hidden])")
    assert sheet(page) == "Aldo collects"
    until_saved(page)
    assert desk.draft("Abbey")["text"] == "Aldo collects"
    browser.errors[:] = [error for error in browser.errors if "ERR_FAILED" not in error]


def test_what_comes_too_late_is_kept(browser: Any, make: Any) -> None:
    desk = make()
    page = sit(browser, desk, "Abbey")
    page.fill("#sheet-text", "Aldo builds")
    until_saved(page)
    desk.all_hand_in()
    page.wait_for_selector("#match[data-desk='2']")
    page.click("#tab-desk")
    page.wait_for_selector("#desk-late:not([hidden])")
    assert "Turn 1" in page.inner_text("#desk-late")
    assert sheet(page) == ""
    page.click("#late-take")
    assert sheet(page) == "Aldo builds"
    until_saved(page)
    assert desk.draft("Abbey")["text"] == "Aldo builds"


def test_what_never_got_out_is_kept_even_when_the_page_is_closed(browser: Any, make: Any) -> None:
    desk = make()
    page = sit(browser, desk, "Abbey")
    page.route("**/draft", lambda route: route.abort())
    page.fill("#sheet-text", "Aldo builds")
    page.wait_for_selector("#desk-saved[data-how=failed]")
    page.close()
    desk.all_hand_in()
    again = browser.page(browser.contexts[-1], f"/play/{desk.match}")
    again.wait_for_selector("#desk-late:not([hidden])")
    assert "Aldo builds" in again.inner_text("#desk-late")
    assert sheet(again) == ""
    browser.errors[:] = [error for error in browser.errors if "ERR_FAILED" not in error]


def test_ten_thousand_lines_are_answered(browser: Any, make: Any) -> None:
    page = sit(browser, make(), "Abbey")
    page.evaluate(PASTE, "Aldo collects\n" * 10_000)
    page.wait_for_selector(".finding")
    assert "at most 400 lines" in page.inner_text("#findings")
    page.click("#hand-in")
    page.wait_for_selector(".toast")
    assert len(sheet(page).splitlines()) == 10_000


def test_letters(browser: Any, make: Any) -> None:
    desk = make(clock={"letters": "now"})
    abbey, baron = sit(browser, desk, "Abbey"), sit(browser, desk, "Baron")
    abbey.click("#tab-letters")
    abbey.fill("#letter-text", "Shall we share Croft?")
    abbey.click(".letter-form button")
    abbey.wait_for_selector(".letter.mine")
    baron.wait_for_selector("#tab-letters .news-count:not([hidden])")
    baron.click("#tab-letters")
    assert "Shall we share Croft?" in baron.inner_text("#letters")
    expect(baron.locator("#tab-letters .news-count:not([hidden])")).to_have_count(0)


def test_letters_on_a_phone_are_in_sight_and_mark_bots(browser: Any, make: Any) -> None:
    desk = make(
        clock={"letters": "now"},
        seats=["Abbey", "Baron", "Crown"],
        players={"Crown": {"kind": "bot", "bot": "recruit"}},
    )
    desk.post("letters", "Abbey", seat="Abbey", to=["Baron"], text="Shall we share Croft?")
    page = sit(browser, desk, "Baron", size=PHONE)
    page.click("#tab-letters")
    expect(page.locator(".letter .letter-text")).to_be_in_viewport(ratio=1)
    expect(page.locator("#letter-text")).to_be_hidden()
    page.click(".letter button")
    expect(page.locator("#letter-text")).to_be_focused()
    expect(page.locator(".letter-seat", has_text="Crown")).to_contain_text("Crown (bot)")
    expect(page.locator(".letter-seat", has_text="Abbey")).not_to_contain_text("bot")


def test_both_buttons_stand_in_one_row_on_a_phone(browser: Any, make: Any) -> None:
    page = sit(browser, make(), "Abbey", size=PHONE)
    page.click("#hand-in")
    page.click("dialog.question [data-answer=yes]")
    page.wait_for_selector("#desk-status[data-how=same]")
    page.click("#sheet-text")
    page.keyboard.type("# a note")
    expect(page.locator("#hand-in")).to_have_text("Hand in again")
    preview, again = (page.locator(each).bounding_box() for each in ("#dry-run-button", "#hand-in"))
    assert preview["y"] == again["y"]


def test_four_nations_are_named_in_the_header_and_on_the_report(browser: Any, make: Any) -> None:
    desk = make(game="lord-and-master", seats=["P1", "P2", "P3", "P4"])
    for seat in desk.keys:
        assert desk.hand_in(seat, desk.draft(seat)["text"], turn=0).status_code == 200
    page = sit(browser, desk, "P1", size={"width": 1280, "height": 800})
    assert page.evaluate(
        "document.querySelector('#seats').scrollWidth <= document.querySelector('#seats').clientWidth"
    )
    phone = sit(browser, desk, "P1", size=PHONE)
    assert all(name.bounding_box()["width"] > 80 for name in phone.locator("#seats .seat-name").all())
    page.goto(f"/report/{desk.match}?seat=P1")
    expect(page.locator(".paper-sub")).to_contain_text(desk.view("P1")["view"]["names"]["P1"])
    expect(page.locator(".paper-sub")).not_to_contain_text("P1")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_heading_of_the_sheet_stays_in_a_line(browser: Any, make: Any, width: int) -> None:
    page = sit(browser, make(), "Abbey", size={"width": width, "height": 800})
    before = page.locator(".desk-head").bounding_box()["height"]
    page.click("#sheet-text")
    page.keyboard.type("Aldo collects")
    until_saved(page)
    assert page.locator(".desk-head").bounding_box()["height"] == before
    title, undo = (page.locator(each).bounding_box() for each in ("#sheet-title", "#sheet-undo"))
    middle, beside = (box["y"] + box["height"] / 2 for box in (title, undo))
    assert abs(middle - beside) < 4


def test_who_stays_away_can_be_voted_out(browser: Any, served: Any, make: Any) -> None:
    desk = make(seats=list(tithe.SEATS), clock={"hours": 24})
    for year in (2100, 2101):
        for seat in ("Abbey", "Baron"):
            desk.hand_in(seat, turn=desk.info()["turn"])
        served.services.clocks.claim_deadlines(f"{year}-01-01T00:00:00.000Z")
    page = sit(browser, desk, "Abbey")
    page.click("[data-against=Crown]")
    page.wait_for_function("() => document.querySelector('.desk-votes').textContent.includes('remove: Abbey')")
    desk.post("votes", "Baron", seat="Baron", against="Crown")
    page.wait_for_selector("[data-against=Crown]", state="detached")


@pytest.mark.parametrize("width", [390, 1280, 1600])
def test_a_seat_that_was_late_is_told_on_the_desk(browser: Any, served: Any, make: Any, width: int) -> None:
    desk = make(seats=list(tithe.SEATS), clock={"hours": 24, "late": "bot"})
    for seat in ("Abbey", "Baron"):
        desk.hand_in(seat, turn=1)
    served.services.clocks.claim_deadlines("2100-01-01T00:00:00.000Z")
    page = sit(browser, desk, "Crown", size={"width": width, "height": 800})
    warning = page.locator("#late")
    expect(warning).to_contain_text("You handed in no orders for turn 1. A bot gave the orders for you.")
    expect(warning).to_contain_text("If you miss 1 more turn in a row, a bot takes over your seat")
    box = warning.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= 800, "it is seen without scrolling"
    kept = sit(browser, desk, "Abbey", size={"width": width, "height": 800})
    expect(kept.locator("#late")).to_be_hidden()


def test_orders_in_advance_are_kept_by_turn(browser: Any, make: Any) -> None:
    desk = make()
    page = sit(browser, desk, "Abbey")
    page.click("#desk-advance > summary")
    page.select_option("#advance-turn", "3")
    page.fill("#advance-text", "Aldo builds")
    page.click("#advance-save")
    expect(page.locator("#advance-status")).to_have_text("Saved.")
    page.select_option("#advance-turn", "2")
    expect(page.locator("#advance-text")).to_have_value("")
    page.select_option("#advance-turn", "3")
    expect(page.locator("#advance-text")).to_have_value("Aldo builds")
    assert desk.draft("Abbey")["turn"] == 1


def test_looking_on_shows_reports_and_no_desk(browser: Any, make: Any) -> None:
    desk = make()
    desk.all_hand_in()
    page = browser.page(browser.context(), f"/watch/{desk.match}")
    page.wait_for_selector(READY)
    page.wait_for_selector("#report h2")
    page.click("#tab-desk")
    assert "watching" in page.inner_text("#desk-note")
    page.click("#tab-report")
    assert "The lords" in page.inner_text("#report")


def test_a_report_on_paper(browser: Any, make: Any) -> None:
    desk = make()
    desk.hand_in("Abbey", "Aldo collects")
    desk.hand_in("Baron")
    page = sit(browser, desk, "Abbey", color_scheme="dark")
    page.goto(f"/report/{desk.match}?seat=Abbey")
    page.wait_for_selector(".paper-map[data-drawn]")
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in (".top", ".paper-bar", ".foot"):
        assert not page.is_visible(hidden)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
    box = page.locator(".paper-sheet").bounding_box()
    assert box["width"] <= 182 / 25.4 * 96 + 1
    assert page.pdf(prefer_css_page_size=True)[:5] == b"%PDF-"
    page.emulate_media(media="screen")
    page.select_option("select[name=turn]", "0")
    page.wait_for_url("**turn=0**")
    page.wait_for_selector(".paper-map[data-drawn]")


def test_the_desk_by_keys_alone(browser: Any, alone: OrdersTable) -> None:
    page = sit(browser, alone, "Abbey")
    page.focus("[data-character=Aldo]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-order='Anna collects']")
    page.focus("[data-order='Anna collects']")
    page.keyboard.press("Enter")
    assert sheet(page) == "Anna collects\n"
    page.keyboard.press("s")
    assert page.evaluate("document.activeElement.id") == "sheet-text"
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#match[data-desk='2']")


def test_a_phone_shows_one_thing_at_a_time(browser: Any, make: Any) -> None:
    page = sit(browser, make(), "Abbey", size=PHONE, has_touch=True, is_mobile=True)
    page.fill(
        "#sheet-text", "Aldo collects and a very long line that goes on and on beyond the edge of any phone\n" * 3
    )
    page.wait_for_selector(".finding")
    for tab in ("map", "desk", "letters", "report", "journal", "panels", "text"):
        page.click(f"#tab-{tab}")
        wide, seen = page.evaluate(WIDTHS)
        assert wide <= seen, tab
    page.click("#tab-map")
    page.wait_for_selector(".port")
    assert not page.is_visible("#sheet-text")


def test_a_match_is_made_for_bots_and_links(browser: Any) -> None:
    context = browser.context()
    page = browser.page(context, "/new/tithe")
    page.check("[name=count][value='3']", force=True)
    page.select_option("[name=seat-Crown]", "link")
    page.select_option("[name=hours]", "48")
    page.check("[name=letters][value=now]", force=True)
    page.click("#begin")
    page.wait_for_selector(READY)
    page.wait_for_selector("#waiting:not([hidden]) input")
    match = page.url.rsplit("/", 1)[1]
    info = context.request.get(f"/api/matches/{match}").json()
    assert [(seat["kind"], seat["seated"]) for seat in info["seats"]] == [
        ("person", True),
        ("bot", True),
        ("person", False),
    ]
    assert info["clock"] == {
        "hours": 48.0, "early": True, "letters": "now", "late": "bot", "excused": 1, "settle": 10.0,
    }  # fmt: skip
    for tab in ("letters", "report"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#panel-{tab}")).to_contain_text("has not started")
    expect(page.locator(".letter-form")).to_be_hidden()
    assert browser.errors == [], "nothing is asked for that is not there yet"
    page.goto("/")
    assert "waiting for players" in page.inner_text(".matches")


@pytest.mark.parametrize(
    ("game", "size"),
    [(game, size) for game in dict.fromkeys(GAMES) for size in SIZES],
)
def test_every_game_of_orders_is_played_at_the_desk(browser: Any, make: Any, game: str, size: str) -> None:
    rules = registry.load(game)
    first, *others = rules.scenarios[0].tables[0]
    bots = {seat: {"kind": "bot", "bot": registry.bots(rules)[0]} for seat in others}
    desk = make(game=game, seats=[first, *others], players=bots)
    page = sit(browser, desk, first, size=SIZES[size])
    for turn in range(desk.info()["turn"], desk.info()["turn"] + 2):
        page.click("#tab-desk")
        for who in page.locator(".character[data-character]:not([data-character=''])").all()[:2]:
            who.click()
            page.wait_for_function(
                "() => !document.querySelector('#desk-suggestions').textContent.includes('Asking')"
            )
            if page.locator(".offer").count():
                page.click(".offer >> nth=0")
        page.wait_for_selector(".findings[data-none]")
        browser.shoot(page, f"{game}-desk-{size}-{turn}")
        page.click("#hand-in")
        page.wait_for_selector(f"dialog.question, #match[data-desk='{turn + 1}']")
        if page.locator("dialog.question").count():
            page.click("[data-answer=yes]")
        page.wait_for_selector(f"#match[data-desk='{turn + 1}']")
    wide, seen = page.evaluate(WIDTHS)
    assert wide <= seen
    page.goto(f"/report/{desk.match}?seat={first}")
    page.wait_for_selector(".paper-map[data-drawn]")
    browser.shoot(page, f"{game}-report-{size}")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_desk_has_most_of_the_height(browser: Any, make: Any, width: int, height: int) -> None:
    page = sit(browser, make(clock={"hours": 48}), "Abbey")
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_selector("#match[data-desk='1'] #desk-body:not([hidden])")
    top = page.evaluate("document.querySelector('#panel-desk').getBoundingClientRect().top")
    assert height - top >= 0.6 * height
    page.click(".desk-standing summary")
    expect(page.locator(".desk-awaited")).to_be_visible()
