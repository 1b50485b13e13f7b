"""Several machines that serve one house on PostgreSQL: here several fronts, each with addresses of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from databases import Cluster
from palatine.store.engine import connect
from palatine.store.machines import Found, Machines, own_connection
from palatine.web.workers.shards import SHARDS
from web.workers.many import SOON, ManyProcesses
from web.workers.siege import Siege, Strike, until

SECRET = "the machines of this house"


def machine(url: str, number: int, workers: int = 2, *more: str) -> ManyProcesses:
    """A machine of the house in that database, not yet begun."""
    host = f"127.0.0.{number}"
    made = ManyProcesses(url, workers, *more, host=host, PALATINE_SERVER_SECRET=SECRET)
    made.around["PALATINE_SERVER_INNER"] = f"{host}:{made.another_port()}"
    return made


def client_of(served: ManyProcesses) -> httpx.Client:
    """Somebody who asks that machine."""
    return httpx.Client(base_url=f"http://{served.host}:{served.port}", timeout=SOON)


@contextmanager
def machines(url: str, count: int = 2, workers: int = 2, *more: str) -> Iterator[list[ManyProcesses]]:
    """So many machines, which share the house evenly."""
    made = [machine(url, number, workers, *more) for number in range(1, count + 1)]
    try:
        for each in made:
            each.start()
        asyncio.run(until(lambda: is_even(url, count)))
        yield made
    finally:
        for each in made:
            each.stop()


def found_at(url: str) -> Found:
    """Who holds what."""
    database = connect(url)
    with own_connection(database.engine) as connection:
        found = Machines(connection).read()
    database.close()
    return found


def is_even(url: str, count: int) -> bool:
    """Whether so many machines hold the shards, equally many each."""
    found = found_at(url)
    held = [list(found.shards.values()).count(each.id) for each in found.machines]
    return len(held) == count and sum(held) == SHARDS and max(held) - min(held) <= 1


async def kill_a_front(siege: Siege) -> None:
    """One machine's front; its children give back what they hold."""
    served = siege.random.choice(siege.served)
    await asyncio.to_thread(served.kill_front)
    await siege.all_go_on()
    await asyncio.to_thread(served.start)


async def cut_the_power(siege: Siege) -> None:
    """One machine falls without a word; the other has to find out."""
    served = siege.random.choice(siege.served)
    await asyncio.to_thread(served.cut_power)
    await siege.all_go_on()
    await asyncio.to_thread(served.start)


def kill_the_database(cluster: Cluster) -> Strike:
    """The server and all that work for it; begun again at once."""

    async def kill(siege: Siege) -> None:
        await asyncio.to_thread(cluster.kill)
        await asyncio.to_thread(cluster.start)
        siege.forgive()

    return kill
