"""The cost of an action on a server: processor time, response time, bytes and memory.

The server runs as a separate process, open to guests, with a database on disk. Each match belongs to a guest who
holds both seats, has a clock, and sends changes to both seats. The matches are played by random choices, and the
actions before the first measured ply warm them up. First, a constant number of actions is kept in flight until every
match is at the last ply. Then, in new matches, actions are posted at a steady rate, whether or not earlier ones have
been answered.

Processor time is the user and system time of the server's process alone, and other work on the machine hardly affects
it. The load generator's own processor time is printed as well: if the two together use all processors, the rate is
not a limit of the server. With `--against`, the server of another checkout is measured in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

import msgspec

from benchmarks.load import HOST, Connection, percentile, serve_command, wait_for

SEATS = {"demonlord": ("Hosar", "Demon"), "dark-emperor": ("Necromancer", "Kingdoms"), "elric": ("Jade", "Amber")}
SETTINGS = '[site]\naccess = "open"\n'
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Choice(msgspec.Struct):
    verb: str
    operand: int


class View(msgspec.Struct):
    asked: tuple[str, ...] = ()
    choices: list[Choice] = []


class Sight(msgspec.Struct):
    version: int
    at: int
    view: View


class ViewChanges(msgspec.Struct):
    asked: tuple[str, ...] | msgspec.UnsetType | None = msgspec.UNSET
    choices: list[Choice] | msgspec.UnsetType | None = msgspec.UNSET


class ListChanges(msgspec.Struct):
    choices: list[list[Any]] | None = None


class About(msgspec.Struct):
    at: int | None = None


class Told(msgspec.Struct):
    """The fields of a view, or of its changes, that a random player needs."""

    version: int
    since: int = -1
    at: int = 0
    view: ViewChanges = msgspec.field(default_factory=ViewChanges)
    lists: ListChanges = msgspec.field(default_factory=ListChanges)
    fields: About = msgspec.field(default_factory=About)


_told = msgspec.json.Decoder(Told).decode


class Player:
    """The client state of one seat of a match."""

    def __init__(self, match: str, seat: str, cookie: str) -> None:
        self.match, self.seat, self.cookie = match, seat, cookie
        self.version = self.at = -1
        self.asked: tuple[str, ...] = ()
        self.choices: list[Any] = []
        self.is_lost = False
        self.news = asyncio.Event()

    def hear(self, data: bytes) -> None:
        """Apply a view or changes, unless they are outdated."""
        told = _told(data)
        if told.version <= self.version:
            return
        if told.since >= 0 and told.since != self.version:
            self.is_lost = True
        elif told.since < 0:
            self.at = told.at
            self.asked, self.choices = told.view.asked or (), told.view.choices or []  # type: ignore[assignment]
        else:
            self._change(told)
        self.version = told.version if not self.is_lost else self.version
        self.news.set()

    def _change(self, told: Told) -> None:
        self.at = self.at if told.fields.at is None else told.fields.at
        if told.view.asked is not msgspec.UNSET:
            self.asked = told.view.asked or ()
        if told.view.choices is not msgspec.UNSET:
            self.choices = told.view.choices or []
        if told.lists.choices is not None:
            old = self.choices
            self.choices = [each for a, b, *new in told.lists.choices for each in (*old[a:b], *new)]

    def move(self, random: Random) -> dict[str, Any]:
        choice = random.choice(self.choices)
        if isinstance(choice, dict):
            return {"verb": choice["verb"], "operand": choice["operand"]}
        return {"verb": choice.verb, "operand": choice.operand}


class Client(Connection):
    """A persistent HTTP connection with a session cookie."""

    async def ask(
        self, method: str, path: str, body: Any = None, cookie: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(HOST, self.port)
        assert self.reader is not None
        data = b"" if body is None else msgspec.json.encode(body)
        self.writer.write(head(method, path, cookie, len(data)) + data)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        return int(lines[0].split()[1]), headers, await self.reader.readexactly(int(headers["content-length"]))


def head(method: str, path: str, cookie: str, length: int) -> bytes:
    kind = "Content-Type: application/json\r\n" if length else ""
    cookies = f"Cookie: {cookie}\r\n" if cookie else ""
    return f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{kind}Content-Length: {length}\r\n{cookies}\r\n".encode()


class Match:
    """A match, its two seats, and the streams of events they hold open."""

    def __init__(self, players: dict[str, Player]) -> None:
        self.players = players
        self.is_busy = False
        self.heard = 0
        self.tasks: list[asyncio.Task[None]] = []

    @property
    def at(self) -> int:
        return max([player.at for player in self.players.values()])

    def hang_up(self) -> None:
        for task in self.tasks:
            task.cancel()

    @property
    def is_over(self) -> bool:
        return not max(self.players.values(), key=lambda player: player.version).asked

    async def listen(self, port: int, player: Player) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        path = f"/api/matches/{player.match}/events?seat={player.seat}&since={player.version}&changes=true"
        writer.write(head("GET", path, player.cookie, 0))
        waiting = b""
        try:
            while data := await reader.read(1 << 18):
                self.heard += len(data)
                waiting += data
                *whole, waiting = waiting.split(b"\n\n")
                for event in whole:
                    kind, _, rest = event.partition(b"\ndata: ")
                    if kind.endswith((b"event: view", b"event: changes")):
                        player.hear(rest)
        finally:
            writer.close()


class Load:
    """Random play in many matches. Each action is timed from its due time to its whole answer."""

    def __init__(self, port: int, matches: list[Match], upto: int, random: Random) -> None:
        self.port, self.matches, self.upto, self.random = port, matches, upto, random
        self.idle: list[Client] = []
        self.times: list[float] = []
        self.answered = 0

    def free(self) -> Match | None:
        """Return a match with plies left in which no action is in progress."""
        found = [m for m in self.matches if not m.is_busy and m.at < self.upto and not m.is_over]
        return self.random.choice(found) if found else None

    async def act(self, match: Match, due: float) -> None:
        """Take an action for a seat that must act, as soon as that seat has its current view."""
        match.is_busy = True
        newest = max(match.players.values(), key=lambda player: player.version)
        player = match.players[self.random.choice(newest.asked)]
        client = self.idle.pop() if self.idle else Client(self.port)
        try:
            await self._current(client, player, newest.version)
            if player.choices:
                await self._post(client, player, due)
        finally:
            self.idle.append(client)
            match.is_busy = False

    async def _post(self, client: Client, player: Player, due: float) -> None:
        body = {"seat": player.seat, "actions": [player.move(self.random)], "version": player.version}
        path = f"/api/matches/{player.match}/actions?changes=true"
        status, _, answer = await client.ask("POST", path, body, player.cookie)
        if status == 409:  # The server has already answered for this seat.
            return
        assert status == 200, answer
        self.times.append(perf_counter() - due)
        self.answered += len(answer)
        player.hear(answer)

    async def _current(self, client: Client, player: Player, version: int) -> None:
        """Wait until a seat has received a version. Load the view if changes do not apply."""
        while player.version < version and not player.is_lost:
            player.news.clear()
            try:
                await asyncio.wait_for(player.news.wait(), 2)
            except TimeoutError:
                player.is_lost = True
        if player.is_lost:
            player.is_lost, player.version = False, -1
            await look(client, player)

    async def closed(self, at_once: int) -> None:
        """Keep this many actions in flight until every match is at its last ply."""

        async def worker() -> None:
            while any(match.at < self.upto and not match.is_over for match in self.matches):
                match = self.free()
                if match is None:
                    await asyncio.sleep(0.001)
                else:
                    await self.act(match, perf_counter())

        await asyncio.gather(*[worker() for _ in range(at_once)])

    async def steady(self, rate: float) -> None:
        """Post this many actions per second until no match has plies left."""
        start, sent, tasks = perf_counter(), 0, set()
        while any(match.is_busy or (match.at < self.upto and not match.is_over) for match in self.matches):
            while sent < (perf_counter() - start) * rate and (match := self.free()) is not None:
                tasks.add(task := asyncio.create_task(self.act(match, max(start + sent / rate, 0))))
                match.is_busy = True
                task.add_done_callback(tasks.discard)
                sent += 1
            await asyncio.sleep(0.001)


async def look(client: Client, player: Player) -> None:
    """Load the complete view of a seat."""
    path = f"/api/matches/{player.match}/view?seat={player.seat}&changes=true"
    status, _, body = await client.ask("GET", path, None, player.cookie)
    assert status == 200, body
    player.hear(body)


async def make_match(client: Client, game: str, number: int) -> Match:
    """Return a match of a new guest, who holds both seats."""
    players = {seat: {"me": True, "number": f"{number}"} for seat in SEATS[game]}
    body = {"game": game, "players": players, "pace": {"name": "steady"}}
    status, headers, answer = await client.ask("POST", "/api/matches", body)
    assert status == 201, answer
    made, cookie = msgspec.json.decode(answer)["match"], headers["set-cookie"].partition(";")[0]
    match = Match({seat: Player(made, seat, cookie) for seat in players})
    for player in match.players.values():
        await look(client, player)
        match.tasks.append(asyncio.create_task(match.listen(client.port, player)))
    return match


class Process(NamedTuple):
    """The server's process, measured from outside."""

    pid: int

    @property
    def seconds(self) -> float:
        """Processor time that the process has used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE


@contextmanager
def server(port: int, checkout: Path) -> Iterator[Process]:
    """Run the server of a checkout with a new database for the duration of the block."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "palatine.toml"
        settings.write_text(SETTINGS)
        command = serve_command(port)
        more = {"PALATINE_DATABASE": f"sqlite:///{folder}/bench.db", "PALATINE_CONFIG": str(settings)}
        environment = {**os.environ, **more, "PYTHONPATH": str(checkout / "src")}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, cwd=folder)
        try:
            wait_for(port)
            yield Process(process.pid)
        finally:
            process.terminate()
            process.wait(20)


