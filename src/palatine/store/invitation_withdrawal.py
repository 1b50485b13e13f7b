"""Withdrawal of invitations to seats that have been filled, in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, delete, or_, select, update

from palatine.matches.storage import MatchRow, SeatRow
from palatine.store.schema import jobs
from palatine.store.schema_people import invitations, outbox

INVITATION_KIND = "invitation"
"""Kind of email and notification for an invitation."""
BOUNCED_KIND = "returned"
"""Kind of notification for an invitation email that bounced."""


def withdraw_filled_invitations(connection: Connection, row: MatchRow, seats: Sequence[SeatRow]) -> None:
    """Withdraw invitations to filled seats, with their notifications.

    If the match is full, invitations to any seat are withdrawn.
    """
    filled = [place for place, seat in enumerate(seats) if _is_filled(row, seat)]
    c = invitations.c
    leads_nowhere = or_(c.place.in_(filled), c.place.is_(None) if len(filled) == len(seats) else c.place < 0)
    wanted = select(c.id).where(c.match == row.id, c.state == "sent", leads_nowhere)
    for invitation in connection.execute(wanted).scalars().all():
        connection.execute(update(invitations).where(c.id == invitation).values(state="filled"))
        delete_pending_notifications(connection, invitation)


def _is_filled(row: MatchRow, seat: SeatRow) -> bool:
    """Return whether the seat has no place for a new player.

    A seat that a bot holds for a player of a match in play may still be open.
    """
    if row.status == "over":
        return True
    if seat.bot:
        return row.status == "open" or not seat.seated
    return bool(seat.seated or seat.owner)


def delete_pending_notifications(connection: Connection, invitation: str) -> None:
    """Delete unsent notifications of an invitation."""
    key = f"{INVITATION_KIND} {invitation}"
    connection.execute(delete(jobs).where(jobs.c.key == key))
    mine = or_(outbox.c.key == key, outbox.c.key.startswith(f"{key} "))
    connection.execute(
        update(outbox).where(mine, outbox.c.state == "waiting").values(state="withdrawn", lease="", data={})
    )


def delete_invitations(connection: Connection, condition: ColumnElement[bool]) -> None:
    """Delete invitations with all their notifications and emails, sent or not."""
    for invitation in connection.execute(select(invitations.c.id).where(condition)).scalars().all():
        delete_pending_notifications(connection, invitation)
        for name in (INVITATION_KIND, BOUNCED_KIND):
            key = f"{name} {invitation}"
            mine = or_(outbox.c.key == key, outbox.c.key.startswith(f"{key} "))
            connection.execute(delete(outbox).where(mine))
        connection.execute(delete(invitations).where(invitations.c.id == invitation))
