"""Tenures of seats and pending turns, updated in the transaction that changes a match."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from palatine.matches.clock import format_timestamp
from palatine.matches.fairness import ID_ALPHABET
from palatine.matches.storage import Change, SeatRow
from palatine.store.schema_people import pending_turns, tenures
from palatine.store.transactions.prepared import PreparedStatement

FIRST_NOTIFICATION_DELAY = timedelta(seconds=90)
"""Delay before the first notification.

Most players answer before it, and undone actions never cause one.
"""
_FORGET = PreparedStatement(
    delete(pending_turns).where(
        pending_turns.c.match == bindparam("of_match"), pending_turns.c.seat == bindparam("of_seat")
    ),
    (),
)
_ASK = PreparedStatement(insert(pending_turns), ("match", "since", "version", "due", "seat", "account"))


def new_secret_address() -> str:
    """Return a random local part for the secret mail address of a seat (80 bits)."""
    return "s-" + "".join(secrets.choice(ID_ALPHABET) for _ in range(16))


def update_tenures(connection: Connection, match: str, seats: tuple[SeatRow, ...], time: str, reason: str) -> None:
    """End the tenures of previous owners and begin those of new owners."""
    rows = connection.execute(select(tenures).where(tenures.c.match == match)).all()
    held = {row.place: row for row in rows if not row.until}
    for place, seat in enumerate(seats):
        before = held.get(place)
        if seat.owner == (before.account if before else ""):
            continue
        if before is not None:
            here = (tenures.c.match == match, tenures.c.place == place, tenures.c.n == before.n)
            connection.execute(update(tenures).where(*here).values(until=time, why=reason or "left", mailbox=None))
        if seat.owner:
            n = 1 + max([row.n for row in rows if row.place == place], default=0)
            begun = {"match": match, "place": place, "n": n, "account": seat.owner, "since": time}
            connection.execute(insert(tenures), {**begun, "mailbox": new_secret_address()})


def update_pending_turns(connection: Connection, change: Change) -> None:
    """Update the pending turns: the seats that must act, since when, and when to notify them."""
    match, time = change.row.id, change.row.updated
    gone = (*change.unasked, *[seat.seat for seat in change.asked])
    _FORGET.run(connection, *[{"of_match": match, "of_seat": seat} for seat in gone])
    if change.asked:
        due = format_timestamp(datetime.fromisoformat(time) + FIRST_NOTIFICATION_DELAY)
        since = {"match": match, "since": time, "version": change.row.version, "due": due}
        _ASK.run(connection, *[{**since, "seat": seat.seat, "account": seat.owner} for seat in change.asked])
