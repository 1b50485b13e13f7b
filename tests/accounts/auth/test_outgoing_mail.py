"""Notifications of changed credentials, sent to every verified address and working channel."""

from __future__ import annotations

from sqlalchemy import insert, select

from accounts.auth.conftest import ANN, BOB, NOW
from palatine.accounts.auth.outgoing_mail import notify_account
from palatine.accounts.auth.own_addresses import VerifiedAddresses
from palatine.store import Store
from palatine.store.schema_people import channels, outbox


def test_every_channel_of_the_account_is_told(store: Store) -> None:
    VerifiedAddresses(store.database).add(ANN, "ann@example.org", NOW)
    VerifiedAddresses(store.database).add(BOB, "bob@example.org", NOW)
    kept = [("c1", "push", "ok"), ("c2", "ntfy", "failing"), ("c3", "json", "dead"), ("c4", "slack", "unproved")]
    rows = [
        {"id": c, "kind": kind, "state": state, "account": ANN, "target": c, "made": NOW} for c, kind, state in kept
    ]
    store.database.write(lambda connection: connection.execute(insert(channels), rows))
    store.database.write(lambda connection: notify_account(connection, ANN, "recovered", NOW))
    with store.database.reading() as connection:
        sent = connection.execute(select(outbox).order_by(outbox.c.id)).all()
    assert [(row.kind, row.via, row.channel, row.data.get("to", "")) for row in sent] == [
        ("keys", "mail", "", "ann@example.org"),
        ("keys", "push", "c1", ""),
        ("keys", "ntfy", "c2", ""),
    ]
    assert "Ann" in sent[0].data["text"]


def test_a_change_of_keys_names_the_key(store: Store) -> None:
    VerifiedAddresses(store.database).add(ANN, "ann@example.org", NOW)
    store.database.write(lambda connection: notify_account(connection, ANN, "key-added", NOW, "address"))
    with store.database.reading() as connection:
        [text] = [data["text"] for data in connection.execute(select(outbox.c.data)).scalars()]
    assert "An email address was added to the account Ann." in text
    assert "passkey" not in text
