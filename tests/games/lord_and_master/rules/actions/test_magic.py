"""Teleport, the living dead, vampire heal (C-13 to C-24)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    codes,
    dropped,
    hargaar,
    hits,
    hold,
    line,
    order,
    person,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.components.places import CITY, FORT
from palatine.games.lord_and_master.rules.common.march import Handled
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State


def field() -> State:
    """Return a match of two nations: the first in 65, the second next to it in 56."""
    s = hargaar()
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    return s


def rehearsal(s: State) -> Turn:
    t = Turn(s, is_rehearsal=True)
    t.actor = 0
    return t


# Teleport


@pytest.mark.clause("LM-C-13")
def test_a_magician_teleports_anywhere_and_it_is_his_whole_turn():
    s = field()
    person(s, "Zed M1", 0, 65)
    person(s, "Xix X1", 0, 65)
    person(s, "Ralph W1", 0, 65)
    t = Turn(s)
    order(t, 0, "char Zed: teleport 108", [])
    order(t, 0, "char Xix: teleport Newton", [])
    assert (s.people[1].place, s.people[2].place) == (108, 100 + CITY)
    assert refused(t, 0, "char Zed: move 99") == "LM-A-01"
    assert refused(t, 0, "char Ralph: teleport 108") == "LM-C-13"


@pytest.mark.clause("LM-C-13")
def test_a_mage_who_teleports_alone_among_enemies_must_escape():
    s = field()
    person(s, "Zed M3", 0, 65)
    person(s, "Zoe M3", 0, 65)
    put(s, "HFC 4", 1, 56)
    t = Turn(s)
    order(t, 0, "char Zed: teleport 56", [14])  # 15 + 3 - 4
    order(t, 0, "char Zoe: teleport 56", [15])
    assert (s.people[1].captor, s.people[2].captor) == (None, 1)


@pytest.mark.clause("LM-C-14")
def test_from_level_two_others_come_along_and_act_no_more():
    s = field()
    person(s, "Zed M1", 0, 65)
    person(s, "Zoe M2", 0, 65)
    person(s, "Hugo T1", 0, 65)
    person(s, "Ralph W1", 0, 64)
    t = Turn(s)
    assert refused(t, 0, "char Zed: teleport 70 with Hugo") == "LM-C-14"
    t = Turn(s)
    assert refused(t, 0, "char Zoe: teleport 70 with Ralph") == "LM-C-14"
    t = Turn(s)
    order(t, 0, "char Zoe: teleport Stumpium with Hugo", [])
    assert s.people[3].place == 70 + CITY
    assert refused(t, 0, "char Hugo: steal") == "LM-A-01"


@pytest.mark.clause("LM-C-15")
@pytest.mark.parametrize(("level", "most"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_one_unit_for_every_two_levels(level, most):
    s = field()
    person(s, f"Zed M{level}", 0, 65)
    put(s, "MFC 4", 0, 65)
    assert refused(Turn(s), 0, f"char Zed: teleport 74 with MFC {most + 1}") == "LM-C-15"
    if most:
        order(Turn(s), 0, f"char Zed: teleport 74 with MFC {most}", [])
        assert codes(s, 0, 74) == ["MFC"] * most


@pytest.mark.clause("LM-C-15")
def test_teleported_units_are_of_races_he_leads_and_have_not_moved():
    s = field()
    person(s, "Zed M2", 0, 65)
    person(s, "Zoe M2", 0, 65)
    person(s, "Ralph W1", 0, 65)
    put(s, "MFC 1 THC 1", 0, 65)
    t = Turn(s)
    assert refused(t, 0, "char Zoe: teleport 74 with THC 1") == "LM-B-22"
    order(t, 0, "char Zed: teleport 74 with MFC 1", [])
    assert refused(t, 0, "char Ralph: lead take MFC 1, go 64") == "LM-B-17"
    assert list(t.of(Handled).led.values()) == [1]


@pytest.mark.clause("LM-C-16")
def test_troops_do_not_appear_in_a_garrisoned_city():
    s = field()
    person(s, "Zed M2", 0, 65)
    put(s, "MFC 1", 0, 65)
    assert refused(Turn(s), 0, "char Zed: teleport Ardea with MFC 1") == "LM-C-16"  # neutral garrison
    s.forts[56] = "Deepgate"
    hold(s, 1, 56 + FORT)
    put(s, "MFC 1", 1, 56 + FORT)
    assert refused(Turn(s), 0, "char Zed: teleport Deepgate with MFC 1") == "LM-C-16"
    hold(s, 1, 59 + CITY)
    put(s, "MFC 1", 1, 59 + CITY)
    assert refused(Turn(s), 0, "char Zed: teleport Ardea with MFC 1") == "LM-C-16"


@pytest.mark.clause("LM-FC-20", "LM-C-13")
def test_troops_appear_in_an_empty_fort_whoever_stands_outside():
    s = field()
    person(s, "Zed M2", 0, 65)
    person(s, "Zoe M1", 0, 65)
    put(s, "MFC 1", 0, 65)
    s.forts[56] = "Deepgate"
    hold(s, 1, 56 + FORT)
    put(s, "HFC 5", 1, 56)
    order(Turn(s), 0, "char Zed: teleport Deepgate with MFC 1", [])
    assert (codes(s, 0, 56 + FORT), s.holder(56 + FORT), s.people[1].place) == (["MFC"], 0, 56 + FORT)
    assert codes(s, 1, 56) == ["HFC"] * 5
    order(Turn(s), 0, "char Zoe: teleport Deepgate", [])
    assert s.people[2].place == 56 + FORT


@pytest.mark.clause("LM-FC-20")
def test_troops_appear_in_an_empty_city_whoever_stands_outside():
    s = field()
    person(s, "Zed M2", 0, 65)
    put(s, "MFC 1", 0, 65)
    hold(s, 1, 59, 59 + CITY)
    put(s, "HFC 5", 1, 59)
    order(Turn(s), 0, "char Zed: teleport Ardea with MFC 1", [])
    assert codes(s, 0, 59 + CITY) == ["MFC"]
    assert s.holder(59 + CITY) == 0
    assert codes(s, 1, 59) == ["HFC"] * 5


@pytest.mark.clause("LM-C-17")
def test_troops_teleported_among_enemies_attack():
    s = field()
    person(s, "Zed M2", 0, 65)
    put(s, "ELA 1", 0, 65)
    put(s, "RED 1", 1, 56)
    order(Turn(s), 0, "char Zed: teleport 56 with ELA 1", [])  # 16 against 1 is an overrun
    assert (codes(s, 0, 56), codes(s, 1, 56)) == (["ELA"], [])
    assert s.holder(56) == 0


@pytest.mark.clause("LM-C-17", "LM-BAT-02")
def test_where_they_do_not_overrun_them_it_is_a_battle_like_any_other():
    """Zed and two units of medium foot meet as many.

    The first round decides, with a die for each unit.
    """
    s = field()
    person(s, "Zed M4", 0, 65)
    person(s, "Nora W1", 1, 108)
    put(s, "MFC 2", 0, 65)
    put(s, "MFD 2", 1, 56)
    entries = order(
        Turn(s), 0, "char Zed: teleport 56 with MFC 2", [*line(2, 2), *hits(1, 1), ("leader's fate", 12)]
    )
    start = told(entries, "battle")[0].data
    assert (start["attacker"], start["defender"], len(told(entries, "round"))) == ("N1", "N2", 1)
    assert (codes(s, 0, 56), codes(s, 1, 56), s.holder(56)) == (["MFC", "MFC"], [], 0)
    assert s.people[s.person_named("Zed")].level == 5, "whoever has won gains a level"


@pytest.mark.clause("LM-C-14", "LM-ESC-01")
def test_nobody_is_taken_along_twice():
    s = field()
    person(s, "Zed M2", 0, 65)
    person(s, "Hugo W1", 0, 65)
    assert refused(Turn(s), 0, "char Zed: teleport 56 with Hugo Hugo") == "LM-C-14"


# The living dead


@pytest.mark.clause("LM-C-18")
def test_only_a_necromancer_in_a_boneyard_raises_the_dead():
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    person(s, "Mort N1", 0, 65)
    person(s, "Zed M1", 0, 65)
    t = Turn(s)
    assert refused(t, 0, "char Mort: raisedead") == "LM-C-18"
    s.boneyards.append(65)
    t = Turn(s)
    assert refused(t, 0, "char Zed: raisedead") == "LM-C-18"
    order(t, 0, "char Mort: raisedead", [10, 2])
    assert codes(s, 0, 65) == ["GHD"] * 4


@pytest.mark.clause("LM-C-18")
def test_a_nation_without_the_dead_among_its_picks_raises_none():
    s = field()
    person(s, "Mort N1", 0, 65)
    s.boneyards.append(65)
    assert refused(Turn(s), 0, "char Mort: raisedead") == "LM-SET-10"


@pytest.mark.clause("LM-C-19")
def test_every_attempt_uses_the_boneyard_up_and_the_dead_wait_a_turn():
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    person(s, "Mort N1", 0, 65)
    person(s, "Crypt N1", 0, 65)
    person(s, "Tomb N1", 0, 65)
    s.boneyards.append(65)
    t = Turn(s)
    order(t, 0, "char Mort: raisedead", [8])
    assert s.boneyards == []
    assert refused(t, 0, "char Crypt: raisedead") == "LM-C-18"
    s.boneyards.append(65)
    t = Turn(s)
    order(t, 0, "char Crypt: raisedead", [9, 1])
    assert refused(t, 0, "char Tomb: lead take GHD 3, go 64") == "LM-B-21"


@pytest.mark.clause("LM-C-20", "LM-C-21", "LM-C-22")
@pytest.mark.parametrize(
    ("level", "rolls", "raised"),
    [
        (1, [3], None), (1, [4], []), (1, [8], []),
        (1, [9, 1], ["GHD"] * 3), (1, [11, 4], ["GHD"] * 6), (1, [12, 1], ["SKD"] * 3), (1, [13, 1], ["SKD"] * 3),
        (1, [14, 2], ["ZOD"] * 4), (1, [16, 1], ["LDD"] * 3), (1, [18, 1], ["HUD"] * 3), (1, [19, 1], ["HUD"] * 3),
        (1, [20, 1], ["SKD"] * 4), (3, [20, 7], ["ZOD"] * 10), (5, [20, 1], ["LDD"] * 4), (7, [20, 3], ["HUD"] * 6),
    ],
)  # fmt: skip
def test_what_rises(level, rolls, raised):
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    person(s, "Ralph W1", 0, 64)
    person(s, f"Mort N{level}", 0, 65)
    s.boneyards.append(65)
    order(Turn(s), 0, "char Mort: raisedead", rolls)
    assert (2 in s.people) == (raised is not None)
    assert codes(s, 0, 65) == (raised or [])


@pytest.mark.clause("LM-C-21", "LM-FC-09")
def test_no_more_rise_behind_walls_than_there_is_room_for():
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    s.forts[65] = "Deepgate"
    hold(s, 0, 465)
    person(s, "Mort N1", 0, 465)
    put(s, "MFC 10", 0, 465)
    s.boneyards.append(465)
    order(Turn(s), 0, "char Mort: raisedead", [10, 4])
    assert codes(s, 0, 465) == ["GHD"] * 2 + ["MFC"] * 10
    s.boneyards.append(465)
    assert refused(Turn(s), 0, "char Mort: raisedead") == "LM-FC-09"
    assert s.boneyards == [465]


@pytest.mark.clause("LM-C-20")
def test_a_rehearsal_knows_the_chances_of_raising():
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    person(s, "Mort N1", 0, 65)
    s.boneyards.append(65)
    t = rehearsal(s)
    order(t, 0, "char Mort: raisedead", [])
    assert t.notes == [("chance", {"odds": (12, 20)}), ("risk", {"odds": (3, 20)})]


# Vampire heal


@pytest.mark.clause("LM-C-23")
def test_two_units_a_level_are_healed_and_may_move():
    s = field()
    person(s, "Mort N1", 0, 65)
    person(s, "Crypt N1", 0, 65)
    put(s, "ZOD 3w RED 5", 0, 65)
    t = Turn(s)
    assert refused(t, 0, "char Mort: vheal ZOD 3w using RED 3") == "LM-C-23"
    t = Turn(s)
    order(t, 0, "char Mort: vheal ZOD 2w using RED 2", [])
    assert codes(s, 0, 65) == ["RED"] * 3 + ["ZOD", "ZOD", "ZODw"]
    order(t, 0, "char Crypt: lead take ZOD 2, go 64", [])
    assert codes(s, 0, 64) == ["ZOD", "ZOD"]
    assert refused(t, 0, "char Mort: tax") == "LM-A-01"


@pytest.mark.clause("LM-C-23")
def test_only_wounded_units_are_healed_by_necromancers():
    s = field()
    person(s, "Mort N1", 0, 65)
    person(s, "Zed M1", 0, 65)
    put(s, "HFC 2 RED 2", 0, 65)
    put(s, "HFC 1w", 0, 65)
    assert refused(Turn(s), 0, "char Mort: vheal HFC 2 using RED 2") == "LM-C-23"
    assert refused(Turn(s), 0, "char Mort: vheal HFC 2w using RED 2") == "LM-C-23"
    assert refused(Turn(s), 0, "char Zed: vheal HFC 1w using RED 1") == "LM-C-23"


@pytest.mark.clause("LM-C-24")
def test_a_life_for_a_life_prisoners_first():
    s = field()
    person(s, "Mort N2", 0, 65)
    put(s, "HFC 3w MFC 1w RED 1", 0, 65)
    for n in put(s, "RED 1", 1, 65):
        s.set_unit(n, captor=0)
    assert refused(Turn(s), 0, "char Mort: vheal HFC 2w using RED 1") == "LM-C-24"
    assert refused(Turn(s), 0, "char Mort: vheal HFC 2w using HFC 2w") == "LM-C-24"  # one of them is left
    order(Turn(s), 0, "char Mort: vheal HFC 2w using RED 1 MFC 1w", [])
    assert codes(s, 0, 65) == ["HFC", "HFC", "HFCw", "RED"]
    assert s.captives_at(65) == ([], [])


@pytest.mark.clause("LM-C-18")
def test_the_dead_raised_among_enemies_attack_at_once():
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    person(s, "Mort N1", 0, 56)
    put(s, "RED 1", 1, 56)
    s.boneyards.append(56)
    order(Turn(s), 0, "char Mort: raisedead", [18, 1])  # three hosts of 12 against 1: an overrun
    assert codes(s, 0, 56) == ["HUD"] * 3
    assert codes(s, 1, 56) == []
    assert s.holder(56) == 0


@pytest.mark.clause("LM-C-03", "LM-D-07")
@pytest.mark.parametrize(
    ("caster", "text", "kind", "clause"),
    [("Zed M1", "rain 56", "rain", "LM-C-03"), ("Zed P1", "bolts 56", "bolts", "LM-D-07")],
)
def test_rain_and_bolts_are_told_with_the_rule_of_each(caster, text, kind, clause):
    s = field()
    s.set_nation(0, god="Jupiter")
    person(s, caster, 0, 65)
    put(s, "HFC 1", 1, 56)
    entries = order(Turn(s), 0, f"char Zed: {text}", [(kind, 6)])
    assert told(entries, f"{kind}.nobody")[0].clauses == (clause,)


@pytest.mark.clause("LM-C-18", "LM-SET-10")
@pytest.mark.parametrize(
    ("kinds", "reason", "uncertain"), [(("DEAD",), "no-boneyard", True), (("RED",), "no-dead", False)]
)
def test_a_boneyard_may_yet_come_to_be_but_who_has_not_picked_the_dead_never_raises_them(kinds, reason, uncertain):
    s = field()
    s.set_nation(0, kinds=kinds)
    person(s, "Mort N1", 0, 65)
    found = dropped(Turn(s), 0, "char Mort: raisedead")
    assert (found.reason, found.uncertain) == (f"drop.{reason}", uncertain)


@pytest.mark.clause("LM-C-18", "LM-FC-09")
@pytest.mark.parametrize(("inside", "rise"), [(36, None), (35, 1), (34, 2), (33, 3)])
def test_behind_walls_no_more_of_the_dead_rise_than_there_is_room_for(inside, rise):
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    hold(s, 0, 259)
    person(s, "Mort N1", 0, 259)
    put(s, f"RED {inside}", 0, 259)
    s.boneyards = [259]
    if rise is None:
        assert dropped(Turn(s), 0, "char Mort: raisedead").reason == "drop.city-full"
    else:
        order(Turn(s), 0, "char Mort: raisedead", [("raise-dead", 18), ("dead", 1)])
        assert codes(s, 0, 259).count("HUD") == rise


@pytest.mark.clause("LM-C-20")
@pytest.mark.parametrize(
    ("level", "notes"),
    [
        (1, [("chance", {"odds": (12, 20)}), ("risk", {"odds": (3, 20)})]),
        (3, [("chance", {"odds": (14, 20)}), ("risk", {"odds": (1, 20)})]),
        (4, [("chance", {"odds": (15, 20)})]),
    ],
)
def test_the_chance_and_the_risk_of_raising_the_dead_by_level(level, notes):
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    person(s, f"Mort N{level}", 0, 65)
    s.boneyards = [65]
    t = Turn(s, is_rehearsal=True)
    order(t, 0, "char Mort: raisedead", [])
    assert t.notes == notes


@pytest.mark.clause("LM-C-18", "LM-BAT-30")
def test_the_dead_raised_among_enemies_have_nowhere_to_fall_back_to():
    s = field()
    s.set_nation(0, kinds=("DEAD",))
    mort = person(s, "Mort N1", 0, 56)
    person(s, "Pius P1", 0, 64)
    put(s, "HFA 3", 1, 56)
    s.boneyards.append(56)
    rounds_ = [("line", 1)] * 4 + [("hit", 20)] * 6
    order(Turn(s), 0, "char Mort: raisedead", [("raise-dead", 9), ("dead", 1), *rounds_ * 4])
    assert (codes(s, 0, 56), [s.units[n].captor for n in s.captives_at(56)[1]]) == ([], [1, 1, 1])
    assert s.people[mort].captor == 1


# Fire and teleport


@pytest.mark.clause("LM-C-03")
def test_a_rehearsed_rain_is_noted_and_strikes_nobody():
    s = field()
    person(s, "Zed M1", 0, 65)
    put(s, "HFC 1", 1, 56)
    t = Turn(s, is_rehearsal=True)
    order(t, 0, "char Zed: rain 56", [])
    own = {"units": 0, "people": 0, "lost": 0}
    assert t.notes == [("strike", {"odds": (1, 6), "place": "forest 56", **own})]
    assert codes(s, 1, 56) == ["HFC"]


@pytest.mark.clause("LM-C-03", "LM-GI-04")
def test_whom_fire_has_struck_is_told_units_and_people_apart():
    s = field()
    person(s, "Zed M1", 0, 65)
    person(s, "Tom W1", 1, 56)
    person(s, "Far W1", 1, 1)
    put(s, "HFC 2 RED 1", 1, 56)
    (entry,) = told(order(Turn(s), 0, "char Zed: rain 56", [("rain", face) for face in (1, 2, 1, 1)]), "rain")
    assert (entry.data["units"], entry.data["people"]) == ([["HFC", 1], ["RED", 1]], ["Tom"])
    assert entry.data["rolls"] == [["HFC", 1, 1], ["HFC", 2, 1], ["RED", 1, 1], ["Tom", 1, 1]]


@pytest.mark.clause("LM-C-13", "LM-C-14", "LM-C-15", "LM-C-16")
@pytest.mark.parametrize(
    ("level", "text", "reason"),
    [
        (2, "teleport 65", "there-already"),
        (1, "teleport 64 with Tom", "teleport-level"),
        (2, "teleport 64 with Nobody", "no-companion"),
        (2, "teleport 64 with Tom Tom", "no-companion"),
        (2, "teleport 64 with Otto", "no-companion"),
        (1, "teleport 64 with MFC 1", "teleport-units"),
        (3, "teleport 64 with MFC 2", "teleport-units"),
        (2, "teleport Ardea with MFC 1", "garrisoned"),
    ],
)
def test_why_there_is_no_teleport(level, text, reason):
    s = field()
    person(s, f"Zed M{level}", 0, 65)
    person(s, "Tom W1", 0, 65)
    person(s, "Otto W1", 1, 65)
    put(s, "MFC 3", 0, 65)
    assert dropped(Turn(s), 0, f"char Zed: {text}").reason == f"drop.{reason}"


@pytest.mark.clause("LM-C-13")
def test_a_rehearsed_teleport_is_noted_as_one_step():
    s = field()
    person(s, "Zed M1", 0, 65)
    hold(s, 0, 1)
    t = Turn(s, is_rehearsal=True)
    order(t, 0, "char Zed: teleport 1", [])
    assert t.ways == [(65, 1)]


@pytest.mark.clause("LM-C-23", "LM-C-24")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("HFC 1w using RED 3", "life-for-life"),
        ("HFC 1w using LFC 1", "no-such-units"),
        ("HFC 1w using RED 2 RED 1", "no-such-units"),
        ("HFC 3w using RED 2", "too-many-healed"),
        ("HFC 1 using RED 1", "heal-wounded"),
        ("MFC 1w using RED 1", "no-such-units"),
    ],
)
def test_why_nobody_is_healed_by_a_necromancer(text, reason):
    s = field()
    person(s, "Mort N1", 0, 65)
    put(s, "HFC 3w RED 2", 0, 65)
    if text.endswith("RED 3"):
        put(s, "RED 1", 0, 65)
    assert dropped(Turn(s), 0, f"char Mort: vheal {text}").reason == f"drop.{reason}"
