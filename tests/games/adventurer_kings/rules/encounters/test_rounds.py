"""Personal combat: ranges, rounds, arrows, blows, tempers, flight (2.4, 4.1.4, 4.1.5, 5.0 to 5.6)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import bout, hero, monster, plan, two
from games.adventurer_kings.positions.realm import a_turn, dice, load, new_state, put_army, put_item, told
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.rules.encounters.blows import (
    arrow_chance,
    blow,
    fire,
    hit_chance,
    strike,
    swing,
)
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BEGGED,
    BOW_RANGE,
    FLED,
    MELEE_RANGE,
    SLAIN,
    SPELL_RANGE,
)
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import around, duelist, of_person, power_of, wield
from palatine.games.adventurer_kings.rules.encounters.flight import flee, flight_chance, is_sure, mercy_chance
from palatine.games.adventurer_kings.rules.encounters.rounds import (
    by_initiative,
    double_arrows,
    end_round,
    fight_out,
    fight_round,
    is_disrupted,
)
from palatine.games.adventurer_kings.rules.encounters.tactics import choose, loses_heart

YES, NO = 1, 1000


def test_an_untrained_pair_hits_half_the_time_for_one_to_six():
    f = two("", "", span=MELEE_RANGE, temper=c.BRAVE)
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
    assert choose(f, a) == o.Strike()


@pytest.mark.clause("AK-5.0-08")
def test_characters_have_ten_hit_points_and_monsters_seven_to_fifty():
    s = new_state()
    assert of_person(a_turn(s), hero(s)).body.hp == 10
    assert (around(8, 1), around(50, 41), around(25, 1), around(25, 41)) == (7, 50, 20, 30)


@pytest.mark.clause("AK-2.4-01")
def test_rage_gives_one_to_four_hit_points_more():
    s = new_state()
    n = hero(s, temper=c.BERSERK)
    with dice(s, [("rage", 4)]):
        assert of_person(a_turn(s), n).body.hp == 14


@pytest.mark.clause("AK-2.4-02", "AK-2.4-03", "AK-2.4-05")
@pytest.mark.parametrize(
    ("mine", "foe", "chance"),
    [
        (c.BRAVE, c.BRAVE, 60), (c.BRAVE, c.BERSERK, 55), (c.CAUTIOUS, c.BERSERK, 40), (c.COWARDLY, c.BERSERK, 35),
        (c.COWARDLY, c.CAUTIOUS, 40), (c.COWARDLY, c.COWARDLY, 50), (c.BERSERK, c.BRAVE, 50),
    ],
)  # fmt: skip
def test_tempers_move_the_chance_to_hit(mine, foe, chance):
    f = two("", "")
    a, b = f.sides
    a.conduct.temper, b.conduct.temper = mine, foe
    assert hit_chance(f, a, b) == chance


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
    assert tactic == o.Fire()
    fire(f, a)
    assert (f.span, a.arms.arrows, b.body.hp) == (BOW_RANGE, 1, 10)
    assert choose(f, a) == o.Fire()


@pytest.mark.clause("AK-5.2-02")
def test_hand_to_hand_the_archer_goes_on_to_his_next_tactic():
    f = two("AR2 EL1", "", "FI,CA-FI", span=MELEE_RANGE)
    assert choose(f, f.sides[0]) == o.Cast("EL-FI")


@pytest.mark.clause("AK-5.2-01")
def test_two_archers_shoot_up_to_twice_as_often():
    f = two("AR2", "AR4")
    with dice(f.t.s, [("arrows", 101), ("arrows", 51), ("no room to shoot", NO)]):
        double_arrows(f)
    assert [side.arms.arrows for side in f.sides] == [4, 6]
    g = two("AR2", "AR4")
    with dice(g.t.s, [("arrows", 1), ("arrows", 1), ("no room to shoot", 150)]):
        double_arrows(g)
    assert [side.arms.arrows for side in g.sides] == [2, 0]
    lonely = two("AR2", "")
    with dice(lonely.t.s, []):
        double_arrows(lonely)
    assert lonely.sides[0].arms.arrows == 2


@pytest.mark.clause("AK-5.0-05")
def test_the_greater_skill_goes_first_and_equals_in_random_order():
    f = two("PS3", "AR2", span=BOW_RANGE)
    a, b = f.sides
    chosen = [(b, o.Fire()), (a, o.Cast("PS-PS"))]
    with dice(f.t.s, []):
        assert by_initiative(f, chosen)[0][0] is a
    g = two("PS2", "AR2", span=BOW_RANGE)
    a, b = g.sides
    for face, first in ((1, a), (2, b)):
        with dice(g.t.s, [("who goes first", face)]):
            assert by_initiative(g, [(a, o.Cast("PS-PS")), (b, o.Fire())])[0][0] is first


@pytest.mark.clause("AK-5.0-06")
def test_spells_come_before_closing_in_and_blows_before_spells():
    f = two("PS1", "ME4", span=SPELL_RANGE)
    a, b = f.sides
    chosen = [(b, o.Strike()), (a, o.Cast("PS-PS"))]
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
    assert not isinstance(choose(f, f.sides[0]), o.Fire)


@pytest.mark.clause("AK-5.1-04")
@pytest.mark.parametrize(("harm", "yes", "no"), [(3, 500, 501), (1, 400, 401), (12, 950, 951)])
def test_damage_may_spoil_a_spell(harm, yes, no):
    for face, spoilt in ((yes, True), (no, False)):
        f = two("EL1", "", "CA-FI")
        a, _ = f.sides
        a.suffer(harm)
        with dice(f.t.s, [("spell disrupted", face)]):
            assert is_disrupted(f, a, o.Cast("EL-FI")) is spoilt
        assert a.may_cast(c.FIREBALL) is not spoilt


@pytest.mark.clause("AK-5.1-04")
def test_a_missed_blow_spoils_a_spell_three_times_in_ten():
    f = two("EL1", "", "CA-FI", span=MELEE_RANGE)
    a, b = f.sides
    with dice(f.t.s, [("a blow", NO), ("spell disrupted", 300)]):
        swing(f, b)
        assert is_disrupted(f, a, o.Cast("EL-FI"))
    with dice(f.t.s, []):
        assert not is_disrupted(f, a, o.Strike())


@pytest.mark.clause("AK-4.1.5-01", "AK-5.1-04")
def test_a_blow_that_does_no_harm_is_told_as_such_and_spoils_a_spell_like_a_miss():
    f = two("EL1 ME3", "ME2", "CA-FI", span=MELEE_RANGE)
    a, b = f.sides
    f.t.s.journal = []
    with dice(f.t.s, [("a blow", YES), ("damage", 1), ("spell disrupted", 300)]):
        swing(f, b)
        assert is_disrupted(f, a, o.Cast("EL-FI"))
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


@pytest.mark.clause("AK-5.0-02")
def test_tactics_are_taken_in_order_and_then_made_by_the_computer():
    f = two("EL2 AR1", "", "CA-FI,FI,ME")
    a, _ = f.sides
    assert choose(f, a) == o.Cast("EL-FI")
    assert choose(f, a) == o.Fire()
    f.span, a.arms.arrows = MELEE_RANGE, 0
    assert choose(f, a) == o.Strike()
    assert choose(f, a) == o.Cast("EL-FI")  # used nowhere yet: the computer takes the best spell


@pytest.mark.clause("AK-5.4-04")
def test_words_take_no_time():
    f = two("", "", 'SA"yield",ME')
    f.readers = [0]
    f.t.s.journal = []
    assert choose(f, f.sides[0]) == o.Strike()
    assert [entry.data["text"] for entry in told(f.t.s.journal, "fight-says")] == ["yield"]


@pytest.mark.clause("AK-5.6-01")
@pytest.mark.parametrize(("foe", "chance"), [("Gryphon", 20), ("Giant", 50), ("Zombie", 80)])
def test_flight_depends_on_the_speed_of_the_foe(foe, chance):
    s = new_state()
    f = bout(s, hero(s), foe)
    assert flight_chance(*f.sides) == chance


@pytest.mark.clause("AK-5.6-01", "AK-2.4-05", "AK-4.2.3-09")
def test_the_cautious_and_the_unseen_flee_better():
    f = two("", "", temper=c.CAUTIOUS)
    a, b = f.sides
    assert (flight_chance(a, b), flight_chance(b, a)) == (50, 60)
    b.guard.is_unseen = True
    assert flight_chance(b, a) == 90


@pytest.mark.clause("AK-5.1-03")
@pytest.mark.parametrize(
    ("span", "rounds", "sure"), [(SPELL_RANGE, 1, True), (BOW_RANGE, 1, True), (MELEE_RANGE, 1, False),
                                 (MELEE_RANGE, 2, True), (SPELL_RANGE, 0, False)],
)  # fmt: skip
def test_who_is_held_long_enough_cannot_stop_a_flight(span, rounds, sure):
    f = two("", "", span=span)
    f.sides[1].afflictions.held = rounds
    assert is_sure(f, f.sides[1]) is sure


@pytest.mark.clause("AK-5.10-04")
def test_flight_always_works_in_a_battle_duel():
    s = new_state()
    f = bout(s, hero(s), hero(s, seat=1), is_duel=True)
    with dice(s, []):
        flee(f, f.sides[0])
    assert (f.end, f.loser) == (FLED, f.sides[0])


@pytest.mark.clause("AK-2.4-08")
def test_a_coward_at_deaths_door_begs_once():
    f = two("", "", temper=c.COWARDLY)
    a, b = f.sides
    a.alignment, b.body.hp = c.GOOD, 3
    assert mercy_chance(b, a) == 50 + 20 + 5 * (3 - 4)
    f.t.s.journal = []
    with dice(f.t.s, [("flight", NO), ("mercy", 650)]):
        flee(f, b)
    assert (f.end, f.loser) == (BEGGED, b)
    assert told(f.t.s.journal or [], "fight-begs", 1)
    g = two("", "", temper=c.COWARDLY)
    coward = g.sides[1]
    coward.body.hp = 3
    with dice(g.t.s, [("flight", NO), ("mercy", NO), ("flight", NO)]):
        flee(g, coward)
        flee(g, coward)
    assert not g.end
    g.sides[0].alignment = c.EVIL
    assert mercy_chance(coward, g.sides[0]) == 50  # alike, but Evil: 15 more and 15 less


@pytest.mark.clause("AK-2.4-02", "AK-2.4-04", "AK-2.4-06", "AK-2.4-07")
def test_the_weaker_the_temper_the_sooner_it_flees():
    def heart(temper: int, hp: int, foe: str) -> bool:
        s = new_state()
        f = bout(s, hero(s, temper=temper), foe, span=MELEE_RANGE)
        f.sides[0].body.hp = hp
        load(s, a_coward_is_hurt=NO)
        return loses_heart(f, f.sides[0])

    assert [heart(c.BERSERK, 1, "Great Wyrm"), heart(c.BRAVE, 1, "Great Wyrm")] == [False, True]
    assert not heart(c.BRAVE, 4, "Zombie")
    assert [heart(c.CAUTIOUS, 4, "Zombie"), heart(c.CAUTIOUS, 6, "Zombie")] == [True, False]
    assert [heart(c.COWARDLY, 6, "Zombie"), heart(c.COWARDLY, 7, "Zombie")] == [True, False]


@pytest.mark.clause("AK-2.4-07", "AK-5.6-02")
def test_a_coward_may_run_from_any_harm():
    s = new_state()
    f = bout(s, hero(s, temper=c.COWARDLY), "Zombie", "ME")
    f.sides[0].body.hp = 9
    with dice(s, [("a coward is hurt", 500)]):
        assert choose(f, f.sides[0]) == o.Flee()


@pytest.mark.clause("AK-2.4-11")
def test_a_king_flees_only_when_he_is_hurt():
    s = new_state()
    king = s.kingdoms[0].king
    s.set_person(king, temper=c.COWARDLY)
    f = bout(s, king, "Great Wyrm", span=MELEE_RANGE)
    assert not loses_heart(f, f.sides[0])
    f.sides[0].body.hp -= 1
    assert loses_heart(f, f.sides[0])


@pytest.mark.clause("AK-5.10-03")
def test_flight_after_blows_in_a_plan_waits_until_half_the_hit_points_are_gone():
    f = two("", "", "ME,FL", span=MELEE_RANGE)
    a, _ = f.sides
    assert [choose(f, a), choose(f, a)] == [o.Strike(), o.Strike()]
    a.body.hp = 5
    assert choose(f, a) == o.Flee()


@pytest.mark.clause("AK-5.0-09")
def test_duelists_of_a_neutral_kingdom_are_a_level_better_against_people():
    s = new_state()
    t = a_turn(s)
    neutral = of_person(t, hero(s, "ME1 AR1", alignment=c.NEUTRAL))
    before = (neutral.arms.melee, neutral.arms.missile)
    assert before == (1, 1)
    duelist(t, neutral, True)
    assert (neutral.arms.melee, neutral.arms.missile, neutral.arms.arrows) == (2, 2, 2)
    evil = duelist(t, of_person(t, hero(s, "ME1")), True)
    assert evil.arms.melee == 1
    beast = duelist(t, of_person(t, hero(s, "ME1", alignment=c.NEUTRAL)), False)
    assert beast.arms.melee == 1


@pytest.mark.clause("AK-5.0-09")
def test_a_duelist_without_archery_shoots_as_one_of_level_one():
    s = new_state()
    t = a_turn(s)
    n = hero(s, alignment=c.NEUTRAL)
    put_item(s, "Quiver of Plenty", n)
    more = sum(t.gear(n, "arrows"))
    assert of_person(t, n).arms.arrows == 0
    me = duelist(t, of_person(t, n), True)
    assert (me.arms.missile, me.arms.arrows) == (1, 1 + more)


@pytest.mark.clause("AK-5.0-09", "AK-5.1-05")
def test_a_duelist_stays_one_with_another_weapon_in_hand():
    s = new_state()
    t = a_turn(s)
    n = hero(s, "ME1", alignment=c.NEUTRAL)
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
    assert choose(f, a) == o.Strike()
    assert a.arms.reach == 2
    g = bout(s, n, "Zombie", f"US-{spear},ME", span=MELEE_RANGE)
    assert choose(g, g.sides[0]) == o.Strike()
    assert (g.sides[0].arms.weapon, g.sides[0].arms.melee, g.sides[0].arms.reach) == (spear, 2, 0)
    s.set_person(n, alignment=c.GOOD)
    h = bout(s, n, "Zombie")
    assert (h.sides[0].arms.weapon, h.sides[0].arms.melee) == (sword, 3)


@pytest.mark.clause("AK-5.9-02")
def test_the_holy_sword_strikes_the_undead_twice_as_hard():
    s = new_state()
    n = hero(s, alignment=c.GOOD)
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


def test_plans_are_read_as_on_the_sheet():
    assert plan("CA-FI,ME") == (o.Cast("EL-FI"), o.Strike())


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


def test_a_combat_of_thousands_of_rounds_is_a_fault_and_no_endless_loop():
    f = two("", "", "ME", "ME")
    load(f.t.s, a_blow=NO)
    with pytest.raises(AssertionError, match="a combat ends"):
        fight_out(f)
