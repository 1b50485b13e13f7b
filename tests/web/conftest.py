"""A house with Ford, in process and as a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from palatine import registry
from palatine.store import Store
from palatine.table import House
from palatine.testing.examples import tithe
from palatine.web import create_app
from web.helpers import Served, Table

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"


@pytest.fixture(scope="session", autouse=True)
def _toy(ford: Any) -> None:
    registry.register("ford", ford)
    registry.register("tithe", tithe.GAME)


@pytest.fixture
def house() -> House:
    return House(Store.open(":memory:"))


@pytest.fixture
def client(house: House) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(house), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def table(client: TestClient[Any]) -> Table:
    return Table(client)


@pytest.fixture
def make_table(client: TestClient[Any]) -> Any:
    return lambda **more: Table(client, **more)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("web") / "palatine.db")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    SCREENSHOTS.mkdir(exist_ok=True)
    return SCREENSHOTS
