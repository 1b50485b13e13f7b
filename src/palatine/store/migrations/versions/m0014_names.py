"""Standard names of tables and columns, and of the administrator role."""

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

TABLES = {
    "house": "server_keys",
    "attempts": "rate_limits",
    "packs": "archived_rows",
    "ledger": "audit_log",
    "offers": "match_terms",
    "remarks": "chat_messages",
    "asks": "pending_turns",
}
COLUMNS = (
    ("accounts", "rest", "quiet_hours"),
    ("accounts", "barred", "restrictions"),
    ("seats", "holder", "owner"),
    ("tenures", "post", "mailbox"),
    ("match_terms", "wants", "requirements"),
    ("pending_turns", "rung", "reminders_sent"),
    ("audit_log", "deed", "action"),
)
INDICES = (
    ("seats", "seats_holder", "seats_owner", ["owner"]),
    ("match_terms", "offers_visibility", "match_terms_visibility", ["visibility"]),
    ("pending_turns", "asks_account", "pending_turns_account", ["account"]),
    ("pending_turns", "asks_due", "pending_turns_due", ["due"]),
    ("audit_log", "ledger_account", "audit_log_account", ["account"]),
    ("audit_log", "ledger_match", "audit_log_match", ["match"]),
)
COUNTED = ("accounts", "sessions", "tokens")
CHANGES = ("INSERT", "UPDATE", "DELETE")


def upgrade() -> None:
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, old, new in COLUMNS:
        _rename_column(table, old, new)
    _rename_indices((table, old, new, columns) for table, old, new, columns in INDICES)
    _set_role("host", "admin")
    _rename_counter("rights", "auth_version")


def downgrade() -> None:
    _rename_counter("auth_version", "rights")
    _set_role("admin", "host")
    for table, old, new in COLUMNS:
        _rename_column(table, new, old)
    former = {new: old for _, old, new in COLUMNS}
    _rename_indices(
        (table, new, old, [former.get(column, column) for column in columns])
        for table, old, new, columns in INDICES
    )
    for old, new in TABLES.items():
        op.rename_table(new, old)


def _rename_column(table: str, old: str, new: str) -> None:
    op.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{old}" TO "{new}"')


def _rename_indices(indices: Iterable[tuple[str, str, str, list[str]]]) -> None:
    for table, old, new, columns in indices:
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f'ALTER INDEX "{old}" RENAME TO "{new}"')
        else:
            op.drop_index(old, table)
            op.create_index(new, table, columns)


def _set_role(old: str, new: str) -> None:
    op.execute(sa.text("UPDATE accounts SET role = :new WHERE role = :old").bindparams(new=new, old=old))


def _rename_counter(old: str, new: str) -> None:
    """Rename SQLite's counter table of changes to accounts, sessions and tokens, with triggers."""
    if op.get_bind().dialect.name != "sqlite":
        return
    each = [(table, change) for table in COUNTED for change in CHANGES]
    for table, change in each:
        op.execute(f"DROP TRIGGER {old}_{table}_{change.lower()}")
    op.rename_table(old, new)
    for table, change in each:
        op.execute(
            f"CREATE TRIGGER {new}_{table}_{change.lower()} AFTER {change} ON {table} "
            f"BEGIN UPDATE {new} SET changes = changes + 1; END"
        )
