"""Claims: one of several processes does a piece of work; another takes over if it cannot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from databases import Cluster
from palatine import __version__
from palatine.store.engine import connect
from palatine.store.peers import claims
from palatine.store.peers.claims import Claims, serving_versions
from waiting import until


@pytest.fixture
def url(cluster: Cluster) -> Iterator[str]:
    made = cluster.make(cluster.template)
    yield made
    cluster.drop(made)


@pytest.fixture
def two(url: str) -> Iterator[tuple[Claims, Claims]]:
    databases = connect(url), connect(url)
    made = Claims(databases[0]), Claims(databases[1])
    yield made
    for each, database in zip(made, databases, strict=True):
        each.close()
        database.close()


def test_processes_show_their_versions(
    two: tuple[Claims, Claims], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = connect(url)
    with database.reading() as connection:
        assert serving_versions(connection) == []
    two[0].renew()
    monkeypatch.setattr(claims, "__version__", "0.0.9")
    two[1].renew()
    with database.reading() as connection:
        assert serving_versions(connection) == sorted([__version__, "0.0.9"])
    database.close()


def session_of(found: Claims) -> int:
    assert found._session is not None
    return found._session.number


def test_a_match_is_one_process_s_until_it_has_given_it_back_as_often_as_it_took_it(
    two: tuple[Claims, Claims],
) -> None:
    mine, others = two
    assert mine.acquire("a")
    assert mine.acquire("a")
    assert (others.acquire("a"), others.acquire("b")) == (False, True)
    mine.release("a")
    assert not others.acquire("a")
    mine.release("a")
    assert others.acquire("a")
    with mine.claim("a") as is_mine:
        assert not is_mine
    with mine.claim("c") as is_mine:
        assert is_mine
    assert others.acquire("c")


def test_there_is_one_leader_and_the_next_when_it_has_ended(two: tuple[Claims, Claims]) -> None:
    mine, others = two
    assert (mine.renew(), others.renew(), mine.renew(), mine.is_leader, others.is_leader) == (
        True,
        False,
        True,
        True,
        False,
    )
    mine.close()
    until(others.renew)
    assert not mine.renew()


def test_whose_session_is_ended_has_nothing_any_more(cluster: Cluster, two: tuple[Claims, Claims]) -> None:
    mine, others = two
    assert mine.renew()
    assert mine.acquire("a")
    cluster.run(f"SELECT pg_terminate_backend({session_of(mine)})")
    until(others.renew)
    until(lambda: others.acquire("a"))
    assert not mine.renew()
    assert not mine.is_leader
    assert not mine.acquire("a")
    mine.release("a")
    assert not mine.acquire("a"), "what was lost cannot be given back"


def test_who_stands_still_loses_what_it_has(two: tuple[Claims, Claims], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "IDLE_MILLISECONDS", 200)
    mine, others = two
    assert mine.renew()
    monkeypatch.setattr(claims, "IDLE_MILLISECONDS", 60_000)
    until(others.renew)
    assert not mine.is_leader, "it knows that by itself, before it asks"
    assert not mine.renew()


def test_while_the_database_is_away_nothing_is_claimed(url: str) -> None:
    database = connect(url.replace("palatine-pg-", "palatine-nowhere-"))
    none = Claims(database)
    assert (none.renew(), none.acquire("a")) == (False, False)
    none.release("a")
    none.close()
