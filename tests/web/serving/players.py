"""Players and listeners that continue after a server is killed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, Protocol

import msgspec

from palatine.store import Store
from web.serving.server_process import HOST, SOON

BEHIND = 3.0
"""Seconds that a listener may lag behind an acknowledged action while a server runs."""
AWAY = 1.0
"""Seconds without an answer about a match, after which it counts as having had no server."""


UNANSWERED = (0, 500, 502, 503, 504)
"""Statuses that leave an action's outcome unknown: no response, or a server or proxy error."""


class Endpoint(Protocol):
    """A server, or a proxy in front of servers."""

    database: str
    port: int

    @property
    def open_since(self) -> float:
        """Monotonic time since which it responds, or infinity while it does not."""


class Caller:
    """A connection to one of several servers, which is opened again after a loss."""

    def __init__(self, *served: Endpoint) -> None:
        self.served = served
        self.at = 0
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, bytes]:
        """Send a request and return the status and body of the response.

        Raises OSError or EOFError if the connection is lost. The next request then opens a new one.
        """
        try:
            if self.streams is None:
                self.streams = await self.connect()
            reader, writer = self.streams
            writer.write(request(method, path, body, key))
            status, length, closes = await head_of(reader)
            data = await reader.readexactly(length)
        except BaseException:
            self.close()
            raise
        if closes:
            self.close()
        return status, data

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a new connection. If this fails, raise OSError and try another server next time."""
        there = self.served[self.at % len(self.served)]
        try:
            return await asyncio.open_connection(HOST, there.port)
        except OSError:
            self.at += 1
            raise

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


def request(method: str, path: str, body: Any = None, key: str = "", *more: str) -> bytes:
    data = b"" if body is None else msgspec.json.encode(body)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", "Content-Type: application/json"]
    lines += [f"Content-Length: {len(data)}", *more, *([f"Authorization: Bearer {key}"] if key else [])]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + data


async def head_of(reader: asyncio.StreamReader) -> tuple[int, int, bool]:
    """Return the status, the length of the body, and whether the connection closes.

    Raises EOFError if the connection has ended.
    """
    line = await reader.readline()
    if not line:
        raise EOFError
    length, closes = 0, False
    while (header := await reader.readline()) != b"\r\n":
        name, _, value = header.lower().partition(b":")
        length = int(value) if name == b"content-length" else length
        closes = closes or (name == b"connection" and b"close" in value)
    return int(line.split()[1]), length, closes


class Player:
    """A client that plays its seats of a match at random and records the acknowledged actions."""

    def __init__(self, number: int, *served: Endpoint) -> None:
        self.served = served
        self.caller = Caller(*served)
        self.random = Random(number)
        self.match = ""
        self.keys: dict[str, str] = {}
        self.seen: Any = None
        self.stands: dict[int, tuple[str, int]] = {}
        """Acknowledged actions by their numbers in the log."""
        self.sent: dict[int, tuple[str, int]] = {}
        """Actions sent, answered or not, by the numbers that they have in the log if accepted."""
        self.is_alone = True
        """True if nobody else plays in the match."""
        self.first = 0
        """The version at which play began."""
        self.may_be_away = any(each.database.startswith("postgresql") for each in served)
        """True if a running server may be unable to serve the match, because its database is down."""
        self.acknowledged: dict[int, float] = {}
        """Monotonic times of the answers that the listener has not received yet, by version."""
        self.heard = 0
        self.last = 0.0
        self.on_answer: Callable[[], object] = lambda: None
        """Called after each successful answer about the match."""

    async def begin(self, game: str = "demonlord", **players: Any) -> None:
        seats = {seat: {"kind": "person", "name": seat, "number": "1"} for seat in ("Hosar", "Demon")} | players
        wanted = {
            "game": game,
            "players": seats,
            "forced": False,
        }  # Without forced actions, each record is an action that a client has sent.
        status, data = await self.caller.ask("POST", "/api/matches", wanted)
        assert status == 201, data
        made = msgspec.json.decode(data)
        self.match, self.keys = made["match"], made["keys"]
        self.is_alone = not players
        await self.look()
        self.first = self.seen["version"]

    @property
    def base(self) -> str:
        return f"/api/matches/{self.match}"

    @property
    def is_over(self) -> bool:
        return not self.seen["view"]["asked"]

    async def look(self) -> None:
        """Load the view of the seat whose turn it is, retrying until a server answers.

        Time without a server does not count towards the limit.
        """
        begun = monotonic()
        seat = next(iter(self.keys))
        while True:
            self._be_patient(begun)
            with suppress(OSError, EOFError):
                status, data = await self.caller.ask("GET", f"{self.base}/view?seat={seat}", key=self.keys[seat])
                if status == 200:
                    self.on_answer()
                    self.seen = msgspec.json.decode(data)
                    asked = [each for each in self.seen["view"]["asked"] if each in self.keys]
                    if not asked or seat in asked:
                        return
                    seat = asked[0]
                    continue
            await asyncio.sleep(0.02)  # A browser also waits before it retries.

    def _be_patient(self, begun: float) -> None:
        """Fail if no server has answered for `SOON` seconds while one was running."""
        open_since = min(each.open_since for each in self.served)
        assert monotonic() < max(begun, open_since) + SOON, "nobody answers"

    async def step(self) -> None:
        """Take one action, sending it again until it is answered.

        If an earlier attempt was accepted, load its result.
        """
        view, was = self.seen["view"], self.seen["version"]
        seats = [seat for seat in view["asked"] if seat in self.keys]
        if not seats or not view["choices"]:
            await self.look()
            return
        choice = self.random.choice(view["choices"])
        action = {"verb": choice["verb"], "operand": choice["operand"]}
        body = {"seat": seats[0], "actions": [action], "version": was}
        self.sent[was + 1] = (action["verb"], action["operand"])
        status, data = await self._send(body, self.keys[seats[0]])
        if status == 200:
            self.on_answer()
            self.seen = msgspec.json.decode(data)
            self.stands[was + 1] = (action["verb"], action["operand"])
            if self.may_be_away and monotonic() - self.last > AWAY:
                self.acknowledged = dict.fromkeys(self.acknowledged, monotonic())
            self.last = monotonic()
            if self.seen["version"] > self.heard:
                self.acknowledged[self.seen["version"]] = self.last
            if not set(self.seen["view"]["asked"]) <= {seats[0]}:
                await self.look()
            return
        await self.look()
        assert self.seen["version"] >= was, "what was answered is gone"
        assert not self.is_alone or self.seen["version"] == was + 1, "it had been done once"

    async def _send(self, body: Any, key: str) -> tuple[int, bytes]:
        """Send an action, unchanged, until it is answered, and return the status and body."""
        begun = monotonic()
        while True:
            try:
                status, data = await self.caller.ask("POST", f"{self.base}/actions", body, key)
            except (OSError, EOFError):
                status, data = 0, b""
            if status not in UNANSWERED:
                assert status in (200, 409), data
                return status, data
            self._be_patient(begun)
            await asyncio.sleep(0.02)  # A browser also waits before it retries.

    def check(self, store: Store) -> None:
        """Check that each acknowledged action is in the log, once and at its number."""
        records = {record.n: record for record in store.records(self.match)}
        assert list(records) == list(range(1, len(records) + 1))
        for n, (verb, operand) in self.stands.items():
            assert (records[n].verb, records[n].operand) == (verb, operand), f"record {n}"
        for n in range(self.first + 1, len(records) + 1 if self.is_alone else 0):
            assert self.sent.get(n) == (records[n].verb, records[n].operand), f"record {n}"


class Listener:
    """A client that follows a player's seat as a browser does.

    After each lost connection it reconnects and continues from the last event.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.caller = Caller(*reversed(player.served))
        self.longest = 0.0
        """Longest delay behind an acknowledged action, in seconds."""

    async def run(self) -> None:
        while True:
            with suppress(OSError, EOFError, asyncio.IncompleteReadError):
                await self._listen()
            await asyncio.sleep(0.05)

    async def _listen(self) -> None:
        seat, key = next(iter(self.player.keys.items()))
        reader, writer = await self.caller.connect()
        try:
            more = [f"Last-Event-ID: {self.player.heard}"] if self.player.heard else []
            writer.write(request("GET", f"{self.player.base}/events?seat={seat}&changes=1", None, key, *more))
            status, _, _ = await head_of(reader)
            if status != 200:  # The server cannot answer now and will send nothing more on this connection.
                return
            while (line := await reader.readline()) not in (b"", b"0\r\n"):  # The last chunk also ends the stream.
                if line.startswith(b"id: "):
                    self._hear(int(line[4:]))
        finally:
            writer.close()

    def _hear(self, version: int) -> None:
        self.player.heard = version
        now = monotonic()
        for each in [each for each in self.player.acknowledged if each <= version]:
            self.longest = max(self.longest, now - self.player.acknowledged.pop(each))

    @property
    def has_heard_all(self) -> bool:
        return not self.player.acknowledged
