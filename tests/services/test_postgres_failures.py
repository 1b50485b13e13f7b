"""Failures of PostgreSQL: acknowledged writes remain, errors are polite, and play continues."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
from sqlalchemy import func, insert, select, text, update

from databases import Cluster
from matches.helpers import Table, sit
from palatine import registry
from palatine.matches import MatchServices, StorageError
from palatine.matches.clock import add_seconds, now
from palatine.matches.storage import Change
from palatine.store import Store, postgres
from palatine.store.compression import compress_match, lock_match
from palatine.store.engine import Database, connect
from palatine.store.schema import matches
from palatine.store.schema import server_keys as table_rows
from palatine.store.schema_people import chat_messages
from palatine.store.transfer.copying import open_exclusive, open_snapshot
from palatine.testing.examples.ford import GAME
from palatine.web.background import retention
from store.test_store import RECORD, SEATS, row
from waiting import until
from web.helpers import Served
from web.helpers import Table as HttpTable
from web.test_events import Ear

ROOT = Path(__file__).parents[2]
FOREVER = ROOT / "tests/matches/crashes/acting_forever.py"


@pytest.fixture(scope="module", autouse=True)
def ford_is_known() -> None:
    registry.register("ford", GAME)


@pytest.fixture
def url(durable: Cluster) -> Iterator[str]:
    made = durable.make(durable.template)
    yield made
    if durable.running is None:
        durable.start()
    durable.drop(made)


@pytest.fixture
def table(url: str) -> Iterator[Table]:
    store = Store.open(url)
    yield sit(MatchServices(store), forced=False)
    store.close()


def database_of(table: Table) -> Database:
    found: Any = table.services.runtime.storage
    database: Database = found.database
    return database


def test_while_it_is_away_everybody_is_told_and_then_all_goes_on(durable: Cluster, table: Table) -> None:
    version = table.act("North", "piece", 1).version
    for how in (signal.SIGINT, signal.SIGQUIT):
        durable.stop(how)
        with pytest.raises(StorageError, match=r"cannot (do this just now|be reached)"):
            table.look("North")
        with pytest.raises(StorageError):
            table.act("North", "go", 4)
        durable.start()
        assert table.look("North").version == version
        version = table.undo("North").version
        version = table.act("North", "piece", 1).version
    assert table.services.archive.audit() == []


def test_who_asks_over_http_gets_503_and_the_server_goes_on(durable: Cluster, url: str) -> None:
    served = Served(url)  # type: ignore[arg-type]
    served.start()
    try:
        with httpx.Client(base_url=served.url, timeout=30) as client:
            players = {seat: {"number": "7"} for seat in ("North", "South")}
            made = client.post("/api/matches", json={"game": "ford", "forced": False, "players": players}).json()
            path, north = f"/api/matches/{made['match']}", {"authorization": f"Bearer {made['keys']['North']}"}
            seen = client.get(path).json()
            act = {"seat": "North", "actions": [{"verb": "rest", "operand": 0}], "version": seen["version"]}
            durable.stop()
            looked = client.get(f"{path}/export?seat=North", headers=north)
            acted = client.post(f"{path}/actions", json=act, headers=north)
            assert (looked.status_code, acted.status_code) == (503, 503)
            assert "nothing was changed" in acted.json()["detail"]
            durable.start()
            assert client.get(path).json()["version"] == seen["version"]
            assert client.post(f"{path}/actions", json=act, headers=north).status_code == 200
    finally:
        served.stop()
        served.store.close()


@pytest.mark.parametrize("seconds", [2, 65])
def test_a_server_whose_database_was_away_comes_back_by_itself(durable: Cluster, url: str, seconds: int) -> None:
    """There are no requests meanwhile.

    Listeners receive the bot's move, and due work is done.
    """
    served = Served(url)  # type: ignore[arg-type]
    acting, away, step = threading.Event(), threading.Event(), served.worker.step

    def step_as_it_goes_away(match: str) -> bool:
        acting.wait(20)
        if not away.is_set():
            durable.stop()
            away.set()
        return step(match)

    served.worker.step = step_as_it_goes_away
    served.start()
    try:
        with httpx.Client(base_url=served.url, timeout=30) as client:
            players = {"North": {"number": "7"}, "South": {"kind": "bot", "bot": "recruit"}}
            table = HttpTable(client, forced=False, players=players)
            idle_match = served.services.matches.create("ford").match
            ear = Ear(table, "North")
            expire = {"match": idle_match, "version": 0}
            served.store.jobs.add("expire", retention.job_key(idle_match), add_seconds(now(), 1), expire)
            acted = table.step().json()
            while acted["view"].get("choices"):
                acted = table.step().json()
            acting.set()
            assert away.wait(20)
            assert client.get("/readyz").status_code == 503
            away_for(seconds)
            durable.start()
            until(lambda: client.get("/readyz").status_code == 200)
            ear.until(acted["version"] + 1)
            until(lambda: client.get(f"/api/matches/{idle_match}").status_code == 404)
            assert table.step().status_code == 200
            assert served.services.archive.audit() == []
    finally:
        served.stop()
        served.store.close()


def away_for(seconds: float) -> None:
    threading.Event().wait(seconds)


@pytest.mark.parametrize("kills", [6, 100])
def test_nothing_acknowledged_is_lost_when_the_server_dies_under_load(
    durable: Cluster, url: str, kills: int
) -> None:
    acknowledged: dict[str, int] = {}
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}"}
    for kill in range(kills):
        command = [sys.executable, str(FOREVER), url, str(kill)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        ) as acting:
            assert acting.stdout is not None
            for number, line in enumerate(acting.stdout):
                _, match, version, *_ = line.split()
                acknowledged[match] = max(int(version), acknowledged.get(match, 0))
                if number == 20 + 7 * kill:
                    durable.kill()
        durable.start()
        store = Store.open(url)
        for match, version in acknowledged.items():
            kept = store.version(match)
            assert kept is not None
            assert kept >= version, match
            assert len(store.records(match)) == kept
        assert MatchServices(store).archive.audit() == []
        store.close()


def test_two_who_wait_for_each_other_both_come_through(url: str) -> None:
    """PostgreSQL ends one of two deadlocked transactions, which is retried."""
    Store.open(url).close()
    first, second = connect(url), connect(url)
    rows = [{"name": name, "value": b"0"} for name in ("a", "b")]
    first.write(lambda c: c.execute(insert(table_rows), rows))
    together = threading.Barrier(2, timeout=10)
    tries = {"a": 0, "b": 0}

    def both(database: Database, one: str, other: str) -> None:
        def work(connection: Any) -> None:
            tries[one] += 1
            connection.execute(update(table_rows).where(table_rows.c.name == one).values(value=one.encode()))
            if tries[one] == 1:
                together.wait()
            connection.execute(update(table_rows).where(table_rows.c.name == other).values(value=one.encode()))

        database.write(work, moves=True)

    threads = [threading.Thread(target=both, args=each) for each in ((first, "a", "b"), (second, "b", "a"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    with first.reading() as connection:
        values = list(
            connection.execute(select(table_rows.c.value).where(table_rows.c.name.in_(("a", "b")))).scalars()
        )
    assert len(set(values)) == 1, "whoever came last wrote both"
    assert min(tries.values()) == 1 < max(tries.values())
    first.close()
    second.close()


def test_who_writes_alone_waits_for_others_who_do_and_for_nobody_else(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "LOCK_MILLISECONDS", 100)
    owner, other = connect(url), connect(url)

    def add(database: Database, name: str, alone: bool) -> None:
        database.write(lambda c: c.execute(insert(table_rows), {"name": name, "value": b""}), exclusive=alone)

    with owner.writing(exclusive=False):
        add(other, "beside", alone=False)
        add(other, "alone", alone=True)
    with owner.writing():
        add(other, "beside again", alone=False)
        with pytest.raises(StorageError, match="lock timeout"):
            add(other, "alone again", alone=True)
    add(other, "alone again", alone=True)
    owner.close()
    other.close()


def test_looks_and_actions_go_on_while_somebody_holds_the_lock(
    table: Table, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "LOCK_MILLISECONDS", 100)
    other = connect(url)
    for owner in (other, database_of(table)):
        with owner.writing():
            assert table.look("North").version == table.version
            assert in_another_thread(lambda: table.act("North", "piece", 1).version) == table.version
            assert in_another_thread(lambda: table.undo("North").version) == table.version
    other.close()


def in_another_thread(work: Callable[[], Any]) -> Any:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result(20)


@pytest.mark.parametrize("how", ["packed", "erased"])
def test_who_packs_or_erases_a_match_waits_for_a_move_in_it_and_then_leaves_it(url: str, how: str) -> None:
    """The move commits between the packer's check and its first delete."""
    mover, other = Store.open(url), Store.open(url)
    mover.create(msgspec.structs.replace(row(), status="over"), SEATS)
    assert mover.append(Change(msgspec.structs.replace(row(version=1), status="over"), (RECORD,)), 0)
    done: list[bool] = []

    def work() -> None:
        if how == "packed":
            done.append(compress_match(other.database, "m"))
        else:
            done.append(other.database.write(lambda c: other.delete_match(c, "m", 1, finished=True)))

    later = threading.Thread(target=work)

    def move_meanwhile(connection: Any) -> None:
        moved = update(matches).where(matches.c.id == "m").values(version=2, status="playing")
        connection.execute(moved)
        later.start()
        with durable_look(url) as looking:
            until(lambda: looking.execute(WAITS).fetchone()[0] == 1)

    mover.database.write(move_meanwhile, moves=True)
    later.join(20)
    assert done == [False]
    assert (mover.version("m"), len(mover.records("m"))) == (2, 1)
    mover.close()
    other.close()


