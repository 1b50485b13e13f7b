"""Mixed stacks of partners, with truces of only some of them (IPR-04 to IPR-07, NEU-19)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    LIVES,
    WASTE,
    codes,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.rules.actions import clashes
from palatine.games.lord_and_master.rules.combat import battlefield
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common.march import Handled
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NO_PERSON, State, TruceRecord

MISS = 20
HOME = 58
"""Beside the wasteland that is fought for."""


def allies(*truces: tuple[int, int]) -> State:
    """Return a match whose first two nations are partners with a leader each in 58.

    The third holds the wasteland beside it.
    """
    state = hargaar(seats=3)
    state.alliances = [(0, 1)]
    state.truces = [TruceRecord(pair, 9) for pair in truces]
    hold(state, 0, HOME)
    hold(state, 2, WASTE, 66)
    person(state, "Ann W2", 0, HOME)
    person(state, "Bob W2", 1, HOME)
    person(state, "Cob W1", 2, 66)
    return state


# For whom a stack conquers


@pytest.mark.clause("LM-NEU-19", "LM-IPR-04")
@pytest.mark.parametrize(("own", "taker"), [(0, 1), (1, 0)])
def test_a_province_belongs_to_the_player_whose_troops_came_last_not_to_who_led_them(own: int, taker: int) -> None:
    state = allies()
    put(state, "MFC 2", 1, HOME)
    if own:
        put(state, "MFC 1", 0, HOME)
    state.coffers[WASTE] = 15
    order(Turn(state), 0, f"char Ann: lead take MFC {2 + own}, go 57")
    assert state.holder(WASTE) == taker
    assert state.nations[taker].gold == 100 + 15


@pytest.mark.clause("LM-B-28")
def test_the_loot_is_the_nations_whose_troops_hold_the_city() -> None:
    state = allies()
    hold(state, 1, ARDEA)
    state.fallen[ARDEA] = state.turn
    put(state, "MFC 1", 1, ARDEA)
    state.set_person(state.person_named("Ann"), place=ARDEA)
    order(Turn(state), 0, "char Ann: lead take MFC 1, plunder Ardea")
    assert [nation.gold for nation in state.nations[:2]] == [100, 100 + 10 * 17]


# A truce cannot be broken early, whoever leads


@pytest.mark.clause("LM-IPR-05", "LM-IPR-06", "LM-IPR-07")
@pytest.mark.parametrize("guarded", [False, True])
def test_a_partners_man_cannot_lead_troops_against_their_truce_partner(guarded: bool) -> None:
    state = allies((0, 2))
    put(state, "HFA 4", 0, HOME)
    if guarded:
        put(state, "LFD 1", 2, WASTE)
    entries = order(Turn(state), 1, "char Bob: lead take HFA 4, go 57")
    assert not told(entries, "battle")
    assert not told(entries, "overrun")
    assert state.holder(WASTE) == 2


@pytest.mark.clause("LM-IPR-05", "LM-B-27", "LM-B-26")
@pytest.mark.parametrize("deed", ["siege", "assault"])
def test_nor_besiege_or_storm_his_city(deed: str) -> None:
    state = allies((0, 2))
    hold(state, 2, ARDEA)
    put(state, "LFD 1", 2, ARDEA)
    put(state, "HFA 4", 0, 59)
    state.set_person(state.person_named("Bob"), place=59)
    clause = {"siege": "LM-FC-10", "assault": "LM-B-27"}[deed]
    assert refused(Turn(state), 1, f"char Bob: lead take HFA 4, {deed} Ardea") == clause
    assert not state.sieges


@pytest.mark.clause("LM-BAT-01", "LM-NEU-19")
def test_troops_without_a_truce_fight_also_under_a_man_who_has_one() -> None:
    state = allies((0, 2))
    put(state, "HFA 2", 1, HOME)
    put(state, "MFC 1", 2, WASTE)
    entries = order(Turn(state), 0, "char Ann: lead take HFA 2, go 57", [*line(1, 2), *hits(1, 1), LIVES])
    assert told(entries, "battle")[0].data["attacker"] == "N2"
    assert state.holder(WASTE) == 1


@pytest.mark.clause("LM-IPR-06", "LM-BAT-26")
def test_who_has_a_truce_stays_out_of_the_battle_and_of_the_retreat() -> None:
    state = allies((0, 2))
    put(state, "HFA 3", 0, HOME)
    put(state, "LFD 1", 1, HOME)
    put(state, "HFC 2", 2, WASTE)
    entries = order(
        Turn(state), 1, "char Bob: lead take HFA 3 LFD 1, go 57", [*line(1, 2), *hits(MISS, 1), *lots(2)]
    )
    start = told(entries, "battle")[0].data
    assert (start["units"], start["enemies"]) == ([["LFD", 1]], [["HFC", 2]])
    assert codes(state, 0, WASTE) == ["HFA"] * 3
    assert all(unit.captor is None for unit in state.units.values())
    assert state.people[state.person_named("Bob")].captor == 2


@pytest.mark.clause("LM-IPR-06", "LM-BAT-26")
def test_a_character_whose_nation_has_a_truce_with_the_attackers_does_not_retreat_with_his_partners() -> None:
    state = allies((1, 2))
    put(state, "MFC 1", 0, WASTE)
    hold(state, 0, WASTE)
    state.set_person(state.person_named("Bob"), place=WASTE)
    person(state, "Dan W1", 2, 66)
    put(state, "HFC 2", 2, 66)
    order(Turn(state), 2, "char Dan: lead take HFC 2, go 57", [*line(1, 2), *hits(1, 1), LIVES])
    bob = state.people[state.person_named("Bob")]
    assert (bob.place, bob.captor) == (WASTE, None)


@pytest.mark.clause("LM-BAT-01")
def test_a_truce_of_one_partner_does_not_keep_the_other_from_fighting_where_they_stand() -> None:
    state = allies((0, 2))
    hold(state, 0, WASTE)
    put(state, "HFC 2", 0, WASTE)
    put(state, "HFC 1", 1, WASTE)
    put(state, "LFD 1", 2, WASTE)
    assert [len(army) for army in clashes.guests(state, WASTE)] == [1]
    turn = Turn(state)
    state.journal = []  # type: ignore[misc]
    clashes.fight_clashes(turn)
    entries = list(state.journal or [])
    start = [*told(entries, "battle"), *told(entries, "overrun")]
    assert [(entry.data["attacker"], entry.data["defender"]) for entry in start] == [("N3", "N2")]


def crossed() -> State:
    """Return a match with two nations in 58 beside two others in 57.

    Of the truces one binds 1 and 3, the other 2 and 4.
    """
    state = hargaar(seats=4)
    state.alliances = [(0, 1), (2, 3)]
    state.truces = [TruceRecord((0, 2), 9), TruceRecord((1, 3), 9)]
    hold(state, 0, HOME)
    hold(state, 2, WASTE, 66)
    person(state, "Ann W2", 0, HOME)
    return state


@pytest.mark.clause("LM-IPR-06", "LM-BAT-01")
def test_who_has_a_truce_with_one_of_two_foes_fights_neither_of_them() -> None:
    state = crossed()
    ours = [*put(state, "HFC 2", 0, HOME), *put(state, "HFC 1", 1, HOME)]
    theirs = [*put(state, "LFD 2", 2, WASTE), *put(state, "LFD 1", 3, WASTE)]
    assert battlefield.fighters(state, ours, theirs) == []
    assert battlefield.fighters(state, ours, theirs[:2]) == ours[2:]
    assert battlefield.fighters(state, ours, theirs[2:]) == ours[:2]


@pytest.mark.clause("LM-IPR-06", "LM-BAT-01")
def test_a_truce_with_one_of_two_foes_keeps_a_partner_out_of_the_battle_against_both() -> None:
    state = crossed()
    state.truces = [TruceRecord((0, 2), 9)]
    put(state, "HFA 3", 0, HOME)
    put(state, "HFC 2", 1, HOME)
    put(state, "HFC 1", 2, WASTE)
    put(state, "HFC 1", 3, WASTE)
    rolls = [*line(2, 2), *hits(1, 1, 1, 1), *line(2, 2), *hits(1, 1), LIVES]
    start = told(order(Turn(state), 0, "char Ann: lead take HFA 3 HFC 2, go 57", rolls), "battle")[0].data
    assert (start["attacker"], start["units"], start["enemies"]) == ("N2", [["HFC", 2]], [["HFC", 2]])
    assert codes(state, 0, WASTE) == ["HFA"] * 3


@pytest.mark.clause("LM-IPR-06", "LM-BAT-36")
def test_where_all_on_a_side_have_a_truce_each_nation_is_met_by_itself() -> None:
    state = crossed()
    put(state, "ELA 1", 0, HOME)
    put(state, "ELA 1", 1, HOME)
    put(state, "RED 2", 2, WASTE)
    put(state, "RED 1", 3, WASTE)
    entries = order(Turn(state), 0, "char Ann: lead take ELA 2, go 57")  # 16 against 2, then 16 against 1
    met = [entry.data for entry in told(entries, "overrun")]
    assert [(each["attacker"], each["defender"], each["attack"], each["defence"]) for each in met] == [
        ("N2", "N3", 16, 2),
        ("N1", "N4", 16, 1),
    ]


@pytest.mark.clause("LM-IPR-06", "LM-BAT-19", "LM-BAT-26")
@pytest.mark.parametrize("truces", [[(1, 2)], []])
def test_a_partner_who_has_a_truce_is_no_part_of_an_attack_where_they_stand(truces: list[tuple[int, int]]) -> None:
    state = allies(*truces)
    ours, theirs = put(state, "MFC 1", 0, WASTE), put(state, "HFC 2", 2, WASTE)
    ann, bob = state.person_named("Ann"), state.person_named("Bob")
    state.set_person(ann, place=WASTE)
    state.set_person(bob, place=WASTE)
    state.set_nation(0, commanders=((WASTE, "Ann"),))
    state.set_person(bob, level=5)
    turn = Turn(state)
    b = Battle(turn, clashes.stack(turn, WASTE, ours), WASTE, theirs)
    assert b.attackers.people == ((ann,) if truces else (ann, bob))
    assert b.attackers.level == (2 if truces else 5)


@pytest.mark.clause("LM-IPR-06", "LM-BAT-19", "LM-BAT-26")
@pytest.mark.parametrize("truces", [[(1, 3)], []])
def test_a_truce_with_any_nation_of_an_army_keeps_a_defenders_partner_out(truces: list[tuple[int, int]]) -> None:
    state = crossed()
    state.truces = [TruceRecord(pair, 9) for pair in truces]
    ours = [*put(state, "HFC 2", 0, WASTE), *put(state, "HFC 1", 1, WASTE)]
    theirs = put(state, "MFC 1", 2, WASTE)
    dan = person(state, "Dan W3", 3, WASTE)
    turn = Turn(state)
    b = Battle(turn, clashes.stack(turn, WASTE, ours), WASTE, theirs)
    assert b.attackers.owner == 0
    assert b.defenders.people == (() if truces else (dan,))
    assert (b.defenders.commander, b.defenders.level) == ((NO_PERSON, 0) if truces else (dan, 3))


# A take that is dropped halfway


@pytest.mark.clause("LM-B-20", "LM-B-15")
@pytest.mark.parametrize("wrong", ["HFC 11", "HFC 2 EFC 1", "HFC 2 LFD 9"])
def test_units_that_a_dropped_order_would_have_taken_are_free_for_another(wrong: str) -> None:
    state = allies()
    put(state, "HFC 11", 0, HOME)
    person(state, "Eve W2", 0, HOME)
    turn = Turn(state)
    refused(turn, 0, f"char Ann: lead take {wrong}, go 57")
    assert not turn.of(Handled).led
    order(turn, 0, "char Eve: lead take HFC 2, go 57")
    assert codes(state, 0, WASTE) == ["HFC"] * 2
