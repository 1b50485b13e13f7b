"""Marches over mountains and unseen marches (B-37 to B-41)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    LIVES,
    codes,
    dice,
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
from palatine.games.lord_and_master.orders.grammar import parse_line
from palatine.games.lord_and_master.rules.actions import dispatch
from palatine.games.lord_and_master.rules.common.march import Handled
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import NEUTRAL, State


def at(place: int, units: str = "", leader: str = "Ralph W1", seats: int = 2) -> State:
    """Return a leader with units in a place, who owns the whole map so that nobody is in the way."""
    state = hargaar(seats=seats)
    hold(state, 0, *range(1, 109))
    person(state, leader, 0, place)
    put(state, units, 0, place)
    return state


# Mountains


@pytest.mark.clause("LM-B-37")
@pytest.mark.parametrize("leader", ["Grim D1", "Olaf A1"])
def test_dwarves_pay_one_point_for_a_mountain(leader: str) -> None:
    state = at(51, "DHC 1", leader)
    order(Turn(state), 0, f"char {leader.split()[0]}: lead take DHC 1, mountain, go 52 53 62")
    assert codes(state, 0, 62) == ["DHC"]
    state = at(51, "DHC 1", leader)
    order(Turn(state), 0, f"char {leader.split()[0]}: lead take DHC 1, go 52 53")
    assert codes(state, 0, 52) == ["DHC"]


@pytest.mark.clause("LM-B-37", "LM-A-02")
@pytest.mark.parametrize("stays", ["drop DHC 1, go 52 53 62", "go 52 53 62 61 52"])
def test_a_dwarf_who_leads_nobody_any_more_pays_what_the_mountain_costs(stays: str) -> None:
    state = at(51, "DHC 1", "Grim D1")
    assert refused(Turn(state), 0, f"char Grim: lead take DHC 1, mountain, {stays}") == "LM-A-02"


@pytest.mark.clause("LM-B-37")
def test_mountain_moves_are_for_dwarves_with_only_dwarves() -> None:
    assert refused(Turn(at(51, "MFC 1")), 0, "char Ralph: lead take MFC 1, mountain") == "LM-B-37"
    assert refused(Turn(at(51, "DHC 1 GFC 1", "Grim D1")), 0, "char Grim: lead take DHC 1 GFC 1, mountain") == (
        "LM-B-37"
    )
    state = at(51, "DHC 1", "Grim D1")
    put(state, "GFC 1", 0, 52)
    assert refused(Turn(state), 0, "char Grim: lead take DHC 1, mountain, go 52, take GFC 1, go 53") == "LM-B-37"


def unseen(leader: str, units: str) -> State:
    """Return a match with a stack in 58 and the enemy in 57, who also holds 66 behind it."""
    state = hargaar()
    hold(state, 0, 58)
    hold(state, 1, 57, 66)
    person(state, leader, 0, 58)
    put(state, units, 0, 58)
    put(state, "HFC 1", 1, 57)
    return state


# Unseen


@pytest.mark.clause("LM-B-38", "LM-B-39")
@pytest.mark.parametrize("leader", ["Fizz G1", "Trix X1"])
def test_gnomes_pass_enemies_unseen_without_battle_and_without_taking_their_land(leader: str) -> None:
    state = unseen(leader, "GFC 2")
    entries = order(Turn(state), 0, f"char {leader.split()[0]}: lead take GFC 2, invisible, go 57 66")
    assert not told(entries, "battle")
    assert (state.holder(57), state.holder(66)) == (1, 0)
    assert codes(state, 0, 66) == ["GFC", "GFC"]


@pytest.mark.clause("LM-B-39", "LM-NEU-03")
def test_neutral_forces_are_passed_unseen_too() -> None:
    state = hargaar()
    person(state, "Fizz G1", 0, 58)
    put(state, "GFC 1", 0, 58)
    hold(state, 0, 58, 66)
    order(Turn(state), 0, "char Fizz: lead take GFC 1, invisible, go 57 66")
    assert codes(state, 0, 66) == ["GFC"]
    assert state.holder(57) == NEUTRAL


@pytest.mark.clause("LM-B-38")
@pytest.mark.parametrize(
    ("leader", "units"),
    [("Fizz G1", "GAC 1"), ("Fizz G1", "GFC 1 GAC 1"), ("Ralph W1", "MFC 1"), ("Elrond E1", "GFC 1")],
)
def test_artillery_and_others_are_not_led_unseen(leader: str, units: str) -> None:
    name = leader.split()[0]
    assert refused(Turn(unseen(leader, units)), 0, f"char {name}: lead take {units}, invisible") == "LM-B-38"


@pytest.mark.clause("LM-B-41")
def test_sorcerers_lead_elves_unseen_but_no_knights() -> None:
    state = unseen("Sylva S1", "EFC 2")
    order(Turn(state), 0, "char Sylva: lead take EFC 2, invisible, go 57 66")
    assert codes(state, 0, 66) == ["EFC", "EFC"]
    for units in ("EKC 1", "EFC 1 EKC 1", "GFC 1"):
        state = unseen("Sylva S1", units)
        assert refused(Turn(state), 0, f"char Sylva: lead take {units}, invisible") == "LM-B-41"


@pytest.mark.clause("LM-B-38")
def test_who_joins_an_unseen_stack_must_be_fit_for_it() -> None:
    state = unseen("Fizz G1", "GFC 1 GAC 1")
    assert refused(Turn(state), 0, "char Fizz: lead take GFC 1, invisible, take GAC 1, go 57") == "LM-B-38"


@pytest.mark.clause("LM-B-40")
def test_the_unseen_need_not_stop_for_a_garrisoned_fort() -> None:
    state = unseen("Fizz G1", "GFC 1")
    state.forts[57] = "F1"
    hold(state, 1, 457)
    put(state, "RED 1", 1, 457)
    for n in state.units_at(57):
        del state.units[n]
    order(Turn(state), 0, "char Fizz: lead take GFC 1, invisible, go 57 66")
    assert codes(state, 0, 66) == ["GFC"]
    assert state.holder(57) == 1


@pytest.mark.clause("LM-B-39", "LM-NEU-19")
def test_an_unseen_stack_that_stays_beside_a_garrisoned_fort_takes_the_land_around_it() -> None:
    state = unseen("Fizz G1", "GFC 1")
    state.forts[66] = "F1"
    hold(state, 1, 466)
    put(state, "RED 1", 1, 466)
    order(Turn(state), 0, "char Fizz: lead take GFC 1, invisible, go 57 66")
    assert (state.holder(57), state.holder(66), state.holder(466)) == (1, 0, 1)


@pytest.mark.clause("LM-B-39")
def test_an_unseen_stack_that_ends_its_march_among_enemies_attacks() -> None:
    state = unseen("Fizz G1", "GFA 2")
    entries = order(
        Turn(state),
        0,
        "char Fizz: lead take GFA 2, invisible, go 57",
        [*line(1, 2), *hits(1, 1), LIVES],
    )
    assert told(entries, "battle")[0].data["attacker"] == "N1"
    assert state.holder(57) == 0


@pytest.mark.clause("LM-B-39")
def test_it_attacks_also_when_the_rest_of_the_order_is_dropped() -> None:
    state = unseen("Fizz G1", "GFA 2")
    state.journal = []  # type: ignore[misc]
    turn = Turn(state)
    turn.actor = 0
    with dice(state, [*line(1, 2), *hits(1, 1), LIVES]), pytest.raises(OrderFailed):
        dispatch.carry_out(turn, parse_line("char Fizz: lead take GFA 2, invisible, go 57, go 1"))
    assert state.holder(57) == 0


@pytest.mark.clause("LM-B-39")
def test_nobody_is_left_behind_unseen_among_enemies() -> None:
    state = unseen("Fizz G1", "GFC 2")
    with pytest.raises(Exception, match="ran out"):
        order(Turn(state), 0, "char Fizz: lead take GFC 2, invisible, go 57, drop GFC 1, go 66", [])


@pytest.mark.clause("LM-B-39")
@pytest.mark.parametrize(("leaves", "spent"), [("drop GFA 2, go 66", 0), ("alone, go 66", 0), ("go 66", 4)])
def test_a_whole_stack_that_would_be_left_among_enemies_attacks_them(leaves: str, spent: int) -> None:
    state = unseen("Fizz G1", "GFA 2")
    turn = Turn(state)
    turn.actor = 0
    turn.of(Handled).spent = dict.fromkeys(state.units_at(58), spent)
    text = f"char Fizz: lead take GFA 2, invisible, go 57, {leaves}"
    with dice(state, [*line(1, 2), *hits(1, 1), LIVES]), pytest.raises(OrderFailed) as dropped:
        dispatch.carry_out(turn, parse_line(text))
    assert dropped.value.clause == "LM-B-39"
    assert state.holder(57) == 0


@pytest.mark.clause("LM-GI-04", "LM-B-38")
def test_a_march_is_told_to_those_it_passes_but_not_that_of_the_unseen() -> None:
    for way, readers in (("go 66", (0, 1)), ("invisible, go 66", (0,))):
        state = hargaar()
        hold(state, 0, 58, 57, 66)
        hold(state, 1, 65)
        person(state, "Fizz G1", 0, 57)
        put(state, "GFC 2", 0, 57)
        entries = told(order(Turn(state), 0, f"char Fizz: lead take GFC 2, {way}"), "led")
        assert [(entry.data["place"], entry.data["units"]) for entry in entries] == [("swamp 66", [["GFC", 2]])]
        assert entries[0].readers == readers


@pytest.mark.clause("LM-B-39")
@pytest.mark.parametrize("leaves", ["drop GFA 2, go 66", "alone, go 66"])
def test_that_it_would_leave_units_among_enemies_is_not_certain_beforehand(leaves: str) -> None:
    state = unseen("Fizz G1", "GFA 2")
    turn = Turn(state, is_rehearsal=True)
    text = f"char Fizz: lead take GFA 2, invisible, go 57, {leaves}"
    assert dropped(turn, 0, text).reason == "drop.unseen-among-enemies"


@pytest.mark.clause("LM-B-39")
def test_where_nobody_hostile_is_an_unseen_stack_leaves_whom_it_will() -> None:
    state = unseen("Fizz G1", "GFC 2")
    order(Turn(state), 0, "char Fizz: lead take GFC 2, invisible, go 57 66, drop GFC 1")
    assert codes(state, 0, 66) == ["GFC", "GFC"]


@pytest.mark.clause("LM-B-37", "LM-B-38")
@pytest.mark.parametrize(
    ("leader", "units", "text"),
    [
        ("Fizz G1", "GFC 1 GAC 1", "take GFC 1, invisible, alone, take GAC 1, go 66"),
        ("Grim D1", "DHC 1 GAC 1", "take DHC 1, mountain, alone, take GAC 1, go 66"),
    ],
)
def test_who_has_gone_on_alone_leads_again_like_anybody(leader: str, units: str, text: str) -> None:
    state = at(65, units, leader)
    order(Turn(state), 0, f"char {leader.split()[0]}: lead {text}")
    assert codes(state, 0, 66) == ["GAC"]


@pytest.mark.clause("LM-B-37", "LM-B-38")
@pytest.mark.parametrize(
    ("leader", "units", "text", "reason", "uncertain"),
    [
        ("Grim D1", "DHC 1", "mountain", "only-dwarves", True),
        ("Grim D1", "GFC 1", "take GFC 1, mountain", "only-dwarves", False),
        ("Ralph W1", "MFC 1", "take MFC 1, mountain", "not-his-class", False),
        ("Fizz G1", "GFC 1", "invisible", "not-unseen", True),
        ("Fizz G1", "GAC 1", "take GAC 1, invisible", "not-unseen", False),
        ("Ralph W1", "MFC 1", "take MFC 1, invisible", "not-his-class", False),
    ],
)
def test_without_units_there_may_yet_be_some_the_wrong_ones_are_refused(
    leader: str, units: str, text: str, reason: str, uncertain: bool
) -> None:
    found = dropped(Turn(at(65, units, leader)), 0, f"char {leader.split()[0]}: lead {text}")
    assert (found.reason, found.uncertain) == (f"drop.{reason}", uncertain)


@pytest.mark.clause("LM-B-39")
def test_at_the_end_of_its_way_an_unseen_stack_fights_before_its_leader_goes_on_alone() -> None:
    state = unseen("Fizz G1", "GFA 2")
    rolls = [*line(1, 2), *hits(1, 1), LIVES]
    entries = order(Turn(state), 0, "char Fizz: lead take GFA 2, invisible, go 57, alone", rolls)
    assert told(entries, "battle-won")
    assert state.holder(57) == 0


@pytest.mark.clause("LM-B-39", "LM-ESC-01")
@pytest.mark.parametrize("fort", [False, True])
def test_a_lone_enemy_whom_the_unseen_find_makes_one_escape_roll(fort: bool) -> None:
    state = unseen("Fizz G1", "GFC 1")
    person(state, "Bob W1", 1, 1)
    otto = person(state, "Otto W1", 1, 66)
    if fort:
        state.forts[66] = "F1"
        hold(state, 1, 466)
        put(state, "RED 1", 1, 466)
    text = "char Fizz: lead take GFC 1, invisible, go 57 66"
    order(Turn(state), 0, text, [("escape", 13)])
    assert (state.holder(66), state.people[otto].captor) == (0, None)


@pytest.mark.clause("LM-B-39", "LM-NEU-19")
def test_an_unseen_stack_takes_the_empty_provinces_that_it_passes() -> None:
    state = unseen("Fizz G1", "GFC 1")
    hold(state, 1, 67)
    order(Turn(state), 0, "char Fizz: lead take GFC 1, invisible, go 67 66")
    assert (state.holder(67), state.holder(66)) == (0, 0)


@pytest.mark.clause("LM-B-39", "LM-ESC-01")
def test_a_stack_that_goes_nowhere_unseen_finds_nobody() -> None:
    state = unseen("Fizz G1", "GFC 1")
    person(state, "Otto W1", 1, 58)
    order(Turn(state), 0, "char Fizz: lead take GFC 1, invisible")
    assert codes(state, 0, 58) == ["GFC"]
