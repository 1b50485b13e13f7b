"""Kills of servers and PostgreSQL under load: no loss or duplicate of acknowledged actions.

No listener is left behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from databases import Cluster
from loops import in_a_loop
from palatine.store import Store
from web.serving.server_process import ServerProcess
from web.serving.siege import Siege, Strike, kill_a_child, kill_a_server


@pytest.fixture
def url(durable: Cluster) -> Iterator[str]:
    made = durable.make(durable.template)
    yield made
    if durable.running is None:
        durable.start()
    durable.drop(made)


def kill_the_database(cluster: Cluster) -> Strike:
    """Return a function that kills the server with all its processes and restarts it."""

    async def kill(siege: Siege) -> None:
        await asyncio.to_thread(cluster.kill)
        await asyncio.to_thread(cluster.start)
        siege.forgive()

    return kill


def freeze_the_database(cluster: Cluster) -> Strike:
    """Return a function that freezes the server with all its processes for a second.

    Requests wait, and none is done twice.
    """

    async def freeze(siege: Siege) -> None:
        await asyncio.to_thread(cluster.freeze)
        await asyncio.sleep(1)
        cluster.thaw()
        siege.forgive()

    return freeze


@pytest.mark.parametrize("servers", [1, 2])
@pytest.mark.parametrize(("rounds", "seed"), [(2, 0), *[(20, n) for n in range(1, 6)]])
def test_servers_and_their_database_are_killed_under_load(
    durable: Cluster, url: str, servers: int, rounds: int, seed: int
) -> None:
    strikes = [kill_a_child, kill_a_server, kill_a_server, kill_the_database(durable)]
    strikes += [kill_a_server, freeze_the_database(durable)]
    served = [ServerProcess(url) for _ in range(servers)]
    siege = Siege(served, seed)
    try:
        for each in served:
            each.start()
        in_a_loop(siege.run(strikes * rounds))
    finally:
        for each in served:
            each.stop()
    store = Store.open(url)
    siege.check(store)
    store.close()
