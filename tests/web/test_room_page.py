"""Space for what players need, in Chromium: the desk or the choices, and the names of seats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from palatine.accounts.principals import AccountService
from palatine.config import Config, SiteSettings
from palatine.matches import SeatOwner
from palatine.matches.clock import now
from web.axe import everywhere
from web.chromium import PHONE, READY, WRITTEN, Browser
from web.helpers import Served

SIZES = {"phone": PHONE, "laptop": {"width": 1280, "height": 800}, "desktop": {"width": 1600, "height": 1000}}
KINGS = tuple(f"K{n}" for n in range(1, 9))
NAMES = ("Wilhelmina Featherstonehaugh", "Berta", "Carl", "Dora", "Emil", "Fritz", "Greta", "Hans")
PRESENT = 5
"""Players who hand in; the others miss enough turns to lose their seats."""
OPEN = Config(site=SiteSettings(access="open"))
LINE = 46
"""Pixels of the question as one line: a button and a border."""
BOX = "(one) => document.querySelector(one).getBoundingClientRect().toJSON()"
CUT = """() => [...document.querySelectorAll("#seats .seat-name")]
    .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
"""Names of seats that are not shown whole."""


class Week:
    """A server on which players with accounts play for days."""

    def __init__(self, served: Served) -> None:
        self.served, self.services = served, served.services
        self.people = AccountService(served.services, served.store.database, OPEN)
        self.accounts = [self.people.accounts.create_member(name, now(), "member") for name in NAMES]

    def deal(self, game: str, **settings: Any) -> str:
        """Create a match in which the accounts sit in turn."""
        match: str = self.services.matches.create(game, with_keys=False, **settings).match
        for account, seat in zip(self.accounts, self.services.matches.info(match).seats, strict=False):
            self.services.seats.sit_down(match, SeatOwner(account.id, seat.seat), account.name, "")
        return match

    def key(self, match: str, n: int) -> SeatOwner:
        return SeatOwner(self.accounts[n].id, self.services.matches.info(match).seats[n].seat)

    def propose(self, match: str, n: int, kind: str, **terms: Any) -> None:
        version = self.services.matches.info(match).version
        self.services.proposals.propose(match, self.key(match, n), kind, version, **terms)

    def hand_in(self, match: str, *players: int) -> None:
        turn = self.services.matches.info(match).turn
        for n in players:
            key = self.key(match, n)
            self.services.orders.hand_in(match, key, self.services.orders.draft(match, key).text, turn)

    def page(self, browser: Browser, match: str, n: int, size: str, **more: Any) -> Any:
        browser.url = self.served.url
        context = browser.context(SIZES[size], **more)
        secret, _ = self.people.sign_in(self.accounts[n], "Test", now())
        context.add_cookies([{"name": "palatine", "value": secret, "url": browser.url}])
        page = browser.page(context, f"/play/{match}")
        page.wait_for_selector(READY)
        return page


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Week]:
    server = Served(tmp_path_factory.mktemp("week") / "palatine.db", OPEN)
    server.start()
    yield Week(server)
    server.stop()


@pytest.fixture(scope="module")
def crowded(week: Week) -> str:
    """Return a match of eight Kings with a deadline, and three seats free.

    Two proposals are open, and three players have handed in.
    """
    match = week.deal("adventurer-kings", seats=KINGS, clock={"hours": 48, "late": "bot", "excused": 0})
    while not any(seat.free for seat in week.services.matches.info(match).seats):
        week.hand_in(match, *range(PRESENT))
        week.services.clocks.claim_deadlines(week.services.matches.info(match).deadline)
    week.propose(match, 1, "time", hours=24)
    week.propose(match, 2, "pause", hours=72)
    week.hand_in(match, 1, 2, 3)
    return match


