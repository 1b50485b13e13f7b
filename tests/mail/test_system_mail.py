"""Mail that concerns no seat: bounces, accepted invitations, undeliverable invitations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select

from mail.correspondence import DOMAIN, START, Correspondence
from notifications.helpers import of_state
from palatine.accounts.accounts import Accounts
from palatine.accounts.invitations import Invitations
from palatine.accounts.match_terms import MatchTerms, Terms
from palatine.mail.addresses import bounce_local
from palatine.mail.inbox import Inbox
from palatine.mail.intake import AcceptedMail, RejectedMail
from palatine.mail.processor import MailProcessor
from palatine.mail.rendering.contents import render_content
from palatine.mail.sending import _answered_to
from palatine.mail.system_mail import SystemMailHandlers
from palatine.matches.clock import format_timestamp
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.outbox import Outbox
from palatine.notifications.sending.sender import ChannelDead, DeliveryFailed
from palatine.notifications.sending.sender import MessageRejected as MessageRejected
from palatine.notifications.test_mail import ProbeMail, send_test_mail
from palatine.notifications.texts import notification_text
from palatine.store.schema_people import addresses, channels, outbox
from palatine.store.server_notes import read_note

SHEET = "#orders turn 1\nAldo builds\n#end"


BOUNCE = """From: MAILER-DAEMON@mx.example\r
To: {to}\r
Content-Type: multipart/report; report-type=delivery-status; boundary=x\r
\r
--x\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mx\r
\r
Final-Recipient: rfc822; abbey@home.example\r
Action: {action}\r
Status: {status}\r
\r
--x--\r
"""


def system_processor(valley: Correspondence) -> MailProcessor:
    database = valley.store.database
    hosting = MatchTerms(database, valley.services)
    found = SystemMailHandlers(
        database, valley.settings, Accounts(database), Invitations(database, valley.services, hosting)
    )
    handlers: Any = {
        "bounce": found.bounce, "stop": found.stop, "invitation": found.invitation, "test": found.test,
    }  # fmt: skip
    return MailProcessor(valley.services, database, valley.settings, handlers)


def bounced(valley: Correspondence, message: int, action: str, status: str) -> None:
    to = f"{bounce_local(message, valley.taking.key)}@{DOMAIN}"
    raw = BOUNCE.format(to=to, action=action, status=status).encode()
    assert valley.taking.receive("<>", to, raw, valley.now) == AcceptedMail()
    system_processor(valley).process_unread(valley.now)


@pytest.mark.parametrize(
    ("action", "status", "state"),
    [("failed", "5.1.1", "dead"), ("failed", "5.2.2", "failing"), ("delayed", "4.4.1", "ok")],
)
def test_a_bounce_stops_the_sending(valley: Correspondence, action: str, status: str, state: str) -> None:
    row = {"id": "c", "account": valley.key("Abbey").account, "kind": "mail", "secret": {}, "events": [], "muted": [],
           "target": valley.home("Abbey"), "state": "ok", "made": format_timestamp(START)}  # fmt: skip
    valley.store.database.write(lambda c: c.execute(insert(channels), row))
    receipt = valley.write("Abbey", "STATUS")
    assert receipt is not None
    valley.store.database.write(lambda c: c.execute(outbox.update().values(channel="c")))
    bounced(valley, receipt["id"], action, status)
    with valley.store.database.reading() as connection:
        assert connection.execute(select(channels.c.state)).scalar_one() == state
        of_abbey = select(addresses.c.state).where(addresses.c.folded == "abbey@home.example")
        assert connection.execute(of_abbey).scalar_one() == state
    assert [row["kind"] for row in valley.outgoing() if row["kind"] == "receipt"] == ["receipt"]


def test_a_bounce_of_nothing_of_ours_is_refused_or_dropped(valley: Correspondence) -> None:
    bounced(valley, 999, "failed", "5.1.1")
    forged = valley.taking.receive("<>", f"b-1-{'0' * 16}@{DOMAIN}", b"x", valley.now)
    assert isinstance(forged, RejectedMail)


def test_the_admins_test_mail_is_recognized_when_it_is_answered(valley: Correspondence) -> None:
    database, admin = valley.store.database, valley.home("Abbey")
    send_test_mail(database, admin, "https://play.example.org", format_timestamp(valley.now))
    (row,) = [row for row in valley.outgoing() if row["kind"] == "test"]
    assert _answered_to(row["kind"], row["data"]) == f"t-{row['data']['token']}"
    for sender, answered in (("eve@home.example", ""), (admin, format_timestamp(valley.now))):
        raw = valley.raw("Abbey", "It is here.", From=sender)
        to = f"t-{row['data']['token']}@{DOMAIN}"
        assert valley.taking.receive(sender, to, raw, valley.now) == AcceptedMail()
        system_processor(valley).process_unread(valley.now)
        with database.reading() as connection:
            note = read_note(connection, ProbeMail)
        assert note is not None
        assert (note.answered, note.read) == (answered, answered)


def invite(valley: Correspondence, address: str) -> tuple[str, str]:
    """Return the token of an invitation to an address, and its new match."""
    database = valley.store.database
    hosting = MatchTerms(database, valley.services)
    invitations = Invitations(database, valley.services, hosting)
    made = valley.services.matches.create("tithe", seats=("Abbey", "Baron"))
    by = Accounts(database).get(valley.key("Abbey").account)
    hosting.database.write(
        lambda c: hosting.store_terms(c, made.match, by.id, Terms(), format_timestamp(valley.now))
    )
    token, _ = invitations.create(by, made.match, "Baron", now=format_timestamp(valley.now), address=address)
    return token, made.match


def answer_invitation(valley: Correspondence, token: str, sender: str, text: str) -> list[str]:
    before = len(valley.outgoing())
    raw = valley.raw("Abbey", text, From=sender)
    assert valley.taking.receive(sender, f"i-{token}@{DOMAIN}", raw, valley.now) == AcceptedMail()
    system_processor(valley).process_unread(valley.now)
    return [row["data"]["text"] for row in valley.outgoing()[before:]]


def test_a_yes_to_an_invitation_makes_an_account_and_sits_down(valley: Correspondence) -> None:
    token, match = invite(valley, "New.Lord@home.example")
    (how,) = answer_invitation(valley, token, "new.lord@home.example", "What is this?")
    assert "Answer YES to take a seat" in how
    (told,) = answer_invitation(valley, token, "new.lord@home.example", "yes")
    assert "you play Baron under the name New Lord" in told
    assert [seat.name for seat in valley.services.matches.info(match).seats if seat.seat == "Baron"] == ["New Lord"]
    receipt = valley.outgoing()[-1]
    assert (receipt["match"], receipt["seat"], receipt["data"]["token"]) == (match, "Baron", ""), (
        "one may answer it"
    )
    (again,) = answer_invitation(valley, token, "new.lord@home.example", "YES!")
    assert "Baron" not in again
    with valley.store.database.reading() as connection:
        assert "new.lord@home.example" in connection.execute(select(channels.c.target)).scalars().all()


def test_a_yes_that_is_dealt_with_again_is_told_that_it_sits(
    valley: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server stops after the seat is taken and before the receipt is written."""

    class Killed(BaseException):
        pass

    def dies(*_: Any) -> None:
        raise Killed

    token, match = invite(valley, "new.lord@home.example")
    before = len(valley.outgoing())
    raw = valley.raw("Abbey", "YES", From="new.lord@home.example")
    assert valley.taking.receive("new.lord@home.example", f"i-{token}@{DOMAIN}", raw, valley.now) == AcceptedMail()
    with monkeypatch.context() as patch:
        patch.setattr(Inbox, "settle", dies)
        with pytest.raises(Killed):
            system_processor(valley).process_unread(valley.now)
    assert valley.services.matches.info(match).seats[1].seated
    processor = system_processor(valley)
    processor.process_unread(valley.now)
    valley.now += timedelta(seconds=31)
    processor.process_unread(valley.now)
    receipt = next(each for each in valley.outgoing()[before:] if each["kind"] == "receipt")
    assert "you play Baron" in receipt["data"]["text"]
    assert (receipt["match"], receipt["seat"]) == (match, "Baron")


