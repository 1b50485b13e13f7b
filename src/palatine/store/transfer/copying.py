"""Copies of whole databases: to another database, to a file, and from a file.

A database is filled in one transaction. Before the commit everything is read again and compared with what was sent,
row by row. After a difference or a power failure the new database is empty. The source is read as a consistent
snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from sqlalchemy import Connection, inspect

from palatine.matches.errors import StorageError
from palatine.store import postgres
from palatine.store.engine import Database
from palatine.store.schema import HEAD, auth_version
from palatine.store.transfer.rows import (
    Row,
    RowCount,
    TableCount,
    TableShape,
    continue_sequences,
    insert_rows,
    is_sqlite,
    read_rows,
    row_count,
    table_shapes,
)
from palatine.store.upgrading import current_revision, delete_oldest_revision, migrate

Progress = Callable[[int, int], None]
"""Callback with the number of rows copied and the total."""
REPORT_EVERY = 2000
"""Rows between two calls of the callback."""


class Source(Protocol):
    """Interface of a source: a database snapshot or a file."""

    @property
    def revision(self) -> str: ...

    @property
    def shapes(self) -> Sequence[TableShape]: ...

    @property
    def numbers(self) -> Mapping[str, int]:
        """Number of rows in each table."""

    def rows(self, shape: TableShape) -> Iterator[Row]:
        """Return all rows of a table. Tables must be read in order."""

    def checksums(self) -> Mapping[str, TableCount] | None:
        """Return the counts and digests recorded when a file was written, after all rows were read."""


class DatabaseSource:
    """A database snapshot.

    Raises `StorageError` if a newer version stores data unknown to this one.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.revision = current_revision(connection) or ""
        if self.revision > HEAD:
            raise StorageError(
                "A newer version of Palatine keeps more in these tables than this one knows; let that do it. Nothing "
                "was changed."
            )
        self.shapes = table_shapes()
        self.numbers = {shape.name: row_count(connection, shape) for shape in self.shapes}

    def rows(self, shape: TableShape) -> Iterator[Row]:
        return read_rows(self.connection, shape)

    def checksums(self) -> None:
        return None


@contextmanager
def open_snapshot(database: Database) -> Iterator[DatabaseSource]:
    """Read a snapshot of a database while others continue to write."""
    database.upgrade()
    with database.reading() as connection:
        if not is_sqlite(connection):
            postgres.disable_timeouts(connection)
        yield DatabaseSource(connection)


@contextmanager
def open_exclusive(database: Database) -> Iterator[DatabaseSource]:
    """Read a database while no other process writes."""
    database.upgrade()
    with database.writing() as connection:
        if not is_sqlite(connection):
            postgres.disable_timeouts(connection)
        yield DatabaseSource(connection)


def copy_into(database: Database, source: Source, progress: Progress) -> dict[str, TableCount]:
    """Copy a source into an empty database, verify the copy, and return the count of each table.

    Raises `StorageError`, and leaves the database as it was, if it was not empty or if rows are missing.
    """
    if source.revision > HEAD:
        raise StorageError(
            "This database was written by a newer version of Palatine; use one that is at least as new."
        )
    told = CopyProgress(progress, 2 * sum(source.numbers.values()))
    with database.writing() as connection:
        if not is_sqlite(connection):
            postgres.disable_timeouts(connection)
        _must_be_empty(connection)
        migrate(connection, source.revision)
        delete_oldest_revision(connection)
        if not is_sqlite(connection):
            postgres.set_binary_collation(connection)
        sent = {shape.name: _send(connection, source, shape, told) for shape in source.shapes}
        _compare(source.checksums() or sent, sent, "The backup is damaged")
        kept = {shape.name: _recount(connection, shape, told) for shape in source.shapes}
        _compare(sent, kept, "Not all of it has arrived")
        migrate(connection, HEAD)
        if not is_sqlite(connection):
            postgres.set_binary_collation(connection)
    return kept


class CopyProgress:
    """Counter of copied rows that reports progress."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.progress, self.wanted, self.done = progress, total, 0

    def count_row(self) -> None:
        self.done += 1
        if self.done % REPORT_EVERY == 0 or self.done == self.wanted:
            self.progress(self.done, self.wanted)


def count_rows(rows: Iterator[Row], tally: RowCount, progress: CopyProgress) -> Iterator[Row]:
    """Yield rows and count them."""
    for row in rows:
        tally.add(row)
        progress.count_row()
        yield row


def _send(connection: Connection, source: Source, shape: TableShape, told: CopyProgress) -> TableCount:
    tally = RowCount()

    def passing(row: Row) -> None:
        tally.add(row)
        told.count_row()

    insert_rows(connection, shape, source.rows(shape), passing)
    continue_sequences(connection, shape)
    return tally.count


def _recount(connection: Connection, shape: TableShape, told: CopyProgress) -> TableCount:
    tally = RowCount()
    for _ in count_rows(read_rows(connection, shape), tally, told):
        pass
    return tally.count


def _compare(wanted: Mapping[str, TableCount], found: Mapping[str, TableCount], what: str) -> None:
    for name, count in wanted.items():
        if found.get(name) != count:
            here = found[name].rows if name in found else 0
            raise StorageError(
                f"{what}: of the table {name} there are {here} rows instead of {count.rows}, or their content differs. "
                "Nothing was changed."
            )


def _must_be_empty(connection: Connection) -> None:
    delete_oldest_revision(connection)
    for name in inspect(connection).get_table_names():
        if name in ("alembic_version", auth_version.name):
            continue
        if connection.exec_driver_sql(f'SELECT 1 FROM "{name}" LIMIT 1').first() is not None:
            raise StorageError(
                f"There is something in that database already (in its table {name}); a database is copied into "
                "an empty one only. Nothing was changed."
            )
