"""Previews of actions and sheets, and permission to read them."""

from __future__ import annotations

from typing import Any

import pytest

from guided import FORD, TITHE
from matches.helpers import FORD as MIDDLE
from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Refused, Unreadable
from palatine.matches import Conflict, Forbidden, MatchServices
from palatine.store import Store


@pytest.fixture(autouse=True)
def _known() -> None:
    registry.register("guided", FORD)
    registry.register("guided-tithe", TITHE)


@pytest.fixture
def table(services: MatchServices) -> Table:
    return sit(services, "guided", forced=False)


def at_the_ford(table: Table) -> None:
    """Move North into the ford, where South can attack it."""
    table.act("North", "piece", 1)
    table.act("North", "go", MIDDLE)


def test_an_attack_warns_shows_its_odds_and_is_final(services: MatchServices, table: Table) -> None:
    at_the_ford(table)
    table.act("South", "piece", 4)
    found = services.guidance.preview(table.match, table.key("South"), [("go", MIDDLE)], table.version)
    assert [(line.weight, line.clause) for line in found.lines] == [("warning", "3")]
    assert found.is_irrevocable
    assert found.needs_confirmation
    assert [result.text for result in found.odds[0].results] == ["you win", "you lose"]


def test_a_plan_is_previewed_as_a_whole(services: MatchServices, table: Table) -> None:
    at_the_ford(table)
    version = table.version
    found = services.guidance.preview(table.match, table.key("South"), [("piece", 4), ("go", MIDDLE)], version)
    assert found.needs_confirmation
    assert not services.guidance.preview(
        table.match, table.key("South"), [("piece", 4)], version
    ).needs_confirmation
    assert table.version == version


def test_what_ends_something_says_what_is_left_undone(services: MatchServices, table: Table) -> None:
    (unused,) = services.guidance.preview(
        table.match, table.key("North"), [("rest", 0)], table.version
    ).unused_options
    assert unused.spaces == ("s0", "s1", "s2")


def test_another_version_is_a_conflict(services: MatchServices, table: Table) -> None:
    with pytest.raises(Conflict):
        services.guidance.preview(table.match, table.key("North"), [("rest", 0)], table.version - 1)


@pytest.mark.parametrize("actions", [[("go", MIDDLE)], [("fly", 1)], [None], [("piece", True)], [("piece", 5)]])
def test_what_is_not_legal_is_refused_as_it_would_be_done(
    services: MatchServices, table: Table, actions: Any
) -> None:
    with pytest.raises(Refused):
        services.guidance.preview(table.match, table.key("North"), actions, table.version)


def test_nothing_is_no_plan(services: MatchServices, table: Table) -> None:
    with pytest.raises(Unreadable):
        services.guidance.preview(table.match, table.key("North"), [], table.version)


def test_it_is_for_who_has_the_key_alone(services: MatchServices, table: Table) -> None:
    with pytest.raises(Forbidden):
        services.guidance.preview(table.match, "nonsense", [("rest", 0)], table.version)
    with pytest.raises(Refused, match="North must decide"):
        services.guidance.preview(table.match, table.key("South"), [("rest", 0)], table.version)
    services.seats.lend_to_bot(table.match, table.key("South"))
    with pytest.raises(Refused, match="Take your seat back"):
        services.guidance.preview(table.match, table.key("South"), [("rest", 0)], table.version)


def test_hidden_troops_are_not_told_by_it(store: Store, services: MatchServices) -> None:
    """Two matches that differ only in hidden faces have the same previews."""
    told = set()
    for number in range(6):
        table = Table(
            services,
            services.matches.create(
                "guided",
                forced=False,
                players={s: {"number": f"{number} {s}"} for s in FORD.scenarios[0].tables[0]},
            ),
        )
        at_the_ford(table)
        table.act("South", "piece", 4)
        told.add(repr(services.guidance.preview(table.match, table.key("South"), [("go", MIDDLE)], table.version)))
    assert len(told) == 1


# Sheets


@pytest.fixture
def orders(services: MatchServices) -> Table:
    return sit(services, "guided-tithe", seats=["Abbey", "Baron"])


def test_an_empty_sheet_warns(services: MatchServices, orders: Table) -> None:
    found = services.guidance.preview_sheet(orders.match, orders.key("Abbey"), "")
    assert found.check.ok
    assert [line.text for line in found.preview.lines] == ["Nobody does anything."]


def test_lines_are_those_of_the_text(services: MatchServices, orders: Table) -> None:
    found = services.guidance.preview_sheet(orders.match, orders.key("Abbey"), "# a thought\nAldo collects\n")
    assert [line.line for line in found.preview.lines] == [2]
    assert [each.text for each in found.preview.unused_options] == ["Anna is idle."]


def test_a_sheet_that_cannot_be_submitted_has_an_empty_preview(services: MatchServices, orders: Table) -> None:
    found = services.guidance.preview_sheet(orders.match, orders.key("Abbey"), "Aldo dances")
    assert not found.check.ok
    assert found.check.problems
    assert found.preview.lines == ()


def test_sheets_are_for_who_has_the_key_and_for_games_that_have_them(
    services: MatchServices, orders: Table, table: Table
) -> None:
    with pytest.raises(Forbidden):
        services.guidance.preview_sheet(orders.match, "nonsense", "")
    with pytest.raises(Refused):
        services.guidance.preview_sheet(table.match, table.key("North"), "")
