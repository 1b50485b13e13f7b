"""Kills and freezes of two servers, nginx and PostgreSQL at random moments during play.

Nothing acknowledged is lost or done twice, and each match is available again within seconds.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from databases import Cluster
from loops import in_a_loop
from palatine.matches import MatchServices
from palatine.store import Store
from services.availability import Availability
from services.nginx import Nginx
from services.service_manager import Unit
from web.serving.players import Listener, Player
from web.serving.server_process import ServerProcess, free_port, is_alive, kill_child
from web.serving.siege import until

KILLS = int(os.environ.get("PALATINE_KILLS", "60"))
SEED = int(os.environ.get("PALATINE_KILLS_SEED") or Random().randrange(1_000_000))
MATCHES = 6
WITHIN = 5.0
"""Seconds within which a match is available again, and a frozen server is killed."""
PLAYED = 30
"""Maximum number of actions answered between two kills."""
STILL = 4.0
"""Maximum seconds of a freeze of the database or nginx, longer than a server may be silent."""
TOLD = 20
"""Strikes after which the figures are printed."""


class Proxy:
    """The address that players connect to, with the time since when it can answer."""

    def __init__(self, port: int, database: str, availability: Availability) -> None:
        self.port = port
        self.database = database
        self._availability = availability

    @property
    def open_since(self) -> float:
        return self._availability.since


class Installation:
    """Two servers on one database behind nginx, and matches played on them continuously."""

    def __init__(self, cluster: Cluster, url: str, place: Path, seed: int) -> None:
        self.cluster = cluster
        self.random = Random(seed)
        self.units = [Unit(ServerProcess(url)) for _ in range(2)]
        self.nginx = Nginx(place, free_port(), [unit.server.port for unit in self.units])
        self.availability = Availability({"nginx", "database"})
        self.proxy = Proxy(self.nginx.port, url, self.availability)
        self.players: list[Player] = []
        """The players of all matches, including finished ones."""
        self.answered = 0
        """Number of actions answered."""
        self.tasks: list[asyncio.Task[None]] = []
        self.is_over = False

    async def run(self, strikes: int) -> None:
        try:
            await self._run(strikes)
        finally:
            self.close()

    async def _run(self, strikes: int) -> None:
        for unit in self.units:
            unit.on_open = lambda server=unit.server: self.availability.opens(server)  # type: ignore[misc]
            unit.on_end = lambda server=unit.server: self.availability.ends(server)  # type: ignore[misc]
            self.tasks.append(asyncio.create_task(unit.run()))
        self.nginx.start()
        for each in ("nginx", "database"):
            self.availability.comes(each)
        await self.until(lambda: all(unit.server.open_since < inf for unit in self.units))
        self.tasks += [asyncio.create_task(self._play(n)) for n in range(MATCHES)]
        await self._play_on(PLAYED)
        done: Counter[str] = Counter()
        for number in range(1, strikes + 1):
            await self._play_on(self.random.randrange(PLAYED))
            strike = self.random.choice(STRIKES)
            self.availability.cause = strike.__name__
            await strike(self)
            done[strike.__name__] += 1
            if number % TOLD == 0:
                print(number, dict(done), f"{self.answered} actions, load {os.getloadavg()[0]:.1f}", flush=True)
                print(self.availability.longest(), flush=True)
        await self._play_on(PLAYED)
        assert sum(unit.silences for unit in self.units) == done["freeze_a_server"]
        self.is_over = True
        await self.until(lambda: all(task.done() for task in self.tasks[len(self.units) :]))
        for unit in self.units:
            unit.stop()
        await self.until(lambda: all(task.done() for task in self.tasks))

    async def _play(self, number: int) -> None:
        """Play one match after another; each has a listener until it has received everything."""
        while not self.is_over:
            player = await self._begin(number)
            listener = Listener(player)
            listening = asyncio.create_task(listener.run())
            while not (player.is_over or self.is_over):
                stood = len(player.stands)
                await player.step()
                self.answered += len(player.stands) - stood
            self.availability.over(player)
            await until(lambda listener=listener: listener.has_heard_all)  # type: ignore[misc]
            listening.cancel()

    async def _begin(self, number: int) -> Player:
        """Create a match; a match created without an answer does not matter."""
        bot = {"Demon": {"kind": "bot", "bot": "recruit"}} if number == 0 else {}
        while True:
            player = Player(self.random.randrange(1_000_000), self.proxy)
            player.on_answer = partial(self.availability.answered, player)
            with suppress(OSError, EOFError, AssertionError):
                await player.begin(**bot)
                self.players.append(player)
                return player
            await asyncio.sleep(0.02)  # as a browser waits before it tries again

    async def _play_on(self, actions: int) -> None:
        end = self.answered + actions
        await self.until(lambda: self.answered >= end)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds or a task has failed."""

        def has_failed() -> bool:
            return any(task.done() and task.exception() for task in self.tasks)

        await until(lambda: has_failed() or holds())
        for task in self.tasks:
            if task.done():
                task.result()

    def open_unit(self) -> Unit | None:
        """Return one of the running servers."""
        running = [unit for unit in self.units if unit.server.open_since < inf]
        return self.random.choice(running) if running else None

    def check(self, store: Store) -> None:
        """Check that nothing acknowledged is lost and nothing was done twice."""
        for player in self.players:
            player.check(store)
        assert [finding for finding in MatchServices(store).archive.audit() if finding.kind != "rules"] == []

    def close(self) -> None:
        """Stop everything that still runs."""
        for unit in self.units:
            unit.stop()
            unit.kill()
        self.nginx.stop()


