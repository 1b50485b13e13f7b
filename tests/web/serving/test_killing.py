"""Kills of a server under load: no loss or duplicate of acknowledged actions or listeners."""

from __future__ import annotations

from pathlib import Path

import pytest

from loops import in_a_loop
from palatine.store import Store
from web.serving.server_process import ServerProcess
from web.serving.siege import Siege, kill_a_child, kill_a_server


@pytest.mark.parametrize(("rounds", "seed"), [(5, 7), *[(30, seed) for seed in range(10)]])
def test_a_server_on_sqlite_is_killed_under_load(tmp_path: Path, rounds: int, seed: int) -> None:
    place = tmp_path / "palatine.db"
    served = ServerProcess(place)
    served.start()
    siege = Siege([served], seed)
    try:
        in_a_loop(siege.run([kill_a_child, kill_a_child, kill_a_server] * rounds))
    finally:
        served.stop()
    store = Store.open(place)
    siege.check(store)
    store.close()
