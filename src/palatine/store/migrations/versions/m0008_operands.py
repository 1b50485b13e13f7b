"""Operands of any size on PostgreSQL, as on SQLite."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("log", "operand", type_=sa.BigInteger, existing_nullable=False)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("log", "operand", type_=sa.Integer, existing_nullable=False)
