"""The mailboxes of seats: tenure, secret address and delivery address."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, select, update

from palatine.accounts.match_terms import zone_of_reader
from palatine.matches import SeatOwner
from palatine.store.schema import seats
from palatine.store.schema_people import accounts, addresses, tenures
from palatine.store.seat_ownership import new_secret_address

WORKING_STATES = ("ok", "failing")


class SeatMailbox(msgspec.Struct, frozen=True):
    """A seat and the account that holds it now."""

    match: str
    seat: str
    place: int
    n: int
    account: str
    local_part: str
    """The local part of its secret address."""
    name: str
    """The name of its player."""
    zone: str = ""
    addresses: tuple[str, ...] = ()
    """The verified addresses of the account, folded."""
    reach: str = ""
    """The address for mail to the player; "" if no address works."""
    told: int = 0
    """Number of turns announced by mail."""

    @property
    def key(self) -> SeatOwner:
        """The key that opens the seat."""
        return SeatOwner(self.account, self.seat)

    @property
    def tenure(self) -> str:
        """An identifier of this tenure, for rate limits."""
        return f"{self.match} {self.place} {self.n}"


def mailbox_by_address(connection: Connection, local: str) -> SeatMailbox | None:
    """Return the mailbox with a secret address, or None if no current tenure has it."""
    return _mailbox(connection, tenures.c.mailbox == local)


def mailbox_of(connection: Connection, match: str, seat: str) -> SeatMailbox | None:
    """Return the mailbox of a seat, or None if no account holds it."""
    return _mailbox(connection, (tenures.c.match == match) & (seats.c.seat == seat))


def _mailbox(connection: Connection, which: ColumnElement[bool]) -> SeatMailbox | None:
    wanted = (
        select(tenures, seats.c.seat, accounts.c.name, zone_of_reader(tenures.c.match).label("zone"))
        .join(seats, (seats.c.match == tenures.c.match) & (seats.c.place == tenures.c.place))
        .join(accounts, accounts.c.id == tenures.c.account)
        .where(which, tenures.c.until == "")
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        return None
    proved = verified_addresses(connection, row.account)
    return SeatMailbox(
        row.match, row.seat, row.place, row.n, row.account, row.mailbox or "", row.name, row.zone,
        tuple([each.folded for each in proved]),
        next((each.address for each in proved if each.state in WORKING_STATES), ""),
    )  # fmt: skip


def verified_addresses(connection: Connection, account: str) -> list[Any]:
    """Return the verified addresses of an account in order of verification."""
    here = (addresses.c.account == account, addresses.c.proved != "")
    wanted = select(addresses).where(*here).order_by(addresses.c.proved, addresses.c.folded)
    return list(connection.execute(wanted).all())


def give_new_address(connection: Connection, mailbox: SeatMailbox) -> str:
    """Give the mailbox a new secret address and return it. Mail to the old one is refused."""
    local = new_secret_address()
    here = (tenures.c.match == mailbox.match, tenures.c.place == mailbox.place, tenures.c.n == mailbox.n)
    connection.execute(update(tenures).where(*here).values(mailbox=local))
    return local
