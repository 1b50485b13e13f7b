"""Whatever dies under load: nothing that was answered is lost, nothing is done twice, no listener is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from loops import in_a_loop
from palatine.store import Store
from palatine.table import House
from web.workers.many import BEHIND, SOON, Listener, ManyProcesses, Player

MATCHES = 6


async def until(holds: Callable[[], bool]) -> None:
    """Back when that holds."""
    end = monotonic() + SOON
    while not holds():
        assert monotonic() < end, "it does not come to that"
        await asyncio.sleep(0.01)


class Siege:
    """Players and listeners of a house in which one process after another is killed."""

    def __init__(self, served: ManyProcesses, seed: int) -> None:
        self.served = served
        self.random = Random(seed)
        self.players = [Player(served.port, number) for number in range(MATCHES)]
        self.listeners = [Listener(player) for player in self.players]
        self.tasks: list[asyncio.Task[None]] = []
        self.longest = 0.0

    async def run(self, kills: int, fronts: int) -> None:
        for number, player in enumerate(self.players):
            bot = {"Demon": {"kind": "bot", "bot": "recruit"}} if number == 0 else {}
            await player.begin(**bot)
        playing = [asyncio.create_task(self._play(player)) for player in self.players]
        self.tasks = playing + [asyncio.create_task(listener.run()) for listener in self.listeners]
        await self._all_go_on()
        for number in range(kills):
            if fronts and number % (kills // fronts) == kills // fronts - 1:
                await self._kill_front()
            else:
                os.kill(self.random.choice(self.served.children()), signal.SIGKILL)
            killed = monotonic()
            await self._all_go_on()
            self.longest = max(self.longest, monotonic() - killed)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await until(lambda: all(listener.has_heard_all for listener in self.listeners))
        for task in self.tasks:
            task.cancel()

    async def _kill_front(self) -> None:
        await asyncio.to_thread(self.served.kill_front)
        for player in self.players:
            player.acknowledged.clear()  # nobody can be told anything while there is no house
        await asyncio.to_thread(self.served.start)

    async def _play(self, player: Player) -> None:
        while not player.is_over:
            await player.step()

    async def _all_go_on(self) -> None:
        """Each match has got on since now."""
        now = monotonic()
        await until(lambda: self._has_failed() or all(each.last > now or each.is_over for each in self.players))
        for task in self.tasks:
            if task.done():
                task.result()

    def _has_failed(self) -> bool:
        return any(task.done() and task.exception() for task in self.tasks)


def check(siege: Siege, place: Path) -> None:
    store = Store.open(place)
    for player in siege.players:
        player.check(store)
    assert sum(len(player.stands) for player in siege.players) > 10 * MATCHES
    assert max(listener.longest for listener in siege.listeners) < BEHIND
    assert [finding for finding in House(store).audit() if finding.kind != "rules"] == []
    store.close()


def run_siege(place: Path, kills: int, fronts: int, seed: int) -> Siege:
    served = ManyProcesses(place)
    served.start()
    siege = Siege(served, seed)
    try:
        in_a_loop(siege.run(kills, fronts))
    finally:
        served.stop()
    check(siege, place)
    return siege


@pytest.mark.long
def test_processes_are_killed_under_load(tmp_path: Path) -> None:
    run_siege(tmp_path / "house.db", kills=14, fronts=1, seed=7)


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_processes_are_killed_under_load(tmp_path: Path, seed: int) -> None:
    run_siege(tmp_path / "house.db", kills=100, fronts=5, seed=seed)
