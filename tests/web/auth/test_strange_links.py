"""Links and codes from others, which sign in to the named account and leave a guest's things."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.matches.clock import now
from web.auth.conftest import Site
from web.auth.test_account_attacks import me


def guest_with_a_seat(site: Site) -> tuple[Any, str]:
    browser = site.browser()
    made = browser.post("/api/matches", json={"game": "ford", "players": {"North": {"me": True}}})
    assert made.status_code == 201, made.text
    return browser, made.json()["match"]


def yours(browser: Any, match: str) -> list[str]:
    return list(browser.get(f"/api/matches/{match}").json()["yours"])


def link_of(site: Site, address: str) -> str:
    """Return the token of a link that a stranger has requested for an address."""
    assert site.browser().post("/api/session/mail", json={"address": address}).status_code == 202
    return str(site.mails()[-1]["link"]).rpartition("/")[2]


@pytest.mark.parametrize("is_known", [True, False], ids=["an account", "a new address"])
def test_a_link_of_a_stranger_takes_no_seat_of_a_guest(site: Site, is_known: bool) -> None:
    thief = site.member("thief@example.org") if is_known else None
    guest, match = guest_with_a_seat(site)
    before = me(guest)
    token = link_of(site, "thief@example.org")
    page = guest.get(f"/signin/{token}").text
    assert "thief@example.org" in page
    assert "not requested in this browser" in page
    assert "guest seats do not move" in page
    assert before["name"] in page
    if thief:
        assert me(thief)["name"] in page
    assert guest.post("/api/session/code", json={"token": token}).status_code == 200
    assert me(guest)["id"] != before["id"]
    assert yours(guest, match) == []
    if thief:
        assert me(guest)["id"] == me(thief)["id"]
        assert thief.get("/api/matches").json() == []
    assert guest.delete("/api/session").status_code == 200
    assert me(guest)["id"] == before["id"], "who signs out is the guest again"
    assert yours(guest, match) == ["North"]
    assert guest.delete("/api/session").status_code == 200
    assert me(guest)["id"] == ""


def test_a_link_that_was_requested_in_the_guest_s_browser_takes_the_seats_along(site: Site) -> None:
    ann = site.member("ann@example.org")
    guest, match = guest_with_a_seat(site)
    guest.post("/api/session/mail", json={"address": "ann@example.org"})
    token = site.mails()[-1]["link"].rpartition("/")[2]
    page = guest.get(f"/signin/{token}").text
    assert "guest seats" not in page
    assert "not requested" not in page
    assert guest.post("/api/session/code", json={"token": token}).status_code == 200
    assert yours(ann, match) == ["North"]
    assert guest.delete("/api/session").status_code == 200
    assert me(guest)["id"] == ""


def test_a_guest_without_a_seat_is_not_kept_for_later(site: Site) -> None:
    guest = site.browser()
    guest.post("/api/me/guest")
    token = link_of(site, "ann@example.org")
    assert "guest seats" not in guest.get(f"/signin/{token}").text
    assert guest.post("/api/session/code", json={"token": token}).status_code == 200
    assert guest.delete("/api/session").status_code == 200
    assert me(guest)["id"] == ""


def test_a_member_is_told_that_a_link_signs_them_out_of_their_account(site: Site) -> None:
    ann = site.member("ann@example.org")
    token = link_of(site, "thief@example.org")
    page = ann.get(f"/signin/{token}").text
    assert f"signed in here as {me(ann)['name']}" in page


def test_a_code_of_a_stranger_s_device_takes_no_seat_of_a_guest(site: Site) -> None:
    thief = site.member("thief@example.org")
    guest, match = guest_with_a_seat(site)
    before = me(guest)
    assert "guest seats do not move" in guest.get("/signin").text
    code = thief.post("/api/me/pairing").json()["code"]
    guest.post("/api/session/pair", json={"code": code, "device": "Prize"})
    thief.post("/api/me/pairing/answer", json={"device": "Prize", "yes": True})
    assert guest.post("/api/session/pair/finish").status_code == 200
    assert me(guest)["id"] == me(thief)["id"]
    assert (yours(guest, match), yours(thief, match)) == ([], [])
    guest.delete("/api/session")
    assert (me(guest)["id"], yours(guest, match)) == (before["id"], ["North"])


def test_a_host_s_link_for_a_stranger_takes_no_seat_of_a_guest(site: Site) -> None:
    thief = site.member("thief@example.org")
    guest, match = guest_with_a_seat(site)
    before = me(guest)["id"]
    link = site.app.state.services.auth.recovery.create_link(me(thief)["id"], now())
    assert "guest seats do not move" in guest.get(f"/signin/{link}").text
    assert guest.post("/api/session/recover", json={"token": link}).status_code == 200
    assert yours(guest, match) == []
    guest.delete("/api/session")
    assert (me(guest)["id"], yours(guest, match)) == (before, ["North"])
