"""Spells of personal combat except illusions (4.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import against, bout, do, hero, two
from games.adventurer_kings.positions.realm import NO, YES, a_turn, dice, load, new_state, put_army, put_item, told
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.blows import arrow_chance, hit_chance, squeeze, swing
from palatine.games.adventurer_kings.rules.encounters.combat_spells import (
    apply_in_combat,
    cast_from_item,
    cast_in_combat,
    combat_cast_chance,
)
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BOW_RANGE,
    CHARMED,
    FLED,
    MELEE_RANGE,
    SPELL_RANGE,
)
from palatine.games.adventurer_kings.rules.encounters.fighters import of_monster
from palatine.games.adventurer_kings.rules.encounters.flight import flee, is_sure
from palatine.games.adventurer_kings.rules.encounters.rounds import fight_round, learn_from_fight
from palatine.games.adventurer_kings.rules.encounters.tactics import choose

# Casting


@pytest.mark.clause("AK-4.2-06")
@pytest.mark.parametrize(("level", "chance"), [(1, 45), (2, 60), (3, 75), (4, 90), (5, 95), (9, 95)])
def test_a_combat_spell_succeeds_at_thirty_and_fifteen_a_level(level, chance):
    f = two(f"EL{level}", "")
    assert combat_cast_chance(f, f.sides[0], tables.FIREBALL) == chance


@pytest.mark.clause("AK-4.2-08")
@pytest.mark.parametrize(("alignment", "realm", "elemental", "white"), [
    (tables.PAGAN, tables.PAGAN, 55, 45), (tables.EVIL, tables.PAGAN, 45, 45), (tables.PAGAN, tables.EVIL, 45, 45),
])  # fmt: skip
def test_the_order_of_magicians_helps_pagans_of_a_pagan_king_but_not_with_white_magic(
    alignment, realm, elemental, white
):
    s = new_state()
    s.set_kingdom(0, alignment=realm)
    f = bout(s, hero(s, "EL1 WH1", alignment=alignment), hero(s, seat=1))
    me = f.sides[0]
    assert (combat_cast_chance(f, me, tables.FIREBALL), combat_cast_chance(f, me, tables.HOLY_SYMBOL)) == (
        elemental,
        white,
    )


@pytest.mark.clause("AK-4.2-01", "AK-4.2-03", "AK-4.2-04", "AK-4.2-05", "AK-5.1-01")
def test_each_magic_has_its_own_limit_and_a_spell_is_cast_once():
    f = two("EL1 PS2", "", "CA-FI,CA-IC,CA-TE,CA-TE,CA-PS,ME", span=MELEE_RANGE)
    me = f.sides[0]
    load(f.t.s, combat_spell=NO)
    cast_in_combat(f, me, tables.FIREBALL)
    assert not me.may_cast(tables.FIREBALL)
    assert not me.may_cast(tables.ICE)  # one of Elemental magic at level 1
    assert me.may_cast(tables.STORM)
    cast_in_combat(f, me, tables.STORM)
    assert not me.may_cast(tables.STORM)
    assert me.may_cast(tables.BLAST)  # two of Psychic magic at level 2
    cast_in_combat(f, me, tables.BLAST)
    assert not me.may_cast(tables.CHARM)


@pytest.mark.clause("AK-4.2-07")
def test_a_failed_spell_does_nothing():
    f = two("EL1", "")
    with dice(f.t.s, [("combat spell", 451)]):
        cast_in_combat(f, f.sides[0], tables.FIREBALL)
    assert f.sides[1].body.hp == 10


@pytest.mark.clause("AK-5.1-05", "AK-5.9-02")
def test_a_wand_never_fails_costs_a_charge_and_goes_to_dust():
    s = new_state()
    n = hero(s)
    wand = put_item(s, "Wand of Fire", n, charges=1)
    f = bout(s, n, hero(s, seat=1), f"US-{wand},ME")
    me = f.sides[0]
    assert choose(f, me) == orders.UseItem(wand)
    with dice(s, [("Fireball", 3)]):
        cast_from_item(f, me, wand)
    assert (f.sides[1].body.hp, wand in s.items) == (10 - 3 - 2, False)
    assert not me.may_cast(tables.FIREBALL)


@pytest.mark.clause("AK-3.19-09", "AK-3.19-10")
def test_what_was_done_in_a_fight_may_be_learned_from():
    s = new_state()
    n = hero(s, "EL1 AR1")
    f = bout(s, n, hero(s, seat=1), "CA-FI,FI,ME")
    f.sides[0].conduct.experiences = {
        ("combat_spell", tables.ELEMENTAL_MAGIC),
        ("fire", tables.ARCHERY),
        ("melee", tables.MELEE),
    }
    load(s, beyond_aptitude=NO, aptitude=NO)
    with dice(s, [("experience: combat_spell", 100), ("experience: fire", 101), ("experience: melee", 100)]):
        learn_from_fight(f.t, f)
    person = s.people[n]
    assert (person.levels[tables.ELEMENTAL_MAGIC], person.levels[tables.ARCHERY], person.levels[tables.MELEE]) == (
        2,
        1,
        1,
    )


# White Magic


@pytest.mark.clause("AK-4.2.1-14", "AK-5.1-02")
def test_holy_symbol_takes_a_tenth_a_level_off_the_chance_to_hit():
    f = two("WH1", "AR2", span=MELEE_RANGE)
    a, b = f.sides
    a.conduct.temper = b.conduct.temper = -1
    do(f, tables.HOLY_SYMBOL, 1)
    assert (hit_chance(f, b, a), arrow_chance(f, b, a)) == (45, 45)
    apply_in_combat(f, a, tables.INVISIBILITY, 1)
    assert hit_chance(f, b, a) == 22.5
    a.guard.cover = 0.5
    apply_in_combat(f, a, tables.INVISIBILITY, 1)
    assert hit_chance(f, b, a) == 0.25 * 50, "two spells of a half each leave a quarter"


@pytest.mark.clause("AK-4.2.1-14")
def test_holy_symbol_burns_the_unholy():
    for name in ("Zombie", "Gargoyle"):
        f = against(name, 20)
        foe = do(f, tables.HOLY_SYMBOL, 2, [("Holy Symbol", 4), ("Holy Symbol", 1)])
        assert [each.data["harm"] for each in told(f.t.s.journal or [], "fight-harm", 0)] == [5]
        assert (foe.body.hp, f.sides[0].guard.cover) == (15, pytest.approx(0.6))
    f = against("Ogre", 20)
    assert do(f, tables.HOLY_SYMBOL, 2, []).body.hp == 20


@pytest.mark.clause("AK-4.2.1-15")
def test_spiritwrack_stops_spells_and_arrows_and_weakens_blows():
    f = two("WH3", "EL1 AR1", "", "CA-FI,FI,ME", span=MELEE_RANGE)
    a, b = f.sides
    do(f, tables.SPIRITWRACK, 3, [])
    assert b.afflictions.wracked == 1.5
    assert choose(f, b) == orders.Strike()
    with dice(f.t.s, [("a blow", YES), ("damage", 5), ("weakness", 500)]):
        swing(f, b)
    assert a.body.hp == 10 - (5 - 2)


@pytest.mark.clause("AK-4.2.1-16")
def test_spiritwrack_finds_no_spirit_in_the_dead_and_in_machines():
    for name in ("Mummy", "Clay Golem"):
        foe = do(against(name, 20), tables.SPIRITWRACK, 2, [])
        assert (foe.afflictions.wracked, foe.afflictions.silenced) == (0, False)
    animal = do(against("Gryphon", 20), tables.SPIRITWRACK, 2, [("an animal's spirit", 501)])
    assert (animal.afflictions.wracked, animal.afflictions.silenced) == (0.5, False)


# Psychic Magic


@pytest.mark.clause("AK-4.2.2-02")
def test_charm_ends_the_combat_unharmed():
    f = two("PS1", "")
    do(f, tables.CHARM, 1)
    assert (f.end, f.loser, f.sides[0].body.hp, f.sides[1].body.hp) == (CHARMED, f.sides[0], 10, 10)


@pytest.mark.clause("AK-4.2.2-03")
def test_the_charm_of_the_undead_is_necromancy():
    s = new_state()
    f = bout(s, hero(s, "NE2", alignment=tables.UNDEAD), hero(s, seat=1), "CA-CH")
    me = f.sides[0]
    assert me.may_cast(tables.CHARM)
    assert combat_cast_chance(f, me, tables.CHARM) == 60
    g = bout(s, hero(s, "PS2", alignment=tables.UNDEAD), hero(s, seat=1), "CA-CH")
    assert not g.sides[0].may_cast(tables.CHARM)


@pytest.mark.clause("AK-4.2.2-08")
def test_psychic_blast_gives_two_to_five_free_rounds():
    for face, rounds in ((1, 2), (4, 5)):
        f = two("PS1", "")
        foe = do(f, tables.BLAST, 1, [("Psychic Blast", face)])
        assert foe.afflictions.held == rounds + 1
        load(f.t.s, a_blow=NO, combat_spell=NO)
        fight_round(f)
        assert foe.afflictions.held == rounds


@pytest.mark.clause("AK-4.2.2-09")
@pytest.mark.parametrize(("span", "own"), [(SPELL_RANGE, [4]), (BOW_RANGE, [4, 4]), (MELEE_RANGE, [4, 4, 1, 1])])
def test_the_storm_does_not_spare_its_caster(span, own):
    f = against("Giant", 25, span=span)
    faces = [("Telekinetic Storm", 4)] * 4 + [("one's own storm", face) for face in own]
    foe = do(f, tables.STORM, 1, faces)
    assert (foe.body.hp, f.sides[0].body.hp) == (9, 10 - sum(own))


@pytest.mark.clause("AK-4.2.2-09", "AK-4.2.4-05")
def test_storm_and_fire_do_nothing_under_water():
    f = against("Giant Shark", 15)
    assert (do(f, tables.STORM, 1, []).body.hp, do(f, tables.FIREBALL, 4, []).body.hp) == (15, 15)


# Elemental Magic


@pytest.mark.clause("AK-4.2.1-14", "AK-4.2.2-09", "AK-4.2.4-05", "AK-4.2.4-09")
@pytest.mark.parametrize(("spell", "level", "foe", "dice_of", "least", "most"), [
    (tables.FIREBALL, 2, "Giant", "Fireball", 3, 10), (tables.STORM, 1, "Giant", "Telekinetic Storm", 4, 16),
    (tables.HOLY_SYMBOL, 2, "Vampire", "Holy Symbol", 2, 8), (tables.ICE, 1, "Gryphon", "crash", 5, 10),
])  # fmt: skip
def test_a_spell_does_so_much_at_least_and_so_much_at_most(
    spell: int, level: int, foe: str, dice_of: str, least: int, most: int
) -> None:
    for face, harm in ((1, least), (1000, most)):
        f = against(foe, 40)
        load(f.t.s, **{dice_of: face})
        assert do(f, spell, level).body.hp == 40 - harm


@pytest.mark.clause("AK-4.2.2-08", "AK-4.2.4-09")
@pytest.mark.parametrize(("spell", "foe", "dice_of", "least", "most"), [
    (tables.BLAST, "Giant", "Psychic Blast", 2, 5), (tables.ICE, "Gryphon", "in the wreck", 1, 3),
])  # fmt: skip
def test_a_stunned_foe_misses_so_many_rounds(spell: int, foe: str, dice_of: str, least: int, most: int) -> None:
    for face, rounds in ((1, least), (1000, most)):
        f = against(foe, 40)
        load(f.t.s, **{dice_of: face})
        assert do(f, spell, 1).afflictions.held == rounds + 1, "besides the round of the spell itself"


@pytest.mark.clause("AK-4.2.4-05")
def test_a_fireball_does_one_to_eight_and_a_point_a_level():
    assert do(against("Giant", 25), tables.FIREBALL, 3, [("Fireball", 8)]).body.hp == 25 - 11


@pytest.mark.clause("AK-4.2.4-06", "AK-4.2.4-07")
def test_ice_that_holds_the_victim_gives_sure_flight_or_three_free_attacks():
    f = against("Ogre", 8, span=MELEE_RANGE)
    f.sides[0].conduct.plan = (orders.Fire(), orders.Strike())
    f.sides[0].arms.arrows = 1
    foe = do(f, tables.ICE, 2, [])
    assert (f.iced, f.span, foe.afflictions.held - 1) == (foe, BOW_RANGE, 3)
    foe.afflictions.held = 1
    f.span = MELEE_RANGE
    assert is_sure(f, foe)
    with dice(f.t.s, []):
        flee(f, f.sides[0])
    assert f.end == FLED


@pytest.mark.clause("AK-4.2.4-06", "AK-4.2.4-08")
@pytest.mark.parametrize(("hp", "level", "rounds"), [(16, 1, 1), (9, 2, 3), (13, 1, 1), (11, 1, 2), (40, 4, 2)])
def test_a_victim_too_large_is_slowed_for_as_many_rounds_as_ice_covers_it(hp, level, rounds):
    f = against("Ogre", hp)
    foe = do(f, tables.ICE, level, [])
    assert (f.iced, foe.afflictions.held - 1) == (None, rounds)


@pytest.mark.clause("AK-4.2.4-09")
def test_ice_lets_flyers_crash_and_passes_through_what_is_half_elsewhere():
    f = against("Roc", 35)
    assert (do(f, tables.ICE, 1, [("crash", 6), ("in the wreck", 2)]).body.hp, f.sides[1].afflictions.held - 1) == (
        25,
        2,
    )
    for name in ("Ghost", "Demon"):
        foe = do(against(name, 8), tables.ICE, 4, [])
        assert (foe.afflictions.held, foe.body.hp) == (0, 8)


# Necromancy


@pytest.mark.clause("AK-4.2.5-10")
def test_kill_enemy_kills():
    assert do(two("NE1", ""), tables.KILL, 1, []).is_dead


@pytest.mark.clause("AK-4.2.5-12", "AK-4.2.5-13")
def test_kill_does_not_touch_the_undead_the_half_material_and_kings():
    for name in ("Zombie", "Demon", "Djinn"):
        assert do(against(name, 20), tables.KILL, 1, []).body.hp == 20
    s = new_state()
    king = bout(s, hero(s, "NE1"), s.kingdoms[1].king)
    assert not do(king, tables.KILL, 1, []).is_dead
    undead = two("NE1", "", alignment=tables.UNDEAD)
    assert not do(undead, tables.KILL, 1, []).is_dead


@pytest.mark.clause("AK-4.2.5-12")
def test_kill_has_half_the_chance_in_a_feature_and_against_leaders():
    s = new_state()
    victim = hero(s, seat=1)
    f = bout(s, hero(s, "NE1"), victim)
    assert combat_cast_chance(f, f.sides[0], tables.KILL) == 45
    put_army(s, "LE", 1, 504, victim)
    g = bout(s, hero(s, "NE1"), victim)
    assert combat_cast_chance(g, g.sides[0], tables.KILL) == 22.5
    h = against("Ogre", 18)
    h.sides[1].conduct.is_sheltered = True
    assert combat_cast_chance(h, h.sides[0], tables.KILL) == 22.5


@pytest.mark.clause("AK-4.2.5-13")
def test_kill_is_no_self_defence():
    f = two("NE1", "")
    me = f.sides[0]
    assert me.may_cast(tables.KILL)
    me.conduct.is_defending = True
    assert not me.may_cast(tables.KILL)


@pytest.mark.clause("AK-4.2.5-11")
def test_who_escapes_a_killing_fights_on_berserk():
    f = two("NE1", "")
    with dice(f.t.s, [("combat spell", NO), ("rage", 3)]):
        cast_in_combat(f, f.sides[0], tables.KILL)
    foe = f.sides[1]
    assert (foe.conduct.temper, foe.body.hp, foe.body.most) == (tables.BERSERK, 13, 13)


@pytest.mark.clause("AK-4.2.5-19", "AK-4.2.5-21")
def test_the_hand_of_death_grips_and_guards_at_necromancy():
    f = two("NE3 ME1", "ME2 EL1 AR1", "", "CA-FI,FI,ME", span=MELEE_RANGE)
    a, b = f.sides
    a.conduct.temper = b.conduct.temper = -1
    do(f, tables.HAND, 3)
    assert hit_chance(f, b, a) == (50 + 10 * (2 - 3)) / 2
    assert choose(f, b) == orders.Strike()
    assert choose(f, a) == orders.Strike()  # which is to squeeze
    with dice(f.t.s, [("a blow", YES), ("damage", 1)]):
        swing(f, b)
    assert (a.afflictions.gripping, b.afflictions.gripped, b.is_silent) == (0, False, False)


@pytest.mark.clause("AK-4.2.5-20")
@pytest.mark.parametrize(("level", "rolls", "harm"), [
    (1, [("squeeze", 500)], 2), (1, [("squeeze", 501)], 1), (2, [], 2), (3, [("squeeze", 500)], 3), (4, [], 3),
])  # fmt: skip
def test_each_squeeze_does_a_point_and_half_a_point_a_level(level, rolls, harm):
    f = two("NE4", "")
    a, b = f.sides
    do(f, tables.HAND, level)
    with dice(f.t.s, rolls):
        squeeze(f, a)
    assert b.body.hp == 10 - harm


@pytest.mark.clause("AK-4.2.5-21")
def test_the_hand_finds_no_heart_in_the_undead_machines_and_the_unholy():
    for name in ("Ghoul", "Iron Colossus", "Gargoyle"):
        f = against(name, 20)
        assert not do(f, tables.HAND, 3).afflictions.gripped
        assert not f.sides[0].afflictions.gripping


@pytest.mark.clause("AK-4.2.5-22")
def test_control_undead_destroys_or_enrages():
    assert do(against("Vampire", 28), tables.CONTROL, 1, []).is_dead
    assert do(against("Ogre", 18), tables.CONTROL, 1, []).body.hp == 18
    for face, hp in ((1, 30), (51, 40)):
        f = against("Vampire", 20)
        with dice(f.t.s, [("combat spell", NO), ("rage of the undead", face)]):
            cast_in_combat(f, f.sides[0], tables.CONTROL)
        assert (f.sides[1].body.hp, f.sides[1].body.most) == (hp, hp)
        assert [each.data["hp"] for each in told(f.t.s.journal or [], "fight-undead-rage", 0)] == [hp - 20]


@pytest.mark.clause("AK-5.1-05")
def test_a_ward_turns_away_a_quarter_of_the_spells_aimed_at_its_bearer():
    s = new_state()
    n = hero(s, seat=1)
    put_item(s, "Spell Ward", n)
    f = bout(s, hero(s, "EL1 IL1"), n)
    s.journal = []
    assert do(f, tables.FIREBALL, 1, [("spell ward", 250)]).body.hp == 10
    assert told(s.journal or [], "fight-warded")
    do(f, tables.INVISIBILITY, 1, [])
    assert f.sides[0].guard.is_unseen


def test_a_monster_has_the_combat_spells_of_its_levels():
    t = a_turn(new_state())
    casters = [number for number, each in enumerate(tables.MONSTERS) if each.magic]
    assert casters
    for number in casters:
        magic = of_monster(t, number).magic
        assert dict(tables.MONSTERS[number].magic) == {
            each: magic.levels[each] for each in tables.MONSTERS[number].magic
        }
        assert {each: magic.spells[each] for each in tables.MONSTERS[number].magic} == {
            each: tables.COMBAT_SPELLS[level] for each, level in tables.MONSTERS[number].magic.items()
        }
