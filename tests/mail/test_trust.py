"""Trust in mail: forged, held, automatic, too many, looping; none changes anything."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as changed

from mail.correspondence import DOMAIN, Correspondence, correspondence, new_account
from palatine.mail.inbox import Inbox
from palatine.mail.intake import AcceptedMail, RejectedMail
from palatine.mail.processor import MAX_MAILS_PER_HOUR
from palatine.mail.rendering.envelopes import Content, Envelope, build_mail
from palatine.matches import MatchServices
from palatine.store import Store

SHEET = "#orders turn 1\nAldo builds\n#end"


def test_a_thousand_forged_mails_hand_in_nothing() -> None:
    """The forger knows a seat's secret address and its player's name.

    The forger does not know the player's address, or it is the other way round.
    """
    store = Store.open(":memory:")
    valley = correspondence(store, MatchServices(store))
    random = Random(7)
    senders = ["baron@home.example", "stranger@evil.example", "", "abbey@home.example, x@evil.example",
               "abbey@home.example.evil.example", "\"abbey@home.example\" <x@evil.example>"]  # fmt: skip
    for number in range(1000):
        raw = valley.raw("Abbey", SHEET, From=random.choice(senders), Message_ID=f"<f{number}@evil.example>")
        known = random.random() < 0.5
        to = valley.secret("Abbey") if known else f"s-{''.join(random.choices('abcdefgh23', k=16))}@{DOMAIN}"
        kept = valley.taking.receive("x@evil.example", to, raw, valley.now)
        assert isinstance(kept, AcceptedMail if known else RejectedMail)
        if number % 20 == 0:
            valley.now += timedelta(hours=1)
    valley.work()
    assert valley.handed_in("Abbey") is None
    assert {row["data"]["to"] for row in valley.outgoing()} == {"abbey@home.example"}
    assert len(valley.outgoing()) <= MAX_MAILS_PER_HOUR + 1


def test_a_mail_from_an_unknown_address_waits_for_its_code(valley: Correspondence) -> None:
    held = valley.write("Abbey", SHEET, From="abbey@work.example")
    assert held is not None
    assert valley.handed_in("Abbey") is None
    text = held["data"]["text"]
    assert held["data"]["to"] == "abbey@home.example"
    assert "abbey@work.example" in text
    assert "  Aldo builds" in text
    line = next(line for line in text.split("\n") if line.startswith("YES "))
    valley.write("Abbey", "YES")
    assert valley.handed_in("Abbey") is None, "a bare YES never means what a stranger asked"
    receipt = valley.write("Abbey", line)
    assert valley.handed_in("Abbey") == "Aldo builds"
    assert receipt is not None
    assert "Your orders for turn 1 are in." in receipt["data"]["text"]
    again = valley.write("Abbey", line)
    assert again is not None
    assert "No mail is waiting under this code" in again["data"]["text"]


def test_a_stranger_cannot_say_yes(valley: Correspondence) -> None:
    asked = valley.write("Abbey", "RESIGN")
    assert asked is not None
    valley.write("Abbey", "YES", From="x@evil.example", **valley.answers(asked))
    assert valley.info.status == "playing"
    assert not valley.info.seats[0].left


def test_a_strangers_mail_does_not_take_the_place_of_what_was_asked(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo colects\n#end")
    valley.write("Abbey", "RESIGN", From="x@evil.example")
    valley.write("Abbey", "YES")
    assert valley.handed_in("Abbey") == "Aldo collects"
    assert not valley.info.seats[0].left


def test_with_token_the_address_is_enough(valley: Correspondence) -> None:
    valley = replace(valley, settings=changed(valley.settings, trust="token"))
    receipt = valley.write("Abbey", SHEET, From="abbey@work.example")
    assert valley.handed_in("Abbey") == "Aldo builds"
    assert receipt is not None
    assert receipt["data"]["to"] == "abbey@home.example", (
        "a receipt goes to an address that is proved, and to no other"
    )


@pytest.mark.parametrize(
    ("results", "counts"),
    [("mx.play.example.org; dmarc=pass", True), ("mx.play.example.org; dmarc=fail", False),
     ("mx.evil; dmarc=pass", False), ("", False)],
)  # fmt: skip
def test_strictly_somebody_must_vouch(valley: Correspondence, results: str, counts: bool) -> None:
    settings = changed(valley.settings, trust="strict", authserv="mx.play.example.org")
    valley = replace(valley, settings=settings)
    valley.write("Abbey", SHEET, Authentication_Results=results)
    assert (valley.handed_in("Abbey") is not None) == counts


@pytest.mark.parametrize(
    "headers",
    [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List_Id": "<x>"}, {"Return_Path": "<>"},
     {"From": f"referee@{DOMAIN}"}, {"From": "MAILER-DAEMON@home.example"}, {"X_Autoreply": "yes"}],
)  # fmt: skip
def test_machines_are_not_answered_and_ask_for_nothing(valley: Correspondence, headers: dict[str, str]) -> None:
    assert valley.write("Abbey", SHEET, **headers) is None
    assert valley.handed_in("Abbey") is None
    assert [row["state"] for row in valley.incoming()] == ["dropped"]


@pytest.mark.parametrize("sender", ["<>", "", f"s-abcdefgh@{DOMAIN}", f"x@{DOMAIN.upper()}"])
def test_what_comes_from_nobody_or_from_ourselves_is_not_answered(valley: Correspondence, sender: str) -> None:
    assert valley.take("Abbey", valley.raw("Abbey", "STATUS"), sender) == AcceptedMail()
    valley.work()
    assert valley.outgoing() == []


def test_mails_beyond_the_limit_are_dropped_and_it_is_said_once(valley: Correspondence) -> None:
    for _ in range(MAX_MAILS_PER_HOUR + 5):
        valley.take("Abbey", valley.raw("Abbey", "STATUS"))
    valley.work()
    assert len(valley.outgoing()) == MAX_MAILS_PER_HOUR + 1
    assert "more than 100 mails" in " ".join(valley.outgoing()[-1]["data"]["text"].split())
    assert valley.write("Baron", "STATUS") is not None, "nobody else is touched"
    valley.now += timedelta(hours=1)
    assert valley.write("Abbey", "STATUS") is not None


def test_two_referees_that_answer_each_other_stop(
    valley: Correspondence, store: Store, services: MatchServices
) -> None:
    """The receipts of one go to the other's seat, whose player gave that address as their own."""
    receipt = valley.write("Abbey", "STATUS")
    assert receipt is not None
    envelope = Envelope(receipt["id"], "abbey@home.example", reply="s-" + "a" * 16, is_receipt=True)
    mail = build_mail(Content("x", "STATUS\n"), envelope, valley.settings, b"k" * 32)
    assert mail.sender == ""
    elsewhere = mail.data.replace(f"referee@{DOMAIN}".encode(), b"abbey@home.example")
    assert valley.take("Abbey", elsewhere, mail.sender) == AcceptedMail()
    careless = elsewhere.replace(b"auto-replied", b"no").replace(b"STATUS", b"HELP")
    assert valley.take("Abbey", careless, mail.sender) == AcceptedMail()
    valley.work()
    assert len(valley.outgoing()) == 1


