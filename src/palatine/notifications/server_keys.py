"""What the house has made once and keeps for ever: keys that sign for it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, insert, select

from palatine.store.engine import Database, DuplicateKey
from palatine.store.schema import house


def kept(database: Database, name: str, make: Callable[[], bytes]) -> bytes:
    """The value of that name, made by `make` when there is none yet; the same for every worker."""
    with database.reading() as connection:
        found: bytes | None = connection.execute(select(house.c.value).where(house.c.name == name)).scalar()
    if found is not None:
        return found
    made = make()

    def write(connection: Connection) -> bytes:
        known: bytes | None = connection.execute(select(house.c.value).where(house.c.name == name)).scalar()
        if known is None:
            connection.execute(insert(house), {"name": name, "value": made})
        return known or made

    try:
        return database.write(write)
    except DuplicateKey:  # another worker was faster
        return database.write(write)
