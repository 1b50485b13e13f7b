"""Alliances, truces, sales, ransoms, prisoners, elimination and the skulls (IPR)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, hargaar, hold, order, person, play, put, refused, told
from palatine.core import Entry
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.rules import relations, victory
from palatine.games.lord_and_master.rules.common import casualties, control
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, State


def three() -> State:
    state = hargaar(3)
    for seat, (name, square) in enumerate((("Ann W2", 36), ("Ben W2", 90), ("Cid W2", 64))):
        person(state, name, seat, square)
        hold(state, seat, square)
    return state


def deal(state: State, *sheets: str) -> tuple[Turn, list[Entry]]:
    """Return the turn after the agreements of these sheets, and its entries."""
    state.sheets = [parse(text) for text in sheets] + [None] * (len(state.seats) - len(sheets))
    state.journal = []  # type: ignore[misc]
    turn = Turn(state)
    relations.dealings(turn)
    return turn, list(state.journal or [])


# Alliances and truces


@pytest.mark.clause("LM-IPR-01")
def test_an_alliance_takes_both_sheets_and_is_public_and_permanent() -> None:
    state = three()
    deal(state, "alliance P2")
    assert state.alliances == []
    _, entries = deal(state, "alliance P2", "alliance P1")
    assert state.alliances == [(0, 1)]
    assert told(entries, "alliance")[0].readers is None
    deal(state, "", "")
    assert state.partners(0) == (0, 1)


@pytest.mark.clause("LM-IPR-01")
def test_a_third_joins_when_all_have_named_each_other_and_never_a_fourth() -> None:
    state = hargaar(4)
    for seat in range(4):
        person(state, f"Ann{seat} W2", seat, 36)
    deal(state, "alliance P2", "alliance P1")
    deal(state, "alliance P3", "", "alliance P1\nalliance P2")
    assert state.partners(2) == (2,)
    deal(state, "alliance P3", "alliance P3", "alliance P1\nalliance P2")
    assert state.partners(2) == (0, 1, 2)
    lines = ["alliance P4"] * 3
    deal(state, *lines, "alliance P1\nalliance P2\nalliance P3")
    assert state.partners(3) == (3,)
    assert refused(Turn(state), 3, "alliance P1") == "LM-IPR-01"


@pytest.mark.clause("LM-IPR-02")
def test_allies_stand_together_at_the_place_of_their_best_total() -> None:
    state = hargaar(4)
    state.alliances = [(0, 3)]
    assert relations.join_sequence(state, [2, 3, 1, 0]) == [2, 3, 0, 1]


@pytest.mark.clause("LM-IPR-03", "LM-IPR-07")
@pytest.mark.parametrize("bond", ["alliance", "truce"])
def test_neither_allies_nor_truce_partners_take_provinces_in_passing(bond: str) -> None:
    state = three()
    person(state, "Eve W2", 0, 36)
    put(state, "LFD 3", 0, 36)
    hold(state, 1, 35, 34)
    sheets = ("alliance P2", "alliance P1") if bond == "alliance" else ("truce P2 for 3", "truce P1 for 3")
    turn, _ = deal(state, *sheets)
    order(turn, 0, "char Eve: lead take LFD 3, go 35 34")
    assert [state.holder(35), state.holder(34)] == [1, 1]
    assert codes(state, 0, 34) == ["LFD"] * 3


@pytest.mark.clause("LM-IPR-04")
def test_a_character_leads_an_allys_troops_and_nobody_elses() -> None:
    state = three()
    put(state, "LFD 2", 1, 36)
    assert refused(Turn(state), 0, "char Ann: lead take LFD 2, go 35") == "LM-B-17"
    state.alliances = [(0, 1)]
    hold(state, 0, 35)
    order(Turn(state), 0, "char Ann: lead take LFD 2, go 35")
    assert codes(state, 1, 35) == ["LFD", "LFD"]


@pytest.mark.clause("LM-IPR-05")
def test_a_truce_lasts_the_turns_both_have_stated() -> None:
    state = three()
    deal(state, "truce P2 for 4", "truce P1 for 3")
    assert state.truces == []
    deal(state, "truce P2 for 4", "truce P1 for 4")
    assert state.has_truce(0, 1)
    state.turn += 3
    assert state.has_truce(1, 0)
    state.turn += 1
    assert not state.has_truce(0, 1)


@pytest.mark.clause("LM-IPR-06", "LM-IPR-08")
def test_under_truce_troops_meet_in_peace_and_characters_pass_without_a_roll() -> None:
    state = three()
    put(state, "LFD 3", 0, 36)
    put(state, "LFD 3", 1, 35)
    hold(state, 1, 35)
    turn, _ = deal(state, "truce P2 for 2", "truce P1 for 2")
    order(turn, 0, "char Ann: lead take LFD 3, go 35")
    assert len(state.units_at(35)) == 6
    person(state, "Eve W1", 0, 36)
    order(turn, 0, "char Eve: move 35")
    assert state.people[state.person_named("Eve")].place == 35


# Mercenaries and ransom


@pytest.mark.clause("LM-IPR-09", "LM-IPR-10")
def test_units_sold_vanish_and_appear_next_turn_where_the_buyers_leader_is() -> None:
    state = three()
    put(state, "HFC 2", 0, 36)
    put(state, "MFC 1w", 0, 36)
    deal(state, "sell HFC 2 MFC 1w at 36 to P2 for 30", "buy HFC 2 MFC 1w from P1 for 30")
    assert state.units == {}
    assert [nation.gold for nation in state.nations] == [130, 70, 100]
    state.set_person(state.nations[1].leader, place=88)
    relations.arrivals(Turn(state))
    assert codes(state, 1, 88) == ["HFC", "HFC", "MFCw"]
    assert state.shipments == []


@pytest.mark.clause("LM-IPR-10")
def test_with_a_captive_leader_they_come_to_the_treasury() -> None:
    state = three()
    put(state, "HFC 1", 0, 36)
    deal(state, "sell HFC 1 at 36 to P2 for 1", "buy HFC 1 from P1 for 1")
    state.set_person(state.nations[1].leader, captor=0)
    state.set_nation(1, site=89)
    relations.arrivals(Turn(state))
    assert codes(state, 1, 89) == ["HFC"]


@pytest.mark.clause("LM-IPR-09")
@pytest.mark.parametrize(
    "buyer", ["buy HFC 2 from P1 for 29", "buy HFC 1 from P1 for 30", "buy HFC 2 from P3 for 30", ""]
)
def test_no_sale_unless_both_say_the_same(buyer: str) -> None:
    state = three()
    put(state, "HFC 2", 0, 36)
    deal(state, "sell HFC 2 at 36 to P2 for 30", buyer)
    assert codes(state, 0, 36) == ["HFC", "HFC"]
    assert state.nations[0].gold == 100


@pytest.mark.clause("LM-IPR-09")
def test_no_sale_without_the_gold() -> None:
    state = three()
    put(state, "HFC 2", 0, 36)
    deal(state, "sell HFC 2 at 36 to P2 for 101", "buy HFC 2 from P1 for 101")
    assert codes(state, 0, 36) == ["HFC", "HFC"]


def test_captives_are_held_released_killed_or_ransomed() -> None:
    state = three()
    who = person(state, "Bob W1", 1, 36, captor=0)
    put(state, "RED 1", 0, 36)
    order(Turn(state), 0, "prisoner Bob hold")
    assert state.people[who].captor == 0
    deal(state, "ransom Bob to P2 for 30", "pay P1 30 for Bob")
    assert (state.people[who].captor, state.people[who].place) == (None, 90)
    assert state.nations[0].gold == 130
    state.set_person(who, captor=0)
    order(Turn(state), 0, "prisoner Bob release")
    assert state.people[who].captor is None
    state.set_person(who, captor=0)
    assert refused(Turn(state), 2, "prisoner Bob kill") == "LM-BAT-26"
    order(Turn(state), 0, "prisoner Bob kill")
    assert who not in state.people


# The end of a nation, and the skulls


@pytest.mark.clause("LM-IPR-11")
def test_without_characters_a_player_is_out_and_his_provinces_are_neutral() -> None:
    state = three()
    units = put(state, "HFC 2", 1, 90)
    hold(state, 1, 89)
    casualties.kill(Turn(state), state.nations[1].leader, 0)
    assert state.nations[1].out
    assert state.holder(89) == NEUTRAL
    assert not set(units) & set(state.units)


@pytest.mark.clause("LM-IPR-11")
def test_a_captive_counts_as_alive() -> None:
    state = three()
    second = person(state, "Bob W1", 1, 36, captor=0)
    casualties.kill(Turn(state), state.nations[1].leader, 0)
    assert not state.nations[1].out
    assert state.nations[1].leader == second


@pytest.mark.clause("LM-IPR-12")
def test_the_golden_skull_goes_to_the_first_to_conquer_by_force() -> None:
    state = three()
    turn = Turn(state)
    control.conquer(turn, 65, 0, force=False)
    victory.award_skulls(turn)
    assert state.golden == NO_PERSON
    control.conquer(turn, 66, 0, force=True)
    victory.award_skulls(turn)
    assert state.golden == 0
    other = Turn(state)
    control.conquer(other, 67, 1, force=True)
    victory.award_skulls(other)
    assert state.golden == 0


@pytest.mark.clause("LM-IPR-13")
def test_of_several_in_one_turn_it_waits_for_the_first_to_take_a_players() -> None:
    state = three()
    turn = Turn(state)
    control.conquer(turn, 65, 0, force=True)
    control.conquer(turn, 66, 1, force=True)
    victory.award_skulls(turn)
    assert state.golden == NO_PERSON
    turn = Turn(state)
    control.conquer(turn, 67, 2, force=True)
    victory.award_skulls(turn)
    assert state.golden == NO_PERSON
    turn = Turn(state)
    control.conquer(turn, 36, 2, force=True)
    victory.award_skulls(turn)
    assert state.golden == 2


@pytest.mark.clause("LM-IPR-14")
@pytest.mark.parametrize(("killer", "holder"), [(0, 0), (NEUTRAL, NO_PERSON)])
def test_the_black_skull_goes_to_the_first_player_who_eliminates_another(killer: int, holder: int) -> None:
    state = three()
    turn = Turn(state)
    casualties.kill(turn, state.nations[1].leader, killer)
    victory.award_skulls(turn)
    assert state.black == holder


@pytest.mark.clause("LM-IPR-02")
def test_an_alliance_made_this_turn_takes_its_joint_turn_from_the_next_sequence_on() -> None:
    lines = ("char Ann: tax", "char Ben: tax", "char Cid: tax")
    state = three()
    state.order = [0, 1, 2]
    first = play(state, f"alliance P3\n{lines[0]}", lines[1], f"alliance P1\n{lines[2]}", rolls=[20, 10, 1])
    assert [entry.data["seat"] for entry in told(first, "tax")] == ["N1", "N2", "N3"]
    assert state.order == [0, 2, 1]
    then = play(state, lines[0], lines[1], lines[2].replace("Cid:", "Cid: first"), rolls=[20, 10, 1])
    assert [entry.data["seat"] for entry in told(then, "tax")] == ["N3", "N1", "N2"]
