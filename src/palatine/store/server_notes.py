"""Facts about the server that processes and commands record.

Each is a row of `server_keys` in JSON.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec
from sqlalchemy import Connection, insert, select, update

from palatine.store.engine import Database
from palatine.store.schema import server_keys

N = TypeVar("N", bound="Note")


class Note(msgspec.Struct, frozen=True):
    """A fact about the server; `row` is the key of its row in the database."""

    @classmethod
    def row(cls) -> str:
        raise NotImplementedError


class BackupNote(Note, frozen=True):
    """The last backup that `palatine backup` has written."""

    time: str
    file: str
    size: int
    """Bytes of the file."""

    @classmethod
    def row(cls) -> str:
        return "last backup"


def read_note(connection: Connection, kind: type[N]) -> N | None:
    """Return a fact; None if none was recorded."""
    value = connection.execute(select(server_keys.c.value).where(server_keys.c.name == kind.row())).scalar()
    return None if value is None else msgspec.json.decode(value, type=kind)


def put_note(connection: Connection, note: Note) -> None:
    """Record a fact in place of the earlier one, within a transaction."""
    value = {"value": msgspec.json.encode(note)}
    if not connection.execute(update(server_keys).where(server_keys.c.name == note.row()).values(**value)).rowcount:
        connection.execute(insert(server_keys), {"name": note.row(), **value})


def write_note(database: Database, note: Note) -> None:
    """Record a fact in a transaction of its own. Raises `StorageError`."""
    database.write(lambda connection: put_note(connection, note))
