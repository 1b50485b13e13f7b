"""The mail addresses of an account: those it has proved it reads."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

from palatine.accounts.auth.mail_codes import owner
from palatine.accounts.auth.wording import refused
from palatine.accounts.mail_addresses import folded
from palatine.store.engine import Database
from palatine.store.schema_people import addresses


class Address(msgspec.Struct, frozen=True):
    """A proved address, and whether mail reaches it: "ok", "failing" or "dead"."""

    address: str
    state: str
    proved: str


class OwnAddresses:
    """The addresses of accounts."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, account: str) -> list[Address]:
        """The addresses of an account, the oldest first."""
        mine = (addresses.c.account == account, addresses.c.proved != "")
        columns = (addresses.c.address, addresses.c.state, addresses.c.proved)
        with self.database.reading() as connection:
            found = connection.execute(select(*columns).where(*mine).order_by(addresses.c.proved))
            return [Address(*row) for row in found]

    def add(self, account: str, address: str, now: str) -> None:
        """An account has proved an address; one that failed is tried again. Raises Refused when another has it."""

        def work(connection: Connection) -> bool:
            if owner(connection, address) not in ("", account):
                return False
            connection.execute(delete(addresses).where(addresses.c.folded == folded(address)))
            row = {"folded": folded(address), "address": address, "account": account, "proved": now, "state": "ok"}
            connection.execute(insert(addresses), row)
            return True

        if not self.database.write(work):
            raise refused("mail.taken")

    def remove(self, account: str, address: str) -> bool:
        """No mail goes to an address any more; False when the account has none such."""
        mine = (addresses.c.account == account, addresses.c.folded == folded(address))
        return self.database.write(
            lambda connection: bool(connection.execute(delete(addresses).where(*mine)).rowcount)
        )
