"""Running of turns: when all have handed in, at the deadline, or on request."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from matches.valley import FAR, Valley, valley
from palatine.core import Refused
from palatine.matches import MatchServices
from palatine.matches.clocks.calendar import TurnClock, deadline_after
from palatine.store import Store
from palatine.testing.examples.tithe import GAME

DAY = {"hours": 24}


def test_rules_that_fail_lose_no_sheet(services: MatchServices, monkeypatch: Any, caplog: Any) -> None:
    caplog.set_level(logging.CRITICAL)
    two = valley(services)
    two.hand_in("Abbey", "Aldo builds")
    with monkeypatch.context() as patch:
        patch.setattr(type(GAME), "run_turn", lambda game, state: 1 / 0)
        two.hand_in("Baron", "Bela builds")
        assert (two.info.turn, two.info.handed_in) == (1, ("Abbey", "Baron"))
    services.matches.resume()
    assert two.info.turn == 2
    assert "Aldo builds a barn in Ashby." in two.texts(None)


def test_nobody_else_has_the_turn_run_before_all_have_handed_in(two: Valley) -> None:
    for key in (None, two.key("Baron"), two.key("Abbey")):
        with pytest.raises(Refused, match="No orders yet from Abbey and Baron"):
            two.services.orders.run_turn(two.match, key)
    assert two.info.turn == 1


def test_a_turn_runs_early_when_all_agree_and_then_nobody_was_late(two: Valley) -> None:
    proposals = two.services.proposals
    proposals.propose(two.match, two.key("Abbey"), "run", two.info.version)
    two.hand_in("Baron")
    assert two.info.times
    assert [each.text for each in two.info.times.proposals] == [
        "Abbey asks to run the turn now, without the missing orders."
    ]
    proposals.answer(two.match, two.key("Baron"), two.info.times.proposals[0].n, yes=True)
    assert two.info.turn == 2
    assert [seat.missed for seat in two.info.seats] == [0, 0]
    assert "All agree to run the turn now." in two.texts(None)
    proposals.propose(two.match, two.key("Abbey"), "run", two.info.version)
    two.all_hand_in()
    assert two.info.times is None or not two.info.times.proposals, "it was about the turn that has run"


def test_who_plays_alone_against_bots_runs_the_turn(services: MatchServices) -> None:
    alone = valley(services, bots=("Baron",))
    assert alone.info.master == "Abbey"
    services.orders.run_turn(alone.match, alone.key("Abbey"))
    assert alone.info.turn == 2


def test_where_nobody_sees_to_the_turns_who_made_the_match_cannot_hurry_it(services: MatchServices) -> None:
    timed = valley(services, clock={"hours": 24})
    timed.hand_in("Abbey")
    assert timed.info.master == ""
    with pytest.raises(Refused, match="No orders yet from Baron"):
        services.orders.run_turn(timed.match, timed.key("Abbey"))
    assert timed.info.turn == 1


def test_a_match_that_does_not_run_early_waits(services: MatchServices) -> None:
    patient = valley(services, clock={"hours": 24, "early": False})
    patient.all_hand_in()
    assert (patient.info.turn, patient.info.asked, patient.info.master) == (1, (), "")
    with pytest.raises(Refused, match="can change their orders until"):
        services.orders.run_turn(patient.match, patient.key("Abbey"))
    patient.hand_in("Abbey", "Aldo builds")
    assert services.clocks.claim_deadlines(patient.info.deadline) == [patient.match]
    assert "Aldo builds a barn in Ashby." in patient.texts(None)


def test_without_a_deadline_anybody_has_the_turn_run_when_all_have_handed_in(services: MatchServices) -> None:
    patient = valley(services, clock={"early": False})
    patient.all_hand_in()
    assert patient.info.turn == 1
    services.orders.run_turn(patient.match)
    assert patient.info.turn == 2


def test_giving_up_leaves_the_match_to_the_others(services: MatchServices) -> None:
    three = valley(services, 3)
    three.hand_in("Baron", "send 3 gold to Crown")
    services.matches.resign(three.match, three.key("Baron"), three.info.version)
    assert three.texts(None)[-2:] == ["Baron resigns.", "Baron's reeves go home for good."]
    assert services.seats.seat_of(three.match, three.key("Baron")) is None
    assert (three.info.status, three.info.asked) == ("playing", ("Abbey", "Crown"))
    three.all_hand_in()
    assert three.info.turn == 2
    services.matches.resign(three.match, three.key("Crown"), three.info.version)
    assert (three.info.outcome or {})["winners"] == ["Abbey"]
    assert services.archive.verify(three.match).ok
    assert services.archive.audit() == []


def test_a_deadline_runs_the_turn_with_what_there_is(services: MatchServices) -> None:
    two = valley(services, clock=DAY)
    two.hand_in("Abbey", "Aldo builds")
    deadline = two.info.deadline
    assert services.clocks.claim_deadlines("2026-01-01T00:00:00.000Z") == []
    assert services.clocks.claim_deadlines(deadline) == [two.match]
    assert two.info.turn == 2
    assert "Time is up. Turn 1 runs." in two.texts(None)
    assert "Baron sends no orders and loses 1 gold." in two.texts(None)
    assert two.records("turn")[0].data == {"turn": 1, "why": "deadline", "missing": ["Baron"]}
    assert services.clocks.claim_deadlines(deadline) == []
    assert two.info.deadline == deadline_after(TurnClock(24), deadline)


def test_bots_are_not_late(store: Store) -> None:
    services = MatchServices(store, bots="background")
    table = valley(services, bots=("Baron",), clock=DAY)
    assert table.info.handed_in == ()
    services.clocks.claim_deadlines(table.info.deadline)
    assert table.records("turn")[0].data["missing"] == ["Abbey"]


def test_many_workers_run_a_turn_once(store: Store) -> None:
    tables = [valley(MatchServices(store), clock=DAY) for _ in range(5)]
    workers = [MatchServices(store) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        claimed = list(threads.map(lambda worker: worker.clocks.claim_deadlines(FAR), workers))
    assert sorted(match for each in claimed for match in each) == sorted(table.match for table in tables)
    for table in tables:
        assert len(table.records("turn")) == 1
        assert table.info.deadline > FAR


def test_one_match_that_fails_does_not_stop_the_others(
    services: MatchServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [valley(services, clock=DAY) for _ in range(2)]
    good = max(tables, key=lambda table: table.info.deadline)
    run = type(services.runtime).open

    def fails(context: object, match: str) -> object:
        if match != good.match:
            raise RuntimeError("damaged")
        return run(services.runtime, match)

    monkeypatch.setattr(type(services.runtime), "open", fails)
    assert services.clocks.claim_deadlines(FAR) == [good.match]


def test_deadlines_keep_step() -> None:
    clock = TurnClock(24)
    assert deadline_after(TurnClock(0), FAR) == ""
    assert deadline_after(clock, "2030-05-01T10:00:00.000Z") == "2030-05-02T10:00:00.000Z"
    late = deadline_after(clock, "2030-05-04T11:00:00.000Z", "2030-05-01T10:00:00.000Z")
    assert late == "2030-05-05T10:00:00.000Z", "after an outage the same hour of the day"


def test_when_all_have_handed_in_the_next_deadline_is_reckoned_from_then(services: MatchServices) -> None:
    two = valley(services, clock=DAY)
    before = two.info.deadline
    two.all_hand_in()
    assert before <= two.info.deadline < deadline_after(TurnClock(1), before)


def test_a_match_that_is_over_has_no_deadline(services: MatchServices) -> None:
    two = valley(services, clock=DAY, options={"seasons": 1})
    two.all_hand_in()
    assert (two.info.status, two.info.deadline) == ("over", "")
    assert services.clocks.claim_deadlines(FAR) == []
