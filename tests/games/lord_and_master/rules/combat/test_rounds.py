"""Rounds of battle: lines, priorities, hits, ambush, gods (BAT-03 to BAT-22, B-31 to B-34)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    CROPLAND,
    LIVES,
    WASTE,
    army,
    codes,
    dice,
    facing,
    fought,
    hargaar,
    hits,
    hold,
    line,
    lots,
    person,
    put,
    strikes,
    to_the_end,
    told,
)
from palatine.games.lord_and_master.rules.combat import battle, rounds
from palatine.games.lord_and_master.rules.combat.battlefield import Ambushes, Battle
from palatine.games.lord_and_master.rules.combat.retreat import RunesLaid
from palatine.games.lord_and_master.state import CalledIntervention

MISS = 20


# The lines


@pytest.mark.clause("LM-BAT-03", "LM-BAT-04")
def test_the_smaller_army_stands_in_one_line_and_the_larger_against_it_by_lot() -> None:
    b = facing("MFC 2", "HFC 5")
    ours, theirs = b.attackers.units, b.defenders.units
    with dice(b.t.s, [("line", 2), ("line", 5), ("line", 1), ("line", 1), ("line", 1)]):
        columns = rounds.deal(b)
    assert columns == [(ours[1], [theirs[4], theirs[1], theirs[3]]), (ours[0], [theirs[0], theirs[2]])]


@pytest.mark.clause("LM-BAT-03")
def test_equal_armies_stand_man_against_man() -> None:
    b = facing("MFC 2", "HFC 2")
    with dice(b.t.s, line(2, 2)):
        columns = rounds.deal(b)
    assert [len(others) for _, others in columns] == [1, 1]


@pytest.mark.clause("LM-BAT-05", "LM-BAT-06")
def test_rear_units_strike_the_head_of_their_column_who_strikes_only_the_first_line() -> None:
    b = facing("HFC 1", "MFD 3")
    assert strikes(b, [*line(1, 3), *hits(MISS, MISS, MISS, MISS)]) == [
        "HFC>MFD 14 miss",
        "MFD>HFC 6 miss",
        "MFD>HFC 6 miss",
        "MFD>HFC 6 miss",
    ]
    head, first, *_ = [*b.attackers.units, *b.defenders.units]
    b = facing("HFC 1", "MFD 3", leaders=("W2", "W1"))
    blows = fought(b, [*line(1, 3), *hits(1, MISS, MISS)])
    assert [blow["target"] for blow in blows] == [first, head, head]


@pytest.mark.clause("LM-BAT-08")
def test_the_lines_are_dealt_afresh_every_round() -> None:
    b = facing("HFC 2", "HFC 2")
    _, entries = to_the_end(
        b,
        [
            *line(2, 2), *hits(MISS, MISS, MISS, MISS), ("line", 2), ("line", 1), *hits(MISS, MISS, MISS, MISS),
            *line(2, 2), *hits(MISS, MISS, MISS, MISS), *line(2, 2), *hits(MISS, MISS, MISS, MISS),
            *lots(6, 6, 6), LIVES,
        ],
    )  # fmt: skip
    first, second, *_ = [[blow["target"] for blow in entry.data["blows"]] for entry in told(entries, "round")]
    assert first[0] != second[0]


# Priorities


@pytest.mark.parametrize(
    ("kinds", "first", "later"),
    [
        pytest.param("ATC GAC", 1, 1, marks=pytest.mark.clause("LM-BAT-09")),
        pytest.param("JHC", 1, 9, marks=pytest.mark.clause("LM-BAT-09", "LM-BAT-17")),
        pytest.param("MAC EAC OAC", 2, 2, marks=pytest.mark.clause("LM-BAT-10")),
        pytest.param("SAC HAC MXC DXC", 3, 3, marks=pytest.mark.clause("LM-BAT-11")),
        pytest.param("SSC GSC", 4, 4, marks=pytest.mark.clause("LM-BAT-12")),
        pytest.param("SJC ODC", 5, 5, marks=pytest.mark.clause("LM-BAT-13")),
        pytest.param("HLC", 5, 9, marks=pytest.mark.clause("LM-BAT-13", "LM-BAT-17")),
        pytest.param("CHC DBC ELC TTC OOC", 6, 6, marks=pytest.mark.clause("LM-BAT-14")),
        pytest.param("HPC MPC EPC", 7, 7, marks=pytest.mark.clause("LM-BAT-15")),
        pytest.param("KTC MCC LCC EKC OWC", 8, 8, marks=pytest.mark.clause("LM-BAT-16")),
        pytest.param(
            "HFC MFC LFC DHC EFC GFC OHC OFC THC BEC DEC HUD uBEC", 9, 9, marks=pytest.mark.clause("LM-BAT-17")
        ),
        pytest.param("RED DRD ERD GRD ORD TRD JRD SKD ZOD GHD LDD", 10, 10, marks=pytest.mark.clause("LM-BAT-18")),
    ],
)
def test_priority(kinds: str, first: int, later: int) -> None:
    for code in kinds.split():
        b = facing(f"{code} 1", "RED 1")
        b.round = 1
        assert rounds.strike_priority(b, b.attackers.units[0]) == first, code
        b.round = 2
        assert rounds.strike_priority(b, b.attackers.units[0]) == later, code


@pytest.mark.clause("LM-BAT-09", "LM-BAT-18")
def test_units_strike_in_order_of_priority() -> None:
    b = facing("HFC 1 RED 1 MAC 1", "JHC 1 MCC 1 MPC 1", leaders=("W2", "W1"))
    ours, theirs = b.attackers.units, b.defenders.units
    b.round = 1
    assert list(rounds.turns(b)) == [[n] for n in (theirs[0], ours[2], theirs[2], theirs[1], ours[0], ours[1])]
    b.round = 2
    assert list(rounds.turns(b)) == [[n] for n in (ours[2], theirs[2], theirs[1], ours[0], theirs[0], ours[1])]


@pytest.mark.clause("LM-BAT-13")
def test_wounded_legions_still_throw_their_javelins() -> None:
    b = facing("HLC 1w", "HFC 1")
    b.round = 1
    assert rounds.strike_priority(b, b.attackers.units[0]) == 5


@pytest.mark.clause("LM-BAT-19")
def test_any_friendly_character_there_decides_equal_priorities() -> None:
    state = hargaar()
    m = army(state, "HFC 1", "W1")
    person(state, "Pius P3", 0, WASTE)
    person(state, "Theirs W2", 1, WASTE)
    b = Battle(m.t, m, WASTE, put(state, "HFC 1", 1, WASTE))
    b.round = 1
    assert (b.attackers.level, b.defenders.level) == (3, 2)
    assert list(rounds.turns(b)) == [list(b.attackers.units), list(b.defenders.units)]


@pytest.mark.clause("LM-BAT-20")
def test_two_that_hit_each_other_at_once_are_both_hit() -> None:
    b = facing("LFC 1", "LFC 1")
    assert strikes(b, [*line(1, 1), *hits(10, 10)]) == ["LFC>LFC 10 destroyed", "LFC>LFC 10 destroyed"]
    assert b.attackers.units == b.defenders.units == ()


@pytest.mark.clause("LM-BAT-20")
def test_two_hits_at_once_destroy_a_full_unit() -> None:
    b = facing("HFC 1", "MFC 2")
    assert strikes(b, [*line(1, 2), *hits(MISS, 8, 8)]) == [
        "HFC>MFC 12 miss",
        "MFC>HFC 8 wounded",
        "MFC>HFC 8 destroyed",
    ]


# Hits


@pytest.mark.clause("LM-BAT-21")
@pytest.mark.parametrize(("face", "result"), [(6, "wounded"), (7, "miss")])
def test_green_medium_foot_hits_regular_heavy_foot_with_six_or_less(face: int, result: str) -> None:
    told_ = strikes(facing("MFD 1", "HFC 1", leaders=("W2", "W1")), [*line(1, 1), *hits(face, MISS)])
    assert told_[0] == f"MFD>HFC 6 {result}"


@pytest.mark.clause("LM-TT-13", "LM-BAT-22")
@pytest.mark.parametrize(
    ("code", "left"), [("HFC", ["HFCw"]), ("HFD", []), ("JRD", ["JRDw"]), ("TRD", ["TRDw"]), ("RED", [])]
)
def test_a_first_hit_wounds_or_destroys(code: str, left: list[str]) -> None:
    b = facing("ELA 1", f"{code} 1")
    strikes(b, [*line(1, 1), *hits(1, *([MISS] * len(left)))])
    assert codes(b.t.s, 1, WASTE) == left


@pytest.mark.clause("LM-TT-14")
def test_a_hit_destroys_a_wounded_unit() -> None:
    b = facing("ELA 1", "THA 1w")
    assert strikes(b, [*line(1, 1), *hits(1)])[0] == "ELA>THAw 27 destroyed"


@pytest.mark.clause("LM-BAT-21")
def test_values_smoothed_by_option_are_used() -> None:
    b = facing("HAA 1", "HFC 1")
    b.t.s.options = {"smooth_values": True}
    again = Battle(b.t, b.m, WASTE, b.defenders.units)
    assert again.values(b.attackers.units[0]) == (7, 6, 8) != b.values(b.attackers.units[0])


FOUR_ROUNDS = [*line(1, 1), *hits(MISS, MISS)] * 4


# The gods


@pytest.mark.clause("LM-DI-07")
def test_under_mars_all_troops_fight_as_elite() -> None:
    b = facing("MFD 1", "HFC 1")
    assert b.values(b.attackers.units[0]) == (4, 4, 4)
    b.t.s.blessings = [CalledIntervention(0, "Mars")]
    b = Battle(b.t, b.m, WASTE, b.defenders.units)
    assert b.values(b.attackers.units[0]) == (8, 8, 4)
    strikes(b, [*line(1, 1), *hits(MISS, 1)])
    assert codes(b.t.s, 0, WASTE) == ["MFDw"]


@pytest.mark.clause("LM-DI-08")
def test_under_mars_leaders_count_two_levels_more_in_ties() -> None:
    b = facing("MFC 1", "MFC 1", leaders=("W1", "W2"))
    b.t.s.blessings = [CalledIntervention(0, "Mars")]
    b = Battle(b.t, b.m, WASTE, b.defenders.units)
    assert (b.attackers.level, b.defenders.level) == (3, 2)


@pytest.mark.clause("LM-DI-09")
def test_under_mars_attackers_fight_five_rounds() -> None:
    b = facing("HFA 1", "HFA 1")
    b.t.s.blessings = [CalledIntervention(0, "Mars")]
    b = Battle(b.t, b.m, WASTE, b.defenders.units)
    result, entries = to_the_end(b, [*FOUR_ROUNDS, *line(1, 1), *hits(MISS, MISS), *lots(6, 6), LIVES])
    assert (result, len(told(entries, "round"))) == ("retreated", 5)


@pytest.mark.clause("LM-DI-13")
def test_the_cursed_hit_with_two_less() -> None:
    b = facing("HFC 1", "HFC 1")
    b.t.s.blessings = [CalledIntervention(0, "Odin", target=1)]
    assert strikes(b, [*line(1, 1), *hits(MISS, MISS)]) == ["HFC>HFC 10 miss", "HFC>HFC 8 miss"]


@pytest.mark.clause("LM-D-13")
def test_troops_under_the_runes_retreat_after_one_round() -> None:
    b = facing("HFC 1", "HFA 3")
    hold(b.t.s, 1, 66)
    b.t.of(RunesLaid).places.add(WASTE)
    result, entries = to_the_end(b, [*line(1, 3), *hits(*[MISS] * 4), *lots(3, 3, 3, 3), LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 1)
    assert codes(b.t.s, 1, 66) == ["HFA"] * 3


@pytest.mark.clause("LM-D-14")
@pytest.mark.parametrize("leader", ["H1", "C1"])
def test_a_hero_or_champion_in_command_holds_them(leader: str) -> None:
    b = facing("HFC 1", "HFA 3", leaders=("W1", leader))
    hold(b.t.s, 1, 66)
    b.t.of(RunesLaid).places.add(WASTE)
    fought(b, [*line(1, 3), *hits(*[MISS] * 4)])
    assert battle.after_round(b) == ""


@pytest.mark.clause("LM-D-14")
def test_berserkers_are_not_afraid() -> None:
    b = facing("HFC 2", "BEC 2")
    hold(b.t.s, 1, 66)
    b.t.of(RunesLaid).places.add(WASTE)
    result, _ = to_the_end(b, [*[*line(2, 2), *hits(*[MISS] * 4)] * 4, *lots(6, 6, 6), LIVES])
    assert result == "retreated"
    b = facing("HFC 2", "BEC 1 HFA 1")
    hold(b.t.s, 1, 66)
    b.t.of(RunesLaid).places.add(WASTE)
    fought(b, [*line(2, 2), *hits(*[MISS] * 4)])
    with dice(b.t.s, lots(6, 6)):
        assert battle.after_round(b) == ""
    assert b.is_to_the_end
    assert codes(b.t.s, 1, WASTE) == ["BEC"]


# Ambush


@pytest.mark.clause("LM-B-32")
def test_in_the_first_round_those_in_ambush_strike_before_all_attackers() -> None:
    b = facing("MAC 1 HFC 1", "HFC 2", leaders=("W3", "W1"))
    hidden = b.defenders.units[0]
    b.t.of(Ambushes).units = {WASTE: {hidden}}
    b = Battle(b.t, b.m, WASTE, b.defenders.units)
    b.round = 1
    assert next(rounds.turns(b)) == [hidden]
    b.round = 2
    assert next(rounds.turns(b)) == [b.attackers.units[0]]


@pytest.mark.clause("LM-B-33")
@pytest.mark.parametrize("code", ["MAC", "HAC", "ATC", "SSC", "ODC"])
def test_missile_troops_and_skirmishers_in_ambush_are_three_better_all_battle_long(code: str) -> None:
    b = facing("RED 1", f"{code} 1")
    for round_ in (1, 4):
        b.round = round_
        b.ambushers = set()
        plain = [sum(p[0] for p in rounds.modifiers.to_hit(b, *pair)) for pair in _pairs(b)]
        b.ambushers = set(b.defenders.units)
        hidden = [sum(p[0] for p in rounds.modifiers.to_hit(b, *pair)) for pair in _pairs(b)]
        assert hidden == [plain[0] + 3, plain[1] - 3]


@pytest.mark.clause("LM-B-33")
def test_other_troops_gain_no_strength_in_ambush() -> None:
    b = facing("RED 1", "HFC 1")
    b.ambushers = set(b.defenders.units)
    b.round = 1
    assert [sum(p[0] for p in rounds.modifiers.to_hit(b, *pair)) for pair in _pairs(b)] == [17, 2]


def _pairs(b: Battle) -> list[tuple[int, int]]:
    """Return the pairs of attacker and target: their unit at ours, our unit at theirs."""
    ours, theirs = b.attackers.units[0], b.defenders.units[0]
    return [(theirs, ours), (ours, theirs)]


@pytest.mark.clause("LM-B-34")
def test_an_ambush_helps_only_those_who_are_attacked_there() -> None:
    state = hargaar()
    m = army(state, "SAC 1")
    m.t.of(Ambushes).units = {WASTE: set(m.units), CROPLAND: {99}}
    b = Battle(m.t, m, WASTE, put(state, "HFC 1", 1, WASTE))
    assert b.ambushers == set()
