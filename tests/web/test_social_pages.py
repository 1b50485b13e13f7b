"""Social pages in Chromium: joining from the lobby, chat of two, friends, moderation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import AccountService
from palatine.config import Config, SiteSettings
from palatine.matches.clock import now
from web.chromium import DESKTOP, PHONE, READY, Browser
from web.helpers import Served

OPEN = Config(site=SiteSettings(access="open"))
Come = Callable[..., Any]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("open") / "palatine.db", OPEN)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def people(served: Served) -> AccountService:
    return AccountService(served.services, served.store.database, OPEN)


@pytest.fixture
def come(browser: Browser, people: AccountService) -> Come:
    """Return a function that opens a signed-in page."""

    def come(name: str, size: Any = DESKTOP, role: Any = "") -> Any:
        account = people.accounts.find_by_name(name) or people.accounts.create_member(name, now(), role)
        context = browser.context(size)
        secret, _ = people.sign_in(account, "Test", now())
        context.add_cookies([{"name": "palatine", "value": secret, "url": browser.url}])
        return context.new_page()

    return come


def offered(people: AccountService, name: str, pace: str | None = None) -> str:
    by = people.accounts.find_by_name(name)
    assert by is not None
    players = {"Kingdoms": {"owner": by.id, "name": by.name, "number": "1"}}
    offering = people.social.lobby.offer_hook(by, Terms(visibility="listed"), now())
    return people.services.matches.create(
        "dark-emperor", players=players, with_keys=False, pace=pace, hook=offering
    ).match


def test_two_meet_at_an_open_table_and_talk(come: Come, people: AccountService) -> None:
    ann, bea = come("Ann"), come("Bea", PHONE)
    match = offered(people, "Ann")
    bea.goto("/")
    assert bea.locator(".open-table").count() == 1
    bea.click("[data-sit]")
    bea.wait_for_url(f"**/play/{match}")
    bea.wait_for_selector(READY)
    bea.click("#open-talk")
    bea.fill("#say-text", "<b>Hello</b>")
    bea.click("#say button")
    bea.wait_for_selector("#chat-messages li")
    ann.goto(f"/play/{match}")
    ann.wait_for_selector(READY)
    assert ann.locator("#open-talk.unread .unread-mark").is_visible()
    assert ann.get_by_role("button", name="Talk").count() == 1
    ann.click("#open-talk")
    ann.wait_for_selector("#chat-messages li")
    ann.wait_for_selector("#open-talk[data-unread='0']")
    assert ann.locator(".chat-text").inner_text() == "<b>Hello</b>"
    assert ann.locator(".chat-who a").inner_text() == "Bea"
    ann.goto("/")
    assert ann.locator(".lobby-side .matches a").count() == 1
    assert ann.locator(".open-table").count() == 0


def test_who_is_invited_says_no_to_one_and_sits_down_at_the_other(come: Come, people: AccountService) -> None:
    ida, max_ = come("Ida"), come("Max", PHONE)
    first, second = offered(people, "Ida"), offered(people, "Ida")
    by, to = people.accounts.find_by_name("Ida"), people.accounts.find_by_name("Max")
    assert by is not None
    assert to is not None
    for match in (first, second):
        people.invitations.create(by, match, "Necromancer", now=now(), account=to.id)
    ida.goto("/")
    assert ida.locator("#invited").count() == 0
    max_.goto("/#invited")
    boxes = max_.locator("[data-invited]")
    assert boxes.count() == 2
    max_.locator(f"[data-invited]:has(a[href='/play/{first}']) [data-decline]").click()
    max_.locator(f"a[href='/play/{first}']").wait_for(state="detached")
    max_.locator("[data-take]").click()
    max_.wait_for_url(f"**/play/{second}")
    assert people.services.seats.owners(second)["Necromancer"] == to.id
    assert "Necromancer" not in people.services.seats.owners(first)


def test_just_begin_opens_a_table_and_the_next_sits_down_there(come: Come) -> None:
    cid, dan = come("Cid"), come("Dan")
    for page in (cid, dan):
        page.goto("/")
        page.select_option("#begin-game", "demonlord")
        page.click("#begin button")
        page.wait_for_url("**/play/*")
    assert cid.url == dan.url


def test_what_one_looks_for_is_kept_between_visits(come: Come, people: AccountService) -> None:
    gus, hal = come("Gus"), come("Hal", PHONE)
    for pace in (None, "slow"):
        offered(people, "Gus", pace)
    hal.goto("/")
    shown = hal.locator(".open-table:visible")
    assert shown.count() >= 2
    hal.select_option("#filters [name=pace]", "slow")
    assert shown.count() == 1
    hal.click("a[data-kind=friends]")
    assert hal.locator("[data-none=filter]").is_visible()
    hal.goto("/")
    assert hal.locator("[data-none=filter]").is_visible(), "as it was left"
    assert hal.locator("#filters [name=pace]").input_value() == "slow"
    hal.goto("/?tables=all#tables")
    assert shown.count() == 1, "a link chooses what it says, and leaves the rest"
    gus.goto("/")
    assert gus.locator("#filters").count() == 0


def test_a_friend_on_somebodys_page_and_a_report_in_the_office(come: Come) -> None:
    come("Eve")
    fay, vic = come("Fay", PHONE), come("Vic", role="moderator")
    fay.goto("/people/Eve")
    friend = fay.locator("[data-relation=friend]")
    friend.click()
    fay.wait_for_selector("[data-relation=friend][aria-pressed=true]")
    fay.click("[data-report]")
    fay.fill("#report textarea", "She never comes.")
    fay.click("#report .primary")
    fay.wait_for_selector(".person-actions [role=status]:not(:empty)")
    assert fay.evaluate("document.documentElement.scrollWidth <= innerWidth")
    vic.goto("/admin")
    assert "She never comes." in vic.locator(".report").inner_text()
    vic.fill(".settle input", "Spoken to her.")
    vic.click("[data-state=done]")
    vic.wait_for_selector(".ledger strong")
    assert vic.locator(".report").count() == 0


def sent_by(page: Any, path: str) -> list[str]:
    """Return the POST requests of the page to addresses with this ending, as they are sent."""
    sent: list[str] = []
    page.on(
        "request", lambda each: sent.append(each.url) if each.method == "POST" and each.url.endswith(path) else None
    )
    return sent


def test_an_open_table_is_chosen_as_the_match_is_made(come: Come, people: AccountService) -> None:
    nan, oz = come("Nan"), come("Oz", PHONE)
    nan.goto("/new/demonlord")
    assert nan.locator("#pace, [data-joining]").locator("visible=true").count() == 0, "nobody comes to play a bot"
    nan.click("label:has(> [value=open])")
    nan.click("#terms summary")
    assert nan.locator("[name=visibility]").is_hidden(), "said already"
    assert nan.locator("[name=reliability]").is_visible()
    nan.click("label:has(> [value=steady])")
    nan.dblclick("#begin")
    nan.wait_for_url("**/play/*")
    match = nan.url.rpartition("/")[2]
    offer = people.match_terms.find_offer(match)
    assert offer is not None
    assert offer.terms.visibility == "listed"
    oz.goto("/")
    sent = sent_by(oz, "/sit")
    oz.dblclick(f"[data-sit='{match}']")
    oz.wait_for_url(f"**/play/{match}")
    assert len(sent) == 1
    assert people.services.matches.info(match).status == "playing"


def test_who_chooses_a_bot_after_terms_for_others_asks_nothing_of_them(come: Come, people: AccountService) -> None:
    pam = come("Pam")
    pam.goto("/new/demonlord")
    pam.click("label:has(> [value=friend])")
    pam.click("#terms summary")
    pam.select_option("[name=visibility]", "listed")
    pam.select_option("[name=reliability]", "90")
    pam.click("label:has(> [value='bot:captain'])")
    pam.click("#begin")
    pam.wait_for_url("**/play/*")
    offer = people.match_terms.find_offer(pam.url.rpartition("/")[2])
    assert offer is not None
    assert offer.terms.visibility == "private"
    assert offer.terms.requirements == {}


def test_what_is_pressed_twice_is_done_once(come: Come, people: AccountService) -> None:
    come("Rex")
    quin = come("Quin")
    match = offered(people, "Quin")
    quin.goto(f"/play/{match}")
    quin.wait_for_selector(READY)
    asked = sent_by(quin, "/invitations")
    quin.locator("#waiting").get_by_role("button", name="Make a link").dblclick()
    quin.wait_for_selector(".linkbox")
    quin.click("#open-talk")
    quin.fill("#say-text", "Once")
    said = sent_by(quin, "/chat")
    quin.dblclick("#say button")
    quin.wait_for_selector("#chat-messages li")
    quin.wait_for_selector("#say-text:placeholder-shown")
    assert len(asked) == 1
    assert len(said) == 1
    quin.goto("/people/Rex")
    reports = sent_by(quin, "/reports")
    quin.click("[data-report]")
    quin.fill("#report textarea", "Never comes.")
    quin.dblclick("#report .primary")
    quin.wait_for_selector(".person-actions [role=status]:not(:empty)")
    assert len(reports) == 1


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_many_invitations_leave_the_board_where_it_is(come: Come, people: AccountService, size: Any) -> None:
    sal = come("Sal", size)
    match = offered(people, "Sal")
    by = people.accounts.find_by_name("Sal")
    assert by is not None
    for _ in range(6):
        people.invitations.create(by, match, "Necromancer", now=now())
    sal.goto(f"/play/{match}")
    sal.wait_for_selector(READY)
    sal.wait_for_selector("#waiting .invite-seat")
    assert sal.evaluate("document.documentElement.scrollHeight <= innerHeight")
    last = sal.locator("#waiting > :nth-last-child(2)")
    last.scroll_into_view_if_needed()
    assert sal.evaluate("document.documentElement.scrollTop") == 0
    assert last.is_visible()


def test_who_lost_their_cookie_signs_in_and_is_back_at_the_match(come: Come, people: AccountService) -> None:
    tia = come("Tia")
    match = offered(people, "Tia")
    tia.context.clear_cookies()
    tia.goto(f"/play/{match}")
    tia.wait_for_selector(READY)
    assert tia.get_attribute(".account", "href") == f"/signin?next=/play/{match}"


def test_the_page_of_notices_leads_back_to_the_account(come: Come) -> None:
    uma = come("Uma", PHONE)
    uma.goto("/me/notifications")
    assert uma.get_attribute(".top .account", "href") == "/me"
    uma.click("main a[href='/me']")
    uma.wait_for_url("**/me")


@pytest.mark.parametrize(
    ("size", "name"), [(PHONE, "Wilma"), ({"width": 1280, "height": 800}, "Walburga"), (DESKTOP, "Wanda")]
)
def test_a_guest_who_takes_a_name_finds_the_way_back_to_the_match(browser: Browser, size: Any, name: str) -> None:
    page = browser.page(browser.context(size), "/new/ford")
    page.click("#begin")
    page.wait_for_selector(READY)
    match = page.url
    if size is PHONE:
        page.click("#open-menu")
        page.click(".menu-list a:has-text('Your account: ')")
    else:
        page.click(".match-top .account")
    page.wait_for_url("**/me?match=*")
    page.fill("#you [name=name]", name)
    with page.expect_response(lambda answer: answer.request.method == "PATCH") as told:
        page.click("#you button")
    assert told.value.ok
    page.reload()
    page.click("a:text-is('Back to the match')")
    page.wait_for_selector(READY)
    assert page.url == match
