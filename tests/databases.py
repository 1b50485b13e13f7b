"""A pytest plugin for tests of stored data: they run on SQLite and on a PostgreSQL server.

The fixtures `database` (a file) and `fleeting` (in memory with SQLite) are places for `Store.open`, empty and up to
date for every test. `bare` is a database without tables. Tests on PostgreSQL are marked `services`. They run with
PALATINE_SERVICES=1, as in `make test-services`, and fail there if the server's programs are missing. The plugin
starts a server in a temporary directory, on a socket in it, as an unprivileged user, and stops it after the tests.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, Engine

from palatine.store import engine, sqlite, store, upgrading
from palatine.store.schema import HEAD
from palatine.store.transfer import copying

STORES = ["sqlite", "postgresql"]
NOBODIES = ("postgres", "nobody")
SECONDS = 30
LAST = 4000
"""Number of characters of a server's log that an error message shows."""
AS_SERVED = ("store/test_store.py", "store/test_upgrading.py")
LEFT = 20
"""Number of databases of finished tests that are not dropped yet."""


def programs() -> Path | None:
    """Return the directory of the newest installed PostgreSQL programs, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    named = shutil.which("initdb")
    return found[-1].parent if found else Path(named).resolve().parent if named else None


class Cluster:
    """A PostgreSQL server in a temporary directory.

    With `durable` it waits for the disk, like a server in production.
    """

    def __init__(self, *, durable: bool = False, data: Path | None = None) -> None:
        bin_ = programs()
        if bin_ is None:
            pytest.fail("There is no PostgreSQL here; `make test-services` installs it.")
        self.bin = bin_
        self.durable = durable
        # The path of a socket must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="palatine-pg-", dir="/tmp"))
        self.data = data or self.folder / "data"
        self.names = count(1)
        self.left: deque[str] = deque()
        self.running: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", str(self.data), "-U", "palatine", "-A", "trust", "-E", "UTF8", *self._language())
        self.start()

    @staticmethod
    def _language() -> tuple[str, ...]:
        """Return options for a locale that, as on most servers, does not sort by code points."""
        known = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.split()
        chosen = [name for name in known if name.lower() in ("en_us.utf8", "de_de.utf8")]
        return (
            ("--locale", chosen[0]) if chosen else ("--locale-provider=icu", "--icu-locale=en", "--locale=C.UTF-8")
        )

    @cached_property
    def _somebody(self) -> list[str]:
        """Return a command prefix for an unprivileged user, because a server cannot run as root."""
        if os.geteuid() != 0:
            return []
        known = {each.pw_name: each for each in pwd.getpwall()}
        user = next(known[name] for name in NOBODIES if name in known)
        os.chown(self.folder, user.pw_uid, user.pw_gid)
        command = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        if not os.stat(os.devnull).st_mode & 0o002:  # On some machines only root may write to the null device.
            command += ["--inh-caps=-all,+dac_override", "--ambient-caps=-all,+dac_override"]
        return command

    def _run(self, program: str, *arguments: str) -> str:
        ran = subprocess.run(
            [*self._somebody, str(self.bin / program), *arguments], capture_output=True, text=True, cwd="/"
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def start(self, largest: int | None = None) -> None:
        """Start the server and wait until it answers.

        `largest` is the maximum size of a file in bytes, to simulate a full disk.
        """
        safe = {"fsync": "on", "synchronous_commit": "on"}
        quick = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "120"}
        settings |= {"shared_buffers": "32MB", "autovacuum": "off", **(safe if self.durable else quick)}
        limit = [] if largest is None else ["prlimit", f"--fsize={largest}:"]
        command = [*self._somebody, *limit, str(self.bin / "postgres"), "-D", str(self.data)]
        command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.running = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        self.wait()

    def wait(self) -> None:
        """Wait until the server accepts connections."""
        end = time.monotonic() + SECONDS
        while subprocess.run([str(self.bin / "pg_isready"), "-q", "-h", str(self.folder)]).returncode:
            assert time.monotonic() < end, (self.folder / "log").read_text()[-LAST:]
            time.sleep(0.02)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop the server at once, dropping all connections. SIGQUIT simulates a power failure."""
        if self.running is not None:
            self.running.send_signal(how)
            self.running.wait(SECONDS)
            self.running = None

    def kill(self) -> None:
        """Kill the server and all its child processes."""
        assert self.running is not None
        self.freeze()  # A child started in the meantime would prevent the next server from starting.
        self._signal(signal.SIGKILL)
        self.running.wait(SECONDS)
        self.running = None

    def freeze(self) -> None:
        """Stop the server and all its child processes with SIGSTOP."""
        assert self.running is not None
        self.running.send_signal(signal.SIGSTOP)
        end = time.monotonic() + SECONDS
        while self._state() != "T":  # Until then it may start another child.
            assert time.monotonic() < end, "the server does not stand still"
        self._signal(signal.SIGSTOP)

    def _state(self) -> str:
        """Return the state of the server's main process, as the kernel reports it."""
        assert self.running is not None
        return Path(f"/proc/{self.running.pid}/stat").read_text().rpartition(")")[2].split()[0]

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def children(self) -> list[int]:
        """Return the process ids of the server's children."""
        assert self.running is not None
        pid = self.running.pid
        return sorted(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    def _signal(self, number: int) -> None:
        assert self.running is not None
        for process in (*self.children(), self.running.pid):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str) -> str:
        return f"postgresql://palatine@/{name}?host={self.folder}"

    def run(self, statement: str) -> None:
        """Execute a statement as the owner of the server."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def make(self, template: str = "template0") -> str:
        """Create a database and return its URL."""
        name = f"p{next(self.names)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database later, because threads of a server that has just ended may still use it."""
        self.left.append(url.partition("@/")[2].partition("?")[0])
        if len(self.left) > LEFT:
            self.run(f"DROP DATABASE {self.left.popleft()} WITH (FORCE)")

    @cached_property
    def template(self) -> str:
        """The name of a database with all tables, to be copied."""
        from palatine.store import Store

        url = self.make()
        Store.open(url).close()
        return url.partition("@/")[2].partition("?")[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop() -> Any:
    """Run all tests with faster SQLite databases."""
    with pytest.MonkeyPatch.context() as patched:
        _make_tables_at_once(patched)
        _do_not_wait_for_the_disk(patched)
        return (yield)


def _make_tables_at_once(patched: pytest.MonkeyPatch) -> None:
    """Copy the tables of a new SQLite database from a template. Migrations would take 0.1 s.

    A store is opened on a copy. Code that creates the tables in a transaction executes the statements of the
    template.
    """
    connect, migrate = engine.connect, upgrading.migrate

    def connect_to_copy(place: str | Path) -> engine.Database:
        database = connect(place)
        if database.is_sqlite and not _is_as_served():
            _copy_tables(database.engine)
        return database

    def make_tables(connection: Connection, to: str = HEAD, *, drop: bool = False) -> None:
        if _is_as_served() or to != HEAD or not _is_empty(connection):
            migrate(connection, to, drop=drop)
        else:
            for statement in _statements():
                connection.exec_driver_sql(statement)

    patched.setattr(store, "connect", connect_to_copy)
    for module in (engine, copying):
        patched.setattr(module, "migrate", make_tables)


def _copy_tables(new: Engine) -> None:
    """Copy all tables into a database in memory, or into an empty file."""
    if new.url.database in sqlite.IN_MEMORY:
        with closing(new.raw_connection()) as connection:
            _template().backup(connection.driver_connection)  # type: ignore[arg-type]
    elif (file := Path(str(new.url.database))).exists() and not file.stat().st_size:
        file.write_bytes(_template().serialize())


def _is_empty(connection: Connection) -> bool:
    is_sqlite = connection.dialect.name == "sqlite"
    return is_sqlite and connection.exec_driver_sql("SELECT 1 FROM sqlite_master").first() is None


@cache
def _template() -> sqlite3.Connection:
    """Return a database in memory with all tables and their initial rows."""
    database, copy = engine.connect(":memory:"), sqlite3.connect(":memory:", check_same_thread=False)
    with database.writing() as connection:
        upgrading.migrate(connection)
    with closing(database.engine.raw_connection()) as made:
        made.driver_connection.backup(copy)  # type: ignore[union-attr]
    database.close()
    return copy


@cache
def _statements() -> list[str]:
    """Return the statements that create all tables and their initial rows."""
    return [each for each in _template().iterdump() if each not in ("BEGIN TRANSACTION;", "COMMIT;")]


def _do_not_wait_for_the_disk(patched: pytest.MonkeyPatch) -> None:
    """Let SQLite write without waiting for the disk.

    A process that crashes loses nothing by that. Only a crash of the machine could lose data.
    """
    prepare = sqlite._prepare

    def prepared(connection: sqlite3.Connection, record: object) -> None:
        prepare(connection, record)
        if not _is_as_served():
            connection.execute("PRAGMA synchronous=OFF")

    patched.setattr(sqlite, "_prepare", prepared)


def _is_as_served() -> bool:
    """Return whether the test is about creating and writing databases as a server does."""
    return any(file in os.environ.get("PYTEST_CURRENT_TEST", "") for file in AS_SERVED)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests of this process."""
    started = Cluster()
    yield started
    started.close()


@pytest.fixture(params=STORES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The place of a database that several processes can open."""
    yield from place(request, str(tmp_path / "matches.db"))


@pytest.fixture(params=STORES)
def fleeting(request: pytest.FixtureRequest) -> Iterator[str]:
    """The place of a database for this process alone."""
    yield from place(request, ":memory:")


@pytest.fixture(params=STORES)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The place of a database without tables."""
    yield from place(request, str(tmp_path / "bare.db"), is_bare=True)


@pytest.fixture(params=STORES)
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The place of another database without tables."""
    yield from place(request, str(tmp_path / "elsewhere.db"), is_bare=True)


def place(request: pytest.FixtureRequest, of_sqlite: str, is_bare: bool = False) -> Iterator[str]:
    """Yield the place of the SQLite database, or of a new PostgreSQL database."""
    if request.param == "sqlite":
        yield of_sqlite
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    url = cluster.make() if is_bare else cluster.make(cluster.template)
    yield url
    cluster.drop(url)