async def kill_a_server(at: Installation) -> None:
    """Kill one of the two servers; nginx and the service manager must notice."""
    if unit := at.open_unit():
        children = unit.server.children()
        unit.kill()
        await at.until(lambda: not any(map(is_alive, children)))


async def freeze_a_server(at: Installation) -> None:
    """Freeze a server, which its service manager must notice and kill."""
    await at.until(lambda: at.open_unit() is not None)
    unit = at.open_unit()
    assert unit is not None
    silences, begun = unit.silences, monotonic()
    at.availability.freezes(unit.server.url)
    unit.freeze()
    await at.until(lambda: unit.silences > silences)
    at.availability.thaws(unit.server.url)
    assert monotonic() - begun < WITHIN


async def kill_a_bot_process(at: Installation) -> None:
    """Kill one of the processes that decide for the bots of a server."""
    if unit := at.open_unit():
        kill_child(unit.server, at.random.randrange(8))


async def kill_nginx(at: Installation) -> None:
    at.availability.goes("nginx")
    await asyncio.to_thread(at.nginx.kill)
    await asyncio.to_thread(at.nginx.start)
    at.availability.comes("nginx")


async def kill_a_worker_of_nginx(at: Installation) -> None:
    """Kill a worker of nginx; the master starts another."""
    for worker in at.nginx.workers()[:1]:
        os.kill(worker, signal.SIGKILL)


async def freeze_nginx(at: Installation) -> None:
    at.availability.freezes("nginx")
    at.nginx.send(signal.SIGSTOP)
    await asyncio.sleep(at.random.uniform(0, STILL))
    at.nginx.send(signal.SIGCONT)
    at.availability.thaws("nginx")


async def kill_the_database(at: Installation) -> None:
    """Kill PostgreSQL with all its processes and restart it."""
    at.availability.goes("database")
    await asyncio.to_thread(at.cluster.kill)
    await asyncio.to_thread(at.cluster.start)
    at.availability.comes("database")


async def kill_a_process_of_the_database(at: Installation) -> None:
    """Kill a process of PostgreSQL, which ends all others and recovers by itself."""
    at.availability.goes("database")
    children = at.cluster.children()
    killed = at.random.choice(children)
    os.kill(killed, signal.SIGKILL)
    await at.until(lambda: killed not in at.cluster.children())
    await asyncio.to_thread(at.cluster.wait)
    at.availability.comes("database")


async def freeze_the_database(at: Installation) -> None:
    """Freeze PostgreSQL with all its processes; requests wait."""
    at.availability.freezes("database")
    await asyncio.to_thread(at.cluster.freeze)
    await asyncio.sleep(at.random.uniform(0, STILL))
    at.cluster.thaw()
    at.availability.thaws("database")


async def drop_a_connection(at: Installation) -> None:
    """Terminate a connection of a server to its database."""
    ours = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'palatine%' AND datname"
    )
    some = f"{ours} LIKE 'p%' AND datname <> 'postgres' ORDER BY pid OFFSET {at.random.randrange(12)} LIMIT 1"
    await asyncio.to_thread(at.cluster.run, some)


Strike = Callable[[Installation], Awaitable[None]]
STRIKES: tuple[Strike, ...] = (
    *[kill_a_server] * 5,
    *[freeze_a_server] * 2,
    kill_a_bot_process,
    *[kill_nginx] * 2,
    kill_a_worker_of_nginx,
    freeze_nginx,
    *[kill_the_database] * 2,
    kill_a_process_of_the_database,
    freeze_the_database,
    *[drop_a_connection] * 3,
)


@pytest.fixture
def url(durable: Cluster) -> Iterator[str]:
    made = durable.make(durable.template)
    yield made
    if durable.running is None:
        durable.start()
    durable.drop(made)


def test_everything_is_killed_and_frozen_at_random_moments(durable: Cluster, url: str, tmp_path: Path) -> None:
    print(f"PALATINE_KILLS={KILLS} PALATINE_KILLS_SEED={SEED}", flush=True)
    installation = Installation(durable, url, tmp_path, SEED)
    in_a_loop(installation.run(KILLS))
    store = Store.open(url)
    installation.check(store)
    store.close()
    assert max(installation.availability.waits.values()) < WITHIN, installation.availability.longest()
