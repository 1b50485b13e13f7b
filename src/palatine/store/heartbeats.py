"""Heartbeat of the server, to detect outages: a row renewed every minute by each process."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from palatine.store.engine import Database
from palatine.store.schema import server_keys
from palatine.store.transactions.conflicts import insert_new

ROW_NAME = "alive"


class Heartbeat:
    """The heartbeat row. Of several processes only one detects each outage."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def beat(self, now: str) -> str:
        """Record that the server is up at `now` and return when it was last up.

        Returns "" if that is unknown or another process was first. From then on the database is marked as in use,
        until the store is closed or this process ends.
        """

        def work(connection: Connection) -> str:
            if insert_new(connection, server_keys, {"name": ROW_NAME, "value": now.encode()}):
                return ""
            before: bytes = connection.execute(
                select(server_keys.c.value).where(server_keys.c.name == ROW_NAME)
            ).scalar_one()
            mine = (server_keys.c.name == ROW_NAME, server_keys.c.value == before)
            if not connection.execute(update(server_keys).where(*mine).values(value=now.encode())).rowcount:
                return ""
            return before.decode()

        self.database.in_use.acquire()
        return self.database.write(work, exclusive=False)
