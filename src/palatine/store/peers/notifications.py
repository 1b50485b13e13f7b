"""Sessions of PostgreSQL that processes keep for themselves: to notify each other, and to hold locks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Engine

from palatine.matches.errors import StorageError
from palatine.store.engine import translate_errors

RIGHTS = "palatine_rights"
"""Channel on which the database itself notifies that a session or token was deleted."""
VERSIONS = "palatine_versions"
"""Channel on which processes notify each other of the versions of matches that they have written."""
DEAD_PEER = "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"
"""Has the server end a session, with its locks, nine seconds after the machine of its client has died."""


class Notification(NamedTuple):
    """A payload on a channel, and the number of the session that sent it."""

    channel: str
    payload: str
    sender: int


class OwnSession:
    """A session outside the pool and outside transactions. Its methods raise StorageError."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self.number: int = driver.info.backend_pid
        """By which the server knows it."""
        self.server_version: int = driver.info.server_version

    def execute(self, statement: str, *given: object) -> None:
        """Execute a statement that returns nothing, or whose rows do not matter."""
        with _polite():
            self._driver.execute(statement, given or None)

    def ask(self, statement: str, *given: object) -> Any:
        """Return the first value that a statement finds."""
        with _polite():
            return self._driver.execute(statement, given or None).fetchone()[0]

    def received(self, seconds: float) -> Sequence[Notification]:
        """Wait for notifications; return none if there were none for that long."""
        with _polite():
            found = self._driver.notifies(timeout=max(0.0, seconds), stop_after=1)
            return [Notification(each.channel, each.payload, each.pid) for each in found]


@contextmanager
def own_session(engine: Engine, *statements: str) -> Iterator[OwnSession]:
    """Open a session that begins with these statements. Raises StorageError."""
    with translate_errors(), _polite():
        pooled = engine.raw_connection()
    driver: Any = pooled.driver_connection
    pooled.detach()
    try:
        with _polite():
            driver.autocommit = True
        session = OwnSession(driver)
        for statement in (DEAD_PEER, *statements):
            session.execute(statement)
        yield session
    finally:
        driver.close()
        pooled.invalidate()


@contextmanager
def _polite() -> Iterator[None]:
    from psycopg import Error  # here, because only installations on PostgreSQL have it

    try:
        yield
    except Error as error:
        raise StorageError(f"The database cannot do this just now ({str(error).strip()}).") from error
