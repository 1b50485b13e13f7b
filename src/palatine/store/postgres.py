"""PostgreSQL: engine settings, locks, and errors after which a transaction may be retried.

SQLite allows one writer at a time, and some of the code relies on that. On PostgreSQL an advisory lock of the whole
installation does the same: `Database.write` takes it unless the work need not be `alone`.

Moves do without the lock: the version of their match fences them, and `compression.lock_match` protects a match while
its rows are archived, deleted or rewritten. So do frequent writers, with unique keys, ON CONFLICT and row locks:
sessions, tokens, rate limits, jobs, the outbox, drafts, letters, chat, and secrets that are created once. Writers that
still take the lock are rare or short:

* New matches, and changes of several matches or of seats with hooks (`append_whole`): they read seats, match terms,
  blocks and invitations, which must not change before the seat is written (write skew).
* Results, ratings, the audit log, turn statistics: they are numbered and read in the order in which they were written.
* Accounts, credentials, one-time codes, invitations, pairing, recovery: they read a row, decide, and write others.
* Merging and erasing accounts, retention, archiving, `palatine backup` and migrations: they touch many rows.
* Results of a job, a mail or a reminder (`Jobs.finish` with work, `Inbox`, `ReminderService`, `DeliveryService`):
  one process at a time does these, and they write the outbox together with accounts and channels.
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
IDLE_TRANSACTION_MILLISECONDS = LOCK_MILLISECONDS - 2_000
"""Milliseconds that a transaction may be idle, so that a frozen session loses its locks.

Less than `LOCK_MILLISECONDS`, so that a session that waits for these locks gets them.
"""
WRITER_LOCK = 0x50616C61
"""Number of the advisory lock of writers."""
RETRYABLE_STATES = ("40001", "40P01")
"""SQLSTATEs after which a transaction may be retried: serialization failure, deadlock."""


def make_engine(url: URL) -> Engine:
    """Return an engine with timeouts for connecting, locks, statements and idle transactions."""
    settings = {
        "statement_timeout": STATEMENT_MILLISECONDS,
        "lock_timeout": LOCK_MILLISECONDS,
        "idle_in_transaction_session_timeout": IDLE_TRANSACTION_MILLISECONDS,
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
    """Take the lock of the installation until the end of the transaction."""
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})")


def disable_timeouts(connection: Connection) -> None:
    """Allow long statements and pauses in this transaction, for a migration or transfer."""
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def is_retryable(error: BaseException) -> bool:
    """Return whether a transaction that failed with this error may be retried immediately."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", "") in RETRYABLE_STATES


def set_binary_collation(connection: Connection) -> None:
    """Set binary collation on all text columns, as in SQLite.

    The locale of the database does not matter then.
    """
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
    """Replace NUL characters in text, which PostgreSQL cannot store and SQLite can."""
    # Imported here because only installations on PostgreSQL have it.
    from psycopg.types.string import StrDumper

    class Cleaned(StrDumper):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)

    connection.adapters.register_dumper(str, Cleaned)


def is_lost(connection: Any) -> bool:
    """Return whether an idle connection of the driver was closed, without a round trip.

    The only thing that an idle connection can receive is its end.
    """
    if connection.closed:
        return True
    looking = select.poll()
    looking.register(connection.fileno(), select.POLLIN)
    return bool(looking.poll(0))


def _try_out(connection: Any, record: Any, proxy: Any) -> None:
    """Replace a connection that was lost while idle, for example after a restart of PostgreSQL."""
    if is_lost(connection):
        raise DisconnectionError
