"""Arrows, blows and weapons (4.1.4, 4.1.5, 5.0 to 5.2, 5.9)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import bout, hero, two
from games.adventurer_kings.positions.realm import NO, YES, a_turn, dice, new_state, put_item
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.blows import (
    arrow_chance,
    blow,
    fire,
    hit_chance,
    strike,
    swing,
)
from palatine.games.adventurer_kings.rules.encounters.combatant import BOW_RANGE, MELEE_RANGE
from palatine.games.adventurer_kings.rules.encounters.fighters import around, duelist, of_person, wield
from palatine.games.adventurer_kings.rules.encounters.tactics import choose


def test_an_untrained_pair_hits_half_the_time_for_one_to_six():
    f = two("", "", span=MELEE_RANGE, temper=tables.BRAVE)
    a, b = f.sides
    a.conduct.temper = b.conduct.temper = -1
    assert hit_chance(f, a, b) == 50
    with dice(f.t.s, [("damage", 6)]):
        assert blow(f, a, b) == 6


@pytest.mark.clause("AK-4.1.5-01")
def test_a_level_of_melee_moves_both_chances_by_ten_and_damage_by_one():
    f = two("ME3", "ME2")
    a, b = f.sides
    a.conduct.temper = b.conduct.temper = -1
    assert (hit_chance(f, a, b), hit_chance(f, b, a)) == (60, 40)
    with dice(f.t.s, [("damage", 3), ("damage", 3)]):
        assert (blow(f, a, b), blow(f, b, a)) == (4, 2)


@pytest.mark.clause("AK-4.1.4-01")
@pytest.mark.parametrize(("level", "shots", "chance"), [(1, 1, 40), (2, 2, 50), (4, 4, 70), (5, 5, 80), (9, 9, 95)])
def test_an_archer_has_as_many_free_attacks_as_levels(level, shots, chance):
    f = two(f"AR{level}", "")
    a, b = f.sides
    assert (a.arms.arrows, arrow_chance(f, a, b)) == (shots, chance)


@pytest.mark.clause("AK-4.1.4-01")
def test_arrows_do_one_to_six_each():
    f = two("AR2", "", span=BOW_RANGE)
    a, b = f.sides
    with dice(f.t.s, [("an arrow", 500), ("an arrow", 501), ("arrow damage", 6)]):
        fire(f, a)
    assert (b.body.hp, a.arms.arrows) == (4, 0)


@pytest.mark.clause("AK-4.0-01")
def test_nobody_shoots_or_casts_without_skill():
    f = two("", "", "FI,CA-FI,ME", span=BOW_RANGE)
    a, _ = f.sides
    assert choose(f, a) == orders.Strike()


@pytest.mark.clause("AK-5.0-08")
def test_characters_have_ten_hit_points_and_monsters_seven_to_fifty():
    s = new_state()
    assert of_person(a_turn(s), hero(s)).body.hp == 10
    assert (around(8, 1), around(50, 41), around(25, 1), around(25, 41)) == (7, 50, 20, 30)


@pytest.mark.clause("AK-5.0-09")
def test_duelists_of_a_neutral_kingdom_are_a_level_better_against_people():
    s = new_state()
    t = a_turn(s)
    neutral = of_person(t, hero(s, "ME1 AR1", alignment=tables.NEUTRAL))
    before = (neutral.arms.melee, neutral.arms.missile)
    assert before == (1, 1)
    duelist(t, neutral, True)
    assert (neutral.arms.melee, neutral.arms.missile, neutral.arms.arrows) == (2, 2, 2)
    evil = duelist(t, of_person(t, hero(s, "ME1")), True)
    assert evil.arms.melee == 1
    beast = duelist(t, of_person(t, hero(s, "ME1", alignment=tables.NEUTRAL)), False)
    assert beast.arms.melee == 1


@pytest.mark.clause("AK-5.0-09")
def test_a_duelist_without_archery_shoots_as_one_of_level_one():
    s = new_state()
    t = a_turn(s)
    n = hero(s, alignment=tables.NEUTRAL)
    put_item(s, "Quiver of Plenty", n)
    more = sum(t.gear(n, "arrows"))
    assert of_person(t, n).arms.arrows == 0
    me = duelist(t, of_person(t, n), True)
    assert (me.arms.missile, me.arms.arrows) == (1, 1 + more)


@pytest.mark.clause("AK-5.0-09", "AK-5.1-05")
def test_a_duelist_stays_one_with_another_weapon_in_hand():
    s = new_state()
    t = a_turn(s)
    n = hero(s, "ME1", alignment=tables.NEUTRAL)
    spear = put_item(s, "Spear of Reach", n)
    me = duelist(t, of_person(t, n), True)
    assert (me.arms.weapon, me.arms.melee) == (spear, 3)
    wield(t, me, 0)
    assert me.arms.melee == 2
    wield(t, me, spear)
    assert me.arms.melee == 3


@pytest.mark.clause("AK-5.1-05", "AK-5.9-02")
def test_drawing_another_weapon_takes_no_round_and_only_one_counts():
    s = new_state()
    n = hero(s, "ME1")
    sword, spear = put_item(s, "Holy Sword", n), put_item(s, "Spear of Reach", n)
    sharp = put_item(s, "Sword of Sharpness", n)
    f = bout(s, n, "Zombie", f"US-{sharp},ME", span=MELEE_RANGE)
    a, _ = f.sides
    assert (a.arms.weapon, a.arms.melee) == (
        sharp,
        1,
    )  # the Holy Sword does nothing for Evil hands; damage 2 beats Melee 1
    assert choose(f, a) == orders.Strike()
    assert a.arms.reach == 2
    g = bout(s, n, "Zombie", f"US-{spear},ME", span=MELEE_RANGE)
    assert choose(g, g.sides[0]) == orders.Strike()
    assert (g.sides[0].arms.weapon, g.sides[0].arms.melee, g.sides[0].arms.reach) == (spear, 2, 0)
    s.set_person(n, alignment=tables.GOOD)
    h = bout(s, n, "Zombie")
    assert (h.sides[0].arms.weapon, h.sides[0].arms.melee) == (sword, 3)


@pytest.mark.clause("AK-5.9-02")
def test_the_holy_sword_strikes_the_undead_twice_as_hard():
    s = new_state()
    n = hero(s, alignment=tables.GOOD)
    put_item(s, "Holy Sword", n)
    f = bout(s, n, "Zombie", span=MELEE_RANGE)
    with dice(s, [("damage", 2)]):
        assert blow(f, *f.sides) == 8
    g = bout(s, n, "Ogre", span=MELEE_RANGE)
    with dice(s, [("damage", 2)]):
        assert blow(g, *g.sides) == 3


@pytest.mark.clause("AK-5.9-02")
def test_armour_shields_and_luck_work_by_themselves():
    s = new_state()
    a, b = hero(s, "AR2"), hero(s, seat=1)
    for kind in ("Proof Armour", "Shield of Turning", "Girdle of the Bull"):
        put_item(s, kind, b)
    f = bout(s, a, b)
    one, other = f.sides
    assert (hit_chance(f, one, other), arrow_chance(f, one, other), other.body.hp) == (48, 25, 14)
    put_item(s, "Luck Coin", a)
    f.span = MELEE_RANGE
    with dice(s, [("a blow", NO), ("a blow, with luck", YES), ("damage", 1), ("a blow", NO)]):
        swing(f, one)
        swing(f, one)
    assert other.body.hp == 13


@pytest.mark.clause("AK-5.9-02")
def test_the_long_spear_strikes_whoever_closes_in():
    s = new_state()
    a, b = hero(s), hero(s, seat=1)
    put_item(s, "Spear of Reach", b)
    f = bout(s, a, b, span=BOW_RANGE)
    with dice(s, [("a blow", YES), ("damage", 3)]):
        strike(f, f.sides[0])
    assert (f.span, f.sides[0].body.hp) == (MELEE_RANGE, 6)


@pytest.mark.clause("AK-2.0-01", "AK-4.1.5-01")
@pytest.mark.parametrize(("levels", "number", "blows"), [("ME5", 3, 2), ("ME5", 2, 1), ("ME4", 3, 1)])
def test_a_master_of_arms_swings_twice_every_third_round(levels, number, blows):
    f = two(levels, levels, span=MELEE_RANGE)
    f.round = number
    with dice(f.t.s, [("a blow", NO)] * blows):
        strike(f, f.sides[0])


@pytest.mark.clause("AK-2.0-01", "AK-4.1.5-01")
@pytest.mark.parametrize(("levels", "die", "harm"), [("ME8", 6, 12), ("ME8", 5, 5), ("ME7", 6, 6)])
def test_a_masters_best_blow_does_double_harm(levels, die, harm):
    f = two(levels, levels, span=MELEE_RANGE)
    with dice(f.t.s, [("damage", die)]):
        assert blow(f, *f.sides) == harm
