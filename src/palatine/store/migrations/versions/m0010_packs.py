"""Archived rows of finished matches, and an index of finished matches."""

import sqlalchemy as sa
from alembic import op

from palatine.store.compression import restore_all_rows

revision = "0010"
down_revision = "0009"
OVER = sa.text("status = 'over'")


def upgrade() -> None:
    op.create_table(
        "packs",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("of", sa.String(16), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("low", sa.Integer, nullable=False),
        sa.Column("high", sa.Integer, nullable=False),
        sa.Column("bytes", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("matches_over", "matches", ["updated"], sqlite_where=OVER, postgresql_where=OVER)


def downgrade() -> None:
    op.rename_table("packs", "archived_rows")  # `restore_all_rows` reads the table by this name.
    restore_all_rows(op.get_bind())
    op.drop_index("matches_over", "matches")
    op.drop_table("archived_rows")
