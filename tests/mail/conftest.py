"""Fixtures of a server that receives mail."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from mail.correspondence import Correspondence, correspondence
from palatine import registry
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.testing.examples.ford import GAME as FORD
from palatine.testing.examples.tithe import GAME as TITHE


@pytest.fixture(autouse=True)
def examples_are_known() -> None:
    registry.register("ford", FORD)
    registry.register("tithe", TITHE)


@pytest.fixture(autouse=True)
def nothing_goes_wrong_unseen(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test if the mail processor logs an error, since it continues after errors."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store.open(database)
    yield opened
    opened.close()


@pytest.fixture
def services(store: Store) -> MatchServices:
    return MatchServices(store)


@pytest.fixture
def valley(store: Store, services: MatchServices) -> Correspondence:
    """Return a match of Tithe between Abbey and Baron, played by mail."""
    return correspondence(store, services)
