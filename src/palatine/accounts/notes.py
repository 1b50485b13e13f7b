"""Private notes of an account on a match."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from palatine.accounts.wording import refused_error
from palatine.store.engine import Database
from palatine.store.schema_people import notes

MAX_NOTES_LENGTH = 20_000
"""Maximum characters of the notes on a match."""


class Notes:
    """The table of notes."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def read(self, match: str, account: str) -> str:
        """Return an account's notes on a match; "" if there are none."""
        wanted = select(notes.c.text).where(notes.c.match == match, notes.c.account == account)
        with self.database.reading() as connection:
            return connection.execute(wanted).scalar() or ""

    def save(self, match: str, account: str, text: str, now: str) -> None:
        """Replace the notes; "" deletes them. Raises `Refused` if they are too long."""
        if len(text) > MAX_NOTES_LENGTH:
            raise refused_error("long-notes", most=MAX_NOTES_LENGTH)
        here = (notes.c.match == match, notes.c.account == account)

        def work(connection: Connection) -> None:
            if not text:
                connection.execute(delete(notes).where(*here))
            elif not connection.execute(update(notes).where(*here).values(text=text, time=now)).rowcount:
                row = {"match": match, "account": account, "text": text, "time": now}
                connection.execute(insert(notes), row)

        self.database.write(work)
