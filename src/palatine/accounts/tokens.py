"""API tokens of programs, which their owner can list and revoke."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from sqlalchemy import Row, delete, insert, select, update

from palatine.matches.clock import format_timestamp
from palatine.matches.fairness import key_hash, new_id, new_key
from palatine.matches.text import clean_name
from palatine.store.engine import Database
from palatine.store.schema_people import tokens

PREFIX = "pt_"
LAST_USE_PRECISION = timedelta(minutes=5)
Scope = Literal["read", "play"]


class Token(msgspec.Struct, frozen=True):
    """An API token with its time of last use.

    Its scope is "read", or "play" for all actions of a player.
    """

    id: str
    account: str
    label: str
    scope: Scope
    made: str
    used: str = ""


class Tokens:
    """The table of tokens."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, account: str, label: str, scope: Scope, now: str) -> tuple[str, Token]:
        """Create a token and return its secret, which is shown once, with the stored data."""
        secret = PREFIX + new_key()
        made = Token(new_id(), account, clean_name(label), scope, now)
        row = {**msgspec.structs.asdict(made), "hash": key_hash(secret)}
        self.database.write(lambda connection: connection.execute(insert(tokens), row), exclusive=False)
        return secret, made

    def find(self, secret: str, now: str) -> Token | None:
        """Return the token of a secret; None if it does not exist or was revoked."""
        here = tokens.c.hash == key_hash(secret)
        with self.database.reading() as connection:
            row = connection.execute(select(tokens).where(here)).first()
        if row is None:
            return None
        if row.used < format_timestamp(datetime.fromisoformat(now) - LAST_USE_PRECISION):
            change = update(tokens).where(here).values(used=now)
            self.database.write(lambda c: c.execute(change).rowcount, exclusive=False)
        return token_from_row(row)

    def of_account(self, account: str) -> list[Token]:
        """Return the tokens of an account, newest first."""
        wanted = select(tokens).where(tokens.c.account == account).order_by(tokens.c.made.desc(), tokens.c.id)
        with self.database.reading() as connection:
            return [token_from_row(row) for row in connection.execute(wanted)]

    def revoke(self, account: str, token: str) -> bool:
        """Revoke a token of an account; return whether it existed."""
        mine = (tokens.c.account == account, tokens.c.id == token)
        gone = delete(tokens).where(*mine)
        return bool(self.database.write(lambda c: c.execute(gone).rowcount, exclusive=False))


def token_from_row(row: Row[Any]) -> Token:
    return Token(row.id, row.account, row.label, row.scope, row.made, row.used)
