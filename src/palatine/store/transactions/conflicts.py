"""Inserts with ON CONFLICT, for rows that another process may insert at the same time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_new(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert a row unless its key exists; return whether it was inserted."""
    made = _insert(connection, table).values(row).on_conflict_do_nothing()
    return connection.execute(made.returning(*table.primary_key)).first() is not None


def insert_or_update(
    connection: Connection,
    table: Table,
    row: Mapping[str, Any],
    changed: Mapping[str, Any],
    returning: Sequence[Any] = (),
) -> Any:
    """Insert a row or, if its primary key exists, set the `changed` values in that row.

    Returns the result of the statement.
    """
    made = _insert(connection, table).values(row)
    made = made.on_conflict_do_update(index_elements=list(table.primary_key), set_=dict(changed))
    return connection.execute(made.returning(*returning) if returning else made)


def _insert(connection: Connection, table: Table) -> Any:
    """Return the dialect's insert, which supports ON CONFLICT."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)
