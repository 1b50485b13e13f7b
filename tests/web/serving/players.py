"""Players and listeners who go on whatever dies."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any

import msgspec

from palatine.store import Store
from web.serving.server_process import HOST, SOON, ServerProcess

BEHIND = 3.0
"""Seconds that a listener may lag behind what was acknowledged, counted while there is a server."""
AWAY = 1.0
"""Seconds in which a match is not answered, after which there was no server for it."""


class Caller:
    """One connection that asks again after each loss, of several servers whichever is there."""

    def __init__(self, *served: ServerProcess) -> None:
        self.served = served
        self.at = 0
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, bytes]:
        """Status and body of one answer. Raises OSError or EOFError when the connection is lost, and is new then."""
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
        """A new connection. Raises OSError, and tries another server the next time."""
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
    """Status, length and whether the connection ends."""
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
    """Plays both seats of a match with random actions, and remembers each that stands."""

    def __init__(self, number: int, *served: ServerProcess) -> None:
        self.served = served
        self.caller = Caller(*served)
        self.random = Random(number)
        self.match = ""
        self.keys: dict[str, str] = {}
        self.seen: Any = None
        self.stands: dict[int, tuple[str, int]] = {}
        """Actions by their numbers in the log."""
        self.may_be_away = any(each.database.startswith("postgresql") for each in served)
        """Whether a match can be without a server while one runs: its database may be away."""
        self.acknowledged: dict[int, float] = {}
        """When those were answered that its listener has not heard of."""
        self.heard = 0
        self.last = 0.0

    async def begin(self, game: str = "demonlord", **players: Any) -> None:
        seats = {seat: {"kind": "person", "name": seat, "number": "1"} for seat in ("Hosar", "Demon")} | players
        status, data = await self.caller.ask("POST", "/api/matches", {"game": game, "players": seats})
        assert status == 201, data
        made = msgspec.json.decode(data)
        self.match, self.keys = made["match"], made["keys"]
        await self.look()

    @property
    def base(self) -> str:
        return f"/api/matches/{self.match}"

    @property
    def is_over(self) -> bool:
        return not self.seen["view"]["asked"]

    async def look(self) -> None:
        """See the match as the seat does that is asked, as soon as somebody answers; no time counts in which there is
        no server."""
        begun = monotonic()
        seat = next(iter(self.keys))
        while True:
            open_since = min(each.open_since for each in self.served)
            assert monotonic() < max(begun, open_since) + SOON, "nobody answers"
            with suppress(OSError, EOFError):
                status, data = await self.caller.ask("GET", f"{self.base}/view?seat={seat}", key=self.keys[seat])
                if status == 200:
                    self.seen = msgspec.json.decode(data)
                    asked = [each for each in self.seen["view"]["asked"] if each in self.keys]
                    if not asked or seat in asked:
                        return
                    seat = asked[0]
                    continue
            await asyncio.sleep(0.02)  # as a browser waits before it tries again

    async def step(self) -> None:
        """One action; when it was not answered, look whether it stands."""
        view, was = self.seen["view"], self.seen["version"]
        seats = [seat for seat in view["asked"] if seat in self.keys]
        if not seats or not view["choices"]:
            await self.look()
            return
        choice = self.random.choice(view["choices"])
        action = {"verb": choice["verb"], "operand": choice["operand"]}
        body = {"seat": seats[0], "actions": [action], "version": was}
        try:
            status, data = await self.caller.ask("POST", f"{self.base}/actions", body, self.keys[seats[0]])
        except (OSError, EOFError):
            status, data = 0, b""
        assert status in (0, 200, 409, 500, 503), data
        if status == 200:
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

    def check(self, store: Store) -> None:
        """Everything that was answered stands in the log, once and in its place."""
        records = {record.n: record for record in store.records(self.match)}
        assert list(records) == list(range(1, len(records) + 1))
        for n, (verb, operand) in self.stands.items():
            assert (records[n].verb, records[n].operand) == (verb, operand), f"record {n}"


class Listener:
    """Listens for a player's seat as a browser does: whatever happens, it comes again and goes on where it was."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.caller = Caller(*reversed(player.served))
        self.longest = 0.0
        """The longest that it lagged behind an answer, in seconds."""

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
            if status != 200:  # it cannot tell just now; it keeps the connection, and would say no more on it
                return
            while (line := await reader.readline()) not in (b"", b"0\r\n"):  # the last chunk ends it as well
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
