"""Upgrades of a database to the tables of this version, and downgrades on demand."""

from __future__ import annotations

import logging
from pathlib import Path

from sqlalchemy import Connection, column, delete, insert, inspect, select, table, text

from palatine.matches.errors import StorageError
from palatine.store.schema import HEAD, OLDEST, auth_version, server_keys

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
OLDEST_REVISION_KEY = "oldest revision"
CLEARED_ON_DOWNGRADE = {"archived_rows"}
"""Tables whose content moves to other tables on a downgrade."""
FORMER_NAMES = {
    "server_keys": "house",
    "rate_limits": "attempts",
    "archived_rows": "packs",
    "audit_log": "ledger",
    "match_terms": "offers",
    "chat_messages": "remarks",
    "pending_turns": "asks",
}
"""Names of tables before migration 0014."""


def current_revision(connection: Connection) -> str | None:
    """Return the revision of the tables; None if there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(connection: Connection, target: str = HEAD, *, drop: bool = False) -> None:
    """Migrate the tables to a revision, within a transaction.

    Raises `StorageError` for an unknown revision, and for an older one whose tables cannot hold all data unless it
    may be dropped.
    """
    # Imported here because it takes 0.25 seconds and is rarely needed.
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    here = current_revision(connection)
    if here is not None and here > HEAD:
        raise StorageError(
            f"This database was made by a newer version of Palatine: its tables are at {here}, and this one knows "
            f"{HEAD}. Nothing was changed."
        )
    try:
        if here is not None and target < here:
            before = _tables_with_rows(connection)
            command.downgrade(config, target)
            there = set(inspect(connection).get_table_names())
            lost = sorted(
                name for name in before - CLEARED_ON_DOWNGRADE if not {name, FORMER_NAMES.get(name)} & there
            )
            if lost and not drop:
                raise StorageError(
                    f"Of what is kept in {', '.join(lost)} the older tables know nothing; make a backup, and say "
                    "--drop to give it up. Nothing was changed."
                )
        else:
            command.upgrade(config, target)
            if here is not None:
                log.warning("Database upgraded: from=%s to=%s", here, target)
            if target == HEAD:
                record_oldest_revision(connection)
    except CommandError as error:
        raise StorageError(f"The tables cannot be brought to {target}: {error}. Nothing was changed.") from error


def is_compatible(connection: Connection) -> bool:
    """Return whether this code can use the tables as they are.

    They are its own, or of a newer version that has recorded that older code can use them.
    """
    here = current_revision(connection)
    if here == HEAD:
        return True
    if here is None or here < HEAD:
        return False
    oldest: bytes | None = connection.execute(
        select(server_keys.c.value).where(server_keys.c.name == OLDEST_REVISION_KEY)
    ).scalar()
    return oldest is not None and oldest.decode() <= HEAD


def record_oldest_revision(connection: Connection) -> None:
    """Record the oldest version whose code can use the tables."""
    delete_oldest_revision(connection)
    connection.execute(insert(server_keys), {"name": OLDEST_REVISION_KEY, "value": OLDEST.encode()})


def delete_oldest_revision(connection: Connection) -> None:
    """Delete the record of the version, if any. It describes the tables, not their content."""
    for name in (server_keys.name, FORMER_NAMES[server_keys.name]):
        if inspect(connection).has_table(name):
            keys = table(name, column("name"))
            connection.execute(delete(keys).where(keys.c.name == OLDEST_REVISION_KEY))


def _tables_with_rows(connection: Connection) -> set[str]:
    names = set(inspect(connection).get_table_names()) - {auth_version.name}
    return {name for name in names if connection.exec_driver_sql(f'SELECT 1 FROM "{name}" LIMIT 1').first()}
