"""Players and listeners of a house in which one part after another is killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from random import Random
from time import monotonic

from palatine.matches import MatchService
from palatine.store import Store
from web.workers.many import BEHIND, SOON, Listener, ManyProcesses, Player

MATCHES = 6


async def until(holds: Callable[[], bool]) -> None:
    """Back when that holds."""
    end = monotonic() + SOON
    while not holds():
        assert monotonic() < end, "it does not come to that"
        await asyncio.sleep(0.01)


class Siege:
    """Matches that are played and listened to on one machine or several, each player at home at one of them, and his
    listener at another."""

    def __init__(self, served: Sequence[ManyProcesses], seed: int) -> None:
        self.served = served
        self.random = Random(seed)
        sides = [(*served[n % len(served) :], *served[: n % len(served)]) for n in range(MATCHES)]
        self.players = [Player(number, *side) for number, side in enumerate(sides)]
        self.listeners = [Listener(player) for player in self.players]
        self.tasks: list[asyncio.Task[None]] = []
        self.longest = 0.0
        """The longest until all matches had got on after a strike, in seconds."""

    async def run(self, strikes: Sequence[Strike]) -> None:
        for number, player in enumerate(self.players):
            bot = {"Demon": {"kind": "bot", "bot": "recruit"}} if number == 0 else {}
            await player.begin(**bot)
        playing = [asyncio.create_task(self._play(player)) for player in self.players]
        self.tasks = playing + [asyncio.create_task(listener.run()) for listener in self.listeners]
        await self.all_go_on()
        for strike in strikes:
            await strike(self)
            struck = monotonic()
            await self.all_go_on()
            self.longest = max(self.longest, monotonic() - struck)
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
        """Each match has got on since now."""
        now = monotonic()
        await until(lambda: self._has_failed() or all(each.last > now or each.is_over for each in self.players))
        for task in self.tasks:
            if task.done():
                task.result()

    def _has_failed(self) -> bool:
        return any(task.done() and task.exception() for task in self.tasks)

    def forgive(self) -> None:
        """Nobody can be told anything while there is no house."""
        for player in self.players:
            player.acknowledged.clear()

    def check(self, store: Store) -> None:
        """Nothing that was answered is lost, nothing was done twice, no listener was left behind."""
        for player in self.players:
            player.check(store)
        assert sum(len(player.stands) for player in self.players) > 10 * MATCHES
        assert max(listener.longest for listener in self.listeners) < BEHIND
        assert [finding for finding in MatchService(store).audit() if finding.kind != "rules"] == []


Strike = Callable[[Siege], Awaitable[None]]
"""Kills something; back when there is a house again, if there was none."""


async def kill_a_process(siege: Siege) -> None:
    """A worker, a spare, a keeper or a registrar, of any machine."""
    served = siege.random.choice(siege.served)
    with suppress(ProcessLookupError):  # it has just ended by itself
        os.kill(siege.random.choice(served.children()), signal.SIGKILL)


async def kill_the_front(siege: Siege) -> None:
    """The front of the only machine."""
    (served,) = siege.served
    await asyncio.to_thread(served.kill_front)
    siege.forgive()
    await asyncio.to_thread(served.start)
