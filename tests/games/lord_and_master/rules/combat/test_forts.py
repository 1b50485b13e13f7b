"""Forts and cities: entry, assault, siege, treachery, sallies, plunder (FC, B-26 to B-30, NEU-21 to NEU-24)."""

from __future__ import annotations

import pytest

from games.lord_and_master.fights import (
    ARDEA,
    LIVES,
    army,
    assault,
    facing,
    hits,
    line,
    lots,
    need,
    need_back,
    storming,
    strikes,
)
from games.lord_and_master.hargaar import (
    NEUTRAL,
    Dropped,
    Turn,
    codes,
    dice,
    hargaar,
    hold,
    order,
    person,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.orders.grammar import parse_line
from palatine.games.lord_and_master.rules import relations
from palatine.games.lord_and_master.rules.actions import leading
from palatine.games.lord_and_master.rules.combat import forts, modifiers, rounds
from palatine.games.lord_and_master.rules.combat.battlefield import stands_as
from palatine.games.lord_and_master.rules.combat.forts import Sieges
from palatine.games.lord_and_master.rules.common import captives, neutrals
from palatine.games.lord_and_master.rules.common.control import Conquests
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.protection import Shields
from palatine.games.lord_and_master.rules.common.turn import Actions
from palatine.games.lord_and_master.state import Call, Demon, Leaguer, Shipment, State, Truce

MISS = 20
SQUARE, FORT = 59, 459
NO_MAGNATE = ("magnate", 12)

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
    assert rounds.priority(b, b.defenders.units[0]) == 9


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
        state.truces = [Truce((0, 1), 9)]
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
    m.t.of(Sieges).gates[ARDEA, 0] = True
    b = facing("ATC 1", "ATC 1", ARDEA)
    b.t.of(Sieges).gates[ARDEA, 0] = True
    forts._gate(b)
    assert need(b) == 10 + 2 * 5 - 3
    assert need_back(b) == 10 + 5 - 3
    assault(m, [*[*line(2, 3), *hits(*[MISS] * 5)] * 4, *lots(*[6] * 3), LIVES])
    assert m.t.of(Sieges).gates == {}
    b = facing("HFC 1", "MXC 1", ARDEA)
    b.walls = b.engines = False
    assert need_back(b) == 10 + 5 - 1 - 8
    assert stands_as("KTC", True) == "HFC"


@pytest.mark.clause("LM-FC-15")
def test_after_treachery_failed_there_is_one_round_and_no_more() -> None:
    m = storming("HFC 1", "HFC 1")
    m.t.of(Sieges).gates[ARDEA, 0] = False
    entries = assault(m, [*line(1, 1), *hits(MISS, MISS)])
    assert told(entries, "battle-halted")
    assert not told(entries, "retreat")
    assert codes(m.t.s, 0, SQUARE) == ["HFC"]
    assert m.t.of(Sieges).gates == {}
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
    assert turn.of(Sieges).gates == {(ARDEA, 0): True}
    tally = told(entries, "gate-opened")[0].tally
    assert tally is not None
    assert tally.value == 12 - 2 - 1 - 2
    assert state.people[hugo].place == ARDEA


@pytest.mark.clause("LM-FC-13")
def test_treachery_without_an_assault_in_the_sheet_is_refused() -> None:
    from palatine.games.lord_and_master.orders.grammar import parse

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


# Siege


def besieged(units: str = "HFC 2", garrison: str = "MFC 1 LFD 1", owner: int = 1) -> State:
    state = hargaar()
    person(state, "Pim W3", 0, 58)
    put(state, units, 0, 58)
    hold(state, 0, SQUARE)
    if owner == 1:
        hold(state, 1, ARDEA)
    put(state, garrison, owner, ARDEA)
    return state


SIEGE = "char Pim: lead take HFC 2, go 59, siege Ardea"


@pytest.mark.clause("LM-FC-10", "LM-B-26")
def test_a_siege_is_laid_by_a_led_stack_in_the_square_after_moving_there() -> None:
    state = besieged()
    turn = Turn(state)
    order(turn, 0, SIEGE, [("siege", 6)] * 2)
    assert state.sieges == [Leaguer(ARDEA, 0)]
    forts.lift_sieges(turn)
    assert state.sieges == [Leaguer(ARDEA, 0)]
    assert refused(Turn(besieged()), 0, "char Pim: lead take HFC 2, siege Ardea") == "LM-FC-10"
    state = besieged()
    state.people[1] = state.people[1].__class__("Pim", "W", 3, "M", 0, SQUARE)
    assert refused(Turn(state), 0, "char Pim: lead siege Ardea") == "LM-FC-10"


@pytest.mark.clause("LM-FC-10", "LM-NEU-24")
def test_a_siege_not_declared_again_is_lifted() -> None:
    state = besieged()
    order(Turn(state), 0, SIEGE, [("siege", 6)] * 2)
    forts.lift_sieges(Turn(state))
    assert state.sieges == []


@pytest.mark.clause("LM-FC-10")
def test_a_siege_whose_troops_are_driven_off_is_lifted() -> None:
    state = besieged()
    turn = Turn(state)
    order(turn, 0, SIEGE, [("siege", 6)] * 2)
    for n in state.units_at(SQUARE):
        state.set_unit(n, place=58)
    forts.lift_sieges(turn)
    assert state.sieges == []


@pytest.mark.clause("LM-FC-11")
def test_all_inside_roll_and_ones_are_hit() -> None:
    state = besieged(garrison="MFC 2 MFC 1w LFD 2")
    nora = person(state, "Nora W2", 1, ARDEA)
    dolf = person(state, "Dolf W2", 1, ARDEA)
    gus = person(state, "Gus W1", 0, ARDEA, captor=1)
    rolls = [1, 2, 1, 1, 6, 1, 2, 1]
    order(Turn(state), 0, SIEGE, [("siege", face) for face in rolls])
    assert codes(state, 1, ARDEA) == ["LFD", "MFC", "MFCw"]
    assert [n in state.people for n in (nora, dolf, gus)] == [False, True, False]


@pytest.mark.clause("LM-FC-11")
def test_attrition_is_rolled_once_a_turn_for_an_alliance() -> None:
    state = besieged()
    person(state, "Otto W1", 0, SQUARE)
    put(state, "MFD 1", 0, SQUARE)
    turn = Turn(state)
    order(turn, 0, SIEGE, [("siege", 6)] * 2)
    order(turn, 0, "char Otto: lead take MFD 1, siege Ardea")
    assert state.sieges == [Leaguer(ARDEA, 0)]


# Neutral garrisons


def neutral_city(ours: str) -> tuple[State, Turn, March]:
    """Our stack, without rolls yet, before Ardea with two artillery trains and five medium foot."""
    state = hargaar()
    m = army(state, ours, "W3", place=SQUARE, origin=58)
    hold(state, 0, SQUARE, 58)
    neutrals.rouse(m.t, ARDEA)
    return state, m.t, m


@pytest.mark.clause("LM-NEU-21")
def test_a_neutral_garrison_waits_unless_half_as_strong_again() -> None:
    state, turn, m = neutral_city("HFC 4")
    assert sum(turn.values(n)[0] for n in state.units_at(ARDEA)) == 2 * 6 + 5 * 7
    with dice(state, [NO_MAGNATE, *[("siege", 6)] * 8]):
        forts.siege(turn, m, ARDEA)
    assert len(state.units_at(ARDEA)) == 7


@pytest.mark.clause("LM-NEU-21", "LM-NEU-22", "LM-FC-17")
def test_a_neutral_sally_that_clears_the_square_ends_the_siege() -> None:
    state, turn, m = neutral_city("MFD 3")
    seven = [*line(3, 7), *hits(1, 1, MISS, 1)]
    state.journal = []  # type: ignore[misc]
    with dice(state, [NO_MAGNATE, *[("siege", 6)] * 8, *seven, *lots(6), LIVES]):
        forts.siege(turn, m, ARDEA)
    assert state.sieges == []
    assert turn.of(Sieges).declared == set()
    assert len(state.units_at(ARDEA, NEUTRAL)) == 7
    assert len(state.people_at(ARDEA, NEUTRAL)) == 1
    assert m.units == ()
    assert m.place == 58 == state.people[m.who].place


@pytest.mark.clause("LM-NEU-21", "LM-BAT-29")
def test_a_neutral_sally_beaten_back_returns_inside() -> None:
    state, turn, m = neutral_city("HFA 2 MFA 1")
    attack = sum(turn.values(n)[0] for n in m.units)
    assert attack * 3 <= 2 * 47
    four = [*line(3, 7), *hits(*[MISS] * 10)] * 4
    with dice(state, [NO_MAGNATE, *[("siege", 6)] * 8, *four, *lots(1, 2, *[6] * 6), LIVES]):
        forts.siege(turn, m, ARDEA)
    assert len(state.units_at(ARDEA, NEUTRAL)) == 5
    assert len(state.people_at(ARDEA, NEUTRAL)) == 1
    assert [unit.place for unit in state.units.values() if unit.captor == 0] == [SQUARE]
    assert state.sieges == [Leaguer(ARDEA, 0)]
    assert len(m.units) == 3


@pytest.mark.clause("LM-NEU-23", "LM-NEU-24")
def test_the_besieged_are_not_replenished_until_the_siege_is_lifted() -> None:
    state, turn, m = neutral_city("HFC 5")
    with dice(state, [NO_MAGNATE, *[("siege", 1)] * 2, *[("siege", 6)] * 6]):
        forts.siege(turn, m, ARDEA)
    left = codes(state, NEUTRAL, ARDEA)
    forts.lift_sieges(turn)
    neutrals.replenish(turn)
    assert codes(state, NEUTRAL, ARDEA) == left
    later = Turn(state)
    forts.lift_sieges(later)
    neutrals.replenish(later)
    neutrals.rouse(later, ARDEA)
    assert codes(state, NEUTRAL, ARDEA) == ["ATB", "ATB", "MFB", "MFB", "MFB", "MFB", "MFB"]


# Sallies


@pytest.mark.clause("LM-FC-16", "LM-FC-17")
def test_a_sally_is_an_open_battle_against_all_enemies_in_the_square() -> None:
    state = hargaar(seats=3)
    person(state, "Ivo W2", 0, ARDEA)
    put(state, "HFC 3", 0, ARDEA)
    hold(state, 0, ARDEA)
    hold(state, 1, SQUARE)
    put(state, "LFD 2", 1, SQUARE)
    put(state, "MFD 1", 2, SQUARE)
    state.truces = [Truce((1, 2), 9)]
    turn = Turn(state)
    first = [*line(2, 3), *hits(1, 1)]
    second = [*line(1, 3), *hits(1)]
    entries = order(turn, 0, "char Ivo: lead take HFC 3, sally", [*first, LIVES, *second, LIVES])
    assert [entry.data["defender"] for entry in told(entries, "battle")] == ["N2", "N3"]
    assert told(entries, "round")[0].data["blows"][0]["need"] == 10 + 8 - 2
    assert state.holder(SQUARE) == 0


@pytest.mark.clause("LM-FC-16", "LM-BAT-29")
def test_who_sallies_in_vain_goes_back_inside() -> None:
    state = hargaar()
    ivo = person(state, "Ivo W2", 0, ARDEA)
    put(state, "HFC 1", 0, ARDEA)
    hold(state, 0, ARDEA)
    hold(state, 1, SQUARE)
    put(state, "HFC 1", 1, SQUARE)
    four = [*line(1, 1), *hits(MISS, MISS)] * 4
    order(Turn(state), 0, "char Ivo: lead take HFC 1, sally", [*four, *lots(6, 6)])
    assert codes(state, 0, ARDEA) == ["HFC"]
    assert state.people[ivo].place == ARDEA


@pytest.mark.clause("LM-FC-16")
def test_a_sally_needs_walls_troops_and_an_enemy() -> None:
    state = hargaar()
    person(state, "Ivo W2", 0, ARDEA)
    put(state, "HFC 1", 0, ARDEA)
    hold(state, 0, SQUARE, ARDEA)
    assert refused(Turn(state), 0, "char Ivo: lead take HFC 1, sally") == "LM-FC-16"
    put(state, "HFC 1", 1, SQUARE)
    assert refused(Turn(state), 0, "char Ivo: lead sally") == "LM-FC-16"
    person(state, "Uwe W2", 0, 58)
    assert refused(Turn(state), 0, "char Uwe: lead sally") == "LM-FC-16"


@pytest.mark.clause("LM-B-26", "LM-FC-10")
@pytest.mark.parametrize("leaves", ["go 58", "alone, go 58"])
def test_a_siege_may_follow_a_march_and_no_march_a_siege(leaves: str) -> None:
    state = besieged()
    turn = Turn(state, dry=True)
    assert refused(turn, 0, f"{SIEGE}, {leaves}") == "LM-B-26"
    assert codes(state, 0, SQUARE) == ["HFC", "HFC"]
    assert state.people[1].place == SQUARE


# Plunder


def fallen(turn: int) -> State:
    state = hargaar()
    person(state, "Pim W3", 0, ARDEA)
    put(state, "HFC 2", 0, ARDEA)
    hold(state, 0, ARDEA)
    state.fallen = {ARDEA: turn}
    return state


@pytest.mark.clause("LM-B-28", "LM-B-29")
def test_plunder_yields_ten_times_the_tax_and_the_city_is_gone() -> None:
    state = fallen(3)
    state.set_nation(0, site=ARDEA)
    entries = order(Turn(state), 0, "char Pim: lead take HFC 2, plunder Ardea")
    assert state.nations[0].gold == 100 + 170
    assert not state.has_city(SQUARE)
    assert ARDEA not in state.holders
    assert ARDEA not in list(state.places())
    assert codes(state, 0, SQUARE) == ["HFC", "HFC"]
    assert state.people[1].place == SQUARE
    assert state.nations[0].site == SQUARE
    assert told(entries, "plundered")[0].data["tax"] == 17


@pytest.mark.clause("LM-B-28")
def test_a_treasury_still_there_comes_on_top() -> None:
    state = fallen(3)
    state.coffers[ARDEA] = 175
    order(Turn(state), 0, "char Pim: lead take HFC 2, plunder Ardea")
    assert state.nations[0].gold == 100 + 170 + 175


@pytest.mark.clause("LM-B-30")
@pytest.mark.parametrize(("turn", "allowed"), [(3, True), (2, True), (1, False)])
def test_only_in_the_turn_of_the_fall_and_the_next(turn: int, allowed: bool) -> None:
    state = fallen(turn)
    text = "char Pim: lead take HFC 2, plunder Ardea"
    if allowed:
        order(Turn(state), 0, text)
    else:
        assert refused(Turn(state), 0, text) == "LM-B-30"


@pytest.mark.clause("LM-B-30")
def test_only_led_troops_inside_a_city_of_ones_own_plunder() -> None:
    state = fallen(3)
    assert refused(Turn(state), 0, "char Pim: lead plunder Ardea") == "LM-B-30"
    state = fallen(3)
    state.fallen = {}
    assert refused(Turn(state), 0, "char Pim: lead take HFC 2, plunder Ardea") == "LM-B-30"


@pytest.mark.clause("LM-B-30")
@pytest.mark.parametrize("way", ["assault Ardea", "go 59city"])
def test_a_city_whose_defenders_have_starved_falls_without_a_fight_and_is_plundered_all_the_same(way: str) -> None:
    state = besieged("HFC 9", "LFD 1")
    for n in state.units_at(ARDEA):
        del state.units[n]
    order(Turn(state), 0, f"char Pim: lead take HFC 9, go 59, {way}, plunder Ardea")
    assert not state.has_city(SQUARE)
    assert state.nations[0].gold == 100 + 170


@pytest.mark.clause("LM-B-30", "LM-B-27")
def test_assault_and_plunder_may_follow_a_march_in_one_action() -> None:
    state = hargaar()
    person(state, "Pim W3", 0, 58)
    put(state, "HFC 9", 0, 58)
    hold(state, 0, SQUARE)
    hold(state, 1, ARDEA)
    put(state, "LFD 1", 1, ARDEA)
    order(
        Turn(state),
        0,
        "char Pim: lead take HFC 9, go 59, assault Ardea, plunder Ardea",
        [*line(9, 1), *hits(1), LIVES],
    )
    assert state.nations[0].gold == 270


def test_a_rehearsed_assault_and_siege_roll_nothing() -> None:
    state = besieged("HFC 9", "HFC 30")
    turn = Turn(state, dry=True)
    order(turn, 0, SIEGE)
    assert ("siege", {"place": "Ardea", "chance": 1, "sides": 6}) in turn.notes
    turn.of(Actions).acted.clear()
    order(turn, 0, "char Pim: lead take HFC 2, assault Ardea")
    assert state.holder(ARDEA) == 0
    assert [kind for kind, _ in turn.notes if kind == "battle"] == ["battle"]
    assert modifiers.ATTACK


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
        with dice(state, [*line(2, 1), *hits(1), LIVES]), pytest.raises(Dropped, match="has-fought"):
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
        state.demons[99] = Demon("Asmo", 4, master, 2)
        turn = Turn(state)
        if blessed:
            state.blessings = [Call(1, "Jupiter")]
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
    state.truces = [Truce((1, 2), 9)]
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
