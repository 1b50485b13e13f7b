"""Whether somebody serves a house: a lock that goes with the process, however it ends.

On SQLite it is a lock on an empty file beside the database, `matches.db.lock`, on PostgreSQL an advisory lock of a
connection of its own. All who serve the house hold it together; who moves the house away holds it alone.
"""

from __future__ import annotations

import fcntl
import os
import threading
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from palatine.matches.errors import StorageError

SERVED = 0x50616C62
"""The advisory lock of whoever serves."""


class ServerLock:
    """The lock of one database. One in memory has none: nobody else can open it."""

    def __init__(self, engine: Engine, file: Path | None) -> None:
        self._engine = engine
        self._file = file
        self._turn = threading.Lock()
        self._descriptor: int | None = None
        self._connection: Connection | None = None

    def hold(self, *, alone: bool = False) -> None:
        """Hold it, if it is not held already: beside others who serve, or alone. Raises Unsaved when others forbid."""
        with self._turn:
            if self._file is not None:
                held = self._descriptor is not None or self._lock_file(alone)
            elif self._engine.dialect.name == "postgresql":
                held = self._still_connected() or self._lock_database(alone)
            else:
                held = True
        if not held:
            who = "is being served; stop that first" if alone else "is just being moved or put back"
            raise StorageError(f"The house {who}. Nothing was changed.")

    def release(self) -> None:
        with self._turn:
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None
            if self._connection is not None:
                with suppress(DBAPIError):  # a database that is away has let go already
                    self._connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")
                self._connection.close()
                self._connection = None

    def _lock_file(self, alone: bool) -> bool:
        try:
            descriptor = os.open(self._file or "", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StorageError(f"Beside the database {self._file} cannot be made: {error.strerror}.") from error
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def _still_connected(self) -> bool:
        """Whether it is held; a database that was away has forgotten who held what."""
        if self._connection is None:
            return False
        try:
            self._connection.exec_driver_sql("SELECT 1")
        except DBAPIError:
            self._connection.close()
            self._connection = None
            return False
        return True

    def _lock_database(self, alone: bool) -> bool:
        kind = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
        try:
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        except DBAPIError as error:
            raise StorageError("The database cannot be reached just now; nothing was changed.") from error
        try:
            found: bool = connection.exec_driver_sql(f"SELECT {kind}({SERVED})").scalar_one()
        except DBAPIError as error:
            connection.close()
            raise StorageError("The database cannot do this just now; nothing was changed.") from error
        if found:
            self._connection = connection
        else:
            connection.close()
        return found
