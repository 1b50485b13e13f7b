"""When the house was last up: a row that whoever serves it renews every minute."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from palatine.store.engine import Database
from palatine.store.schema import server_keys
from palatine.store.transactions.conflicts import insert_new

ALIVE = "alive"


class Heartbeat:
    """Of several workers one is told of each time the house was away."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def beat(self, now: str) -> str:
        """The house is up at `now`; when it was before. "" where that is not known, or another has just told it.

        From then on it is in use, until the store is closed or this process ends.
        """

        def work(connection: Connection) -> str:
            if insert_new(connection, server_keys, {"name": ALIVE, "value": now.encode()}):
                return ""
            before: bytes = connection.execute(
                select(server_keys.c.value).where(server_keys.c.name == ALIVE)
            ).scalar_one()
            mine = (server_keys.c.name == ALIVE, server_keys.c.value == before)
            if not connection.execute(update(server_keys).where(*mine).values(value=now.encode())).rowcount:
                return ""
            return before.decode()

        self.database.in_use.hold()
        return self.database.write(work, alone=False)
