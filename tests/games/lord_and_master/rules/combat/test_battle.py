"""Battles: lines, priorities, hits, how they end, overruns, what victory brings (BAT, CH-22, CH-24, TT-13, TT-14)."""

from __future__ import annotations

import pytest

from games.lord_and_master.fights import (
    ARDEA,
    CROPLAND,
    LIVES,
    WASTE,
    army,
    facing,
    fought,
    hits,
    line,
    lots,
    strikes,
    to_the_end,
)
from games.lord_and_master.hargaar import Turn, codes, dice, hargaar, hold, order, person, put, told
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.actions import clashes
from palatine.games.lord_and_master.rules.combat import battle, rounds
from palatine.games.lord_and_master.rules.combat.battle import Attacks
from palatine.games.lord_and_master.rules.combat.battlefield import Ambushes, Battle, commander
from palatine.games.lord_and_master.rules.combat.retreat import Runes
from palatine.games.lord_and_master.rules.common.control import Conquests
from palatine.games.lord_and_master.state import NEUTRAL, NOBODY, Call, State, Truce

MISS = 20

# Who fights whom


@pytest.mark.clause("LM-BAT-01", "LM-BAT-02", "LM-MV-06")
def test_troops_that_enter_a_province_with_enemy_troops_attack_them() -> None:
    state = hargaar()
    person(state, "Ralph W1", 0, 58)
    put(state, "MFC 2", 0, 58)
    hold(state, 1, WASTE)
    put(state, "MFC 2", 1, WASTE)
    entries = order(
        Turn(state),
        0,
        "char Ralph: lead take MFC 2, go 57",
        [*line(2, 2), *hits(1, 1, MISS, MISS), *line(2, 2), *hits(1, 1), LIVES],
    )
    start = told(entries, "battle")[0].data
    assert (start["attacker"], start["defender"], start["place"]) == ("N1", "N2", "wasteland 57")
    assert start["units"] == [["MFC", 2]]
    assert state.holder(WASTE) == 0


@pytest.mark.clause("LM-BAT-01")
def test_partners_and_truce_partners_do_not_fight() -> None:
    state = hargaar(seats=3)
    person(state, "Ralph W1", 0, 58)
    put(state, "MFC 1", 0, 58)
    hold(state, 1, WASTE)
    put(state, "MFC 1", 1, WASTE)
    put(state, "MFC 1", 2, WASTE)
    state.alliances = [(0, 1)]
    state.truces = [Truce((0, 2), 5)]
    assert not told(order(Turn(state), 0, "char Ralph: lead take MFC 1, go 57"), "battle")


@pytest.mark.clause("LM-BAT-01")
def test_of_two_armies_the_larger_fights_first_and_partners_fight_as_one() -> None:
    state = hargaar(seats=4)
    a, b, c = (put(state, "MFC 2", owner, WASTE) for owner in (1, 2, 3))
    more = put(state, "MFC 1", 3, WASTE)
    turn = Turn(state)
    assert battle.army_of(turn, [*a, *b, *c, *more]) == [*c, *more]
    state.alliances = [(1, 2)]
    assert battle.army_of(turn, [*a, *b, *c, *more]) == [*a, *b]


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
        assert rounds.priority(b, b.attackers.units[0]) == first, code
        b.round = 2
        assert rounds.priority(b, b.attackers.units[0]) == later, code


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
    assert rounds.priority(b, b.attackers.units[0]) == 5


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


# How a battle ends


@pytest.mark.clause("LM-BAT-23")
def test_a_battle_ends_when_one_side_is_destroyed() -> None:
    result, _ = to_the_end(facing("HFC 1", "LFD 1"), [*line(1, 1), *hits(1, MISS), *lots(6), LIVES])
    assert result == "won"
    result, _ = to_the_end(facing("LFD 1", "HFC 1"), [*line(1, 1), *hits(MISS, 1), *lots(6), LIVES])
    assert result == "lost"


@pytest.mark.clause("LM-BAT-23")
def test_when_both_are_destroyed_nobody_wins() -> None:
    b = facing("LFC 1", "LFC 1")
    hold(b.t.s, 1, WASTE)
    result, _ = to_the_end(b, [*line(1, 1), *hits(1, 1)])
    assert result == "drawn"
    assert [each.level for each in b.t.s.people.values()] == [1, 1]


