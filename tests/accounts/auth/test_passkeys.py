"""Passkeys, made and used by a software key; only valid ones sign in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.auth.conftest import ANN, BOB, NOW
from accounts.auth.soft_key import SoftKey
from palatine.accounts.auth.passkeys import Passkeys, RelyingParty, site_of
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.core import Refused
from palatine.matches import Forbidden
from palatine.matches.clock import expiry_time
from palatine.store import Store

SITE = RelyingParty("play.example.org", "https://play.example.org")
NONCE = "nonce-of-this-browser"


@pytest.fixture
def passkeys(store: Store, tries: RateLimiter) -> Passkeys:
    return Passkeys(store.database, tries)


def make(passkeys: Passkeys, key: SoftKey, account: str = ANN, label: str = "Laptop") -> Any:
    options = passkeys.begin_registration(SITE, account, "Ann", NONCE, NOW)
    return passkeys.finish_registration(SITE, account, key.make(options), label, NONCE, NOW)


def begin(passkeys: Passkeys) -> dict[str, Any]:
    return passkeys.begin_sign_in(SITE, NONCE, "", NOW)


def finish(passkeys: Passkeys, answer: dict[str, Any], nonce: str = NONCE, now: str = NOW) -> str:
    return passkeys.finish_sign_in(SITE, answer, nonce, "", now)


def test_a_passkey_signs_in_to_the_account_that_made_it(passkeys: Passkeys) -> None:
    ann, bob = SoftKey(), SoftKey()
    make(passkeys, ann)
    make(passkeys, bob, BOB)
    assert finish(passkeys, ann.sign(begin(passkeys))) == ANN
    assert finish(passkeys, bob.sign(begin(passkeys))) == BOB
    [kept] = passkeys.of_account(ANN)
    assert (kept.label, kept.used) == ("Laptop", NOW)


def test_what_the_browser_is_asked_with(passkeys: Passkeys) -> None:
    options = passkeys.begin_registration(SITE, ANN, "Ann", NONCE, NOW)
    assert options["rp"] == {"name": "Palatine", "id": "play.example.org"}
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "preferred"
    key = SoftKey()
    passkeys.finish_registration(SITE, ANN, key.make(options), "", NONCE, NOW)
    again = passkeys.begin_registration(SITE, ANN, "Ann", NONCE, NOW)
    assert [each["id"] for each in again["excludeCredentials"]] == [passkeys.of_account(ANN)[0].id]
    asked = begin(passkeys)
    assert asked["rpId"] == "play.example.org"
    assert asked.get("allowCredentials", []) == [], "nobody is asked who they are, nobody told who is known"


def test_an_answer_serves_once(passkeys: Passkeys) -> None:
    key = SoftKey()
    make(passkeys, key)
    answer = key.sign(begin(passkeys))
    finish(passkeys, answer)
    with pytest.raises(Forbidden):
        finish(passkeys, answer)


def test_an_answer_serves_for_five_minutes_in_the_browser_that_was_asked(passkeys: Passkeys) -> None:
    key = SoftKey()
    make(passkeys, key)
    for nonce, minutes in (("another", 0), ("", 0), (NONCE, 5)):
        with pytest.raises(Forbidden):
            finish(passkeys, key.sign(begin(passkeys)), nonce, expiry_time(NOW, timedelta(minutes=minutes)))


def test_a_page_elsewhere_or_another_domain_gets_nobody_in(passkeys: Passkeys) -> None:
    key = SoftKey()
    make(passkeys, key)
    for domain, origin in (
        ("play.example.org", "https://evil.example"),
        ("evil.example", "https://play.example.org"),
    ):
        key.domain, key.origin = domain, origin
        with pytest.raises(Forbidden):
            finish(passkeys, key.sign(begin(passkeys)))


def test_another_key_or_one_that_counts_backwards_gets_nobody_in(passkeys: Passkeys) -> None:
    key, thief = SoftKey(), SoftKey()
    make(passkeys, key)
    thief.id, thief.handle = key.id, key.handle
    with pytest.raises(Forbidden):
        finish(passkeys, thief.sign(begin(passkeys)))
    finish(passkeys, key.sign(begin(passkeys)))
    key.count = 0
    with pytest.raises(Forbidden):
        finish(passkeys, key.sign(begin(passkeys)))
    with pytest.raises(Forbidden):
        finish(passkeys, SoftKey().sign(begin(passkeys)))


def test_a_challenge_for_one_account_or_one_purpose_serves_no_other(passkeys: Passkeys) -> None:
    key = SoftKey()
    options = passkeys.begin_registration(SITE, ANN, "Ann", NONCE, NOW)
    with pytest.raises(Forbidden):
        passkeys.finish_registration(SITE, BOB, key.make(options), "", NONCE, NOW)
    make(passkeys, key)
    options = passkeys.begin_registration(SITE, ANN, "Ann", NONCE, NOW)
    with pytest.raises(Forbidden):
        finish(passkeys, key.sign(options))


def test_a_passkey_belongs_to_one_account(passkeys: Passkeys) -> None:
    key = SoftKey()
    made = make(passkeys, key)
    with pytest.raises(Refused):
        make(passkeys, key, BOB)
    for change in (passkeys.remove, lambda account, id_: passkeys.rename(account, id_, "Mine")):
        with pytest.raises(Refused):
            change(BOB, made.id)
    passkeys.rename(ANN, made.id, " Old   phone ")
    assert [each.label for each in passkeys.of_account(ANN)] == ["Old phone"]
    passkeys.remove(ANN, made.id)
    with pytest.raises(Forbidden):
        finish(passkeys, key.sign(begin(passkeys)))


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"id": 3},
        {"response": None},
        {"response": {"clientDataJSON": "!!"}},
        {"response": {"clientDataJSON": "W10"}},
    ],
)
def test_what_is_no_answer_is_refused(passkeys: Passkeys, answer: dict[str, Any]) -> None:
    with pytest.raises(Forbidden):
        finish(passkeys, answer)


def test_a_crippled_answer_is_refused(passkeys: Passkeys) -> None:
    key = SoftKey()
    make(passkeys, key)
    for name in ("authenticatorData", "signature"):
        for wrong in ("", "AAAA", None, 7, "é"):
            answer = key.sign(begin(passkeys))
            answer["response"][name] = wrong
            with pytest.raises(Forbidden):
                finish(passkeys, answer)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://play.example.org", SITE),
        ("https://play.example.org:8443/", RelyingParty("play.example.org", "https://play.example.org:8443")),
        ("http://localhost:8000", RelyingParty("localhost", "http://localhost:8000")),
        ("http://play.example.org", None),
        ("http://192.168.1.5:8000", None),
        ("", None),
    ],
)
def test_where_browsers_know_passkeys(url: str, site: RelyingParty | None) -> None:
    assert site_of(url) == site
