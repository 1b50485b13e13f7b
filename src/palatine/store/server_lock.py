"""Lock that marks a database as in use. It ends with the process, however the process ends.

On SQLite it is a lock on an empty file next to the database, `matches.db.lock`; on PostgreSQL it is an advisory lock
of a dedicated connection. One server holds it for an SQLite file, while all servers share it for a PostgreSQL
database. Commands that move, restore or upgrade the database hold it exclusively.
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

LOCK_NUMBER = 0x50616C62
"""Number of the advisory lock."""


class ServerLock:
    """The lock of one database.

    A database in memory has none, because no other process can open it.
    """

    def __init__(self, engine: Engine, file: Path | None) -> None:
        self._engine = engine
        self._file = file
        self._turn = threading.Lock()
        self._descriptor: int | None = None
        self._connection: Connection | None = None

    def acquire(self, *, exclusive: bool = False) -> None:
        """Hold the lock, to serve or exclusively. Raises `StorageError` if another process holds it."""
        with self._turn:
            if self._file is not None:
                held = self._descriptor is not None or self._lock_file()
            elif self._engine.dialect.name == "postgresql":
                held = self._still_connected() or self._lock_database(exclusive)
            else:
                held = True
        if held:
            return
        if exclusive:
            raise StorageError(
                "Another process serves the database, or upgrades, moves or restores it. Stop that process first. "
                "Nothing was changed."
            )
        if self._file is not None:
            raise StorageError(
                f"Another process serves {self._file.with_suffix('')}, or upgrades, moves or restores it. An "
                "SQLite file has one `palatine serve`; several can share a PostgreSQL database, see "
                "docs/deployment.md. Nothing was changed."
            )
        raise StorageError(
            "Another process upgrades, moves or restores the database. Wait until it has ended. Nothing was changed."
        )

    def release(self) -> None:
        with self._turn:
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None
            if self._connection is not None:
                with suppress(DBAPIError):  # A database that is down has already released it.
                    self._connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")
                self._connection.close()
                self._connection = None

    def _lock_file(self) -> bool:
        try:
            descriptor = os.open(self._file or "", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StorageError(f"Cannot create the lock file {self._file}: {error.strerror}.") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def _still_connected(self) -> bool:
        """Return whether the lock is still held. A database that was down has released it."""
        if self._connection is None:
            return False
        try:
            self._connection.exec_driver_sql("SELECT 1")
        except DBAPIError:
            self._connection.close()
            self._connection = None
            return False
        return True

    def _lock_database(self, exclusive: bool) -> bool:
        kind = "pg_try_advisory_lock" if exclusive else "pg_try_advisory_lock_shared"
        try:
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        except DBAPIError as error:
            raise StorageError("The database cannot be reached just now; nothing was changed.") from error
        try:
            found: bool = connection.exec_driver_sql(f"SELECT {kind}({LOCK_NUMBER})").scalar_one()
        except DBAPIError as error:
            connection.close()
            raise StorageError("The database cannot do this just now; nothing was changed.") from error
        if found:
            self._connection = connection
        else:
            connection.close()
        return found