def box(page: Any, selector: str) -> Any:
    return page.evaluate(BOX, selector)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_desk_keeps_its_room_beside_free_seats_proposals_and_a_clock(
    browser: Browser, week: Week, crowded: str, size: str, scheme: str
) -> None:
    page = week.page(browser, crowded, 0, size, color_scheme=scheme)
    page.wait_for_selector(WRITTEN)
    expect(page.locator("#waiting summary")).to_have_text("3 free seats")
    expect(page.locator("#consent summary")).to_contain_text("asks for 1 more day")
    browser.shoot(page, f"room-desk-{size}-{scheme}")
    window, desk, hand_in = SIZES[size], box(page, "#panel-desk"), box(page, "#hand-in")
    assert desk["height"] >= 0.6 * window["height"]
    assert desk["right"] == window["width"]
    assert desk["width"] >= min(window["width"], 600)
    assert hand_in["bottom"] <= window["height"]
    assert hand_in["right"] <= window["width"]
    assert box(page, "#sheet-editor")["width"] >= 300
    offers = [each.bounding_box() for each in page.locator(".offer").all()]
    shown = [each for each in offers if each and each["y"] + each["height"] <= window["height"]]
    assert len(shown) >= (2 if size == "phone" else 6), "suggestions in sight"
    assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]


@pytest.mark.parametrize("size", SIZES)
def test_what_stands_beside_the_question_unfolds_and_leaves_the_desk_reachable(
    browser: Browser, week: Week, crowded: str, size: str
) -> None:
    page = week.page(browser, crowded, 0, size)
    page.wait_for_selector(WRITTEN)
    for part, text in (
        ("#waiting", "Until it is used, a bot plays the seat."),
        ("#consent", "Agree"),
        ("#desk-time", "The turn ends on"),
    ):
        page.click(f"{part} summary")
        expect(page.locator(part)).to_contain_text(text)
        assert box(page, "#hand-in")["bottom"] <= SIZES[size]["height"]
        if part == "#consent":
            browser.shoot(page, f"room-proposals-{size}")
        page.click(f"{part} summary")


def test_on_a_phone_the_question_folds_to_a_line_and_the_map_has_the_height(
    browser: Browser, week: Week, crowded: str
) -> None:
    page = week.page(browser, crowded, 0, "phone")
    page.wait_for_selector(WRITTEN)
    before = box(page, "#prompt-card")["height"]
    page.click("#tab-map")
    assert box(page, "#prompt-card")["height"] <= LINE < before
    assert box(page, "#stage")["height"] >= 0.7 * PHONE["height"]
    browser.shoot(page, "room-map-phone")
    page.click("#unfold")
    assert box(page, "#prompt-card")["height"] == before
    page.click("#tab-desk")
    page.mouse.move(195, 700)
    page.mouse.wheel(0, 300)
    page.wait_for_selector("#match.folded")
    assert box(page, "#prompt-card")["height"] <= LINE


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["demonlord", "elric", "dark-emperor"])
def test_names_of_seats_are_read_beside_their_clocks(browser: Browser, week: Week, game: str, size: str) -> None:
    match = week.deal(game, pace={"name": "steady"})
    asked = week.services.matches.info(match).asked
    names = [seat.seat for seat in week.services.matches.info(match).seats]
    waits = next(n for n, name in enumerate(names) if name not in asked)
    week.propose(match, waits, "draw")
    page = week.page(browser, match, names.index(asked[0]), size)
    expect(page.locator("#seats .seat-time").first).to_contain_text("d")
    assert page.evaluate(CUT) == []
    expect(page.locator("#consent summary")).to_contain_text("offers a draw")
    browser.shoot(page, f"room-board-{game}-{size}")
    assert page.locator("#choices button").first.bounding_box()["y"] < SIZES[size]["height"] - 44
    for part in (".tabs", "#stage"):
        assert box(page, part)["bottom"] <= SIZES[size]["height"]


def test_nothing_beside_the_desk_keeps_anybody_out(browser: Browser, week: Week, crowded: str) -> None:
    page = week.page(browser, crowded, 0, "laptop")
    page.wait_for_selector(WRITTEN)
    assert everywhere(page) == []
    for part in ("#waiting", "#consent", "#desk-time"):
        page.click(f"{part} summary")
    assert everywhere(page) == []


