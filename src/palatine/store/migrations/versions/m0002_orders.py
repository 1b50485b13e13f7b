"""Secret orders: the clock of a match, drafts of sheets, letters."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("clock", sa.JSON))
    op.add_column("matches", sa.Column("turn", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("deadline", sa.String(32), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("handed", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("matches", sa.Column("votes", sa.JSON, nullable=False, server_default="{}"))
    op.create_index("matches_deadline", "matches", ["deadline"])
    op.add_column("seats", sa.Column("missed", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "drafts",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
    )
    op.create_table(
        "letters",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("sender", sa.String(64), nullable=False),
        sa.Column("to", sa.JSON, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("at_once", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("letters")
    op.drop_table("drafts")
    op.drop_index("matches_deadline", "matches")
    for name in ("votes", "handed", "deadline", "turn", "clock"):
        op.drop_column("matches", name)
    op.drop_column("seats", "missed")
