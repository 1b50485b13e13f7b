"""What the captain has his magicians cast."""

from __future__ import annotations

from games.adventurer_kings.positions.captains import (
    KING,
    done,
    led,
    lines,
    moves,
    natives,
    quiet,
    war_next_door,
    year,
)
from games.adventurer_kings.positions.realm import know, own, put_person, relate, set_land
from palatine.games.adventurer_kings.components.pieces import PEACE
from palatine.games.adventurer_kings.orders import kinds as o

# Magic


def test_it_blesses_its_richest_land() -> None:
    s = quiet()
    set_land(s, 505, tax=12)
    own(s, 0, 505)
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert done(s, hero, o.CastSpell) == [o.CastSpell("WH-BL", 505)]


def test_a_speaker_heartens_the_troops_of_whom_he_stands_beside_if_they_march() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "PS2")
    led(s, 4)
    assert done(s, hero, o.CastSpell) == []
    natives(s, 505)
    assert year(s, hero)[0] == o.CastSpell("PS-OR", KING)
    assert year(s, KING)[0] == o.Move(505)


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
    assert o.CastSpell("NE-SK") in year(s, hero)
    s.set_kingdom(0, gold=0)
    assert o.CastSpell("NE-SK") not in year(s, hero)


def test_an_elementalist_shakes_an_enemys_land_and_no_other() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504, "EL1")
    war_next_door(s, 505)
    assert o.CastSpell("EL-EA", 505) in year(s, hero)
    relate(s, 0, 1, PEACE)
    assert done(s, hero, o.CastSpell) == []


def test_a_white_magician_calls_back_a_dead_comrade_where_he_fell() -> None:
    s = quiet()
    dead = put_person(s, "Dead", 0, 504, died=1)
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert year(s, hero)[0] == o.CastSpell("WH-RE", dead)


def test_the_old_king_is_called_back_before_his_heir_is_endowed() -> None:
    s = quiet()
    old = put_person(s, "Old", 0, 504, "TA5 MA5", is_king=True, died=1)
    s.set_kingdom(0, old=old, awaits_levels=True)
    assert any(isinstance(each, o.Heir) for each in lines(s))
    hero = put_person(s, "Hero", 0, 504, "WH1")
    assert not any(isinstance(each, o.Heir) for each in lines(s))
    assert o.CastSpell("WH-RE", KING) in year(s, hero)
