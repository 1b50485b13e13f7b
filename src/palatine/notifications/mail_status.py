"""How far the mail of a server has been read: a row that the process with the mailbox or port renews."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select, update

from palatine.matches.clock import between
from palatine.store.engine import Database
from palatine.store.schema import server_keys

NAME = "mail door"
FRESH = 120.0
"""Seconds after which nobody renews the row any more."""


class MailStatus(msgspec.Struct, frozen=True):
    """What is known of the mailbox or port at which mail comes in. Times are ISO 8601; "" means never."""

    noted: str = ""
    """When this was written."""
    taken: str = ""
    """All mail that came before this has been taken."""
    trouble: str = ""
    """Why the mailbox cannot be read; "" when it can."""
    since: str = ""
    """When the trouble began."""


def read_mail_status(connection: Connection) -> MailStatus | None:
    """Return how far the mail has been read; None on a server that never had any."""
    value = connection.execute(select(server_keys.c.value).where(server_keys.c.name == NAME)).scalar()
    return None if value is None else msgspec.json.decode(value, type=MailStatus)


def mail_trouble(connection: Connection, now: str) -> MailStatus | None:
    """Return what is known of a mailbox that cannot be read; None where all is well or no server is running."""
    status = read_mail_status(connection)
    return status if status is not None and status.trouble and between(status.noted, now) <= FRESH else None


def write_mail_status(database: Database, status: MailStatus) -> None:
    """Write how far the mail has been read. Raises StorageError."""
    value = {"value": msgspec.json.encode(status)}

    def work(connection: Connection) -> None:
        if not connection.execute(update(server_keys).where(server_keys.c.name == NAME).values(**value)).rowcount:
            connection.execute(insert(server_keys), {"name": NAME, **value})

    database.write(work)
