"""Secret keys of the server, created once and stored in the database."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select

from palatine.store.engine import Database
from palatine.store.schema import server_keys
from palatine.store.transactions.conflicts import insert_new


def get_or_create_key(database: Database, name: str, make: Callable[[], bytes]) -> bytes:
    """Return the key with that name, created by `make` if missing; the same for all processes."""
    with database.reading() as connection:
        found: bytes | None = connection.execute(
            select(server_keys.c.value).where(server_keys.c.name == name)
        ).scalar()
    if found is not None:
        return found
    made = make()

    def write(connection: Connection) -> bytes:
        insert_new(connection, server_keys, {"name": name, "value": made})
        known: bytes = connection.execute(
            select(server_keys.c.value).where(server_keys.c.name == name)
        ).scalar_one()
        return known

    return database.write(write, exclusive=False)