class Plan(NamedTuple):
    """The parameters of a measurement."""

    game: str
    matches: int
    plies: tuple[int, int]
    at_once: int
    rate: float


async def measure(process: Process, port: int, plan: Plan) -> None:
    """Print the cost of actions with a constant number in flight, then at a steady rate."""
    await round_of(process, port, Plan(plan.game, 2, (5, 10), 2, 0), quiet=True)
    await asyncio.sleep(2)  # The server starts its bot processes during the first requests.
    await round_of(process, port, plan._replace(rate=0))
    if plan.rate:
        await round_of(process, port, plan)


async def round_of(process: Process, port: int, plan: Plan, *, quiet: bool = False) -> None:
    random, client, empty = Random(plan.game), Client(port), process.memory
    matches = [await make_match(client, plan.game, number) for number in range(plan.matches)]
    await Load(port, matches, plan.plies[0], random).closed(plan.at_once)
    load = Load(port, matches, plan.plies[1], random)
    heard = sum([match.heard for match in matches])
    run: Callable[[], Awaitable[None]] = (
        (lambda: load.steady(plan.rate)) if plan.rate else (lambda: load.closed(plan.at_once))
    )
    began, own, start = process.seconds, process_time(), perf_counter()
    await run()
    spent, own, lasted = process.seconds - began, process_time() - own, perf_counter() - start
    heard = sum([match.heard for match in matches]) - heard
    if not quiet:
        way = f"at {plan.rate:.0f}/s" if plan.rate else f"{plan.at_once} at once"
        grown = (process.memory - empty) / plan.matches / 1e3
        of_generator, both = own / len(load.times) * 1e3, (spent + own) / lasted
        print(told(load, way, spent, lasted, heard) + f", {grown:5.0f} KB a match", flush=True)
        print(
            f"              the generator {of_generator:.2f} ms an action, both {both:.2f} processors", flush=True
        )
    for match in matches:
        match.hang_up()


