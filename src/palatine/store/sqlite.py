"""SQLite: engine settings, transactions, database files and integrity checks."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import StaticPool

from palatine.matches.errors import StorageError

log = logging.getLogger(__name__)

BUSY_MILLISECONDS = 10_000
FILE_MODE = 0o600
PRAGMAS = ("PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")
IN_MEMORY = (None, "", ":memory:")


def url_of(path: Path | None) -> str:
    """Return the URL of a file, or of a database in memory for None.

    A missing file is created with its folder, readable only by its owner.
    """
    if path is None:
        return "sqlite://"
    try:
        path.expanduser().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"The folder of the database cannot be made: {error.strerror}.") from error
    _make_private(path.expanduser())
    return f"sqlite:///{path.expanduser()}"


def make_engine(url: URL) -> Engine:
    """Return an engine.

    The option `begin` selects the kind of transaction. All threads share one connection to a database in memory.
    """
    options: dict[str, Any] = {
        "connect_args": {"check_same_thread": False, "timeout": BUSY_MILLISECONDS / 1000},
    }
    options |= {"poolclass": StaticPool} if url.database in IN_MEMORY else {"pool_size": 16, "max_overflow": 48}
    # Parameters may be secret, and errors are logged.
    engine = create_engine(url, hide_parameters=True, **options)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", begin_transaction)
    return engine


def check_damage(engine: Engine, pragma: str) -> list[str]:
    """Return the damage found by a check of SQLite, such as "quick_check(3)"."""
    try:
        with engine.connect() as connection:
            told = "\n".join(map(str, connection.exec_driver_sql(f"PRAGMA {pragma}").scalars()))
    except (DatabaseError, sqlite3.DatabaseError) as error:
        if isinstance(error, OperationalError):
            return []  # Locked or not to be opened: reported where it is used.
        return [str(getattr(error, "orig", None) or error).splitlines()[0]]
    return [line for line in told.splitlines() if line != "ok" and not line.startswith("*** in database")]


def _make_private(path: Path) -> None:
    """Make a database file readable only by its owner: it holds seeds of matches in play.

    SQLite creates its log and index files with the same permissions.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
        open_to = stat.S_IMODE(path.stat().st_mode) & ~FILE_MODE
        if not open_to:
            return
        for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if each.exists():
                each.chmod(FILE_MODE)
        log.warning("Database permissions restricted to its owner: file=%s", path)
    except OSError as error:  # Owned by another user, or in a read-only folder: SQLite reports the reason.
        log.warning("Database permissions could not be restricted: file=%s error=%s", path, error.strerror)


def _prepare(connection: Any, record: Any) -> None:
    connection.isolation_level = None
    _use_write_ahead_log(connection)
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Change the journal mode, and wait while another process does the same to a new file.

    SQLite does not wait for that by itself.
    """
    end = monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
        sleep(0.01)


def begin_transaction(connection: Connection) -> None:
    """Begin a transaction of the kind given by the execution option `begin_transaction`."""
    raw: Any = connection.connection.dbapi_connection
    raw.execute(connection.get_execution_options().get("begin", "BEGIN"))
