"""The pages on company in Chromium: sitting down from the lobby, talk between two, friends, the office."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from palatine.config import Config, HouseSettings
from palatine.people.hosting import Terms
from palatine.people.people import People
from palatine.table.clock import now
from web.chromium import DESKTOP, PHONE, READY, Browser
from web.helpers import Served

OPEN = Config(house=HouseSettings(joining="open"))
Come = Callable[..., Any]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("open") / "palatine.db", OPEN)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def people(served: Served) -> People:
    return People(served.house, served.store.database, OPEN)


@pytest.fixture
def come(browser: Browser, people: People) -> Come:
    """Somebody's page, signed in."""

    def come(name: str, size: Any = DESKTOP, role: Any = "") -> Any:
        account = people.accounts.named(name) or people.accounts.member(name, now(), role)
        context = browser.context(size)
        secret, _ = people.sign_in(account, "Test", now())
        context.add_cookies([{"name": "palatine", "value": secret, "url": browser.url}])
        return context.new_page()

    return come


def offered(people: People, name: str) -> str:
    by = people.accounts.named(name)
    assert by is not None
    players = {"Kingdoms": {"holder": by.id, "name": by.name, "number": "1"}}
    made = people.house.create("dark-emperor", players=players, with_keys=False)
    people.hosting.note(made.match, by.id, Terms(visibility="listed"), now())
    return made.match


def test_two_meet_at_an_open_table_and_talk(come: Come, people: People) -> None:
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
    bea.wait_for_selector("#remarks li")
    ann.goto(f"/play/{match}")
    ann.wait_for_selector(READY)
    ann.click("#open-talk")
    ann.wait_for_selector("#remarks li")
    assert ann.locator(".remark-text").inner_text() == "<b>Hello</b>"
    assert ann.locator(".remark-who a").inner_text() == "Bea"
    ann.goto("/")
    assert ann.locator(".lobby-side .matches a").count() == 1
    assert ann.locator(".open-table").count() == 0


def test_who_is_invited_says_no_to_one_and_sits_down_at_the_other(come: Come, people: People) -> None:
    ida, max_ = come("Ida"), come("Max", PHONE)
    first, second = offered(people, "Ida"), offered(people, "Ida")
    by, to = people.accounts.named("Ida"), people.accounts.named("Max")
    assert by is not None
    assert to is not None
    for match in (first, second):
        people.invitations.make(by, match, "Necromancer", now=now(), account=to.id)
    ida.goto("/")
    assert ida.locator("#invited").count() == 0
    max_.goto("/#invited")
    boxes = max_.locator("[data-invited]")
    assert boxes.count() == 2
    max_.locator(f"[data-invited]:has(a[href='/play/{first}']) [data-decline]").click()
    max_.locator(f"a[href='/play/{first}']").wait_for(state="detached")
    max_.locator("[data-take]").click()
    max_.wait_for_url(f"**/play/{second}")
    assert people.house.holders(second)["Necromancer"] == to.id
    assert "Necromancer" not in people.house.holders(first)


def test_just_begin_opens_a_table_and_the_next_sits_down_there(come: Come) -> None:
    cid, dan = come("Cid"), come("Dan")
    for page in (cid, dan):
        page.goto("/")
        page.select_option("#begin-game", "demonlord")
        page.click("#begin button")
        page.wait_for_url("**/play/*")
    assert cid.url == dan.url


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
    fay.wait_for_selector(".person-deeds [role=status]:not(:empty)")
    assert fay.evaluate("document.documentElement.scrollWidth <= innerWidth")
    vic.goto("/office")
    assert "She never comes." in vic.locator(".report").inner_text()
    vic.fill(".settle input", "Spoken to her.")
    vic.click("[data-state=done]")
    vic.wait_for_selector(".ledger strong")
    assert vic.locator(".report").count() == 0
