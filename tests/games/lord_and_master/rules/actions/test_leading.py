"""Moving and leading: routes, points, stacks, mountain and invisible moves, control (MV, A-02 to A-05, B-15 to B-22,
B-37 to B-41)."""

from __future__ import annotations

import pytest

from games.lord_and_master.fights import ARDEA, LIVES, WASTE, hits, line, lots
from games.lord_and_master.hargaar import NEUTRAL, Turn, codes, hargaar, hold, order, person, put, refused, told
from palatine.games.lord_and_master.rules import movement
from palatine.games.lord_and_master.rules.actions import leading
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, Deed, Handled, March
from palatine.games.lord_and_master.rules.common.turn import Actions
from palatine.games.lord_and_master.state import State, Truce

MISS = 20


def at(place: int, units: str = "", leader: str = "Ralph W1", seats: int = 2) -> State:
    """A leader with units in a place; the whole map is his, so that nobody is in the way."""
    state = hargaar(seats=seats)
    hold(state, 0, *range(1, 109))
    person(state, leader, 0, place)
    put(state, units, 0, place)
    return state


# Routes and points


@pytest.mark.clause("LM-MV-02")
@pytest.mark.parametrize("path", ["66", "48", "56 66", "60 59"])
def test_no_step_is_diagonal_or_longer(path: str) -> None:
    assert refused(
        Turn(at(56)), 0, f"char Ralph: move {path}" if path != "56 66" else "char Ralph: move 57 67"
    ) in ("LM-MV-02",)


@pytest.mark.clause("LM-MV-02")
def test_the_map_does_not_wrap() -> None:
    assert refused(Turn(at(54)), 0, "char Ralph: move 55") == "LM-MV-02"


@pytest.mark.clause("LM-MV-03")
@pytest.mark.parametrize(("place", "points"), [(65, 1), (57, 1), (51, 1), (63, 2), (43, 2), (61, 3), (52, 3)])
def test_what_it_costs_to_enter_each_terrain(place: int, points: int) -> None:
    assert movement.cost(hargaar(), place, place + 1) == points
    assert movement.cost(hargaar(), place + 200, place) == 0


@pytest.mark.clause("LM-A-02")
def test_a_character_has_eight_points() -> None:
    state = at(60)
    assert refused(Turn(state), 0, "char Ralph: move 61 52 53") == "LM-A-02"
    assert state.people[1].place == 52
    state = at(2)
    order(Turn(state), 0, "char Ralph: move 3 4 5 6 15 14 13 4")
    assert state.people[1].place == 4


@pytest.mark.clause("LM-A-02")
def test_squares_between_a_city_and_the_next_place_are_put_in() -> None:
    turn = Turn(at(59))
    from palatine.games.lord_and_master.orders import kinds as o

    assert movement.route(turn, ARDEA, (o.Spot(60),)) == [59, 60]
    assert movement.route(turn, 60, (o.Spot(59, "city"),)) == [59, ARDEA]
    assert movement.route(turn, 60, (o.Spot(60),)) == []


@pytest.mark.clause("LM-A-04", "LM-A-05")
def test_a_move_takes_one_deed_with_it_and_nothing_else() -> None:
    from palatine.core import Unreadable
    from palatine.games.lord_and_master.orders.grammar import parse

    for deed in ("steal", "assassinate Nora", "rescue"):
        parse(f"char Ralph: move 57, {deed}")
    for other in ("diplomacy", "tax", "recruit"):
        with pytest.raises(Unreadable):
            parse(f"char Ralph: move 57, {other}")
    state = at(56)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 57")
    assert refused(turn, 0, "char Ralph: tax") == "LM-A-01"


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


@pytest.mark.clause("LM-B-21")
def test_units_raised_or_trained_this_turn_are_not_led() -> None:
    for mark in ("raised", "trained"):
        state = at(56, "RED 1")
        turn = Turn(state)
        getattr(turn.of(Handled), mark).update(state.units)
        assert refused(turn, 0, "char Ralph: lead take RED 1, go 57") == "LM-B-21"


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


# Unseen


def unseen(leader: str, units: str) -> State:
    """A stack in 58; the enemy stands in 57, and holds 66 behind it."""
    state = hargaar()
    hold(state, 0, 58)
    hold(state, 1, 57, 66)
    person(state, leader, 0, 58)
    put(state, units, 0, 58)
    put(state, "HFC 1", 1, 57)
    return state


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
    from games.lord_and_master.hargaar import dice
    from palatine.games.lord_and_master.orders.grammar import parse_line
    from palatine.games.lord_and_master.rules.actions import dispatch
    from palatine.games.lord_and_master.rules.common.turn import Dropped

    turn.actor = 0
    with dice(state, [*line(1, 2), *hits(1, 1), LIVES]), pytest.raises(Dropped):
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
    from games.lord_and_master.hargaar import Dropped, dice
    from palatine.games.lord_and_master.orders.grammar import parse_line
    from palatine.games.lord_and_master.rules.actions import dispatch

    state = unseen("Fizz G1", "GFA 2")
    turn = Turn(state)
    turn.actor = 0
    turn.of(Handled).spent = dict.fromkeys(state.units_at(58), spent)
    text = f"char Fizz: lead take GFA 2, invisible, go 57, {leaves}"
    with dice(state, [*line(1, 2), *hits(1, 1), LIVES]), pytest.raises(Dropped) as dropped:
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


# Battles on the way, control


@pytest.mark.clause("LM-BAT-36", "LM-MV-06")
def test_a_battle_won_ends_the_march() -> None:
    state = at(58, "HFC 2")
    hold(state, 1, 57)
    put(state, "MFD 1", 1, 57)
    turn = Turn(state)
    turn.actor = 0
    m = March(turn, 0, 58, 1, 1, ALL_RACES)
    m.units = list(state.units)[:2]
    assert state.units[m.units[0]].owner == 0
    from games.lord_and_master.hargaar import dice

    with dice(state, [*line(1, 2), *hits(1), LIVES]):
        assert leading.enter_place(turn, m, 57)
    assert Deed.FOUGHT in m.done
    state = at(58, "HFC 2")
    hold(state, 1, 57)
    put(state, "MFD 1", 1, 57)
    assert _dropped_after(state, [*line(1, 2), *hits(1), LIVES]) == "LM-BAT-36"


def _dropped_after(state: State, rolls: list[tuple[str, int]]) -> str:
    from games.lord_and_master.hargaar import Dropped

    turn = Turn(state)
    try:
        order(turn, 0, "char Ralph: lead take HFC 2, go 57 66", rolls)
    except Dropped as dropped:
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
    state.truces = [Truce((0, 2), 9)]
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
    for n in list(state.units):
        del state.units[n]
    person(state, "Otto W1", 0, 56)
    order(Turn(state), 0, "char Otto: lead go 57")
    assert (state.people[hugo].captor, state.people[hugo].place) == (None, 90)
