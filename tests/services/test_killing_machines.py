"""Whatever dies under load, on one machine or two, their database among it: nothing that was answered is lost, nothing
is done twice, no listener is left behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from databases import Cluster
from loops import in_a_loop
from palatine.store import Store
from services.machines import cut_the_power, kill_a_front, kill_the_database, machines
from web.workers.many import ManyProcesses
from web.workers.siege import Siege, Strike, kill_a_process, kill_the_front


@pytest.fixture
def url(durable: Cluster) -> Iterator[str]:
    made = durable.make(durable.template)
    yield made
    if durable.running is None:
        durable.start()
    durable.drop(made)


def besiege(served: Sequence[ManyProcesses], url: str, strikes: Sequence[Strike], seed: int) -> None:
    siege = Siege(served, seed)
    in_a_loop(siege.run(strikes))
    for each in served:
        each.stop()
    store = Store.open(url)
    siege.check(store)
    store.close()


@pytest.mark.parametrize(("rounds", "seed"), [(1, 0), *[(5, n) for n in range(5)]])
def test_one_machine_and_its_database_are_killed_under_load(
    durable: Cluster, url: str, rounds: int, seed: int
) -> None:
    strikes = [*[kill_a_process] * 4, kill_the_database(durable), *[kill_a_process] * 4, kill_the_front]
    served = ManyProcesses(url)
    served.start()
    try:
        besiege([served], url, strikes * rounds, seed)
    finally:
        served.stop()


@pytest.mark.parametrize(("rounds", "seed"), [(1, 0), *[(5, n) for n in range(10)]])
def test_two_machines_and_their_database_are_killed_under_load(
    durable: Cluster, url: str, rounds: int, seed: int
) -> None:
    strikes = [
        *[kill_a_process] * 4,
        cut_the_power,
        *[kill_a_process] * 3,
        kill_a_front,
        kill_the_database(durable),
    ]
    with machines(url) as served:
        besiege(served, url, strikes * rounds, seed)
