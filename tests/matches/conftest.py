"""Fixtures of a server with Ford and Tithe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from matches.helpers import Table, sit
from matches.moving import Moving
from palatine import registry
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.testing.examples.ford import GAME
from palatine.testing.examples.tithe import GAME as TITHE


@pytest.fixture(autouse=True)
def ford_is_known() -> None:
    registry.register("ford", GAME)
    registry.register("tithe", TITHE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path / "matches.db")
    yield opened
    opened.close()


@pytest.fixture
def services(store: Store) -> MatchServices:
    return MatchServices(store)


@pytest.fixture
def table(services: MatchServices) -> Table:
    """Return a match of Ford between two people, without forced actions."""
    return sit(services, forced=False)


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> Moving:
    return Moving(monkeypatch)
