"""Fixtures of an app, a server and a browser, with Ford and Tithe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from palatine import registry
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.testing.examples.tithe import GAME as TITHE
from palatine.testing.examples.tithe.components import SEATS
from palatine.web import create_app
from web.chromium import Browser
from web.helpers import OrdersTable, Served, Table

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"


@pytest.fixture(scope="session", autouse=True)
def _examples_registered(ford: Any) -> None:
    registry.register("ford", ford)
    registry.register("tithe", TITHE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Add what the pages showed to the report of a failed test."""
    report = yield
    opened = getattr(item, "funcargs", {}).get("browser")
    if call.when == "call" and report.failed and isinstance(opened, Browser):
        report.sections.append(("pages", opened.told(item.name.replace("/", "-"))))
    return report


@pytest.fixture(scope="module")
def services() -> MatchServices:
    """The services for all tests of a module, because creating an app takes a third of a second."""
    return MatchServices(Store.open(":memory:"))


@pytest.fixture(scope="module")
def module_client(services: MatchServices) -> Iterator[TestClient[Any]]:
    with TestClient(
        create_app(services), base_url="http://palatine.localhost", raise_server_exceptions=False
    ) as client:
        yield client


@pytest.fixture
def client(module_client: TestClient[Any]) -> TestClient[Any]:
    """Return a client without cookies."""
    module_client.cookies.clear()
    return module_client


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


@pytest.fixture
def browser(chromium: Any, served: Any, screenshots: Path) -> Iterator[Browser]:
    opened = Browser(chromium, served, screenshots)
    yield opened
    for context in opened.contexts:
        context.close()
    assert not [error for error in opened.errors if "409" not in error and "422" not in error]


@pytest.fixture
def new_table(served: Any) -> Iterator[Any]:
    with httpx.Client(base_url=served.url, timeout=60) as client:
        yield lambda **more: Table(client, **more)


@pytest.fixture
def make(served: Any) -> Iterator[Any]:
    with httpx.Client(base_url=served.url, timeout=60) as client:

        def new(**more: Any) -> OrdersTable:
            seats = {"game": "tithe", "seats": list(SEATS[:2])}
            return OrdersTable(client, **(seats | more))

        yield new


@pytest.fixture
def alone(make: Any) -> OrdersTable:
    """Return a match of Tithe against a bot."""
    return make(players={"Baron": {"kind": "bot", "bot": "recruit"}})
