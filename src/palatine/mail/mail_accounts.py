"""Accounts created by email: a reply to an invitation verifies its address."""

from __future__ import annotations

from sqlalchemy import select

from palatine.accounts.accounts import Account, Accounts
from palatine.accounts.auth.own_addresses import add_address
from palatine.core import Unreadable
from palatine.matches.fairness import new_id
from palatine.store.engine import Database
from palatine.store.schema_people import addresses

MAX_NAME_TRIES = 20


def account_by_address(database: Database, accounts: Accounts, address: str) -> Account | None:
    """Return the account with that verified address, or None."""
    wanted = select(addresses.c.account).where(addresses.c.folded == address, addresses.c.proved != "")
    with database.reading() as connection:
        found = connection.execute(wanted).scalar()
    return accounts.find(found) if found else None


def create_member_by_mail(database: Database, accounts: Accounts, address: str, now: str) -> Account:
    """Create a member with a verified address and a mail channel, named after its local part."""
    made = _create_member(accounts, address.partition("@")[0], now)
    database.write(lambda connection: add_address(connection, made.id, address, now))
    return made


def _create_member(accounts: Accounts, local: str, now: str) -> Account:
    """Create a member with a name that is not taken."""
    plain = "".join([c if c.isalnum() else " " for c in local]).strip()[:24] or "Player"
    name = " ".join([word.capitalize() for word in plain.split()])
    for number in range(1, MAX_NAME_TRIES):
        try:
            return accounts.create_member(name if number == 1 else f"{name} {number}", now)
        except Unreadable:
            continue
    return accounts.create_member(f"Player {new_id()[:8]}", now)
