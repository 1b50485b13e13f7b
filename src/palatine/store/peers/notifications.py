"""Dedicated PostgreSQL sessions of a process, for notifications and advisory locks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Engine

from palatine.matches.errors import StorageError
from palatine.store.engine import translate_errors

RIGHTS_CHANNEL = "palatine_rights"
"""Channel on which the database reports deleted sessions and tokens."""
VERSIONS_CHANNEL = "palatine_versions"
"""Channel on which processes report the versions of matches that they have written."""
KEEPALIVE_SETTINGS = "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"
"""Settings that end a session, with its locks, nine seconds after its client's machine died."""


class Notification(NamedTuple):
    """A payload on a channel, and the backend process id of the sending session."""

    channel: str
    payload: str
    sender: int


class DedicatedSession:
    """A session outside the pool and outside transactions. Its methods raise `StorageError`."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self.number: int = driver.info.backend_pid
        """Its backend process id."""
        self.server_version: int = driver.info.server_version

    def execute(self, statement: str, *parameters: object) -> None:
        """Execute a statement whose result is not needed."""
        with _without_driver_errors():
            self._driver.execute(statement, parameters or None)

    def scalar(self, statement: str, *parameters: object) -> Any:
        """Return the first value of a query."""
        with _without_driver_errors():
            return self._driver.execute(statement, parameters or None).fetchone()[0]

    def wait_for_notifications(self, seconds: float) -> Sequence[Notification]:
        """Wait up to `seconds` for notifications and return them, if any."""
        with _without_driver_errors():
            found = self._driver.notifies(timeout=max(0.0, seconds), stop_after=1)
            return [Notification(each.channel, each.payload, each.pid) for each in found]


@contextmanager
def open_session(engine: Engine, *statements: str) -> Iterator[DedicatedSession]:
    """Open a session and execute statements in it. Raises `StorageError`."""
    with translate_errors(), _without_driver_errors():
        pooled = engine.raw_connection()
    driver: Any = pooled.driver_connection
    pooled.detach()
    try:
        with _without_driver_errors():
            driver.autocommit = True
        session = DedicatedSession(driver)
        for statement in (KEEPALIVE_SETTINGS, *statements):
            session.execute(statement)
        yield session
    finally:
        driver.close()
        pooled.invalidate()


@contextmanager
def _without_driver_errors() -> Iterator[None]:
    from psycopg import Error  # Imported here because only installations on PostgreSQL have it.

    try:
        yield
    except Error as error:
        raise StorageError(f"The database cannot do this just now ({str(error).strip()}).") from error
