"""The test mail of an admin: whether it was sent, was read, and was answered.

The mail has a link to the checklist and a reply address of its own. The link, opened by the signed-in admin, proves
that mail leaves the server. A reply proves that mail also arrives.
"""

from __future__ import annotations

from hmac import compare_digest

from msgspec.structs import replace
from sqlalchemy import Connection, select

from palatine.accounts.mail_addresses import normalize_address
from palatine.matches.clock import parse_time, seconds_between
from palatine.matches.fairness import key_hash, new_key
from palatine.notifications.outbox import queue_message
from palatine.notifications.wording import say
from palatine.store.engine import Database
from palatine.store.schema_people import outbox
from palatine.store.server_notes import Note, put_note, read_note

KIND = "test"
PAUSE = 60.0
"""Seconds between two test mails."""


class ProbeMail(Note, frozen=True):
    """The last test mail. Times are ISO 8601; "" means not yet."""

    address: str
    digest: str
    """Hash of the token in its link and its reply address."""
    sent: str
    """Time at which it was queued."""
    read: str = ""
    """Time at which the admin opened its link."""
    answered: str = ""
    """Time at which a reply arrived."""

    @classmethod
    def row(cls) -> str:
        return "test mail"


def send_test_mail(database: Database, address: str, url: str, now: str) -> ProbeMail:
    """Queue a test mail to an address of an admin and return its note.

    Within `PAUSE` seconds of the last one, nothing is queued and the last note is returned.
    """
    token = new_key()
    data = {
        "to": address,
        "token": token,
        "subject": say("test-mail.subject"),
        "text": say("test-mail.text", link=f"{url}/admin/checklist?read={token}"),
    }

    def write(connection: Connection) -> ProbeMail:
        last = read_note(connection, ProbeMail)
        if last is not None and seconds_between(last.sent, now) < PAUSE:
            return last
        note = ProbeMail(address, key_hash(token), now)
        queue_message(connection, f"{KIND} {note.digest}", KIND, parse_time(now), data=data, first=True)
        put_note(connection, note)
        return note

    return database.write(write)


def record_reading(database: Database, token: str, now: str) -> None:
    """Record that an admin has opened the link of the last test mail."""

    def write(connection: Connection) -> None:
        note = _last_mail(connection, token)
        if note is not None and not note.read:
            put_note(connection, replace(note, read=now))

    database.write(write)


def record_reply(connection: Connection, token: str, sender: str, now: str) -> None:
    """Record a reply to the last test mail, within a transaction.

    The reply must come from the address to which the mail was sent.
    """
    note = _last_mail(connection, token)
    if note is not None and not note.answered and normalize_address(sender) == normalize_address(note.address):
        put_note(connection, replace(note, read=note.read or now, answered=now))


def send_trouble(connection: Connection, note: ProbeMail) -> tuple[str, str]:
    """Return the state of a test mail in the outbox, and the reason of its last failure."""
    wanted = select(outbox.c.state, outbox.c.trouble).where(outbox.c.key == f"{KIND} {note.digest}")
    found = connection.execute(wanted).one_or_none()
    return ("", "") if found is None else (found.state, found.trouble)


def _last_mail(connection: Connection, token: str) -> ProbeMail | None:
    note = read_note(connection, ProbeMail)
    return note if note is not None and compare_digest(note.digest, key_hash(token)) else None
