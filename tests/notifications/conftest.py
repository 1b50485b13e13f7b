"""Fixtures of a server with Ford, Tithe and two accounts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from notifications.helpers import World
from palatine import registry
from palatine.store import Store
from palatine.testing.examples.ford import GAME
from palatine.testing.examples.tithe import GAME as TITHE


@pytest.fixture(autouse=True)
def _examples_registered() -> None:
    registry.register("ford", GAME)
    registry.register("tithe", TITHE)


@pytest.fixture
def store(fleeting: str) -> Iterator[Store]:
    opened = Store.open(fleeting)
    yield opened
    opened.close()


@pytest.fixture
def world(store: Store) -> World:
    made = World(store)
    for name in ("ann", "bea"):
        made.account(name)
    return made
