"""Outgoing mail to a real relay that accepts, delays, refuses or disconnects."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from mail.correspondence import DOMAIN, START, Correspondence, correspondence
from mail.relaying import Heard, relay
from palatine.core import Unreadable
from palatine.mail.relay import Relay, open_connection, parse_relay_url
from palatine.mail.rendering.envelopes import Content, Envelope, OutgoingMail, build_mail
from palatine.mail.sending import MailSender
from palatine.mail.settings import MailServiceSettings
from palatine.matches import MatchServices
from palatine.matches.clock import format_timestamp
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.outbox import RETRY_DELAYS, queue_message
from palatine.notifications.sending.sender import ChannelDead, DeliveryFailed
from palatine.notifications.unsubscribe import UnsubscribeService
from palatine.store import Store
from palatine.store.schema_people import addresses, channels, outbox

SETTINGS = MailServiceSettings(DOMAIN, "https://play.example.org")


@pytest.fixture
def both() -> Iterator[tuple[Relay, Heard]]:
    with relay() as found:
        yield found


@pytest.fixture
def sender(valley: Correspondence, both: tuple[Relay, Heard]) -> MailSender:
    return MailSender(valley.services, valley.store.database, valley.settings, both[0])


def deliver(valley: Correspondence, sender: MailSender) -> int:
    """Send all due mail, one a second."""
    delivery = DeliveryService(valley.store.database, {"mail": sender}, valley.settings.url)
    sent = 0
    for _ in range(10):
        valley.now += timedelta(seconds=2)
        sent += delivery.send_due(valley.now, ("mail",), 1)
    return sent


def channel_of(valley: Correspondence, seat: str) -> str:
    """Add a mail channel for a seat's player."""
    row = {"id": f"{seat.casefold()}s channel", "account": valley.key(seat).account, "kind": "mail", "secret": {},
           "target": valley.home(seat), "state": "ok", "events": [], "muted": [],
           "made": format_timestamp(START)}  # fmt: skip
    valley.store.database.write(lambda c: c.execute(insert(channels), row))
    return str(row["id"])


def post(valley: Correspondence, kind: str, seat: str, channel: str, **data: Any) -> None:
    more = {"account": valley.key(seat).account, "channel": channel, "match": valley.match, "seat": seat}
    valley.store.database.write(
        lambda c: queue_message(
            c, f"{kind} {seat} {format_timestamp(valley.now)}", kind, valley.now, data=data, **more
        )
    )


def states(valley: Correspondence) -> list[str]:
    return [row["state"] for row in valley.outgoing()]


def test_a_receipt_goes_out(valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]) -> None:
    receipt = valley.write("Abbey", "STATUS", Message_ID="<77@home.example>")
    assert receipt is not None
    deliver(valley, sender)
    ((back, to, mail),) = both[1].mails
    assert (back, to) == ("<>", "abbey@home.example"), "a receipt never comes back"
    assert mail["Message-ID"] == f"<o.{receipt['id']}@{DOMAIN}>"
    assert mail["In-Reply-To"] == "<77@home.example>"
    assert mail["References"] == f"<m.{valley.match}.0@{DOMAIN}> <77@home.example>"
    assert mail["From"] == f'"The valley of nine mills: Abbey" <referee@{DOMAIN}>'
    assert mail["Reply-To"] == valley.secret("Abbey")
    assert (mail["Auto-Submitted"], mail["X-Auto-Response-Suppress"]) == ("auto-replied", "All")
    assert mail["List-Unsubscribe"] is None
    assert body(mail).startswith("Turn 1 is open.")
    assert states(valley) == ["sent"]


def body(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def test_the_report_of_a_turn_goes_out_with_map_and_sheet(
    valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]
) -> None:
    channel = channel_of(valley, "Abbey")
    valley.services.orders.write_letter(valley.match, valley.key("Baron"), ["Abbey"], "Beware\nof the mill")
    for seat in valley.seats:
        valley.services.orders.hand_in(valley.match, valley.key(seat), "", 1)
    post(valley, "turn", "Abbey", channel)
    deliver(valley, sender)
    ((back, _, mail),) = both[1].mails
    assert back.startswith("b-1-")
    assert mail["Subject"] == "Turn 1 has run. The valley of nine mills"
    assert mail["Auto-Submitted"] == "auto-generated"
    text = body(mail)
    assert text.startswith("Tithe\n=====\nSeason 1")
    assert "A letter from Barons player (Baron) to Abbeys player (Abbey):\n\n  Beware\n  of the mill" in text
    assert "#orders turn 2\n# Aldo\n" in text, "a form, with one's own people named"
    assert text.endswith("\n")
    assert max(map(len, text.splitlines())) <= 72
    html = body(mail, "html")
    assert '<img src="cid:map"' in html
    assert "#orders turn 2" in html
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == "<map>"
    assert bytes(picture.get_content()).startswith(b"\x89PNG")


