"""Spells that the captain orders."""

from __future__ import annotations

from games.adventurer_kings.positions.captains import (
    KING,
    done,
    endow,
    led,
    lines,
    moves,
    natives,
    quiet,
    war_next_door,
    year,
)
from games.adventurer_kings.positions.realm import know, own, put_person, relate, set_land
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import FREE, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.state import State

# Magic


def test_it_blesses_its_richest_land() -> None:
    s = quiet()
    set_land(s, 505, tax=12)
    own(s, 0, 505)
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert done(s, hero, orders.CastSpell) == [orders.CastSpell("WH-BL", 505)]


def test_a_speaker_heartens_the_troops_of_whom_he_stands_beside_if_they_march() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "PS2")
    led(s, 4)
    assert done(s, hero, orders.CastSpell) == []
    natives(s, 505)
    assert year(s, hero)[0] == orders.CastSpell("PS-OR", KING)
    assert year(s, KING)[0] == orders.Move(505)


def test_with_a_speaker_at_his_side_a_general_dares_more() -> None:
    s = quiet()
    natives(s, 505, count=2)
    led(s, 3)
    assert moves(s, KING) == []
    put_person(s, "Hero", 0, 504, "PS4")
    assert moves(s, KING) == [505]


def test_a_necromancer_raises_those_who_fell_in_a_new_land() -> None:
    s = quiet()
    s.set_kingdom(0, gold=30)
    own(s, 0, 505)
    know(s, 0, 505, 25)
    hero = put_person(s, "Hero", 0, 505, "NE1")
    assert orders.CastSpell("NE-SK") in year(s, hero)
    s.set_kingdom(0, gold=0)
    assert orders.CastSpell("NE-SK") not in year(s, hero)


def test_an_elementalist_shakes_an_enemys_land_and_no_other() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "EL1")
    war_next_door(s, 505)
    assert orders.CastSpell("EL-EA", 505) in year(s, hero)
    relate(s, 0, 1, PEACE)
    assert done(s, hero, orders.CastSpell) == []


def test_a_white_magician_calls_back_a_dead_comrade_where_he_fell() -> None:
    s = quiet()
    dead = put_person(s, "Dead", 0, 504, died=1)
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert year(s, hero)[0] == orders.CastSpell("WH-RE", dead)


def test_the_old_king_is_called_back_before_his_heir_is_endowed() -> None:
    s = quiet()
    old = put_person(s, "Old", 0, 504, "TA5 MA5", is_king=True, died=1)
    s.set_kingdom(0, old=old, awaits_levels=True)
    assert any(isinstance(each, orders.Heir) for each in lines(s))
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert not any(isinstance(each, orders.Heir) for each in lines(s))
    assert orders.CastSpell("WH-RE", KING) in year(s, hero)


# Ruin


def camp(s: State, number: int, tax: int = 0) -> None:
    """Add an enemy King's poor province next door, with an enemy general seen there."""
    war_next_door(s, number)
    set_land(s, number, tax=tax)
    know(s, 0, number, 1, owner=1, wealth=tables.wealth_class(tax))
    s.spot(0, put_person(s, "Foe", 1, number))


def test_a_strong_elementalist_scatters_an_enemys_camp_and_no_empty_land() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "EL2")
    set_land(s, 505, terrain=tables.MOUNTAIN)
    camp(s, 505)
    assert orders.CastSpell("EL-TO", 505) in year(s, hero)
    s.seen[0] = {}
    assert orders.CastSpell("EL-TO", 505) not in year(s, hero)


def test_a_necromancer_brings_a_plague_over_a_camp_when_the_year_is_too_late_for_it_to_spread() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "NE3")
    camp(s, 505)
    assert year(s, hero)[-1] == orders.CastSpell("NE-PL", 505)
    assert done(s, hero, orders.CastSpell) == [orders.CastSpell("NE-PL", 505)]
    set_land(s, 505, race=tables.EAGLES, types=(tables.EAGLE,))
    know(s, 0, 505, 1, owner=1)
    assert done(s, hero, orders.CastSpell) == []


def test_a_flood_keeps_an_enemys_general_from_a_rich_land_before_he_marches() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "EL2")
    camp(s, 505)
    assert year(s, hero)[0] == orders.CastSpell("EL-FL", 505)
    set_land(s, 505, terrain=tables.MOUNTAIN)
    know(s, 0, 505, 1, owner=1)
    assert orders.CastSpell("EL-FL", 505) not in year(s, hero)


def test_nothing_of_the_kind_falls_on_troops_of_its_own() -> None:
    s = quiet()
    elementalist, necromancer = put_person(s, "Storm", 0, 504, "EL4"), put_person(s, "Death", 0, 504, "NE4")
    camp(s, 505)
    led(s, 12)
    assert moves(s, KING) == [505]
    assert orders.CastSpell("EL-TO", 505) not in year(s, elementalist)
    assert orders.CastSpell("EL-FL", 505) not in year(s, elementalist)
    assert orders.CastSpell("NE-PL", 505) not in year(s, necromancer)


def test_it_goes_to_where_its_spells_reach_an_enemy() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "EL3")
    war_next_door(s, 506)
    assert moves(s, hero)[0] == 505
    assert orders.CastSpell("EL-EA", 506) in year(s, hero)


def test_an_enemy_who_is_one_no_more_is_left_in_peace() -> None:
    s = quiet()
    heroes = [put_person(s, "Storm", 0, 504, "EL4"), put_person(s, "Death", 0, 504, "NE4")]
    camp(s, 505, tax=9)
    relate(s, 0, 1, PEACE)
    assert [done(s, hero, orders.CastSpell) for hero in heroes] == [[], []]


# Friends


def test_a_hero_without_a_lord_is_charmed_where_gold_will_not_do() -> None:
    s = quiet()
    set_land(s, 504, types=())
    hero = put_person(s, "Hero", 0, 504, "PS1")
    free = put_person(s, "Free", FREE, 504)
    s.spot(0, free)
    assert done(s, hero, orders.CastSpell) == []
    s.set_kingdom(0, gold=4)
    assert done(s, hero, orders.Hire) == [orders.Hire(free, 4)]
    endow(s, hero, "PS4")
    assert orders.CastSpell("PS-CH", free) in year(s, hero)


def test_whoever_rules_a_province_or_serves_another_is_not_charmed() -> None:
    s = quiet()
    s.set_kingdom(0, gold=9)
    hero = put_person(s, "Hero", 0, 504, "PS4")
    s.spot(0, put_person(s, "Theirs", 1, 504))
    assert done(s, hero, orders.CastSpell) == []
