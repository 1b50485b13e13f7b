"""Progress of lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("matches", sa.Column("lesson", sa.JSON))


def downgrade() -> None:
    op.drop_column("matches", "lesson")
