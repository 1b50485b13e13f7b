"""Tables of matches, seats, logs and snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("updated", sa.String(32), nullable=False),
        sa.Column("forced", sa.Boolean, nullable=False),
        sa.Column("origin", sa.JSON),
        sa.Column("start", sa.LargeBinary),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("due", sa.Boolean, nullable=False),
        sa.Column("asked", sa.JSON, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("outcome", sa.JSON),
    )
    op.create_index("matches_due", "matches", ["due"])
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("seated", sa.Boolean, nullable=False),
        sa.Column("number", sa.String(200), nullable=False),
    )
    op.create_index("seats_key", "seats", ["key"])
    op.create_table(
        "log",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("verb", sa.String(64), nullable=False),
        sa.Column("operand", sa.Integer, nullable=False),
        sa.Column("forced", sa.Boolean, nullable=False),
        sa.Column("blame", sa.String(16), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("rolls", sa.LargeBinary, nullable=False),
        sa.Column("entries", sa.LargeBinary, nullable=False),
    )
    op.create_index("log_ply", "log", ["match", "ply"])
    op.create_table(
        "snapshots",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in ("snapshots", "log", "seats", "matches"):
        op.drop_table(table)
