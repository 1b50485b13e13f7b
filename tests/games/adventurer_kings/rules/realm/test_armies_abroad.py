"""Armies in other Kings' land, and the sides on which they fight (8.1, 8.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.invariants import invariants
from games.adventurer_kings.positions.realm import (
    a_turn,
    act,
    at,
    failed,
    know,
    load,
    new_state,
    order,
    own,
    put_army,
    put_person,
    relate,
    run,
    told,
)
from games.adventurer_kings.positions.treaties import GAULS, PARTHIANS, ROMANS, host
from palatine.core.dice import Dice
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY, NATIVE, PEACE
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.realm.yearend import carry_over


@pytest.mark.clause("AK-8.1-02")
def test_armies_do_not_enter_the_land_of_a_neutral_king() -> None:
    s = new_state()
    own(s, GAULS, 505)
    t = a_turn(s)
    assert failed(t, host(s, ROMANS, 504, "LE"), "MO 505")[0] == "AK-8.1-02"
    act(t, put_person(s, "A traveller", ROMANS, 504), "MO 505")


@pytest.mark.clause("AK-8.1-02")
def test_who_is_turned_back_knows_from_then_on_whose_land_it_is() -> None:
    s = new_state()
    own(s, GAULS, 505)
    know(s, ROMANS, 505, owner=NATIVE)
    failed(a_turn(s), host(s, ROMANS, 504, "LE"), "MO 505")
    assert s.known[ROMANS][at(s, 505)].owner == GAULS


@pytest.mark.clause("AK-4.3.3-01")
def test_who_hears_of_a_conquest_knows_from_then_on_whose_land_it_is() -> None:
    heard = set()
    for seed in range(12):
        s = new_state()
        s.dice = Dice(b"%d" % seed)
        relate(s, GAULS, PARTHIANS, ENEMY)
        own(s, PARTHIANS, 505)
        own(s, ROMANS, 405)
        own(s, GAULS, 506)
        know(s, ROMANS, 505, owner=PARTHIANS)
        order(s, host(s, GAULS, 506, "LE"), 1, "MO 505")
        is_heard = any(entry.kind == "seen-conquest" and entry.is_readable_by(ROMANS) for entry in run(s))
        assert s.known[ROMANS][at(s, 505)].owner == (GAULS if is_heard else PARTHIANS)
        heard.add(is_heard)
    assert heard == {True, False}


@pytest.mark.clause("AK-8.1-01")
def test_enemies_take_what_nobody_holds_against_them() -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ENEMY)
    own(s, GAULS, 505)
    order(s, host(s, ROMANS, 504, "LE"), 1, "MO 505")
    run(s)
    assert s.owners[at(s, 505)] == ROMANS
    assert s.known[GAULS][at(s, 505)].owner == ROMANS


@pytest.mark.clause("AK-8.1-03")
def test_allies_march_through_and_fight_side_by_side() -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    relate(s, ROMANS, PARTHIANS, ENEMY)
    relate(s, GAULS, PARTHIANS, ENEMY)
    own(s, PARTHIANS, 505)
    put_army(s, "LE", PARTHIANS, 505)
    for seat in (ROMANS, GAULS):
        order(s, host(s, seat, 504, "HC", "HC", levels="MA2"), 1, "MO 505")
    load(s, contingents_unite=1)
    entries = run(s)
    assert s.owners[at(s, 504)] == ROMANS, "the Gauls who stood there took nothing from their ally"
    lines = [each.data for each in told(entries, "battle-line") if each.data["side"] == 0][:1]
    assert len({number for each in lines for row in each["ranks"] for number, *_ in row}) == 4
    assert told(entries, "battle-begins")[0].data["other_king"] == "King3"


@pytest.mark.clause("AK-8.1-04")
@pytest.mark.parametrize(("romans", "gauls", "owner"), [(3, 1, ROMANS), (1, 3, GAULS)])
def test_what_allies_conquer_is_the_larger_armys(romans: int, gauls: int, owner: int) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    relate(s, ROMANS, PARTHIANS, ENEMY)
    relate(s, GAULS, PARTHIANS, ENEMY)
    own(s, PARTHIANS, 505)
    put_army(s, "BO", PARTHIANS, 505, quality=tables.DEPLETED)
    order(s, host(s, ROMANS, 504, *["HC"] * romans), 1, "MO 505")
    order(s, host(s, GAULS, 504, *["HC"] * gauls), 1, "MO 505")
    load(s, contingents_unite=1)
    run(s)
    assert s.owners[at(s, 505)] == owner


@pytest.mark.clause("AK-8.1-05")
def test_enemies_pass_each_other_in_a_common_allys_land() -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    relate(s, ROMANS, PARTHIANS, ALLIED)
    relate(s, GAULS, PARTHIANS, ENEMY)
    own(s, ROMANS, 505, 506)
    gauls, parthians = host(s, GAULS, 505, "HC"), host(s, PARTHIANS, 506, "HC")
    order(s, gauls, 1, "MO 506")
    order(s, parthians, 1, "MO 505")
    entries = run(s)
    assert not told(entries, "battle-begins")
    assert s.people[gauls].place == at(s, 506)
    assert s.people[parthians].place == at(s, 505)


@pytest.mark.clause("AK-8.1-06")
@pytest.mark.parametrize("to_the_invader", [ENEMY, PEACE, ALLIED])
def test_a_guest_fights_for_his_host_and_never_for_the_invader(to_the_invader: int) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    relate(s, ROMANS, PARTHIANS, to_the_invader)
    relate(s, GAULS, PARTHIANS, ENEMY)
    own(s, GAULS, 505)
    own(s, PARTHIANS, 506)
    host(s, GAULS, 505, "LE")
    host(s, ROMANS, 505, "LE", "LE")
    order(s, host(s, PARTHIANS, 506, "HC", "HC"), 1, "MO 505")
    entries = run(s)
    assert told(entries, "battle-begins")
    ranks = [each.data["ranks"] for each in told(entries, "battle-line") if each.data["side"] == 1][:1]
    assert len({number for each in ranks for row in each for number, *_ in row}) == 3


# Stranded armies


@pytest.mark.clause("AK-8.3-02")
def test_armies_left_in_a_former_allys_land_neither_fight_nor_take_it() -> None:
    s = new_state()
    own(s, GAULS, 505, 506)
    host(s, GAULS, 505, "LE")
    guest = host(s, ROMANS, 505, "HC")
    entries = run(s)
    assert not told(entries, "battle-begins")
    assert s.owners[at(s, 505)] == GAULS
    assert failed(a_turn(s), guest, "MO 506")[0] == "AK-8.1-02", "from one neutral land into another"


@pytest.mark.clause("AK-8.3-02")
def test_they_may_go_where_they_are_welcome_or_at_war() -> None:
    s = new_state()
    own(s, GAULS, 505)
    own(s, PARTHIANS, 506)
    own(s, ROMANS, 405)
    relate(s, ROMANS, PARTHIANS, ENEMY)
    for to in (405, 506):
        guest = host(s, ROMANS, 505, "HC")
        act(a_turn(s), guest, f"MO {to}")
        assert s.people[guest].place == at(s, to)


@pytest.mark.clause("AK-8.3-02")
@pytest.mark.parametrize("leaves", [False, True])
def test_once_enemies_they_fight_unless_one_of_them_leaves(leaves: bool) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ENEMY)
    own(s, GAULS, 505)
    own(s, ROMANS, 405)
    host(s, GAULS, 505, "LE")
    guest = host(s, ROMANS, 505, "HC", "HC")
    if leaves:
        order(s, guest, 1, "MO 405")
    entries = run(s)
    assert bool(told(entries, "battle-begins")) != leaves


@pytest.mark.clause("AK-8.3-02")
@pytest.mark.parametrize(("relation", "fights"), [(ENEMY, True), (PEACE, False), (ALLIED, False)])
@pytest.mark.parametrize("leaves", [False, True])
def test_once_enemies_those_without_a_leader_fight_too_unless_the_others_leave(
    relation: int, fights: bool, leaves: bool
) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, relation)
    own(s, GAULS, 505, 506)
    keeper = host(s, GAULS, 505, "LE", "LE")
    lost = put_army(s, "LE", ROMANS, 505)
    if leaves:
        order(s, keeper, 1, "MO 506")
    load(s, contest=1000, battle_event=1000, column_event=1000)
    entries = run(s)
    began = told(entries, "battle-begins")
    assert len(began) == (fights and not leaves)
    assert s.owners[at(s, 505)] == GAULS, "without a leader they take nothing that nobody holds"
    if began:
        assert lost not in s.armies or s.armies[lost].place != at(s, 505)
    else:
        assert (s.armies[lost].owner, s.armies[lost].place) == (ROMANS, at(s, 505))


@pytest.mark.clause("AK-8.3-02")
def test_without_a_leader_they_win_the_province_from_its_beaten_lord_or_join_those_who_invade_it() -> None:
    for invades in (False, True):
        s = new_state()
        relate(s, ROMANS, GAULS, ENEMY)
        own(s, GAULS, 505, 506)
        put_army(s, "BO", GAULS, 505, quality=tables.DEPLETED)
        lost = [put_army(s, "HC", ROMANS, 505) for _ in range(4)]
        if invades:
            order(s, host(s, ROMANS, 504, "LE"), 1, "MO 505")
        load(s, contest=1, battle_event=1000, column_event=1000, eliminated=1000, pursuit=1000)
        entries = run(s)
        assert len(told(entries, "battle-begins")) == 1
        ranks = [each.data["ranks"] for each in told(entries, "battle-line") if each.data["side"] == 0]
        assert {number for each in ranks for row in each for number, *_ in row} >= {*lost}
        assert len({number for each in ranks for row in each for number, *_ in row}) == 4 + invades
        assert s.owners[at(s, 505)] == ROMANS
        assert 0 not in s.renown


@pytest.mark.clause("AK-8.3-02")
def test_their_king_knows_by_the_end_of_the_year_whose_land_they_stand_in() -> None:
    s = new_state()
    own(s, GAULS, 505)
    know(s, ROMANS, 505, owner=NATIVE)
    lost = put_army(s, "LE", ROMANS, 505)
    run(s)
    assert s.known[ROMANS][at(s, 505)].owner == GAULS
    dealt = GAME.determinize(s, s.seats[ROMANS], b"salt")
    assert not invariants(dealt)
    assert dealt.armies[lost] == s.armies[lost]


@pytest.mark.clause("AK-7.4-02", "AK-8.3-02")
def test_in_land_that_is_no_kings_any_longer_they_disband() -> None:
    s = new_state()
    good, green = put_army(s, "LE", ROMANS, 505), put_army(s, "LE", ROMANS, 505, quality=tables.GREEN)
    carry_over(a_turn(s))
    assert s.armies[good].owner == MERCENARY
    assert green not in s.armies


@pytest.mark.clause("AK-8.3-02")
def test_who_comes_for_them_takes_them_up_and_out() -> None:
    s = new_state()
    own(s, GAULS, 505)
    own(s, ROMANS, 405)
    lost = put_army(s, "LE", ROMANS, 505)
    envoy = put_person(s, "Odo", ROMANS, 505)
    order(s, envoy, 1, "PI ALL")
    order(s, envoy, 2, "MO 405")
    run(s)
    assert (s.armies[lost].leader, s.armies[lost].place) == (envoy, at(s, 405))
