"""Seat keys from before the server had accounts, whose seats the browser's user then owns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import func, select

from palatine.config import Config, SiteSettings
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.store.schema_people import accounts, sessions
from palatine.web.app import create_app

URL = "http://palatine.local"
PAGE = {"accept": "text/html,*/*;q=0.8"}
Client = TestClient[Any]


class Site:
    """A server that had no accounts and now has them."""

    def __init__(self, joining: Any) -> None:
        self.store = Store.open(":memory:")
        self.services = MatchServices(self.store)
        made = self.services.matches.create("ford")
        self.match, self.keys = made.match, made.keys
        for seat, key in self.keys.items():
            self.services.seats.take_seat(self.match, key, f"{seat}'s player")
        config = Config(site=SiteSettings(access=joining))
        self.app = create_app(self.services, self.store, ["palatine.local"], config)

    def browser(self, match: str = "", *keys: str) -> Client:
        client: Client = TestClient(self.app, base_url=URL, raise_server_exceptions=False)
        if keys:
            client.cookies.set(f"palatine-{match}", ".".join(keys), domain="palatine.local")
        return client

    def count(self, table: Any) -> int:
        with self.store.database.reading() as connection:
            return connection.execute(select(func.count()).select_from(table)).scalar() or 0


@pytest.fixture(params=["open", "invite"])
def site(request: Any) -> Site:
    return Site(request.param)


def yours(client: Client, match: str) -> list[str]:
    found: list[str] = client.get(f"/api/matches/{match}").json()["yours"]
    return found


def test_a_page_binds_the_seat_to_a_guest_and_the_cookie_goes(site: Site) -> None:
    seat, key = next(iter(site.keys.items()))
    browser = site.browser(site.match, key)
    page = browser.get("/", headers=PAGE)
    assert page.status_code == 200
    assert list(browser.cookies) == ["palatine"]
    assert yours(browser, site.match) == [seat]
    assert site.services.seats.seat_of(site.match, key) is None, "the key opens nothing any more"
    assert yours(site.browser(site.match, key), site.match) == []
    browser.get("/", headers=PAGE)
    assert site.count(accounts) == 1


def test_it_is_the_account_s_that_is_signed_in(site: Site) -> None:
    people = site.app.state.people
    ann = people.accounts.create_member("Ann", "2026-01-01T00:00:00.000Z")
    browser = site.browser(site.match, *site.keys.values())
    browser.cookies.set("palatine", people.sign_in(ann, "Test", "2026-11-01T00:00:00.000Z")[0])
    browser.get("/play/" + site.match, headers=PAGE)
    assert site.services.seats.seats_of(site.match, ann.id) == tuple(site.keys)
    assert list(browser.cookies) == ["palatine"]
    assert site.count(accounts) == 1


def test_a_match_that_is_over_is_bound_too(site: Site) -> None:
    seat, key = next(iter(site.keys.items()))
    site.services.matches.resign(site.match, key, site.services.matches.info(site.match).version)
    browser = site.browser(site.match, key)
    browser.get("/", headers=PAGE)
    assert [each["match"] for each in browser.get("/api/me/matches").json()] == [site.match]
    assert yours(browser, site.match) == [seat]
    assert site.services.seats.seat_of(site.match, key) is None


def test_keys_that_open_nothing_make_nobody(site: Site) -> None:
    taken = next(iter(site.keys.values()))
    site.browser(site.match, taken).get("/", headers=PAGE)
    for match, key in ((site.match, taken), (site.match, "x" * 26), ("nowhere", "x" * 26)):
        browser = site.browser(match, key)
        browser.get("/", headers=PAGE)
        assert list(browser.cookies) == []
    assert site.count(accounts) == 1


def test_only_a_page_does_it(site: Site) -> None:
    browser = site.browser(site.match, *site.keys.values())
    browser.get("/api/games")
    browser.get("/", headers={"accept": "application/json"})
    assert list(browser.cookies) == [f"palatine-{site.match}"]
    assert yours(browser, site.match) == list(site.keys), "until then the keys open as they did"
    assert site.count(accounts) == 0


def test_a_lesson_keeps_its_key() -> None:
    site = Site("open")
    browser = site.browser()
    match = browser.post("/api/lessons/ford/the-ford", json={}).json()["match"]
    before = dict(browser.cookies)
    browser.get("/", headers=PAGE)
    assert dict(browser.cookies) == before == {f"palatine-{match}": before[f"palatine-{match}"]}


def test_two_pages_at_once_make_one_owner(site: Site) -> None:
    seat, key = next(iter(site.keys.items()))
    with ThreadPoolExecutor(4) as threads:
        pages = list(threads.map(lambda _: site.browser(site.match, key).get("/", headers=PAGE), range(4)))
    told = [page.cookies.get("palatine") for page in pages]
    [secret] = [each for each in told if each]
    browser = site.browser()
    browser.cookies.set("palatine", secret)
    assert yours(browser, site.match) == [seat]
    assert site.count(sessions) == 1
