"""Tempers and their effect on fights, flight and refusal (2.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, two
from games.adventurer_kings.positions.realm import a_turn, at, dice, load, new_state, order, put_army, put_person
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.combat.duels import gets_out
from palatine.games.adventurer_kings.rules.common.battlefield import Battle, Force
from palatine.games.adventurer_kings.rules.encounters.blows import hit_chance
from palatine.games.adventurer_kings.rules.encounters.combatant import BEGGED, MELEE_RANGE
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import HIT_POINTS, of_person, refuses
from palatine.games.adventurer_kings.rules.encounters.flight import beg, flight_chance, mercy_chance
from palatine.games.adventurer_kings.rules.encounters.tactics import loses_heart


def duel(mine: int, theirs: int, levels: str = "ME1", other: str = "ME1", **changes: object) -> Fight:
    """Return a fight at sword's length of two characters with these tempers."""
    s = new_state()
    one = put_person(s, "Odo", 0, 504, levels, temper=mine, **changes)
    two = put_person(s, "Uto", 1, 504, other, temper=theirs)
    load(s, rage=4)
    t = a_turn(s)
    s.journal = None  # type: ignore[misc]
    return Fight(t, of_person(t, one), of_person(t, two), MELEE_RANGE)


def to_hit(mine: int, theirs: int) -> float:
    f = duel(mine, theirs)
    return hit_chance(f, *f.sides)


@pytest.mark.clause("AK-2.4-01")
@pytest.mark.parametrize("roll", [1, 4])
def test_rage_gives_one_to_four_hit_points(roll: int) -> None:
    s = new_state()
    hero = put_person(s, "Odo", 0, 504, temper=tables.BERSERK)
    with dice(s, [("rage", roll)]):
        assert of_person(a_turn(s), hero).body.hp == HIT_POINTS + roll == 10 + roll
    s.set_person(hero, temper=tables.BRAVE)
    assert of_person(a_turn(s), hero).body.hp == 10


@pytest.mark.clause("AK-2.4-02")
def test_intimidation() -> None:
    found = [
        to_hit(temper, tables.BERSERK) - to_hit(temper, tables.BRAVE)
        for temper in (tables.BRAVE, tables.CAUTIOUS, tables.COWARDLY)
    ]
    assert found == [-5, -10, -15]
    assert to_hit(tables.BERSERK, tables.BERSERK) == to_hit(tables.BERSERK, tables.BRAVE)


@pytest.mark.clause("AK-2.4-02")
def test_the_berserk_neither_flee_nor_refuse() -> None:
    f = duel(tables.BERSERK, tables.BERSERK, "", "ME9")
    me = f.sides[0]
    me.body.hp = 1
    assert not loses_heart(f, me)
    with dice(f.t.s, []):
        assert not refuses(f.t, me.number, 10**6)


@pytest.mark.clause("AK-2.4-03")
def test_elan() -> None:
    assert to_hit(tables.BRAVE, tables.BRAVE) - to_hit(tables.COWARDLY, tables.BRAVE) == 10
    assert to_hit(tables.COWARDLY, tables.BRAVE) == 50


@pytest.mark.clause("AK-2.4-04")
def test_the_brave_flee_only_from_bad_odds_and_likely_death() -> None:
    hopeless = duel(tables.BRAVE, tables.BRAVE, "", "ME6")
    me = hopeless.sides[0]
    assert not loses_heart(hopeless, me), "unhurt he fights on"
    me.body.hp = 1
    assert loses_heart(hopeless, me)
    even = duel(tables.BRAVE, tables.BRAVE)
    even.sides[0].body.hp = even.sides[1].body.hp = 1
    assert not loses_heart(even, even.sides[0]), "the odds are even"
    with dice(even.t.s, []):
        assert not refuses(even.t, even.sides[0].number, 10**6)


@pytest.mark.clause("AK-2.4-05")
def test_parrying_and_fleeing() -> None:
    assert to_hit(tables.BRAVE, tables.CAUTIOUS) - to_hit(tables.BRAVE, tables.BRAVE) == -10
    cautious, brave = duel(tables.CAUTIOUS, tables.BRAVE), duel(tables.BRAVE, tables.BRAVE)
    assert flight_chance(*cautious.sides) - flight_chance(*brave.sides) == 10


@pytest.mark.clause("AK-2.4-06")
def test_the_cautious_flee_when_death_is_a_real_risk() -> None:
    f = duel(tables.CAUTIOUS, tables.BRAVE)
    me = f.sides[0]
    assert not loses_heart(f, me)
    me.body.hp = 3
    assert loses_heart(f, me), "two blows in three of those that land would slay him"


@pytest.mark.parametrize(
    ("temper", "least", "most"),
    [
        pytest.param(tables.CAUTIOUS, 1, 50, marks=pytest.mark.clause("AK-2.4-06")),
        pytest.param(tables.COWARDLY, 50, 100, marks=pytest.mark.clause("AK-2.4-07")),
    ],
)
def test_refusal_by_temper(temper: int, least: int, most: int) -> None:
    s = new_state()
    hero = put_person(s, "Odo", 0, 504, temper=temper)
    t = a_turn(s)
    for power, percent in ((0, least), (10**6, most)):
        load(s, refusal=10 * percent)
        assert refuses(t, hero, power)
        load(s, refusal=10 * percent + 1)
        assert refuses(t, hero, power) is (percent == 100)


