"""Accounts that come by mail: an answer to an invitation from its address proves that address."""

from __future__ import annotations

from sqlalchemy import select

from palatine.accounts.accounts import Account, Accounts
from palatine.accounts.auth.own_addresses import add_address
from palatine.core import Unreadable
from palatine.matches.fairness import new_id
from palatine.store.engine import Database
from palatine.store.schema_people import addresses

TRIES = 20


def account_of(database: Database, accounts: Accounts, address: str) -> Account | None:
    """Whose proved address it is."""
    wanted = select(addresses.c.account).where(addresses.c.folded == address, addresses.c.proved != "")
    with database.reading() as connection:
        found = connection.execute(wanted).scalar()
    return accounts.find(found) if found else None


def member_by_mail(database: Database, accounts: Accounts, address: str, now: str) -> Account:
    """Return a new member with a proved address, named after its local part."""
    made = _named(accounts, address.partition("@")[0], now)
    database.write(lambda connection: add_address(connection, made.id, address, now))
    return made


def _named(accounts: Accounts, local: str, now: str) -> Account:
    """A member of a name that nobody has yet."""
    plain = "".join([c if c.isalnum() else " " for c in local]).strip()[:24] or "Player"
    name = " ".join([word.capitalize() for word in plain.split()])
    for number in range(1, TRIES):
        try:
            return accounts.member(name if number == 1 else f"{name} {number}", now)
        except Unreadable:
            continue
    return accounts.member(f"Player {new_id()[:8]}", now)
