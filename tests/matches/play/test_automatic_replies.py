"""Automatic replies, which the server repeats until something new happens."""

from __future__ import annotations

from typing import Any

import pytest

from matches.helpers import FORD, YARROW, Table, sit
from matches.spies import GAME as SPIES
from palatine import registry
from palatine.core import Refused
from palatine.matches import MatchServices
from palatine.matches.clocks.stored_times import parse_times
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.store import Store


@pytest.fixture
def table(services: MatchServices) -> Table:
    registry.register("spies", SPIES)
    return sit(services, "spies", options={"days": 20}, forced=False)


def rest_on(services: MatchServices, table: Table, seat: str = "South") -> Any:
    """Make the seat rest until a troop falls."""
    plan = next(plan for plan in services.matches.view(table.match, seat).view.shortcuts if plan.duration_key)
    return services.matches.act_all(table.match, table.key(seat), plan.actions, table.version, plan.duration_key)


def test_who_has_said_that_he_passes_is_not_asked_again(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    rest_on(services, table)
    for _ in range(3):
        match_view = table.act("North", "rest", 0)
        assert match_view.view.asked == ("North",)
    assert table.texts("South").count("South rests.") == 4


def test_it_ends_when_something_new_has_happened(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    rest_on(services, table)
    table.act("North", "piece", 1)
    assert table.act("North", "go", FORD).view.asked == ("North",)
    table.act("North", "piece", 1)
    match_view = table.act("North", "go", YARROW)
    assert [line.kind for line in match_view.entries if line.kind == "clash"] == ["clash"]
    assert match_view.view.asked == ("South",)


def test_it_is_taken_back_like_anything_else(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    assert rest_on(services, table).takes_back == "Rest until a troop falls"
    table.undo("South")
    assert table.look("South").view.asked == ("South",)
    table.act("South", "rest", 0)
    assert table.act("North", "rest", 0).view.asked == ("South",), "it stands no longer"


def test_it_stands_in_every_process(services: MatchServices, store: Store, table: Table) -> None:
    table.act("North", "rest", 0)
    rest_on(services, table)
    other = Table(MatchServices(store), table.made)
    assert other.act("North", "rest", 0).view.asked == ("North",)


def test_a_hand_over_ends_it(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    rest_on(services, table)
    services.seats.lend_to_bot(table.match, table.key("South"), "recruit")
    services.seats.take_back(table.match, table.key("South"))
    assert table.act("North", "rest", 0).view.asked == ("South",)


def test_only_what_is_offered_can_stand(services: MatchServices, table: Table) -> None:
    for actions, until in (([("rest", 0)], "for ever"), ([("count", 0)], "0 fallen")):
        with pytest.raises(Refused, match="no longer open"):
            services.matches.act_all(table.match, table.key("North"), actions, table.version, until)


def test_nobody_else_reads_of_it_in_a_file(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    rest_on(services, table)
    known = services.archive.export(table.match, table.key("North"))["log"]
    assert not any("until" in record.get("data", {}) for record in known)
    mine = services.archive.export(table.match, table.key("South"))["log"]
    assert any(record.get("data", {}).get("until") for record in mine)


def test_what_is_told_step_by_step_is_one_line(services: MatchServices, table: Table) -> None:
    first = table.act("North", "count", 0).entries[-1]
    second = table.act("North", "count", 0).entries[-1]
    assert (first.text, first.stands_for) == ("There are 3.", ())
    assert (second.text, second.stands_for) == ("There are 6.", (f"{first.version}.1",))
    assert [text for text in table.texts("North") if text.startswith("There are")] == ["There are 6."]
    back = services.matches.undo(table.match, table.key("North"), table.version)
    assert [line.text for line in back.entries] == ["There are 3.", "North undoes the last action."]


def test_it_is_ended_whenever_its_owner_likes_and_others_cannot_tell_whether_it_was(
    services: MatchServices, table: Table
) -> None:
    table.act("North", "rest", 0)
    key, others = table.key("South"), []
    for stands in (False, True):
        if stands:
            rest_on(services, table)
            table.act("North", "rest", 0)
            assert table.look("South").auto_replies == ("Rest until a troop falls",)
        seen = services.matches.end_auto_replies(table.match, key, table.version)
        assert (seen.auto_replies, seen.entries[-1].text) == ((), "Your answers given in advance have ended.")
        assert table.look("North").auto_replies == ()
        others.append([line.text for line in services.matches.view(table.match, "North", seen.version - 1).entries])
        table.act("South", "rest", 0) if not stands else None
        table.act("North", "rest", 0) if not stands else None
    assert others == [[], []]
    assert table.act("North", "rest", 0).view.asked == ("South",), "it stands no longer"


def test_only_its_owner_reads_that_it_stood(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    rest_on(services, table)
    table.act("North", "rest", 0)
    told = "Answered for you, as you chose in advance."
    assert (table.texts("South").count(told), table.texts("North").count(told)) == (1, 0)
    assert told not in table.texts(None)


def test_it_does_not_survive_its_owner(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    rest_on(services, table)
    pending = PendingWrite(services.runtime.open(table.match))
    pending.change_player(1, key="another")
    assert pending.times.seat("South").auto_replies == ()


def test_undo_takes_back_what_was_given_later_and_nothing_else(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    rest_on(services, table)
    kept = services.runtime.open(table.match).row.times
    assert parse_times(kept).without_auto_replies_after(2).seat("South").auto_replies
    assert not parse_times(kept).without_auto_replies_after(1).seat("South").auto_replies
