"""Rounds of personal combat: ranges, order, spoiled spells and the end (5.0 to 5.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import bout, hero, monster, two
from games.adventurer_kings.positions.realm import NO, YES, a_turn, dice, load, new_state, put_army, put_item
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.blows import fire, strike, swing
from palatine.games.adventurer_kings.rules.encounters.combatant import BOW_RANGE, MELEE_RANGE, SLAIN, SPELL_RANGE
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import of_person, power_of
from palatine.games.adventurer_kings.rules.encounters.rounds import (
    by_initiative,
    carry_out_tactic,
    double_arrows,
    end_round,
    fight_out,
    fight_round,
    grapple,
    is_disrupted,
)
from palatine.games.adventurer_kings.rules.encounters.tactics import choose


@pytest.mark.clause("AK-5.3-01")
def test_melee_closes_one_range_a_round():
    f = two("", "", "ME", span=SPELL_RANGE)
    a, b = f.sides
    strike(f, a)
    assert f.span == BOW_RANGE
    strike(f, a)
    assert (f.span, b.body.hp) == (MELEE_RANGE, 10)


@pytest.mark.clause("AK-5.2-02")
def test_an_archer_closes_to_bow_range_and_shoots_in_the_next_round():
    f = two("AR1", "", "FI")
    a, b = f.sides
    tactic = choose(f, a)
    assert tactic == orders.Fire()
    fire(f, a)
    assert (f.span, a.arms.arrows, b.body.hp) == (BOW_RANGE, 1, 10)
    assert choose(f, a) == orders.Fire()


@pytest.mark.clause("AK-5.1-05")
def test_an_item_casts_its_spell_and_loses_a_charge():
    s = new_state()
    n = hero(s)
    wand = put_item(s, "Wand of Fire", n)
    f = bout(s, n, hero(s, seat=1))
    charges = s.items[wand].charges
    load(s, combat_spell=YES, damage=6)
    carry_out_tactic(f, f.sides[0], orders.UseItem(wand))
    assert s.items[wand].charges == charges - 1
    assert f.sides[1].body.hp < 10


@pytest.mark.clause("AK-5.2-02")
def test_hand_to_hand_the_archer_goes_on_to_his_next_tactic():
    f = two("AR2 EL1", "", "FI,CA-FI", span=MELEE_RANGE)
    assert choose(f, f.sides[0]) == orders.Cast("EL-FI")


@pytest.mark.clause("AK-5.2-01")
def test_two_archers_shoot_about_twice_as_often():
    f = two("AR2", "AR4")
    with dice(f.t.s, [("arrows", 101), ("arrows", 51), ("no room to shoot", NO)]):
        double_arrows(f)
    assert [side.arms.arrows for side in f.sides] == [5, 8]
    g = two("AR2", "AR4")
    with dice(g.t.s, [("arrows", 1), ("arrows", 1), ("no room to shoot", 150)]):
        double_arrows(g)
    assert [side.arms.arrows for side in g.sides] == [3, 0]
    lonely = two("AR2", "")
    with dice(lonely.t.s, []):
        double_arrows(lonely)
    assert lonely.sides[0].arms.arrows == 2


@pytest.mark.clause("AK-5.0-05")
def test_the_greater_skill_goes_first_and_equals_in_random_order():
    f = two("PS3", "AR2", span=BOW_RANGE)
    a, b = f.sides
    chosen = [(b, orders.Fire()), (a, orders.Cast("PS-PS"))]
    with dice(f.t.s, []):
        assert by_initiative(f, chosen)[0][0] is a
    g = two("PS2", "AR2", span=BOW_RANGE)
    a, b = g.sides
    for face, first in ((1, a), (2, b)):
        with dice(g.t.s, [("who goes first", face)]):
            assert by_initiative(g, [(a, orders.Cast("PS-PS")), (b, orders.Fire())])[0][0] is first


@pytest.mark.clause("AK-5.0-06")
def test_spells_come_before_closing_in_and_blows_before_spells():
    f = two("PS1", "ME4", span=SPELL_RANGE)
    a, b = f.sides
    chosen = [(b, orders.Strike()), (a, orders.Cast("PS-PS"))]
    with dice(f.t.s, []):
        assert by_initiative(f, chosen)[0][0] is a
    f.span = MELEE_RANGE
    b.arms.melee = 0
    with dice(f.t.s, []):
        assert by_initiative(f, chosen[::-1])[0][0] is b


@pytest.mark.clause("AK-5.0-07")
def test_encounters_begin_at_spell_range_where_nobody_shoots_or_strikes():
    f = two("AR1", "", "FI", "ME")
    assert f.span == SPELL_RANGE
    strike(f, f.sides[1])
    assert (f.span, f.sides[0].body.hp) == (BOW_RANGE, 10)
    f.span = MELEE_RANGE
    assert not isinstance(choose(f, f.sides[0]), orders.Fire)


@pytest.mark.clause("AK-5.1-04")
@pytest.mark.parametrize(("harm", "yes", "no"), [(3, 500, 501), (1, 400, 401), (12, 950, 951)])
def test_damage_may_spoil_a_spell(harm, yes, no):
    for face, spoilt in ((yes, True), (no, False)):
        f = two("EL1", "", "CA-FI")
        a, _ = f.sides
        a.suffer(harm)
        with dice(f.t.s, [("spell disrupted", face)]):
            assert is_disrupted(f, a, orders.Cast("EL-FI")) is spoilt
        assert a.may_cast(tables.FIREBALL) is not spoilt


@pytest.mark.clause("AK-5.1-04")
def test_a_missed_blow_spoils_a_spell_three_times_in_ten():
    f = two("EL1", "", "CA-FI", span=MELEE_RANGE)
    a, b = f.sides
    with dice(f.t.s, [("a blow", NO), ("spell disrupted", 300)]):
        swing(f, b)
        assert is_disrupted(f, a, orders.Cast("EL-FI"))
    with dice(f.t.s, []):
        assert not is_disrupted(f, a, orders.Strike())


@pytest.mark.clause("AK-4.1.5-01", "AK-5.1-04")
def test_a_blow_that_does_no_harm_is_told_as_such_and_spoils_a_spell_like_a_miss():
    f = two("EL1 ME3", "ME2", "CA-FI", span=MELEE_RANGE)
    a, b = f.sides
    f.t.s.journal = []
    with dice(f.t.s, [("a blow", YES), ("damage", 1), ("spell disrupted", 300)]):
        swing(f, b)
        assert is_disrupted(f, a, orders.Cast("EL-FI"))
    assert a.body.hp == a.body.most
    assert [entry.kind for entry in f.t.s.journal][:1] == ["fight-glances"]


@pytest.mark.clause("AK-5.0-04")
def test_damage_equal_to_hit_points_kills():
    f = two("", "")
    f.sides[1].suffer(9)
    end_round(f)
    assert not f.end
    f.sides[1].suffer(1)
    end_round(f)
    assert (f.end, f.loser) == (SLAIN, f.sides[1])


@pytest.mark.clause("AK-5.10-05")
def test_a_fight_without_end_is_fought_out_hand_to_hand():
    s = new_state()
    f = bout(s, hero(s, "IL1"), hero(s, seat=1), is_duel=True)
    for side in f.sides:
        side.guard.cover = 0.0
    load(s, damage=6)
    fight_out(f)
    assert f.end == SLAIN
    assert f.round > 30


@pytest.mark.clause("AK-2.4-06")
def test_power_weighs_hit_points_arms_and_magic():
    s = new_state()
    assert power_of(monster(s, "Zombie", 13)) == 13
    assert power_of(of_person(a_turn(s), hero(s, "ME2 AR1 EL3"))) == 10 + 8 + 3 + 12


@pytest.mark.clause("AK-13.3-05")
def test_a_troll_regrows_two_points_a_round_and_a_phoenix_rises_once():
    s = new_state()
    load(s, a_blow=NO)
    f = Fight(a_turn(s), monster(s, "Troll", 25), monster(s, "Zombie", 13), MELEE_RANGE)
    f.sides[0].body.hp = 10
    fight_round(f)
    assert f.sides[0].body.hp == 12
    phoenix = Fight(a_turn(s), monster(s, "Phoenix", 30), monster(s, "Zombie", 13), MELEE_RANGE)
    phoenix.sides[0].body.hp = 0
    end_round(phoenix)
    assert (phoenix.sides[0].body.hp, phoenix.end) == (15, "")
    phoenix.sides[0].body.hp = 0
    end_round(phoenix)
    assert phoenix.end == SLAIN


@pytest.mark.clause("AK-4.2.5-12")
def test_who_leads_armies_is_hard_to_make_a_figurine_of():
    s = new_state()
    n = hero(s)
    assert not of_person(a_turn(s), n).conduct.is_sheltered
    put_army(s, "LE", 0, 504, n)
    assert of_person(a_turn(s), n).conduct.is_sheltered


def test_a_combat_of_thousands_of_rounds_is_a_fault_and_no_endless_loop():
    f = two("", "", "ME", "ME")
    load(f.t.s, a_blow=NO)
    with pytest.raises(AssertionError, match="a combat ends"):
        fight_out(f)


@pytest.mark.clause("AK-5.10-05")
def test_a_fight_that_will_not_end_is_fought_out_hand_to_hand_with_the_first_tactic():
    f = two("EL2", "AR2", "CA-FI,FL", "FI,FL")
    for side in f.sides:
        side.conduct.at = 1
        side.guard.cover, side.afflictions.held, side.afflictions.gripped = 0.5, 2, True
    grapple(f)
    assert (f.span, f.phantasm) == (MELEE_RANGE, None)
    for side in f.sides:
        assert (side.conduct.plan, side.conduct.at) == ((orders.Strike(),), 0)
        assert (side.guard.cover, side.guard.melee_cover, side.guard.missile_cover) == (1.0, 1.0, 1.0)
        assert (side.afflictions.held, side.afflictions.gripping, side.afflictions.wracked) == (0, 0, 0.0)
        assert (side.afflictions.gripped, side.afflictions.silenced) == (False, True)
