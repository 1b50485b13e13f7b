"""A stopping server immediately releases what it has claimed and not yet sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from palatine.notifications.delivery import DeliveryService
from palatine.notifications.outbox import Outbox
from palatine.notifications.sending.sender import Deliver, Payload
from palatine.store import Store

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Halfway:
    """A sender that sends one message, after which the server is stopped."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.delivery: DeliveryService | None = None

    @contextmanager
    def open(self) -> Iterator[Deliver]:
        yield self.send

    def send(self, load: Payload) -> None:
        self.sent.append(load.message.id)
        if self.delivery is not None:
            self.delivery.is_ending = True


def test_what_is_claimed_and_not_on_its_way_is_the_next_one_s(tmp_path: Path) -> None:
    database = Store.open(tmp_path / "p.db").database
    outbox = Outbox(database)
    for n in range(3):
        data = {"to": "ann@example.org", "for": "signin", "code": "abcd", "link": "x"}
        assert outbox.add(f"mail {n}", "code", AT, via="hook", data=data)
    first, second = Halfway(), Halfway()
    first.delivery = DeliveryService(database, {"hook": first}, "http://localhost", threads=1)
    first.delivery.send_due(AT)
    assert len(first.sent) == 1
    DeliveryService(database, {"hook": second}, "http://localhost", threads=1).send_due(AT)
    assert sorted([*first.sent, *second.sent]) == [1, 2, 3]
