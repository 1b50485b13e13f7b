"""What is PostgreSQL's own: its settings, its locks, and which of its failures pass by themselves.

SQLite lets one writer in at a time, and some of what is written here relies on it. Here an advisory lock of the whole
installation does the same: `Database.write` takes it unless told that the work need not be `alone`.

Moves do without it: the version of their match fences them, and `packing.lock_match` keeps a match from others where
rows are packed, erased or rewritten. So do frequent writers, by unique keys, ON CONFLICT and row locks: sessions,
tokens, attempts, jobs, the outbox, drafts, letters, chat, secrets that are made once. What still takes it is rare or
short:

* new matches, and changes of several matches or of seats with what is done beside them (`append_whole`): seats, offers,
  blocks and invitations are read there and must still be so when the seat is written (write skew);
* results, ratings, the audit log, punctuality: they are numbered and read in the order in which they were written;
* accounts, credentials, one-time codes, invitations, pairing, recovery: they read a row, decide, and write others;
* merging and erasing accounts, retention, packing, `palatine backup` and migrations: they touch many rows;
* what comes of a job, a mail or a reminder (`Jobs.finish` with work, `Inbox`, `Reminders`, `Delivery`): one process
  does these at a time, and they write the outbox together with accounts and channels.
"""

from __future__ import annotations

import select
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, DisconnectionError

DRIVER = "postgresql+psycopg"
CONNECT_SECONDS = 5
LOCK_MILLISECONDS = 10_000
STATEMENT_MILLISECONDS = 30_000
FORGOTTEN_MILLISECONDS = 60_000
"""Seconds that a transaction may stand idle: a session that holds the lock and no longer answers loses it."""
WRITING = 0x50616C61
"""The advisory lock of writers."""
PASSING = ("40001", "40P01")
"""Serialization failure, deadlock: nothing was written, and the same may be tried again."""


def made_engine(url: URL) -> Engine:
    """An engine that gives up politely: on a server that is not there, a lock, or a statement without end."""
    settings = {
        "statement_timeout": STATEMENT_MILLISECONDS,
        "lock_timeout": LOCK_MILLISECONDS,
        "idle_in_transaction_session_timeout": FORGOTTEN_MILLISECONDS,
    }
    usual = {
        "connect_timeout": str(CONNECT_SECONDS),
        "options": " ".join(f"-c {name}={value}" for name, value in settings.items()),
        "application_name": "palatine",
        "keepalives_idle": "10",
        "keepalives_interval": "5",
        "keepalives_count": "3",
        "tcp_user_timeout": "20000",
    }
    url = url.set(drivername=DRIVER)
    url = url.update_query_dict({name: value for name, value in usual.items() if name not in url.query})
    engine = create_engine(url, hide_parameters=True, pool_size=8, max_overflow=24)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "checkout", _try_out)
    return engine


def lock_database(connection: Connection) -> None:
    """Take the lock of the installation up to the end of the transaction."""
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITING})")


def take_time(connection: Connection) -> None:
    """In this transaction statements may take as long as they need: the database is being moved or migrated."""
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def passes(error: BaseException) -> bool:
    """Whether the same may be tried again at once."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", "") in PASSING


def suit(connection: Connection) -> None:
    """Have every text compared and ordered byte by byte, as SQLite does, whatever the language of the database."""
    found = connection.execute(_OTHERWISE).all()
    for table in sorted({row.table for row in found}):
        changes = [f'ALTER "{row.name}" TYPE {row.type}' for row in found if row.table == table]
        connection.execute(text(f'ALTER TABLE "{table}" {", ".join(changes)}'))


_OTHERWISE = text(
    """
    SELECT c.relname AS table, a.attname AS name,
      format_type(a.atttypid, a.atttypmod) || ' COLLATE "C"' AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation o ON o.oid = a.attcollation
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0
      AND NOT a.attisdropped AND o.collname <> 'C'
    ORDER BY 1, a.attnum
    """
)


def _prepare(connection: Any, record: Any) -> None:
    """A text that comes from outside may hold the one character that PostgreSQL cannot keep; SQLite can."""
    # Imported here, as only a server on PostgreSQL has it.
    from psycopg.types.string import StrDumper

    class Cleaned(StrDumper):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)

    connection.adapters.register_dumper(str, Cleaned)


def is_lost(connection: Any) -> bool:
    """Return whether a connection of the driver that is idle has been closed, without asking the server: nothing comes
    on it but the end."""
    if connection.closed:
        return True
    looking = select.poll()
    looking.register(connection.fileno(), select.POLLIN)
    return bool(looking.poll(0))


def _try_out(connection: Any, record: Any, proxy: Any) -> None:
    """Replace a connection that was lost while idle, for example when PostgreSQL restarted."""
    if is_lost(connection):
        raise DisconnectionError