def test_the_sheet_that_went_out_comes_back_filled_in(
    valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]
) -> None:
    post(valley, "turn", "Abbey", channel_of(valley, "Abbey"))
    deliver(valley, sender)
    sheet = body(both[1].mails[0][2]).partition("#orders")[2].partition("#end")[0]
    valley.write("Abbey", f"#orders{sheet}Aldo builds\n#end")
    given = valley.handed_in("Abbey") or ""
    assert [line for line in given.splitlines() if not line.startswith("#")] == ["Aldo builds"]


def test_a_mail_that_is_stopped_by_its_link_and_by_its_address(
    valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]
) -> None:
    channel = channel_of(valley, "Abbey")
    post(valley, "turn", "Abbey", channel)
    deliver(valley, sender)
    mail = both[1].mails[0][2]
    token = UnsubscribeService(valley.store.database).token(channel, valley.match)
    assert f"\r\n <mailto:stop-{token}@{DOMAIN}>\r\n".encode() in both[1].raw[0], "no mail program decodes it"
    assert mail["List-Unsubscribe"] == f"<https://play.example.org/u/{token}>, <mailto:stop-{token}@{DOMAIN}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    valley.write("Abbey", "STOP")
    valley.now += timedelta(minutes=1)
    post(valley, "turn", "Abbey", channel)
    deliver(valley, sender)
    assert states(valley) == ["sent", "sent", "withdrawn"], "the receipt is sent, the report is not"
    valley.write("Abbey", "START")
    valley.now += timedelta(minutes=1)
    post(valley, "turn", "Abbey", channel)
    deliver(valley, sender)
    assert states(valley)[-1] == "sent"


def test_a_later_is_tried_again_and_a_hang_up_too(
    valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]
) -> None:
    both[1].says = ["451 4.3.0 later", "hang up"]
    valley.write("Abbey", "STATUS")
    deliver(valley, sender)
    assert states(valley) == ["waiting"]
    valley.now += RETRY_DELAYS[0]
    deliver(valley, sender)
    assert states(valley) == ["waiting"]
    valley.now += RETRY_DELAYS[1]
    deliver(valley, sender)
    assert states(valley) == ["sent"]
    assert len(both[1].mails) == 1


def test_what_the_relay_will_not_have_is_given_up(
    valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]
) -> None:
    both[1].says = ["554 5.7.1 spam"]
    valley.write("Abbey", "STATUS")
    deliver(valley, sender)
    assert states(valley) == ["failed"]
    assert "554 5.7.1 spam" in valley.outgoing()[0]["trouble"]


def test_an_address_that_there_is_not_ends_its_channel(
    valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]
) -> None:
    channel = channel_of(valley, "Abbey")
    post(valley, "turn", "Abbey", channel)
    both[1].of_recipients = ["550 5.1.1 no such user"]
    deliver(valley, sender)
    assert states(valley) == ["failed"]
    with valley.store.database.reading() as connection:
        assert connection.execute(select(channels.c.state)).scalar_one() == "dead"


def test_nothing_is_sent_to_an_address_that_is_dead(
    valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]
) -> None:
    valley.write("Abbey", "STATUS")
    valley.store.database.write(lambda c: c.execute(update(addresses).values(state="dead")))
    deliver(valley, sender)
    assert states(valley) == ["failed"]
    assert both[1].mails == []


def test_several_mails_share_a_connection(both: tuple[Relay, Heard]) -> None:
    with open_connection(both[0]) as link:
        for number in range(60):
            link.send(OutgoingMail("", "a@b.org", b"Subject: %d\r\n\r\nx\r\n" % number))
    assert len(both[1].mails) == 60
    assert both[1].greetings == 2


def test_a_relay_that_is_away_is_tried_again() -> None:
    with open_connection(Relay("127.0.0.1", 9)) as link, pytest.raises(DeliveryFailed):
        link.send(OutgoingMail("", "a@b.org", b"x"))


@pytest.mark.parametrize(
    ("answer", "error"),
    [("550 5.1.1 none", ChannelDead), ("550 5.7.1 policy", DeliveryFailed), ("450 4.2.1 full", DeliveryFailed)],
)
def test_what_a_relay_says_of_a_recipient(both: tuple[Relay, Heard], answer: str, error: type[Exception]) -> None:
    both[1].of_recipients = [answer]
    with open_connection(both[0]) as link, pytest.raises(error):
        link.send(OutgoingMail("", "a@b.org", b"x"))


