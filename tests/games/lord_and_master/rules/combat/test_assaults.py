"""Assaults; treachery, unseen stacks and engineers (FC-01 to FC-08, FC-14 to FC-19, B-27)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    LIVES,
    assault,
    codes,
    dice,
    facing,
    hargaar,
    hits,
    hold,
    line,
    lots,
    need,
    need_back,
    order,
    person,
    put,
    refused,
    storming,
    strikes,
    told,
)
from palatine.games.lord_and_master.orders.grammar import parse, parse_line
from palatine.games.lord_and_master.rules.actions import dispatch
from palatine.games.lord_and_master.rules.combat import forts, rounds
from palatine.games.lord_and_master.rules.combat.battlefield import stands_as
from palatine.games.lord_and_master.rules.common.control import Conquests, Gates
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import TruceRecord

MISS = 20
SQUARE, FORT = 59, 459


# Assault


@pytest.mark.clause("LM-FC-02")
@pytest.mark.parametrize("place", [ARDEA, FORT])
def test_the_defence_of_a_garrison_is_doubled(place: int) -> None:
    b = facing("MFC 1", "HFC 1", place)
    assert need(b) == 10 + 6 - 8 - 8
    assert need_back(b) == 10 + 8 - 6


@pytest.mark.clause("LM-FC-03")
@pytest.mark.parametrize(("code", "attack"), [("MXC", 5), ("DXC", 5)])
def test_defending_crossbows_have_their_attack_doubled(code: str, attack: int) -> None:
    assert need_back(facing("HFC 1", f"{code} 1", ARDEA)) == 10 + 2 * attack - 1 - 8
    assert need(facing(f"{code} 1", "RED 1", ARDEA)) == 10 + attack - 2


@pytest.mark.clause("LM-FC-04")
@pytest.mark.parametrize(("code", "attack"), [("ATC", 5), ("GAC", 4)])
def test_artillery_of_either_side_has_its_attack_doubled(code: str, attack: int) -> None:
    assert need(facing(f"{code} 1", "RED 1", ARDEA)) == 10 + 2 * attack - 2
    assert need_back(facing("RED 1", f"{code} 1", ARDEA)) == 10 + 2 * attack - 1


@pytest.mark.clause("LM-FC-05")
def test_cavalry_and_chariots_stay_out_of_an_assault() -> None:
    m = storming("KTC 1 CHC 1 EKC 1 HFC 1 HAC 1 ELC 1", "LFD 1")
    entries = assault(m, [*line(3, 1), *hits(MISS, 1), *lots(6), LIVES])
    assert told(entries, "battle")[0].data["units"] == [["HFC", 1], ["HAC", 1], ["ELC", 1]]


@pytest.mark.clause("LM-FC-05")
def test_riders_alone_cannot_assault() -> None:
    state = hargaar()
    person(state, "Pim W1", 0, SQUARE)
    put(state, "KTC 1 CHC 1", 0, SQUARE)
    put(state, "RED 1", 1, ARDEA)
    hold(state, 1, ARDEA)
    assert refused(Turn(state), 0, "char Pim: lead take KTC 1 CHC 1, assault Ardea") == "LM-FC-05"


@pytest.mark.clause("LM-FC-06")
@pytest.mark.parametrize(
    ("code", "as_"),
    [
        ("KTA", "HFA"),
        ("KTD", "HFD"),
        ("EKC", "HFC"),
        ("MCB", "MFB"),
        ("CHC", "MFC"),
        ("LCC", "LFC"),
        ("DBD", "DHD"),
        ("OWC", "OFC"),
        ("HLC", "HLC"),
        ("ELC", "ELC"),
    ],
)
def test_defending_riders_fight_on_foot(code: str, as_: str) -> None:
    assert stands_as(code, defends=True) == as_
    assert stands_as(code, defends=False) == code
    b = facing("RED 1", f"{code} 1", ARDEA)
    assert b.troops[b.defenders.units[0]].code == as_
    assert b.t.s.units[b.defenders.units[0]].code == code


@pytest.mark.clause("LM-FC-06")
def test_wounded_riders_have_the_wounded_values_of_the_foot() -> None:
    b = facing("HFC 1", "KTC 1w", ARDEA)
    assert b.values(b.defenders.units[0]) == (4, 4, 2)
    b.round = 1
    assert rounds.strike_priority(b, b.defenders.units[0]) == 9


@pytest.mark.clause("LM-FC-07")
@pytest.mark.parametrize("defends", [True, False])
def test_horse_archers_skirmish_on_either_side(defends: bool) -> None:
    assert [stands_as("HA" + grade, defends) for grade in "ABCD"] == ["SAA", "SAB", "SAC", "SAD"]


@pytest.mark.clause("LM-FC-08")
def test_great_beasts_join_without_charging() -> None:
    assert need(facing("ELC 1", "HFC 1", ARDEA), 1) == 10 + 10 - 16
    b = facing("ELC 1", "HPC 1", ARDEA)
    assert need_back(b, 1) == 10 + 10 - 7
    assert need(facing("HPC 1", "ELC 1", ARDEA), 1) == 10 + 10 - 14


@pytest.mark.clause("LM-B-27", "LM-FC-01", "LM-BAT-23")
def test_a_city_stormed_is_conquered_by_force_and_the_stack_moves_in() -> None:
    state = hargaar()
    person(state, "Pim W3", 0, 58)
    put(state, "HFC 2 KTC 1", 0, 58)
    hold(state, 0, SQUARE)
    hold(state, 1, ARDEA)
    put(state, "LFD 1", 1, ARDEA)
    turn = Turn(state)
    order(
        turn,
        0,
        "char Pim: lead take HFC 2 KTC 1, go 59, assault Ardea",
        [*line(2, 1), *hits(1), LIVES],
    )
    assert state.holder(ARDEA) == 0
    assert turn.of(Conquests).by_force == [(0, ARDEA, 1)]
    assert state.fallen == {ARDEA: 3}
    assert codes(state, 0, ARDEA) == ["HFC", "HFC", "KTC"]
    assert (state.people[1].place, state.people[1].level) == (ARDEA, 4)


@pytest.mark.clause("LM-B-27")
@pytest.mark.parametrize("relation", ["own", "truce", "away"])
def test_only_a_hostile_place_in_the_same_square_is_assaulted(relation: str) -> None:
    state = hargaar()
    person(state, "Pim W3", 0, 58 if relation == "away" else SQUARE)
    put(state, "HFC 2", 0, state.people[1].place)
    hold(state, 0 if relation == "own" else 1, ARDEA)
    if relation == "truce":
        state.truces = [TruceRecord((0, 1), 9)]
    put(state, "RED 1", state.holder(ARDEA), ARDEA)
    assert refused(Turn(state), 0, "char Pim: lead take HFC 2, assault Ardea") == "LM-B-27"


@pytest.mark.clause("LM-B-27")
def test_a_place_is_assaulted_once_in_an_action() -> None:
    m = storming("HFC 2", "HFC 2")
    m.assaulted.add(ARDEA)
    with pytest.raises(Exception, match="assaulted-already"):
        assault(m, [])


@pytest.mark.clause("LM-BAT-29", "LM-B-27")
def test_beaten_stormers_stay_in_the_square() -> None:
    m = storming("HFC 1", "HFC 1")
    four = [*line(1, 1), *hits(MISS, MISS)] * 4
    entries = assault(m, [*four, *lots(3, 3), LIVES])
    assert told(entries, "battle-retreated")
    assert codes(m.t.s, 0, SQUARE) == ["HFC"]
    assert m.place == SQUARE == m.t.s.people[m.who].place


@pytest.mark.clause("LM-BAT-28", "LM-BAT-31")
def test_a_garrison_without_a_way_out_is_taken_after_two_more_rounds() -> None:
    m = storming("HFC 3", "HFC 1")
    rounds_ = [*line(3, 1), *hits(*[MISS] * 4)] * 3
    assault(m, [*rounds_, LIVES])
    assert m.t.s.holder(ARDEA) == 0
    captives = [unit for unit in m.t.s.units.values() if unit.owner == 1]
    assert [(unit.captor, unit.place) for unit in captives] == [(0, ARDEA)]


# Treachery, the unseen, engineers


@pytest.mark.clause("LM-FC-14")
def test_an_opened_gate_takes_the_doublings_away_for_one_assault() -> None:
    m = storming("MFC 1 ATC 1", "HFC 1 MXC 1 ATC 1")
    m.t.of(Gates).tried[ARDEA, 0] = True
    b = facing("ATC 1", "ATC 1", ARDEA)
    b.t.of(Gates).tried[ARDEA, 0] = True
    forts._gate(b)
    assert need(b) == 10 + 2 * 5 - 3
    assert need_back(b) == 10 + 5 - 3
    assault(m, [*[*line(2, 3), *hits(*[MISS] * 5)] * 4, *lots(*[6] * 3), LIVES])
    assert m.t.of(Gates).tried == {}
    b = facing("HFC 1", "MXC 1", ARDEA)
    b.walls = b.engines = False
    assert need_back(b) == 10 + 5 - 1 - 8
    assert stands_as("KTC", True) == "HFC"


@pytest.mark.clause("LM-FC-15")
def test_after_treachery_failed_there_is_one_round_and_no_more() -> None:
    m = storming("HFC 1", "HFC 1")
    m.t.of(Gates).tried[ARDEA, 0] = False
    entries = assault(m, [*line(1, 1), *hits(MISS, MISS)])
    assert told(entries, "battle-halted")
    assert not told(entries, "retreat")
    assert codes(m.t.s, 0, SQUARE) == ["HFC"]
    assert m.t.of(Gates).tried == {}
    assert [each.level for each in m.t.s.people.values()] == [3, 1]


@pytest.mark.clause("LM-FC-12", "LM-FC-14")
def test_a_thief_opens_the_gate_with_his_chance_to_steal_there() -> None:
    state = hargaar()
    hugo = person(state, "Hugo T2", 0, SQUARE)
    hold(state, 1, ARDEA)
    put(state, "HFC 5", 1, ARDEA)
    person(state, "Nora W3", 1, ARDEA)
    turn = Turn(state)
    entries = order(turn, 0, "char Hugo: treachery Ardea", [("escape", 11), ("treachery", 7)])
    assert turn.of(Gates).tried == {(ARDEA, 0): True}
    tally = told(entries, "gate-opened")[0].tally
    assert tally is not None
    assert tally.value == 12 - 2 - 1 - 2
    assert state.people[hugo].place == ARDEA


@pytest.mark.clause("LM-FC-13")
def test_treachery_without_an_assault_in_the_sheet_is_refused() -> None:
    state = hargaar()
    person(state, "Hugo T2", 0, SQUARE)
    hold(state, 1, ARDEA)
    put(state, "HFC 5", 1, ARDEA)
    state.sheets = [parse("char Hugo: treachery Ardea"), None]
    assert refused(Turn(state), 0, "char Hugo: treachery Ardea") == "LM-FC-13"


@pytest.mark.clause("LM-FC-18")
def test_unseen_gnomes_attack_a_city_without_its_doubled_defence_but_not_a_fort() -> None:
    for place, walls in ((ARDEA, False), (FORT, True)):
        b = facing("GFC 1", "HFC 1", place, ("G1", "W1"))
        b.m.invisible = True
        forts._gate(b)
        assert b.walls is walls
        assert b.engines


@pytest.mark.clause("LM-FC-18", "LM-B-39", "LM-B-41")
@pytest.mark.parametrize(("leader", "units"), [("Fizz G3", "GFA 9"), ("Sylva S3", "EFA 9")])
def test_a_city_is_assaulted_straight_out_of_an_unseen_march(leader: str, units: str) -> None:
    state = hargaar()
    name = leader.split()[0]
    person(state, leader, 0, 60)
    put(state, units, 0, 60)
    hold(state, 1, SQUARE, ARDEA)
    put(state, "HFC 1", 1, SQUARE)
    put(state, "LFD 1", 1, ARDEA)
    entries = order(
        Turn(state),
        0,
        f"char {name}: lead take {units}, invisible, go 59, assault Ardea",
        [*line(9, 1), *hits(1), LIVES],
    )
    assert [entry.data["place"] for entry in told(entries, "battle")] == ["Ardea"]
    attack = 6 if leader.endswith("G3") else 8
    assert told(entries, "round")[0].data["blows"][0]["need"] == 10 + attack - 2
    assert state.holder(ARDEA) == 0


@pytest.mark.clause("LM-FC-19")
def test_engineers_in_superior_numbers_free_the_strongest_from_the_doubled_defence() -> None:
    b = facing("DEC 1 MFC 1 HFC 1", "HFC 2", ARDEA, ("W2", "W1"))
    told_ = strikes(b, [("line", 1), *line(3), *hits(MISS, MISS, MISS, MISS)])
    assert told_ == ["MFC>HFC 0 miss", "HFC>HFC 10 miss", "HFC>DEC 12 miss", "HFC>MFC 12 miss"]


@pytest.mark.clause("LM-FC-19")
def test_engineers_strike_as_usual_when_numbers_are_not_superior() -> None:
    b = facing("DEC 1 MFC 1", "HFC 2", ARDEA, ("W2", "W1"))
    told_ = strikes(b, [*line(2, 2), *hits(MISS, MISS, MISS, MISS)])
    assert told_[:2] == ["DEC>HFC 0 miss", "MFC>HFC 0 miss"]


@pytest.mark.clause("LM-FC-19")
def test_engineers_are_nothing_special_in_the_open_or_in_defence() -> None:
    b = facing("DEC 2", "HFC 1")
    rounds.engineers(b)
    assert b.idle == set()
    b = facing("HFC 1", "DEC 2", ARDEA)
    rounds.engineers(b)
    assert b.idle == set()


@pytest.mark.clause("LM-FC-20")
def test_troops_teleport_into_an_empty_city_whoever_stands_in_the_square() -> None:
    state = hargaar()
    person(state, "Zed M2", 0, 90)
    put(state, "MFC 1", 0, 90)
    hold(state, 1, SQUARE, ARDEA)
    put(state, "HFC 3", 1, SQUARE)
    entries = order(Turn(state), 0, "char Zed: teleport 59city with MFC 1")
    assert not told(entries, "battle")
    assert state.holder(ARDEA) == 0
    assert codes(state, 0, ARDEA) == ["MFC"]


@pytest.mark.clause("LM-B-27")
def test_what_has_been_assaulted_in_vain_is_not_assaulted_again_in_the_same_action() -> None:
    state = hargaar()
    hold(state, 0, 59)
    hold(state, 1, ARDEA)
    person(state, "Pim W3", 0, 59)
    put(state, "HFC 1", 0, 59)
    put(state, "HFC 1", 1, ARDEA)
    turn = Turn(state)
    turn.actor = 0
    rolls = [*[*line(1, 1), *hits(MISS, MISS)] * 4, *lots(6, 6)]
    with dice(state, rolls), pytest.raises(OrderFailed) as found:
        dispatch.carry_out(turn, parse_line("char Pim: lead take HFC 1, assault Ardea, assault Ardea"))
    assert found.value.reason == "drop.assaulted-already"
    assert codes(state, 0, 59) == ["HFC"]


@pytest.mark.clause("LM-FC-05", "LM-FC-09")
def test_who_has_stormed_a_fort_goes_in_before_the_riders_who_have_not() -> None:
    state = hargaar()
    hold(state, 0, 59)
    state.forts[59] = "Deepgate"
    hold(state, 1, 459)
    person(state, "Pim W3", 0, 59)
    put(state, "KTC 2 ELC 11", 0, 59)
    put(state, "RED 1", 1, 459)
    rolls = [*line(11, 1), *hits(1), LIVES]
    order(Turn(state), 0, "char Pim: lead take KTC 2 ELC 11, assault Deepgate", rolls)
    assert (codes(state, 0, 459), codes(state, 0, 59)) == ([*["ELC"] * 11, "KTC"], ["KTC"])
