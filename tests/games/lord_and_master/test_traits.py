"""What treasuries, advantages and disadvantages do in the course of the game (SET-15, SET-16, ADV, DIS)."""

from __future__ import annotations

import pytest

from games.lord_and_master.fights import ARDEA
from games.lord_and_master.hargaar import (
    NEUTRAL,
    Turn,
    codes,
    dice,
    hargaar,
    hold,
    order,
    person,
    play,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import general, theft
from palatine.games.lord_and_master.rules.common import control, fates, money
from palatine.games.lord_and_master.state import State

TAX = "char Ralph: tax"


def realm(**nation: object) -> State:
    """Ralph in 65 and Otto in 66, which are his nation's; Nora, of another nation, beside them in 56."""
    state = hargaar(**{"classes": ("W", "P", "T", "M", "H"), "kinds": ("RED", "MF"), **nation})
    hold(state, 0, 65, 66)
    hold(state, 1, 56)
    person(state, "Ralph W2", 0, 65)
    person(state, "Otto T1", 0, 66)
    person(state, "Nora W2", 1, 56)
    state.set_nation(1, advantages=(), disadvantages=(), site=0)
    return state


# The treasury


def raided(state: State, text: str = "char Nora: lead take HFC 1, go 65") -> Turn:
    """Nora enters the place of the treasury with troops."""
    put(state, "HFC 1", 1, 56)
    turn = Turn(state)
    order(turn, 1, text, [("escape", 1)] if state.people_at(65, 0) and "65" in text else [])
    return turn


@pytest.mark.clause("LM-SET-16")
def test_a_sacked_treasury_goes_to_the_enemy_and_is_founded_anew_where_most_units_are() -> None:
    state = realm(site=65)
    put(state, "MFC 2", 0, 66)
    put(state, "MFC 3", 0, ARDEA)
    put(state, "MFC 9", 1, ARDEA + 1)
    raided(state)
    assert [nation.gold for nation in state.nations] == [0, 200]
    assert state.nations[0].site == ARDEA
    money.gain(Turn(state), 0, 30, "price")
    assert (state.nations[0].gold, state.nations[0].site) == (30, ARDEA)


@pytest.mark.clause("LM-SET-16")
@pytest.mark.parametrize(
    ("units", "site"),
    [({57: 2, 66: 2}, 66), ({66: 1, 57: 2}, 57), ({64: 2, 74: 2}, 64), ({}, 66), ({108: 1}, 108)],
)
def test_of_equal_stacks_the_nearest_then_the_lowest_without_any_the_leader(
    units: dict[int, int], site: int
) -> None:
    state = realm(site=65)
    state.set_person(1, place=66)
    for place, count in units.items():
        put(state, f"MFC {count}", 0, place)
    raided(state)
    assert state.nations[0].site == site


@pytest.mark.clause("LM-SET-16", "LM-SET-15")
def test_a_treasury_in_a_city_is_not_sacked_from_the_square_around_it_nor_by_friends() -> None:
    state = realm(site=259)
    hold(state, 0, 59, ARDEA)
    state.set_person(3, place=60)
    put(state, "HFC 1", 1, 60)
    order(Turn(state), 1, "char Nora: lead take HFC 1, go 59")
    assert (state.holder(59), state.nations[0].gold, state.nations[0].site) == (1, 100, 259)
    state = realm(site=65)
    state.alliances = [(0, 1)]
    put(state, "HFC 1", 1, 56)
    order(Turn(state), 1, "char Nora: lead take HFC 1, go 65")
    assert (state.nations[0].gold, state.nations[0].site) == (100, 65)


@pytest.mark.clause("LM-SET-16", "LM-A-13")
def test_a_treasury_founded_anew_stays_until_it_is_moved_or_sacked_again() -> None:
    state = realm(site=65)
    put(state, "MFC 2", 0, 66)
    raided(state)
    put(state, "MFC 8", 0, 74)
    hold(state, 0, 74)
    assert state.nations[0].site == 66
    state.set_person(2, place=74)
    order(Turn(state), 0, "char Otto: treasury")
    assert state.nations[0].site == 74


# Mobile treasury


@pytest.mark.clause("LM-ADV-06")
def test_a_mobile_treasury_is_where_the_leader_is_and_is_not_moved_otherwise() -> None:
    state = realm(advantages=("mobile-treasury",))
    order(Turn(state), 0, "char Ralph: move 74")
    assert theft.site(state, 0) == 74
    assert refused(Turn(state), 0, "char Otto: treasury") == "LM-ADV-06"
    put(state, "HFC 1", 1, 56)
    order(Turn(state), 1, "char Nora: lead take HFC 1, go 65")
    assert state.nations[0].gold == 100


@pytest.mark.clause("LM-ADV-06")
def test_a_mobile_treasury_is_lost_with_a_captured_leader() -> None:
    state = realm(advantages=("mobile-treasury",))
    fates.capture(Turn(state), 1, 1)
    assert [nation.gold for nation in state.nations] == [0, 200]


@pytest.mark.clause("LM-ADV-06")
@pytest.mark.parametrize(("field", "gold"), [(None, 100), (0, 100), (1, 0), (NEUTRAL, 0)])
def test_when_the_leader_dies_it_goes_on_with_the_next_unless_enemies_hold_the_field(
    field: int | None, gold: int
) -> None:
    state = realm(advantages=("mobile-treasury",))
    fates.kill(Turn(state), 1, 1, field)
    assert state.nations[0].gold == gold
    assert theft.site(state, 0) == 66


@pytest.mark.clause("LM-ADV-06")
def test_a_partner_who_holds_the_field_saves_it() -> None:
    state = realm(advantages=("mobile-treasury",))
    state.alliances = [(0, 1)]
    fates.kill(Turn(state), 1, NEUTRAL, 1)
    assert [nation.gold for nation in state.nations] == [100, 100]


# Leader choice


@pytest.mark.clause("LM-ADV-07")
def test_the_leader_names_a_picked_class_of_the_province_and_no_die_is_thrown() -> None:
    state = realm(advantages=("leader-choice",))
    turn = Turn(state)
    entries = order(turn, 0, "char Ralph: recruit H")
    new = state.people[state.roster(0)[-1]]
    assert (new.of, new.level, new.place) == ("H", 1, 65)
    assert told(entries, "recruited")[0].data["of"] == "H"
    assert refused(turn, 0, f'char "{new.name}": tax') == "LM-A-06"


@pytest.mark.clause("LM-ADV-07")
@pytest.mark.parametrize(
    ("text", "clause"),
    [("Ralph: recruit D", "LM-A-09"), ("Ralph: recruit C", "LM-A-09"), ("Otto: recruit W", "LM-ADV-07"),
     ("Ralph: recruit Q", "LM-ADV-07")],
)  # fmt: skip
def test_others_and_other_classes_are_not_named(text: str, clause: str) -> None:
    state = realm(advantages=("leader-choice",))
    state.set_person(2, place=65)
    assert refused(Turn(state), 0, f"char {text}") == clause
    state = realm()
    assert refused(Turn(state), 0, "char Ralph: recruit W") == "LM-ADV-07"


@pytest.mark.clause("LM-ADV-07", "LM-A-08")
@pytest.mark.parametrize(
    ("place", "yes", "no"),
    [(65, "WPMTHCNG", "DAESOBLJX"), (57, "BOLGJNCX", "WPDHT"), (225, "WMPNHGTJ", "DSOC"), (242, "LMPNCGBJ", "WOH")],
)
def test_the_classes_are_those_of_the_column_in_a_city_of_its_race(place: int, yes: str, no: str) -> None:
    for of in yes + no:
        state = realm(advantages=("leader-choice",), classes=tuple("WPTMNHCDAESOBLJGX"))
        state.set_person(1, place=place)
        if of in yes:
            order(Turn(state), 0, f"char Ralph: recruit {of}")
            assert state.people[state.roster(0)[-1]].of == of
        else:
            assert refused(Turn(state), 0, f"char Ralph: recruit {of}") == "LM-ADV-07"


@pytest.mark.clause("LM-ADV-07")
def test_in_a_city_of_trolls_orcs_may_be_named_by_those_who_have_not_picked_trolls() -> None:
    state = realm(advantages=("leader-choice",), classes=("W", "O"))
    state.set_person(1, place=242)
    order(Turn(state), 0, "char Ralph: recruit O")
    assert state.people[state.roster(0)[-1]].of == "O"


# Diplomacy


def talks(place: int, leader: str = "Ralph W1", **nation: object) -> State:
    state = hargaar(**nation)
    person(state, leader, 0, place)
    person(state, "Nora W1", 1, 90)
    return state


@pytest.mark.clause("LM-ADV-08", "LM-DIS-10")
@pytest.mark.parametrize(
    ("place", "leader", "plain", "good", "bad"),
    [
        (65, "Ralph W1", 12, 15, 7),
        (65, "Ralph P1", 10, 13, 7),
        (65, "Ralph T1", 8, 11, 5),
        (63, "Ralph L1", 7, 10, 2),
        (ARDEA, "Ralph W1", 6, 9, 1),
        (230, "Ralph E1", 6, 9, 1),
    ],
)
def test_reputation_and_perfidy_in_diplomacy(place: int, leader: str, plain: int, good: int, bad: int) -> None:
    for target, nation in (
        (plain, {}),
        (good, {"advantages": ("good-reputation",)}),
        (bad, {"disadvantages": ("perfidious",)}),
    ):
        for face in (target, target + 1):
            state = talks(place, leader, **nation)
            entries = order(Turn(state), 0, "char Ralph: diplomacy", [face])
            assert (place in state.allied) == (face == target)
            assert entries[0].tally is not None
            assert entries[0].tally.value == target


@pytest.mark.clause("LM-DIS-10")
def test_disliked_diplomats_and_strangers_in_cities_are_as_bad_as_ever() -> None:
    for place, leader, value in ((65, "Ralph L1", 5), (ARDEA, "Ralph O1", -1)):
        state = talks(place, leader, disadvantages=("perfidious",))
        entries = order(Turn(state), 0, "char Ralph: diplomacy", [1])
        assert entries[0].tally is not None
        assert entries[0].tally.value == value


# Gold


@pytest.mark.clause("LM-ADV-10")
def test_good_administration_adds_a_quarter_to_taxes_and_tribute_and_to_nothing_else() -> None:
    state = realm(advantages=("good-administration",))
    turn = Turn(state)
    order(turn, 0, TAX)
    assert state.nations[0].gold == 100 + 9
    hold(state, 0, 67)
    general.tribute(turn)
    assert state.nations[0].gold == 109 + 6
    control.conquer(turn, 74, 0, force=True)
    assert state.nations[0].gold == 115 + 50
    money.gain(turn, 0, 10, "price")
    assert state.nations[0].gold == 165 + 10


@pytest.mark.clause("LM-DIS-12")
@pytest.mark.parametrize(
    ("face", "tax", "loot"), [(1, 7, 48), (2, 6, 45), (3, 6, 42), (4, 6, 40), (5, 5, 38), (6, 5, 35)]
)
def test_corruption_takes_five_percent_a_pip_of_each_tax_and_each_loot(face: int, tax: int, loot: int) -> None:
    state = realm(disadvantages=("corruption",))
    turn = Turn(state)
    order(turn, 0, TAX, [("corruption", face)])
    assert state.nations[0].gold == 100 + tax
    with dice(state, [("corruption", face)]):
        control.conquer(turn, 74, 0, force=True)
    assert state.nations[0].gold == 100 + tax + loot


@pytest.mark.clause("LM-DIS-12")
def test_corruption_is_thrown_once_for_the_tribute_of_a_turn_and_not_for_sales() -> None:
    state = realm(disadvantages=("corruption",))
    hold(state, 0, 67, 76)
    turn = Turn(state)
    with dice(state, [("corruption", 6)]):
        general.tribute(turn)
    assert state.nations[0].gold == 100 + 6
    money.gain(turn, 0, 10, "price")
    assert state.nations[0].gold == 116


@pytest.mark.clause("LM-DIS-12", "LM-IPR-11")
def test_what_is_taken_from_a_fallen_nation_is_loot() -> None:
    state = realm()
    state.set_nation(0, disadvantages=("corruption",))
    state.set_nation(1, site=56, gold=100)
    turn = Turn(state)
    state.holders[56] = 0
    with dice(state, [("corruption", 6)]):
        fates.kill(turn, 3, 0)
    assert state.nations[1].out
    assert state.nations[0].gold == 100 + 70


# Holy treasury


def withdraw(state: State) -> None:
    """Nora and her troops are gone from 65."""
    state.set_person(3, place=56)
    for n in state.units_at(65):
        del state.units[n]


@pytest.mark.clause("LM-DIS-05")
def test_a_holy_treasury_sacked_means_no_gold_at_all_until_its_site_is_regained() -> None:
    state = realm(site=65, disadvantages=("holy-treasury",))
    put(state, "MFC 2 RED 1", 0, 66)
    turn = raided(state)
    assert (state.nations[0].holy_site, state.nations[0].site) == (65, 66)
    state.set_person(1, place=66)
    assert [entry.kind for entry in order(turn, 0, TAX)] == ["holy-lost"]
    for kind in ("tax", "tribute", "loot", "price"):
        assert money.gain(turn, 0, 50, kind) == 0
    assert (state.nations[0].gold, money.purse(turn, 0)) == (0, 0)
    state.set_nation(0, gold=40)
    assert refused(turn, 0, "equip RED 1 -> MFD at 66") == "LM-TT-15"
    withdraw(state)
    turn = Turn(state)
    entries = order(turn, 0, "char Ralph: lead take MFC 2, go 65")
    assert told(entries, "regained")
    assert (state.nations[0].holy_site, state.nations[0].site) == (0, 65)
    assert money.gain(turn, 0, 50, "loot") == 50
    order(turn, 0, "equip RED 1 -> MFD at 66")
    assert state.nations[0].gold == 40 + 50 - 5


@pytest.mark.clause("LM-DIS-05")
def test_what_lies_at_the_holy_site_comes_in_when_it_is_regained() -> None:
    state = realm(site=65, disadvantages=("holy-treasury",))
    put(state, "MFC 2", 0, 66)
    raided(state)
    withdraw(state)
    state.set_nation(1, site=65)
    state.set_person(1, place=66)
    state.coffers[65] = 50
    order(Turn(state), 0, "char Ralph: lead take MFC 2, go 65")
    assert [nation.gold for nation in state.nations] == [250, 0]


@pytest.mark.clause("LM-DIS-05")
def test_a_treasury_that_is_not_holy_can_be_used_on() -> None:
    state = realm(site=65)
    turn = raided(state)
    assert state.nations[0].holy_site == 0
    assert money.gain(turn, 0, 50, "loot") == 50


# Kill the sod-busters


@pytest.mark.clause("LM-DIS-06")
def test_the_men_who_devastate_are_led_by_nobody_else_that_turn() -> None:
    state = realm(disadvantages=("sod-busters",))
    put(state, "MFC 7", 0, 65)
    state.set_nation(0, sod_busting=((1, state.turn, 65),))
    state.set_person(2, place=65)
    entries = play(state, f"{TAX}\nchar Otto: lead take MFC 1, go 66", rolls=[9, 8])
    assert state.terrain[65] == "g"
    assert [(entry.data["line"], entry.clauses) for entry in told(entries, "dropped")] == [
        (1, ("LM-DIS-06",)), (2, ("LM-B-20",)),
    ]  # fmt: skip
    assert codes(state, 0, 65) == ["MFC"] * 7
    assert state.nations[0].gold == 100 + 14 + 1 + 0


@pytest.mark.clause("LM-DIS-06")
def test_driven_off_to_another_province_they_have_nothing_to_devastate() -> None:
    state = realm(disadvantages=("sod-busters",))
    put(state, "MFC 7", 0, 65)
    state.set_nation(0, sod_busting=((1, state.turn, 74),))
    entries = play(state, TAX, rolls=[9, 8])
    assert not told(entries, "dropped")
    assert state.terrain[65] == "c"
    assert state.nations[0].sod_busting == ()


# Double hierarchy


def hierarchy(function: str = "military", **nation: object) -> State:
    """Ralph leads, Bedu of that function stands beside him with troops."""
    state = realm(disadvantages=("double-hierarchy",), **nation)
    person(state, "Bedu W2", 0, 65, function=function)
    put(state, "RED 2 MFC 7", 0, 65)
    return state


MILITARY = ["raise RED", "train MFC 2 -> MFB", "lead take MFC 1, go 66", "lead take MFC 7, devastate",
            "lead take MFC 5, fort", "lead go 66, take MFC 1", "lead go 74, annex"]  # fmt: skip
CIVIL = ["tax", "move 66", "lead go 66", "recruit", "treasury", "intervene"]


@pytest.mark.clause("LM-DIS-08")
@pytest.mark.parametrize("act", MILITARY + CIVIL)
def test_the_military_raise_train_and_lead_the_others_do_the_rest(act: str) -> None:
    for function in ("military", "civil"):
        state = hierarchy(function, god="Jupiter")
        put(state, "MFC 1", 0, 66)
        hold(state, 0, 74, allied=True)
        put(state, "EAC 1", 0, 74)
        problems = GAME.check(state, "P1", GAME.parse(f"char Bedu: {act}"))
        if (function == "military") == (act in MILITARY):
            assert problems == []
        else:
            assert [(problem.clause, problem.uncertain) for problem in problems] == [("LM-DIS-08", False)]
            assert refused(Turn(state), 0, f"char Bedu: {act}") == "LM-DIS-08"


@pytest.mark.clause("LM-DIS-08")
def test_the_leader_does_both_and_each_only_what_his_class_can() -> None:
    for act in MILITARY[:3] + CIVIL[:3]:
        state = hierarchy()
        assert GAME.check(state, "P1", GAME.parse(f"char Ralph: {act}")) == []
    state = hierarchy()
    state.set_person(2, place=65, function="military")
    assert refused(Turn(state), 0, "char Otto: train MFC 2 -> MFB") == "LM-B-11"
    assert refused(Turn(state), 0, "char Otto: steal") == "LM-DIS-08"


@pytest.mark.clause("LM-DIS-08", "LM-GI-06")
def test_without_orders_only_those_who_may_collect_taxes() -> None:
    assert [line.name for line in general.tax_everywhere(Turn(hierarchy("military")), 0)] == ["Ralph", "Otto"]  # type: ignore[union-attr]
    assert [line.name for line in general.tax_everywhere(Turn(hierarchy("civil")), 0)] == ["Ralph", "Otto", "Bedu"]  # type: ignore[union-attr]


@pytest.mark.clause("LM-DIS-07", "LM-GI-03")
def test_the_functions_of_ones_own_characters_stand_on_the_status_sheets_and_on_no_others() -> None:
    for seat, known in (("P1", True), ("P2", False), (None, False)):
        state = hierarchy()
        view = GAME.view(state, seat)
        rows = next(panel for panel in view.panels if panel.id == "characters").rows
        assert [row.value for row in rows if row.label == "Bedu"] == ["W2, military" if known else "W2"]
        assert ("Warrior, military" in str(GAME.report(state, seat, ()))) == known


@pytest.mark.clause("LM-DIS-09")
def test_the_function_is_changed_by_a_turn_in_the_leaders_presence() -> None:
    state = hierarchy("military")
    turn = Turn(state)
    order(turn, 0, "char Bedu: change")
    assert state.people[4].function == "civil"
    assert refused(turn, 0, "char Bedu: tax") == "LM-A-01"
    order(Turn(state), 0, "char Bedu: tax")
    order(Turn(state), 0, "char Bedu: change")
    assert state.people[4].function == "military"


@pytest.mark.clause("LM-DIS-09")
@pytest.mark.parametrize("change", [{"place": 66}, {"captor": 1}, {"place": 265}])
def test_without_the_leader_there_is_no_change(change: dict[str, int]) -> None:
    state = hierarchy()
    state.set_person(1, **change)
    assert refused(Turn(state), 0, "char Bedu: change") == "LM-DIS-09"
    assert state.people[4].function == "military"


@pytest.mark.clause("LM-DIS-07", "LM-DIS-09")
def test_the_leader_has_no_function_to_change_and_an_heir_loses_his() -> None:
    state = hierarchy()
    assert refused(Turn(state), 0, "char Ralph: change") == "LM-DIS-07"
    fates.kill(Turn(state), 1)
    assert state.people[state.nations[0].leader].name == "Bedu"
    assert state.people[4].function == ""


@pytest.mark.clause("LM-DIS-07")
def test_newcomers_have_the_function_of_their_class() -> None:
    functions = {of: fates.usual_function(of) for of in "WPTMNHCDAESOBLJGX"}
    assert {of for of, function in functions.items() if function == "military"} == set("WPHCDAEOLJG")
    state = realm(disadvantages=("double-hierarchy",), advantages=("leader-choice",))
    order(Turn(state), 0, "char Ralph: recruit T")
    assert state.people[state.roster(0)[-1]].function == "civil"
