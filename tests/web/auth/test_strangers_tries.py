"""Attempts of strangers: wrong passwords, mails, other spellings of a mailbox."""

from __future__ import annotations

from typing import Any

import pytest

from web.auth.conftest import Site
from web.auth.test_account_attacks import GOOD


def with_password(site: Site) -> Any:
    ann = site.member("ann@example.org")
    ann.patch("/api/me", json={"name": "Ann"})
    assert ann.post("/api/me/password", json={"password": GOOD}).status_code == 200
    return ann


def try_password(browser: Any, password: str = GOOD) -> int:
    return int(browser.post("/api/session/password", json={"name": "Ann", "password": password}).status_code)


def test_wrong_passwords_of_strangers_do_not_lock_the_owner_out_of_a_known_device(site: Site) -> None:
    ann = with_password(site)
    ann.delete("/api/session")
    assert [try_password(site.browser(), "wrong password") for _ in range(11)] == [403] * 10 + [429]
    assert try_password(site.browser()) == 429, "nobody gets in who is not known"
    assert try_password(ann) == 200


def test_a_device_becomes_known_by_any_way_in(site: Site) -> None:
    ann, phone = with_password(site), site.browser()
    code = ann.post("/api/me/pairing").json()["code"]
    phone.post("/api/session/pair", json={"code": code, "device": "Phone"})
    ann.post("/api/me/pairing/answer", json={"device": "Phone", "yes": True})
    assert phone.post("/api/session/pair/finish").status_code == 200
    phone.delete("/api/session")
    for _ in range(10):
        try_password(site.browser(), "wrong password")
    assert try_password(phone) == 200


def test_a_known_device_has_tries_of_its_own_and_no_more_than_others(site: Site) -> None:
    ann = with_password(site)
    ann.delete("/api/session")
    assert [try_password(ann, "wrong password") for _ in range(11)] == [403] * 10 + [429]
    assert try_password(ann) == 429
    assert try_password(site.browser()) == 200, "nor does it lock out others"


def test_a_device_that_somebody_else_signed_in_on_is_not_known(site: Site) -> None:
    with_password(site)
    bob = site.member("bob@example.org")
    for _ in range(10):
        try_password(site.browser(), "wrong password")
    assert try_password(bob) == 429


def test_mails_that_strangers_request_do_not_keep_the_owner_from_a_known_device(site: Site) -> None:
    ann = site.member("ann@example.org")
    ann.delete("/api/session")
    body = {"address": "ann@example.org"}
    answers = [site.browser().post("/api/session/mail", json=body).status_code for _ in range(3)]
    assert answers == [202, 202, 429], "one was Ann's own"
    assert [ann.post("/api/session/mail", json=body).status_code for _ in range(4)] == [202, 202, 202, 429]


# Addresses


@pytest.mark.parametrize(
    "address", ["a\x00b@example.org", "a\x1b[2J@example.org", "jürgen@example.org", "a\u202eb@example.org"]
)
def test_an_address_that_mail_cannot_be_sent_to_is_422(site: Site, address: str) -> None:
    ann = site.member("ann@example.org")
    match = ann.post("/api/matches", json={"game": "ford", "players": {}}).json()["match"]
    assert site.browser().post("/api/session/mail", json={"address": address}).status_code == 422
    assert ann.post("/api/me/addresses", json={"address": address}).status_code == 422
    assert ann.post(f"/api/matches/{match}/invitations", json={"address": address}).status_code == 422


def test_aliases_are_one_mailbox_for_the_limit_on_invitations(site: Site) -> None:
    ann = site.member("ann@example.org")
    match = ann.post("/api/matches", json={"game": "ford", "players": {}}).json()["match"]
    aliases = ["victim@example.org", "VICTIM@example.org", "vic.tim@example.org", "victim@EXAMPLE.org"]
    aliases += [f"victim+{n}@example.org" for n in range(9)]
    answers = [ann.post(f"/api/matches/{match}/invitations", json={"address": each}) for each in aliases]
    assert [each.status_code for each in answers] == [201] * 12 + [429]
    other = ann.post(f"/api/matches/{match}/invitations", json={"address": "other@example.org"})
    assert other.status_code == 201


def test_aliases_are_one_mailbox_for_the_limit_on_sign_in_mails(site: Site) -> None:
    answers = [
        site.browser().post("/api/session/mail", json={"address": f"vic.tim+{n}@example.org"}) for n in range(4)
    ]
    assert [each.status_code for each in answers] == [202, 202, 202, 429]
