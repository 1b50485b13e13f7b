"""Houses of two workers, and what is asked of them."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from web.workers.many import HOST, ManyProcesses

OPEN = '[site]\naccess = "open"\n[server]\nworkers = 2\n'


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManyProcesses]:
    """A house on one machine, where seats have keys."""
    served = ManyProcesses(tmp_path_factory.mktemp("many") / "house.db")
    served.start()
    yield served
    served.stop()


@pytest.fixture
def client(many: ManyProcesses) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{HOST}:{many.port}", timeout=10) as opened:
        yield opened


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManyProcesses]:
    """A house where whoever comes is a guest."""
    folder = tmp_path_factory.mktemp("inn")
    (folder / "palatine.toml").write_text(OPEN)
    served = ManyProcesses(folder / "house.db", None, "--config", str(folder / "palatine.toml"))
    served.start()
    yield served
    assert served.stop() == ""
