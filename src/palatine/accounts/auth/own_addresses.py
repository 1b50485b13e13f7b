"""Verified mail addresses of accounts."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

from palatine.accounts.auth.mail_codes import address_owner
from palatine.accounts.auth.wording import refused_error
from palatine.accounts.mail_addresses import normalize_address
from palatine.matches.fairness import new_id
from palatine.store.engine import Database
from palatine.store.events import announce
from palatine.store.schema_people import addresses, channels


class Address(msgspec.Struct, frozen=True):
    """A verified address and its delivery state: "ok", "failing" or "dead"."""

    address: str
    state: str
    proved: str


class VerifiedAddresses:
    """The table of addresses."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of_account(self, account: str) -> list[Address]:
        """Return the addresses of an account, oldest first."""
        mine = (addresses.c.account == account, addresses.c.proved != "")
        columns = (addresses.c.address, addresses.c.state, addresses.c.proved)
        with self.database.reading() as connection:
            found = connection.execute(select(*columns).where(*mine).order_by(addresses.c.proved))
            return [Address(*row) for row in found]

    def add(self, account: str, address: str, now: str) -> None:
        """Add a verified address to an account (see `add_address`).

        Raises Refused if another account has it.
        """
        if not self.database.write(lambda connection: add_address(connection, account, address, now)):
            raise refused_error("mail.taken")

    def remove(self, account: str, address: str) -> bool:
        """Remove an address from an account; return False if the account does not have it."""
        mine = (addresses.c.account == account, addresses.c.folded == normalize_address(address))
        return self.database.write(
            lambda connection: bool(connection.execute(delete(addresses).where(*mine)).rowcount)
        )


def add_address(connection: Connection, account: str, address: str, now: str) -> bool:
    """Add an address that an account has proved; return False if another account has it.

    Mail to an address that failed is sent again. An account without a mail channel gets one to this address, and is
    notified by it of the turns that wait already.
    """
    if address_owner(connection, address) not in ("", account):
        return False
    connection.execute(delete(addresses).where(addresses.c.folded == normalize_address(address)))
    row = {
        "folded": normalize_address(address),
        "address": address,
        "account": account,
        "proved": now,
        "state": "ok",
    }
    connection.execute(insert(addresses), row)
    has_mail = select(channels.c.id).where(channels.c.account == account, channels.c.kind == "mail")
    if connection.execute(has_mail).first() is None:
        channel = {"id": new_id(), "account": account, "kind": "mail", "target": address, "state": "ok"}
        connection.execute(insert(channels), {**channel, "secret": {}, "events": [], "made": now, "proved": now})
        announce(connection, "channel", channel["id"], now, account=account, channel=channel["id"])
    return True
