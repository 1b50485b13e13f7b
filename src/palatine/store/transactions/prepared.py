"""Statements that are made ready once: SQLAlchemy's way to say the same is twenty times the driver's own work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import Connection, Executable
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import DBAPIError


class Prepared:
    """An insert, update or delete whose parameters are `names`. The driver runs it."""

    def __init__(self, statement: Any, names: Sequence[str]) -> None:
        self.statement: Executable = statement
        self.names = tuple(names)
        self._on_postgres: tuple[str, list[tuple[str, Any]]] | None = None

    @cached_property
    def _ready(self) -> tuple[str, list[tuple[str, Any]]]:
        """The text, and its parameters in their order, each with what makes of a value what the driver takes."""
        dialect = SQLiteDialect_pysqlite(json_serializer=_as_json)
        made: Any = self.statement.compile(dialect=dialect, column_keys=self.names)  # type: ignore[attr-defined]
        return str(made), [(name, made._bind_processors.get(name, _as_it_is)) for name in made.positiontup]

    def run(self, connection: Connection, *rows: dict[str, Any]) -> int:
        """Carry it out with each of the rows; how many rows of the table the last has touched, which within a pipeline
        is not known yet."""
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
            made_of = [(name, made._bind_processors.get(name, _as_it_is)) for name in made.binds]
            self._on_postgres = self._text(str(made)), made_of
        text, parameters = self._on_postgres
        driver: Any = connection.connection.dbapi_connection
        cursor = driver.cursor()
        with errors_translated(connection):
            for row in rows:
                cursor.execute(text, {name: process(row[name]) for name, process in parameters}, prepare=True)
        return int(cursor.rowcount)

    def _text(self, statement: str) -> str:
        return statement


class Fenced(Prepared):
    """An update that on PostgreSQL fails when it finds no row, so that it needs no answer before what follows it."""

    def _text(self, statement: str) -> str:
        return f"WITH found AS ({statement} RETURNING 1) SELECT 1 / count(*) FROM found"


def is_fenced_off(error: DBAPIError) -> bool:
    """Return whether a `Fenced` update found no row."""
    return getattr(error.orig, "sqlstate", "") == DIVISION_BY_ZERO


DIVISION_BY_ZERO = "22012"


@contextmanager
def errors_translated(connection: Connection) -> Iterator[None]:
    """Raise errors of the driver as the ones that SQLAlchemy makes of them."""
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


def _as_it_is(value: Any) -> Any:
    return value
