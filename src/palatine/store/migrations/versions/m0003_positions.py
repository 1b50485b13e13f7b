"""Storage of every position, the current rules version of a match, and halted matches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("rules_now", sa.String(32), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("stuck", sa.Text, nullable=False, server_default=""))
    op.add_column("snapshots", sa.Column("base", sa.Integer))


def downgrade() -> None:
    op.drop_column("matches", "rules_now")
    op.drop_column("matches", "stuck")
    op.drop_column("snapshots", "base")
