"""Rate limits: attempts by window, without traces of people afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from palatine.store import Store
from palatine.store.rate_limits import RateLimits, seconds_left
from palatine.store.schema import rate_limits, server_keys

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR = 3600


@pytest.fixture
def counted(database: str) -> Iterator[RateLimits]:
    store = Store.open(database)
    yield store.attempts
    store.close()


def test_attempts_are_counted_by_what_who_and_window(counted: RateLimits) -> None:
    end = NOON + timedelta(minutes=59, seconds=59)
    assert [counted.count("create", "1.2.3.4", when, HOUR) for when in (NOON, NOON, end)] == [1, 2, 3]
    assert counted.count("import", "1.2.3.4", NOON, HOUR) == 1
    assert counted.count("create", "1.2.3.5", NOON, HOUR) == 1
    assert counted.count("create", "1.2.3.4", NOON + timedelta(hours=1), HOUR) == 1


def test_how_long_a_window_lasts() -> None:
    assert seconds_left(NOON, HOUR) == HOUR
    assert seconds_left(NOON + timedelta(minutes=59, seconds=59.5), HOUR) == 1


def test_no_address_is_kept_and_it_has_another_name_the_next_day(counted: RateLimits) -> None:
    counted.count("create", "1.2.3.4", NOON, HOUR)
    counted.count("create", "1.2.3.4", NOON + timedelta(days=1), HOUR)
    with counted.database.reading() as connection:
        keys = list(connection.execute(select(rate_limits.c.key)).scalars())
    assert len(set(keys)) == 2
    assert not [key for key in keys if "1.2.3.4" in key]


def test_a_second_worker_counts_on(counted: RateLimits) -> None:
    counted.count("create", "1.2.3.4", NOON, HOUR)
    assert RateLimits(counted.database).count("create", "1.2.3.4", NOON, HOUR) == 2


def test_after_a_fortnight_all_is_forgotten(counted: RateLimits) -> None:
    counted.count("create", "1.2.3.4", NOON, HOUR)
    counted.delete_expired(NOON + timedelta(days=13))
    assert counted.count("create", "1.2.3.4", NOON, HOUR) == 2
    counted.delete_expired(NOON + timedelta(days=15, hours=1))
    with counted.database.reading() as connection:
        assert list(connection.execute(select(rate_limits))) == []
        assert list(connection.execute(select(server_keys).where(server_keys.c.name.startswith("attempts")))) == []
