"""When the house was last up: a row that whoever serves it renews every minute."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from palatine.store.engine import Database, DuplicateKey
from palatine.store.schema import house

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
            before: bytes | None = connection.execute(select(house.c.value).where(house.c.name == ALIVE)).scalar()
            if before is None:
                connection.execute(insert(house), {"name": ALIVE, "value": now.encode()})
                return ""
            mine = (house.c.name == ALIVE, house.c.value == before)
            if not connection.execute(update(house).where(*mine).values(value=now.encode())).rowcount:
                return ""
            return before.decode()

        self.database.in_use.hold()
        try:
            return self.database.write(work)
        except DuplicateKey:  # another worker was the first
            return ""
