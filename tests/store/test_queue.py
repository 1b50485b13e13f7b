"""Properties of all queues, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import ColumnElement
from sqlalchemy.dialects import postgresql, sqlite

from notifications.helpers import of_state
from palatine.mail.inbox import Inbox
from palatine.notifications.outbox import Outbox
from palatine.store import Store
from palatine.store.invitation_withdrawal import INVITATION_KIND, delete_pending_notifications
from palatine.store.jobs import Jobs
from palatine.store.queue import LeasedQueue
from palatine.store.schema_people import inbox

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
QUEUES: list[tuple[type[LeasedQueue[Any]], ColumnElement[bool]]] = [
    (Jobs, Jobs.due_condition(NOON)), (Outbox, Outbox.due_condition(NOON, ["mail"])), (Inbox, inbox.c.state == "new"),
]  # fmt: skip


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Store.open(database)
    yield store
    store.close()


@pytest.mark.parametrize(("queue", "waiting"), QUEUES)
@pytest.mark.parametrize(("dialect", "has_lock"), [(postgresql.dialect(), True), (sqlite.dialect(), False)])
def test_the_statement_that_claims_holds_on_both_databases(
    store: Store, queue: type[LeasedQueue[Any]], waiting: ColumnElement[bool], dialect: Any, has_lock: bool
) -> None:
    text = str(queue(store.database).claim_statement(waiting, 3).compile(dialect=dialect))
    assert ("FOR UPDATE SKIP LOCKED" in text) == has_lock
    assert ("AS MATERIALIZED" in text) == has_lock
    assert "RETURNING" in text


def test_a_row_that_was_never_claimed_or_is_finished_is_nobodys(store: Store) -> None:
    outbox = Outbox(store.database)
    outbox.add("a", "kind", NOON)
    [message] = outbox.claim(NOON, ["mail"], 1)
    assert outbox.settle(message, "withdrawn")
    assert not outbox.settle(message, "sent")
    assert outbox.renew(message, NOON) == message, "its lease is fresh, as far as this worker knows"
    assert not outbox.retry_later(message, NOON)
    assert [each.state for each in of_state(outbox, "withdrawn")] == ["withdrawn"]


def test_what_is_taken_back_while_it_is_being_sent_stays_withdrawn(store: Store) -> None:
    outbox = Outbox(store.database)
    outbox.add(f"{INVITATION_KIND} an-invitation", "invited", NOON, data={"token": "secret"})
    [message] = outbox.claim(NOON, ["mail"], 1)
    store.database.write(lambda connection: delete_pending_notifications(connection, "an-invitation"))
    assert not outbox.settle(message, "sent")
    [kept] = of_state(outbox, "withdrawn")
    assert kept.data == {}
