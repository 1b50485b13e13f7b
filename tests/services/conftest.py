"""Servers from Debian's packages, which every test of this directory needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from databases import Cluster
from services.machines import client_of, machines
from web.workers.many import ManyProcesses


@pytest.fixture(scope="module")
def durable() -> Iterator[Cluster]:
    """A server that waits for the disk."""
    started = Cluster(durable=True)
    yield started
    started.close()


@pytest.fixture(scope="module")
def two(url: str) -> Iterator[list[ManyProcesses]]:
    """Two machines that serve the module's house."""
    with machines(url) as served:
        yield served


@pytest.fixture
def clients(two: list[ManyProcesses]) -> Iterator[list[httpx.Client]]:
    """Somebody who asks each of them."""
    with ExitStack() as stack:
        yield [stack.enter_context(client_of(each)) for each in two]
