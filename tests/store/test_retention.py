"""Deletion of old matches by rule, and of none without a rule."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert, select

from palatine.cli.main import main
from palatine.matches.storage import Change
from palatine.store import Store
from palatine.store.retention import delete_matches, old_matches
from palatine.store.schema import log, seats
from palatine.store.schema_people import accounts, results, tenures
from store.test_store import RECORD, SEATS, row

OLD, LATELY, SINCE = "2026-01-01T12:00:00.000Z", "2026-03-01T12:00:00.000Z", "2026-02-01T12:00:00.000Z"
RESULT = {"place": 0, "n": 1, "arrival": 1, "account": "ann", "game": "ford", "kind": "", "rank": 1, "of": 2}


@pytest.fixture
def store(database: str) -> Any:
    opened = Store.open(database)
    for status in ("over", "playing", "open"):
        for name, updated in (("old", OLD), ("new", LATELY)):
            opened.create(row(id=f"{status} {name}", status=status, updated=updated), SEATS, (RECORD,))
    opened.create(row(id="rated", status="over", updated=OLD), SEATS)
    opened.create(row(id="lesson", status="over", updated=OLD, lesson={}), SEATS)
    opened.create(row(id="guests", status="playing", updated=OLD), SEATS)
    opened.create(row(id="mixed", status="playing", updated=OLD), SEATS)

    def people(connection: Any) -> None:
        for name, kind in (("ann", "member"), ("gus", "guest")):
            plain = {"id": name, "kind": kind, "name": name, "folded": name, "created": OLD, "seen": OLD}
            connection.execute(insert(accounts), plain)
        for match, place, account in (("guests", 0, "gus"), ("mixed", 0, "gus"), ("mixed", 1, "ann")):
            held = {"match": match, "place": place, "n": 1, "account": account, "since": OLD}
            connection.execute(insert(tenures), held)
        connection.execute(insert(results), {**RESULT, "time": OLD, "match": "rated", "rated": True})
        connection.execute(insert(results), {**RESULT, "time": OLD, "match": "over old", "rated": False})

    opened.database.write(people)
    yield opened
    opened.close()


def chosen(store: Store, **rules: str) -> set[str]:
    return {match for match, _ in old_matches(store, **rules)}


def test_each_rule_chooses_its_own_and_no_rule_nothing(store: Store) -> None:
    assert chosen(store) == set()
    assert chosen(store, finished=SINCE) == {"over old"}
    assert chosen(store, unfinished=SINCE) == {"playing old", "open old", "guests", "mixed"}
    assert chosen(store, guests=SINCE) == {"guests"}
    assert chosen(store, finished=SINCE, guests=SINCE) == {"over old", "guests"}


def test_what_goes_leaves_nothing_and_what_was_touched_stays(store: Store) -> None:
    found = old_matches(store, finished=SINCE, unfinished=SINCE)
    assert store.append(Change(row(id="mixed", version=1, status="playing", updated=OLD), (RECORD,)), 0)
    assert delete_matches(store, found) == 4
    assert set(store.match_ids()) == {"rated", "mixed", "over new", "playing new", "open new"}
    with store.database.reading() as connection:
        for table in (log, seats, results, tenures):
            left = set(connection.execute(select(table.c.match)).scalars())
            assert left <= {"rated", "mixed", "lesson", "over new", "playing new", "open new"}


def test_by_the_command(store: Store, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["purge", "--delete", "--database", database]) == 0
    assert main(["purge", "--finished", "30", "--database", database]) == 0
    told = capsys.readouterr().out
    assert "0 matches deleted." in told
    assert "over old\n" in told
    before = len(store.match_ids())
    assert main(["purge", "--finished", "30", "--delete", "--database", database]) == 0
    assert len(store.match_ids()) < before
