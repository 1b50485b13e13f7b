"""What signing in sends: codes and links by mail, and word to all channels of an account whose keys have changed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from palatine.store.schema_people import accounts, addresses, outbox
from palatine.table.fairness import new_id


def post_mail(connection: Connection, kind: str, data: dict[str, Any], now: str) -> None:
    """Put a mail into the outbox, ahead of what can wait, within a transaction."""
    row = {"key": f"{kind} {new_id()}", "kind": kind, "data": data, "made": now, "due": now, "first": True}
    connection.execute(insert(outbox), row)


def tell_account(connection: Connection, account: str, event: str, now: str) -> None:
    """Tell an account by every address it has proved what has happened to its keys, within a transaction."""
    name = connection.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar() or ""
    mine = (addresses.c.account == account, addresses.c.proved != "", addresses.c.state != "dead")
    for address in connection.execute(select(addresses.c.address).where(*mine)).scalars():
        post_mail(connection, "mail.keys", {"address": address, "name": name, "event": event}, now)
