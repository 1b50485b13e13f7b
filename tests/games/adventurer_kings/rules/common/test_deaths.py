"""Death: heirs, inheritance, armies without a leader, merit (5.9, 10.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero
from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    a_turn,
    at,
    line,
    new_state,
    order,
    own,
    put_army,
    put_item,
    run,
    skills,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.common.deaths import die, die_in_fight, next_of_name, why_not_heir
from palatine.games.adventurer_kings.state import State


def dead_king(levels: str = "TA2 ME2") -> tuple[State, int, int]:
    """Return a state, a King with these levels who has just died in 506, and the heir."""
    s = new_state()
    king = s.kingdoms[0].king
    s.set_person(king, levels=skills(levels), place=at(s, 506))
    s.set_kingdom(0, gold=20)
    return s, king, die(a_turn(s), king)


@pytest.mark.clause("AK-5.9-04")
def test_the_eldest_child_takes_over_where_the_king_fell_with_armies_and_items():
    s = new_state()
    king = s.kingdoms[0].king
    s.set_person(king, place=at(s, 506))
    army, boots = put_army(s, "LE", 0, 506, king), put_item(s, "Seven-League Boots", king)
    heir = die(a_turn(s), king)
    person = s.people[heir]
    assert (s.kingdoms[0].king, person.place, person.is_king, sum(person.levels)) == (heir, at(s, 506), True, 0)
    assert (s.armies[army].leader, s.items[boots].bearer, s.kingdoms[0].awaits_levels) == (heir, heir, True)
    (entry,) = told(s.journal or [], "heir")
    assert (entry.readers, entry.data["who"], entry.data["other"]) == ((0,), "King1 II", "King1")


@pytest.mark.clause("AK-5.9-05")
@pytest.mark.parametrize(("levels", "reason"), [
    ("TA TA ME MA", ""), ("TA TA ME ME", ""), ("TA ME MA MA", "fail.heir-three"), ("TA TA TA ME", "fail.heir-two"),
    ("TA TA ME", "fail.heir-four"), ("TA TA ME MA NA", "fail.heir-four"),
])  # fmt: skip
def test_an_heir_has_four_levels_three_of_them_within_the_old_kings(levels, reason):
    s, _, _ = dead_king()
    why = why_not_heir(s, 0, levels.split())
    assert (why[1] if why else "") == reason


@pytest.mark.clause("AK-5.9-05")
def test_within_the_skill_means_no_more_than_the_old_king_had():
    s, _, _ = dead_king("TA1 ME1 SA1")
    assert why_not_heir(s, 0, ["TA", "TA", "ME", "MA"]) == ("AK-5.9-05", "fail.heir-three")
    assert why_not_heir(s, 0, ["TA", "ME", "SA", "MA"]) is None


@pytest.mark.clause("AK-2.1-08", "AK-2.1-09", "AK-5.9-05")
@pytest.mark.parametrize(("alignment", "barred"), [(tables.DIVINE, "NE"), (tables.UNDEAD, "WH")])
def test_barred_magic_stays_barred(alignment, barred):
    s, _, _ = dead_king()
    s.set_kingdom(0, alignment=alignment)
    assert why_not_heir(s, 0, ["TA", "TA", "ME", barred]) == ("AK-2.1-08", "fail.heir-barred")


@pytest.mark.clause("AK-2.1-08", "AK-5.9-05")
def test_an_heir_need_not_have_the_old_kings_barred_magic():
    s, _, _ = dead_king("TA2 WH2")
    assert why_not_heir(s, 0, ["TA", "TA", "ME", "MA"]) == ("AK-5.9-05", "fail.heir-three")
    s.set_kingdom(0, alignment=tables.UNDEAD)
    assert why_not_heir(s, 0, ["TA", "TA", "ME", "MA"]) is None


@pytest.mark.clause("AK-5.9-05")
def test_the_heir_takes_his_levels_a_name_and_a_temper_with_the_next_sheet():
    s, king, heir = dead_king()
    line(s, 0, "heir TA,TA,ME,MA name Brunhilda temper berserk")
    (crowned,) = told(run(s), "crowned")
    assert (crowned.readers, crowned.data["who"]) == ((0,), "Brunhilda")
    person = s.people[heir]
    assert (person.name, person.temper, person.alignment) == ("Brunhilda", tables.BERSERK, s.people[king].alignment)
    assert person.levels == skills("TA2 ME1 MA1")
    assert (s.kingdoms[0].awaits_levels, s.kingdoms[0].old) == (False, 0)


@pytest.mark.clause("AK-5.9-05")
def test_levels_that_an_heir_cannot_have_are_not_taken():
    s, _, heir = dead_king()
    line(s, 0, "heir NA,NA,SA,SA")
    run(s)
    assert (sum(s.people[heir].levels), s.kingdoms[0].awaits_levels) == (0, True)


@pytest.mark.clause("AK-5.9-05")
def test_what_an_heir_has_learnt_before_is_added_up_to_nine():
    s, _, heir = dead_king()
    s.set_person(heir, levels=skills("TA8 ME1"))
    line(s, 0, "heir TA,TA,ME,MA")
    run(s)
    assert s.people[heir].levels == skills("TA9 ME2 MA1")


@pytest.mark.clause("AK-5.9-04")
def test_the_dead_kings_orders_are_lost():
    s = new_state()
    king = s.kingdoms[0].king
    order(s, king, 1, "EX")
    order(s, king, 3, "MO 505")
    t = a_turn(s)
    heir = die(t, king)
    assert t.ordered.acts[king] == [None] * 5
    assert heir not in t.ordered.acts


@pytest.mark.clause("AK-10.1-07")
def test_death_costs_a_quarter_of_merit_and_the_heir_has_the_rest():
    s = new_state()
    king, fallen = s.kingdoms[0].king, hero(s)
    for n in (king, fallen):
        s.praise(n, titles.MARSHAL, 8)
    t = a_turn(s)
    heir = die(t, king)
    die(t, fallen)
    assert (s.merit[heir][titles.MARSHAL], s.merit[fallen][titles.MARSHAL], king in s.merit) == (12, 12, False)


@pytest.mark.clause("AK-5.9-03")
def test_what_a_hero_leaves_goes_to_his_king_and_of_the_free_lies_where_he_fell():
    s = new_state()
    mine, free = hero(s), hero(s, seat=FREE)
    one, two = put_item(s, "Grey Cloak", mine), put_item(s, "Oaken Torc", free)
    t = a_turn(s)
    die(t, mine)
    die(t, free)
    assert s.items[one].bearer == s.kingdoms[0].king
    assert (s.items[two].bearer, s.items[two].place) == (0, at(s, 504))


@pytest.mark.clause("AK-5.9-03")
@pytest.mark.parametrize(("kind", "is_arms"), [
    ("Sword of Sharpness", True), ("Proof Armour", True), ("Wand of Fire", True), ("Phial of Life", False),
    ("Grey Cloak", False), ("Cup of Truth", False),
])  # fmt: skip
def test_a_victor_takes_what_is_of_use_in_combat(kind, is_arms):
    s = new_state()
    victor, loser = hero(s), hero(s, seat=1)
    item = put_item(s, kind, loser)
    die_in_fight(a_turn(s), loser, victor)
    assert s.items[item].bearer == (victor if is_arms else s.kingdoms[1].king)


@pytest.mark.clause("AK-7.4-05", "AK-5.9-04")
def test_a_dead_leaders_armies_find_another_or_the_garrison_or_scatter():
    s = new_state()
    leader, other = hero(s), hero(s)
    army, company = put_army(s, "LE", 0, 504, leader), put_army(s, "BO", 0, 504, other)
    die(a_turn(s), leader)
    assert s.armies[army].leader == other
    die(a_turn(s), other)
    assert (s.armies[army].leader, s.armies[company].owner) == (0, 0)
    abroad = hero(s)
    s.set_person(abroad, place=at(s, 505))
    own(s, 1, 505)
    good, green = put_army(s, "LE", 0, 505, abroad), put_army(s, "BO", 0, 505, abroad, quality=tables.GREEN)
    die(a_turn(s), abroad)
    assert (s.armies[good].owner, s.armies[good].barred, green in s.armies) == (MERCENARY, s.turn, False)


@pytest.mark.clause("AK-4.2.5-08")
def test_skeletons_of_a_dead_leader_lie_down_unless_an_undead_takes_them():
    for alignment, left in ((tables.UNDEAD, True), (tables.EVIL, False)):
        s = new_state()
        leader, other = hero(s), hero(s, alignment=alignment)
        bones = put_army(s, "LE", 0, 504, leader, is_skeletal=True)
        put_army(s, "LE", 0, 504, other)
        die(a_turn(s), leader)
        assert (bones in s.armies) is left
        assert (at(s, 504) in s.fallen) is not left
    s = new_state()
    lone = hero(s, alignment=tables.UNDEAD)
    bones = put_army(s, "LE", 0, 504, lone, is_skeletal=True)
    die(a_turn(s), lone)
    assert bones not in s.armies  # the garrison commander is not Undead


@pytest.mark.clause("AK-5.9-04")
def test_a_death_is_told_to_those_concerned():
    s = new_state()
    victor, loser = hero(s), hero(s, seat=1)
    t = a_turn(s)
    s.journal = []
    die_in_fight(t, loser, victor)
    assert told(s.journal or [], "death", 0)
    assert told(s.journal or [], "death", 1)
    assert not told(s.journal or [], "death", 2)


@pytest.mark.clause("AK-5.9-04")
def test_heirs_are_counted_by_name() -> None:
    names = ["Falk the Bold"]
    for _ in range(3):
        names.append(next_of_name(names[-1]))
    assert names[1:] == ["Falk the Bold II", "Falk the Bold III", "Falk the Bold IV"]


@pytest.mark.clause("AK-5.9-04")
def test_of_several_heirs_in_a_row_each_has_a_number_of_his_own() -> None:
    s = new_state()
    t = a_turn(s)
    names = []
    for _ in range(3):
        die(t, s.kingdoms[0].king)
        names.append(s.king(0).name)
    assert names == ["King1 II", "King1 III", "King1 IV"]


@pytest.mark.clause("AK-10.1-07")
def test_death_makes_nobodys_demerit_less() -> None:
    s = new_state()
    n = hero(s)
    s.merit[n] = (0, 1, -1, -8, 8, 0, 0, 0)
    die(a_turn(s), n)
    assert s.merit[n] == (0, 0, -1, -8, 6, 0, 0, 0)