@pytest.mark.clause("LM-BAT-24")
def test_a_defender_with_half_the_attack_retreats_after_the_round() -> None:
    b = facing("MFC 2", "MFC 1")
    hold(b.t.s, 1, 66)
    result, entries = to_the_end(b, [*line(1, 2), *hits(MISS, MISS, MISS), *lots(3, 3), LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 1)
    assert codes(b.t.s, 1, 66) == ["MFC"]


@pytest.mark.clause("LM-BAT-24")
def test_a_little_more_than_half_is_enough_to_stay() -> None:
    b = facing("MFC 2", "MFB 1")
    hold(b.t.s, 1, 66)
    fought(b, [*line(1, 2), *hits(MISS, MISS, MISS)])
    assert battle.after_round(b) == ""


@pytest.mark.clause("LM-BAT-24")
def test_attack_without_strength_outmatches_nobody() -> None:
    b = facing("RED 2", "RED 1")
    hold(b.t.s, 1, 66)
    fought(b, [*line(1, 2), *hits(MISS, MISS, MISS)])
    assert battle.after_round(b) == ""


@pytest.mark.clause("LM-BAT-24")
def test_modifiers_and_walls_do_not_count_in_the_comparison() -> None:
    b = facing("KTC 1", "MFB 1")
    hold(b.t.s, 1, 66)
    fought(b, [*line(1, 1), *hits(MISS, MISS)])
    assert battle.after_round(b) == ""


FOUR_ROUNDS = [*line(1, 1), *hits(MISS, MISS)] * 4


@pytest.mark.clause("LM-BAT-25", "LM-BAT-29")
def test_attackers_who_have_not_won_after_four_rounds_go_back_whence_they_came() -> None:
    b = facing("HFC 1", "HFC 1")
    result, entries = to_the_end(b, [*FOUR_ROUNDS, *lots(3, 4), LIVES])
    assert (result, len(told(entries, "round"))) == ("retreated", 4)
    assert codes(b.t.s, 0, 56) == ["HFC"]
    assert b.m.place == 56 == b.t.s.people[b.m.who].place


@pytest.mark.clause("LM-BAT-29")
def test_the_way_back_avoids_enemies_who_were_passed_unseen() -> None:
    b = facing("HFC 1", "HFC 1")
    hold(b.t.s, 0, 55)
    put(b.t.s, "RED 1", 1, 56)
    b.m.trail = [55, 56]
    to_the_end(b, [*FOUR_ROUNDS, *lots(3, 4), LIVES])
    assert codes(b.t.s, 0, 55) == ["HFC"]


@pytest.mark.clause("LM-BAT-25", "LM-BAT-24")
def test_after_round_four_the_defender_is_looked_at_first() -> None:
    b = facing("HFC 2", "HFC 2")
    hold(b.t.s, 1, 66)
    miss = [*line(2, 2), *hits(MISS, MISS, MISS, MISS)]
    last = [*line(2, 2), *hits(1, 1, MISS, MISS)]
    result, _ = to_the_end(b, [*miss * 3, *last, *lots(6, 6, 6), LIVES])
    assert result == "won"


@pytest.mark.clause("LM-BAT-26")
@pytest.mark.parametrize(("face", "lot"), [(1, "dead"), (2, "captured"), (3, "escaped"), (6, "escaped")])
def test_the_chart_of_retreats(face: int, lot: str) -> None:
    b = facing("HFC 1", "HFC 1")
    s = b.t.s
    _, entries = to_the_end(b, [*FOUR_ROUNDS, *lots(face, face), LIVES])
    assert [each[2] for each in told(entries, "retreat")[0].data["rolls"]] == [lot, lot]
    leader = s.people.get(b.m.who)
    unit = next((unit for unit in s.units.values() if unit.owner == 0), None)
    if lot == "dead":
        assert (leader, unit) == (None, None)
    elif lot == "captured":
        assert leader is not None
        assert unit is not None
        assert (leader.captor, leader.place, unit.captor, unit.place) == (1, WASTE, 1, WASTE)
    else:
        assert leader is not None
        assert (leader.captor, leader.place) == (None, 56)


@pytest.mark.clause("LM-BAT-27")
@pytest.mark.parametrize("of", ["G1", "X1"])
def test_gnome_characters_always_escape(of: str) -> None:
    b = facing("GFC 1", "HFC 1", leaders=(of, "W1"))
    to_the_end(b, [*line(1, 1), *hits(MISS, 1), LIVES])
    assert b.t.s.people[b.m.who].place == 56


@pytest.mark.clause("LM-BAT-28")
def test_defenders_go_to_the_city_there_then_the_fort_then_a_friendly_square_beside() -> None:
    def loser() -> tuple[Battle, list[tuple[str, int]]]:
        b = facing("HFC 4", "HFC 1", place=59)
        hold(b.t.s, 1, 68, 60)
        return b, [*line(1, 4), *hits(MISS, MISS, MISS, MISS, MISS), *lots(6, 6), LIVES]

    b, rolls = loser()
    b.t.s.forts[59] = "F1"
    hold(b.t.s, 1, ARDEA, 459)
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, ARDEA) == ["HFC"]
    b, rolls = loser()
    b.t.s.forts[59] = "F1"
    hold(b.t.s, 1, 459)
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, 459) == ["HFC"]
    b, rolls = loser()
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, 60) == ["HFC"]
    b, rolls = loser()
    b.t.s.set_nation(1, retreats=((59, 68),))
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, 68) == ["HFC"]
    b, rolls = loser()
    put(b.t.s, "RED 1", 0, 60)
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, 68) == ["HFC"]