@pytest.mark.clause("AK-2.4-07")
def test_cowards_flee_when_death_is_possible_or_once_hurt() -> None:
    f = duel(tables.COWARDLY, tables.BRAVE)
    me = f.sides[0]
    with dice(f.t.s, []):
        assert not loses_heart(f, me), "unhurt, and six is the most a blow does"
    me.body.hp = 9
    with dice(f.t.s, [("a coward is hurt", 1)]):
        assert loses_heart(f, me)
    with dice(f.t.s, [("a coward is hurt", 1000)]):
        assert not loses_heart(f, me)
    me.body.hp = 6
    with dice(f.t.s, []):
        assert loses_heart(f, me)


@pytest.mark.clause("AK-2.4-08")
def test_a_coward_begs_for_mercy() -> None:
    f = duel(tables.COWARDLY, tables.BRAVE)
    me, foe = f.sides
    me.body.hp = 2
    foe.alignment = tables.PAGAN
    me.alignment = tables.GOOD
    assert mercy_chance(me, foe) == 50
    foe.alignment = tables.GOOD
    assert mercy_chance(me, foe) > mercy_chance(foe, me) - 1 >= 50
    me.alignment = tables.EVIL
    assert mercy_chance(me, foe) < 85, "the nearer the alignments the better"
    load(f.t.s, mercy=1)
    beg(f, me)
    assert (f.end, f.loser) == (BEGGED, me)


@pytest.mark.clause("AK-2.4-08")
def test_others_do_not_beg_and_a_coward_begs_but_once() -> None:
    f = duel(tables.CAUTIOUS, tables.BRAVE)
    f.sides[0].body.hp = 1
    with dice(f.t.s, []):
        beg(f, f.sides[0])
    f = duel(tables.COWARDLY, tables.BRAVE)
    f.sides[0].body.hp = 1
    with dice(f.t.s, [("mercy", 1000)]):
        beg(f, f.sides[0])
        beg(f, f.sides[0])
    assert not f.end


def challenged(levels: str, plan: str = "ME", **changes: object) -> Battle:
    """Return a battle in which another general challenges a coward who leads an army."""
    s = new_state()
    one = put_person(s, "Odo", 0, 404, levels, temper=tables.COWARDLY, **changes)
    two = put_person(s, "Uto", 1, 404, "ME1")
    order(s, one, "special", plan)
    order(s, two, "special", "ME")
    armies = [put_army(s, "LE", seat, 404, leader=n) for seat, n in ((0, one), (1, two))]
    forces = [Force(side, side, [armies[side]], (one, two)[side]) for side in (0, 1)]
    return Battle(a_turn(s), at(s, 404), *forces)


@pytest.mark.clause("AK-2.4-09")
@pytest.mark.parametrize("roll", [1, 667, 668, 1000])
def test_a_cowards_excuse_works_two_times_in_three(roll: int) -> None:
    b = challenged("ME1")
    mine = b.forces[0]
    load(b.t.s, refusal=1, **{"a_coward's_excuse": roll})
    assert gets_out(b, *b.forces)
    assert bool(mine.demoralised) is (roll > 667), "the excuse spares his men; without it they lose heart"


@pytest.mark.clause("AK-2.4-10")
def test_a_bluff_needs_a_refusal_and_a_plan_that_does_not_begin_with_flight() -> None:
    willing = challenged("ME1")
    load(willing.t.s, refusal=1000)
    assert not gets_out(willing, *willing.forces), "he has not refused, and fights"
    fleeing = challenged("ME1", "FL")
    with dice(fleeing.t.s, []):
        assert gets_out(fleeing, *fleeing.forces)
    assert fleeing.forces[0].demoralised, "who begins with flight makes no excuses"
    king = challenged("ME1", is_king=True)
    with dice(king.t.s, []):
        assert not gets_out(king, *king.forces)


@pytest.mark.clause("AK-2.4-11")
@pytest.mark.parametrize("temper", [tables.CAUTIOUS, tables.COWARDLY])
def test_kings_never_refuse_but_flee_once_hurt(temper: int) -> None:
    f = duel(temper, tables.BRAVE, "", "ME9", is_king=True)
    me = f.sides[0]
    with dice(f.t.s, []):
        assert not refuses(f.t, me.number, 10**6)
        assert not loses_heart(f, me)
    me.body.hp = 1
    assert loses_heart(f, me)


@pytest.mark.clause("AK-2.4-01")
def test_rage_gives_one_to_four_hit_points_more():
    s = new_state()
    n = hero(s, temper=tables.BERSERK)
    with dice(s, [("rage", 4)]):
        assert of_person(a_turn(s), n).body.hp == 14


@pytest.mark.clause("AK-2.4-02", "AK-2.4-03", "AK-2.4-05")
@pytest.mark.parametrize(
    ("mine", "foe", "chance"),
    [
        (tables.BRAVE, tables.BRAVE, 60), (tables.BRAVE, tables.BERSERK, 55), (tables.CAUTIOUS, tables.BERSERK, 40),
        (tables.COWARDLY, tables.BERSERK, 35),
        (tables.COWARDLY, tables.CAUTIOUS, 40), (tables.COWARDLY, tables.COWARDLY, 50),
        (tables.BERSERK, tables.BRAVE, 50),
    ],
)  # fmt: skip
def test_tempers_move_the_chance_to_hit(mine, foe, chance):
    f = two("", "")
    a, b = f.sides
    a.conduct.temper, b.conduct.temper = mine, foe
    assert hit_chance(f, a, b) == chance
