"""What is SQLite's own: its settings, its transactions, its files, and its checks of them."""

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
PRIVATE = 0o600
PRAGMAS = ("PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")
IN_MEMORY = (None, "", ":memory:")


def url_of(path: Path | None) -> str:
    """The URL of a file, made with its folder if missing, and private; of a database in memory for None."""
    if path is None:
        return "sqlite://"
    try:
        path.expanduser().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"The folder of the database cannot be made: {error.strerror}.") from error
    _make_private(path.expanduser())
    return f"sqlite:///{path.expanduser()}"


def made_engine(url: URL) -> Engine:
    """Return an engine whose transactions begin by its option, and in memory all share one connection."""
    options: dict[str, Any] = {
        "connect_args": {"check_same_thread": False, "timeout": BUSY_MILLISECONDS / 1000},
    }
    options |= {"poolclass": StaticPool} if url.database in IN_MEMORY else {"pool_size": 16, "max_overflow": 48}
    # What is bound to a statement may be secret, and errors are logged.
    engine = create_engine(url, hide_parameters=True, **options)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", begin)
    return engine


def complaints(engine: Engine, check: str) -> list[str]:
    """What a check of SQLite's, such as "quick_check(3)", finds damaged."""
    try:
        with engine.connect() as connection:
            told = "\n".join(map(str, connection.exec_driver_sql(f"PRAGMA {check}").scalars()))
    except (DatabaseError, sqlite3.DatabaseError) as error:
        if isinstance(error, OperationalError):
            return []  # locked or not to be opened: told where it is used
        return [str(getattr(error, "orig", None) or error).splitlines()[0]]
    return [line for line in told.splitlines() if line != "ok" and not line.startswith("*** in database")]


def _make_private(path: Path) -> None:
    """Nobody but its owner may read the file: it holds the seeds of matches being played. Its companions, the log
    and the index of SQLite, are made with the same rights."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
        open_to = stat.S_IMODE(path.stat().st_mode) & ~PRIVATE
        if not open_to:
            return
        for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if each.exists():
                each.chmod(PRIVATE)
        log.warning("The database %s could be read by others; now by its owner alone.", path)
    except OSError as error:  # somebody else's file, or a folder that cannot be written to: SQLite will tell which
        log.warning("The database %s could not be made private: %s", path, error.strerror)


def _prepare(connection: Any, record: Any) -> None:
    connection.isolation_level = None
    _use_write_ahead_log(connection)
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Change the journal mode; SQLite does not wait by itself while another process does the same to a new file."""
    end = monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
        sleep(0.01)


def begin(connection: Connection) -> None:
    """Begin a transaction of the kind that is asked for."""
    raw: Any = connection.connection.dbapi_connection
    raw.execute(connection.get_execution_options().get("begin", "BEGIN"))
