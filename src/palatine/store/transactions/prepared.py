"""Statements compiled once, because SQLAlchemy's overhead is twenty times the driver's work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import Connection, Executable
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import DBAPIError


class PreparedStatement:
    """An insert, update or delete with parameters `names`, executed by the driver."""

    def __init__(self, statement: Any, names: Sequence[str]) -> None:
        self.statement: Executable = statement
        self.names = tuple(names)
        self._on_postgres: tuple[str, list[tuple[str, Any]]] | None = None

    @cached_property
    def _ready(self) -> tuple[str, list[tuple[str, Any]]]:
        """The SQL text and its parameters in order, each with a converter to the driver's type."""
        dialect = SQLiteDialect_pysqlite(json_serializer=_as_json)
        made: Any = self.statement.compile(dialect=dialect, column_keys=self.names)  # type: ignore[attr-defined]
        return str(made), [(name, made._bind_processors.get(name, _unchanged)) for name in made.positiontup]

    def run(self, connection: Connection, *rows: dict[str, Any]) -> int:
        """Execute the statement for each row.

        Returns the number of rows affected by the last one, which is not yet known within a pipeline.
        """
        if not rows:
            return 0
        if connection.dialect.name != "sqlite":
            return self._run_on_postgres(connection, rows)
        text, parameters = self._ready
        cursor: Any = connection.connection.dbapi_connection.cursor()  # type: ignore[union-attr]
        for row in rows:
            cursor.execute(text, [process(row[name]) for name, process in parameters])
        return int(cursor.rowcount)

    def _run_on_postgres(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> int:
        if self._on_postgres is None:
            made: Any = self.statement.compile(  # type: ignore[attr-defined]
                dialect=connection.dialect, column_keys=self.names
            )
            made_of = [(name, made._bind_processors.get(name, _unchanged)) for name in made.binds]
            self._on_postgres = self._text(str(made)), made_of
        text, parameters = self._on_postgres
        driver: Any = connection.connection.dbapi_connection
        cursor = driver.cursor()
        with translate_driver_errors(connection):
            for row in rows:
                cursor.execute(text, {name: process(row[name]) for name, process in parameters}, prepare=True)
        return int(cursor.rowcount)

    def _text(self, statement: str) -> str:
        return statement


class FencedUpdate(PreparedStatement):
    """An update that fails on PostgreSQL if it finds no row.

    A pipeline therefore need not wait for its result.
    """

    def _text(self, statement: str) -> str:
        return f"WITH found AS ({statement} RETURNING 1) SELECT 1 / count(*) FROM found"


def is_fenced_off(error: DBAPIError) -> bool:
    """Return whether a `FencedUpdate` update found no row."""
    return getattr(error.orig, "sqlstate", "") == DIVISION_BY_ZERO


DIVISION_BY_ZERO = "22012"


@contextmanager
def translate_driver_errors(connection: Connection) -> Iterator[None]:
    """Translate errors of the driver to those of SQLAlchemy."""
    dialect: Any = connection.dialect
    driver_error = dialect.loaded_dbapi.Error
    driver = connection.connection.dbapi_connection
    try:
        yield
    except driver_error as error:
        is_gone = dialect.is_disconnect(error, driver, None)
        if is_gone:
            connection.invalidate(error)
        raise DBAPIError.instance(
            "", (), error, driver_error, connection_invalidated=is_gone, dialect=dialect, hide_parameters=True
        ) from error


def _as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _unchanged(value: Any) -> Any:
    return value
