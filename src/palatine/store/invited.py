"""Invitations to seats that are no longer free: withdrawn with the change of the match that filled the seats."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, delete, or_, select, update

from palatine.matches.storage import MatchRow, SeatRow
from palatine.store.schema import jobs
from palatine.store.schema_people import invitations, outbox

KIND = "invitation"
"""What a mail with an invitation, and a notice of one, is called."""
RETURNED = "returned"
"""What the notice is called that such a mail came back."""


def follow_invited(connection: Connection, row: MatchRow, seats: Sequence[SeatRow]) -> None:
    """Withdraw what asks to a seat that has been filled, or to any seat of a match that is full, with its news."""
    filled = [place for place, seat in enumerate(seats) if _is_filled(row, seat)]
    c = invitations.c
    leads_nowhere = or_(c.place.in_(filled), c.place.is_(None) if len(filled) == len(seats) else c.place < 0)
    wanted = select(c.id).where(c.match == row.id, c.state == "sent", leads_nowhere)
    for invitation in connection.execute(wanted).scalars().all():
        connection.execute(update(invitations).where(c.id == invitation).values(state="filled"))
        take_back_news(connection, invitation)


def _is_filled(row: MatchRow, seat: SeatRow) -> bool:
    """Whether nobody new may sit down; a seat that a bot holds for somebody in play may yet be wanted."""
    if row.status == "over":
        return True
    if seat.bot:
        return row.status == "open" or not seat.seated
    return bool(seat.seated or seat.owner)


def take_back_news(connection: Connection, invitation: str) -> None:
    """Delete unsent notifications of an invitation."""
    key = f"{KIND} {invitation}"
    connection.execute(delete(jobs).where(jobs.c.key == key))
    mine = or_(outbox.c.key == key, outbox.c.key.startswith(f"{key} "))
    connection.execute(
        update(outbox).where(mine, outbox.c.state == "waiting").values(state="withdrawn", lease="", data={})
    )


def forget_invited(connection: Connection, which: ColumnElement[bool]) -> None:
    """Delete invitations, with their news and with every mail of theirs, sent or not."""
    for invitation in connection.execute(select(invitations.c.id).where(which)).scalars().all():
        take_back_news(connection, invitation)
        for name in (KIND, RETURNED):
            key = f"{name} {invitation}"
            mine = or_(outbox.c.key == key, outbox.c.key.startswith(f"{key} "))
            connection.execute(delete(outbox).where(mine))
        connection.execute(delete(invitations).where(invitations.c.id == invitation))
