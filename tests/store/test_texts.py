"""Texts and numbers, equal in every database."""

from __future__ import annotations

import msgspec
import pytest
from sqlalchemy import insert, select

from palatine.matches.storage import Change
from palatine.store import Store
from palatine.store.schema import jobs, rate_limits
from store.test_store import RECORD, SEATS, row


def test_texts_are_ordered_by_code_points(database: str) -> None:
    store = Store.open(database)
    named = ["a b", "a", "Z", "é", "-a", "a-", "B", "b", "ab", "\U0001f409", ""]
    store.database.write(
        lambda c: c.execute(insert(rate_limits), [{"key": name, "window": "w", "n": 1} for name in named])
    )
    with store.database.reading() as connection:
        ordered = list(connection.execute(select(rate_limits.c.key).order_by(rate_limits.c.key)).scalars())
        after = set(connection.execute(select(rate_limits.c.key).where(rate_limits.c.key > "a")).scalars())
    assert ordered == sorted(named)
    assert after == {name for name in named if name > "a"}


@pytest.mark.parametrize("said", ["a\0b", "\0", "ä\r\n\t", "'; DROP TABLE matches; --", "\\x00", "%s %(a)s :b"])
def test_whatever_somebody_writes_is_kept(database: str, said: str) -> None:
    store = Store.open(database)
    store.create(row(title=said, options={"said": said}), SEATS)
    kept, _ = store.load("m") or pytest.fail("lost")
    assert kept.options == {"said": said}
    assert kept.title in (said, said.replace("\0", "\N{REPLACEMENT CHARACTER}"))
    assert store.load(said) is None
    assert store.matches_of_keys([said]) == {}


def test_large_numbers_are_kept(database: str) -> None:
    store = Store.open(database)
    store.create(row(), SEATS)
    large = msgspec.structs.replace(RECORD, operand=2**62)
    assert store.append(Change(row(version=1), (large,)), 0)
    assert store.records("m") == [large]


def test_what_is_none_and_what_is_empty_are_two_things(database: str) -> None:
    store = Store.open(database)
    store.create(row(outcome=None, clock=None, origin={}, start=b"", lesson=None), SEATS)
    kept, _ = store.load("m") or pytest.fail("lost")
    assert (kept.outcome, kept.clock, kept.origin, kept.start, kept.lesson) == (None, None, {}, b"", None)
    assert store.match_ids() == ["m"], "no lesson"
    with store.database.reading() as connection:
        assert list(connection.execute(select(jobs.c.id))) == []