def test_a_phone_finds_sound_colours_and_account_in_the_menu(browser: Browser, week: Week, crowded: str) -> None:
    page = week.page(browser, crowded, 0, "phone", color_scheme="light")
    page.click("#open-menu")
    expect(page.locator(".menu-list")).to_contain_text(NAMES[0])
    page.click(".menu-list button:text-is('Light or dark')")
    assert page.get_attribute("html", "data-theme") == "dark"
    page.click("#open-menu")
    page.click(".menu-list button:text-is('Sound')")
    page.click("#open-menu")
    expect(page.locator(".menu-list [aria-pressed=true]")).to_have_text("Sound")


LONG = {
    "text": "Cast an alliance spell on the Great Woods Barbarians",
    "cost": "3 in 6 (50%) won; 1 in 6 (17%) joins the enemy",
    "on": "button",
}
CROWDED = """() => [...document.querySelectorAll("#choices .choice")].filter((button) => {
    const [text, cost] = [".choice-text", ".cost"].map((part) => button.querySelector(part)?.getBoundingClientRect());
    const meets = cost && text.right > cost.left + 1 && text.bottom > cost.top + 1;
    return meets || text.width < 120 || button.scrollWidth > button.clientWidth;
}).map((button) => button.textContent)"""
"""Choices whose text meets their costs, is narrow, or does not fit."""


def with_long_choices(route: Any) -> None:
    """Answer with a view whose choices have long texts and costs."""
    told = route.fetch().json()
    told["view"]["choices"] = [each | LONG for each in told["view"]["choices"][:3]]
    route.fulfill(json=told)


@pytest.mark.parametrize("size", SIZES)
def test_texts_and_odds_of_choices_are_read_beside_or_below_each_other(
    browser: Browser, week: Week, size: str
) -> None:
    match = week.deal("demonlord")
    info = week.services.matches.info(match)
    seat = [seat.seat for seat in info.seats].index(info.asked[0])
    page = week.page(browser, match, seat, size)
    page.route("**/view?*", with_long_choices)
    page.reload()
    page.wait_for_selector("#choices .cost")
    page.locator("#choices .choice").first.evaluate(
        "(button) => button.dataset.odds = 'Your ally, which may waver 33%'"
    )
    browser.shoot(page, f"room-odds-{size}")
    assert page.evaluate(CROWDED) == []


@pytest.mark.parametrize("size", SIZES)
def test_orders_in_advance_open_in_sight_and_the_page_stays_in_its_window(
    browser: Browser, week: Week, crowded: str, size: str
) -> None:
    page = week.page(browser, crowded, 0, size)
    page.wait_for_selector(WRITTEN)
    page.click("#desk-advance > summary")
    page.locator("#advance-save").scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollHeight") == SIZES[size]["height"]
    assert box(page, "#match")["top"] == 0 or page.evaluate("scrollY") == 0
    assert box(page, "#advance-text")["top"] < SIZES[size]["height"]


@pytest.mark.parametrize("size", SIZES)
def test_a_free_seat_is_named_without_its_code_also_after_a_reload(
    browser: Browser, week: Week, crowded: str, size: str
) -> None:
    page = week.page(browser, crowded, 0, size)
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=30))
    page.reload()
    expect(page.locator("#consent")).to_contain_text("Another player is wanted for")
    assert not re.search(r"\bK\d\b", page.inner_text("#consent"))


