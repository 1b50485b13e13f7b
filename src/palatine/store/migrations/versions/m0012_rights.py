"""On SQLite, a counter of changes to accounts, sessions and tokens, unaffected by moves."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

TABLES = ("accounts", "sessions", "tokens")
CHANGES = ("INSERT", "UPDATE", "DELETE")


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.create_table("rights", sa.Column("changes", sa.Integer, nullable=False))
    op.execute("INSERT INTO rights VALUES (0)")
    for table in TABLES:
        for change in CHANGES:
            op.execute(
                f"CREATE TRIGGER rights_{table}_{change.lower()} AFTER {change} ON {table} "
                "BEGIN UPDATE rights SET changes = changes + 1; END"
            )


def downgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for table in TABLES:
        for change in CHANGES:
            op.execute(f"DROP TRIGGER rights_{table}_{change.lower()}")
    op.drop_table("rights")
