"""Players and listeners of servers that are killed one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from time import monotonic

from palatine.matches import MatchServices
from palatine.store import Store
from web.serving.players import BEHIND, Listener, Player
from web.serving.server_process import SOON, ServerProcess, kill_child

MATCHES = 6


async def until(holds: Callable[[], bool]) -> None:
    """Wait until the condition holds. Fail after `SOON` seconds."""
    end = monotonic() + SOON
    while not holds():
        assert monotonic() < end, "it does not come to that"
        await asyncio.sleep(0.01)


class Siege:
    """Matches that are played and followed on equivalent servers.

    Each player contacts one server first, and its listener another if there is one.
    """

    def __init__(self, served: Sequence[ServerProcess], seed: int) -> None:
        self.served = served
        self.random = Random(seed)
        sides = [(*served[n % len(served) :], *served[: n % len(served)]) for n in range(MATCHES)]
        self.players = [Player(number, *side) for number, side in enumerate(sides)]
        self.listeners = [Listener(player) for player in self.players]
        self.tasks: list[asyncio.Task[None]] = []

    async def run(self, strikes: Sequence[Strike]) -> None:
        for number, player in enumerate(self.players):
            bot = {"Demon": {"kind": "bot", "bot": "recruit"}} if number == 0 else {}
            await player.begin(**bot)
        playing = [asyncio.create_task(self._play(player)) for player in self.players]
        self.tasks = playing + [asyncio.create_task(listener.run()) for listener in self.listeners]
        await self.all_go_on()
        for strike in strikes:
            await strike(self)
            await self.all_go_on()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await until(lambda: all(listener.has_heard_all for listener in self.listeners))
        for task in self.tasks:
            task.cancel()

    async def _play(self, player: Player) -> None:
        while not player.is_over:
            await player.step()

    async def all_go_on(self) -> None:
        """Wait until each match has progressed or is over. Raise the error of a task that fails."""
        now = monotonic()
        await until(lambda: self._has_failed() or all(each.last > now or each.is_over for each in self.players))
        for task in self.tasks:
            if task.done():
                task.result()

    def _has_failed(self) -> bool:
        return any(task.done() and task.exception() for task in self.tasks)

    def forgive(self) -> None:
        """Clear the pending acknowledgements, because no server runs that could send events."""
        for player in self.players:
            player.acknowledged.clear()

    def check(self, store: Store) -> None:
        """Check that no acknowledged action is lost or repeated, and that no listener lagged behind."""
        for player in self.players:
            player.check(store)
        assert sum(len(player.stands) for player in self.players) > 10 * MATCHES
        assert max(listener.longest for listener in self.listeners) < BEHIND
        assert [finding for finding in MatchServices(store).archive.audit() if finding.kind != "rules"] == []


Strike = Callable[[Siege], Awaitable[None]]
"""A function that kills a process. If no server is left, it returns when one runs again."""


async def kill_a_child(siege: Siege) -> None:
    """Kill one of the processes that run the bots of a server."""
    kill_child(siege.random.choice(siege.served), siege.random.randrange(8))


async def kill_a_server(siege: Siege) -> None:
    """Kill a server and start it again."""
    served = siege.random.choice(siege.served)
    await asyncio.to_thread(served.kill)
    if len(siege.served) == 1:
        siege.forgive()
    await asyncio.to_thread(served.start)
