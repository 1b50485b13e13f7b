"""Mail sent by sign-in: codes, links and notices of changed credentials.

Each is a row of the outbox with the complete text.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from palatine.accounts.auth.wording import say
from palatine.matches.fairness import new_id
from palatine.store.schema_people import accounts, addresses, channels, outbox

CODE_KIND, CREDENTIALS_KIND = "code", "keys"
"""Kinds of outbox rows. The text of a code is deleted after sending."""


def queue_mail(connection: Connection, kind: str, data: dict[str, Any], now: str) -> None:
    """Queue a mail with a code and link, ahead of other mail, within a transaction.

    `kind` is "signin" or "prove".
    """
    told = {"subject": say(f"way-mail.{kind}-subject", **data), "text": say(f"way-mail.{kind}", **data)}
    _insert_job(connection, CODE_KIND, {**data, **told, "for": kind, "to": data["address"]}, now)


def notify_account(connection: Connection, account: str, event: str, now: str, what: str = "key") -> None:
    """Notify an account of a change to its credentials, within a transaction.

    The notice goes to all verified addresses and other working channels. `event` is "recovered", "key-added" or
    "key-removed"; `what` is the credential: "passkey", "address", "password", "codes", "identity" or any "key".
    """
    name = connection.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar() or ""
    mine = (addresses.c.account == account, addresses.c.proved != "", addresses.c.state != "dead")
    change = "" if event == "recovered" else say(f"way-mail.{event}-{what}", name=name)
    told = {"subject": say("way-mail.keys-subject"), "text": say(f"way-mail.{event}", name=name, change=change)}
    for address in connection.execute(select(addresses.c.address).where(*mine)).scalars():
        _insert_job(connection, CREDENTIALS_KIND, {**told, "for": event, "to": address, "name": name}, now, account)
    others = (channels.c.account == account, channels.c.kind != "mail", channels.c.state.in_(("ok", "failing")))
    for channel in connection.execute(select(channels.c.id, channels.c.kind).where(*others)).all():
        by = {"channel": channel.id, "via": channel.kind}
        _insert_job(connection, CREDENTIALS_KIND, {"for": event, "name": name}, now, account, **by)


def _insert_job(
    connection: Connection, kind: str, data: dict[str, Any], now: str, account: str = "", **by: str
) -> None:
    row = {"key": f"{kind} {new_id()}", "kind": kind, "data": data, "made": now, "due": now, "first": True}
    connection.execute(insert(outbox), row | {"account": account} | by)