@pytest.mark.clause("LM-BAT-28", "LM-FC-09")
def test_a_full_fort_takes_no_more_and_the_others_go_on_to_the_next_place() -> None:
    b = facing("HFC 4", "MFC 2", place=59)
    b.t.s.forts[59] = "F1"
    hold(b.t.s, 1, 459, 60)
    put(b.t.s, "RED 11", 1, 459)
    to_the_end(b, [*line(2, 4), *hits(*[MISS] * 6), *lots(6, 6, 6), LIVES])
    assert codes(b.t.s, 1, 459).count("MFC") == 1
    assert codes(b.t.s, 1, 60) == ["MFC"]


@pytest.mark.clause("LM-BAT-30")
@pytest.mark.parametrize(("of", "place"), [("M1", WASTE), ("X1", 56)])
def test_teleported_attackers_who_must_retreat_are_all_captured(of: str, place: int) -> None:
    b = facing("HFC 1", "HFC 1", leaders=(of, "W1"))
    b = Battle(b.t, b.m, WASTE, b.defenders.units, teleported=True)
    result, _ = to_the_end(b, [*FOUR_ROUNDS, LIVES])
    assert result == "retreated"
    assert [unit.captor for unit in b.t.s.units.values()] == [1, None]
    assert (b.t.s.people[b.m.who].captor, b.t.s.people[b.m.who].place) == (1 if of == "M1" else None, place)


