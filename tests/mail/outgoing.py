"""Outgoing mail to a seat, as the relay receives it."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any

from sqlalchemy import insert

from mail.correspondence import START, Correspondence
from notifications.helpers import of_state
from palatine.mail.relay import Relay
from palatine.mail.sending import MailSender
from palatine.matches.clock import format_timestamp
from palatine.notifications.outbox import Outbox
from palatine.notifications.sending.sender import Payload
from palatine.notifications.texts import notification_text
from palatine.store.schema_people import channels


def new_channel(found: Correspondence, seat: str) -> None:
    """Add a mail channel to the account of a seat's player."""
    row = {"id": "c", "account": found.key(seat).account, "kind": "mail", "secret": {}, "target": found.home(seat),
           "state": "ok", "events": [], "muted": [], "made": format_timestamp(START)}  # fmt: skip
    found.store.database.write(lambda c: c.execute(insert(channels), row))


def sender_of(found: Correspondence) -> MailSender:
    return MailSender(found.services, found.store.database, found.settings, Relay("127.0.0.1", 25))


def mailed(found: Correspondence, kind: str, seat: str) -> EmailMessage:
    """Queue a notification to a seat and return it as the mail that the relay receives."""
    outbox = Outbox(found.store.database)
    found.now += timedelta(minutes=1)
    account = found.key(seat).account
    outbox.add(
        f"{kind} {format_timestamp(found.now)}",
        kind,
        found.now,
        account=account,
        channel="c",
        match=found.match,
        seat=seat,
    )
    return _sent(found, seat, of_state(outbox, "waiting")[-1])


def sent(found: Correspondence, seat: str, receipt: dict[str, Any] | None) -> EmailMessage:
    """Return a receipt as the mail that the relay receives."""
    assert receipt is not None
    waiting = of_state(Outbox(found.store.database), "waiting")
    return _sent(found, seat, next(each for each in waiting if each.id == receipt["id"]))


def _sent(found: Correspondence, seat: str, message: Any) -> EmailMessage:
    with found.store.database.reading() as connection:
        notice = notification_text(connection, message, found.settings.url)
    load = Payload(message, notice, found.home(seat), {}, found.now)
    return BytesParser(policy=default).parsebytes(sender_of(found).render(load).data)


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def files_of(mail: EmailMessage) -> dict[str, str]:
    """Return the attached texts by file name."""
    return {str(part.get_filename()): str(part.get_content()) for part in mail.iter_attachments()}


def form_in(text: str) -> str:
    return "#orders" + text.partition("#orders")[2].partition("#end")[0] + "#end"
