"""Rows for every table, with every kind of value that a column can hold."""

from __future__ import annotations

import lzma
from random import Random
from typing import Any

import msgspec
from sqlalchemy import JSON, Boolean, Column, Connection, Float, Integer, LargeBinary, MetaData, Table, insert

from palatine.store.engine import Database
from palatine.store.schema import metadata

TEXTS = ("", "a", "Ä\u20ac\U0001f409", "b'\"\\", "a\tb\r\nc", "\\N", "\\x41", "%s")
JSONS: tuple[Any, ...] = ({}, [], {"b": 1, "a": [1.5, None, True, "ä\0"]}, "x", 0, None)
KEYS = ("key", "folded", "post", "mailbox", "id", "recipient", "message_id")
PACK = {
    "of": "drafts",
    "data": lzma.compress(msgspec.msgpack.encode((("seat", "turn", "text", "time"), ([],) * 4))),
}
"""A block without rows, because a match that has rows is not packed."""
BYTES = (b"", b"\0\xff\\x", b"\x89" * 2000)


def fill_all(database: Database, rows: int = 7, seed: int = 0, tables: MetaData = metadata) -> None:
    """Insert `rows` rows into each table, starting with the tables that others refer to."""
    random = Random(seed)

    def work(connection: Connection) -> None:
        known: dict[str, list[Any]] = {}
        for table in tables.sorted_tables:
            made = [_row(table, at, known, random) for at in range(rows)]
            connection.execute(insert(table), made)
            for column in table.c:
                known[f"{table.name}.{column.name}"] = [row.get(column.name, at) for at, row in enumerate(made)]

    database.write(work)


def _row(table: Table, at: int, known: dict[str, list[Any]], random: Random) -> dict[str, Any]:
    return {
        column.name: _value(column, at, known, random)
        for column in table.c
        if not (column.name == "id" and isinstance(column.type, Integer))
    }


def _value(column: Column[Any], at: int, known: dict[str, list[Any]], random: Random) -> Any:
    for key in column.foreign_keys:
        return known[key.target_fullname][at]
    if column.nullable and at % 3 == 0:
        return None
    if column.table.name in ("packs", "archived_rows") and column.name in PACK:
        return PACK[column.name]
    if isinstance(column.type, Boolean):
        return at % 2 == 0
    if isinstance(column.type, Integer):
        return at if column.primary_key else random.choice((0, -1, 2**31 - 1))
    if isinstance(column.type, Float):
        return random.choice((0.1 + 0.2, -1e-300, 25.0))
    if isinstance(column.type, LargeBinary):
        return random.choice(BYTES)
    if isinstance(column.type, JSON):
        return random.choice(JSONS[:3] if column.table.name == "matches" else JSONS)
    is_key = column.primary_key or column.unique or column.name in KEYS
    length: int | None = getattr(column.type, "length", None)
    text = f"{column.name} {at}" if is_key else random.choice(TEXTS)
    return text[:length]