def test_a_mail_to_the_referee_is_answered_once_a_day_and_only_to_whom_we_know(valley: Correspondence) -> None:
    def write(sender: str, text: str) -> None:
        raw = valley.raw("Abbey", text, From=sender)
        assert valley.taking.receive(sender, f"referee@{DOMAIN}", raw, valley.now) == AcceptedMail()
        valley.work()

    write("stranger@evil.example", "STATUS")
    assert valley.outgoing() == []
    write("abbey@home.example", "STATUS")
    write("abbey@home.example", "RESIGN")
    (answer,) = valley.outgoing()
    assert answer["data"]["to"] == "abbey@home.example"


def test_a_new_address_makes_the_old_one_worthless(valley: Correspondence) -> None:
    old = valley.secret("Abbey")
    valley.write("Abbey", "NEW ADDRESS")
    assert valley.secret("Abbey") != old
    found = valley.taking.receive("x@y.org", old, valley.raw("Abbey", "STATUS"), valley.now)
    assert isinstance(found, RejectedMail)
    assert found.code == 550
    assert valley.write("Abbey", "STATUS") is not None


def test_whose_seat_is_taken_over_writes_no_more(valley: Correspondence, store: Store) -> None:
    old = valley.secret("Abbey")
    valley.services.seats.leave_seat(valley.match, valley.key("Abbey"))
    assert isinstance(valley.taking.receive("x@y.org", old, b"x", valley.now), RejectedMail)


