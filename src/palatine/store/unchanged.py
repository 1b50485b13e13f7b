"""Whether a database is as it was: asked of SQLite at each look, in a few microseconds.

SQLite tells a connection whether any other has written (`PRAGMA data_version`), another process's or one of this one.
So all that this process writes goes through one connection, and that one is asked; what it writes itself is counted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.pool import StaticPool

DataVersion = tuple[int, int, int]
"""The connection, what has been written through it save for moves in matches, and what by others."""


class SoleWriter:
    """The one connection through which a process writes to an SQLite file, or its only one to a database in memory."""

    def __init__(self, engine: Engine, begin: Callable[[Any], None]) -> None:
        self._raw: Any = None
        self._number = self._changes = 0
        self._is_single = isinstance(engine.pool, StaticPool)
        self.engine = engine
        if not self._is_single:  # its pool never has to open a second connection: one at a time writes
            self.engine = Engine(engine.pool.recreate(), engine.dialect, engine.url)
            event.listen(self.engine, "begin", begin)
            event.listen(self.engine, "connect", self._connected)

    def _connected(self, connection: Any, record: Any) -> None:
        self._raw = connection
        self._number += 1

    def changed(self) -> None:
        """Something else than a move was written."""
        self._changes += 1

    def data_version(self) -> DataVersion | None:
        """Another than before when anything but moves was written through this connection, or anything at all by
        others; None where that cannot be told. Nobody may be writing through it meanwhile."""
        if self._is_single:
            return 0, self._changes, 0
        if self._raw is None:
            return None
        try:
            return self._number, self._changes, self._raw.execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error:  # it has been closed, or cannot read: the caller reads for itself and gets the error
            return None

    def fast_scalar(self, text: str, *given: str) -> Any:
        """The first value that a statement finds, in microseconds; None where it finds none or cannot be asked. Nobody
        may be writing through this connection meanwhile."""
        try:
            row = self._raw.execute(text, given).fetchone()
        except (AttributeError, sqlite3.Error):  # as above
            return None
        return row and row[0]

    def since(self, known: DataVersion) -> DataVersion:
        """The generation if no other process has written since it was `known`."""
        return known[0], self._changes, known[2]

    def close(self) -> None:
        self._raw = None
        self.engine.dispose()
