"""Detection of other writers, at each read or once in a scope."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from palatine.accounts.accounts import Accounts
from palatine.accounts.sessions import Sessions
from palatine.matches.storage import Change, MatchRow, SeatRow
from palatine.store import Store

NOW = "2026-01-01T12:00:00.000Z"
ROW = MatchRow("m", "ford", "1", "standard", {}, "A match", b"seed", "2026-01-01", "2026-01-01")
SEATS = (SeatRow("North", key="k1"), SeatRow("South", bot="recruit"))


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "matches.db")
    store.create(ROW, SEATS)
    yield store
    store.close()


@pytest.fixture
def others(mine: Store, tmp_path: Path) -> Iterator[Store]:
    """Yield the same server in another process."""
    store = Store.open(tmp_path / "matches.db")
    yield store
    store.close()


def at(version: int) -> Change:
    return Change(msgspec.structs.replace(ROW, version=version), ())


def test_what_others_write_is_seen_at_the_next_look_or_when_the_moment_is_over(mine: Store, others: Store) -> None:
    assert mine.version("m") == 0
    with mine.consistent_scope():
        assert mine.version("m") == 0
        assert others.append(at(1), 0)
        assert mine.version("m") == 0, "it looked in this moment"
    assert mine.version("m") == 1


def test_who_writes_in_a_moment_sees_what_others_wrote_before(mine: Store, others: Store) -> None:
    with mine.consistent_scope():
        assert mine.version("m") == 0
        before = mine.database.data_version()
        assert others.append(at(1), 0)
        assert not mine.append(at(5), 0), "the version is the database's to say"
        assert mine.version("m") == 1
        assert mine.database.data_version() != before


def test_what_this_process_writes_is_seen_in_the_same_moment(mine: Store) -> None:
    with mine.consistent_scope():
        before = mine.database.data_version()
        assert mine.append(at(1), 0)
        assert (mine.version("m"), mine.database.data_version()) == (1, before), "a move is no news for others"
        mine.database.write(lambda connection: connection.execute(text("UPDATE seats SET name = 'Ned'")))
        assert mine.database.data_version() != before


def test_a_move_of_others_leaves_it_known_who_somebody_is_and_nothing_else_they_write_does(
    mine: Store, others: Store
) -> None:
    accounts, sessions = Accounts(others.database), Sessions(others.database)
    ann = accounts.create_guest(NOW)
    _, session = sessions.create(ann.id, "a phone", NOW)
    before, known = mine.database.auth_version(), mine.database.data_version()
    assert others.append(at(1), 0)
    assert mine.database.data_version() != known
    assert mine.database.auth_version() == before
    for work in (
        lambda: accounts.update_own(ann.id, zone="Europe/Berlin"),
        lambda: sessions.end(ann.id, session.id),
    ):
        work()
        assert mine.database.auth_version() != before
        before = mine.database.auth_version()
    assert before == others.database.auth_version()
