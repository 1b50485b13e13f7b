"""The database: creation, migration, a full disk, locks, and atomic writes."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event, text

from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Entry, Roll, Tally
from palatine.matches import MatchServices, StorageError
from palatine.matches.storage import Change, Letter, MatchRow, Record, SeatRow, Snapshot
from palatine.store import Store, engine, sqlite
from palatine.store.schema import HEAD, metadata, on_sqlite
from palatine.testing.examples.ford import GAME

MIGRATIONS = Path(engine.__file__).parent / "migrations"


@pytest.fixture(autouse=True)
def ford_is_known() -> None:
    registry.register("ford", GAME)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "matches.db"


def row(**fields: Any) -> MatchRow:
    plain = MatchRow("m", "ford", "1", "standard", {"days": 6}, "A match", b"seed", "2026-01-01", "2026-01-01")
    return msgspec.structs.replace(plain, **fields)


SEATS = (SeatRow("North", key="k1", name="Ned"), SeatRow("South", bot="recruit"))
TALLY = Tally("clash", (3,), [])
RECORD = Record(
    n=1,
    kind="action",
    ply=1,
    time="now",
    seat="North",
    verb="go",
    operand=4,
    blame="roll",
    data={"x": [1, "ä"]},
    rolls=(Roll(0, 6, 3, "clash"),),
    entries=(Entry("clash", {"by": {1: 2}}, ("3",), (0,), TALLY),),
)


def test_a_new_database_is_made_with_its_folder(place: Path) -> None:
    Store.open(place).close()
    assert place.exists()
    Store.open(f"sqlite:///{place}").close()
    assert Store.open(str(place)).match_ids() == []


def test_what_is_written_is_read_back(database: str) -> None:
    store = Store.open(database)
    store.create(row(), SEATS)
    assert store.load("m") == (row(), SEATS)
    new = row(version=1, ply=1, state=b"state", status="playing", asked=("North",), due=True)
    seats = (msgspec.structs.replace(SEATS[0], seated=True, number="7"), SEATS[1])
    assert store.append(Change(new, (RECORD,), seats, (Snapshot(0, b"zero"), Snapshot(1, b"one", 0))), 0)
    assert store.load("m") == (new, seats)
    assert store.records("m") == [RECORD]
    assert store.records("m", 1) == []
    assert store.latest_records("m", 5) == [msgspec.structs.replace(RECORD, rolls=(), entries=())]
    assert (store.snapshot("m", 0), store.snapshot("m", 9)) == (Snapshot(0, b"zero"), Snapshot(1, b"one", 0))
    assert store.snapshots("m") == [Snapshot(0, b"zero"), Snapshot(1, b"one", 0)]
    assert store.readable_records("m") == ([RECORD], [])
    assert (store.match_ids(), store.match_ids(due=True), store.version("m")) == (["m"], ["m"], 1)
    assert store.matches_of_keys(["k1", "k2", ""]) == {"m": ["North"]}
    assert (store.load("x"), store.version("x"), store.snapshot("x", 5)) == (None, None, None)


def test_a_version_that_has_passed_writes_nothing(database: str) -> None:
    store = Store.open(database)
    store.create(row(), SEATS)
    assert store.append(Change(row(version=1), (RECORD,)), 0)
    assert not store.append(Change(row(version=1, ply=9), (RECORD,), SEATS, (Snapshot(5, b""),), 0), 0)
    assert store.load("m") == (row(version=1), SEATS)
    assert store.snapshot("m", 9) is None


def test_several_moves_share_a_transaction_and_one_that_fails_touches_no_other(place: Path) -> None:
    store, commits = Store.open(place), []
    for name in "abcd":
        store.create(row(id=name), SEATS)
    known = [(Change(row(id=name, version=1), (RECORD,)), 0) for name in "abcd"]
    known[1] = (Change(row(id="b", version=1), (RECORD, RECORD)), 0)  # two of one number
    known[2] = (known[2][0], 7)
    event.listen(store.database._writer, "commit", commits.append)
    found = store.append_all(known)
    assert len(commits) == 1
    assert [found[0], found[2], found[3]] == [True, False, True]
    assert isinstance(found[1], StorageError)
    assert [store.version(name) for name in "abcd"] == [1, 0, 0, 1]
    assert [len(store.records(name)) for name in "abcd"] == [1, 0, 0, 1]


def test_a_damaged_file_is_noticed_at_the_start(place: Path) -> None:
    store = Store.open(place)
    for number in range(40):
        store.create(row(id=f"m{number}", title="x" * 190), SEATS)
    assert store.find_damage() == []
    store.close()
    data = place.read_bytes()
    half = len(data) // 8192 * 4096
    place.write_bytes(data[:half] + b"\xee" * 4096 + data[half + 4096 :])
    with pytest.raises(StorageError, match=r"matches\.db is damaged \(.*Put back a copy of it that is whole"):
        Store.open(place)
    assert Store.open(place, check=False).find_damage() != []


def test_a_file_that_is_no_database_is_told(place: Path) -> None:
    place.parent.mkdir()
    place.write_bytes(b"no database " * 1000)
    with pytest.raises(StorageError, match="is damaged"):
        Store.open(place)


def test_a_match_that_fails_to_be_written_leaves_nothing(database: str) -> None:
    store = Store.open(database)
    with pytest.raises(StorageError):
        store.create(row(), SEATS, (RECORD, RECORD))
    assert store.load("m") is None
    store.create(row(), SEATS, (RECORD,), (Snapshot(0, b""),))
    with pytest.raises(StorageError):
        store.append(Change(row(version=1), (RECORD,)), 0)
    assert store.version("m") == 0


def test_the_line_is_what_stands_after_undo(database: str) -> None:
    store = Store.open(database)
    store.create(row(), SEATS)
    plies = [(1, "action", 1), (2, "action", 2), (3, "undo", 1), (4, "action", 2), (5, "action", 3)]
    records = tuple(Record(n, kind, ply, "now") for n, kind, ply in plies)
    assert store.append(Change(row(version=5, ply=3), records), 0)
    assert [record.n for record in store.actions_in_force("m", 0, 3)] == [1, 4, 5]
    assert [record.n for record in store.actions_in_force("m", 1, 2)] == [4]


def test_sqlite_is_set_to_lose_nothing(place: Path) -> None:
    with Store.open(place).database.reading() as connection:
        asked = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")
        }
    assert asked == {"journal_mode": "wal", "synchronous": 2}


def test_the_migrations_lead_to_the_tables_of_the_code(bare: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD
    with Store.open(bare).database.reading() as connection:
        of_code = [metadata, *([on_sqlite] if connection.dialect.name == "sqlite" else [])]
        assert compare_metadata(MigrationContext.configure(connection), of_code) == []


def test_an_empty_database_of_somebody_else_is_migrated(tmp_path: Path) -> None:
    place = tmp_path / "empty.db"
    sqlite3.connect(place).close()
    assert Store.open(place).match_ids() == []


def test_two_processes_may_make_the_database_at_once(bare: str) -> None:
    script = "import sys; from palatine.store import Store; Store.open(sys.argv[1]); print('made')"
    argv = [sys.executable, "-c", script, bare]
    environment = {"PYTHONPATH": str(MIGRATIONS.parents[2])}
    running = [subprocess.Popen(argv, stdout=subprocess.PIPE, env=environment) for _ in range(3)]
    assert [process.communicate()[0] for process in running] == [b"made\n"] * 3


def test_a_new_database_that_another_process_writes_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "matches.db"
    with closing(sqlite3.connect(place, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr("palatine.store.sqlite.sleep", lambda _: writer.execute("COMMIT"))
        Store.open(place).close()
        assert not writer.in_transaction


@pytest.mark.parametrize("content", [b"this is no database" * 100, b""])
def test_a_file_that_is_none_is_told_politely(tmp_path: Path, content: bytes) -> None:
    place = tmp_path / "notes.txt"
    place.write_bytes(content)
    if content:
        with pytest.raises(StorageError, match="not a database"):
            Store.open(place)
        assert place.read_bytes() == content
    else:
        Store.open(place)


def test_a_place_that_cannot_be_is_told_politely(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError):
        Store.open(tmp_path / "file" / "matches.db")
    with pytest.raises(StorageError):
        Store.open("nosuchkind://somewhere")
    with pytest.raises(StorageError):
        Store.open(tmp_path)


def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    store = Store.open(database)
    with store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("DELETE FROM server_keys"))
    store.close()
    with pytest.raises(StorageError, match="newer version"):
        Store.open(database)


def play(services: MatchServices) -> Table:
    table = sit(services, forced=False)
    table.act("North", "piece", 1)
    return table


def test_many_threads_look_at_once(fleeting: str) -> None:
    services = MatchServices(Store.open(fleeting))
    table = play(services)
    threads = [threading.Thread(target=table.look, args=("North",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert services.archive.audit() == []


def test_a_full_disk_loses_nothing_and_play_goes_on_after_it(place: Path) -> None:
    store = Store.open(place)
    services = MatchServices(store)
    table = play(services)
    limit(store, 60)
    acknowledged = act_until_full(table)
    assert table.version == acknowledged
    assert len(store.records(table.match)) == acknowledged
    with pytest.raises(StorageError, match="full"):
        create_until_full(services)
    assert services.archive.audit() == []
    limit(store, 1_000_000)
    seat = "North"
    match_view = table.look(seat)
    choice = match_view.view.choices[-1]
    assert table.act(seat, choice.verb, choice.operand).version > acknowledged
    assert services.archive.audit() == []


def act_until_full(table: Table) -> int:
    """Play until the disk is full; return the last acknowledged version."""
    acknowledged = table.version
    try:
        for _ in range(2000):
            acknowledged = table.undo("North").version
            acknowledged = table.act("North", "piece", 1).version
    except StorageError:
        return acknowledged
    pytest.fail("the disk was never full")


def create_until_full(services: MatchServices) -> None:
    for _ in range(2000):
        services.matches.create("ford", title="x" * 80)


def limit(store: Store, pages: int) -> None:
    """Limit the size of the database to a number of pages."""
    assert store.database.sole is not None
    store.database.close_writer()
    engine = store.database.sole.engine
    engine.dispose()
    event.listen(engine, "connect", lambda raw, _: raw.execute(f"PRAGMA max_page_count={pages}"))


def test_a_lock_that_is_not_let_go_is_told_politely(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MILLISECONDS", 50)
    store = Store.open(place)
    services = MatchServices(store)
    table = play(services)
    version = table.version
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="locked"):
        table.act("North", "go", 4)
    assert table.look("North").version == version, "reading goes on"
    other.execute("ROLLBACK")
    assert table.act("North", "go", 4).version == version + 1


def test_where_it_may_only_be_read_only_what_writes_is_refused(place: Path) -> None:
    store = Store.open(place)
    table = play(MatchServices(store))
    version = table.version
    assert store.database.sole is not None
    store.database.close_writer()
    for each in (store.database.engine, store.database.sole.engine):
        each.dispose()
        event.listen(each, "connect", lambda raw, _: raw.execute("PRAGMA query_only=ON"))
    with pytest.raises(StorageError, match="readonly"):
        table.act("North", "go", 4)
    assert table.look("North").version == version
    store.close()
    assert (
        MatchServices(Store.open(place)).matches.act(table.match, table.key("North"), ("go", 4), version).version
        == version + 1
    )


# Secret orders


def test_drafts_are_kept_by_seat_and_turn(database: str) -> None:
    store = Store.open(database)
    store.create(row(), SEATS)
    assert store.draft("m", "North", 1) is None
    for said in ("one", "", "ein \u00e4 \U0001f409\r\n"):
        store.save_draft("m", "North", 1, said, "now")
        assert store.draft("m", "North", 1) == (said, "now")
    assert store.draft("m", "North", 2) is store.draft("m", "South", 1) is None


def test_letters_are_numbered_and_the_same_one_is_kept_once(database: str) -> None:
    store = Store.open(database)
    store.create(row(), SEATS)
    letter = Letter(0, "North", ("South",), "Peace?", 3, "now", False)
    first = store.add_letter("m", letter)
    assert first == msgspec.structs.replace(letter, n=1)
    assert store.add_letter("m", msgspec.structs.replace(letter, time="later")) == first
    second = store.add_letter("m", msgspec.structs.replace(letter, turn=4))
    assert store.letters("m", "North") == store.letters("m", "South") == [first, second]
    assert store.letters("m", "East") == []


def test_turns_that_are_over_time_are_found(database: str) -> None:
    store = Store.open(database)
    for name, deadline in (("a", "2026-03-01"), ("b", "2026-02-01"), ("c", ""), ("d", "2026-04-01")):
        store.create(row(id=name, clock={"hours": 24}, deadline=deadline), SEATS)
    assert store.overdue_matches("2026-03-01") == ["b", "a"]
    kept, _ = store.load("a") or pytest.fail("lost")
    moved = msgspec.structs.replace(
        kept, version=1, deadline="2026-05-01", turn=2, handed=("North",), votes={"N": ["S"]}
    )
    assert store.append(Change(moved, (RECORD,)), 0)
    assert store.overdue_matches("2026-03-01") == ["b"]
    assert (store.load("a") or pytest.fail("lost"))[0] == moved


def test_the_last_record_of_a_kind_is_found(database: str) -> None:
    store = Store.open(database)
    records = [
        msgspec.structs.replace(RECORD, n=n, kind=kind) for n, kind in enumerate(("hand_in", "hand_in", "turn"), 1)
    ]
    store.create(row(), SEATS, records)
    assert store.last_record("m", "hand_in", "North") == records[1]
    assert store.last_record("m", "hand_in", "South") is None


def test_an_older_database_is_brought_up_to_date_with_its_matches(place: Path) -> None:
    place.parent.mkdir(parents=True)
    database = engine.connect(place)
    with database.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text(
                "INSERT INTO matches (id, game, rules, scenario, options, title, seed, created, updated, forced,"
                " status, version, ply, due, asked) VALUES ('m', 'ford', '1', 'standard', '{}', 'Old', x'00', '', '',"
                " 1, 'open', 0, 0, 0, '[]')"
            )
        )
        connection.execute(text("INSERT INTO seats VALUES ('m', 0, 'North', '', '', 'k', 0, '')"))
    database.engine.dispose()
    store = Store.open(place)
    kept, seats = store.load("m") or pytest.fail("lost")
    assert (kept.title, kept.clock, kept.deadline, kept.handed, kept.votes) == ("Old", None, "", (), {})
    assert seats[0].missed == 0
