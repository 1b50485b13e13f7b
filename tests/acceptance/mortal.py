"""A server that crashes at random points. Another one opens the same file and continues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from sqlalchemy import select

from palatine.mail.inbox import LEASE as READING
from palatine.mail.intake import Intake
from palatine.mail.processor import MailProcessor
from palatine.mail.relay import Relay
from palatine.mail.sending import MailSender
from palatine.mail.settings import MailServiceSettings
from palatine.matches import MatchServices
from palatine.matches.clock import add_seconds, parse_time
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.outbox import LEASE as SENDING
from palatine.notifications.reminders import ReminderService
from palatine.notifications.sending.sender import Deliver, Payload, Sender
from palatine.store import Store
from palatine.store.jobs import LEASE as DOING
from palatine.store.jobs import Jobs
from palatine.store.schema import jobs, matches
from palatine.store.schema_people import inbox, outbox, pending_turns
from palatine.web.background import job_runner

T = TypeVar("T")
SETTINGS = MailServiceSettings("play.example.org", "https://play.example.org")


class Killed(BaseException):
    """A crash of the server. A BaseException, so that no code of the server catches it."""


class Fate:
    """Random crashes: one in `one_in` of the points where the server may crash, or none for 0."""

    def __init__(self, random: Random, one_in: int) -> None:
        self.random = random
        self.one_in = one_in
        self.deaths: dict[str, int] = {}

    def may_strike(self, where: str) -> None:
        if self.one_in and self.random.randrange(self.one_in) == 0:
            self.deaths[where] = self.deaths.get(where, 0) + 1
            raise Killed(where)


class Witness:
    """A sender that reports what it sends, and around which the server may crash."""

    def __init__(self, server: Server, inner: Sender | None) -> None:
        self.server = server
        self.inner = inner

    @contextmanager
    def open(self) -> Iterator[Deliver]:
        if self.inner is None:
            yield self._around(lambda load: None)
        else:
            with self.inner.open() as deliver:
                yield self._around(deliver)

    def _around(self, deliver: Callable[[Payload], None]) -> Deliver:
        def send(load: Payload) -> None:
            self.server.fate.may_strike("between claim and send")
            deliver(load)
            self.server.on_sent(load)
            self.server.fate.may_strike("between send and settled")

        return send


class Server:
    """A server until its crash: services, mail processor, reminders and delivery, on one file."""

    def __init__(self, file: Path, relay: Relay, fate: Fate, on_sent: Callable[[Payload], None]) -> None:
        self.fate = fate
        self.on_sent = on_sent
        self.store = Store.open(file)
        self._make_mortal()
        database = self.store.database
        self.store.jobs = Jobs(database)  # Leases expire by the simulated time.
        self.services = MatchServices(self.store)
        self.taking = Intake(database, SETTINGS)
        self.processor = MailProcessor(self.services, database, SETTINGS)
        self.reminders = ReminderService(database)
        mail = MailSender(self.services, database, SETTINGS, relay)
        senders = {"mail": Witness(self, mail), "ntfy": Witness(self, None)}
        self.delivery = DeliveryService(database, senders, SETTINGS.url, threads=1)

    def _make_mortal(self) -> None:
        """Crash right before or right after a write."""
        database: Any = self.store.database
        write, writing = database.write, database.writing

        def fatal_write(work: Callable[[Any], T], **how: Any) -> T:
            self.fate.may_strike("before a write")
            found: T = write(work, **how)
            self.fate.may_strike("after a write")
            return found

        @contextmanager
        def fatal_writing(**how: Any) -> Iterator[Any]:
            self.fate.may_strike("before a write")
            with writing(**how) as connection:
                yield connection
            self.fate.may_strike("after a write")

        database.write, database.writing = fatal_write, fatal_writing

    def look(self, now: str) -> None:
        """Run background work until nothing else is due at this time."""
        at = parse_time(now)
        self.services.matches.resume()
        self.services.clocks.claim_deadlines(now)
        while job_runner.run_due_jobs(self.store, at):
            pass
        self.processor.process_unread(at)
        self.reminders.send_due(at)
        self.reminders.align(at)
        while self.delivery.send_due(at):
            pass

    def next_due(self, now: str) -> str:
        """Return the time of the next work later than now, or "" if there is none."""
        with self.store.database.reading() as connection:
            # Work leased by a crashed server. This server has seen it by now and takes it over a lease later.
            found = [
                max(row.due, add_seconds(now, SENDING.total_seconds() + 1) if row.lease else "")
                for row in connection.execute(
                    select(outbox.c.due, outbox.c.lease).where(outbox.c.state == "waiting")
                )
            ]
            held = select(inbox.c.id).where(inbox.c.state == "new", inbox.c.lease != "")
            found += [add_seconds(now, READING.total_seconds() + 1) for _ in connection.execute(held)]
            found += [
                max(row.due, add_seconds(now, DOING.total_seconds() + 1) if row.lease else "")
                for row in connection.execute(select(jobs.c.due, jobs.c.lease))
            ]
            found += connection.execute(select(pending_turns.c.due).where(pending_turns.c.due != "")).scalars()
            found += connection.execute(select(matches.c.deadline).where(matches.c.deadline != "")).scalars()
        return min([each for each in found if each > now], default="")
