"""Entering cities and forts, and rules about them that are easily missed (FC)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    LIVES,
    assault,
    codes,
    dice,
    dropped,
    facing,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    put,
    refused,
    storming,
    told,
)
from palatine.games.lord_and_master.orders.grammar import parse_line
from palatine.games.lord_and_master.rules import relations
from palatine.games.lord_and_master.rules.actions import leading
from palatine.games.lord_and_master.rules.combat import forts
from palatine.games.lord_and_master.rules.common import captives, neutrals
from palatine.games.lord_and_master.rules.common.control import Conquests
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Shields, Turn
from palatine.games.lord_and_master.state import NEUTRAL, CalledIntervention, DemonRecord, Shipment, TruceRecord

SQUARE, FORT = 59, 459


# Walking in


@pytest.mark.clause("LM-FC-01", "LM-MV-04", "LM-NEU-19")
def test_troops_pass_a_garrisoned_city_outside_and_cannot_walk_in() -> None:
    state = hargaar()
    person(state, "Pim W3", 0, 58)
    put(state, "HFC 2", 0, 58)
    hold(state, 1, SQUARE, ARDEA, 60)
    put(state, "RED 1", 1, ARDEA)
    entries = order(Turn(state), 0, "char Pim: lead take HFC 2, go 59 60")
    assert not told(entries, "battle")
    assert (state.holder(SQUARE), state.holder(ARDEA)) == (0, 1)
    state = hargaar()
    person(state, "Pim W3", 0, SQUARE)
    put(state, "HFC 2", 0, SQUARE)
    assert refused(Turn(state), 0, "char Pim: lead take HFC 2, go 59city") == "LM-FC-01"
    assert codes(state, 0, SQUARE) == ["HFC", "HFC"]


@pytest.mark.clause("LM-FC-01", "LM-MV-05")
def test_an_empty_city_of_the_enemy_falls_to_who_walks_in() -> None:
    state = hargaar()
    person(state, "Pim W3", 0, SQUARE)
    put(state, "HFC 2", 0, SQUARE)
    hold(state, 1, ARDEA)
    turn = Turn(state)
    order(turn, 0, "char Pim: lead take HFC 2, go 59city")
    assert state.holder(ARDEA) == 0
    assert codes(state, 0, ARDEA) == ["HFC", "HFC"]
    assert turn.of(Conquests).by_force == []


@pytest.mark.clause("LM-MV-05")
def test_going_in_and_out_costs_no_points() -> None:
    state = hargaar()
    person(state, "Pim W3", 0, ARDEA)
    put(state, "ATC 1", 0, ARDEA)
    hold(state, 0, SQUARE, ARDEA, 60, 69)
    order(Turn(state), 0, "char Pim: lead take ATC 1, go 59 59city 59 60 69")
    assert codes(state, 0, 60) == ["ATC"]
    assert state.people[1].place == 69


@pytest.mark.clause("LM-FC-09")
@pytest.mark.parametrize(("place", "most"), [(ARDEA, 36), (FORT, 12)])
def test_a_city_holds_36_units_and_a_fort_12(place: int, most: int) -> None:
    state = hargaar()
    state.forts[SQUARE] = "F1"
    person(state, "Pim W3", 0, SQUARE)
    hold(state, 0, SQUARE, place)
    put(state, f"RED {most - 2}", 0, place)
    put(state, "HFC 3", 0, SQUARE)
    where = "59city" if place == ARDEA else "59fort"
    entries = order(Turn(state), 0, f"char Pim: lead take HFC 3, go {where}")
    assert codes(state, 0, place).count("HFC") == 2
    assert codes(state, 0, SQUARE) == ["HFC"]
    assert told(entries, "no-room")[0].data["count"] == 1
    assert state.people[1].place == place


@pytest.mark.clause("LM-MV-07")
def test_a_garrisoned_enemy_fort_stops_troops_and_an_empty_one_does_not() -> None:
    for garrison, stopped in (("RED 1", True), ("", False)):
        state = hargaar()
        person(state, "Pim W3", 0, 58)
        put(state, "HFC 2", 0, 58)
        hold(state, 1, SQUARE, FORT, 60)
        state.forts[SQUARE] = "F1"
        put(state, garrison, 1, FORT)
        if stopped:
            assert refused(Turn(state), 0, "char Pim: lead take HFC 2, go 59 60") == "LM-MV-07"
        else:
            order(Turn(state), 0, "char Pim: lead take HFC 2, go 59 60")
        assert codes(state, 0, SQUARE if stopped else 60) == ["HFC", "HFC"]
        assert state.holder(SQUARE) == 0


@pytest.mark.clause("LM-MV-07")
def test_the_leader_alone_may_go_on_past_the_fort() -> None:
    state = hargaar()
    person(state, "Pim W3", 0, 58)
    put(state, "HFC 2", 0, 58)
    hold(state, 1, SQUARE, FORT)
    state.forts[SQUARE] = "F1"
    put(state, "RED 1", 1, FORT)
    order(Turn(state), 0, "char Pim: lead take HFC 2, go 59, alone, go 60")
    assert state.people[1].place == 60


# What is easily missed


@pytest.mark.clause("LM-BAT-36", "LM-B-27")
@pytest.mark.parametrize("garrison", ["LFD 1", ""])
def test_a_stack_that_has_stormed_a_city_marches_no_further_this_turn(garrison: str) -> None:
    state = hargaar()
    person(state, "Pim W3", 0, SQUARE)
    put(state, "HFC 2", 0, SQUARE)
    hold(state, 0, SQUARE, 60)
    hold(state, 1, ARDEA)
    put(state, garrison, 1, ARDEA)
    text = "char Pim: lead take HFC 2, assault Ardea, go 59 60"
    if garrison:
        turn = Turn(state)
        with dice(state, [*line(2, 1), *hits(1), LIVES]), pytest.raises(OrderFailed, match="has-fought"):
            leading.lead(turn, 1, parse_line(text).action)  # type: ignore[union-attr,arg-type]
    else:
        order(Turn(state), 0, text)
    assert codes(state, 0, SQUARE if garrison else 60) == ["HFC", "HFC"]


@pytest.mark.clause("LM-E-22", "LM-FC-01")
def test_the_dead_who_would_storm_a_shielded_city_are_destroyed_and_the_living_fight_on() -> None:
    m = storming("ZOD 2 HFC 1", "LFD 1", leaders=("N3", "H1"))
    m.t.of(Shields).places.add(ARDEA)
    entries = assault(m, [*line(1, 1), *hits(1), *lots(6), LIVES])
    assert told(entries, "dead-undone")[0].data["count"] == 2
    assert codes(m.t.s, 0, ARDEA) == ["HFC"]
    m = storming("ZOD 2", "LFD 1", leaders=("N3", "H1"))
    m.t.of(Shields).places.add(ARDEA)
    assert not told(assault(m, []), "battle")
    assert m.t.s.holder(ARDEA) == 1


@pytest.mark.clause("LM-E-23", "LM-FC-18")
def test_a_shield_in_the_city_lays_open_the_unseen_before_its_walls() -> None:
    for shields, walls in ((set(), False), ({ARDEA}, True), ({SQUARE}, False)):
        b = facing("GFC 1", "HFC 1", leaders=("G1", "W1"), place=ARDEA)
        b.m.invisible = True
        b.t.of(Shields).places |= shields
        forts._gate(b)
        assert b.walls is walls


@pytest.mark.clause("LM-E-21", "LM-DI-04")
def test_a_demon_storms_no_shielded_city_and_neither_storms_nor_besieges_one_of_joves() -> None:
    for step, blessed, clause in (
        ("assault", False, "LM-E-21"),
        ("assault", True, "LM-DI-04"),
        ("siege", True, "LM-DI-04"),
    ):
        state = hargaar()
        master = person(state, "Zed M2", 0, SQUARE)
        put(state, "HFC 2", 0, SQUARE)
        put(state, "LFD 1", 1, ARDEA)
        hold(state, 0, SQUARE)
        hold(state, 1, ARDEA)
        state.demons[99] = DemonRecord("Asmo", 4, master, 2)
        turn = Turn(state)
        if blessed:
            state.blessings = [CalledIntervention(1, "Jupiter")]
        else:
            turn.of(Shields).places.add(ARDEA)
        assert refused(turn, 0, f"demon Asmo: lead take HFC 2, {step} Ardea") == clause


@pytest.mark.clause("LM-BAT-01", "LM-FC-01", "LM-IPR-06")
def test_a_garrison_of_two_who_are_only_at_truce_is_fought_one_after_the_other() -> None:
    state = hargaar(3)
    person(state, "Pim W3", 0, SQUARE)
    put(state, "HFC 3", 0, SQUARE)
    hold(state, 1, ARDEA)
    put(state, "LFD 2", 1, ARDEA)
    put(state, "LFD 1", 2, ARDEA)
    state.truces = [TruceRecord((1, 2), 9)]
    first = [*line(2, 3), *hits(1, 1)]
    second = [*line(1, 3), *hits(1)]
    entries = order(Turn(state), 0, "char Pim: lead take HFC 3, assault Ardea", [*first, LIVES, *second, LIVES])
    assert [entry.data["defender"] for entry in told(entries, "battle")] == ["N2", "N3"]
    assert state.holder(ARDEA) == 0


@pytest.mark.clause("LM-FC-09", "LM-IPR-10")
def test_units_that_arrive_or_return_find_room_or_stay_outside() -> None:
    state = hargaar()
    person(state, "Pim W3", 0, ARDEA)
    hold(state, 0, SQUARE, ARDEA)
    put(state, "RED 35", 0, ARDEA)
    state.shipments = [Shipment(0, (("HFC", False), ("HFC", True)))]
    relations.arrivals(Turn(state))
    assert len(state.units_at(ARDEA)) == 36
    assert codes(state, 0, SQUARE) == ["HFCw"]
    hold(state, 0, FORT)
    state.forts[SQUARE] = "F1"
    put(state, "RED 12", 0, FORT)
    hold(state, 1, 68)
    put(state, "RED 1", 1, SQUARE)
    freed = put(state, "MFC 1", 0, 68)[0]
    state.set_unit(freed, captor=1)
    captives.free_unit(Turn(state), freed)
    assert freed not in state.units  # neither the city nor the fort has room for it, and enemies hold the square


@pytest.mark.clause("LM-NEU-07", "LM-FC-11")
def test_neutrals_in_captivity_do_not_go_home_when_the_force_is_replenished() -> None:
    state = hargaar()
    turn = Turn(state)
    neutrals.rouse(turn, ARDEA)
    captive = put(state, "MFB 1", NEUTRAL, ARDEA)[0]
    state.set_unit(captive, captor=0)
    neutrals.replenish(turn)
    assert list(state.units) == [captive]


@pytest.mark.clause("LM-FC-09")
@pytest.mark.parametrize(("inside", "enters"), [(36, 0), (35, 1), (34, 2), (33, 2)])
def test_those_too_many_stay_outside_and_are_led_no_further(inside: int, enters: int) -> None:
    state = hargaar()
    hold(state, 0, 59, 259, 60)
    person(state, "Pim W3", 0, 59)
    put(state, f"RED {inside}", 0, 259)
    put(state, "MFC 2", 0, 59)
    entries = order(Turn(state), 0, "char Pim: lead take MFC 2, go 59city 59 60")
    assert (codes(state, 0, 60), codes(state, 0, 59)) == (["MFC"] * enters, ["MFC"] * (2 - enters))
    assert [entry.data["count"] for entry in told(entries, "no-room")] == [2 - enters] * (enters < 2)


@pytest.mark.clause("LM-FC-01", "LM-FC-10", "LM-B-27", "LM-B-26")
@pytest.mark.parametrize("deed", ["siege", "assault"])
@pytest.mark.parametrize(
    ("steps", "place", "reason"),
    [
        ("take HFC 2", "59", "no-walls"),
        ("take HFC 2", "Newton", "not-before-it"),
        ("go 59", "Ardea", "needs-units"),
        ("take HFC 2", "60city", "no-such-place"),
        ("take HFC 2", "60fort", "no-such-place"),
    ],
)
def test_why_there_is_neither_siege_nor_assault(deed: str, steps: str, place: str, reason: str) -> None:
    state = hargaar()
    hold(state, 0, 59)
    hold(state, 1, 259)
    person(state, "Pim W3", 0, 59)
    put(state, "HFC 2", 0, 59)
    found = dropped(Turn(state), 0, f"char Pim: lead {steps}, {deed} {place}".replace("go 59, ", ""))
    assert found.reason == f"drop.{reason}"
    if reason == "no-such-place":
        assert found.uncertain == place.endswith("fort")


@pytest.mark.clause("LM-FC-10", "LM-GI-04")
def test_a_siege_is_told_to_those_who_lay_it_and_those_who_hold_the_place() -> None:
    state = hargaar(3)
    hold(state, 0, 59)
    hold(state, 1, 259)
    person(state, "Pim W3", 0, 59)
    put(state, "HFC 2", 0, 59)
    (entry,) = told(order(Turn(state), 0, "char Pim: lead take HFC 2, siege Ardea"), "siege")
    assert (entry.clauses, entry.readers, entry.data["by"]) == (("LM-FC-10",), (0, 1), "N1")
