"""Migrations from every revision and back, with all content."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, inspect, select, text

from pace import sampled
from palatine import registry
from palatine.cli.main import main
from palatine.matches import MatchServices, StorageError
from palatine.store import Store, engine, upgrading
from palatine.store.engine import Database, connect
from palatine.store.migrations.versions import m0014_names
from palatine.store.schema import HEAD, metadata, on_sqlite
from palatine.store.transfer.backup_file import open_backup
from palatine.store.transfer.copying import copy_into
from palatine.store.transfer.rows import Row, TableCount, TableShape, read_rows, row_count
from palatine.store.upgrading import current_revision
from palatine.testing.examples.ford import GAME
from store.filling import fill_all

REVISIONS = [f"{n:04}" for n in range(1, int(HEAD) + 1)]
NOT_KEPT = {"alembic_version", "machines", "shards", "rights", "auth_version"}
"""Tables of any revision that belong to the database, not to its content."""
COLUMN_NAMES = {(table, old): new for table, old, new in m0014_names.COLUMNS}
DATA = Path(__file__).parent / "data"
NOW = "2026-01-01T12:00:00.000Z"
Content = Mapping[str, list[dict[str, Any]]]


@pytest.fixture
def database(bare: str) -> Iterator[Database]:
    opened = connect(bare)
    yield opened
    opened.close()


def old_tables(database: Database) -> MetaData:
    found = MetaData()
    with database.reading() as connection:
        found.reflect(connection)
    for name in NOT_KEPT & set(found.tables):
        found.remove(found.tables[name])
    return found


def differences(database: Database) -> list[Any]:
    """Return the differences between existing and expected tables."""
    with database.reading() as connection:
        wanted = [metadata, *([on_sqlite] if database.is_sqlite else [])]
        return list(compare_metadata(MigrationContext.configure(connection), wanted))  # type: ignore[arg-type]


def content(database: Database, tables: MetaData) -> dict[str, list[dict[str, Any]]]:
    """Return all rows except the server's own note on its tables."""
    found = {}
    with database.reading() as connection:
        for table in tables.sorted_tables:
            rows = connection.execute(select(table).order_by(*table.primary_key)).mappings()
            found[table.name] = [dict(row) for row in rows if row.get("name") != upgrading.OLDEST_REVISION_KEY]
    return found


def fitting(now: Content, before: Content) -> Content:
    """Return the tables and columns of `before`, perhaps of an older revision, from `now`."""
    return {name: _fitting(now, name, rows) for name, rows in before.items()}


def _fitting(now: Content, name: str, before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    table = m0014_names.TABLES.get(name, name)
    return [
        {column: row.get(COLUMN_NAMES.get((table, column), column), row.get(column)) for column in before[0]}
        for row in now[table if table in now else name]
    ]


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
        assert current_revision(connection) == HEAD
    assert differences(database) == []
    for match in store.match_ids():
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
    assert fitting(before, there) == there
    database.upgrade()
    again = content(database, metadata)
    assert fitting(again, there) == there
    assert differences(database) == []


class Old:
    """A database of an older version, from its backup."""

    def __init__(self, database: Database) -> None:
        self.database = database
        with database.reading() as connection:
            self.revision = current_revision(connection) or ""
            self.shapes = [shape_of(connection, table.name) for table in old_tables(database).sorted_tables]
            self.numbers = {shape.name: row_count(connection, shape) for shape in self.shapes}

    def rows(self, shape: TableShape) -> Iterator[Row]:
        with self.database.reading() as connection:
            yield from read_rows(connection, shape)

    def checksums(self) -> Mapping[str, TableCount] | None:
        return None


def shape_of(connection: Any, name: str) -> TableShape:
    from palatine.store.transfer.rows import _kind

    columns = tuple((each["name"], _kind(each["type"])) for each in inspect(connection).get_columns(name))
    return TableShape(name, columns, tuple(inspect(connection).get_pk_constraint(name)["constrained_columns"]))


@pytest.mark.parametrize("old", ["0001", "0003", "0007"])
def test_a_backup_of_an_older_version_is_restored_and_brought_up_to_date(
    database: Database, elsewhere: str, old: str
) -> None:
    database.migrate(old)
    tables = old_tables(database)
    fill_all(database, tables=tables)
    before = content(database, tables)
    target = connect(elsewhere)
    copy_into(target, Old(database), lambda done, wanted: None)
    assert fitting(content(target, metadata), before) == before
    target.close()


def test_a_database_of_revision_0013_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    file.write_bytes(lzma.decompress((DATA / "0013.db.xz").read_bytes()))
    store = Store.open(str(file))
    holds_what_0013_held(store)
    store.close()


def test_a_backup_of_revision_0013_is_restored(database: Database) -> None:
    with open_backup(DATA / "0013.backup") as source:
        copy_into(database, source, lambda done, wanted: None)
    holds_what_0013_held(Store(database))


def holds_what_0013_held(store: Store) -> None:
    """Check a database made at revision 0013 by `fill_all` and one action of Ford."""
    assert differences(store.database) == []
    now = content(store.database, metadata)
    assert {name: len(rows) for name, rows in now.items()} == {table.name: 7 for table in metadata.sorted_tables} | {
        "matches": 8, "seats": 9, "log": 11, "snapshots": 9,
    }  # fmt: skip
    assert [row["role"] for row in now["accounts"]].count("admin") == 1
    assert "host" not in [row["role"] for row in now["accounts"]]
    registry.register("ford", GAME)
    [match] = [each for each in store.match_ids() if not each.startswith("id ")]
    seen = MatchServices(store).matches.view(match, "North")
    assert (seen.at, [choice.verb for choice in seen.view.choices]) == (1, ["go"])


def pretend_newer(database: Database, oldest: str) -> None:
    database.upgrade()
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(
            text("UPDATE server_keys SET value = :value WHERE name = :name"),
            {"value": oldest.encode(), "name": upgrading.OLDEST_REVISION_KEY},
        )


def test_a_newer_version_s_tables_serve_where_it_says_so(database: Database) -> None:
    pretend_newer(database, HEAD)
    database.upgrade()
    with database.reading() as connection:
        assert current_revision(connection) == "9999", "and are left as they are"
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
    older.in_use.acquire()
    newer = connect(bare)
    with pytest.raises(
        StorageError, match=rf"upgraded from revision 0007 to {HEAD}, which `palatine upgrade` does\. Another"
    ):
        newer.upgrade()
    monkeypatch.setattr(engine, "OLDEST", "0007")
    newer.upgrade()
    with newer.reading() as connection:
        assert current_revision(connection) == HEAD
    older.close()
    newer.close()


def test_by_the_command(bare: str, capsys: pytest.CaptureFixture[str]) -> None:
    Store.open(bare).close()
    assert main(["upgrade", "--to", "0006", "--database", bare]) == 0, "there is nothing to lose"
    assert "are at 0006 now" in capsys.readouterr().out
    assert main(["upgrade", "--to", "0099", "--database", bare]) == 2
    assert main(["upgrade", "--database", bare]) == 0
    assert f"were at 0006, and are at {HEAD} now" in capsys.readouterr().out
