"""Several machines on one PostgreSQL database.

Tables of machines and their shards, and notifications of ended sessions.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

RIGHTS = ("sessions", "tokens")


def upgrade() -> None:
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
    op.execute(
        "CREATE FUNCTION palatine_right_gone() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_notify('palatine_rights', ''); RETURN NULL; END $$"
    )
    for table in RIGHTS:
        op.execute(
            f"CREATE TRIGGER right_gone AFTER DELETE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION palatine_right_gone()"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in RIGHTS:
        op.execute(f"DROP TRIGGER right_gone ON {table}")
    op.execute("DROP FUNCTION palatine_right_gone")
    op.drop_table("shards")
    op.drop_table("machines")
