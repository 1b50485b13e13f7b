"""A server in a separate process, with the settings of docs/mail.md."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select, update

from mail.correspondence import DOMAIN, Correspondence, new_account
from palatine.mail.settings import MailServiceSettings
from palatine.matches import MatchServices, SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.store import Store
from palatine.store.schema_people import channels, pending_turns
from services.mailing import until

HOME = "home.test"


class Match(Correspondence):
    """A match of players who have mailboxes at a provider."""

    @property
    def channels(self) -> list[dict[str, Any]]:
        with self.store.database.reading() as connection:
            return [dict(row._mapping) for row in connection.execute(select(channels).order_by(channels.c.id))]

    def receipts(self) -> list[dict[str, Any]]:
        return [row for row in self.outgoing() if row["kind"] == "receipt"]


@dataclass
class Served:
    """A server process and its database."""

    place: Path
    settings: str
    process: subprocess.Popen[bytes] | None = None
    lives: int = 0
    store: Store = field(init=False)
    services: MatchServices = field(init=False)

    def __post_init__(self) -> None:
        (self.place / "palatine.toml").write_text(self.settings)
        self.store = Store.open(self.file)
        self.services = MatchServices(self.store)

    @property
    def file(self) -> Path:
        return self.place / "club.db"

    @property
    def said(self) -> str:
        return "\n".join(path.read_text() for path in sorted(self.place.glob("said*")))

    def start(self) -> None:
        """Start the server and return when it answers."""
        self.lives += 1
        command = [
            sys.executable,
            "-m",
            "palatine",
            "serve",
            "--port",
            "0",
            "--no-browser",
            "--database",
            str(self.file),
        ]
        told = self.place / f"said{self.lives}"
        around = {**os.environ, "PALATINE_CONFIG": str(self.place / "palatine.toml")}
        with told.open("wb") as out:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=around)
        until(lambda: "play.example.org" in told.read_text() or self.process.poll() is not None, lambda: self.said)
        assert self.process.poll() is None, self.said

    def kill(self) -> None:
        """Kill the server immediately."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(30)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)

    def match(self, game: str, seats: tuple[str, ...], names: tuple[str, ...] = ()) -> Match:
        """Create a match that is played by mail.

        Each seat belongs to an account, named after the seat unless `names` are given, with an address at home.test
        that receives its notifications.
        """
        made = self.services.matches.create(game, seats=seats, title="The Nine Lanterns")
        for seat, name in zip(seats, names or seats, strict=True):
            address = f"{name.casefold()}@{HOME}"
            account = new_account(self.store, name if names else f"{seat}s player", address, zone="Europe/Berlin")
            self.call(account, address)
            self.services.seats.sit_down(made.match, SeatOwner(account, seat), name, "7")
        settings = MailServiceSettings(DOMAIN, "https://play.example.org")
        now = datetime.now(UTC)
        return Match(self.store, self.services, made.match, seats, settings, now=now, homes=HOME)

    def call(self, account: str, address: str) -> None:
        """Add a mail channel to an account."""
        now = format_timestamp(datetime.now(UTC))
        row = {"id": f"c-{account}", "account": account, "kind": "mail", "target": address, "state": "ok", "secret": {},
               "events": [], "muted": [], "made": now, "proved": now}  # fmt: skip
        self.store.database.write(lambda connection: connection.execute(insert(channels), row))

    def remind(self) -> None:
        """Make all turn reminders due now, instead of ninety seconds after the turn began."""
        now = format_timestamp(datetime.now(UTC))
        change = update(pending_turns).where(pending_turns.c.due > now).values(due=now)
        self.store.database.write(lambda connection: connection.execute(change))


def wishes(page: str, given: str, ours: str) -> str:
    """Return the settings of a page with `given` replaced by `ours`. Fail if `given` is missing."""
    assert given in page
    return page.replace(given, ours)


@contextmanager
def server(place: Path, settings: str) -> Iterator[Served]:
    """Yield a server with these settings, which runs after `start`."""
    place.mkdir()
    made = Served(place, settings)
    try:
        yield made
    finally:
        made.stop()
        made.store.close()