@pytest.mark.parametrize("text", ["Yes, gladly!\n\nJo", "Hello Abbey,\n\nyes please", "YES", "> sit down?\nYes."])
def test_who_has_never_written_to_a_referee_says_yes_in_their_own_way(valley: Correspondence, text: str) -> None:
    token, match = invite(valley, "new.lord@home.example")
    answer_invitation(valley, token, "new.lord@home.example", text)
    assert valley.services.matches.info(match).seats[1].seated


@pytest.mark.parametrize("text", ["Yesterday I was away.", "Not sure yet", "Now what?", "> yes", "Noted."])
def test_what_is_no_answer_to_an_invitation_is_answered_where_a_yes_still_counts(
    valley: Correspondence, text: str
) -> None:
    token, match = invite(valley, "new.lord@home.example")
    (how,) = answer_invitation(valley, token, "new.lord@home.example", text)
    assert "Answer YES to take a seat" in how
    assert "Tithe" in how
    assert not valley.services.matches.info(match).seats[1].seated
    assert valley.outgoing()[-1]["data"]["token"] == token


def test_an_invitation_says_the_side_the_pace_and_whether_it_is_rated(valley: Correspondence) -> None:
    token, _ = invite(valley, "new.lord@home.example")
    loads: list[Any] = []

    @contextmanager
    def opened() -> Iterator[Any]:
        yield loads.append

    senders = {"mail": SimpleNamespace(open=opened)}
    DeliveryService(valley.store.database, senders, "", services=valley.services).send_due(valley.now, ("mail",))
    (sent,) = [
        " ".join(render_content(load, None, valley.services, valley.settings).text.split()) for load in loads
    ]
    (how,) = answer_invitation(valley, token, "new.lord@home.example", "What is this?")
    terms = "Your side would be Baron. A turn ends when all orders are in. The match is not rated."
    for text in (sent, " ".join(how.split())):
        assert terms in text
        assert "Abbeys player invites you to a match of Tithe for 2 players." in text