def told(load: Load, way: str, spent: float, lasted: float, heard: int) -> str:
    count = len(load.times)
    middle, high = statistics.median(load.times) * 1e3, percentile(load.times, 0.99) * 1e3
    size = (heard + load.answered) / count
    return (
        f"  {way:>10}: {spent / count * 1e3:5.2f} ms of processor an action, {count / lasted:6.0f}/s done, "
        f"median {middle:5.1f} ms, 99 of 100 within {high:6.1f} ms, {size:6.0f} bytes"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(SEATS))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--plies", type=int, nargs=2, default=(20, 60), metavar=("FROM", "TO"))
    parser.add_argument("--at-once", type=int, default=16)
    parser.add_argument("--rate", type=float, default=0, help="also at this steady rate")
    parser.add_argument("--against", type=Path, help="another checkout, whose server is measured first")
    parser.add_argument("--port", type=int, default=8797)
    args = parser.parse_args()
    here = Path(__file__).parents[1]
    for game in args.games:
        plan = Plan(game, args.matches, (args.plies[0], args.plies[1]), args.at_once, args.rate)
        for checkout in ([args.against.resolve()] if args.against else []) + [here]:
            print(f"{game}, {args.matches} matches, plies {args.plies[0]} to {args.plies[1]}, {checkout.name}")
            with server(args.port, checkout) as process:
                asyncio.run(measure(process, args.port, plan))


if __name__ == "__main__":
    main()
