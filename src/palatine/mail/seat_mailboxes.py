"""Whose a seat is, as the post knows it: the tenure, its secret address, and where its mail goes."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, select, update

from palatine.matches import SeatOwner
from palatine.store.schema import seats
from palatine.store.schema_people import accounts, addresses, tenures
from palatine.store.seat_ownership import new_address

WORKING = ("ok", "failing")


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
    """What its player is called."""
    zone: str = ""
    addresses: tuple[str, ...] = ()
    """The proved addresses of the account, folded."""
    reach: str = ""
    """Where it is written to; "" when no address works."""
    told: int = 0
    """Number of turns announced by mail."""

    @property
    def key(self) -> SeatOwner:
        """What opens the seat."""
        return SeatOwner(self.account, self.seat)

    @property
    def tenure(self) -> str:
        """A name for this tenure, for limits."""
        return f"{self.match} {self.place} {self.n}"


def mailbox_by_address(connection: Connection, local: str) -> SeatMailbox | None:
    """The mailbox of a secret address; None when nobody has it (any more)."""
    return _mailbox(connection, tenures.c.mailbox == local)


def mailbox_of(connection: Connection, match: str, seat: str) -> SeatMailbox | None:
    """The mailbox of a seat; None when it is no account's."""
    return _mailbox(connection, (tenures.c.match == match) & (seats.c.seat == seat))


def _mailbox(connection: Connection, which: ColumnElement[bool]) -> SeatMailbox | None:
    wanted = (
        select(tenures, seats.c.seat, accounts.c.name, accounts.c.zone)
        .join(seats, (seats.c.match == tenures.c.match) & (seats.c.place == tenures.c.place))
        .join(accounts, accounts.c.id == tenures.c.account)
        .where(which, tenures.c.until == "")
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        return None
    proved = addresses_of(connection, row.account)
    return SeatMailbox(
        row.match, row.seat, row.place, row.n, row.account, row.mailbox or "", row.name, row.zone,
        tuple([each.folded for each in proved]),
        next((each.address for each in proved if each.state in WORKING), ""),
    )  # fmt: skip


def addresses_of(connection: Connection, account: str) -> list[Any]:
    """The proved addresses of an account, the one proved first before the others."""
    here = (addresses.c.account == account, addresses.c.proved != "")
    wanted = select(addresses).where(*here).order_by(addresses.c.proved, addresses.c.folded)
    return list(connection.execute(wanted).all())


def give_new_address(connection: Connection, mailbox: SeatMailbox) -> str:
    """Give the mailbox another secret address. Mail to the old one is refused."""
    local = new_address()
    here = (tenures.c.match == mailbox.match, tenures.c.place == mailbox.place, tenures.c.n == mailbox.n)
    connection.execute(update(tenures).where(*here).values(mailbox=local))
    return local
