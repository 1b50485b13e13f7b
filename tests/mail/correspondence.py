"""A match played by mail, and the mails to and from its players."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert, select

from palatine.mail.intake import AcceptedMail, Intake, RejectedMail
from palatine.mail.processor import MailProcessor
from palatine.mail.settings import MailServiceSettings
from palatine.matches import MatchInfo, MatchServices, SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.store import Store
from palatine.store.schema_people import accounts, addresses, inbox, outbox, tenures
from palatine.testing.examples.tithe.components import SEATS

DOMAIN = "play.example.org"
HOMES = "home.example"
START = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def new_account(store: Store, name: str, *proved: str, zone: str = "") -> str:
    """Create an account with proved addresses and return its id."""
    time = format_timestamp(START)
    row = {"id": name.casefold(), "kind": "member", "name": name, "folded": name.casefold(), "zone": zone}

    def work(connection: Any) -> None:
        connection.execute(insert(accounts), row | {"created": time, "seen": time})
        for address in proved:
            kept = {"folded": address.casefold(), "address": address, "account": row["id"], "proved": time}
            connection.execute(insert(addresses), kept)

    store.database.write(work)
    return row["id"]


@dataclass
class Correspondence:
    """A match on a server with mail. Each player's address is the name of their seat at `homes`."""

    store: Store
    services: MatchServices
    match: str
    seats: tuple[str, ...]
    settings: MailServiceSettings = field(
        default_factory=lambda: MailServiceSettings(DOMAIN, "https://play.example.org")
    )
    now: datetime = START
    sent: int = 0
    homes: str = HOMES

    @property
    def taking(self) -> Intake:
        return Intake(self.store.database, self.settings)

    @property
    def info(self) -> MatchInfo:
        return self.services.matches.info(self.match)

    def key(self, seat: str) -> SeatOwner:
        return SeatOwner(f"{seat}s player".casefold(), seat)

    def home(self, seat: str) -> str:
        return f"{seat.casefold()}@{self.homes}"

    def secret(self, seat: str) -> str:
        """Return the secret address of a seat."""
        wanted = select(tenures.c.mailbox).where(
            tenures.c.match == self.match, tenures.c.place == self.seats.index(seat), tenures.c.until == ""
        )
        with self.store.database.reading() as connection:
            return self.settings.address(connection.execute(wanted).scalar_one())

    def raw(self, seat: str, text: str, **headers: str) -> bytes:
        """Return a plain-text mail from the player of a seat."""
        self.sent += 1
        given = {
            "From": f"A player <{self.home(seat)}>", "To": self.secret(seat), "Subject": "Re: your turn",
            "Message-ID": f"<{self.sent}.{self.match}@{self.homes}>", "Date": f"{self.now:%a, %d %b %Y %H:%M:%S} +0000",
            "Content-Type": "text/plain; charset=utf-8",
        }  # fmt: skip
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items() if value)
        return f"{head}\r\n{text}".encode()

    def take(self, seat: str, raw: bytes, sender: str = "someone@home.example") -> AcceptedMail | RejectedMail:
        return self.taking.receive(sender, self.secret(seat), raw, self.now)

    def work(self) -> int:
        return MailProcessor(self.services, self.store.database, self.settings).process_unread(self.now)

    def write(self, seat: str, text: str, **headers: str) -> dict[str, Any] | None:
        """Deliver a mail from a player and return the receipt, or None if there is none."""
        return self.deliver(seat, self.raw(seat, text, **headers))

    def deliver(self, seat: str, raw: bytes) -> dict[str, Any] | None:
        before = len(self.outgoing())
        self.now += timedelta(minutes=5)
        assert self.take(seat, raw) == AcceptedMail()
        self.work()
        after = self.outgoing()[before:]
        assert len(after) <= 1
        return after[0] if after else None

    def answers(self, receipt: dict[str, Any]) -> dict[str, str]:
        """Return the headers of a reply to a receipt."""
        version = receipt["data"].get("version")
        tail = f".{version}" if version else ""
        return {"In_Reply_To": f"<o.{receipt['id']}{tail}@{self.settings.domain}>"}

    def outgoing(self) -> list[dict[str, Any]]:
        with self.store.database.reading() as connection:
            return [dict(row._mapping) for row in connection.execute(select(outbox).order_by(outbox.c.id))]

    def incoming(self) -> list[dict[str, Any]]:
        with self.store.database.reading() as connection:
            return [dict(row._mapping) for row in connection.execute(select(inbox).order_by(inbox.c.id))]

    def handed_in(self, seat: str) -> str | None:
        return self.services.orders.draft(self.match, self.key(seat)).handed_in


def correspondence(
    store: Store,
    services: MatchServices,
    game: str = "tithe",
    seats: int = 2,
    *,
    homes: str = HOMES,
    post: MailServiceSettings | None = None,
    table: tuple[str, ...] | None = None,
    **settings: Any,
) -> Correspondence:
    """Create a match in which each seat belongs to an account with an address."""
    names = SEATS[:seats] if game == "tithe" else table
    made = services.matches.create(game, seats=names, title="The valley of nine mills", **settings)
    for seat in made.keys:
        account = new_account(store, f"{seat}s player", f"{seat.casefold()}@{homes}", zone="Europe/Berlin")
        services.seats.sit_down(made.match, SeatOwner(account, seat), f"{seat}s player", "7")
    post = post or MailServiceSettings(DOMAIN, "https://play.example.org")
    return Correspondence(store, services, made.match, tuple(made.keys), post, homes=homes)
