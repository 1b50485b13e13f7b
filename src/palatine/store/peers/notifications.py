"""Notifications between processes that serve the same PostgreSQL database, over connections of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine

from palatine.store.engine import told_politely
from palatine.table.errors import Unsaved

RIGHTS = "palatine_rights"
"""Channel on which the database itself notifies that a session or token was deleted."""
VERSIONS = "palatine_versions"
"""Channel on which processes notify each other of the versions of matches that they have written."""
DEAD_PEER = "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"
"""Has the server end a session, with its locks, nine seconds after the machine of its client has died."""


class Notification(NamedTuple):
    """A payload on a channel, and the session of the server that sent it."""

    channel: str
    payload: str
    sender: int


@contextmanager
def own_connection(engine: Engine, *statements: str) -> Iterator[Any]:
    """Open a connection of the driver outside the pool and outside transactions, which begins with these statements.

    Raises Unsaved.
    """
    with told_politely():
        pooled: Connection = engine.connect()
    with pooled:
        with told_politely():
            connection = pooled.execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()
            for statement in (DEAD_PEER, *statements):
                connection.exec_driver_sql(statement)
        yield connection.connection.dbapi_connection


def received(driver: Any, seconds: float) -> list[Notification]:
    """Wait for notifications on a connection; return none if there were none for that long. Raises Unsaved."""
    from psycopg import Error  # here, because only installations on PostgreSQL have it

    try:
        found = driver.notifies(timeout=max(0.0, seconds), stop_after=1)
        return [Notification(each.channel, each.payload, each.pid) for each in found]
    except Error as error:
        raise Unsaved(f"The database has gone away ({str(error).strip()}).") from error
