"""Sign-in over HTTP by every method, and what strangers, thieves and mail scanners can get."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from accounts.auth.soft_key import SoftKey
from web.auth.conftest import CLOSED, URL, Site
from web.test_wording import OPEN, made_up, shown

__all__ = ["made_up"]

SESSION = "palatine"


def me(browser: Any) -> dict[str, Any]:
    found: dict[str, Any] = browser.get("/api/me").json()
    return found


def token_of(mail: dict[str, Any]) -> str:
    link: str = mail["link"]
    assert link in mail["text"]
    assert mail["code"] in mail["text"]
    assert link.startswith(f"{URL}/signin/")
    return link.rpartition("/")[2]


def soft_key() -> SoftKey:
    return SoftKey("palatine.localhost", URL)


def add_passkey(browser: Any, key: SoftKey) -> Any:
    options = browser.post("/api/me/passkeys/begin").json()
    return browser.post("/api/me/passkeys", json={"answer": key.make(options), "label": "Laptop"})


def use_passkey(browser: Any, key: SoftKey) -> Any:
    options = browser.post("/api/session/passkey/begin").json()
    return browser.post("/api/session/passkey/finish", json={"answer": key.sign(options)})


# By mail


def test_a_new_address_makes_an_account_and_opens_it_again(site: Site) -> None:
    first = site.member("ann@example.org")
    assert me(first)["kind"] == "member"
    second = site.member("ANN@example.org")
    assert me(second)["id"] == me(first)["id"]


def test_a_guest_who_proves_an_address_keeps_what_was_theirs(site: Site) -> None:
    browser = site.browser()
    guest = browser.post("/api/me/guest").json()
    before = browser.cookies[SESSION]
    browser.post("/api/session/mail", json={"address": "ann@example.org"})
    answer = browser.post("/api/session/code", json={"code": site.mails()[-1]["code"]})
    assert answer.json() == {"name": guest["name"], "kind": "member", "then": "/", "waiting": False, "is_new": True}
    assert me(browser)["id"] == guest["id"]
    assert browser.cookies[SESSION] != before
    thief = site.browser(cookie=f"{SESSION}={before}")
    assert me(thief)["id"] == "", "the session of before opens nothing"


def test_a_link_opens_in_any_browser_when_its_button_is_pressed(site: Site) -> None:
    site.browser().post("/api/session/mail", json={"address": "ann@example.org", "then": "/i/abc"})
    token = token_of(site.mails()[-1])
    scanner = site.browser()
    for _ in range(3):
        page = scanner.get(f"/signin/{token}")
        assert "ann@example.org" in page.text
        assert "set-cookie" not in page.headers
    assert me(scanner)["id"] == ""
    browser = site.browser()
    assert browser.post("/api/session/code", json={"token": token}).json()["then"] == "/i/abc"
    assert me(browser)["kind"] == "member"
    assert site.browser().post("/api/session/code", json={"token": token}).status_code == 403
    assert "ann@example.org" not in scanner.get(f"/signin/{token}").text


def test_a_code_is_nothing_in_another_browser(site: Site) -> None:
    victim, thief = site.browser(), site.browser()
    victim.post("/api/session/mail", json={"address": "ann@example.org"})
    code = site.mails()[-1]["code"]
    thief.post("/api/session/mail", json={"address": "thief@example.org"})
    assert thief.post("/api/session/code", json={"code": code}).status_code == 403
    assert victim.post("/api/session/code", json={"code": code}).status_code == 200
    assert victim.post("/api/session/code", json={"code": code}).status_code == 403


@pytest.mark.parametrize("address", ["ann@example.org", "nobody@example.org"])
def test_a_closed_server_answers_strangers_as_it_does_members(
    make_site: Callable[..., Site], address: str, site: Site
) -> None:
    site.member("ann@example.org")
    closed = make_site(CLOSED)
    people = closed.app.state.services.people
    member = people.accounts.create_member("Ann", "2026-01-01T00:00:00.000Z")
    closed.app.state.services.auth.addresses.add(member.id, "ann@example.org", "2026-01-01T00:00:00.000Z")
    answer = closed.browser().post("/api/session/mail", json={"address": address})
    assert (answer.status_code, answer.content) == (202, b"null")
    assert sorted(answer.headers) == ["cache-control", "content-length", "content-security-policy", "content-type",
        "cross-origin-opener-policy", "cross-origin-resource-policy", "referrer-policy", "set-cookie",
        "x-content-type-options", "x-request-id"]  # fmt: skip
    assert len(closed.mails()) == (address == "ann@example.org")


def test_what_goes_wrong_with_a_password_sounds_the_same_for_all(site: Site) -> None:
    ann = site.member("ann@example.org")
    ann.patch("/api/me", json={"name": "Ann"})
    ann.post("/api/me/password", json={"password": "nine lanterns, one moon"})
    answers = [
        site.browser().post("/api/session/password", json={"name": name, "password": "wrong password"})
        for name in ("Ann", "Nobody", "ann@example.org", "nobody@example.org")
    ]
    assert {(each.status_code, each.content) for each in answers} == {(403, answers[0].content)}


def test_the_mails_of_an_address_are_limited(site: Site) -> None:
    browser = site.browser()
    answers = [browser.post("/api/session/mail", json={"address": "ann@example.org"}) for _ in range(4)]
    assert [each.status_code for each in answers] == [202, 202, 202, 429]
    assert int(answers[-1].headers["retry-after"]) > 0
    assert len(site.mails()) == 3


# By password


def test_a_password_opens_the_account_in_a_new_session(site: Site) -> None:
    ann = site.browser()
    ann.post("/api/me/guest")
    ann.patch("/api/me", json={"name": "Ann"})
    assert ann.post("/api/me/password", json={"password": "short"}).status_code == 422
    assert me(ann)["kind"] == "guest"
    assert ann.post("/api/me/password", json={"password": "nine lanterns, one moon"}).status_code == 200
    assert me(ann)["kind"] == "member"
    other = site.browser()
    answer = other.post("/api/session/password", json={"name": "Ann", "password": "nine lanterns, one moon"})
    assert answer.status_code == 200
    assert me(other)["id"] == me(ann)["id"]
    assert other.cookies[SESSION] != ann.cookies[SESSION]


def test_a_password_is_changed_by_who_knows_it_and_signs_all_others_out(site: Site) -> None:
    ann = site.member("ann@example.org")
    ann.post("/api/me/password", json={"password": "nine lanterns, one moon"})
    other = site.member("ann@example.org")
    wrong = {"password": "seven black ships", "current": "not that one"}
    assert other.post("/api/me/password", json=wrong).status_code == 403
    right = wrong | {"current": "nine lanterns, one moon"}
    assert other.post("/api/me/password", json=right).status_code == 200
    assert me(ann)["id"] == ""
    assert me(other)["kind"] == "member"


def test_tries_are_limited_even_for_the_right_password(site: Site) -> None:
    ann = site.member("ann@example.org")
    ann.patch("/api/me", json={"name": "Ann"})
    ann.post("/api/me/password", json={"password": "nine lanterns, one moon"})
    tries = [
        site.browser().post("/api/session/password", json={"name": "Ann", "password": "wrong password"})
        for _ in range(10)
    ]
    assert {each.status_code for each in tries} == {403}
    late = site.browser().post("/api/session/password", json={"name": "Ann", "password": "nine lanterns, one moon"})
    assert late.status_code == 429


# By passkey


def test_a_passkey_keeps_a_guest_and_opens_the_account_elsewhere(site: Site) -> None:
    browser, key = site.browser(), soft_key()
    guest = browser.post("/api/me/guest").json()
    before = browser.cookies[SESSION]
    assert add_passkey(browser, key).status_code == 201
    assert (me(browser)["id"], me(browser)["kind"]) == (guest["id"], "member")
    assert browser.cookies[SESSION] != before
    other = site.browser()
    assert use_passkey(other, key).status_code == 200
    assert me(other)["id"] == guest["id"]


def test_a_guest_who_signs_in_brings_their_seats_along(site: Site) -> None:
    key = soft_key()
    ann = site.browser()
    ann.post("/api/me/guest")
    add_passkey(ann, key)
    phone = site.browser()
    made = phone.post("/api/matches", json={"game": "ford", "players": {"North": {"me": True}}})
    assert made.status_code == 201, made.text
    assert use_passkey(phone, key).status_code == 200
    assert [each["yours"] for each in ann.get("/api/matches").json()] == [["North"]]


def test_the_only_key_is_not_taken_away(site: Site) -> None:
    browser = site.browser()
    browser.post("/api/me/guest")
    add_passkey(browser, soft_key())
    [passkey] = browser.get("/api/me/credentials").json()["passkeys"]
    assert passkey["label"] == "Laptop"
    assert browser.delete(f"/api/me/passkeys/{passkey['id']}").status_code == 422
    assert browser.post("/api/me/recovery").status_code == 201
    assert browser.delete(f"/api/me/passkeys/{passkey['id']}").status_code == 200
    assert browser.get("/api/me/credentials").json()["passkeys"] == []


# Recovery


def test_a_recovery_code_signs_everybody_else_out_and_is_told_by_mail(site: Site) -> None:
    ann = site.member("ann@example.org")
    shown = ann.post("/api/me/recovery").json()["codes"]
    assert len(shown) == 8
    thief = site.browser()
    assert thief.post("/api/session/recover", json={"code": shown[0]}).status_code == 200
    assert me(ann)["id"] == ""
    assert thief.post("/api/session/recover", json={"code": shown[0]}).status_code == 403
    [told] = site.mails("recovered")
    assert told["to"] == "ann@example.org"
    assert "signed out" in told["text"]


def test_the_hosts_link_lets_in_once(site: Site) -> None:
    ann = site.member("ann@example.org")
    services = site.app.state.services
    token = services.auth.recovery.create_link(me(ann)["id"], "2026-11-22T20:00:00.000Z".replace("2026", "2099"))
    browser = site.browser()
    assert me(ann)["name"] in browser.get(f"/signin/{token}").text
    assert browser.post("/api/session/recover", json={"token": token}).status_code == 200
    assert me(browser)["kind"] == "member"
    assert site.browser().post("/api/session/recover", json={"token": token}).status_code == 403


# A second device


def test_a_second_device_is_let_in_by_the_first(site: Site) -> None:
    ann, phone = site.member("ann@example.org"), site.browser()
    shown = ann.post("/api/me/pairing").json()
    assert shown["picture"].startswith("data:image/svg+xml")
    assert ann.get("/api/me/pairing").json() == {"state": "waiting", "device": ""}
    assert phone.post("/api/session/pair", json={"code": shown["code"], "device": "Ann's phone"}).status_code == 202
    assert phone.post("/api/session/pair/finish").json()["waiting"] is True
    assert ann.get("/api/me/pairing").json()["device"] == "Ann's phone"
    assert ann.post("/api/me/pairing/answer", json={"device": "Another", "yes": True}).status_code == 422
    assert ann.post("/api/me/pairing/answer", json={"device": "Ann's phone", "yes": True}).status_code == 200
    assert site.browser().post("/api/session/pair/finish").status_code == 403
    assert phone.post("/api/session/pair/finish").json()["waiting"] is False
    assert me(phone)["id"] == me(ann)["id"]
    devices = ann.get("/api/me/credentials").json()["sessions"]
    assert "Ann's phone" in {each["device"] for each in devices}


def test_a_device_is_signed_out_from_another(site: Site) -> None:
    ann, phone, bob = site.member("ann@example.org"), site.member("ann@example.org"), site.member("bob@example.org")
    keys = phone.get("/api/me/credentials").json()
    [other] = [each["id"] for each in keys["sessions"] if each["id"] != keys["session"]]
    assert bob.delete(f"/api/session/{other}").status_code == 200
    assert me(ann)["kind"] == "member", "Bob ends no session of Ann's"
    phone.delete(f"/api/session/{other}")
    assert me(ann)["id"] == ""
    assert me(phone)["kind"] == "member"
    phone.delete("/api/session")
    assert me(phone)["id"] == ""


# Addresses


def test_an_address_is_added_by_its_code_and_belongs_to_one_account(site: Site) -> None:
    ann, bob = site.member("ann@example.org"), site.member("bob@example.org")
    assert ann.post("/api/me/addresses", json={"address": "bob@example.org"}).status_code == 202
    code = site.mails("prove")[-1]["code"]
    assert bob.post("/api/me/addresses/prove", json={"code": code}).status_code == 403
    assert ann.post("/api/me/addresses/prove", json={"code": code}).status_code == 422
    ann.post("/api/me/addresses", json={"address": "second@example.org"})
    assert [each.get("/api/me/credentials").json()["pending"] for each in (ann, bob)] == ["second@example.org", ""]
    token = token_of(site.mails("prove")[-1])
    assert bob.post("/api/me/addresses/prove", json={"token": token}).status_code == 403
    assert ann.post("/api/me/addresses/prove", json={"token": token}).status_code == 200
    told = ann.get("/api/me/credentials").json()["addresses"]
    assert [(each["address"], each["state"]) for each in told] == [
        ("ann@example.org", "ok"),
        ("second@example.org", "ok"),
    ]
    told = site.mails("key-added")
    assert {each["to"] for each in told} == {"ann@example.org", "second@example.org"}
    assert ann.delete("/api/me/addresses/ann@example.org").status_code == 200
    assert ann.delete("/api/me/addresses/second@example.org").status_code == 422


# What is never done


@pytest.mark.parametrize(
    "wanted",
    ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil", "/a\nb", "javascript:alert(1)", ""],
)
def test_nobody_is_led_elsewhere_after_signing_in(site: Site, wanted: str) -> None:
    browser = site.browser()
    assert 'data-then="/"' in browser.get("/signin", params={"next": wanted}).text
    browser.post("/api/session/mail", json={"address": "ann@example.org", "then": wanted})
    assert browser.post("/api/session/code", json={"code": site.mails()[-1]["code"]}).json()["then"] == "/"


def test_a_path_of_ours_is_gone_to(site: Site) -> None:
    assert 'data-then="/play/abc?x=1"' in site.browser().get("/signin", params={"next": "/play/abc?x=1"}).text
    sent_on = site.browser().get("/me", follow_redirects=False)
    assert (sent_on.status_code, sent_on.headers["location"]) == (303, "/signin?next=/me")


def test_a_program_has_no_say_about_keys(site: Site) -> None:
    ann = site.member("ann@example.org")
    secret = ann.post("/api/me/tokens", json={"label": "My bot"}).json()["secret"]
    program = site.browser(authorization=f"Bearer {secret}")
    assert me(program)["id"] == me(ann)["id"]
    for method, path in (
        ("GET", "credentials"), ("POST", "recovery"), ("POST", "pairing"), ("POST", "passkeys/begin"),
        ("GET", "pairing"), ("GET", "export"),
    ):  # fmt: skip
        assert program.request(method, f"/api/me/{path}").status_code == 403, path
    for path, body in (
        ("password", {"password": "seven black ships"}), ("addresses", {"address": "x@example.org"}),
        ("tokens", {"label": "Another"}), ("stay", {}), ("oidc", {}),
    ):  # fmt: skip
        assert program.post(f"/api/me/{path}", json=body).status_code == 403, path
    assert program.delete("/api/me").status_code == 403
    for session in ("others", ann.get("/api/me/credentials").json()["session"]):
        assert program.delete(f"/api/session/{session}").status_code == 403
    [token] = ann.get("/api/me/credentials").json()["tokens"]
    assert secret not in str(token)
    ann.delete(f"/api/me/tokens/{token['id']}")
    assert program.get("/api/me").status_code == 403, "it is not taken for a stranger's"


def test_no_secret_stands_in_a_log_nor_as_it_is_in_the_database(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ann = site.member("ann@example.org")
    shown = ann.post("/api/me/recovery").json()["codes"]
    token = ann.post("/api/me/tokens", json={"label": "My bot"}).json()["secret"]
    ann.post("/api/me/password", json={"password": "nine lanterns, one moon"})
    secrets = [*shown, token, "nine lanterns, one moon", ann.cookies[SESSION], ann.cookies["palatine_asks"]]
    with site.store.database.reading() as connection:
        tables = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'")).scalars().all()
        kept = str([connection.execute(text(f'SELECT * FROM "{table}"')).fetchall() for table in tables])
    for secret in secrets:
        assert secret not in kept
        assert secret.replace(" ", "") not in kept
        assert secret not in caplog.text
    assert "ann@example.org" not in caplog.text


def test_a_server_on_one_machine_has_no_way_in(client: Any) -> None:
    for path in ("/signin", "/me", "/me/devices", "/signin/abc"):
        assert client.get(path, headers={"accept": "text/html"}).status_code == 422
    assert client.post("/api/session/mail", json={"address": "a@b.org"}).status_code == 422


def test_the_pages_in_another_language_say_nothing_in_ours(site: Site, made_up: dict[str, str]) -> None:
    guest, ann = site.browser(), site.member("ann@example.org")
    guest.post("/api/me/guest")
    english = [
        message for message in made_up.values() if " " in message and "{" not in message and len(message) > 11
    ]
    for browser, path in (
        (guest, "/signin"), (guest, "/signin/used"), (guest, "/me"), (ann, "/me"), (ann, "/me/devices"),
    ):  # fmt: skip
        text = shown(browser.get(path).text)
        assert OPEN in text, path
        assert [message for message in english if message in text] == [], path
