"""Statements that are made ready once: SQLAlchemy's way to say the same is twenty times the driver's own work."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import Connection, Executable
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite


class Prepared:
    """An insert, update or delete whose parameters are `names`. On SQLite the driver runs it; else SQLAlchemy does."""

    def __init__(self, statement: Any, names: Sequence[str]) -> None:
        self.statement: Executable = statement
        self.names = tuple(names)

    @cached_property
    def _ready(self) -> tuple[str, list[tuple[str, Any]]]:
        """The text, and its parameters in their order, each with what makes of a value what the driver takes."""
        dialect = SQLiteDialect_pysqlite(json_serializer=_as_json)
        made: Any = self.statement.compile(dialect=dialect, column_keys=self.names)  # type: ignore[attr-defined]
        return str(made), [(name, made._bind_processors.get(name, _as_it_is)) for name in made.positiontup]

    def run(self, connection: Connection, *rows: dict[str, Any]) -> int:
        """Carry it out with each of the rows; how many rows of the table the last has touched."""
        if not rows:
            return 0
        if connection.dialect.name != "sqlite":
            return connection.execute(self.statement, rows).rowcount
        text, parameters = self._ready
        cursor: Any = connection.connection.dbapi_connection.cursor()  # type: ignore[union-attr]
        for row in rows:
            cursor.execute(text, [process(row[name]) for name, process in parameters])
        return int(cursor.rowcount)


def _as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _as_it_is(value: Any) -> Any:
    return value
