"""Change detection for SQLite databases, in a few microseconds per check.

SQLite reports to a connection whether any other has written (`PRAGMA data_version`), in this or another process. All
writes of this process therefore go through one connection, which is also used for the check, and are counted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.pool import StaticPool

DataVersion = tuple[int, int, int]
"""Connection number, own writes other than of moves, and SQLite's version of other writes."""


class SingleWriter:
    """The only connection on which a process writes to an SQLite file.

    For a database in memory, it is the only connection.
    """

    def __init__(self, engine: Engine, begin: Callable[[Any], None]) -> None:
        self._raw: Any = None
        self._number = self._changes = 0
        self._is_single = isinstance(engine.pool, StaticPool)
        self.engine = engine
        if not self._is_single:  # Only one thread writes at a time, so the pool never opens a second connection.
            self.engine = Engine(engine.pool.recreate(), engine.dialect, engine.url)
            event.listen(self.engine, "begin", begin)
            event.listen(self.engine, "connect", self._connected)

    def _connected(self, connection: Any, record: Any) -> None:
        self._raw = connection
        self._number += 1

    def count_write(self) -> None:
        """Count a write other than of moves."""
        self._changes += 1

    def data_version(self) -> DataVersion | None:
        """Return a value that changes with writes of others, and own writes other than of moves.

        None if it cannot be determined. Nothing may write on this connection meanwhile.
        """
        if self._is_single:
            return 0, self._changes, 0
        if self._raw is None:
            return None
        try:
            return self._number, self._changes, self._raw.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error:  # Closed or unreadable: the caller reads the database itself and gets the error.
            return None

    def fast_scalar(self, text: str, *parameters: str) -> Any:
        """Return the first value of a query, read in microseconds; None without one or on an error.

        Nothing may write on this connection meanwhile.
        """
        try:
            row = self._raw.execute(text, parameters).fetchone()
        except (AttributeError, sqlite3.Error):  # As in `data_version`.
            return None
        return row and row[0]

    def version_unless_changed(self, known: DataVersion) -> DataVersion:
        """Return the data version if no other process has written since `known`."""
        return known[0], self._changes, known[2]

    def close(self) -> None:
        self._raw = None
        self.engine.dispose()
