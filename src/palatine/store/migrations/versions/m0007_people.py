"""Tables of people, notifications and mail; clocks and proposals of matches."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("folded", sa.String(120), nullable=False),
        sa.Column("role", sa.String(16), server_default="", nullable=False),
        sa.Column("zone", sa.String(64), server_default="", nullable=False),
        sa.Column("rest", sa.String(16), server_default="", nullable=False),
        sa.Column("vacation", sa.JSON, server_default="[]", nullable=False),
        sa.Column("settings", sa.JSON, server_default="{}", nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("barred", sa.JSON, server_default="{}", nullable=False),
        sa.Column("erase_at", sa.String(32), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("folded"),
    )
    op.create_index("accounts_erase_at", "accounts", ["erase_at"])
    op.create_index("accounts_seen", "accounts", ["kind", "seen"])
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(254), nullable=False),
        sa.Column("nonce", sa.String(64), server_default="", nullable=False),
        sa.Column("data", sa.JSON, server_default="{}", nullable=False),
        sa.Column("tries", sa.Integer, server_default="0", nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("codes_expires", "codes", ["expires"])
    op.create_index("codes_subject", "codes", ["purpose", "subject"])
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("recipient", sa.String(254), nullable=False),
        sa.Column("message_id", sa.String(300), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("sender", sa.String(254), server_default="", nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=True),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("answer", sa.Text, server_default="", nullable=False),
        sa.Column("asked", sa.JSON, nullable=True),
        sa.Column("lease", sa.String(32), server_default="", nullable=False),
        sa.Column("tries", sa.Integer, server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("recipient", "message_id", "digest", name="inbox_once"),
    )
    op.create_index("inbox_state", "inbox", ["state", "time"])
    op.create_table(
        "ledger",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("deed", sa.String(32), nullable=False),
        sa.Column("account", sa.String(32), server_default="", nullable=False),
        sa.Column("match", sa.String(32), server_default="", nullable=False),
        sa.Column("reason", sa.String(500), server_default="", nullable=False),
        sa.Column("until", sa.String(32), server_default="", nullable=False),
        sa.Column("data", sa.JSON, server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ledger_account", "ledger", ["account"])
    op.create_index("ledger_match", "ledger", ["match"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("account", sa.String(32), server_default="", nullable=False),
        sa.Column("channel", sa.String(32), server_default="", nullable=False),
        sa.Column("via", sa.String(16), server_default="mail", nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), server_default="", nullable=False),
        sa.Column("seat", sa.String(64), server_default="", nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("state", sa.String(16), server_default="waiting", nullable=False),
        sa.Column("first", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("lease", sa.String(32), server_default="", nullable=False),
        sa.Column("tries", sa.Integer, server_default="0", nullable=False),
        sa.Column("answer_to", sa.String(300), server_default="", nullable=False),
        sa.Column("trouble", sa.String(300), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("outbox_account", "outbox", ["account"])
    op.create_index("outbox_due", "outbox", ["state", "due"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(80), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "kind"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), server_default="", nullable=False),
        sa.Column("quoted", sa.Text, nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), server_default="open", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("reports_state", "reports", ["state", "time"])
    op.create_table(
        "addresses",
        sa.Column("folded", sa.String(254), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("proved", sa.String(32), server_default="", nullable=False),
        sa.Column("state", sa.String(16), server_default="ok", nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("folded"),
    )
    op.create_index("addresses_account", "addresses", ["account"])
    op.create_table(
        "asks",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("rung", sa.Integer, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match", "seat"),
    )
    op.create_index("asks_account", "asks", ["account"])
    op.create_index("asks_due", "asks", ["due"])
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("secret", sa.JSON, server_default="{}", nullable=False),
        sa.Column("label", sa.String(80), server_default="", nullable=False),
        sa.Column("events", sa.JSON, server_default="[]", nullable=False),
        sa.Column("always", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.Column("digest", sa.String(8), server_default="", nullable=False),
        sa.Column("muted", sa.JSON, server_default="[]", nullable=False),
        sa.Column("state", sa.String(16), server_default="unproved", nullable=False),
        sa.Column("failures", sa.Integer, server_default="0", nullable=False),
        sa.Column("failing_since", sa.String(32), server_default="", nullable=False),
        sa.Column("trouble", sa.String(300), server_default="", nullable=False),
        sa.Column("proved", sa.String(32), server_default="", nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("channels_account", "channels", ["account"])
    op.create_table(
        "credentials",
        sa.Column("id", sa.String(400), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.Integer, server_default="0", nullable=False),
        sa.Column("label", sa.String(80), server_default="", nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("credentials_account", "credentials", ["account"])
    op.create_table(
        "invitations",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=True),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("account", sa.String(32), server_default="", nullable=False),
        sa.Column("address", sa.String(254), server_default="", nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
        sa.Column("taken_by", sa.String(32), server_default="", nullable=False),
        sa.Column("state", sa.String(16), server_default="sent", nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("invitations_account", "invitations", ["account"])
    op.create_index("invitations_match", "invitations", ["match"])
    op.create_table(
        "notes",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match", "account"),
    )
    op.create_table(
        "offers",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.String(16), nullable=False),
        sa.Column("delay", sa.Integer, server_default="0", nullable=False),
        sa.Column("wants", sa.JSON, server_default="{}", nullable=False),
        sa.Column("text", sa.String(500), server_default="", nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match"),
    )
    op.create_index("offers_visibility", "offers", ["visibility"])
    op.create_table(
        "relations",
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.ForeignKeyConstraint(
            ["other"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("account", "other", "kind"),
    )
    op.create_index("relations_other", "relations", ["other"])
    op.create_table(
        "remarks",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(64), server_default="", nullable=False),
        sa.Column("audience", sa.JSON, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("hidden_by", sa.String(32), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match", "n"),
    )
    op.create_table(
        "results",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("arrival", sa.Integer, nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("bot", sa.String(64), server_default="", nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("how", sa.String(8), server_default="", nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match", "place", "n"),
    )
    op.create_index("results_account", "results", ["account"])
    op.create_index("results_arrival", "results", ["arrival"])
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("device", sa.String(200), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("sessions_account", "sessions", ["account"])
    op.create_table(
        "tenures",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), server_default="", nullable=False),
        sa.Column("why", sa.String(16), server_default="", nullable=False),
        sa.Column("post", sa.String(40), nullable=True),
        sa.Column("due", sa.Integer, server_default="0", nullable=False),
        sa.Column("met", sa.Integer, server_default="0", nullable=False),
        sa.Column("looked", sa.String(32), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match", "place", "n"),
        sa.UniqueConstraint("post"),
    )
    op.create_index("tenures_account", "tenures", ["account", "until"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("tokens_account", "tokens", ["account"])
    op.add_column("matches", sa.Column("times", sa.JSON, server_default="{}", nullable=False))
    op.add_column("matches", sa.Column("proposals", sa.JSON, server_default="[]", nullable=False))
    op.add_column("seats", sa.Column("holder", sa.String(32), server_default="", nullable=False))
    op.create_index("seats_holder", "seats", ["holder"])


def downgrade() -> None:
    op.drop_index("seats_holder", "seats")
    op.drop_column("seats", "holder")
    op.drop_column("matches", "proposals")
    op.drop_column("matches", "times")
    for table in (
        "tokens", "tenures", "sessions", "results", "remarks", "relations", "offers", "notes", "invitations",
        "credentials", "channels", "asks", "addresses", "reports",
        "ratings", "outbox", "ledger", "inbox", "codes", "accounts",
    ):  # fmt: skip
        op.drop_table(table)