@pytest.mark.parametrize("size", SIZES)
def test_a_vacation_is_confirmed_and_ended_where_it_was_taken(browser: Browser, week: Week, size: str) -> None:
    match = week.deal("lord-and-master", clock={"hours": 48, "late": "bot"})
    page = week.page(browser, match, len(NAMES) - 7, size)
    until = (datetime.now(UTC) + timedelta(days=4)).date().isoformat()
    page.click("#open-menu")
    page.fill(".menu-ask input[type=date]", until)
    page.click(".menu-ask button:text-is('Start vacation')")
    expect(page.locator("#consent")).to_contain_text("You are on vacation until")
    browser.shoot(page, f"room-vacation-{size}")
    page.click("#consent button:text-is('I am back')")
    expect(page.locator("#consent")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_a_move_asked_back_is_answered_without_unfolding(browser: Browser, week: Week, size: str) -> None:
    match = week.deal("demonlord")
    info = week.services.matches.info(match)
    asked = [seat.seat for seat in info.seats].index(info.asked[0])
    page = week.page(browser, match, 1 - asked, size)
    week.propose(match, asked, "pause", hours=72)
    expect(page.locator("#consent button:text-is('Agree')")).to_be_visible()
    page.click("#consent button:text-is('Decline')")
    expect(page.locator("#consent button:text-is('Agree')")).to_be_hidden()


IN_SIGHT = """(button) => {
    const { left, top, right, bottom, width } = button.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return width > 0 && right <= innerWidth && bottom <= innerHeight && hit !== null && button.contains(hit);
}"""
"""Whether a button can be pressed without scrolling."""


@pytest.mark.parametrize("size", SIZES)
def test_a_player_with_a_move_to_make_sees_a_proposal_with_its_answers(
    browser: Browser, week: Week, size: str
) -> None:
    match = week.deal("elric", pace={"name": "steady"})
    asked = [seat.seat for seat in week.services.matches.info(match).seats].index(
        week.services.matches.info(match).asked[0]
    )
    week.propose(match, 1 - asked, "pause", hours=72)
    page = week.page(browser, match, asked, size)
    for is_open in (False, True):
        for text in ("Agree", "Decline"):
            button = page.locator(f"#consent button:text-is('{text}')")
            assert button.evaluate(IN_SIGHT), (text, is_open)
        browser.shoot(page, f"room-proposal-beside-choices-{is_open}-{size}")
        page.click("#consent summary")
    page.click("#consent button:text-is('Decline')")
    expect(page.locator("#consent button:text-is('Agree')")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_a_player_for_whom_a_bot_plays_is_asked_nothing_and_can_return(
    browser: Browser, week: Week, size: str
) -> None:
    match = week.deal("lord-and-master", clock={"hours": 48, "late": "bot"})
    week.services.seats.lend_to_bot(match, week.key(match, 0), "captain")
    page = week.page(browser, match, 0, size)
    expect(page.locator("#prompt")).to_have_text("A bot plays for you.")
    browser.shoot(page, f"room-stand-in-{size}")
    page.click("#late button")
    page.wait_for_selector(WRITTEN)
    expect(page.locator("#late")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_the_others_see_until_when_the_player_is_away(browser: Browser, week: Week, size: str) -> None:
    match = week.deal("elric", pace={"name": "steady"})
    seats = [seat.seat for seat in week.services.matches.info(match).seats]
    asked = seats.index(week.services.matches.info(match).asked[0])
    until = (datetime.now(UTC) + timedelta(days=4)).isoformat(timespec="milliseconds")[:-6] + "Z"
    week.services.clocks.set_vacation(match, week.key(match, asked), until)
    page = week.page(browser, match, 1 - asked, size)
    expect(page.locator("#consent .consent-row")).to_contain_text(f"{NAMES[asked]} ({seats[asked]}) is away until")


@pytest.mark.parametrize("size", ["laptop", "desktop"])
def test_while_seats_are_free_the_ways_to_invite_have_the_room(browser: Browser, week: Week, size: str) -> None:
    owner = SeatOwner(week.accounts[0].id, "Hosar")
    match = week.services.matches.create("demonlord", with_keys=False).match
    week.services.seats.sit_down(match, owner, NAMES[0], "")
    page = week.page(browser, match, 0, size)
    send = page.locator("#waiting form button").last
    expect(send).to_be_in_viewport(ratio=1)


SHEET = "document.querySelector('#board-map .sheet').style.transform"
SMALL = """() => [...document.querySelectorAll("button, a[href], select, summary, input, [role=tab]")]
    .filter((each) => each.checkVisibility() && !each.matches(".clause, .skip, .grip, [type=checkbox], [type=radio]"))
    .filter((each) => getComputedStyle(each).display !== "inline")
    .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.height < 31.5).map(([html, box]) => `${box.height} ${html}`)"""
"""Touch targets under 32 pixels, except clauses, which have room, and links within a line."""


@pytest.mark.parametrize("size", SIZES)
def test_the_map_stays_where_it_was_put_and_no_list_moves_it(browser: Browser, week: Week, size: str) -> None:
    match = week.deal("demonlord")
    (asked,) = week.services.matches.info(match).asked
    page = week.page(
        browser, match, [seat.seat for seat in week.services.matches.info(match).seats].index(asked), size
    )
    before = page.evaluate(SHEET)
    for button in page.locator("#choices .choice").all()[:6]:
        button.hover()
    assert page.evaluate(SHEET) == before, "pointing at a list leaves the map where it is"
    port = box(page, "#board-map .port")
    x, y = port["x"] + port["width"] / 2, port["y"] + port["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 20, steps=4)
    page.mouse.up()
    page.wait_for_selector("#board-map .port:not(.dragging)")
    moved = page.evaluate(SHEET)
    assert moved != before
    page.reload()
    page.wait_for_selector(READY)
    assert page.evaluate(SHEET) == moved


@pytest.mark.parametrize("game", ["demonlord", "elric", "dark-emperor"])
def test_nothing_on_a_phone_is_too_small_for_a_finger(browser: Browser, week: Week, game: str) -> None:
    match = week.deal(game, pace={"name": "steady"})
    asked = week.services.matches.info(match).asked[0]
    names = [seat.seat for seat in week.services.matches.info(match).seats]
    page = week.page(browser, match, names.index(asked), "phone", has_touch=True, is_mobile=True)
    assert page.evaluate(SMALL) == []
    page.click("#tab-journal")
    assert page.evaluate(SMALL) == []
    page.click("#open-menu")
    assert page.evaluate(SMALL) == []


def test_nothing_of_a_desk_or_a_page_to_read_is_too_small_for_a_finger(
    browser: Browser, week: Week, crowded: str
) -> None:
    page = week.page(browser, crowded, 0, "phone", has_touch=True, is_mobile=True)
    page.wait_for_selector(WRITTEN)
    for name in ("map", "desk", "letters", "report", "journal", "panels"):
        page.click(f"#tab-{name}")
        assert page.evaluate(SMALL) == [], name
    for path in ("/", "/games/demonlord", "/games/demonlord/rules"):
        page.goto(path)
        assert page.evaluate(SMALL) == [], path


def test_the_menu_sets_resigning_apart_and_has_one_line_for_bots(browser: Browser, week: Week) -> None:
    match = week.deal("demonlord")
    page = week.page(browser, match, 0, "laptop")
    page.click("#open-menu")
    expect(page.locator(".menu-list > :last-child")).to_have_text("Resign")
    expect(page.get_by_text("Let the captain play for me")).to_be_hidden()
    page.click(".menu-list summary:text-is('Let a bot play for me')")
    expect(page.get_by_text("Let the captain play for me")).to_be_visible()
    browser.shoot(page, "room-menu")


@pytest.mark.parametrize("size", ["laptop", "desktop"])
def test_what_explains_a_word_covers_nothing_that_can_be_pressed(browser: Browser, week: Week, size: str) -> None:
    match = week.deal("demonlord")
    (asked,) = week.services.matches.info(match).asked
    page = week.page(
        browser, match, [seat.seat for seat in week.services.matches.info(match).seats].index(asked), size
    )
    page.mouse.move(300, 400)  # the glossary is read when the page is first touched
    page.hover("#prompt .term")
    page.wait_for_selector("#term-tip:not([hidden])")
    assert box(page, "#term-tip")["right"] <= box(page, ".column")["left"]
