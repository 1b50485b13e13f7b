"""Merging of two accounts of one person."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, delete, or_, select, update

from palatine.accounts.accounts import LAST_READ_SETTING, make_tombstone
from palatine.accounts.chat import MAX_LAST_READ
from palatine.accounts.ratings import recalculate_ratings
from palatine.accounts.results import unrate_self_play
from palatine.store.schema import matches, seats
from palatine.store.schema_people import (
    accounts,
    addresses,
    audit_log,
    channels,
    chat_messages,
    credentials,
    invitations,
    match_terms,
    notes,
    outbox,
    pending_turns,
    ratings,
    relations,
    reports,
    results,
    sessions,
    tenures,
    tokens,
)

ACCOUNT_COLUMNS: tuple[tuple[Table, tuple[str, ...]], ...] = (
    (seats, ("owner",)), (tenures, ("account",)), (match_terms, ("by",)), (chat_messages, ("account", "hidden_by")),
    (results, ("account",)), (invitations, ("by", "account", "taken_by")), (reports, ("by", "about")),
    (audit_log, ("by", "account")), (pending_turns, ("account",)), (outbox, ("account",)),
)  # fmt: skip
"""Columns that refer to an account, by table."""
SPECIAL_COLUMNS = {
    "accounts.id": "the account itself, which is a tombstone afterwards",
    "codes.subject": "what was asked for by mail minutes ago ends with the account it was asked for",
    "notes.account": "where both have notes on a match, those of the account that stays do",
    "relations.account": "friends and blocks that both have become one",
    "relations.other": "the same",
    "ratings.player": "ratings are recalculated",
}
"""Columns that are handled separately, and how."""
CREDENTIAL_TABLES = (sessions, tokens, channels, credentials, addresses)
"""Tables of credentials and channels."""


def shared_match_titles(connection: Connection, account: str, into: str) -> list[str]:
    """Return the titles of unfinished matches in which both accounts have seats."""
    mine, theirs = (select(seats.c.match).where(seats.c.owner == each) for each in (account, into))
    c = matches.c
    return list(
        connection.execute(select(c.title).where(c.id.in_(mine), c.id.in_(theirs), c.status != "over")).scalars()
    )


def move_account_data(connection: Connection, account: str, into: str, *, with_credentials: bool) -> None:
    """Move one account's data to another and make it a tombstone.

    Matches that the two played against each other are no longer rated, and ratings are recalculated if that affects
    any. Without `with_credentials`, credentials and channels are deleted.
    """
    for table in CREDENTIAL_TABLES:
        mine = table.c.account == account
        connection.execute(
            update(table).where(mine).values(account=into) if with_credentials else delete(table).where(mine)
        )
    for table, columns in ACCOUNT_COLUMNS:
        for name in columns:
            connection.execute(update(table).where(table.c[name] == account).values({name: into}))
    _move_choices(connection, account, into)
    _move_notes(connection, account, into)
    _move_relations(connection, account, into)
    was_rated = connection.execute(select(ratings.c.n).where(ratings.c.player == account)).first() is not None
    if unrate_self_play(connection, into) or was_rated:
        recalculate_ratings(connection)
    make_tombstone(connection, account)


def _move_choices(connection: Connection, account: str, into: str) -> None:
    """Merge settings, roles and restrictions. Settings of the remaining account take precedence."""
    found = {row.id: row for row in connection.execute(select(accounts).where(accounts.c.id.in_((account, into))))}
    gone, stays = found[account], found[into]
    heard = {
        match: max(n, _last_read_messages(stays).get(match, 0)) for match, n in _last_read_messages(gone).items()
    }
    settings = {**gone.settings, **stays.settings}
    if heard:
        settings[LAST_READ_SETTING] = dict([*_last_read_messages(stays).items(), *heard.items()][-MAX_LAST_READ:])
    restrictions = dict(stays.restrictions)
    for what, until in gone.restrictions.items():
        if what not in restrictions or restrictions[what]["until"] < until["until"]:
            restrictions[what] = until
    chosen = {name: getattr(stays, name) or getattr(gone, name) for name in ("zone", "quiet_hours", "vacation")}
    role = "admin" if "admin" in (gone.role, stays.role) else stays.role or gone.role
    values = {**chosen, "settings": settings, "restrictions": restrictions, "role": role}
    connection.execute(update(accounts).where(accounts.c.id == into).values(**values))


def _last_read_messages(row: Any) -> dict[str, int]:
    heard: dict[str, int] = row.settings.get(LAST_READ_SETTING, {})
    return heard


def _move_notes(connection: Connection, account: str, into: str) -> None:
    """Move notes, except for matches on which the remaining account has its own."""
    known = select(notes.c.match).where(notes.c.account == into).scalar_subquery()
    change = update(notes).where(notes.c.account == account, notes.c.match.not_in(known))
    connection.execute(change.values(account=into))
    connection.execute(delete(notes).where(notes.c.account == account))


def _move_relations(connection: Connection, account: str, into: str) -> None:
    """Move friends, mutes and blocks, in both directions, so that a merge removes no block."""
    c = relations.c
    held = connection.execute(select(relations).where(or_(c.account == account, c.other == account))).all()
    connection.execute(delete(relations).where(or_(c.account == account, c.other == account)))
    for row in held:
        who, other = (into if each == account else each for each in (row.account, row.other))
        here = (c.account == who, c.other == other, c.kind == row.kind)
        if who != other and connection.execute(select(c.made).where(*here)).first() is None:
            values = {"account": who, "other": other, "kind": row.kind, "made": row.made}
            connection.execute(relations.insert(), values)
