"""Flight, mercy and loss of courage (2.4, 5.6, 5.10)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import bout, hero, two
from games.adventurer_kings.positions.realm import NO, dice, load, new_state, told
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BEGGED,
    BOW_RANGE,
    FLED,
    MELEE_RANGE,
    SPELL_RANGE,
)
from palatine.games.adventurer_kings.rules.encounters.flight import flee, flight_chance, is_sure, mercy_chance
from palatine.games.adventurer_kings.rules.encounters.tactics import choose, loses_heart


@pytest.mark.clause("AK-5.6-01")
@pytest.mark.parametrize(("foe", "chance"), [("Gryphon", 20), ("Giant", 50), ("Zombie", 80)])
def test_flight_depends_on_the_speed_of_the_foe(foe, chance):
    s = new_state()
    f = bout(s, hero(s), foe)
    assert flight_chance(*f.sides) == chance


@pytest.mark.clause("AK-5.6-01", "AK-2.4-05", "AK-4.2.3-09")
def test_the_cautious_and_the_unseen_flee_better():
    f = two("", "", temper=tables.CAUTIOUS)
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
    f = two("", "", temper=tables.COWARDLY)
    a, b = f.sides
    a.alignment, b.body.hp = tables.GOOD, 3
    assert mercy_chance(b, a) == 50 + 20 + 5 * (3 - 4)
    f.t.s.journal = []
    with dice(f.t.s, [("flight", NO), ("mercy", 650)]):
        flee(f, b)
    assert (f.end, f.loser) == (BEGGED, b)
    assert told(f.t.s.journal or [], "fight-begs", 1)
    g = two("", "", temper=tables.COWARDLY)
    coward = g.sides[1]
    coward.body.hp = 3
    with dice(g.t.s, [("flight", NO), ("mercy", NO), ("flight", NO)]):
        flee(g, coward)
        flee(g, coward)
    assert not g.end
    g.sides[0].alignment = tables.EVIL
    assert mercy_chance(coward, g.sides[0]) == 50  # alike, but Evil: 15 more and 15 less


@pytest.mark.clause("AK-2.4-02", "AK-2.4-04", "AK-2.4-06", "AK-2.4-07")
def test_the_weaker_the_temper_the_sooner_it_flees():
    def heart(temper: int, hp: int, foe: str) -> bool:
        s = new_state()
        f = bout(s, hero(s, temper=temper), foe, span=MELEE_RANGE)
        f.sides[0].body.hp = hp
        load(s, a_coward_is_hurt=NO)
        return loses_heart(f, f.sides[0])

    assert [heart(tables.BERSERK, 1, "Great Wyrm"), heart(tables.BRAVE, 1, "Great Wyrm")] == [False, True]
    assert not heart(tables.BRAVE, 4, "Zombie")
    assert [heart(tables.CAUTIOUS, 4, "Zombie"), heart(tables.CAUTIOUS, 6, "Zombie")] == [True, False]
    assert [heart(tables.COWARDLY, 6, "Zombie"), heart(tables.COWARDLY, 7, "Zombie")] == [True, False]


@pytest.mark.clause("AK-2.4-07", "AK-5.6-02")
def test_a_coward_may_run_from_any_harm():
    s = new_state()
    f = bout(s, hero(s, temper=tables.COWARDLY), "Zombie", "ME")
    f.sides[0].body.hp = 9
    with dice(s, [("a coward is hurt", 500)]):
        assert choose(f, f.sides[0]) == orders.Flee()


@pytest.mark.clause("AK-2.4-11")
def test_a_king_flees_only_when_he_is_hurt():
    s = new_state()
    king = s.kingdoms[0].king
    s.set_person(king, temper=tables.COWARDLY)
    f = bout(s, king, "Great Wyrm", span=MELEE_RANGE)
    assert not loses_heart(f, f.sides[0])
    f.sides[0].body.hp -= 1
    assert loses_heart(f, f.sides[0])


@pytest.mark.clause("AK-5.10-03")
def test_flight_after_blows_in_a_plan_waits_until_half_the_hit_points_are_gone():
    f = two("", "", "ME,FL", span=MELEE_RANGE)
    a, _ = f.sides
    assert [choose(f, a), choose(f, a)] == [orders.Strike(), orders.Strike()]
    a.body.hp = 5
    assert choose(f, a) == orders.Flee()
