"""Whatever dies under load: nothing that was answered is lost, nothing is done twice, no listener is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from loops import in_a_loop
from palatine.store import Store
from web.workers.many import ManyProcesses
from web.workers.siege import Siege, kill_a_process, kill_the_front


def run_siege(place: Path, kills: int, fronts: int, seed: int) -> None:
    """So many are killed, every now and then the front."""
    one_round = [kill_a_process] * (kills // fronts - 1) + [kill_the_front]
    served = ManyProcesses(place)
    served.start()
    siege = Siege([served], seed)
    try:
        in_a_loop(siege.run(one_round * fronts))
    finally:
        served.stop()
    store = Store.open(place)
    siege.check(store)
    store.close()


def test_processes_are_killed_under_load(tmp_path: Path) -> None:
    run_siege(tmp_path / "house.db", kills=14, fronts=1, seed=7)


@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_processes_are_killed_under_load(tmp_path: Path, seed: int) -> None:
    run_siege(tmp_path / "house.db", kills=100, fronts=5, seed=seed)
