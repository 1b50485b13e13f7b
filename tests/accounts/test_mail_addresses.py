"""Mail addresses: validity, and spellings of the same mailbox."""

from __future__ import annotations

import pytest

from palatine.accounts.mail_addresses import checked_address, mailbox_key, normalize_address, sendable_address
from palatine.core import Refused


@pytest.mark.parametrize(
    "address",
    [
        "ann@example.org", "Ann.Smith@example.org", "o'hara+palatine@mail.example.co.uk", "a@localhost", "1@2.example",
        "x" * 64 + "@example.org",
    ],
)  # fmt: skip
def test_mail_can_be_sent_to_these_as_they_are(address: str) -> None:
    assert checked_address(f" {address} ") == address


def test_a_domain_in_other_letters_has_an_ascii_form() -> None:
    assert sendable_address("ann@bücher.example") == "ann@xn--bcher-kva.example"
    assert normalize_address("Ann@BÜCHER.example") == normalize_address("ann@xn--bcher-kva.example")


@pytest.mark.parametrize(
    "address",
    [
        "jürgen@example.org", "ann\x07@example.org", "ann\x7f@example.org", "ann\u200b@example.org",
        "ann\u0301@example.org",
        "ann@exa\x00mple.org", "ann@exam\u202eple.org", "ann@-example.org", "ann@example-.org", "ann@example..org",
        ".ann@example.org", "ann.@example.org", "a..b@example.org", "ann@" + "x" * 64 + ".org",
        "x" * 65 + "@example.org",
        "ann@bü..org", "ann@[192.0.2.1]", '"ann b"@example.org', "ann", "@example.org", "ann@", "",
    ],
)  # fmt: skip
def test_no_mail_can_be_sent_to_these(address: str) -> None:
    assert sendable_address(address) == ""
    with pytest.raises(Refused, match="doesn't look like a mail address"):
        checked_address(address)


@pytest.mark.parametrize(
    "alias",
    [
        "victim+1@example.org", "VICTIM@Example.org", "vic.tim@example.org", "v.i.c.t.i.m+a+b@example.org",
        " victim@example.org ",
    ],
)  # fmt: skip
def test_aliases_are_one_mailbox(alias: str) -> None:
    assert mailbox_key(alias) == mailbox_key("victim@example.org")


def test_other_people_are_other_mailboxes() -> None:
    found = {
        mailbox_key(each) for each in ("ann@example.org", "ann@example.com", "bob@example.org", "+1@example.org")
    }
    assert len(found) == 4
    assert mailbox_key("v.ictim@googlemail.com") == mailbox_key("victim@gmail.com")
