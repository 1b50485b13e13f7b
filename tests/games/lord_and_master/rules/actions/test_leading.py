"""Stacks, battles on the way, control and prisoners (B-15 to B-22, CONTROL)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    LIVES,
    WASTE,
    codes,
    dice,
    dropped,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    put,
    refused,
)
from palatine.games.lord_and_master.orders.grammar import parse_line
from palatine.games.lord_and_master.rules.actions import dispatch, leading
from palatine.games.lord_and_master.rules.common import captives, casualties
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, Handled, March, MarchDeed
from palatine.games.lord_and_master.rules.common.turn import Actions, OrderFailed, Turn
from palatine.games.lord_and_master.state import State, TruceRecord

MISS = 20


def at(place: int, units: str = "", leader: str = "Ralph W1", seats: int = 2) -> State:
    """Return a leader with units in a place, who owns the whole map so that nobody is in the way."""
    state = hargaar(seats=seats)
    hold(state, 0, *range(1, 109))
    person(state, leader, 0, place)
    put(state, units, 0, place)
    return state


# Stacks


@pytest.mark.clause("LM-MV-01", "LM-A-03")
def test_troops_move_only_with_a_leader_who_may_also_go_on_alone() -> None:
    state = at(56, "HFC 2 MFC 1")
    order(Turn(state), 0, "char Ralph: lead take HFC 2, go 57, alone, go 66")
    assert codes(state, 0, 57) == ["HFC", "HFC"]
    assert codes(state, 0, 56) == ["MFC"]
    assert state.people[1].place == 66


@pytest.mark.clause("LM-B-15")
@pytest.mark.parametrize(("level", "most"), [(1, 5), (2, 10), (3, 15)])
def test_five_units_a_level(level: int, most: int) -> None:
    state = at(56, "MFC 20", f"Ralph W{level}")
    assert refused(Turn(state), 0, f"char Ralph: lead take MFC {most + 1}, go 57") == "LM-B-15"
    order(Turn(state), 0, f"char Ralph: lead take MFC {most}, go 57")
    assert len(codes(state, 0, 57)) == most


@pytest.mark.clause("LM-B-16")
def test_six_orcs_a_level_while_all_are_orcs() -> None:
    state = at(56, "OFC 13 THC 1", "Bluto O2")
    assert refused(Turn(state), 0, "char Bluto: lead take OFC 13, go 57") == "LM-B-15"
    order(Turn(state), 0, "char Bluto: lead take OFC 12, go 57")
    assert len(codes(state, 0, 57)) == 12
    state = at(56, "OFC 13 THC 1", "Bluto O2")
    assert refused(Turn(state), 0, "char Bluto: lead take OFC 10 THC 1, go 57") == "LM-B-15"


@pytest.mark.clause("LM-B-16")
def test_when_another_race_joins_the_orcs_too_many_are_put_down() -> None:
    state = at(56, "OFC 6", "Bluto O1")
    put(state, "THC 1", 0, 57)
    order(Turn(state), 0, "char Bluto: lead take OFC 6, go 57, take THC 1, go 66")
    assert codes(state, 0, 66) == ["OFC"] * 4 + ["THC"]
    assert codes(state, 0, 57) == ["OFC"] * 2


@pytest.mark.clause("LM-B-17")
def test_units_are_picked_up_and_put_down_on_the_way() -> None:
    state = at(56, "OHC 3 OFC 2", "Bluto O1")
    put(state, "ODC 1", 0, 57)
    order(Turn(state), 0, "char Bluto: lead take OHC 3 OFC 2, go 57, drop OFC 2, take ODC 1, go 66")
    assert codes(state, 0, 57) == ["OFC", "OFC"]
    assert codes(state, 0, 66) == ["ODC", "OHC", "OHC", "OHC"]
    assert refused(Turn(state), 0, "char Bluto: lead take MFC 1") == "LM-B-22"
    assert refused(Turn(at(56, "OHC 1", "Bluto O1")), 0, "char Bluto: lead take OHC 2") == "LM-B-17"
    assert refused(Turn(at(56, "OHC 1", "Bluto O1")), 0, "char Bluto: lead take OHC 1, drop OFC 1") == "LM-B-17"


@pytest.mark.clause("LM-B-18")
def test_each_unit_goes_as_far_as_its_own_allowance() -> None:
    state = at(2, "HFC 1 MFC 1 KTC 1w LCC 1")
    order(Turn(state), 0, "char Ralph: lead take HFC 1 MFC 1 KTC 1w LCC 1, go 3 4 5 6 15")
    assert codes(state, 0, 5) == ["HFC"]
    assert codes(state, 0, 6) == ["KTCw", "MFC"]
    assert codes(state, 0, 15) == ["LCC"]
    assert state.people[1].place == 15


@pytest.mark.clause("LM-B-18")
def test_terrain_costs_units_as_much_as_characters() -> None:
    state = at(62, "HFC 1 MFC 1 ATC 1")
    order(Turn(state), 0, "char Ralph: lead take HFC 1 MFC 1 ATC 1, go 61 60")
    assert codes(state, 0, 62) == ["ATC"]
    assert codes(state, 0, 61) == ["HFC"]
    assert codes(state, 0, 60) == ["MFC"]


@pytest.mark.clause("LM-B-19", "LM-A-03")
def test_alone_and_with_troops_the_leader_spends_eight_points() -> None:
    state = at(2)
    put(state, "LCC 1", 0, 6)
    text = "char Ralph: lead go 3 4 5 6, take LCC 1, go 15 14 13 4"
    order(Turn(state), 0, text)
    assert codes(state, 0, 4) == ["LCC"]
    state = at(2)
    put(state, "LCC 1", 0, 6)
    assert refused(Turn(state), 0, text + " 3") == "LM-A-02"


@pytest.mark.clause("LM-B-20")
def test_a_unit_is_led_by_one_character_a_turn() -> None:
    state = at(56, "LCC 2")
    person(state, "Otto W1", 0, 57)
    turn = Turn(state)
    order(turn, 0, "char Ralph: lead take LCC 1, go 57")
    assert refused(turn, 0, "char Otto: lead take LCC 1, go 66") == "LM-B-20"
    put(state, "LCC 1", 0, 57)
    turn.of(Actions).acted.clear()
    order(turn, 0, "char Otto: lead take LCC 1, go 66")
    assert codes(state, 0, 66) == ["LCC"]


@pytest.mark.clause("LM-B-20", "LM-B-17")
def test_who_put_units_down_may_take_them_up_again() -> None:
    state = at(56, "LCC 2")
    order(Turn(state), 0, "char Ralph: lead take LCC 2, drop LCC 2, take LCC 1, go 57")
    assert codes(state, 0, 57) == ["LCC"]


@pytest.mark.clause("LM-B-17", "LM-IPR-04")
def test_of_units_alike_he_takes_his_own_and_the_fresh_ones_first() -> None:
    state = at(56, "MFC 2")
    state.alliances = [(0, 1)]
    for n in state.units:
        state.set_unit(n, owner=1)
    put(state, "MFC 1", 0, 56)
    put(state, "MFC 1", 0, 57)
    order(Turn(state), 0, "char Ralph: lead take MFC 1, go 57, drop MFC 1, take MFC 1, go 66")
    assert codes(state, 1, 56) == ["MFC", "MFC"]
    assert state.units[2].place == 56
    assert [state.units[n].place for n in (4, 5)] == [57, 66]


@pytest.mark.clause("LM-B-21", "LM-B-14")
def test_units_raised_or_trained_this_turn_are_not_led() -> None:
    for mark in ("raised", "trained"):
        state = at(56, "RED 1")
        turn = Turn(state)
        getattr(turn.of(Handled), mark).update(state.units)
        assert refused(turn, 0, "char Ralph: lead take RED 1, go 57") == "LM-B-21"
    state = at(56, "MFD 1")
    person(state, "Otto W1", 0, 57)
    turn = Turn(state)
    order(turn, 0, "char Ralph: lead take MFD 1, go 57")
    assert refused(turn, 0, "char Otto: train MFD 1 -> MFC") == "LM-B-14"


@pytest.mark.clause("LM-B-22")
@pytest.mark.parametrize(
    ("leader", "code", "allowed"),
    [
        ("Ralph W1", "MFC", True),
        ("Ralph W1", "EFC", False),
        ("Elrond E1", "GFC", True),
        ("Mort N1", "ZOD", True),
        ("Ralph W1", "ZOD", False),
    ],
)
def test_only_the_races_of_the_class_are_led(leader: str, code: str, allowed: bool) -> None:
    state = at(56, f"{code} 1", leader)
    text = f"char {leader.split()[0]}: lead take {code} 1, go 57"
    if allowed:
        order(Turn(state), 0, text)
        assert codes(state, 0, 57) == [code]
    else:
        assert refused(Turn(state), 0, text) == "LM-B-22"


@pytest.mark.clause("LM-B-22")
def test_enemy_and_captive_units_are_not_led_but_those_of_a_partner_are() -> None:
    state = at(56, "MFC 1")
    n = next(iter(state.units))
    state.set_unit(n, owner=1)
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 1") == "LM-B-17"
    state.alliances = [(0, 1)]
    order(Turn(state), 0, "char Ralph: lead take MFC 1, go 57")
    assert codes(state, 1, 57) == ["MFC"]
    state.set_unit(n, captor=0, owner=0)
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 1") == "LM-B-17"


# Battles on the way, control


@pytest.mark.clause("LM-BAT-36", "LM-MV-06")
def test_a_battle_won_ends_the_march() -> None:
    state = at(58, "HFC 2")
    hold(state, 1, 57)
    put(state, "MFD 1", 1, 57)
    turn = Turn(state)
    turn.actor = 0
    m = March(turn, 0, 58, 1, ALL_RACES)
    m.units = list(state.units)[:2]
    assert state.units[m.units[0]].owner == 0
    with dice(state, [*line(1, 2), *hits(1), LIVES]):
        assert leading.enter_place(turn, m, 57)
    assert MarchDeed.FOUGHT in m.done
    state = at(58, "HFC 2")
    hold(state, 1, 57)
    put(state, "MFD 1", 1, 57)
    assert _dropped_after(state, [*line(1, 2), *hits(1), LIVES]) == "LM-BAT-36"


def _dropped_after(state: State, rolls: list[tuple[str, int]]) -> str:
    turn = Turn(state)
    try:
        order(turn, 0, "char Ralph: lead take HFC 2, go 57 66", rolls)
    except OrderFailed as dropped:
        return dropped.clause
    return ""


@pytest.mark.clause("LM-NEU-19", "LM-NEU-20")
def test_troops_take_what_they_pass_even_without_stopping() -> None:
    state = at(59, "MFC 1")
    hold(state, 1, 57)
    hold(state, 1, 58, allied=True)
    state.coffers[58] = 35
    order(Turn(state), 0, "char Ralph: lead take MFC 1, go 58 57")
    assert (state.holder(58), state.holder(57)) == (0, 0)
    assert 58 not in state.allied
    assert state.nations[0].gold == 135


@pytest.mark.clause("LM-IPR-07", "LM-IPR-03")
def test_partners_and_truce_partners_keep_what_is_theirs() -> None:
    state = at(59, "MFC 1", seats=3)
    hold(state, 1, 60)
    hold(state, 2, 69)
    state.alliances = [(0, 1)]
    state.truces = [TruceRecord((0, 2), 9)]
    order(Turn(state), 0, "char Ralph: lead take MFC 1, go 60 69")
    assert (state.holder(60), state.holder(69)) == (1, 2)


@pytest.mark.clause("LM-NEU-19")
def test_a_lone_character_never_changes_control() -> None:
    state = at(56)
    hold(state, 1, WASTE)
    order(Turn(state), 0, "char Ralph: move 57")
    assert state.holder(WASTE) == 1


@pytest.mark.clause("LM-CH-22")
def test_a_leader_taken_on_the_way_loses_the_rest_of_his_order() -> None:
    state = at(58, "LFD 1")
    hold(state, 1, 57)
    put(state, "HFC 1", 1, 57)
    turn = Turn(state)
    order(turn, 0, "char Ralph: lead take LFD 1, go 57, alone, go 66", [*line(1, 1), *hits(MISS, 1), *lots(2)])
    assert state.people[1].captor == 1
    assert state.people[1].place == 57


# Prisoners on the way


@pytest.mark.clause("LM-B-15")
def test_captives_come_along_with_their_last_guards_and_units_take_up_room() -> None:
    state = at(56, "MFC 3")
    hugo = person(state, "Hugo T1", 1, 56, captor=0)
    taken = put(state, "LFC 4", 1, 56)
    for n in taken:
        state.set_unit(n, captor=0)
    order(Turn(state), 0, "char Ralph: lead take MFC 3, go 57")
    assert state.people[hugo].place == 57
    assert [state.units[n].place for n in taken if n in state.units] == [57, 57]


@pytest.mark.clause("LM-BAT-26")
def test_captives_stay_with_other_guards_and_go_free_without_any() -> None:
    state = at(56, "MFC 2")
    hugo = person(state, "Hugo T1", 1, 56, captor=0)
    order(Turn(state), 0, "char Ralph: lead take MFC 1, go 57")
    assert (state.people[hugo].captor, state.people[hugo].place) == (0, 56)
    state = at(56, "MFC 1")
    hugo = person(state, "Hugo T1", 1, 56, captor=0)
    hold(state, 1, 90)
    order(Turn(state), 0, "char Ralph: lead take MFC 1, alone, go 57")
    assert state.people[hugo].captor == 0
    t = Turn(state)
    with captives.guarded(t):
        casualties.destroy_unit(t, state.units_at(56, 0)[0])
    assert (state.people[hugo].captor, state.people[hugo].place) == (None, 90)


# What ends a march


def lost(path: str, units: str = "HFC 1", foes: str = "HFC 1") -> tuple[State, str]:
    """Return a match with Ralph on the way from 58 through 57, where the enemy is."""
    state = hargaar()
    hold(state, 0, 58, 67)
    hold(state, 1, 57, 66)
    person(state, "Ralph W1", 0, 58)
    person(state, "Pius P1", 0, 67)
    put(state, units, 0, 58)
    put(state, foes, 1, 57)
    return state, f"char Ralph: lead take {units}, go {path}"


@pytest.mark.clause("LM-BAT-25", "LM-BAT-36")
@pytest.mark.parametrize("path", ["57", "57 66"])
def test_the_march_of_a_beaten_stack_is_over(path: str) -> None:
    state, text = lost(path)
    rolls = [*[*line(1, 1), *hits(MISS, MISS)] * 4, *lots(6, 6)]
    entries = order(Turn(state), 0, text, rolls)
    assert codes(state, 0, 58) == ["HFC"]
    assert [entry.kind for entry in entries][-1] == "battle-retreated"


@pytest.mark.clause("LM-BAT-35", "LM-MV-01")
@pytest.mark.parametrize(("face", "reason"), [(1, None), (2, "drop.has-fought")])
def test_when_the_leader_falls_in_his_victory_the_march_is_over(face: int, reason: str | None) -> None:
    state, text = lost("57 66", "HFC 2")
    turn = Turn(state)
    turn.actor = 0
    rolls = [*line(2, 1), *hits(1), ("leader's fate", face)]
    state.set_unit(state.units_at(57)[0], code="HFD")
    with dice(state, rolls):
        if reason is None:
            dispatch.carry_out(turn, parse_line(text))
        else:
            with pytest.raises(OrderFailed) as found:
                dispatch.carry_out(turn, parse_line(text))
            assert (found.value.reason, found.value.uncertain) == (reason, True)
    assert (codes(state, 0, 57), state.holder(57)) == (["HFC", "HFC"], 0)


@pytest.mark.clause("LM-BAT-33")
def test_when_only_berserkers_have_won_the_march_of_the_others_is_over() -> None:
    state, text = lost("57 66", "BEA 1 MFC 1", "HFA 1")
    stay = [*line(2, 1), *hits(MISS, MISS, MISS)] * 4
    order(Turn(state), 0, text, [*stay, *lots(6, 6), *hits(1, MISS), *hits(1, MISS)])
    assert (codes(state, 0, 57), codes(state, 0, 58)) == (["BEA"], ["MFC"])
    assert (state.holder(57), state.holder(66)) == (0, 1)


# Who is led with whom


@pytest.mark.clause("LM-B-16", "LM-B-17")
@pytest.mark.parametrize(
    ("first", "then", "left"), [("OFC 1", "THC 1", ""), ("OFC 5", "THC 1", "OFC"), ("OFC 4", "THC 1", "")]
)
def test_orcs_are_put_down_only_as_far_as_there_is_no_room_for_the_others(first: str, then: str, left: str) -> None:
    state = at(56, f"{first} {then}", "Bluto O1")
    order(Turn(state), 0, f"char Bluto: lead take {first}, take {then}, go 57")
    assert codes(state, 0, 56) == left.split()


@pytest.mark.clause("LM-B-17", "LM-B-20", "LM-B-21", "LM-B-22", "LM-TT-11")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("take XXX 1", "no-such-code"),
        ("take EFC 1", "not-his-race"),
        ("take MFC 4", "no-such-units"),
        ("take MFC 1w", "no-such-units"),
        ("take RED 1", "raised-or-trained"),
        ("take HFC 1", "raised-or-trained"),
        ("take LFC 1", "led-already"),
        ("take MFC 2, drop MFC 3", "not-with-him"),
        ("take MFC 2, go 66 67 76 85 94 93", "no-points"),
    ],
)
def test_why_units_are_not_led(text: str, reason: str) -> None:
    state = at(65, "MFC 3 EFC 1 RED 1 HFC 1 LFC 1")
    turn = Turn(state)
    handled = turn.of(Handled)
    by_code = {state.units[n].code: n for n in state.units_at(65)}
    handled.raised, handled.trained, handled.led = {by_code["RED"]}, {by_code["HFC"]}, {by_code["LFC"]: 99}
    assert dropped(turn, 0, f"char Ralph: lead {text}").reason == f"drop.{reason}"


@pytest.mark.clause("LM-B-23", "LM-B-35", "LM-B-42")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fort", "needs-units"),
        ("take MFC 5, fort, go 66", "settled"),
        ("take MFC 5, fort, fort", "settled-already"),
        ("take MFC 5, fort, annex", "settled-already"),
        ("take MFC 5, fort, siege 65city", "settled-already"),
        ("take MFC 5, fort, assault Ardea", "settled-already"),
        ("take MFC 5, fort, plunder Ardea", "settled-already"),
        ("take MFC 5, go 66, fort", "has-moved"),
        ("take MFC 4, fort", "too-few"),
    ],
)
def test_who_builds_does_nothing_else(text: str, reason: str) -> None:
    assert dropped(Turn(at(65, "MFC 5")), 0, f"char Ralph: lead {text}").reason == f"drop.{reason}"
