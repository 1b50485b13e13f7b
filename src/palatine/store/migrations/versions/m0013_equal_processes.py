"""Removal of machines and shards: all processes that serve a database are equal."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.drop_table("shards")
        op.drop_table("machines")


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "machines",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("workers", sa.Integer, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "shards",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("machine", sa.String(32), nullable=False),
    )
