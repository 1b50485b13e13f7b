"""Recaps: start, reader, items, and the lines of the journal for them."""

from __future__ import annotations

from random import Random

import pytest

from guided import FORD, kinds
from matches.helpers import FORD as MIDDLE
from matches.helpers import Table, sit
from palatine import registry
from palatine.matches import Forbidden, MatchServices


@pytest.fixture
def table(services: MatchServices) -> Table:
    registry.register("guided", FORD)
    return sit(services, "guided", forced=False)


def fight(table: Table) -> None:
    table.act("North", "piece", 1)
    table.act("North", "go", MIDDLE)
    table.act("South", "piece", 4)
    table.act("South", "go", MIDDLE)


def test_since_ones_own_last_move(services: MatchServices, table: Table) -> None:
    assert services.guidance.recap(table.match, table.key("North")).from_start, "North has not moved yet"
    fight(table)
    found = services.guidance.recap(table.match, table.key("North"))
    items = found.items
    assert not found.from_start
    assert kinds(items) == ["marches", "clash", "dusk"]
    assert [way.spaces for way in items[0].routes] == [(7, MIDDLE)]
    assert items[1].card is not None
    assert items[2].heading == "Day 2"


def test_after_an_undo_nothing_of_ones_own_is_recalled(services: MatchServices, table: Table) -> None:
    fight(table)
    table.act("North", "piece", table.look("North").view.choices[0].operand)
    before = services.guidance.recap(table.match, table.key("North"))
    assert not before.items
    table.undo("North")
    since = services.guidance.recap(table.match, table.key("North"))
    assert kinds(since.items) == ["marches", "clash", "dusk"], "what South did since North's march"
    assert [way.spaces for way in since.items[0].routes] == [(7, MIDDLE)]


def test_an_answer_in_anothers_phase_is_no_move_of_ones_own(services: MatchServices) -> None:
    """The recap covers the Demon's phase from its start, whatever Hosar passes or casts in it."""
    table = sit(services, "demonlord", forced=False)
    random, answered, last = Random(7), 0, 0
    while answered < 3:
        loaded = services.runtime.open(table.match)
        seat = table.asked[0]
        assert table.step(random)
        if seat == "Hosar" and loaded.game.phasing(loaded.state) == "Hosar":
            answered, last = 0, table.version
        elif seat == "Hosar":
            answered += 1
    since = services.guidance.recap(table.match, table.key("Hosar"))
    assert since.items
    assert since == services.guidance.recap(table.match, table.key("Hosar"), last)


def test_each_scene_has_its_line_of_the_journal(services: MatchServices, table: Table) -> None:
    fight(table)
    for seat in ("North", "South", None):
        lines = {f"{line.version}.{line.n}": line.text for line in table.look(seat).entries}
        items = services.guidance.recap(table.match, table.key(seat) if seat else None, 0).items
        assert items
        assert [lines[item.entry] for item in items] == [item.text for item in items]


def test_what_others_may_not_read_is_not_recalled(services: MatchServices, table: Table) -> None:
    table.act("North", "piece", 1)
    assert kinds(services.guidance.recap(table.match, table.key("North"), 0).items) == ["chosen"]
    assert services.guidance.recap(table.match, table.key("South"), 0).items == ()
    assert services.guidance.recap(table.match).items == ()


def test_what_was_taken_back_is_not_recalled(services: MatchServices, table: Table) -> None:
    table.act("North", "piece", 1)
    table.act("North", "go", MIDDLE)
    table.undo("North")
    assert kinds(services.guidance.recap(table.match, table.key("South"), 0).items) == []


def test_before_the_beginning_there_is_nothing(services: MatchServices) -> None:
    registry.register("guided", FORD)
    made = services.matches.create("guided")
    assert services.guidance.recap(made.match, made.keys["North"]).items == ()


def test_a_key_that_opens_nothing_recalls_nothing(services: MatchServices, table: Table) -> None:
    with pytest.raises(Forbidden):
        services.guidance.recap(table.match, "nonsense")


def test_of_secret_orders_the_last_turn_is_recalled(services: MatchServices) -> None:
    orders = sit(services, "tithe", seats=["Abbey", "Baron"])
    for turn, text in ((1, "Aldo collects"), (2, "Anna collects")):
        services.orders.hand_in(orders.match, orders.key("Abbey"), text, turn)
        services.orders.hand_in(orders.match, orders.key("Baron"), "", turn)
    told = " ".join(item.text for item in services.guidance.recap(orders.match, orders.key("Abbey")).items)
    assert "Anna" in told
    assert "Aldo" not in told
