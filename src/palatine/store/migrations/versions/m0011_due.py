"""Index of the log records with which a turn or a seat's time ended."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
DUE = sa.text("kind IN ('turn', 'flag')")


def upgrade() -> None:
    op.create_index("log_due", "log", ["time"], sqlite_where=DUE, postgresql_where=DUE)


def downgrade() -> None:
    op.drop_index("log_due", "log")
