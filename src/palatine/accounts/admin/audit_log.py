"""Audit log of moderation actions, with reasons and ends. Rows are only added.

An account's owner may read its entries, and players those of their match.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from palatine.store.engine import Database
from palatine.store.schema_people import audit_log


class AuditEntry(msgspec.Struct, frozen=True):
    """An action of a moderator (`by`; "" for the command line)."""

    time: str
    by: str
    action: str
    account: str = ""
    match: str = ""
    reason: str = ""
    until: str = ""
    data: dict[str, Any] = {}
    id: int = 0


class AuditLog:
    """The table of moderation actions."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, action: AuditEntry) -> None:
        self.database.write(lambda connection: add_audit_entry(connection, action))

    def of_account(self, account: str) -> list[AuditEntry]:
        """Return the actions on an account, latest first."""
        return self._select_entries(audit_log.c.account == account)

    def of_match(self, match: str) -> list[AuditEntry]:
        """Return the actions on a match, latest first."""
        return self._select_entries(audit_log.c.match == match)

    def latest_entries(self, limit: int = 100) -> list[AuditEntry]:
        return self._select_entries(audit_log.c.id > 0)[:limit]

    def _select_entries(self, which: Any) -> list[AuditEntry]:
        with self.database.reading() as connection:
            rows = connection.execute(select(audit_log).where(which).order_by(audit_log.c.id.desc())).mappings()
            return [AuditEntry(**row) for row in rows]


def add_audit_entry(connection: Connection, action: AuditEntry) -> None:
    """Record an action within the transaction that performs it."""
    fields = msgspec.structs.asdict(action)
    del fields["id"]
    connection.execute(insert(audit_log), fields)
