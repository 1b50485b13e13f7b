"""The starts of turns and phases, and events between two positions."""

from __future__ import annotations

from random import Random

import pytest

from guided import FORD, kinds
from matches.helpers import FORD as MIDDLE
from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Unknown
from palatine.matches import Forbidden, MatchServices
from palatine.matches.guidance.chapters import turn_starts


@pytest.fixture
def table(services: MatchServices) -> Table:
    registry.register("guided", FORD)
    return sit(services, "guided", forced=False)


def test_chapters_begin_where_headings_stand(services: MatchServices, table: Table) -> None:
    for day in (1, 2):
        for seat in ("North", "South"):
            table.act(seat, "rest", 0)
        assert services.archive.replay(table.match, None, 2 * day).view.heading.startswith(f"Day {day + 1}")
    found = services.guidance.chapters(table.match)
    assert [(chapter.at, chapter.heading) for chapter in found] == [(2, "Day 2"), (4, "Day 3")]


def test_of_secret_orders_every_turn_is_a_chapter(services: MatchServices) -> None:
    orders = sit(services, "tithe", seats=["Abbey", "Baron"])
    for turn in (1, 2):
        for seat in ("Abbey", "Baron"):
            services.orders.hand_in(orders.match, orders.key(seat), "", turn)
    assert [(chapter.at, chapter.turn) for chapter in services.guidance.chapters(orders.match, "Abbey")] == [
        (1, 1),
        (2, 2),
    ]


def test_where_turns_begin_is_found_between_any_two_positions() -> None:
    turns = [1, 1, 1, 2, 2, 3, 5, 5]
    assert list(turn_starts(turns.__getitem__, 0, 7)) == [3, 5, 6]
    assert list(turn_starts(turns.__getitem__, 3, 4)) == []


def test_what_happened_between_two_positions(services: MatchServices, table: Table) -> None:
    table.act("North", "piece", 1)
    table.act("North", "go", MIDDLE)
    assert kinds(services.guidance.recap_between(table.match, "North", 0, 1).items) == ["chosen"]
    assert kinds(services.guidance.recap_between(table.match, None, 0, 1).items) == []
    assert kinds(services.guidance.recap_between(table.match, None, 0, 99).items) == ["marches"]


def test_all_is_seen_when_the_match_is_over(services: MatchServices, table: Table) -> None:
    for look in (
        services.guidance.chapters,
        lambda match, seat: services.guidance.recap_between(match, seat, 0, 9),
    ):
        with pytest.raises(Forbidden):
            look(table.match, "referee")
        with pytest.raises(Unknown):
            look(table.match, "West")
    table.play(Random(4))
    everything = kinds(services.guidance.recap_between(table.match, "referee", 0, 999).items)
    assert (
        everything.count("chosen")
        > kinds(services.guidance.recap_between(table.match, "North", 0, 999).items).count("chosen")
        > 0
    )
