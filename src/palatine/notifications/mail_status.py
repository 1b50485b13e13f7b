"""Progress of reading mail: a row renewed by the process with the mailbox or port."""

from __future__ import annotations

from sqlalchemy import Connection

from palatine.matches.clock import seconds_between
from palatine.store.engine import Database
from palatine.store.server_notes import Note, read_note, write_note

STALE_SECONDS = 120.0
"""Seconds after which a row that has not been renewed is stale."""


class MailStatus(Note, frozen=True):
    """The state of the mailbox or port for incoming mail. Times are ISO 8601; "" means never."""

    noted: str = ""
    """Time at which this was written."""
    taken: str = ""
    """Time before which all mail has been processed."""
    trouble: str = ""
    """Reason why the mailbox cannot be read; "" if it can."""
    since: str = ""
    """Start of the trouble."""

    @classmethod
    def row(cls) -> str:
        return "mail door"


def read_mail_status(connection: Connection) -> MailStatus | None:
    """Return the state of incoming mail; None on a server that never had any."""
    return read_note(connection, MailStatus)


def mail_trouble(connection: Connection, now: str) -> MailStatus | None:
    """Return the state of a mailbox that cannot be read; None if all is well or no server runs."""
    status = read_mail_status(connection)
    return (
        status
        if status is not None and status.trouble and seconds_between(status.noted, now) <= STALE_SECONDS
        else None
    )


def write_mail_status(database: Database, status: MailStatus) -> None:
    """Store the state of incoming mail. Raises `StorageError`."""
    write_note(database, status)