@pytest.mark.parametrize(
    "recipient",
    ["nobody@play.example.org", "s-short@x", "", "@", "s-" + "a" * 16, "b-1-0000000000000000@x", "b-x-y@x", "s-ABC@",
     "postmaster@play.example.org", "\x00@x", "i-abc@x", "stop-@x"],
)  # fmt: skip
def test_addresses_that_we_gave_to_nobody_are_refused(valley: Correspondence, recipient: str) -> None:
    found = valley.taking.receive("a@b.org", recipient, b"From: a@b.org\r\n\r\nSTATUS", valley.now)
    assert isinstance(found, RejectedMail)
    assert found.reply.startswith("550 5.1.1 ")
    assert valley.incoming() == []


def test_a_secret_address_is_known_in_capitals_and_behind_a_mailbox(valley: Correspondence) -> None:
    local = valley.secret("Abbey").partition("@")[0]
    for recipient in (f"{local.upper()}@{DOMAIN}", f"<club+{local}@other.example>"):
        raw = valley.raw("Abbey", "STATUS")
        assert valley.taking.receive("a@b.org", recipient, raw, valley.now) == AcceptedMail()
    assert valley.work() == 2
    assert len(valley.outgoing()) == 2


@pytest.mark.parametrize(
    ("raw", "code"),
    [(b"x" * (256 * 1024 + 1), 552), (b"Content-Type: a/b\r\n" * 51 + b"\r\n", 554)],
)
def test_what_is_too_large_is_refused_at_the_door_or_answered(
    valley: Correspondence, raw: bytes, code: int
) -> None:
    refused = valley.take("Abbey", b"From: abbey@home.example\r\n" + raw)
    assert isinstance(refused, RejectedMail)
    assert refused.code == code
    given: Any = b"From: abbey@home.example\r\nMessage-ID: <1@x>\r\n" + raw
    kept = valley.taking.receive("a@home.example", valley.secret("Abbey"), given, valley.now, can_refuse=False)
    assert kept == AcceptedMail()
    valley.work()
    (answer,) = valley.outgoing()
    assert "Nothing was done." in " ".join(answer["data"]["text"].split())


def test_an_account_without_an_address_is_written_to_nowhere(store: Store, services: MatchServices) -> None:
    valley = correspondence(store, services)
    account = new_account(store, "Homeless")
    valley.services.seats.transfer_seats(valley.key("Baron").account, account)
    assert valley.write("Baron", SHEET) is None


@pytest.mark.parametrize("jump", [timedelta(hours=3), timedelta(days=-2), timedelta(minutes=-40)])
def test_a_clock_that_is_set_has_no_mail_read_twice_and_keeps_none_waiting(
    valley: Correspondence, jump: timedelta
) -> None:
    seconds = 0.0
    first, second = [Inbox(valley.store.database, lambda: seconds) for _ in range(2)]
    valley.take("Abbey", valley.raw("Abbey", "STATUS"))
    [reading] = first.claim(valley.now)
    assert second.claim(valley.now + jump) == []
    seconds = 30.0
    assert second.claim(valley.now + jump) == []
    seconds = 31.0
    [taken_up] = second.claim(valley.now + jump)
    assert (taken_up.id, taken_up.tries) == (reading.id, reading.tries + 1)
    assert not first.settle(reading, "done", None, lambda connection: None)
    assert second.settle(taken_up, "done", None, lambda connection: None)
