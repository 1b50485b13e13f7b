"""Invitations by mail that do not arrive: whoever made them is told, and is free to ask somebody else."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, select, update

from palatine.notices.dispatch import tell
from palatine.notices.events import Event
from palatine.store.invited import KIND
from palatine.store.schema_people import invitations


def returned(connection: Connection, key: str, at: datetime, why: str = "") -> bool:
    """The mail of that key in the outbox has come back, or cannot be sent. False when it was no invitation, or one
    that has been answered, withdrawn or returned already."""
    kind, _, invitation = key.partition(" ")
    if kind != KIND:
        return False
    c = invitations.c
    found = connection.execute(select(invitations).where(c.id == invitation, c.state == "sent")).one_or_none()
    if found is None or not found.address:
        return False
    connection.execute(update(invitations).where(c.id == invitation).values(state="returned"))
    data = {"says": "returned", "to": found.address, "why": why}
    tell(connection, Event("trouble", found.by, f"returned {invitation}", found.match, data=data), at)
    return True