def test_nothing_leaves_this_machine_in_the_clear(
    both: tuple[Relay, Heard], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Relay, "is_local", property(lambda self: False))
    with open_connection(both[0]) as link, pytest.raises(DeliveryFailed, match="no encryption"):
        link.send(OutgoingMail("", "a@b.org", b"x"))
    assert both[1].mails == []


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("smtp://mail.example.org", Relay("mail.example.org", 25)),
        ("smtp://jo%40x:p%3Aw@mail.example.org:587", Relay("mail.example.org", 587, "jo@x", "p:w")),
        ("smtps://mail.example.org", Relay("mail.example.org", 465, is_tls=True)),
    ],
)
def test_where_the_relay_is(address: str, found: Relay) -> None:
    assert parse_relay_url(address) == found


@pytest.mark.parametrize("address", ["", "mail.example.org", "http://x", "smtp://", "smtp://x:99999", "smtp://x:y"])
def test_what_is_no_relay(address: str) -> None:
    with pytest.raises(Unreadable, match="Write the relay as"):
        parse_relay_url(address)


# Headers

NASTY = ["a\r\nBcc: x@evil.example", "a\nX: y", "\u2028Bcc: z", "a\x00b", "=?utf-8?q?=0D=0ABcc:_x?=", '"', "\\",
         "<a@b.c>", "\u202eevil", "==??utf-8?q?=0D=0ABcc:_x?=", "=?utf-8?b?DQpCY2M6IHg=?=", "x" * 5000, "ünï",
         "", ",", "a@b.c,", "\x7f\x1b[2J"]  # fmt: skip


ALLOWED = {
    "From", "To", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References", "Auto-Submitted",
    "X-Auto-Response-Suppress", "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version", "Content-Type",
}  # fmt: skip


@pytest.mark.parametrize("nasty", NASTY)
def test_no_name_or_title_breaks_out_of_its_header(nasty: str) -> None:
    envelope = Envelope(7, "abbey@home.example", nasty, "s-" + "a" * 16, "m.1", nasty, stop="token")
    mail = build_mail(Content(nasty, nasty, f"<p>{'x'}</p>"), envelope, SETTINGS, b"k" * 32)
    head = mail.data.partition(b"\r\n\r\n")[0]
    names = [line.partition(b":")[0].decode() for line in head.split(b"\r\n") if line[:1] not in (b" ", b"\t")]
    assert set(names) <= ALLOWED
    assert len(names) == len(set(names))
    assert all(32 <= letter < 127 or letter in b"\r\n\t" for letter in head)
    assert max(map(len, head.split(b"\r\n"))) <= 998


@pytest.mark.parametrize(
    "to", ["", "nobody", "a@b\r\nBcc: c@d", "a@b.c, d@e.f", "<a@b.c> x", "a b@c.d", "jürgen@b.c", "a\x07@b.c"]
)
def test_what_is_no_address_is_not_written_to(to: str) -> None:
    with pytest.raises(Unreadable):
        build_mail(Content("x", "x"), Envelope(1, to), SETTINGS, b"k" * 32)


def test_titles_of_matches_and_names_are_escaped_in_html(
    store: Store, services: MatchServices, both: tuple[Relay, Heard]
) -> None:
    valley = correspondence(store, services)
    sender = MailSender(services, store.database, valley.settings, both[0])
    valley.write("Abbey", "<script>alert(1)</script>")
    deliver(valley, sender)
    html = body(both[1].mails[0][2], "html")
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_a_mail_sent_twice_has_one_id(valley: Correspondence) -> None:
    envelope = Envelope(7, "a@b.org", time=format_timestamp(datetime(2026, 11, 22, tzinfo=UTC)))
    first, second = (build_mail(Content("x", "x"), envelope, SETTINGS, b"k" * 32) for _ in range(2))
    assert first == second


def test_a_message_that_says_nothing_of_ours_is_told_as_its_notice(
    valley: Correspondence, sender: MailSender, both: tuple[Relay, Heard]
) -> None:
    post(valley, "over", "Abbey", channel_of(valley, "Abbey"))
    deliver(valley, sender)
    text = body(both[1].mails[0][2])
    assert "is over." in text
    assert f"https://play.example.org/play/{valley.match}" in text


@pytest.mark.parametrize("to", ["nobody", "jürgen@home.example", "a\x07b@home.example"])
def test_what_can_go_nowhere_is_given_up(valley: Correspondence, sender: MailSender, to: str) -> None:
    row = {
        "key": "x",
        "kind": "note",
        "data": {"to": to},
        "made": format_timestamp(START),
        "due": format_timestamp(START),
    }
    valley.store.database.write(lambda c: c.execute(insert(outbox), row))
    deliver(valley, sender)
    assert states(valley) == ["failed"]
