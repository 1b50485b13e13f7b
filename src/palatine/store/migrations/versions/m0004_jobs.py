"""Tables of jobs, rate limits and server keys."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("key", sa.String(200), nullable=False, unique=True),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("lease", sa.String(32), nullable=False, server_default=""),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("trouble", sa.String(500), nullable=False, server_default=""),
    )
    op.create_index("jobs_due", "jobs", ["due"])
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(120), primary_key=True),
        sa.Column("window", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in ("house", "attempts", "jobs"):
        op.drop_table(table)
