"""Healing, exorcism, boneyards, and the gifts of a god to priests."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, hargaar, hold, order, person, put, refused, told
from palatine.games.lord_and_master.rules.actions import troop_actions
from palatine.games.lord_and_master.rules.actions.agents import Exorcism
from palatine.games.lord_and_master.rules.combat.retreat import RunesLaid
from palatine.games.lord_and_master.rules.common.march import races_led
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, CalledIntervention, DemonRecord, State


def field(god: str = "Mars") -> State:
    """Return a match with Pius the Priest (1) of the first nation in 65.

    The second nation is next to it in 56.
    """
    s = hargaar(god=god)
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    person(s, "Pius P1", 0, 65)
    return s


def demon(s: State, level: int, master: int) -> int:
    n = s.next_id
    s.next_id += 1
    s.demons[n] = DemonRecord(f"Asmo{n}", level, master, 3)
    return n


# Healing


@pytest.mark.clause("LM-D-01")
def test_two_units_a_level_are_healed_and_may_move():
    s = field()
    person(s, "Ralph W1", 0, 65)
    put(s, "HFC 3w", 0, 65)
    t = Turn(s)
    assert refused(t, 0, "char Pius: heal HFC 3w") == "LM-D-01"
    t = Turn(s)
    order(t, 0, "char Pius: heal HFC 2w", [])
    assert codes(s, 0, 65) == ["HFC", "HFC", "HFCw"]
    order(t, 0, "char Ralph: lead take HFC 2, go 64", [])
    assert codes(s, 0, 64) == ["HFC", "HFC"]
    assert refused(t, 0, "char Pius: consecrate") == "LM-A-01"


@pytest.mark.clause("LM-D-01")
def test_priests_archons_and_sorcerers_heal_where_they_are():
    s = field()
    person(s, "Grim A1", 0, 65)
    person(s, "Sylph S1", 0, 65)
    person(s, "Ralph W1", 0, 65)
    put(s, "HFC 2w", 0, 65)
    put(s, "MFC 1w", 0, 64)
    t = Turn(s)
    order(t, 0, "char Grim: heal HFC 1w", [])
    order(t, 0, "char Sylph: heal HFC 1w", [])
    assert refused(t, 0, "char Ralph: heal HFC 1w") == "LM-D-01"
    assert refused(t, 0, "char Pius: heal MFC 1w") == "LM-D-01"


@pytest.mark.clause("LM-DI-08")
def test_mars_makes_no_better_healers():
    s = field()
    put(s, "HFC 3w", 0, 65)
    s.blessings = [CalledIntervention(0, "Mars")]
    t = Turn(s)
    assert t.level(1) == 3
    assert refused(t, 0, "char Pius: heal HFC 3w") == "LM-D-01"


# Exorcism


@pytest.mark.clause("LM-D-02")
def test_demons_converge_from_the_least_to_the_greatest_and_perish_if_they_fail():
    s = field()
    zed = person(s, "Zed M1", 1, 56)
    mine = person(s, "Zoe M1", 0, 64)
    demon(s, 5, zed)
    demon(s, 1, mine)
    third = demon(s, 9, zed)
    # levels 1, 5 and 9 against level 1: 10, 14 and 18
    rolls = [("exorcism", 5), ("assassination", 11), ("assassination", 14)]
    entries = order(Turn(s), 0, "char Pius: exorcise", rolls)
    assert told(entries, "converge")
    assert 1 not in s.people
    assert sorted(each.level for each in s.demons.values()) == [5, 9]
    assert third in s.demons


@pytest.mark.clause("LM-D-02")
def test_seven_is_enough_and_only_priests_and_archons_pray():
    s = field()
    person(s, "Ralph W1", 0, 65)
    person(s, "Grim A1", 0, 65)
    demon(s, 9, 2)
    t = Turn(s)
    assert refused(t, 0, "char Ralph: exorcise") == "LM-D-02"
    order(t, 0, "char Pius: exorcise", [6])
    order(t, 0, "char Grim: exorcise", [6])
    assert (len(s.demons), 1 in s.people) == (1, True)


@pytest.mark.clause("LM-D-03")
@pytest.mark.parametrize("die", [6, 13])
def test_demon_rolls_are_two_lower_for_the_rest_of_the_turn(die):
    s = field()
    zed = person(s, "Zed M1", 1, 56)
    demon(s, 1, zed)
    t = Turn(s)
    order(t, 0, "char Pius: exorcise", [die])
    assert (t.of(Exorcism).penalty, s.people[1].level, len(s.demons)) == (2, 1, 1)


@pytest.mark.clause("LM-D-04")
@pytest.mark.parametrize(
    ("total", "left"),
    [(15, 9), (16, 9), (17, 8), (18, 8), (19, 7), (20, 7), (21, 6), (22, 5), (23, 4), (24, 3), (25, 2), (26, 0)],
)
def test_demons_up_to_a_level_are_driven_out(total, left):
    s = field()
    s.set_person(1, level=10)
    zed = person(s, "Zed M1", 1, 56)
    for level in range(1, 11):
        demon(s, level, zed)
    order(Turn(s), 0, "char Pius: exorcise", [total - 10])
    assert sorted(each.level for each in s.demons.values()) == list(range(11 - left, 11))
    assert s.people[1].level == 11


@pytest.mark.clause("LM-CH-23")
def test_an_exorcism_gives_a_level_only_if_a_demon_goes():
    s = field()
    order(Turn(s), 0, "char Pius: exorcise", [20])
    assert s.people[1].level == 1
    zed = person(s, "Zed M1", 1, 56)
    for _ in range(3):
        demon(s, 1, zed)
    order(Turn(s), 0, "char Pius: exorcise", [20])
    assert s.people[1].level == 2


# Boneyards


@pytest.mark.clause("LM-D-05")
def test_a_boneyard_is_consecrated_by_whoever_is_there():
    s = field()
    person(s, "Grim A1", 0, 64)
    person(s, "Ralph W1", 0, 65)
    s.boneyards = [65, 64, 56]
    t = Turn(s)
    assert refused(t, 0, "char Ralph: consecrate") == "LM-D-05"
    order(t, 0, "char Pius: consecrate", [])
    order(t, 0, "char Grim: consecrate", [])
    assert s.boneyards == [56]
    assert refused(t, 0, "char Pius: tax") == "LM-A-01"
    assert refused(Turn(s), 0, "char Pius: consecrate") == "LM-D-05"


@pytest.mark.clause("LM-D-05", "LM-C-19")
def test_another_battle_makes_a_boneyard_again():
    s = field()
    s.boneyards = [56]
    s.set_person(1, place=56)
    order(Turn(s), 0, "char Pius: consecrate", [])
    person(s, "Ralph W1", 0, 65)
    put(s, "LFC 1", 0, 65)
    put(s, "LFD 1", 1, 56)
    order(Turn(s), 0, "char Ralph: lead take LFC 1, go 56", [1, 12])
    assert s.boneyards == [56]


# What the gods give their priests


@pytest.mark.clause("LM-D-06")
def test_a_priests_power_is_that_of_his_nations_god():
    s = field("Jupiter")
    person(s, "Ralph W1", 0, 65)
    put(s, "uBEC 1", 0, 65)
    t = Turn(s)
    assert refused(t, 0, "char Ralph: bolts 56") == "LM-D-06"
    assert refused(t, 0, "char Pius: initiate 1") == "LM-D-11"
    assert refused(Turn(s), 0, "char Pius: runes 56") == "LM-D-13"
    person(s, "Olaf A1", 0, 65)
    assert refused(Turn(s), 0, "char Olaf: runes 56") == "LM-D-13"
    order(Turn(s), 0, "char Olaf: bolts 56", [])
    s.set_nation(0, god="Odin")
    for who in ("Pius", "Olaf"):
        assert refused(Turn(s), 0, f"char {who}: bolts 56") == "LM-D-07"
        order(Turn(s), 0, f"char {who}: runes 56", [])


@pytest.mark.clause("LM-D-07")
def test_lightning_reaches_three_spaces_and_strikes_one_in_six():
    s = field("Jupiter")
    person(s, "Grim A1", 0, 65)
    hold(s, 1, 38, 29)
    put(s, "HFC 2", 1, 38)
    t = Turn(s)
    assert refused(t, 0, "char Grim: bolts 29") == "LM-D-07"
    order(t, 0, "char Pius: bolts 38", [1, 2])
    assert codes(s, 1, 38) == ["HFC"]


@pytest.mark.clause("LM-D-07")
def test_lightning_strikes_neutrals_too():
    s = field("Jupiter")
    order(Turn(s), 0, "char Pius: bolts 57", [1, 1, 1, 2, 1, 1])
    assert (codes(s, NEUTRAL, 57), s.people_at(57)) == (["OFD"], [])


@pytest.mark.clause("LM-D-08")
def test_the_dead_draw_lightning():
    s = field("Jupiter")
    put(s, "ZOD 2 HFC 1", 1, 56)
    order(Turn(s), 0, "char Pius: bolts 56", [2, 3, 2])
    assert codes(s, 1, 56) == ["HFC", "ZOD"]


@pytest.mark.clause("LM-D-09")
def test_neither_berserkers_nor_heroes_are_safe_from_lightning():
    s = field("Jupiter")
    person(s, "Gawain H1", 1, 56)
    person(s, "Bedu W1", 1, 55)
    put(s, "BEC 1", 1, 56)
    order(Turn(s), 0, "char Pius: bolts 56", [1, 1])
    assert (codes(s, 1, 56), s.people_at(56)) == ([], [])


@pytest.mark.clause("LM-DI-05", "LM-DI-14")
@pytest.mark.parametrize("calls", [[CalledIntervention(0, "Jupiter")], [CalledIntervention(2, "Odin", target=1)]])
def test_lightning_is_doubled_by_joves_blessing_and_against_the_cursed(calls):
    s = field("Jupiter")
    put(s, "HFC 2 ZOD 2", 1, 56)
    s.blessings = calls
    order(Turn(s), 0, "char Pius: bolts 56", [2, 3, 4, 5])
    assert codes(s, 1, 56) == ["HFC", "ZOD"]


@pytest.mark.clause("LM-D-11", "LM-TT-16")
def test_priests_of_odin_initiate_any_number_of_berserkers():
    s = field("Odin")
    put(s, "uBEC 7", 0, 65)
    put(s, "uBEC 1", 0, 64)
    assert refused(Turn(s), 0, "char Pius: initiate 8") == "LM-D-11"
    order(Turn(s), 0, "char Pius: initiate 6", [])
    assert codes(s, 0, 65) == ["BEC"] * 6 + ["uBEC"]


@pytest.mark.clause("LM-D-13")
def test_runes_of_fear_reach_three_spaces():
    s = field("Odin")
    person(s, "Grim A1", 0, 65)
    hold(s, 1, 38, 29)
    t = Turn(s)
    assert refused(t, 0, "char Grim: runes 29") == "LM-D-13"
    order(t, 0, "char Pius: runes 38", [])
    assert t.of(RunesLaid).places == {38}


@pytest.mark.clause("LM-D-10")
def test_priests_of_mars_train_as_the_warrior_of_their_race():
    s = field()
    person(s, "Grim A1", 0, 65)
    put(s, "HFD 2 DHD 2 OFD 1 EFD 1", 0, 65)
    t = Turn(s)
    assert (troop_actions.races_trained(t, 1), troop_actions.races_trained(t, 2)) == ({"M", "O", "J"}, {"D", "G"})
    assert refused(t, 0, "char Pius: train EFD 1 -> EFC") == "LM-B-11"
    t = Turn(s)
    order(t, 0, "char Pius: train HFD 2 -> HFC", [])
    order(t, 0, "char Grim: train DHD 2 -> DHC", [])
    assert codes(s, 0, 65) == ["DHC", "DHC", "EFD", "HFC", "HFC", "OFD"]
    s.set_nation(0, god="Jupiter")
    assert refused(Turn(s), 0, "char Pius: train OFD 1 -> OFC") == "LM-B-11"


@pytest.mark.clause("LM-D-15")
def test_the_feasters_priests_lead_and_raise_trolls_and_orcs():
    s = field("Feaster")
    s.set_nation(0, kinds=("ORD", "TRD", "RED"))
    person(s, "Grim A1", 0, 65)
    put(s, "OFC 2 THC 2", 0, 65)
    t = Turn(s)
    assert races_led(t, 1) == {"M", "E", "D", "T", "O"}
    assert troop_actions.races_raised(t, 2) == {"D", "T", "O"}
    order(t, 0, "char Grim: lead take OFC 2 THC 2, go 64", [])
    assert codes(s, 0, 64) == ["OFC", "OFC", "THC", "THC"]
    order(t, 0, "char Pius: raise ORD", [])
    assert codes(s, 0, 65) == ["ORD"] * 4
    s.set_nation(0, god="Mars")
    assert refused(Turn(s), 0, "char Pius: lead take ORD 1, go 64") == "LM-B-22"
    assert refused(Turn(s), 0, "char Pius: raise ORD") == "LM-B-03"


@pytest.mark.clause("LM-D-15")
@pytest.mark.parametrize(("god", "terrain"), [("Feaster", "w"), ("Mars", "c")])
def test_the_feasters_priests_devastate(god, terrain):
    s = field(god)
    person(s, "Grim A2", 0, 65)
    put(s, "DHC 7", 0, 65)
    t = Turn(s)
    if god == "Feaster":
        order(t, 0, "char Grim: lead take DHC 7, devastate", [])
    else:
        assert refused(t, 0, "char Grim: lead take DHC 7, devastate") == "LM-B-42"
    assert s.terrain[65] == terrain


@pytest.mark.clause("LM-TT-16")
def test_berserkers_are_trained_and_initiated_before_they_are_trained_further():
    s = field("Odin")
    s.set_nation(0, kinds=("RED", "BE"))
    person(s, "Ralph W1", 0, 65)
    put(s, "RED 1 uBEC 1", 0, 65)
    assert refused(Turn(s), 0, "char Ralph: train uBEC 1 -> BEC") == "LM-B-11"
    assert refused(Turn(s), 0, "char Ralph: train RED 1 -> BEC") == "LM-B-11"
    t = Turn(s)
    order(t, 0, "char Ralph: train RED 1 -> uBEC", [])
    order(t, 0, "char Pius: initiate 2", [])  # in the turn of training too
    assert codes(s, 0, 65) == ["BEC", "BEC"]
    assert s.nations[0].gold == 88
    s.turn += 1
    order(Turn(s), 0, "char Ralph: train BEC 2 -> BEB", [])
    assert codes(s, 0, 65) == ["BEB", "BEB"]


@pytest.mark.clause("LM-D-02", "LM-D-04")
@pytest.mark.parametrize(
    ("level", "notes"),
    [
        (1, [("chance", {"odds": (7, 20)}), ("risk", {"odds": (5, 20)})]),
        (5, [("chance", {"odds": (11, 20)}), ("risk", {"odds": (1, 20)})]),
        (6, [("chance", {"odds": (12, 20)})]),
    ],
)
def test_the_chance_and_the_risk_of_an_exorcism_by_level(level, notes):
    s = field()
    s.set_person(1, level=level)
    t = Turn(s, is_rehearsal=True)
    order(t, 0, "char Pius: exorcise", [])
    assert t.notes == notes


@pytest.mark.clause("LM-D-04")
def test_the_demons_that_are_exorcised_are_told_by_name():
    s = field()
    zed = person(s, "Zed M1", 1, 56)
    demon(s, 1, zed)
    demon(s, 2, zed)
    entries = order(Turn(s), 0, "char Pius: exorcise", [("exorcism", 15)])
    (entry,) = told(entries, "exorcised")
    assert (entry.data["demons"], entry.data["highest"], entry.readers) == (["Asmo3"], 1, (0, 1))
    assert [each.name for each in s.demons.values()] == ["Asmo4"]
    assert s.people[1].level == 2


@pytest.mark.clause("LM-D-11")
def test_only_the_uninitiated_of_his_own_side_are_initiated():
    s = field("Odin")
    put(s, "HFC 1 uBEC 1", 0, 65)
    put(s, "uBEC 1", 1, 65)
    s.alliances = [(0, 2)]
    put(s, "uBEC 1", 2, 65)
    assert refused(Turn(s), 0, "char Pius: initiate 3") == "LM-D-11"
    order(Turn(s), 0, "char Pius: initiate 2", [])
    assert [codes(s, owner, 65) for owner in (0, 1, 2)] == [["BEC", "HFC"], ["uBEC"], ["BEC"]]
