"""Codes by mail: right, wrong, late, repeated, from elsewhere; they do not disclose accounts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, select

from accounts.auth.conftest import ANN, BOB, NOW
from palatine.accounts.auth.mail_codes import SIGN_IN, VERIFY_ADDRESS, MailCodeRequest, MailCodes, MailProof
from palatine.accounts.auth.own_addresses import VerifiedAddresses
from palatine.accounts.auth.rate_limits import RateLimited, RateLimiter
from palatine.core import Refused
from palatine.matches import Forbidden
from palatine.matches.clock import expiry_time
from palatine.store import Store
from palatine.store.schema_people import addresses, codes

HERE = MailCodeRequest("nonce-of-this-browser", "203.0.113.7", "https://play.example.org")


@pytest.fixture
def mail(store: Store, tries: RateLimiter, post: Any) -> MailCodes:
    VerifiedAddresses(store.database).add(ANN, "Ann@example.org", NOW)
    return MailCodes(store.database, tries, post)


def ask(
    mail: MailCodes, address: str = "ann@example.org", asked: MailCodeRequest = HERE, now: str = NOW, **more: bool
) -> None:
    mail.send_sign_in(address, asked, now, admits_new_users=more.get("admits", True))


def test_a_code_typed_where_it_was_asked_for_proves_the_address(mail: MailCodes, sent: Any) -> None:
    ask(mail)
    [(kind, data)] = sent
    assert kind == SIGN_IN
    assert data["address"] == "ann@example.org"
    assert len(data["code"].replace(" ", "")) == 8
    typed = " " + data["code"].replace(" ", "-").upper()
    assert mail.verify_code(SIGN_IN, typed, HERE.nonce, "", NOW) == MailProof(
        "ann@example.org", ANN, asked_here=True
    )
    with pytest.raises(Forbidden):
        mail.verify_code(SIGN_IN, data["code"], HERE.nonce, "", NOW)
    with pytest.raises(Forbidden):
        mail.verify_link(SIGN_IN, data["link"].rpartition("/")[2], "", NOW)


def test_a_link_is_looked_at_as_often_as_scanners_like_and_used_once(mail: MailCodes, sent: Any) -> None:
    ask(mail, "new@example.org")
    token = sent[0][1]["link"].removeprefix("https://play.example.org/signin/")
    for _ in range(20):
        assert mail.peek_link(SIGN_IN, token, NOW) == MailProof("new@example.org", "")
    assert mail.peek_link(VERIFY_ADDRESS, token, NOW) is None
    assert mail.verify_link(SIGN_IN, token, "", NOW) == MailProof("new@example.org", "")
    assert mail.peek_link(SIGN_IN, token, NOW) is None
    with pytest.raises(Forbidden):
        mail.verify_link(SIGN_IN, token, "", NOW)
    with pytest.raises(Forbidden):
        mail.verify_code(SIGN_IN, sent[0][1]["code"], HERE.nonce, "", NOW)


def test_a_code_is_nothing_in_another_browser_and_for_another_purpose(mail: MailCodes, sent: Any) -> None:
    ask(mail)
    code = sent[0][1]["code"]
    for nonce in ("another", ""):
        with pytest.raises(Forbidden):
            mail.verify_code(SIGN_IN, code, nonce, "", NOW)
    with pytest.raises(Forbidden):
        mail.verify_code(VERIFY_ADDRESS, code, HERE.nonce, "", NOW)
    assert mail.verify_code(SIGN_IN, code, HERE.nonce, "", NOW).account == ANN


@pytest.mark.parametrize(("nonce", "asked_here"), [(HERE.nonce, True), ("another", False), ("", False)])
def test_a_link_tells_whether_this_browser_asked_for_it(
    mail: MailCodes, sent: Any, nonce: str, asked_here: bool
) -> None:
    ask(mail)
    token = sent[0][1]["link"].rpartition("/")[2]
    seen = mail.peek_link(SIGN_IN, token, NOW, nonce=nonce)
    assert seen == MailProof("ann@example.org", ANN, asked_here=asked_here)
    assert mail.verify_link(SIGN_IN, token, "", NOW, nonce=nonce) == seen


@pytest.mark.parametrize(("minutes", "is_good"), [(14, True), (15, False)])
def test_a_code_is_good_for_a_quarter_of_an_hour(mail: MailCodes, sent: Any, minutes: int, is_good: bool) -> None:
    ask(mail)
    later = expiry_time(NOW, timedelta(minutes=minutes))
    token = sent[0][1]["link"].rpartition("/")[2]
    assert (mail.peek_link(SIGN_IN, token, later) is not None) == is_good
    if not is_good:
        with pytest.raises(Forbidden):
            mail.verify_code(SIGN_IN, sent[0][1]["code"], HERE.nonce, "", later)


@pytest.mark.parametrize(("wrong", "is_good"), [(4, True), (5, False)])
def test_five_wrong_codes_end_it_and_its_link(mail: MailCodes, sent: Any, wrong: int, is_good: bool) -> None:
    ask(mail)
    for _ in range(wrong):
        with pytest.raises(Forbidden):
            mail.verify_code(SIGN_IN, "aaaa aaaa", HERE.nonce, "", NOW)
    if is_good:
        assert mail.verify_code(SIGN_IN, sent[0][1]["code"], HERE.nonce, "", NOW).account == ANN
    else:
        with pytest.raises(Forbidden):
            mail.verify_code(SIGN_IN, sent[0][1]["code"], HERE.nonce, "", NOW)
        assert mail.peek_link(SIGN_IN, sent[0][1]["link"].rpartition("/")[2], NOW) is None


def test_the_first_mail_serves_when_a_second_was_asked_for(mail: MailCodes, sent: Any) -> None:
    ask(mail)
    ask(mail)
    assert sent[0][1]["code"] != sent[1][1]["code"]
    assert mail.verify_code(SIGN_IN, sent[0][1]["code"], HERE.nonce, "", NOW).account == ANN


def test_mails_are_limited_by_address_and_by_network(mail: MailCodes, sent: Any) -> None:
    for _ in range(3):
        ask(mail)
    with pytest.raises(RateLimited) as told:
        ask(mail, "ANN@example.org ")
    assert 0 < told.value.seconds <= 3600
    assert len(sent) == 3
    for n in range(16):
        ask(mail, f"p{n}@example.org")
    with pytest.raises(RateLimited):
        ask(mail, "p16@example.org")
    ask(mail, "p16@example.org", MailCodeRequest("n", "198.51.100.1", HERE.url))
    ask(mail, now=expiry_time(NOW, timedelta(hours=1)))


def test_strangers_to_a_closed_server_are_told_nothing_and_get_no_mail(mail: MailCodes, sent: Any) -> None:
    ask(mail, "stranger@example.org", admits=False)
    assert sent == []
    ask(mail, "ann@example.org", admits=False)
    assert len(sent) == 1


def test_known_and_unknown_addresses_cost_the_same_work(store: Store, unlimited: RateLimiter, post: Any) -> None:
    """Both write the same rows, except for the mail in the outbox."""
    VerifiedAddresses(store.database).add(ANN, "ann@example.org", NOW)
    mail = MailCodes(store.database, unlimited, post)
    ask(mail, "ann@example.org", admits=False)
    ask(mail, "nobody@example.org", admits=False)
    run: dict[str, list[str]] = {"ann@example.org": [], "nobody@example.org": []}
    for address, statements in run.items():

        def note(*given: Any, statements: list[str] = statements) -> None:
            if not given[2].startswith("SELECT"):
                statements.append(given[2])

        event.listen(Engine, "before_cursor_execute", note)
        ask(mail, address, admits=False)
        event.remove(Engine, "before_cursor_execute", note)
    known, unknown = run.values()
    assert [statement for statement in known if "INTO outbox" not in statement] == unknown
    assert unknown


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@example.org",
        "a b@example.org",
        "a@b\r\nBcc: c@d",
        "a@b,c@d",
        "<a@b>",
        "a" * 250 + "@b.org",
    ],
)
def test_what_is_no_address_is_refused(mail: MailCodes, sent: Any, address: str) -> None:
    with pytest.raises(Refused):
        ask(mail, address)
    assert sent == []


def test_no_code_nor_link_is_kept_as_it_was_sent(mail: MailCodes, store: Store, sent: Any) -> None:
    ask(mail)
    with store.database.reading() as connection:
        kept = str([tuple(row) for row in connection.execute(select(codes))])
    data = sent[0][1]
    assert data["code"].replace(" ", "") not in kept
    assert data["link"].rpartition("/")[2] not in kept
    assert HERE.nonce not in kept


def test_an_address_is_proved_for_the_account_that_asked(mail: MailCodes, store: Store, sent: Any) -> None:
    mail.send_verification("second@example.org", ANN, HERE, NOW)
    assert sent[0][0] == VERIFY_ADDRESS
    proof = mail.verify_code(VERIFY_ADDRESS, sent[0][1]["code"], HERE.nonce, "", NOW)
    assert proof == MailProof("second@example.org", "", ANN, asked_here=True)
    own = VerifiedAddresses(store.database)
    own.add(ANN, proof.address, NOW)
    assert [each.address for each in own.of_account(ANN)] == ["Ann@example.org", "second@example.org"]
    with pytest.raises(Refused):
        own.add(BOB, "SECOND@example.org", NOW)
    assert not own.remove(BOB, "second@example.org")
    assert own.remove(ANN, "second@Example.org")
    own.add(BOB, "second@example.org", NOW)
    assert [each.address for each in own.of_account(BOB)] == ["second@example.org"]


def test_a_dead_address_that_is_proved_again_lives(store: Store, tries: RateLimiter, post: Any) -> None:
    mail = MailCodes(store.database, tries, post)
    row = {
        "folded": "ann@example.org",
        "address": "ann@example.org",
        "account": ANN,
        "proved": NOW,
        "state": "dead",
    }
    store.database.write(lambda connection: connection.execute(insert(addresses), row))
    own = VerifiedAddresses(store.database)
    mail.send_verification("ann@example.org", ANN, HERE, NOW)
    assert [each.state for each in own.of_account(ANN)] == ["failing"], (
        "or the mail with the code would not be sent"
    )
    own.add(ANN, "ann@example.org", NOW)
    assert [each.state for each in own.of_account(ANN)] == ["ok"]
