"""Bounced invitation emails: their senders are notified and can invite another player."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from palatine.notifications.dispatch import queue_event
from palatine.notifications.events import Event
from palatine.notifications.outbox import queue_message
from palatine.store.invitation_withdrawal import BOUNCED_KIND, INVITATION_KIND
from palatine.store.schema_people import addresses, invitations


def record_bounce(connection: Connection, key: str, now: datetime, reason: str = "") -> bool:
    """Record that the mail with that outbox key bounced or cannot be sent.

    Returns False if it was no invitation, or one that has been answered, withdrawn or returned already.
    """
    kind, _, invitation = key.partition(" ")
    if kind != INVITATION_KIND:
        return False
    c = invitations.c
    found = connection.execute(select(invitations).where(c.id == invitation, c.state == "sent")).one_or_none()
    if found is None or not found.address:
        return False
    connection.execute(update(invitations).where(c.id == invitation).values(state="returned"))
    data = {"says": "returned", "invited": found.address, "why": reason}
    name = f"{BOUNCED_KIND} {invitation}"
    if not queue_event(connection, Event("trouble", found.by, name, found.match, data=data), now):
        _write_to(connection, found.by, name, found.match, data, now)
    return True


def _write_to(
    connection: Connection, account: str, name: str, match: str, data: dict[str, Any], now: datetime
) -> None:
    """Send the notification by mail to an account without channels, if it has a working address."""
    c = addresses.c
    wanted = select(c.address).where(c.account == account, c.proved != "", c.state != "dead").order_by(c.proved)
    to = connection.execute(wanted.limit(1)).scalar()
    if to:
        queue_message(connection, name, "trouble", now, account=account, match=match, data={**data, "to": to})
