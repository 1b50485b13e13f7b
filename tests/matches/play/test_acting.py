"""Acting, stale versions, plans, forced moves, resigning."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

from matches.helpers import FORD, WEIR, Table, clash, sit
from palatine.core import Refused, Unreadable
from palatine.matches import Conflict, Forbidden, MatchServices, MatchView, NotFound
from palatine.store import Store


def test_an_action_leads_to_a_new_version_and_what_it_told(table: Table) -> None:
    before = table.look("North")
    match_view = table.act("North", "piece", 1)
    assert (match_view.version, match_view.at) == (before.version + 1, 1)
    line = match_view.entries[-1]
    assert (line.kind, line.private, line.clauses) == ("chosen", True, ("2",))
    assert [choice.verb for choice in match_view.view.choices] == ["go"]
    assert table.look("South", before.version).entries == ()


def test_several_seats_are_shown_one_version_as_each_would_be(services: MatchServices, table: Table) -> None:
    clash(table)
    since: dict[str | None, int] = {"North": 0, "South": table.version, None: 1}
    assert services.matches.views(table.match, since) == {
        seat: table.look(seat, after) for seat, after in since.items()
    }


def test_tallies_are_told_with_their_clauses(table: Table) -> None:
    clash(table)
    line = next(line for line in table.look().entries if line.kind == "clash")
    assert line.clauses == ("3",)
    assert line.tally[0].startswith("Dice ")
    assert line.tally[1].endswith("attacker's strength, 3.1")


def test_an_illegal_action_is_refused_with_its_clause_and_changes_nothing(
    services: MatchServices, table: Table
) -> None:
    table.act("North", "piece", 1)
    version = table.version
    with pytest.raises(Refused, match="not beside") as caught:
        table.act("North", "go", WEIR)
    assert caught.value.clause == "2.1"
    with pytest.raises(Refused, match="North must decide"):
        table.act("South", "rest", 0)
    assert table.version == version
    refusal = services.matches.explain(table.match, "North", "go", WEIR)
    assert refusal is not None
    assert refusal.clause == "2.1"
    assert services.matches.explain(table.match, "North", "go", FORD) is None


@pytest.mark.parametrize(
    "action",
    [None, 3, "go", (), ("go",), ("go", "4"), ("go", True), (4, "go"), ("go", 4, 4), ("go", 10**30), [[], {}]],
)
def test_a_malformed_action_is_refused(services: MatchServices, table: Table, action: Any) -> None:
    with pytest.raises(Refused):
        services.matches.act(table.match, table.key("North"), action, table.version)


def test_an_action_may_come_as_a_list(services: MatchServices, table: Table) -> None:
    assert services.matches.act(table.match, table.key("North"), ["piece", 1], table.version).at == 1


@pytest.mark.parametrize("off", [-1, 1, 100, -100])
def test_another_version_is_a_conflict_that_shows_how_things_stand(
    services: MatchServices, table: Table, off: int
) -> None:
    table.act("North", "piece", 1)
    now = table.version
    with pytest.raises(Conflict) as caught:
        services.matches.act(table.match, table.key("North"), ("go", FORD), now + off)
    assert caught.value.match_view.version == now
    assert caught.value.match_view.seat == "North"
    assert table.version == now


def test_unknown_matches_and_wrong_keys(services: MatchServices, table: Table) -> None:
    with pytest.raises(NotFound):
        services.matches.act("nowhere", table.key("North"), ("rest", 0), 3)
    with pytest.raises(Forbidden):
        services.matches.act(table.match, "guess", ("rest", 0), table.version)
    with pytest.raises(NotFound):
        services.matches.view("nowhere")
    with pytest.raises(NotFound):
        services.matches.info("nowhere")


@pytest.mark.parametrize("shared", [True, False])
def test_of_two_who_act_at_once_one_wins(store: Store, shared: bool) -> None:
    """This is tested in one process, and in two without shared memory."""
    services = MatchServices(store)
    table = sit(services, forced=False)
    processes = [services, services if shared else MatchServices(store)]
    for _ in range(20):
        version, seat = table.version, table.asked[0]
        gate = threading.Barrier(2)
        results: list[MatchView | Conflict] = []

        def act(
            at: MatchServices, version: int = version, seat: str = seat, gate: Any = gate, results: Any = results
        ) -> None:
            gate.wait()
            try:
                results.append(at.matches.act(table.match, table.key(seat), ("rest", 0), version))
            except Conflict as conflict:
                results.append(conflict)

        threads = [threading.Thread(target=act, args=(each,)) for each in processes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        won = [result for result in results if isinstance(result, MatchView)]
        assert len(results) == 2
        assert len(won) == 1
        assert table.version == version + 1
        if services.matches.info(table.match).status == "over":
            break
    assert services.archive.audit() == []


def test_what_another_process_did_is_seen_at_once(store: Store) -> None:
    here, there = MatchServices(store), MatchServices(store)
    table = sit(here, forced=False)
    assert there.matches.view(table.match).version == table.version
    table.act("North", "rest", 0)
    match_view = there.matches.act(table.match, table.key("South"), ("rest", 0), table.version)
    assert here.matches.view(table.match).version == match_view.version
    with pytest.raises(Conflict):
        here.matches.act(table.match, table.key("North"), ("rest", 0), match_view.version - 1)


def test_a_plan_is_one_transaction(services: MatchServices, table: Table) -> None:
    key, version = table.key("North"), table.version
    plan = table.look("North").view.shortcuts[0]
    match_view = services.matches.act_all(table.match, key, plan.actions, version)
    assert (match_view.at, match_view.view.asked) == (2, ("South",))


def test_of_a_plan_that_is_wrong_nothing_is_done(services: MatchServices, table: Table) -> None:
    key, version = table.key("North"), table.version
    with pytest.raises(Refused, match="not beside"):
        services.matches.act_all(table.match, key, [("piece", 1), ("go", WEIR)], version)
    assert table.version == version
    with pytest.raises(Unreadable):
        services.matches.act_all(table.match, key, [], version)


def test_a_plan_ends_quietly_after_a_reveal_or_a_roll(services: MatchServices, table: Table) -> None:
    key, version = table.key("North"), table.version
    match_view = services.matches.act_all(table.match, key, [("show", 1), ("show", 1), ("rest", 0)], version)
    assert match_view.at == 1
    table.act("North", "piece", 1)
    table.act("North", "go", FORD)
    actions = [("piece", 4), ("go", FORD), ("piece", 4)]
    match_view = services.matches.act_all(table.match, table.key("South"), actions, table.version)
    assert match_view.at == 5
    assert any(line.kind == "clash" for line in match_view.entries)


def test_what_has_no_alternative_is_played_by_the_server(services: MatchServices) -> None:
    table = sit(services)
    version = table.version
    match_view = table.act("North", "piece", 1)
    assert (match_view.at, match_view.version, match_view.view.asked) == (2, version + 2, ("South",))
    assert table.texts("South", version) == ["North marches from Birch to Ford."]
    assert match_view.view.pieces[1].space == f"s{FORD}"


def test_a_plan_and_forced_moves_agree(services: MatchServices) -> None:
    table = sit(services)
    match_view = services.matches.act_all(
        table.match, table.key("North"), [("piece", 1), ("go", FORD)], table.version
    )
    assert (match_view.at, match_view.view.asked) == (2, ("South",))


def test_resigning_gives_the_match_to_the_others(services: MatchServices, table: Table) -> None:
    clash(table)
    match_view = services.matches.resign(table.match, table.key("North"), table.version)
    assert match_view.status == "over"
    assert match_view.view.outcome == {"winners": ["South"], "margin": "North resigned", "clause": ""}
    assert (match_view.view.asked, match_view.view.choices) == ((), ())
    assert match_view.view.heading == "The match is over"
    assert match_view.entries[-1].text == "North resigns."
    info = services.matches.info(table.match)
    assert info.outcome is not None
    assert info.outcome["winners"] == ["South"]
    assert len(info.seed) == 64
    for call in (services.matches.resign, services.matches.undo):
        with pytest.raises(Refused, match="over"):
            call(table.match, table.key("South"), table.version)
    with pytest.raises(Refused, match="over"):
        table.act("South", "rest", 0)
    assert services.archive.verify(table.match).ok


def test_a_match_is_played_to_its_end(services: MatchServices, table: Table) -> None:
    table.play(Random(5))
    info = services.matches.info(table.match)
    assert (info.status, info.asked) == ("over", ())
    assert info.outcome is not None
    assert info.outcome["clause"] in ("4.1", "4.2")
    assert table.look("North").view.outcome is not None


def test_more_matches_than_fit_in_memory(store: Store) -> None:
    services = MatchServices(store, cache=3)
    tables = [sit(services) for _ in range(8)]
    random = Random(6)
    for _ in range(60):
        random.choice(tables).step(random)
    assert services.archive.audit() == []
