"""The inbox: a queue of received emails with leases, and the questions of their receipts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, and_, delete, insert, null, select, update

from palatine import metrics
from palatine.matches.clock import format_timestamp
from palatine.store.queue import LeasedQueue, LeasedRow
from palatine.store.schema_people import inbox, outbox

MailState = Literal["new", "done", "held", "dropped"]

LEASE = timedelta(seconds=30)
"""Lease of a worker on an email, after which the email of a killed worker is claimed again."""
CLAIM_LIMIT = 5
"""Number of emails that a worker claims at a time, few enough for its lease."""
MAX_TRIES = 5
"""Failed attempts after which an email is set aside; its sender gets a reply."""
ANSWER_PERIOD = timedelta(days=7)
"""Time in which a question can be answered."""
RETENTION = timedelta(days=60)


class InboxMail(LeasedRow, frozen=True):
    """An email as received."""

    recipient: str
    """The local part of our address to which it was sent."""
    message_id: str
    digest: str
    sender: str
    raw: bytes | None
    time: str
    state: str
    answer: str
    asked: dict[str, Any] | None


class Inbox(LeasedQueue[InboxMail]):
    """The queue of received emails."""

    table, order, row, length = inbox, (inbox.c.id,), InboxMail, LEASE

    def store(self, recipient: str, message_id: str, digest: str, sender: str, raw: bytes, now: datetime) -> bool:
        """Store an email; return False if the same one was stored before.

        The email is on disk when this returns.
        """
        same = (inbox.c.recipient == recipient, inbox.c.message_id == message_id, inbox.c.digest == digest)
        row = {
            "recipient": recipient, "message_id": message_id, "digest": digest, "sender": sender, "raw": raw,
            "time": format_timestamp(now), "state": "new", "asked": null(),
        }  # fmt: skip

        def work(connection: Connection) -> bool:
            if connection.execute(select(inbox.c.id).where(*same)).first() is not None:
                return False
            connection.execute(insert(inbox).values(**row))
            return True

        is_new = self.database.write(work)
        metrics.INCOMING_MAILS.add("new" if is_new else "twice")
        return is_new

    def claim(self, now: datetime, limit: int = CLAIM_LIMIT) -> list[InboxMail]:
        """Claim unread emails in order of arrival."""
        found = self.claim_waiting(now, inbox.c.state == "new", limit, tries=inbox.c.tries + 1)
        return sorted(found, key=lambda mail: mail.id)

    def settle(
        self,
        mail: InboxMail,
        state: MailState,
        question: dict[str, Any] | None,
        work: Callable[[Connection], object],
    ) -> bool:
        """Write the result of an email and all that `work` writes in one transaction.

        The raw text is kept only while the email is held. Returns False and writes nothing if another worker holds the
        email.
        """
        metrics.INCOMING_MAILS.add(state)
        values: dict[str, Any] = {} if state == "held" else {"raw": None}
        return self.finish(mail, work, state=state, asked=null() if question is None else question, **values)

    def find_question(
        self, connection: Connection, mail: InboxMail, answers: tuple[int, ...], now: datetime
    ) -> InboxMail | None:
        """Return the email whose question a YES answers.

        It is the question of one of the receipts that the email replies to (`answers`, their numbers in the outbox), or
        else the last one. A held email of an unknown sender must be named explicitly.
        """
        since = format_timestamp(now - ANSWER_PERIOD)
        open_ = (inbox.c.recipient == mail.recipient, inbox.c.time >= since, inbox.c.asked.is_not(null()))
        rows = connection.execute(select(inbox).where(*open_).order_by(inbox.c.id.desc())).all()
        found = [each for each in (InboxMail(**row._mapping) for row in rows) if each.asked]
        keys = select(outbox.c.key).where(outbox.c.id.in_(answers))
        named = set(connection.execute(keys).scalars()) if answers else set()
        for each in found:
            if receipt_key(each.id) in named:
                return each
        return next((each for each in found if each.asked and not each.asked.get("code")), None)

    def is_of_kind(self, connection: Connection, numbers: tuple[int, ...], kind: str) -> bool:
        """Return whether one of the outgoing emails with these numbers is of a kind."""
        found = select(outbox.c.id).where(outbox.c.id.in_(numbers), outbox.c.kind == kind)
        return bool(numbers) and connection.execute(found).first() is not None

    def find_by_code(self, mail: InboxMail, code: str, now: datetime) -> InboxMail | None:
        """Return the held email with that code, or None."""
        held = (
            inbox.c.recipient == mail.recipient,
            inbox.c.state == "held",
            inbox.c.time >= format_timestamp(now - ANSWER_PERIOD),
        )
        found = self.select(and_(*held))
        return next((each for each in found if each.asked and each.asked.get("code") == code), None)

    def close_question(self, connection: Connection, question: int) -> None:
        """Close the question of an email after it was answered."""
        values = {"asked": null(), "raw": None, "state": "done"}
        connection.execute(update(inbox).where(inbox.c.id == question).values(**values))

    def close_other_questions(self, connection: Connection, mail: InboxMail) -> None:
        """Close all open questions to an email's address, except its own and those on held emails."""
        here = (inbox.c.recipient == mail.recipient, inbox.c.state == "done", inbox.c.asked.is_not(null()))
        connection.execute(update(inbox).where(*here, inbox.c.id != mail.id).values(asked=null()))

    def delete_old(self, now: datetime) -> None:
        """Delete old emails, and drop the text of held emails that were never released."""
        held = (inbox.c.state == "held", inbox.c.time < format_timestamp(now - ANSWER_PERIOD))

        def work(connection: Connection) -> None:
            connection.execute(update(inbox).where(*held).values(state="dropped", raw=None, asked=null()))
            connection.execute(delete(inbox).where(inbox.c.time < format_timestamp(now - RETENTION)))

        self.database.write(work)


def receipt_key(mail: int) -> str:
    """Return the outbox key of the receipt for an email."""
    return f"receipt {mail}"
