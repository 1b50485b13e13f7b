"""Replay of stored matches under today's rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from matches.helpers import Table, clash, sit
from palatine import registry
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.store.schema import log, matches
from palatine.testing.examples.ford import GAME
from palatine.testing.examples.ford.rules import combat


def test_matches_in_every_state_are_in_order(services: MatchServices) -> None:
    services.matches.create("ford")
    clash(sit(services, forced=False))
    resigned = sit(services, forced=False)
    services.matches.resign(resigned.match, resigned.key("North"), resigned.version)
    over = sit(services)
    over.play(Random(1))
    services.archive.branch(over.match, None, 3, {seat: {"number": ""} for seat in ("North", "South")})
    assert services.archive.audit() == []


def test_a_change_of_the_rules_is_found(
    services: MatchServices, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    clash(table)
    monkeypatch.setattr(combat, "FORD", 7)
    findings = services.archive.audit()
    assert [finding.match for finding in findings] == [table.match]
    assert "another journal" in findings[0].text


def test_rules_that_fail_are_found(services: MatchServices, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    clash(table)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(combat.Clash, "run", broken)
    assert "the rules fail: ZeroDivisionError" in services.archive.audit()[0].text


def test_a_game_that_is_gone_is_found(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> None:
    registry.register("gone", GAME)
    sit(services, "gone")
    monkeypatch.delitem(registry._registered, "gone")
    assert "no game 'gone'" in services.archive.audit()[0].text


def test_tampering_with_the_database_is_found(services: MatchServices, store: Store, table: Table) -> None:
    clash(table)
    row, _ = store.load(table.match) or pytest.fail("no such match")
    state = GAME.decode(row.state or b"")
    state.day += 1
    with store.database.writing() as connection:
        connection.execute(update(matches).values(state=GAME.encode(state)))
    assert "another position" in services.archive.audit()[0].text
    with store.database.writing() as connection:
        connection.execute(update(log).where(log.c.kind == "action", log.c.ply == 2).values(operand=8))
    assert "not legal" in services.archive.audit()[0].text


def test_a_false_result_is_found(services: MatchServices, store: Store, table: Table) -> None:
    table.play(Random(2))
    with store.database.writing() as connection:
        connection.execute(update(matches).values(outcome={"winners": ["North"], "margin": "luck", "clause": ""}))
    assert "The result stored is" in services.archive.audit()[0].text