@pytest.mark.clause("LM-BAT-31")
def test_defenders_with_nowhere_to_go_fight_two_more_rounds_and_are_captured() -> None:
    b = facing("HFC 2", "HFC 1")
    result, entries = to_the_end(b, [*[*line(1, 2), *hits(MISS, MISS, MISS)] * 3, LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 3)
    assert [entry.data["army"] for entry in told(entries, "cornered")] == ["N2"]
    assert [unit.captor for unit in b.t.s.units.values()] == [None, None, 0]
    assert [each.captor for each in b.t.s.people.values()] == [None, 0]


@pytest.mark.clause("LM-BAT-32")
def test_the_two_extra_rounds_are_fought_beyond_the_fourth() -> None:
    b = facing("HFC 2", "HFC 2")
    miss = [*line(2, 2), *hits(MISS, MISS, MISS, MISS)]
    wounding = [*line(2, 2), *hits(1, 1, MISS, MISS)]
    result, entries = to_the_end(b, [*miss * 3, *wounding, *miss * 2, LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 6)


@pytest.mark.clause("LM-BAT-33", "LM-BAT-34", "LM-TT-17")
def test_berserkers_stay_when_the_others_retreat_and_fight_to_the_end() -> None:
    b = facing("HFC 4", "BEC 1 MFC 1")
    hold(b.t.s, 1, 66)
    miss = [*line(2, 4), *hits(*[MISS] * 6)]
    alone = [*line(1, 4), *hits(*[MISS] * 5)]
    last = [*line(1, 4), *hits(1, 1, MISS, MISS, MISS)]
    result, entries = to_the_end(b, [*miss, *lots(6, 6), *alone * 4, *last, LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 6)
    assert codes(b.t.s, 1, 66) == ["MFC"]


@pytest.mark.clause("LM-BAT-33")
def test_attacking_berserkers_fight_on_when_the_others_go_back() -> None:
    b = facing("BEC 1 HFC 1", "HFC 2")
    miss = [*line(2, 2), *hits(*[MISS] * 4)]
    alone = [*line(1, 2), *hits(*[MISS] * 3)]
    last = [*line(1, 2), *hits(MISS, 1, 1)]
    result, entries = to_the_end(b, [*miss * 4, *lots(6, 6), *alone, *last, LIVES])
    assert (result, len(told(entries, "round"))) == ("lost", 6)
    assert codes(b.t.s, 0, 56) == ["HFC"]


@pytest.mark.clause("LM-BAT-33")
def test_captured_berserkers_are_eliminated_but_uninitiated_ones_are_prisoners() -> None:
    b = facing("HFA 4", "BEC 1 uBEC 1")
    state = b.t.s
    miss = [*line(2, 4), *hits(*[MISS] * 6)]
    to_the_end(b, [*miss * 3, LIVES])
    assert [(unit.code, unit.captor) for unit in state.units.values() if unit.owner == 1] == [("uBEC", 0)]


@pytest.mark.clause("LM-BAT-33")
def test_a_fight_that_nobody_can_end_is_broken_off() -> None:
    b = facing("HFC 1", "HFC 1")
    b.is_to_the_end = True
    b.round = battle.LONGEST - 1
    result, _ = to_the_end(b, [*line(1, 1), *hits(MISS, MISS)])
    assert result == "broken-off"
    assert codes(b.t.s, 0, 56) == ["HFC"]
    assert b.t.s.people[b.m.who].place == 56


# What victory brings


@pytest.mark.clause("LM-CH-22", "LM-BAT-35")
@pytest.mark.parametrize(("face", "lives"), [(1, False), (2, True), (12, True)])
def test_the_winning_leader_gains_a_level_and_may_be_killed(face: int, lives: bool) -> None:
    b = facing("HFC 1", "LFD 1", leaders=("W1", ""))
    person(b.t.s, "Pius P1", 0, 56)
    _, entries = to_the_end(b, [*line(1, 1), *hits(1), ("leader's fate", face)])
    assert [entry.data["level"] for entry in told(entries, "level")] == [2]
    assert (b.m.who in b.t.s.people) is lives


@pytest.mark.clause("LM-CH-22")
def test_defenders_who_drive_attackers_off_have_won() -> None:
    b = facing("HFC 1", "HFC 1")
    to_the_end(b, [*FOUR_ROUNDS, *lots(3, 3), LIVES])
    assert sorted(each.level for each in b.t.s.people.values()) == [1, 2]
    assert next(each for each in b.t.s.people.values() if each.owner == 1).level == 2


@pytest.mark.clause("LM-CH-22")
def test_the_defender_commander_is_who_is_named_else_the_highest_else_the_first() -> None:
    state = hargaar(seats=3)
    turn = Turn(state)
    assert commander(turn, 1, WASTE) == NOBODY
    first, second = person(state, "Abel W2", 1, WASTE), person(state, "Bors W2", 1, WASTE)
    low = person(state, "Cade W1", 1, WASTE)
    assert commander(turn, 1, WASTE) == first != second
    state.set_nation(1, commanders=((WASTE, "Cade"), (66, "Abel")))
    assert commander(turn, 1, WASTE) == low
    state.alliances = [(1, 2)]
    state.set_nation(1, commanders=())
    ally = person(state, "Dirk W3", 2, WASTE)
    assert commander(turn, 1, WASTE) == ally


@pytest.mark.clause("LM-CH-24", "LM-CH-22")
def test_two_attacks_driven_back_in_one_turn_are_two_levels() -> None:
    state = hargaar(seats=3)
    who = person(state, "Zed M2", 1, WASTE)
    foes = put(state, "HFC 1", 1, WASTE)
    turn = Turn(state)
    for owner in (0, 2):
        m = army(state, "LFD 1", "W1", owner=owner)
        m.t = turn
        person(state, f"Other{owner} P1", owner, 56)
        to_the_end(Battle(turn, m, WASTE, foes), [*line(1, 1), *hits(1), *lots(6), LIVES])
    assert state.people[who].level == 4


@pytest.mark.clause("LM-BAT-26")
def test_a_beaten_leader_whose_units_are_dead_takes_his_chance_too() -> None:
    b = facing("LFD 1", "HFC 1")
    to_the_end(b, [*line(1, 1), *hits(MISS, 1), *lots(2), LIVES])
    assert b.t.s.people[b.m.who].captor == 1


@pytest.mark.clause("LM-BAT-26")
def test_a_neutral_leader_is_gone_with_his_force() -> None:
    state = hargaar()
    m = army(state, "ELA 5", "W1")
    state.roused.append(WASTE)
    leader = person(state, "Grub O1", NEUTRAL, WASTE)
    b = Battle(m.t, m, WASTE, put(state, "LFD 1", NEUTRAL, WASTE))
    assert b.defenders.level == 1
    to_the_end(b, [*line(1, 5), *hits(1), LIVES])
    assert leader not in state.people


@pytest.mark.clause("LM-BAT-26")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_mobile_treasury_is_lost_when_its_leader_is_beaten(face: int) -> None:
    b = facing("LFD 1", "HFC 1")
    b.t.s.set_nation(0, advantages=("mobile-treasury",), site=0, gold=60)
    person(b.t.s, "Pius P1", 0, 56)
    to_the_end(b, [*line(1, 1), *hits(MISS, 1), *lots(face), LIVES])
    assert (b.t.s.nations[0].gold, b.t.s.nations[1].gold) == (0, 160)


@pytest.mark.clause("LM-C-19")
def test_a_battle_makes_a_boneyard_of_its_place() -> None:
    b = facing("HFC 1", "LFD 1")
    to_the_end(b, [*line(1, 1), *hits(1, MISS), *lots(6), LIVES])
    assert b.t.s.boneyards == [WASTE]
    b = facing("HFC 1", "LFD 1", ARDEA)
    to_the_end(b, [*line(1, 1), *hits(1, MISS), *lots(6), LIVES])
    assert b.t.s.boneyards == [ARDEA]


# Overruns


@pytest.mark.clause("LM-BAT-36", "LM-CH-22")
def test_eight_times_the_defence_overruns_and_the_stack_may_go_on() -> None:
    state = hargaar()
    who = person(state, "Ralph W1", 0, 58)
    put(state, "HFC 1", 0, 58)
    hold(state, 1, WASTE, 66)
    put(state, "RED 1", 1, WASTE)
    turn = Turn(state)
    entries = order(turn, 0, "char Ralph: lead take HFC 1, go 57 66")
    assert [entry.data["attack"] for entry in told(entries, "overrun")] == [8]
    assert state.people[who].place == 66
    assert state.people[who].level == 1
    assert (state.holder(WASTE), state.holder(66)) == (0, 0)
    assert state.boneyards == []
    assert turn.of(Attacks).places == {WASTE}
    assert turn.of(Conquests).by_force == [(0, WASTE, 1)]


@pytest.mark.clause("LM-BAT-36")
def test_less_than_eight_times_is_a_battle() -> None:
    m = army(hargaar(), "HFC 1")
    assert battle.is_overrun(m.t, m, put(m.t.s, "RED 1", 1, WASTE))
    assert not battle.is_overrun(m.t, m, put(m.t.s, "RED 2", 1, WASTE))
    m = army(hargaar(), "MFB 1")
    assert not battle.is_overrun(m.t, m, put(m.t.s, "RED 1", 1, WASTE))


@pytest.mark.clause("LM-BAT-36")
def test_wounded_values_count_for_an_overrun() -> None:
    m = army(hargaar(), "ELA 1")
    foes = put(m.t.s, "MFC 1", 1, WASTE)
    assert not battle.is_overrun(m.t, m, foes)
    m.t.s.set_unit(foes[0], wounded=True)
    assert battle.is_overrun(m.t, m, foes)


@pytest.mark.clause("LM-BAT-36")
def test_characters_of_an_overrun_army_roll_on_the_chart() -> None:
    b = facing("ELA 3", "RED 2")
    with dice(b.t.s, lots(2)):
        assert battle.engage(b.t, b.m, b.defenders.units) == "overrun"
    assert [each.captor for each in b.t.s.people.values()] == [None, 0]
    assert len(b.t.s.units) == 3


@pytest.mark.clause("LM-BAT-37")
def test_a_garrison_is_not_overrun() -> None:
    b = facing("ELA 5", "RED 1", ARDEA)
    with dice(b.t.s, [*line(1, 5), *hits(1), *lots(6), LIVES]):
        assert battle.storm(b.t, b) == "won"


# The gods


@pytest.mark.clause("LM-DI-07")
def test_under_mars_all_troops_fight_as_elite() -> None:
    b = facing("MFD 1", "HFC 1")
    assert b.values(b.attackers.units[0]) == (4, 4, 4)
    b.t.s.blessings = [Call(0, "Mars")]
    b = Battle(b.t, b.m, WASTE, b.defenders.units)
    assert b.values(b.attackers.units[0]) == (8, 8, 4)
    strikes(b, [*line(1, 1), *hits(MISS, 1)])
    assert codes(b.t.s, 0, WASTE) == ["MFDw"]


@pytest.mark.clause("LM-DI-08")
def test_under_mars_leaders_count_two_levels_more_in_ties() -> None:
    b = facing("MFC 1", "MFC 1", leaders=("W1", "W2"))
    b.t.s.blessings = [Call(0, "Mars")]
    b = Battle(b.t, b.m, WASTE, b.defenders.units)
    assert (b.attackers.level, b.defenders.level) == (3, 2)


@pytest.mark.clause("LM-DI-09")
def test_under_mars_attackers_fight_five_rounds() -> None:
    b = facing("HFA 1", "HFA 1")
    b.t.s.blessings = [Call(0, "Mars")]
    b = Battle(b.t, b.m, WASTE, b.defenders.units)
    result, entries = to_the_end(b, [*FOUR_ROUNDS, *line(1, 1), *hits(MISS, MISS), *lots(6, 6), LIVES])
    assert (result, len(told(entries, "round"))) == ("retreated", 5)


@pytest.mark.clause("LM-DI-13")
def test_the_cursed_hit_with_two_less() -> None:
    b = facing("HFC 1", "HFC 1")
    b.t.s.blessings = [Call(0, "Odin", target=1)]
    assert strikes(b, [*line(1, 1), *hits(MISS, MISS)]) == ["HFC>HFC 10 miss", "HFC>HFC 8 miss"]


@pytest.mark.clause("LM-D-13")
def test_troops_under_the_runes_retreat_after_one_round() -> None:
    b = facing("HFC 1", "HFA 3")
    hold(b.t.s, 1, 66)
    b.t.of(Runes).places.add(WASTE)
    result, entries = to_the_end(b, [*line(1, 3), *hits(*[MISS] * 4), *lots(3, 3, 3, 3), LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 1)
    assert codes(b.t.s, 1, 66) == ["HFA"] * 3


@pytest.mark.clause("LM-D-14")
@pytest.mark.parametrize("leader", ["H1", "C1"])
def test_a_hero_or_champion_in_command_holds_them(leader: str) -> None:
    b = facing("HFC 1", "HFA 3", leaders=("W1", leader))
    hold(b.t.s, 1, 66)
    b.t.of(Runes).places.add(WASTE)
    fought(b, [*line(1, 3), *hits(*[MISS] * 4)])
    assert battle.after_round(b) == ""


@pytest.mark.clause("LM-D-14")
def test_berserkers_are_not_afraid() -> None:
    b = facing("HFC 2", "BEC 2")
    hold(b.t.s, 1, 66)
    b.t.of(Runes).places.add(WASTE)
    result, _ = to_the_end(b, [*[*line(2, 2), *hits(*[MISS] * 4)] * 4, *lots(6, 6, 6), LIVES])
    assert result == "retreated"
    b = facing("HFC 2", "BEC 1 HFA 1")
    hold(b.t.s, 1, 66)
    b.t.of(Runes).places.add(WASTE)
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
    """They at us, we at them."""
    ours, theirs = b.attackers.units[0], b.defenders.units[0]
    return [(theirs, ours), (ours, theirs)]


@pytest.mark.clause("LM-B-34")
def test_an_ambush_helps_only_those_who_are_attacked_there() -> None:
    state = hargaar()
    m = army(state, "SAC 1")
    m.t.of(Ambushes).units = {WASTE: set(m.units), CROPLAND: {99}}
    b = Battle(m.t, m, WASTE, put(state, "HFC 1", 1, WASTE))
    assert b.ambushers == set()


# What is told, and rehearsals


@pytest.mark.clause("LM-BAT-04", "LM-BAT-21")
def test_every_round_is_told_with_its_line_up_and_every_roll() -> None:
    b = facing("HAC 1", "MFC 1 HFC 1")
    _, entries = to_the_end(b, [*line(1, 2), *hits(11, MISS, 1), *lots(6), LIVES])
    data = told(entries, "round")[0].data
    assert data["columns"] == [["HAC", ["MFC", "HFC"]]]
    assert (data["heads"], data["hits"], data["hits_back"], data["lost"]) == ("attacker", 0, 1, 1)
    assert data["blows"][0]["parts"] == [
        [10, "LM-BAT-21", "hit-base"],
        [4, "LM-BAT-21", "attack"],
        [-1, "LM-MOD-14", "horse-archers-on-foot"],
        [-6, "LM-BAT-21", "defence"],
    ]


def test_in_a_rehearsal_the_battle_is_won_without_dice_or_loss() -> None:
    b = facing("HFC 1", "HFC 5", dry=True)
    with dice(b.t.s, []):
        assert battle.engage(b.t, b.m, b.defenders.units) == "won"
    assert codes(b.t.s, 1, WASTE) == []
    assert codes(b.t.s, 0, WASTE) == ["HFC"]
    kind, data = b.t.notes[0]
    assert (kind, data["attack"], data["their_defence"], data["against"]) == ("battle", 8, 40, "N2")


def test_every_troop_can_fight_every_other_in_every_place() -> None:
    for code in pieces.TROOPS:
        for place in (CROPLAND, ARDEA):
            b = facing("HFC 1", f"{code} 1", place)
            b.round = 1
            for pair in _pairs(b):
                assert rounds.modifiers.to_hit(b, *pair)


# What is easily missed


@pytest.mark.clause("LM-BAT-24", "LM-FC-06")
def test_the_outmatched_behind_walls_are_counted_as_what_they_fight_as() -> None:
    b = facing("HFC 2", "KTC 1", ARDEA)
    hold(b.t.s, 1, 60)
    fought(b, [*line(2, 1), *hits(*[MISS] * 3)])
    with dice(b.t.s, lots(6, 6)):
        assert battle.after_round(b) == "won"  # 16 against the 8 of heavy foot, not the 10 of knights
    assert codes(b.t.s, 1, 60) == ["KTC"]


@pytest.mark.clause("LM-BAT-30")
def test_whoever_teleported_an_army_that_is_destroyed_is_captured_and_a_trickster_goes_home() -> None:
    for leader, place, captor in (("M2", WASTE, 1), ("X2", 56, None)):
        b = facing("RED 1", "HFC 1", leaders=(leader, "W1"))
        b = Battle(b.t, b.m, WASTE, b.defenders.units, teleported=True)
        result, _ = to_the_end(b, [*line(1, 1), *hits(1), LIVES])
        who = b.t.s.people[b.m.who]
        assert (result, who.place, who.captor) == ("lost", place, captor)


@pytest.mark.clause("LM-BAT-30", "LM-ADV-06")
def test_a_trickster_who_goes_home_from_a_lost_field_leaves_the_treasury_that_he_carries() -> None:
    b = facing("HFC 1", "HFC 1", leaders=("X1", "W1"))
    b.t.s.set_nation(0, advantages=("mobile-treasury",))
    b = Battle(b.t, b.m, WASTE, b.defenders.units, teleported=True)
    to_the_end(b, [*FOUR_ROUNDS, LIVES])
    assert [nation.gold for nation in b.t.s.nations] == [0, 200]


# Enemies who stand in one place already


def truce_over(ours: str, theirs: str, place: int = WASTE) -> State:
    """Our troops in the land of the other nation, under a truce through the turn that is past."""
    state = hargaar()
    person(state, "Ralph W1", 0, place)
    person(state, "Dolf W1", 1, place)
    put(state, ours, 0, place)
    put(state, theirs, 1, place)
    hold(state, 0, 66)
    hold(state, 1, WASTE, place)
    state.truces = [Truce((0, 1), 2)]
    return state


@pytest.mark.clause("LM-BAT-01", "LM-BAT-02", "LM-IPR-05")
def test_when_a_truce_is_over_the_guests_attack_where_they_stand() -> None:
    state = truce_over("MFC 1", "MFC 1")
    turn = Turn(state)
    state.journal = []  # type: ignore[misc]
    with dice(state, [*[*line(1, 1), *hits(1, MISS)] * 2, *lots(6), LIVES]):
        clashes.fight_clashes(turn)
    start = told(list(state.journal or []), "battle")[0].data
    assert (start["attacker"], start["defender"]) == ("N1", "N2")
    assert state.holder(WASTE) == 0
    state = truce_over("MFC 1", "MFC 1")
    state.truces = [Truce((0, 1), 3)]
    clashes.fight_clashes(Turn(state))
    assert codes(state, 0, WASTE) == codes(state, 1, WASTE) == ["MFC"]


@pytest.mark.clause("LM-BAT-29")
def test_guests_who_are_beaten_go_to_the_nearest_friends() -> None:
    state = truce_over("HFA 1", "HFA 1")
    with dice(state, [*FOUR_ROUNDS, *lots(6, 6), LIVES]):
        clashes.fight_clashes(Turn(state))
    assert codes(state, 0, 66) == ["HFA"]
    assert state.holder(WASTE) == 1


@pytest.mark.clause("LM-BAT-01", "LM-MV-04")
def test_guests_in_a_city_are_put_out_into_the_square() -> None:
    state = truce_over("HFC 2", "HFC 1", ARDEA)
    clashes.fight_clashes(Turn(state))
    assert codes(state, 0, 59) == ["HFC", "HFC"]
    assert codes(state, 1, ARDEA) == ["HFC"]


@pytest.mark.clause("LM-NEU-03", "LM-BAT-01")
def test_troops_around_whom_a_province_has_become_neutral_fight_its_force() -> None:
    state = hargaar()
    person(state, "Ralph W1", 0, WASTE)
    put(state, "ELA 9", 0, WASTE)
    turn = Turn(state)
    with dice(state, [("magnate", 2)]):
        clashes.fight_clashes(turn)
    assert state.holder(WASTE) == 0
    assert state.nations[0].gold == 100 + 15


@pytest.mark.clause("LM-BAT-30", "LM-BAT-31")
@pytest.mark.parametrize("teleported", [False, True])
def test_an_army_that_is_taken_is_told_with_the_clause_that_says_so(teleported: bool) -> None:
    b = facing("HFC 1", "HFC 1") if teleported else facing("HFA 4", "MFC 1")
    b = Battle(b.t, b.m, WASTE, b.defenders.units, teleported)
    rounds_ = FOUR_ROUNDS if teleported else [*line(1, 4), *hits(*[MISS] * 5)] * 3
    _, entries = to_the_end(b, [*rounds_, LIVES])
    entry = told(entries, "taken")[0]
    assert entry.clauses == (("LM-BAT-30",) if teleported else ("LM-BAT-31",))
    assert entry.data["captured"] == 2


@pytest.mark.clause("LM-NEU-19", "LM-IPR-07")
def test_when_a_truce_is_over_an_empty_place_belongs_to_whose_troops_stand_there() -> None:
    state = truce_over("MFC 1", "")
    del state.people[2]
    state.truces = [Truce((0, 1), 3)]
    clashes.fight_clashes(Turn(state))
    assert state.holder(WASTE) == 1
    state.turn = 4
    turn = Turn(state)
    clashes.fight_clashes(turn)
    assert state.holder(WASTE) == 0
    assert turn.of(Conquests).by_force == []
