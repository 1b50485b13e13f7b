"""Rows of all tables as plain values, independent of the database.

They are used for transfers and their verification. A row is a tuple in column order; JSON is kept as stored text.
Rows are in key order, which is the same in both kinds of database, so that equal tables have equal digests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any, Literal

import msgspec
from sqlalchemy import JSON, Boolean, Connection, Float, Integer, LargeBinary, Table

from palatine.store.schema import metadata

Kind = Literal["text", "int", "float", "bool", "json", "bytes"]
Row = tuple[Any, ...]
FETCH_SIZE = 500
"""Rows fetched at a time."""

_pack = msgspec.msgpack.Encoder().encode


class TableShape(msgspec.Struct, frozen=True):
    """A table: its name, its columns with their types, and its key."""

    name: str
    columns: tuple[tuple[str, Kind], ...]
    key: tuple[str, ...]

    @property
    def names(self) -> str:
        return ", ".join(f'"{name}"' for name, _ in self.columns)


class TableCount(msgspec.Struct, frozen=True):
    """Number and digest of the rows of a table."""

    rows: int
    digest: str


class RowCount:
    """Counter of rows that calculates their digest."""

    def __init__(self) -> None:
        self._rows = 0
        self._digest = blake2b(digest_size=16)

    def add(self, row: Row) -> None:
        self._rows += 1
        self._digest.update(_pack(row))

    @property
    def count(self) -> TableCount:
        return TableCount(self._rows, self._digest.hexdigest())


def table_shapes() -> tuple[TableShape, ...]:
    """Return all current tables, referenced tables first."""
    return tuple(_shape(table) for table in metadata.sorted_tables)


def _shape(table: Table) -> TableShape:
    columns = tuple((str(column.name), _kind(column.type)) for column in table.columns)
    return TableShape(str(table.name), columns, tuple(str(column.name) for column in table.primary_key))


def _kind(of: Any) -> Kind:
    kinds: tuple[tuple[type, Kind], ...] = (
        (JSON, "json"), (Boolean, "bool"), (Integer, "int"), (Float, "float"), (LargeBinary, "bytes"),
    )  # fmt: skip
    return next((kind for known, kind in kinds if isinstance(of, known)), "text")


def is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"


def row_count(connection: Connection, shape: TableShape) -> int:
    found: int = connection.exec_driver_sql(f'SELECT count(*) FROM "{shape.name}"').scalar_one()
    return found


def read_rows(connection: Connection, shape: TableShape) -> Iterator[Row]:
    """Yield all rows of a table in key order, without storing them."""
    order = ", ".join(f'"{name}"' for name in shape.key)
    return (_sqlite_rows if is_sqlite(connection) else _postgres_rows)(connection, shape, order)


def _sqlite_rows(connection: Connection, shape: TableShape, order: str) -> Iterator[Row]:
    cursor = _driver_connection(connection).cursor()
    # SQLite stores JSON that is a mere number as a number.
    columns = ", ".join(
        f'CAST("{name}" AS TEXT)' if kind == "json" else f'"{name}"' for name, kind in shape.columns
    )
    cursor.execute(f'SELECT {columns} FROM "{shape.name}" ORDER BY {order}')
    truths = [at for at, (_, kind) in enumerate(shape.columns) if kind == "bool"]
    floats = [at for at, (_, kind) in enumerate(shape.columns) if kind == "float"]
    while found := cursor.fetchmany(FETCH_SIZE):
        for row in found:
            plain = list(row)
            for at in truths:
                plain[at] = None if plain[at] is None else bool(plain[at])
            for at in floats:
                plain[at] = None if plain[at] is None else float(plain[at])
            yield tuple(plain)


def _postgres_rows(connection: Connection, shape: TableShape, order: str) -> Iterator[Row]:
    columns = ", ".join(f'"{name}"::text' if kind == "json" else f'"{name}"' for name, kind in shape.columns)
    with _driver_connection(connection).cursor(name="rows", binary=True) as cursor:
        cursor.itersize = FETCH_SIZE
        cursor.execute(f'SELECT {columns} FROM "{shape.name}" ORDER BY {order}')
        yield from cursor


def insert_rows(
    connection: Connection, shape: TableShape, rows: Iterable[Row], on_row: Callable[[Row], None]
) -> None:
    """Insert rows into an empty table and call `on_row` with each."""
    (_into_sqlite if is_sqlite(connection) else _into_postgres)(connection, shape, rows, on_row)


def _into_sqlite(
    connection: Connection, shape: TableShape, rows: Iterable[Row], passing: Callable[[Row], None]
) -> None:
    def told() -> Iterator[Row]:
        for row in rows:
            passing(row)
            yield row

    places = ", ".join("?" for _ in shape.columns)
    statement = f'INSERT INTO "{shape.name}" ({shape.names}) VALUES ({places})'
    _driver_connection(connection).cursor().executemany(statement, told())


def _into_postgres(
    connection: Connection, shape: TableShape, rows: Iterable[Row], passing: Callable[[Row], None]
) -> None:
    with (
        _driver_connection(connection).cursor() as cursor,
        cursor.copy(f'COPY "{shape.name}" ({shape.names}) FROM STDIN') as copy,
    ):
        for row in rows:
            kept = tuple(value.replace("\0", "\ufffd") if type(value) is str else value for value in row)
            passing(kept)
            copy.write_row(kept)


def continue_sequences(connection: Connection, shape: TableShape) -> None:
    """Set PostgreSQL's sequences to continue after the inserted rows; SQLite needs no such step."""
    numbered = [name for name, kind in shape.columns if kind == "int" and shape.key == (name,)]
    if is_sqlite(connection) or not numbered:
        return
    table, column = f'"{shape.name}"', numbered[0]
    connection.exec_driver_sql(
        f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max(\"{column}\")) FROM {table} "
        f'HAVING max("{column}") IS NOT NULL'
    )


def _driver_connection(connection: Connection) -> Any:
    """Return the driver's own connection within the current transaction."""
    return connection.connection.driver_connection
