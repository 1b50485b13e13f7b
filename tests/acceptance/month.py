"""A simulated month of an Adventurer Kings match: its players' habits and its outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from sqlalchemy import insert, select

from acceptance.mortal import SETTINGS, Fate, Killed, Server
from matches.moving import Moving
from palatine import registry
from palatine.mail.intake import AcceptedMail, RejectedMail
from palatine.mail.relay import Relay
from palatine.matches import MatchInfo, SeatOwner
from palatine.matches.clock import add_seconds, seconds_between
from palatine.notifications.sending.sender import Payload
from palatine.players.random_bot import random_sheet
from palatine.store.schema_people import accounts, addresses, channels, tenures

T = TypeVar("T")
LIVES = 200
"""Maximum number of servers that crash during one operation."""


@dataclass(frozen=True)
class Call:
    """A notification that was sent, the open turn, and whether the seat had to act."""

    kind: str
    account: str
    seat: str
    via: str
    number: int
    turn: int
    was_asked: bool
    time: str


@dataclass
class Month:
    """A match, its players' plans, and a record of its events."""

    game: str
    file: Path
    relay: Relay
    moving: Moving
    fate: Fate
    random: Random
    by_mail: tuple[str, ...]
    match: str = ""
    calls: list[Call] = field(default_factory=list)
    acts: dict[tuple[str, int], str] = field(default_factory=dict)
    """The time of each seat's first hand-in of a turn."""
    texts: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    """The order texts that each seat has handed in, by turn."""
    opened: dict[int, str] = field(default_factory=dict)
    owed: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """Seats and accounts that had to act when a turn opened."""
    mails: list[tuple[str, int, str]] = field(default_factory=list)
    """The seat, turn and Message-ID of each accepted mail."""
    lives: list[Server] = field(default_factory=list)
    plans: dict[tuple[str, int], str] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    deadlines: set[str] = field(default_factory=set)
    """The announced deadlines of the turns."""

    # The server and its crashes

    def raised(self) -> Server:
        """Start a new server on the same file, without closing the previous one."""
        while True:
            try:
                self.lives.append(Server(self.file, self.relay, self.fate, self.on_sent))
                return self.lives[-1]
            except Killed:
                continue

    @property
    def server(self) -> Server:
        return self.lives[-1] if self.lives else self.raised()

    @property
    def info(self) -> MatchInfo:
        return self.server.services.matches.info(self.match)

    def until_done(self, what: Callable[[Server], T]) -> T:
        """Repeat an operation, with a new server after each crash, until it succeeds."""
        for _ in range(LIVES):
            try:
                return what(self.server)
            except Killed:
                self.raised()
        raise AssertionError("no server lives long enough")

    def on_sent(self, load: Payload) -> None:
        message = load.message
        info = self.server.services.matches.info(message.match)
        kind = str(message.data.get("says", message.kind))
        was_asked = message.seat in info.asked
        whose = (message.account, message.seat, message.via, message.id)
        self.calls.append(Call(kind, *whose, info.turn, was_asked, self.moving.now))

    # People

    def settle(self, name: str, *, by_mail: bool) -> str:
        """Create an account that is notified by mail or by ntfy, and return its id."""
        row = {"id": name, "kind": "member", "name": name, "folded": name, "zone": "Europe/Berlin"}
        now = self.moving.now
        address = f"{name}@home.example"
        kept = {"folded": address, "address": address, "account": name, "proved": now}
        kind, target = ("mail", address) if by_mail else ("ntfy", f"https://ntfy.example.org/{name}")
        channel = {"id": f"c-{name}", "account": name, "kind": kind, "target": target, "state": "ok", "secret": {},
                   "events": [], "muted": [], "made": now, "proved": now}  # fmt: skip
        with self.server.store.database.engine.begin() as connection:
            connection.execute(insert(accounts), row | {"created": now, "seen": now})
            connection.execute(insert(addresses), kept)
            connection.execute(insert(channels), channel)
        return name

    def begin(self, seats: tuple[str, ...], clock: dict[str, Any]) -> None:
        one_in, self.fate.one_in = self.fate.one_in, 0
        services = self.server.services
        self.match = services.matches.create(self.game, seats=seats, clock=clock, with_keys=False).match
        for seat in seats:
            name = self.settle(f"player-of-{seat.lower()}", by_mail=seat in self.by_mail)
            services.seats.sit_down(self.match, SeatOwner(name, seat), name, "7")
        self.fate.one_in = one_in
        self.note_turn()

    def replace(self, seat: str) -> str:
        """Give a seat to a new account, which plays as its predecessor did."""
        name = self.settle(f"successor-of-{seat.lower()}", by_mail=seat in self.by_mail)

        def sit(server: Server) -> None:
            if server.services.seats.owners(self.match).get(seat) != name:
                server.services.seats.sit_down(self.match, SeatOwner(name, seat), name)

        self.until_done(sit)
        self.absent.discard(seat)
        info = self.info
        if seat in info.asked:  # Otherwise the bot's sheet counts until the successor changes it.
            self.owed[info.turn].append((seat, name))
        self.plan(seat, info.turn)
        return name

    def address(self, seat: str) -> str:
        """Return the secret address of a seat."""
        place = [each.seat for each in self.info.seats].index(seat)
        here = (tenures.c.match == self.match, tenures.c.place == place, tenures.c.until == "")
        with self.server.store.database.reading() as connection:
            return f"{connection.execute(select(tenures.c.mailbox).where(*here)).scalar_one()}@{SETTINGS.domain}"

    # Acting

    def note_turn(self) -> None:
        """Record a turn that has opened: who must act, and when they plan to."""
        info = self.info
        if info.status != "playing" or info.turn in self.opened:
            return
        self.opened[info.turn] = self.moving.now
        owners = self.server.services.seats.owners(self.match)
        self.owed[info.turn] = [(seat, owners[seat]) for seat in info.asked]
        for seat in info.asked:
            if seat not in self.absent:
                self.plan(seat, info.turn)

    def plan(self, seat: str, turn: int) -> None:
        """Plan to act, an hour or more from now and, in a long turn, 26 or more before the end."""
        left = seconds_between(self.moving.now, self.info.deadline)
        self.plans[seat, turn] = add_seconds(
            self.moving.now, self.random.uniform(3600, max(3700, left - 26 * 3600))
        )

    def orders(self, seat: str) -> str:
        game: Any = registry.load(self.game)
        state: Any = self.server.services.runtime.open(self.match).state
        sheet = random_sheet(game, state, seat, self.random)
        return str(game.write(sheet)).strip("\n")

    def act(self, seat: str, turn: int) -> None:
        """Hand in orders by mail or on the page. Repeat it until the server confirms."""
        if self.info.turn != turn:
            return
        text = self.orders(seat)
        account = self.server.services.seats.owners(self.match)[seat]
        if seat in self.by_mail:
            self.write(seat, account, turn, text)
        else:
            self.until_done(lambda server: self._hand_in(server, SeatOwner(account, seat), text, turn))
            self.texts.setdefault((seat, turn), []).append(text)
        self.acts.setdefault((seat, turn), self.moving.now)

    def _hand_in(self, server: Server, key: SeatOwner, text: str, turn: int) -> None:
        """Hand in orders unless the turn has already been run."""
        if server.services.matches.info(self.match).turn == turn:
            server.services.orders.hand_in(self.match, key, text, turn)

    def write(self, seat: str, account: str, turn: int, text: str) -> None:
        number = len(self.mails)
        head = {
            "From": f"{account}@home.example", "To": self.address(seat), "Subject": "Re: your turn",
            "Message-ID": f"<{number}@home.example>", "Content-Type": "text/plain; charset=utf-8",
        }  # fmt: skip
        lines = "\r\n".join(f"{name}: {value}" for name, value in head.items())
        raw = f"{lines}\r\n\r\n#orders turn {turn}\r\n{text}\r\n#end\r\n\r\nYours, {seat}\r\n".encode()
        sender = f"{account}@home.example"
        taken = self.send(sender, head["To"], raw)
        assert isinstance(taken, AcceptedMail), taken
        self.mails.append((seat, turn, head["Message-ID"]))
        self.texts.setdefault((seat, turn), []).append(text)
        if self.random.random() < 0.3:
            self.raised()  # The server crashes between accepting a mail and processing it.

    def send(self, sender: str, to: str, raw: bytes) -> AcceptedMail | RejectedMail:
        return self.until_done(lambda server: server.taking.receive(sender, to, raw, self.moving.at))

    # Time

    def look(self) -> None:
        self.deadlines.add(self.info.deadline)
        self.until_done(lambda server: server.look(self.moving.now))
        self.note_turn()

    def go_on(self, until: str) -> None:
        """Move the clock from event to event, until `until` or the end of the match."""
        while True:
            self.look()
            now = self.moving.now
            for (seat, turn), time in sorted(self.plans.items(), key=lambda plan: plan[1]):
                if time <= now:
                    del self.plans[seat, turn]
                    self.act(seat, turn)
                    self.look()
            due = self.until_done(lambda server: server.next_due(self.moving.now))
            coming = min([each for each in (due, *self.plans.values()) if each])
            if coming > until or self.info.status != "playing":
                return
            self.moving.to(coming)
