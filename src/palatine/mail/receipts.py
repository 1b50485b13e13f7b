"""Receipts: one for each email of a player, put into the outbox when it is processed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from textwrap import wrap
from typing import Any

import msgspec
from sqlalchemy import Connection

from palatine.mail.handlers.context import WIDTH, ReplyPart
from palatine.mail.inbox import receipt_key
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.wording import say
from palatine.notifications.outbox import queue_message
from palatine.notifications.reminders import record_first_notification

KIND = "receipt"


class Receipt(msgspec.Struct, frozen=True):
    """The reply to an email."""

    subject: str
    text: str
    to: str
    version: int = 0
    """The match version of the numbered answers in the text."""
    token: str = ""
    """The invitation to whose address replies go."""
    attached: tuple[str, ...] = ()
    """The names of its attachments (`ReplyPart.attached`)."""


def build_receipt(parts: Sequence[ReplyPart], match: str, to: str) -> Receipt:
    """Return the parts as one receipt.

    The subject names the first thing done, and says if something else failed. If nothing was done, it names the first
    failure.
    """
    done = next((part for part in parts if part.ok and part.title), None)
    failed = next((part for part in parts if not part.ok), None)
    first = done or failed or parts[0]
    key = "subject.receipt-partly" if done and failed else "subject.receipt"
    subject = say(key, title=first.title, match=match)
    text = wrap_text("\n\n".join([part.text.strip("\n") for part in parts if part.text.strip()]))
    attached = dict.fromkeys([name for part in parts for name in part.attached])
    return Receipt(subject, text, to, max(part.version for part in parts), attached=tuple(attached))


def wrap_text(text: str) -> str:
    """Return a text wrapped at `WIDTH`; orders and indented lines are not wrapped."""
    found: list[str] = []
    is_sheet = False
    for line in text.split("\n"):
        is_sheet = (is_sheet or line.startswith("#orders")) and not line.startswith("#end")
        found += [line] if is_sheet or line[:1] in (" ", "#") or not line else wrap(line, WIDTH)
    return "\n".join(found)


def queue_receipt(
    connection: Connection,
    mail: int,
    receipt: Receipt,
    now: datetime,
    *,
    mailbox: SeatMailbox | None,
    answer_to: str,
) -> None:
    """Put a receipt at the head of the outbox.

    An email has only one, however often it is processed. A question in it is not sent again as a notification.
    """
    data: dict[str, Any] = msgspec.to_builtins(receipt)
    if mailbox is not None and receipt.version:
        record_first_notification(connection, mailbox.match, mailbox.seat, receipt.version, now)
    whose = {} if mailbox is None else {"account": mailbox.account, "match": mailbox.match, "seat": mailbox.seat}
    queue_message(
        connection, receipt_key(mail), KIND, now, data=data, first=True, answer_to=answer_to[:300], **whose
    )
