"""The tables on people: accounts, seats, social data, notifications, mail and moderation.

Times are ISO 8601 in UTC, "" for never. Secrets are stored only as hashes (`matches.fairness.key_hash`).
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from palatine.store.schema import metadata

ID = String(32)
TIME = String(32)
HASH = String(64)

# Identity

accounts = Table(
    "accounts",
    metadata,
    Column("id", ID, primary_key=True),
    Column("kind", String(16), nullable=False),  # guest, member, tombstone
    Column("name", String(80), nullable=False),
    Column("folded", String(120), nullable=False, unique=True),
    Column("role", String(16), nullable=False, server_default=""),  # moderator, admin
    Column("zone", String(64), nullable=False, server_default=""),
    Column("quiet_hours", String(16), nullable=False, server_default=""),  # "23:00-07:00", in the zone
    Column("vacation", JSON, nullable=False, server_default="[]"),
    Column("settings", JSON, nullable=False, server_default="{}"),
    Column("created", TIME, nullable=False),
    Column("seen", TIME, nullable=False),
    Column("restrictions", JSON, nullable=False, server_default="{}"),  # forbidden actions, and until when
    Column("erase_at", TIME, nullable=False, server_default=""),
    Index("accounts_seen", "kind", "seen"),
    Index("accounts_erase_at", "erase_at"),
)

credentials = Table(
    "credentials",
    metadata,
    Column("id", String(400), primary_key=True),
    Column("account", ID, ForeignKey("accounts.id"), nullable=False),
    Column("kind", String(16), nullable=False),  # passkey, password, oidc, recovery
    Column("public", LargeBinary, nullable=False),
    Column("count", Integer, nullable=False, server_default="0"),
    Column("label", String(80), nullable=False, server_default=""),
    Column("made", TIME, nullable=False),
    Column("used", TIME, nullable=False, server_default=""),
    Index("credentials_account", "account"),
)

addresses = Table(
    "addresses",
    metadata,
    Column("folded", String(254), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("account", ID, ForeignKey("accounts.id"), nullable=False),
    Column("proved", TIME, nullable=False, server_default=""),
    Column("state", String(16), nullable=False, server_default="ok"),  # ok, failing, dead
    Index("addresses_account", "account"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("id", ID, nullable=False, unique=True),
    Column("account", ID, ForeignKey("accounts.id"), nullable=False),
    Column("device", String(200), nullable=False),
    Column("made", TIME, nullable=False),
    Column("seen", TIME, nullable=False),
    Column("expires", TIME, nullable=False),
    Index("sessions_account", "account"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("id", ID, nullable=False, unique=True),
    Column("account", ID, ForeignKey("accounts.id"), nullable=False),
    Column("label", String(80), nullable=False),
    Column("scope", String(16), nullable=False),  # read, play
    Column("made", TIME, nullable=False),
    Column("used", TIME, nullable=False, server_default=""),
    Index("tokens_account", "account"),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("purpose", String(16), nullable=False),  # signin, prove, pair, recover, invite, host, passkey
    Column("subject", String(254), nullable=False),  # the account or the address it is for
    Column("nonce", HASH, nullable=False, server_default=""),
    Column("data", JSON, nullable=False, server_default="{}"),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("expires", TIME, nullable=False),
    Column("used", TIME, nullable=False, server_default=""),
    Index("codes_subject", "purpose", "subject"),
    Index("codes_expires", "expires"),
)

# Seats

tenures = Table(
    "tenures",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("account", ID, ForeignKey("accounts.id"), nullable=False),
    Column("since", TIME, nullable=False),
    Column("until", TIME, nullable=False, server_default=""),
    Column("why", String(16), nullable=False, server_default=""),  # left, removed, replaced, merged, erased
    Column("mailbox", String(40), unique=True),  # the local part of the seat's secret address
    Column("due", Integer, nullable=False, server_default="0"),  # turns with a deadline, and those met
    Column("met", Integer, nullable=False, server_default="0"),
    Column("looked", TIME, nullable=False, server_default=""),  # when the player last looked at the match page
    Index("tenures_account", "account", "until"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("id", ID, nullable=False, unique=True),
    Column("match", ID, ForeignKey("matches.id"), nullable=False),
    Column("place", Integer),  # None: any free seat
    Column("by", ID, nullable=False),
    Column("account", ID, nullable=False, server_default=""),  # the only account that may accept it
    Column("address", String(254), nullable=False, server_default=""),
    Column("made", TIME, nullable=False),
    Column("expires", TIME, nullable=False),
    Column("taken_by", ID, nullable=False, server_default=""),
    # sent, taken, declined, revoked, filled, returned
    Column("state", String(16), nullable=False, server_default="sent"),
    Index("invitations_match", "match"),
    Index("invitations_account", "account"),
)

match_terms = Table(
    "match_terms",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("by", ID, nullable=False),
    Column("visibility", String(16), nullable=False),  # private, friends, listed
    Column("rated", Boolean, nullable=False),
    Column("spectators", String(16), nullable=False),  # nobody, link, anybody
    Column("delay", Integer, nullable=False, server_default="0"),  # delay of spectators in turns
    Column("requirements", JSON, nullable=False, server_default="{}"),
    Column("text", String(500), nullable=False, server_default=""),
    Column("made", TIME, nullable=False),
    Index("match_terms_visibility", "visibility"),
)

# Social services

relations = Table(
    "relations",
    metadata,
    Column("account", ID, ForeignKey("accounts.id"), primary_key=True),
    Column("other", ID, ForeignKey("accounts.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),  # friend, mute, block
    Column("made", TIME, nullable=False),
    Index("relations_other", "other"),
)

chat_messages = Table(
    "chat_messages",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("account", ID, nullable=False),
    Column("seat", String(64), nullable=False, server_default=""),  # "" for a spectator
    Column("audience", JSON, nullable=False),  # seats; [] for everyone in the match
    Column("text", Text, nullable=False),
    Column("time", TIME, nullable=False),
    Column("hidden_by", ID, nullable=False, server_default=""),
)

notes = Table(
    "notes",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("account", ID, ForeignKey("accounts.id"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("time", TIME, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),  # that of the tenure; 0 for bots and players without an account
    Column("arrival", Integer, nullable=False),  # order in which results are rated
    Column("account", ID, nullable=False),  # "" for a bot
    Column("bot", String(64), nullable=False, server_default=""),
    Column("game", String(64), nullable=False),
    Column("kind", String(80), nullable=False),  # the class of scenarios for its rating
    Column("rank", Integer, nullable=False),
    Column("of", Integer, nullable=False),
    Column("how", String(8), nullable=False, server_default=""),  # left, late (took the seat over), drawn, lost
    Column("rated", Boolean, nullable=False),
    Column("time", TIME, nullable=False),
    Index("results_account", "account"),
    Index("results_arrival", "arrival"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", String(80), primary_key=True),  # an account, or "bot NAME"
    Column("game", String(64), primary_key=True),
    Column("kind", String(80), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("n", Integer, nullable=False),
)

# Notifications

channels = Table(
    "channels",
    metadata,
    Column("id", ID, primary_key=True),
    Column("account", ID, ForeignKey("accounts.id"), nullable=False),
    Column("kind", String(16), nullable=False),  # mail, push, discord, slack, ntfy, json
    Column("target", Text, nullable=False),
    Column("secret", JSON, nullable=False, server_default="{}"),
    Column("label", String(80), nullable=False, server_default=""),
    Column("events", JSON, nullable=False, server_default="[]"),  # [] for the default events
    Column("always", Boolean, nullable=False, server_default=false()),
    Column("digest", String(8), nullable=False, server_default=""),  # the hour of the day, "07:00"
    Column("muted", JSON, nullable=False, server_default="[]"),  # matches without notifications
    Column("state", String(16), nullable=False, server_default="unproved"),  # unproved, ok, failing, dead, off
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("failing_since", TIME, nullable=False, server_default=""),
    Column("trouble", String(300), nullable=False, server_default=""),
    Column("proved", TIME, nullable=False, server_default=""),
    Column("made", TIME, nullable=False),
    Index("channels_account", "account"),
)

pending_turns = Table(
    "pending_turns",
    metadata,
    Column("match", ID, ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("account", ID, nullable=False),
    Column("since", TIME, nullable=False),
    Column("version", Integer, nullable=False),
    Column("due", TIME, nullable=False),  # when its next notification is due; "" for never
    Column("reminders_sent", Integer, nullable=False, server_default="0"),
    Index("pending_turns_account", "account"),
    Index("pending_turns_due", "due"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(200), nullable=False, unique=True),
    Column("account", ID, nullable=False, server_default=""),
    Column("channel", ID, nullable=False, server_default=""),  # "" for a mail to the address in the data
    Column("via", String(16), nullable=False, server_default="mail"),  # the kind of its channel
    Column("kind", String(32), nullable=False),
    Column("match", ID, nullable=False, server_default=""),
    Column("seat", String(64), nullable=False, server_default=""),
    Column("data", JSON, nullable=False),
    # waiting, sent, shown (sent, and to be closed on the device), withdrawn, failed
    Column("state", String(16), nullable=False, server_default="waiting"),
    Column("first", Boolean, nullable=False, server_default=false()),  # a receipt, which is sent first
    Column("made", TIME, nullable=False),
    Column("due", TIME, nullable=False),
    Column("lease", TIME, nullable=False, server_default=""),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("answer_to", String(300), nullable=False, server_default=""),
    Column("trouble", String(300), nullable=False, server_default=""),
    Index("outbox_due", "state", "due"),
    Index("outbox_account", "account"),
)

inbox = Table(
    "inbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("recipient", String(254), nullable=False),
    Column("message_id", String(300), nullable=False),
    Column("digest", HASH, nullable=False),
    Column("sender", String(254), nullable=False, server_default=""),
    Column("raw", LargeBinary),  # until it has been processed
    Column("time", TIME, nullable=False),
    Column("state", String(16), nullable=False),  # new, done, held, dropped
    Column("answer", Text, nullable=False, server_default=""),
    Column("asked", JSON),  # the question in its receipt, for a reply of YES
    Column("lease", TIME, nullable=False, server_default=""),
    Column("tries", Integer, nullable=False, server_default="0"),
    UniqueConstraint("recipient", "message_id", "digest", name="inbox_once"),
    Index("inbox_state", "state", "time"),
)

# Moderation

reports = Table(
    "reports",
    metadata,
    Column("id", ID, primary_key=True),
    Column("by", ID, nullable=False),
    Column("about", ID, nullable=False),
    Column("match", ID, nullable=False, server_default=""),
    Column("quoted", Text, nullable=False),
    Column("reason", String(500), nullable=False),
    Column("time", TIME, nullable=False),
    Column("state", String(16), nullable=False, server_default="open"),  # open, done, dismissed
    Index("reports_state", "state", "time"),
)

audit_log = Table(
    "audit_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("time", TIME, nullable=False),
    Column("by", ID, nullable=False),  # "" for the command line
    Column("action", String(32), nullable=False),
    Column("account", ID, nullable=False, server_default=""),
    Column("match", ID, nullable=False, server_default=""),
    Column("reason", String(500), nullable=False, server_default=""),
    Column("until", TIME, nullable=False, server_default=""),
    Column("data", JSON, nullable=False, server_default="{}"),
    Index("audit_log_account", "account"),
    Index("audit_log_match", "match"),
)

TABLES = (
    accounts, credentials, addresses, sessions, tokens, codes, tenures, invitations, match_terms, relations,
    chat_messages, notes, results, ratings, channels, pending_turns, outbox, inbox, reports, audit_log,
)  # fmt: skip
