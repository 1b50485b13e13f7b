"""The statements that a database driver sends, and a match between two signed-in guests."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx
import psycopg
from sqlalchemy import event

from palatine.accounts.accounts import Accounts
from palatine.accounts.sessions import Sessions
from palatine.config import Config, SiteSettings
from palatine.matches import SeatOwner
from palatine.matches.clock import now
from waiting import until
from web.helpers import Served

FRAME = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA")
"""Uncounted statements: transaction control, and PRAGMA, which takes a microsecond."""
OPEN = Config(site=SiteSettings(access="open"))


class Statements:
    """The statements that threads of a name have sent since the last call of `take`."""

    def __init__(self, thread: str) -> None:
        self.thread = thread
        self.found: list[str] = []

    def add(self, text: str) -> None:
        if threading.current_thread().name == self.thread and not text.lstrip().startswith(FRAME):
            self.found.append(text)

    def take(self) -> list[str]:
        found, self.found = self.found, []
        return found

    def counting(self) -> Any:
        """Return a class of psycopg cursors that record the statements they send."""
        add = self.add

        class Cursor(psycopg.Cursor[Any]):
            def execute(self, query: Any, *given: Any, **more: Any) -> Any:
                add(str(query))
                return super().execute(query, *given, **more)

            def executemany(self, query: Any, params_seq: Any, **more: Any) -> None:
                listed = list(params_seq)
                for _ in listed:
                    add(str(query))
                super().executemany(query, listed, **more)

        return Cursor


class CountedServer(Served):
    """A server whose database statements are recorded."""

    def __init__(self, place: Any, statements: Statements) -> None:
        self.statements = statements
        super().__init__(place, OPEN)

    def make_app(self, config: Config | None, senders: Any) -> Any:
        database = self.store.database

        def count(driver: Any, record: Any) -> None:
            if isinstance(driver, sqlite3.Connection):
                driver.set_trace_callback(self.statements.add)
            else:
                driver.cursor_factory = self.statements.counting()

        engines = [database.engine] if database.sole is None else [database.engine, database.sole.engine]
        for engine in engines:
            event.listen(engine, "connect", count)
        database.close_writer()
        for engine in engines:
            engine.dispose()
        return super().make_app(config, senders)


class Player(NamedTuple):
    seat: str
    client: httpx.Client


class Duel:
    """A match of Ford between two signed-in guests, who can open event streams."""

    def __init__(self, served: Served) -> None:
        self.served = served
        database = served.store.database
        self.match = served.services.matches.create("ford", forced=False).match
        self.path = f"/api/matches/{self.match}"
        self.players: dict[str, Player] = {}
        self.streams: list[threading.Thread] = []
        for seat in ("North", "South"):
            account = Accounts(database).create_guest(now())
            secret, _ = Sessions(database).create(account.id, "a browser", now())
            client = httpx.Client(base_url=served.url, timeout=30, cookies={"palatine": secret})
            self.players[seat] = Player(seat, client)
            served.services.seats.sit_down(self.match, SeatOwner(account.id, seat), seat, "7")

    @property
    def asked(self) -> str:
        """The seat whose turn it is, or "" if the match is over."""
        return next(iter(self.served.services.matches.info(self.match).asked), "")

    def listen(self) -> None:
        """Open an event stream for each player and wait for its first line."""
        for player in self.players.values():
            begun = threading.Event()
            self.streams.append(threading.Thread(target=self._listen, args=(player, begun), daemon=True))
            self.streams[-1].start()
            assert begun.wait(20)

    def _listen(self, player: Player, begun: threading.Event) -> None:
        wanted = {"seat": player.seat, "since": "0", "changes": "true"}
        with player.client.stream("GET", f"{self.path}/events", params=wanted) as stream:
            for _ in stream.iter_lines():
                begun.set()

    def act(self, pick: int = 0) -> None:
        """Take one action for the seat whose turn it is."""
        player = self.players[self.asked]
        seen = player.client.get(f"{self.path}/view", params={"seat": player.seat}).json()
        choices = seen["view"]["choices"]
        choice = choices[pick % len(choices)]
        move = {"verb": choice["verb"], "operand": choice["operand"]}
        body = {"seat": player.seat, "actions": [move], "version": seen["version"]}
        answer = player.client.post(f"{self.path}/actions?changes=true", json=body)
        assert answer.status_code == 200, answer.text


@contextmanager
def served(place: Any, statements: Statements) -> Iterator[CountedServer]:
    made = CountedServer(place, statements)
    made.start()
    until(lambda: made.peers is None or made.store.database.notified is not None)
    try:
        yield made
    finally:
        made.stop()
        made.store.close()
