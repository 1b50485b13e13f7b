"""Fixture of a PostgreSQL server from Debian's packages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from databases import Cluster


@pytest.fixture(scope="module")
def durable() -> Iterator[Cluster]:
    """Yield a PostgreSQL server that waits for the disk at each commit."""
    started = Cluster(durable=True)
    yield started
    started.close()
