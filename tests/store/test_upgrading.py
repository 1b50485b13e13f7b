"""Tables are brought up to date from wherever they were, and back, with everything in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, inspect, select, text

from pace import sampled
from palatine.cli.main import main
from palatine.matches import StorageError
from palatine.store import Store, engine, upgrading
from palatine.store.engine import Database, connect
from palatine.store.heartbeats import Heartbeat
from palatine.store.schema import HEAD, metadata
from palatine.store.schema_serving import NAMES as SERVING
from palatine.store.schema_serving import on_sqlite, serving
from palatine.store.transfer.copying import fill
from palatine.store.transfer.rows import Count, Row, Shape, number_of_rows, rows_of
from palatine.store.upgrading import revision
from store.filling import fill_all

REVISIONS = [f"{n:04}" for n in range(1, int(HEAD) + 1)]
NOW = "2026-01-01T12:00:00.000Z"


@pytest.fixture
def database(bare: str) -> Iterator[Database]:
    opened = connect(bare)
    yield opened
    opened.close()


def old_tables(database: Database) -> MetaData:
    found = MetaData()
    with database.reading() as connection:
        found.reflect(connection)
    for name in {"alembic_version", *SERVING} & set(found.tables):
        found.remove(found.tables[name])
    return found


def differences(database: Database) -> list[Any]:
    """Between the tables that there are and those that there should be."""
    with database.reading() as connection:
        wanted = [metadata, on_sqlite if database.is_sqlite else serving]
        return list(compare_metadata(MigrationContext.configure(connection), wanted))  # type: ignore[arg-type]


def content(database: Database, tables: MetaData) -> dict[str, list[dict[str, Any]]]:
    """All rows; the house's own note on its tables is none of them."""
    found = {}
    with database.reading() as connection:
        for table in tables.sorted_tables:
            rows = connection.execute(select(table).order_by(*table.primary_key)).mappings()
            found[table.name] = [dict(row) for row in rows if row.get("name") != upgrading.OLDEST_ROW]
    return found


def fitting(
    now: Mapping[str, list[dict[str, Any]]], before: Mapping[str, list[dict[str, Any]]]
) -> dict[str, list[dict[str, Any]]]:
    """What is there now of the columns that were there before."""
    return {
        name: [{column: row[column] for column in rows[0]} for row in now[name]] for name, rows in before.items()
    }


@pytest.mark.parametrize("old", sampled(REVISIONS))
def test_from_every_old_revision_all_is_kept(database: Database, old: str) -> None:
    database.migrate(old)
    tables = old_tables(database)
    fill_all(database, tables=tables)
    before = content(database, tables)
    assert len(before["matches"]) == 7
    store = Store(database)
    database.upgrade()
    after = content(database, metadata)
    assert fitting(after, before) == before
    with database.reading() as connection:
        assert revision(connection) == HEAD
    assert differences(database) == []
    for match in store.ids():
        kept, seats = store.load(match) or pytest.fail("lost")
        assert len(seats) == 1
        assert kept.proposals is not None


@pytest.mark.parametrize("old", REVISIONS[:-1])
def test_back_and_up_again_every_match_is_kept(database: Database, old: str) -> None:
    database.migrate(HEAD)
    fill_all(database)
    before = content(database, metadata)
    if old < "0007":  # which has all the tables of today
        with pytest.raises(StorageError, match="say --drop to give it up"):
            database.migrate(old)
        assert content(database, metadata) == before
    database.migrate(old, drop=True)
    there = content(database, old_tables(database))
    for name, rows in there.items():
        assert rows == fitting(before, {name: rows})[name]
    database.upgrade()
    again = content(database, metadata)
    for name, rows in there.items():
        assert fitting(again, {name: rows})[name] == rows
    assert differences(database) == []


class Old:
    """A house of an older version, as a backup of it has it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        with database.reading() as connection:
            self.revision = revision(connection) or ""
            self.shapes = [shape_of(connection, table.name) for table in old_tables(database).sorted_tables]
            self.numbers = {shape.name: number_of_rows(connection, shape) for shape in self.shapes}

    def rows(self, shape: Shape) -> Iterator[Row]:
        with self.database.reading() as connection:
            yield from rows_of(connection, shape)

    def proof(self) -> Mapping[str, Count] | None:
        return None


def shape_of(connection: Any, name: str) -> Shape:
    from palatine.store.transfer.rows import _kind

    columns = tuple((each["name"], _kind(each["type"])) for each in inspect(connection).get_columns(name))
    return Shape(name, columns, tuple(inspect(connection).get_pk_constraint(name)["constrained_columns"]))


@pytest.mark.parametrize("old", ["0001", "0003", "0007"])
def test_a_house_of_an_older_version_is_put_back_and_brought_up_to_date(
    database: Database, elsewhere: str, old: str
) -> None:
    database.migrate(old)
    tables = old_tables(database)
    fill_all(database, tables=tables)
    before = content(database, tables)
    target = connect(elsewhere)
    fill(target, Old(database), lambda done, wanted: None)
    assert fitting(content(target, metadata), before) == before
    target.close()


def pretend_newer(database: Database, oldest: str) -> None:
    database.upgrade()
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(
            text("UPDATE house SET value = :value WHERE name = :name"),
            {"value": oldest.encode(), "name": upgrading.OLDEST_ROW},
        )


def test_a_newer_version_s_tables_serve_where_it_says_so(database: Database) -> None:
    pretend_newer(database, HEAD)
    database.upgrade()
    with database.reading() as connection:
        assert revision(connection) == "9999", "and are left as they are"
    pretend_newer(database, "9998")
    with pytest.raises(
        StorageError, match=f"newer version of Palatine: its tables are at 9999, and this one knows {HEAD}"
    ):
        database.upgrade()


def test_tables_that_only_grow_are_changed_under_an_older_server_and_others_are_not(
    bare: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = connect(bare)
    older.migrate("0007")
    Heartbeat(older).beat(NOW)
    newer = connect(bare)
    monkeypatch.setattr(engine, "OLDEST", HEAD)
    with pytest.raises(StorageError, match="is being served; stop that first"):
        newer.upgrade()
    monkeypatch.setattr(engine, "OLDEST", "0007")
    newer.upgrade()
    assert Heartbeat(older).beat("2026-01-01T12:01:00.000Z") == NOW, "the older goes on"
    older.close()
    newer.close()


def test_by_the_command(bare: str, capsys: pytest.CaptureFixture[str]) -> None:
    Store.open(bare).close()
    assert main(["upgrade", "--to", "0006", "--database", bare]) == 0, "there is nothing to lose"
    assert "are at 0006 now" in capsys.readouterr().out
    assert main(["upgrade", "--to", "0099", "--database", bare]) == 2
    assert main(["upgrade", "--database", bare]) == 0
    assert f"were at 0006, and are at {HEAD} now" in capsys.readouterr().out
