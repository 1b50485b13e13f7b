"""Browsers in which somebody has signed in to an account before: a stranger's tries do not lock these out.

A browser is known by the nonce in its cookie. The row is found by nonce and account together, so one browser may be
known to several accounts, and a nonce alone tells nothing.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete

from palatine.accounts.auth import codes
from palatine.accounts.auth.times import after
from palatine.accounts.sessions import KEPT
from palatine.matches.fairness import key_hash
from palatine.store.engine import Database
from palatine.store.schema_people import codes as table

PURPOSE = "device"


class KnownDevices:
    """The browsers that accounts were opened in."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def remember(self, account: str, nonce: str, now: str) -> None:
        """Remember that an account was opened in a browser, for as long as a session is kept."""
        secret = _secret(account, nonce)

        def work(connection: Connection) -> None:
            connection.execute(delete(table).where(table.c.hash == key_hash(secret), table.c.purpose == PURPOSE))
            codes.put(connection, PURPOSE, account, secret, after(now, KEPT))

        self.database.write(work)

    def who(self, account: str, nonce: str, now: str) -> str:
        """Return the name under which tries of a known browser are counted, "" for an unknown one.

        The work is the same whether there is such an account.
        """
        secret = _secret(account, nonce)
        with self.database.reading() as connection:
            found = codes.look(connection, PURPOSE, secret, now)
        return secret if found is not None and account and nonce else ""


def _secret(account: str, nonce: str) -> str:
    return f"{nonce} {account}"