def test_an_invitation_that_comes_back_is_told_and_the_seat_is_free_for_another(valley: Correspondence) -> None:
    row = {"id": "c", "account": valley.key("Abbey").account, "kind": "mail", "secret": {}, "events": [], "muted": [],
           "target": valley.home("Abbey"), "state": "ok", "made": format_timestamp(START)}  # fmt: skip
    valley.store.database.write(lambda c: c.execute(insert(channels), row))
    token, match = invite(valley, "gone@nowhere.example")
    sent = valley.outgoing()[-1]
    bounced(valley, sent["id"], "delayed", "4.4.1")
    assert valley.outgoing()[-1] == sent, "it may still arrive"
    bounced(valley, sent["id"], "failed", "5.1.1")
    bounced(valley, sent["id"], "failed", "5.1.2")
    (told,) = [each for each in valley.outgoing() if each["kind"] == "trouble"]
    assert (told["account"], told["match"], told["via"]) == (valley.key("Abbey").account, match, "mail")
    with valley.store.database.reading() as connection:
        (message,) = [each for each in of_state(Outbox(valley.store.database), "waiting") if each.kind == "trouble"]
        notice = notification_text(connection, message, "https://play.example.org")
    assert "your invitation to gone@nowhere.example has come back" in notice.text
    assert notice.link == f"https://play.example.org/play/{match}"
    database = valley.store.database
    invitations = Invitations(database, valley.services, MatchTerms(database, valley.services))
    assert [each.state for each in invitations.of_match(match)] == ["returned"]
    (gone,) = answer_invitation(valley, token, "gone@nowhere.example", "YES")
    assert not valley.services.matches.info(match).seats[1].seated, gone
    by = Accounts(database).get(valley.key("Abbey").account)
    another, _ = invitations.create(
        by, match, "Baron", now=format_timestamp(valley.now), address="new.lord@home.example"
    )
    answer_invitation(valley, another, "new.lord@home.example", "YES")
    assert valley.services.matches.info(match).seats[1].seated


@pytest.mark.parametrize(
    "error", [ChannelDead("no such user"), MessageRejected("550 no"), DeliveryFailed("451 later")]
)
def test_an_invitation_that_no_relay_takes_comes_back_as_well(valley: Correspondence, error: Exception) -> None:
    _, match = invite(valley, "gone@nowhere.example")

    @contextmanager
    def opened() -> Iterator[Any]:
        def deliver(load: Any) -> None:
            raise error

        yield deliver

    delivery = DeliveryService(valley.store.database, {"mail": SimpleNamespace(open=opened)}, "")
    database = valley.store.database
    invitations = Invitations(database, valley.services, MatchTerms(database, valley.services))
    looks = 0
    while [each.state for each in invitations.of_match(match)] == ["sent"]:
        looks += 1
        valley.now += timedelta(hours=25)
        delivery.send_due(valley.now, ("mail",))
    assert looks == (7 if isinstance(error, DeliveryFailed) else 1)
    assert [each.state for each in invitations.of_match(match)] == ["returned"]


def test_who_has_no_channel_is_written_to_when_an_invitation_comes_back(valley: Correspondence) -> None:
    invite(valley, "gone@nowhere.example")
    bounced(valley, valley.outgoing()[-1]["id"], "failed", "5.1.1")
    (told,) = [each for each in valley.outgoing() if each["kind"] == "trouble"]
    assert (told["data"]["to"], told["channel"]) == (valley.home("Abbey"), "")


def test_an_invitation_that_was_answered_does_not_come_back(valley: Correspondence) -> None:
    token, match = invite(valley, "new.lord@home.example")
    sent = valley.outgoing()[-1]
    answer_invitation(valley, token, "new.lord@home.example", "YES")
    bounced(valley, sent["id"], "failed", "5.2.2")
    assert [each for each in valley.outgoing() if each["kind"] == "trouble"] == []
    assert valley.services.matches.info(match).seats[1].seated


def test_nobody_else_answers_an_invitation(valley: Correspondence) -> None:
    token, match = invite(valley, "new.lord@home.example")
    assert answer_invitation(valley, token, "x@evil.example", "YES") == []
    assert not valley.services.matches.info(match).seats[1].seated
    (told,) = answer_invitation(valley, token, "new.lord@home.example", "NO")
    assert "declined" in told
    (gone,) = answer_invitation(valley, token, "new.lord@home.example", "YES")
    assert not valley.services.matches.info(match).seats[1].seated
    assert gone
