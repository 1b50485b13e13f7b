"""Move, backup and restore of a database, whole or not at all."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, text

from matches.helpers import sit
from palatine import registry
from palatine.cli.main import main
from palatine.core import Unreadable
from palatine.matches import MatchServices, StorageError
from palatine.store import Store, upgrading
from palatine.store.engine import Database, connect
from palatine.store.heartbeats import Heartbeat
from palatine.store.schema import HEAD, jobs, log, metadata
from palatine.store.transfer import copying
from palatine.store.transfer.backup_file import open_backup, write_backup
from palatine.store.transfer.copying import copy_into, open_exclusive, open_snapshot
from palatine.store.transfer.rows import Row, TableShape, table_shapes
from palatine.testing.examples.ford import GAME
from store.filling import fill_all

NOW = "2026-01-01T12:00:00.000Z"


def nothing(done: int, wanted: int) -> None: ...


@pytest.fixture
def source(database: str) -> Iterator[Database]:
    store = Store.open(database)
    fill_all(store.database)
    yield store.database
    store.close()


@pytest.fixture
def target(elsewhere: str) -> Iterator[Database]:
    opened = connect(elsewhere)
    yield opened
    opened.close()


def content(database: Database) -> dict[str, list[Any]]:
    with database.reading() as connection:
        return {
            table.name: [
                tuple(row)
                for row in connection.execute(select(table).order_by(*table.primary_key))
                if row[0] != upgrading.OLDEST_REVISION_KEY
            ]
            for table in metadata.sorted_tables
        }


def test_every_row_of_every_table_arrives(source: Database, target: Database) -> None:
    told: list[tuple[int, int]] = []
    with open_exclusive(source) as snapshot:
        found = copy_into(target, snapshot, lambda done, wanted: told.append((done, wanted)))
    assert content(target) == content(source)
    assert {name: count.rows for name, count in found.items()} == {
        table.name: 7 + (table.name == "server_keys") for table in metadata.sorted_tables
    }
    assert told[-1] == ((7 * len(found) + 1) * 2,) * 2
    target.write(
        lambda c: c.execute(insert(jobs), {"kind": "x", "key": "new", "due": NOW, "data": {}})
    )  # numbers go on after those that came


def test_there_and_back_nothing_has_changed(source: Database, target: Database, tmp_path: Path) -> None:
    before = content(source)
    with open_exclusive(source) as snapshot:
        there = copy_into(target, snapshot, nothing)
    back = connect(tmp_path / "back.db")
    with open_exclusive(target) as snapshot:
        assert copy_into(back, snapshot, nothing) == there
    assert content(back) == before


def test_a_backup_is_put_back_into_either_database(source: Database, target: Database, tmp_path: Path) -> None:
    file = tmp_path / "palatine.backup"
    with open_snapshot(source) as snapshot:
        wrote = write_backup(file, snapshot, NOW, nothing)
    assert file.stat().st_mode & 0o777 == 0o600
    with open_backup(file) as kept:
        assert kept.head.time == NOW
        assert copy_into(target, kept, nothing) == wrote
    assert content(target) == content(source)


def test_a_backup_is_of_one_moment_while_others_write(source: Database, tmp_path: Path) -> None:
    before = content(source)
    file = tmp_path / "palatine.backup"

    def write_meanwhile(done: int, wanted: int) -> None:
        source.write(lambda c: c.execute(delete(log)))

    copying.REPORT_EVERY, usual = 1, copying.REPORT_EVERY
    try:
        with open_snapshot(source) as snapshot:
            write_backup(file, snapshot, NOW, write_meanwhile)
    finally:
        copying.REPORT_EVERY = usual
    assert content(source)["log"] == []
    back = connect(":memory:")
    with open_backup(file) as kept:
        copy_into(back, kept, nothing)
    assert content(back) == before


def test_a_place_where_there_is_something_is_refused(source: Database, target: Database) -> None:
    target.upgrade()
    target.write(lambda c: c.execute(insert(jobs), {"kind": "x", "key": "mine", "due": NOW, "data": {}}))
    before = content(target)
    with (
        open_exclusive(source) as snapshot,
        pytest.raises(StorageError, match="something in that database already"),
    ):
        copy_into(target, snapshot, nothing)
    assert content(target) == before


class Losing:
    """A source that loses or changes a row on the way, which its checksum reveals."""

    def __init__(self, source: Any, change: Any) -> None:
        self.source, self.change = source, change
        self.revision, self.shapes, self.numbers = source.revision, source.shapes, source.numbers

    def rows(self, shape: TableShape) -> Iterator[Row]:
        rows = list(self.source.rows(shape))
        yield from self.change(rows) if shape.name == "letters" else rows

    def checksums(self) -> Any:
        return self.source.checksums()


@pytest.mark.parametrize(
    "change", [lambda rows: rows[:-1], lambda rows: [(*rows[0][:-1], not rows[0][-1]), *rows[1:]]]
)
def test_what_is_lost_on_the_way_is_noticed_and_nothing_is_kept(
    source: Database, target: Database, tmp_path: Path, change: Any
) -> None:
    file = tmp_path / "palatine.backup"
    with open_snapshot(source) as snapshot:
        write_backup(file, snapshot, NOW, nothing)
    with open_backup(file) as kept, pytest.raises(StorageError, match="the table letters"):
        copy_into(target, Losing(kept, change), nothing)  # type: ignore[arg-type]
    with open_backup(file) as kept:
        copy_into(target, kept, nothing)
    assert content(target) == content(source)


def test_what_the_database_keeps_otherwise_is_noticed(source: Database, target: Database) -> None:
    target.upgrade()
    trigger = {
        True: "CREATE TRIGGER thief AFTER INSERT ON letters BEGIN DELETE FROM letters WHERE n = 3; END",
        False: "CREATE FUNCTION thief() RETURNS trigger AS $$ BEGIN NEW.text := 'x'; RETURN NEW; END $$ LANGUAGE"
        " plpgsql; CREATE TRIGGER thief BEFORE INSERT ON letters FOR EACH ROW EXECUTE FUNCTION thief()",
    }
    target.write(lambda c: c.execute(text(trigger[target.is_sqlite].replace(":=", "\\:="))))
    with open_exclusive(source) as snapshot, pytest.raises(StorageError, match="Not all of it has arrived"):
        copy_into(target, snapshot, nothing)
    assert content(target)["matches"] == []


@pytest.mark.parametrize("at", [0, 12, 30, 0.5, 0.95, -3])
def test_a_backup_that_is_damaged_or_breaks_off_is_told(source: Database, tmp_path: Path, at: float) -> None:
    file = tmp_path / "palatine.backup"
    with open_snapshot(source) as snapshot:
        write_backup(file, snapshot, NOW, nothing)
    data = file.read_bytes()
    cut = int(at * len(data)) if isinstance(at, float) else at
    for damaged in (data[:cut], data[:cut] + bytes([data[cut] ^ 1]) + data[cut + 1 or len(data) :]):
        file.write_bytes(damaged)
        target = connect(":memory:")
        with pytest.raises((Unreadable, StorageError)), open_backup(file) as kept:
            copy_into(target, kept, nothing)
        target.upgrade()
        assert content(target)["matches"] == []
    file.write_bytes(gzip.compress(b"something else" * 9))
    with pytest.raises(Unreadable, match="does not begin as one"), open_backup(file):
        pass


def test_a_database_that_is_served_is_not_moved(database: str) -> None:
    served = Store.open(database)
    Heartbeat(served.database).beat(NOW)
    other = connect(database)
    with pytest.raises(StorageError, match=r"serves the database.*Stop that process first"):
        other.in_use.acquire(exclusive=True)
    second = Store.open(database)
    if served.database.is_sqlite:
        with pytest.raises(StorageError, match=r"Another process serves .*An SQLite file has one `palatine serve`"):
            Heartbeat(second.database).beat(NOW)
        served.close()
    else:
        Heartbeat(second.database).beat(NOW)
        served.close()
        with pytest.raises(StorageError, match="serves the database"):
            other.in_use.acquire(exclusive=True)
    second.close()
    other.in_use.acquire(exclusive=True)
    third = Store.open(database)
    with pytest.raises(StorageError, match=r"moves or restores (it|the database)"):
        Heartbeat(third.database).beat(NOW)
    other.close()
    Heartbeat(third.database).beat(NOW)
    third.close()


def test_by_the_commands(database: str, elsewhere: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry.register("ford", GAME)
    table = sit(MatchServices(Store.open(database)), forced=False)
    table.act("North", "piece", 1)
    file = str(tmp_path / "palatine.backup")
    assert main(["backup", file, "--database", database]) == 0
    assert main(["backup", file, "--database", database]) == 2
    assert "There is such a file already" in capsys.readouterr().err
    assert main(["restore", file, "--check"]) == 0
    assert main(["move", database, elsewhere]) == 0
    assert "every row of them compared" in capsys.readouterr().out
    assert main(["move", database, elsewhere]) == 2
    assert main(["restore", file, "--database", elsewhere]) == 2
    assert "something in that database already" in capsys.readouterr().err
    assert main(["audit", "--database", elsewhere]) == 0
    moved = MatchServices(Store.open(elsewhere))
    assert moved.matches.view(table.match, "North").version == table.version
    assert main(["move", str(tmp_path / "none.db"), elsewhere]) == 2
    assert not (tmp_path / "none.db").exists()


def test_all_tables_are_moved() -> None:
    assert [shape.name for shape in table_shapes()] == [table.name for table in metadata.sorted_tables]
    assert max(HEAD, "0008") == HEAD
