"""Fixtures: a database with two accounts, and a mail queue that records its messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import insert

from palatine.accounts.auth.rate_limits import RATES, RateLimiter
from palatine.store import Store
from palatine.store.schema_people import accounts

NOW = "2026-11-22T20:00:00.000Z"
ANN, BOB = "account-of-ann", "account-of-bob"


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store.open(":memory:")
    rows = [
        {"id": account, "kind": "member", "name": name, "folded": name.lower(), "created": NOW, "seen": NOW}
        for account, name in ((ANN, "Ann"), (BOB, "Bob"))
    ]
    store.database.write(lambda connection: connection.execute(insert(accounts), rows))
    yield store
    store.close()


@pytest.fixture
def tries(store: Store) -> RateLimiter:
    return RateLimiter(store.attempts)


@pytest.fixture
def unlimited(store: Store) -> RateLimiter:
    return RateLimiter(store.attempts, {name: (10**9, seconds) for name, (_, seconds) in RATES.items()})


@pytest.fixture
def sent() -> list[tuple[str, dict[str, Any]]]:
    return []


@pytest.fixture
def post(sent: list[tuple[str, dict[str, Any]]]) -> Any:
    return lambda connection, kind, data, now: sent.append((kind, data))
