"""Cached reads from PostgreSQL, valid for a second or until a change is known."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from databases import Cluster
from palatine import registry
from palatine.accounts.principals import AccountService
from palatine.config import Config
from palatine.matches import MatchServices
from palatine.matches.storage import Change
from palatine.store import Store, engine
from palatine.testing.examples.ford import GAME
from store.test_store import RECORD, SEATS, row

NOW = "2026-01-01T12:00:00.000Z"


@pytest.fixture
def two(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Store, Store]]:
    """Yield two processes, of which the first receives notifications."""
    monkeypatch.setattr(engine, "MAX_CACHE_AGE", 600.0)
    url = cluster.make(cluster.template)
    stores = Store.open(url), Store.open(url)
    stores[0].database.notified = 1
    yield stores
    for each in stores:
        each.close()
    cluster.drop(url)


def move(n: int) -> Change:
    return Change(row(version=n), (msgspec.structs.replace(RECORD, n=n),))


def known_at_0(two: tuple[Store, Store]) -> tuple[Store, Store]:
    mine, others = two
    mine.create(row(), SEATS)
    assert mine.version("m") == 0
    assert others.append(move(1), 0)
    return two


def test_a_version_is_trusted_until_its_time_is_over(
    two: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, others = known_at_0(two)
    assert (mine.version("m"), others.version("m")) == (0, 1)
    monkeypatch.setattr(engine, "MAX_CACHE_AGE", 0.0)
    assert mine.version("m") == 1


def test_a_version_is_read_again_where_a_newer_one_is_known(two: tuple[Store, Store]) -> None:
    mine, others = known_at_0(two)
    assert (mine.version("m"), mine.version("m", 1)) == (0, 1)
    assert others.append(move(2), 1)
    mine.note_version("m", 2)
    assert mine.version("m") == 2
    mine.note_version("m", 1)
    assert mine.version("m") == 2, "what is told late is passed over"


@pytest.mark.parametrize("what", ["written", "notified", "deaf", "fenced"])
def test_a_version_is_read_again_when_something_was_written_here_or_told(
    two: tuple[Store, Store], what: str
) -> None:
    mine, _ = known_at_0(two)
    if what == "written":
        mine.jobs.add("kind", "key", NOW)
    elif what == "fenced":
        assert not mine.append(move(1), 0)
    else:
        mine.database.notified = 2 if what == "notified" else None
    assert mine.version("m") == 1


def test_several_moves_of_which_one_is_too_late(two: tuple[Store, Store]) -> None:
    mine, others = known_at_0(two)
    mine.create(row(id="n"), SEATS)
    of_n = Change(row(id="n", version=1), (RECORD,))
    assert mine.append_all([(move(1), 0), (of_n, 0)]) == [False, True]
    assert (others.version("m"), others.version("n")) == (1, 1)
    assert [len(others.records(match)) for match in "mn"] == [1, 1]


def test_a_move_at_another_version_is_not_written_though_its_log_is_packed_away(two: tuple[Store, Store]) -> None:
    """The number of its record is free, so only the version tells."""
    mine, others = known_at_0(two)
    others.database.write(lambda c: c.exec_driver_sql("DELETE FROM log"))
    assert not mine.append(move(1), 0)
    assert (mine.version("m"), mine.records("m")) == (1, [])


def test_who_somebody_is_is_trusted_as_long_and_no_longer_than_they_are_signed_in(
    two: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.register("ford", GAME)
    mine, others = (AccountService(MatchServices(store), store.database, Config()) for store in two)
    ann = mine.accounts.create_guest(NOW)
    secret, session = mine.sessions.create(ann.id, "a phone", NOW)
    assert mine.principal(secret, "", NOW).known.zone == ann.zone
    others.accounts.update_own(ann.id, zone="Europe/Berlin")
    assert mine.principal(secret, "", NOW).known.zone == ann.zone
    monkeypatch.setattr(engine, "MAX_CACHE_AGE", 0.0)
    assert mine.principal(secret, "", NOW).known.zone == "Europe/Berlin"
    monkeypatch.setattr(engine, "MAX_CACHE_AGE", 600.0)
    assert mine.principal(secret, "", NOW).account is not None
    assert mine.sessions.end(ann.id, session.id)
    assert mine.principal(secret, "", NOW).account is None
