"""Numbers of statements that an action sends to its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from databases import Cluster
from palatine import registry
from palatine.store import engine
from palatine.testing.examples.ford import GAME
from services.statements import CountedServer, Duel, Statements, served

PLAIN, WITH_HAND_OVER = 8, 12
"""Statements of an action of which nothing has been read before."""
KNOWN, KNOWN_WITH_HAND_OVER = 3, 7
"""The same, when what was read of sessions, accounts and versions is trusted."""
ON_SQLITE, ON_SQLITE_WITH_HAND_OVER = 4, 8
ACTIONS = 24


@pytest.fixture(scope="module", autouse=True)
def ford_is_known() -> None:
    registry.register("ford", GAME)


@pytest.fixture
def statements() -> Statements:
    return Statements("action-queue")


@pytest.fixture
def on_postgres(cluster: Cluster, statements: Statements) -> Iterator[CountedServer]:
    url = cluster.make(cluster.template)
    with served(url, statements) as made:
        yield made
    cluster.drop(url)


@pytest.fixture
def on_sqlite(tmp_path: Path, statements: Statements) -> Iterator[CountedServer]:
    with served(tmp_path / "matches.db", statements) as made:
        yield made


@pytest.fixture(autouse=True)
def trusted_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make cached reads valid for long, however slow the machine is."""
    monkeypatch.setattr(engine, "MAX_CACHE_AGE", 600.0)


def counted(
    duel: Duel, statements: Statements, before: Callable[[], object] = lambda: None
) -> tuple[list[list[str]], list[list[str]]]:
    """Return the statements of each action: without a hand-over, and with one.

    The last action of a match does not count.
    """
    plain, handed_over = [], []
    for number in range(ACTIONS):
        asked = duel.asked
        before()
        statements.take()
        duel.act(number)
        sent = statements.take()
        if not duel.asked:
            break
        (plain if duel.asked == asked else handed_over).append(sent)
    assert len(plain) > 2
    assert len(handed_over) > 2
    return plain, handed_over


@pytest.mark.parametrize("listens", [False, True])
def test_an_action_sends_few_statements_to_postgresql(
    on_postgres: CountedServer, statements: Statements, listens: bool
) -> None:
    database, duel = on_postgres.store.database, Duel(on_postgres)

    def forget() -> None:
        """Make all cached data stale, as when a session has ended elsewhere."""
        assert database.notified is not None
        database.notified += 1

    if listens:
        duel.listen()
    plain, handed_over = counted(duel, statements, forget)
    assert max(map(len, plain)) <= PLAIN, max(plain, key=len)
    assert max(map(len, handed_over)) <= WITH_HAND_OVER, max(handed_over, key=len)


def test_of_what_was_read_a_moment_ago_nothing_is_read_again(
    on_postgres: CountedServer, statements: Statements
) -> None:
    duel = Duel(on_postgres)
    duel.listen()
    plain, handed_over = counted(duel, statements)
    assert sorted(map(len, plain))[len(plain) // 2] <= KNOWN, plain
    assert sorted(map(len, handed_over))[len(handed_over) // 2] <= KNOWN_WITH_HAND_OVER, handed_over


def test_an_action_sends_few_statements_to_sqlite(on_sqlite: CountedServer, statements: Statements) -> None:
    duel = Duel(on_sqlite)
    duel.listen()
    plain, handed_over = counted(duel, statements)
    assert sorted(map(len, plain))[len(plain) // 2] <= ON_SQLITE, plain
    assert sorted(map(len, handed_over))[len(handed_over) // 2] <= ON_SQLITE_WITH_HAND_OVER, handed_over
