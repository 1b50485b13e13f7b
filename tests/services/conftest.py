"""Servers from Debian's packages, which every test of this directory needs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from databases import Cluster


@pytest.fixture(scope="module")
def durable() -> Iterator[Cluster]:
    """A server that waits for the disk."""
    started = Cluster(durable=True)
    yield started
    started.close()
