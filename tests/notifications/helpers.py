"""A server with accounts, their channels, and senders that record messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import insert, select, update

from palatine.matches import MatchServices, SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.outbox import Outbox, OutboxMessage
from palatine.notifications.reminders import ReminderService
from palatine.notifications.sending.sender import Deliver, Payload
from palatine.store import Store
from palatine.store.schema import matches
from palatine.store.schema_people import accounts, addresses, channels, outbox, pending_turns
from palatine.web.background import job_runner

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
URL = "https://play.example.org"
VIAS = ("mail", "push", "discord", "slack", "ntfy", "json")


class Kept:
    """A sender that records its messages. `fails` has the exceptions to raise first, in order."""

    def __init__(self) -> None:
        self.loads: list[Payload] = []
        self.fails: list[Exception] = []

    @contextmanager
    def open(self) -> Iterator[Deliver]:
        yield self.deliver

    def deliver(self, load: Payload) -> None:
        if self.fails:
            raise self.fails.pop(0)
        self.loads.append(load)

    @property
    def kinds(self) -> list[str]:
        return [load.message.kind for load in self.loads]


class World:
    """A server, its accounts and the messages sent."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.services = MatchServices(store)
        self.reminders = ReminderService(store.database)
        self.sent = Kept()
        self.delivery = DeliveryService(store.database, dict.fromkeys(VIAS, self.sent), URL, threads=1)

    def account(self, name: str, **more: Any) -> str:
        row = {"id": name, "name": name, "folded": name, "kind": "member", "created": "", "seen": "", **more}
        with self.store.database.writing() as connection:
            connection.execute(insert(accounts), row)
            address = f"{name}@example.org"
            proved = {"folded": address, "address": address, "account": name, "proved": format_timestamp(NOON)}
            connection.execute(insert(addresses), proved)
        return name

    def channel(self, account: str, kind: str = "ntfy", target: str = "", **more: Any) -> str:
        """Add a proved channel to an account and return its id."""
        with self.store.database.writing() as connection:
            n = len(connection.execute(select(channels.c.id)).all())
            row = {
                "id": f"channel{n:07}", "account": account, "kind": kind, "state": "ok", "events": [], "muted": [],
                "target": target or f"https://ntfy.example.org/{account}", "secret": {},
                "made": format_timestamp(NOON), "proved": format_timestamp(NOON),
            }  # fmt: skip
            connection.execute(insert(channels), row | more)
        return f"channel{n:07}"

    def match(self, game: str, **owners: str) -> str:
        """Create a match in progress, whose seats belong to these accounts, and return its id."""
        players = {seat: {"kind": "person", "name": who, "owner": who} for seat, who in owners.items()}
        return self.services.matches.create(game, players=players, with_keys=False, forced=False).match

    def step(self, match: str, random: Random | None = None) -> None:
        """Take the first choice, or a random one, for the seat whose turn it is."""
        info = self.services.matches.info(match)
        owner = self.owner(match)
        choices = self.services.matches.view(match, owner.seat).view.choices
        choice = random.choice(choices) if random else choices[0]
        self.services.matches.act(match, owner, (choice.verb, choice.operand), info.version)

    def owner(self, match: str) -> SeatOwner:
        [seat] = self.services.matches.info(match).asked
        return SeatOwner(self.services.seats.owners(match)[seat], seat)

    def asks(self) -> list[Any]:
        with self.store.database.reading() as connection:
            return list(
                connection.execute(
                    select(pending_turns).order_by(pending_turns.c.match, pending_turns.c.seat)
                ).all()
            )

    def asked_at(self, match: str) -> datetime:
        """Return the time since which the match has waited for a seat."""
        return max(datetime.fromisoformat(ask.since) for ask in self.asks() if ask.match == match)

    def newest(self, seconds: float) -> datetime:
        """Return the time this many seconds after the newest request to act."""
        return after(max([NOON, *[datetime.fromisoformat(ask.since) for ask in self.asks()]]), seconds=seconds)

    def ends(self, match: str, at: datetime) -> None:
        """Set a match's deadline."""
        with self.store.database.writing() as connection:
            connection.execute(
                update(matches).where(matches.c.id == match).values(deadline=format_timestamp(at), clock={})
            )

    def remind(self, at: datetime) -> list[Payload]:
        """Send the notifications that are due and return them."""
        before = len(self.sent.loads)
        job_runner.run_due_jobs(self.store, at)
        self.reminders.send_due(at)
        while self.delivery.send_due(at):
            pass
        return self.sent.loads[before:]

    def rows(self, state: str | None = None) -> list[OutboxMessage]:
        with self.store.database.reading() as connection:
            found = [
                OutboxMessage(**row._mapping) for row in connection.execute(select(outbox).order_by(outbox.c.id))
            ]
        return [row for row in found if state in (None, row.state)]


def of_state(queue: Outbox, state: str) -> list[OutboxMessage]:
    return queue.select(outbox.c.state == state)


def after(time: datetime, **span: float) -> datetime:
    return time + timedelta(**span)
