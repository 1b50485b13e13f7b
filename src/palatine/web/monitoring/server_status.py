"""The status of a server, read from its database and the files next to it.

The status page, the command line and the metrics use it. It counts accounts without naming any, and runs no query whose
cost grows with the number of actions ever played.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, text

from palatine.matches.clock import format_timestamp
from palatine.matches.runtime.failures import Failure
from palatine.matches.runtime.slow_actions import Slow, stored_recordings
from palatine.notifications.mail_status import mail_trouble, read_mail_status
from palatine.store import Store
from palatine.store.jobs import MAX_TRIES, Job
from palatine.store.schema import jobs, matches
from palatine.store.schema_people import accounts, inbox, outbox
from palatine.web.monitoring.readiness import free_bytes

PRESENCE_PERIOD = timedelta(minutes=10)
"""Time since an account was last seen during which it counts as present."""
MAX_LISTED = 50
"""Maximum number of entries in a list."""


class StuckMatch(msgspec.Struct, frozen=True):
    """A match in which the referee cannot continue."""

    match: str
    title: str
    version: int
    why: str
    error: str
    file: str
    """Name of the file that reproduces the failure; "" if none was written."""


class OutboxEntry(msgspec.Struct, frozen=True):
    """A notice that could not be sent, without its recipient."""

    via: str
    kind: str
    made: str
    trouble: str


class StorageStatus(msgspec.Struct, frozen=True):
    """Sizes in bytes; -1 if unknown."""

    kind: str
    migration: str
    database: int = -1
    log: int = -1
    """Size of SQLite's write-ahead log (WAL)."""
    failures: int = 0
    free: int = -1
    """Free space on the disk."""
    tables: dict[str, int] = {}
    """PostgreSQL: the largest tables, with their indexes."""


class ServerStatus(msgspec.Struct, frozen=True):
    """The status of a server at one time."""

    time: str
    matches: dict[str, int]
    """Number of matches by status."""
    by_game: dict[str, int]
    """Number of matches in play, by game."""
    members: int
    guests: int
    here: int
    """Number of accounts that are present."""
    stuck: list[StuckMatch]
    stuck_count: int
    jobs_waiting: int
    jobs_due: int
    jobs_parked: int
    parked: list[Job]
    outbox: dict[str, int]
    """Waiting and failed notices by state and channel kind, for example "waiting mail"."""
    failed: list[OutboxEntry]
    inbox: dict[str, int]
    """Number of emails that are new or held."""
    storage: StorageStatus
    slow: list[Slow]
    mail_trouble: str = ""
    """Reason why the mailbox cannot be read; "" if it can."""
    mail_since: str = ""
    """Time since which the mailbox cannot be read."""
    has_mail: bool = False
    """True if mail arrives at a mailbox or port."""


def read_status(store: Store, at: datetime) -> ServerStatus:
    """Return the status of the server. Raises StorageError if the database cannot be read."""
    with store.database.reading() as connection:
        counted = _counts(connection, at)
        stuck = [_stuck(row) for row in connection.execute(_STUCK.limit(MAX_LISTED))]
        failed = [OutboxEntry(*row) for row in connection.execute(_FAILED)]
        storage = _storage(store, connection)
        status, trouble = read_mail_status(connection), mail_trouble(connection, format_timestamp(at))
    return ServerStatus(
        has_mail=status is not None,
        mail_trouble=trouble.trouble if trouble else "",
        mail_since=trouble.since if trouble else "",
        time=format_timestamp(at),
        stuck=stuck,
        parked=store.jobs.parked()[:MAX_LISTED],
        failed=failed,
        storage=storage,
        slow=stored_recordings(store.slow)[:MAX_LISTED],
        **counted,
    )


_STUCK = select(matches).where(matches.c.stuck != "").order_by(matches.c.updated.desc())
_FAILED = (
    select(outbox.c.via, outbox.c.kind, outbox.c.made, outbox.c.trouble)
    .where(outbox.c.state == "failed")
    .order_by(outbox.c.made.desc())
    .limit(MAX_LISTED)
)


def _counts(connection: Connection, at: datetime) -> dict[str, Any]:
    def number(statement: Any) -> int:
        return int(connection.execute(statement).scalar() or 0)

    def by(statement: Any) -> dict[str, int]:
        return {" ".join(row[:-1]): row[-1] for row in connection.execute(statement)}

    now, n = format_timestamp(at), func.count()
    kinds = by(select(accounts.c.kind, n).group_by(accounts.c.kind))
    waits = outbox.c.state.in_(("waiting", "failed"))
    return {
        "matches": by(select(matches.c.status, n).group_by(matches.c.status)),
        "by_game": by(select(matches.c.game, n).where(matches.c.status == "playing").group_by(matches.c.game)),
        "members": kinds.get("member", 0),
        "guests": kinds.get("guest", 0),
        "here": number(
            select(n).select_from(accounts).where(accounts.c.seen >= format_timestamp(at - PRESENCE_PERIOD))
        ),
        "stuck_count": number(select(n).select_from(matches).where(matches.c.stuck != "")),
        "jobs_waiting": number(select(n).select_from(jobs).where(jobs.c.tries < MAX_TRIES)),
        "jobs_due": number(select(n).select_from(jobs).where(jobs.c.tries < MAX_TRIES, jobs.c.due <= now)),
        "jobs_parked": number(select(n).select_from(jobs).where(jobs.c.tries >= MAX_TRIES)),
        "outbox": by(select(outbox.c.state, outbox.c.via, n).where(waits).group_by(outbox.c.state, outbox.c.via)),
        "inbox": by(select(inbox.c.state, n).where(inbox.c.state.in_(("new", "held"))).group_by(inbox.c.state)),
    }


def _stuck(row: Any) -> StuckMatch:
    failure = msgspec.json.decode(row.stuck, type=Failure)
    file = Path(failure.file).name if failure.file else ""
    return StuckMatch(row.id, row.title, row.version, failure.why, failure.error, file)


def _storage(store: Store, connection: Connection) -> StorageStatus:
    kind = store.database.engine.dialect.name
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    migration = "" if found is None else str(found)
    if kind == "postgresql":
        size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar() or 0
        tables = {row[0]: int(row[1]) for row in connection.execute(text(_TABLES))}
        return StorageStatus(kind, migration, database=int(size), tables=tables)
    place = store.database.engine.url.database
    if not place or place == ":memory:":
        return StorageStatus(kind, migration)
    path = Path(place)
    beside = [folder for folder in (store.failures, store.slow) if folder is not None]
    return StorageStatus(
        kind,
        migration,
        database=_size(path),
        log=_size(Path(f"{path}-wal")),
        failures=sum(_size(file) for folder in beside for file in folder.glob("*.json")),
        free=free_bytes(store) or 0,
    )


_TABLES = (
    "SELECT relname, pg_total_relation_size(relid) FROM pg_catalog.pg_statio_user_tables ORDER BY 2 DESC, 1 LIMIT 8"
)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
