"""Browsers in which an account has been used before, with rate limits of their own.

Strangers therefore cannot lock the account's owner out. A browser is identified by the nonce in its cookie. A row is
found by nonce and account together, so a browser can be known to several accounts, and a nonce alone discloses
nothing.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete

from palatine.accounts.auth import codes
from palatine.accounts.sessions import SESSION_LIFETIME
from palatine.matches.clock import expiry_time
from palatine.matches.fairness import key_hash
from palatine.store.engine import Database
from palatine.store.schema_people import codes as table

PURPOSE = "device"


class KnownDevices:
    """The browsers in which accounts were used."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def remember(self, account: str, nonce: str, now: str) -> None:
        """Remember that an account was used in a browser, for the lifetime of a session."""
        secret = _secret(account, nonce)

        def work(connection: Connection) -> None:
            connection.execute(delete(table).where(table.c.hash == key_hash(secret), table.c.purpose == PURPOSE))
            codes.store_code(connection, PURPOSE, account, secret, expiry_time(now, SESSION_LIFETIME))

        self.database.write(work)

    def limiter_key(self, account: str, nonce: str, now: str) -> str:
        """Return the name under which attempts of a known browser are counted, or "".

        Takes the same time whether or not the account exists.
        """
        secret = _secret(account, nonce)
        with self.database.reading() as connection:
            found = codes.find_code(connection, PURPOSE, secret, now)
        return secret if found is not None and account and nonce else ""


def _secret(account: str, nonce: str) -> str:
    return f"{nonce} {account}"