WAITS = """SELECT count(*) FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND wait_event = 'transactionid' AND datname = current_database()"""


def durable_look(url: str) -> Any:
    return psycopg.connect(url, autocommit=True)


def test_drafts_wait_for_who_packs_their_match(url: str) -> None:
    packer, writer = Store.open(url), Store.open(url)
    packer.create(msgspec.structs.replace(row(), status="over"), SEATS)
    assert packer.append(Change(msgspec.structs.replace(row(version=1), status="over"), (RECORD,)), 0)
    later = threading.Thread(target=lambda: writer.save_draft("m", "North", 1, "late", "2026-01-01"))

    def pack_slowly(connection: Any) -> None:
        lock_match(connection, "m")
        later.start()
        with durable_look(url) as looking:
            until(lambda: looking.execute(WAITS).fetchone()[0] == 1)

    packer.database.write(pack_slowly)
    later.join(20)
    assert writer.draft("m", "North", 1) == ("late", "2026-01-01")
    packer.close()
    writer.close()


def test_two_who_say_something_at_once_are_both_heard(url: str) -> None:
    """The second finds its number in use and takes the next."""
    first, second = Store.open(url), Store.open(url)
    first.create(row(), SEATS)
    together = threading.Barrier(2, timeout=10)
    tries: list[str] = []

    def say(store: Store, who: str) -> None:
        def work(connection: Any) -> None:
            tries.append(who)
            last = connection.execute(
                select(func.max(chat_messages.c.n)).where(chat_messages.c.match == "m")
            ).scalar()
            if tries.count(who) == 1:
                together.wait()
            said: dict[str, Any] = {"match": "m", "n": (last or 0) + 1, "account": who, "audience": [], "text": who}
            said |= {"time": "2026-01-01"}
            connection.execute(insert(chat_messages), said)

        store.database.write(work, exclusive=False)

    threads = [threading.Thread(target=say, args=each) for each in ((first, "a"), (second, "b"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    with first.database.reading() as connection:
        assert list(connection.execute(select(chat_messages.c.n).order_by(chat_messages.c.n)).scalars()) == [1, 2]
    assert sorted(tries) in (["a", "a", "b"], ["a", "b", "b"])
    first.close()
    second.close()


def test_a_connection_that_was_lost_while_it_was_idle_is_replaced_before_it_is_used(
    durable: Cluster, url: str
) -> None:
    database = connect(url)
    tries = [0]

    def count(connection: Any) -> None:
        tries[0] += 1
        connection.execute(select(table_rows.c.name)).all()

    for alone in (True, False):
        database.write(count, exclusive=alone)
    with database.reading() as connection:
        count(connection)
    assert tries == [3]
    durable.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'palatine'")
    with psycopg.connect(url) as asking:
        left = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'palatine'"
        until(lambda: asking.execute(left).fetchone() == (0,))
    for alone in (True, False):
        database.write(count, exclusive=alone)
    with database.reading() as connection:
        count(connection)
    assert tries == [6]
    database.close()


def test_a_statement_without_end_is_ended(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "STATEMENT_MILLISECONDS", 100)
    database = connect(url)
    with pytest.raises(StorageError, match="statement timeout"), database.reading() as connection:
        connection.execute(text("SELECT pg_sleep(20)"))
    with pytest.raises(StorageError, match="statement timeout"):
        database.write(lambda c: c.execute(text("SELECT pg_sleep(20)")))
    database.write(lambda c: c.execute(insert(table_rows), {"name": "after", "value": b""}))
    database.close()


def test_where_it_may_only_be_read_only_what_writes_is_refused(durable: Cluster, table: Table, url: str) -> None:
    durable.run("CREATE ROLE reader LOGIN")
    database_of(table).write(lambda c: c.execute(text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")))
    store = Store.open(url.replace("//palatine@", "//reader@"))
    reading = MatchServices(store)
    with pytest.raises(StorageError, match="permission denied"):
        reading.matches.act(table.match, table.key("North"), ("piece", 1), table.version)
    assert reading.matches.view(table.match, "North").version == table.version
    store.close()
    assert table.act("North", "piece", 1).version == table.version


def append_until_full(store: Store) -> int:
    """Append until the disk is full; return the last acknowledged version."""
    for n in range(1, 100):
        blob = msgspec.structs.replace(RECORD, n=n, data={"x": os.urandom(1 << 20)})
        try:
            assert store.append(Change(row(version=n), (blob,)), n - 1)
        except StorageError as error:
            assert "could not extend file" in str(error)  # noqa: PT017 what was told is part of what is asked
            return n - 1
    pytest.fail("the disk was never full")


def test_a_change_that_no_socket_holds_is_not_sent_in_a_pipeline(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    piped = Store._append_piped
    monkeypatch.setattr(Store, "_append_piped", lambda *given: sent.append(len(given[2])) or piped(*given))
    store = Store.open(url)
    store.create(row(), SEATS)
    for n, size in enumerate((10, 1 << 20, 10), start=1):
        record = msgspec.structs.replace(RECORD, n=n, data={"x": os.urandom(size)})
        assert store.append(Change(row(version=n), (record,)), n - 1)
    assert sent == [1, 1]
    assert len(store.records("m")) == 3
    store.close()


def test_a_full_disk_loses_nothing_and_play_goes_on_after_it() -> None:
    full = Cluster(durable=True)
    full.stop()
    full.start(largest=17 << 20)
    try:
        store = Store.open(full.make())
        store.create(row(), SEATS)
        acknowledged = append_until_full(store)
        assert acknowledged > 5
        assert store.version("m") == acknowledged == len(store.records("m"))
        full.stop()
        full.start()
        last = msgspec.structs.replace(RECORD, n=acknowledged + 1)
        store.database.engine.dispose()
        assert store.append(Change(row(version=acknowledged + 1), (last,)), acknowledged)
        store.close()
    finally:
        full.close()


def test_whoever_falls_asleep_while_they_hold_the_lock_lets_go(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "IDLE_TRANSACTION_MILLISECONDS", 200)
    sleeper, other = connect(url), connect(url)
    with pytest.raises(StorageError), sleeper.writing():
        other.write(lambda c: c.execute(insert(table_rows), {"name": "awake", "value": b""}))
    sleeper.write(lambda c: c.execute(insert(table_rows), {"name": "awake again", "value": b""}))
    sleeper.close()
    other.close()


def test_a_transfer_may_pause_between_two_statements(url: str) -> None:
    database = connect(url)
    for opened in (open_snapshot, open_exclusive):
        with opened(database) as source:
            for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
                assert source.connection.exec_driver_sql(f"SHOW {name}").scalar() == "0"
    database.close()


def test_what_may_have_been_written_is_not_said_to_be_unwritten(url: str, durable: Cluster) -> None:
    database = connect(url)

    def write_and_die() -> None:
        with database.writing() as connection:
            connection.execute(insert(table_rows), {"name": "perhaps", "value": b""})
            durable.kill()

    with pytest.raises(StorageError, match="check whether it was done"):
        write_and_die()
    durable.start()
    database.close()


def test_no_password_is_told(durable: Cluster, caplog: pytest.LogCaptureFixture) -> None:
    for named in (
        "postgresql://me:hush@/nowhere?host=/nowhere",
        "postgresql://me:hush@h:x/p",
        "mysql://me:hush@h/p",
    ):
        with pytest.raises(StorageError) as told:
            Store.open(named)
        assert "hush" not in str(told.value)
    assert "hush" not in caplog.text
