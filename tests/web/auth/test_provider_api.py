"""Sign-in over HTTP through an OpenID provider, from the button to the requested page."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from accounts.auth.provider import CLIENT, SECRET, Provider
from palatine.config import OidcSettings, SigninSettings
from web.auth.conftest import OPEN, URL, Site


@pytest.fixture
def site(make_site: Callable[..., Site], provider: Provider) -> Site:
    told = OidcSettings(provider.issuer, CLIENT, SECRET, "The club")
    return make_site(msgspec.structs.replace(OPEN, signin=SigninSettings(oidc=told)))


def come_back(browser: Any, provider: Provider, then: str = "/", subject: str = "ann-there") -> Any:
    url = browser.post("/api/session/oidc", json={"then": then}).json()["url"]
    assert url.startswith(f"{provider.issuer}/authorize?")
    state, code = provider.authorize(url, subject, int(time.time()))
    return browser.get("/signin/oidc", params={"state": state, "code": code}, follow_redirects=False)


def test_somebody_new_gets_an_account_and_has_it_the_next_time(site: Site, provider: Provider) -> None:
    first, second, other = site.browser(), site.browser(), site.browser()
    assert "Sign in with The club" in first.get("/signin").text
    answer = come_back(first, provider, "/play/abc")
    assert (answer.status_code, answer.headers["location"]) == (303, "/play/abc")
    come_back(second, provider)
    come_back(other, provider, subject="another")
    ann, again, another = (browser.get("/api/me").json() for browser in (first, second, other))
    assert ann["kind"] == "member"
    assert again["id"] == ann["id"] != another["id"]
    assert first.get("/api/me/credentials").json()["joined"] is True


def test_a_guest_keeps_what_was_theirs(site: Site, provider: Provider) -> None:
    browser = site.browser()
    guest = browser.post("/api/me/guest").json()
    come_back(browser, provider)
    assert browser.get("/api/me").json()["id"] == guest["id"]


def test_a_member_joins_their_account_to_one_elsewhere_and_nobody_elses(site: Site, provider: Provider) -> None:
    ann, bob = site.member("ann@example.org"), site.member("bob@example.org")
    url = ann.post("/api/me/oidc", json={"then": "/me#keys"}).json()["url"]
    state, code = provider.authorize(url, "ann-there", int(time.time()))
    answer = ann.get("/signin/oidc", params={"state": state, "code": code}, follow_redirects=False)
    assert answer.headers["location"] == "/me#keys"
    fresh = site.browser()
    come_back(fresh, provider)
    assert fresh.get("/api/me").json()["id"] == ann.get("/api/me").json()["id"]
    url = bob.post("/api/me/oidc", json={}).json()["url"]
    state, code = provider.authorize(url, "ann-there", int(time.time()))
    assert bob.get("/signin/oidc", params={"state": state, "code": code}).status_code == 422
    assert bob.get("/api/me/credentials").json()["joined"] is False


def test_nobody_is_led_elsewhere(site: Site, provider: Provider) -> None:
    assert come_back(site.browser(), provider, "//evil.example").headers["location"] == "/"


def test_who_did_not_set_out_here_does_not_come_in(site: Site, provider: Provider) -> None:
    """A link with another user's state and code would sign a victim in to a stranger's account."""
    thief, victim = site.browser(), site.browser()
    url = thief.post("/api/session/oidc", json={}).json()["url"]
    state, code = provider.authorize(url, "thief", int(time.time()))
    answer = victim.get("/signin/oidc", params={"state": state, "code": code}, follow_redirects=False)
    assert answer.status_code == 403
    assert victim.get("/api/me").json()["id"] == ""


def test_what_a_provider_refuses_is_said_on_a_page(site: Site) -> None:
    browser = site.browser(accept="text/html")
    answer = browser.get("/signin/oidc", params={"error": "access_denied", "state": "x"})
    assert answer.status_code == 403
    assert "did not confirm" in answer.text
    assert URL not in answer.text
