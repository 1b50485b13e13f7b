"""Cursor over processed rows, so that a restarted process need not examine all of them."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from palatine.store.engine import Database
from palatine.store.schema import server_keys

CURSOR_NAME = "seen-to"


class ProcessingCursor:
    """A time stored in the database. A late write only causes some rows to be examined again."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def position(self) -> str:
        """Return the time before which everything has been processed; "" if nothing has."""
        with self.database.reading() as connection:
            found: bytes | None = connection.execute(
                select(server_keys.c.value).where(server_keys.c.name == CURSOR_NAME)
            ).scalar()
        return (found or b"").decode()

    def advance(self, time: str) -> None:
        """Record that everything before `time` has been processed."""

        def work(connection: Connection) -> None:
            value = {"value": time.encode()}
            if not connection.execute(
                update(server_keys).where(server_keys.c.name == CURSOR_NAME).values(**value)
            ).rowcount:
                connection.execute(insert(server_keys), {"name": CURSOR_NAME, **value})

        self.database.write(work)
