"""Illusions in combat: the image, disbelief, and their end (4.2.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import against, bout, do, hero, master, two
from games.adventurer_kings.positions.realm import NO, YES, dice, load, new_state
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.encounters.blows import arrow_chance, hit_chance
from palatine.games.adventurer_kings.rules.encounters.combatant import BOW_RANGE, MELEE_RANGE, SLAIN
from palatine.games.adventurer_kings.rules.encounters.phantasms import disbelief, fight_phantasm, image_turns
from palatine.games.adventurer_kings.rules.encounters.rounds import fight_round

# Illusory Magic


@pytest.mark.clause("AK-4.2.3-08")
def test_the_invisible_are_hit_half_as_often():
    f = two("IL1", "AR2", span=BOW_RANGE)
    a, b = f.sides
    do(f, tables.INVISIBILITY, 1)
    assert (hit_chance(f, b, a), arrow_chance(f, b, a), a.guard.is_unseen) == (30, 25, True)


@pytest.mark.clause("AK-4.2.3-10")
def test_the_image_fights_with_the_victims_own_arms_while_the_caster_rests():
    f = against("Giant", 25)
    foe = do(f, tables.MIRROR, 2)
    foe.conduct.plan, f.span = (), MELEE_RANGE
    phantasm = f.phantasm
    assert phantasm is not None
    assert (phantasm.image.body.hp, phantasm.image.arms.melee, phantasm.image.arms.damage) == (25, 1, 7)
    rolls = [("disbelief", NO), ("image or original first", 1), ("blow of an image", 500), ("damage", 7),
             ("blow of an image", 501)]  # fmt: skip
    with dice(f.t.s, rolls):
        fight_round(f)
    assert (phantasm.mind.body.hp, phantasm.image.body.hp, foe.body.hp, f.sides[0].body.hp) == (18, 25, 25, 10)


@pytest.mark.clause("AK-4.2.3-10")
def test_a_second_image_dissolves_both():
    f = two("IL2", "IL2", "", "CA-MI,ME")
    do(f, tables.MIRROR, 2)
    with dice(f.t.s, [("disbelief", NO), ("combat spell", YES)]):
        assert fight_phantasm(f)
    assert f.phantasm is None


@pytest.mark.clause("AK-4.2.3-11")
@pytest.mark.parametrize(("name", "base"), [
    ("Sphinx", 120), ("Wraith", 100), ("Giant", 80), ("Ogre", 60), ("Gryphon", 40), ("Clay Golem", 20),
])  # fmt: skip
def test_disbelief_depends_on_the_mind_and_on_the_casters_level(name, base):
    f = against(name, 20)
    do(f, tables.MIRROR, 2)
    assert f.phantasm is not None
    assert disbelief(f, f.phantasm, f.sides[1]) == base - 30


@pytest.mark.clause("AK-4.2.3-11")
def test_a_disbelieved_image_is_gone_and_the_round_goes_on():
    f = against("Giant", 25)
    do(f, tables.MIRROR, 1)
    with dice(f.t.s, [("disbelief", 650)]):
        assert not fight_phantasm(f)
    assert f.phantasm is None


@pytest.mark.clause("AK-4.2.3-12")
def test_a_beaten_image_leaves_the_caster_where_he_was():
    f = against("Giant", 25, span=BOW_RANGE)
    foe = do(f, tables.MIRROR, 1)
    assert f.phantasm is not None
    f.phantasm.image.body.hp = 1
    with dice(f.t.s, [("disbelief", NO), ("image or original first", 2), ("blow of an image", 1), ("damage", 1)]):
        assert fight_phantasm(f)
    assert (f.phantasm, f.span, foe.body.hp, f.end) == (None, BOW_RANGE, 25, "")


@pytest.mark.clause("AK-4.2.3-13", "AK-4.2.3-15")
def test_a_victorious_image_that_its_master_disbelieves_gives_him_the_monster():
    f = against("Giant", 25)
    do(f, tables.MIRROR, 2)
    assert f.phantasm is not None
    f.phantasm.mind.body.hp = 1
    rolls = [("disbelief", NO), ("image or original first", 1), ("blow of an image", 1), ("damage", 1),
             ("disbelief of one's own image", 750)]  # fmt: skip
    with dice(f.t.s, rolls):
        fight_round(f)
    assert (f.end, f.loser) == (SLAIN, f.sides[1])


@pytest.mark.clause("AK-4.2.3-14")
def test_a_victorious_image_may_kill_its_master():
    f = against("Giant", 25)
    me, foe = f.sides
    do(f, tables.MIRROR, 2)
    assert f.phantasm is not None
    f.phantasm.mind.body.hp, me.body.hp = 1, 2
    rolls = [("disbelief", NO), ("image or original first", 1), ("blow of an image", 1), ("damage", 1),
             ("disbelief of one's own image", 751), ("image or original first", 2), ("blow of an image", 1),
             ("damage", 7)]  # fmt: skip
    with dice(f.t.s, rolls):
        fight_round(f)
    assert (f.end, f.loser, foe.body.hp) == (SLAIN, me, 25)


@pytest.mark.clause("AK-4.2.3-11", "AK-2.0-01")
@pytest.mark.parametrize(
    ("power", "percent"), [(tables.CONVINCING_MIRROR, 100 - 15 * 6), (tables.DOUBLE_PHANTASM, 100 - 15 * 5)]
)
def test_a_masters_mirror_convinces_better(power: int, percent: int) -> None:
    s = new_state()
    f = bout(s, master(s, power), hero(s, seat=1))
    do(f, tables.MIRROR, 5)
    assert f.phantasm is not None
    assert disbelief(f, f.phantasm, f.sides[1]) == percent


@pytest.mark.clause("AK-4.2.3-10", "AK-4.2.3-11", "AK-4.2.3-12", "AK-4.2.3-13", "AK-4.2.3-14", "AK-4.2.3-15")
@pytest.mark.parametrize(("case", "kinds"), [
    ("disbelieved", ["disbelieved"]), ("dissolve", ["images-dissolve"]), ("lost", ["image-lost"]),
    ("turns", ["image-turns", "image-finished"]),
    ("kills", ["image-turns", "image-kills"]), ("goes on", []),
])  # fmt: skip
def test_what_becomes_of_an_image_and_what_is_told(case: str, kinds: list[str]) -> None:
    f = two("IL2", "IL2", "", "CA-MI,ME" if case == "dissolve" else "ME")
    me, foe = f.sides
    do(f, tables.MIRROR, 2)
    f.readers = [0]
    f.t.s.journal = []
    assert f.phantasm is not None
    f.phantasm.image.body.hp = 1 if case == "lost" else 30
    f.phantasm.mind.body.hp = 1 if case in ("turns", "kills") else 30
    load(f.t.s, disbelief=YES if case == "disbelieved" else NO, combat_spell=YES,
    image_or_original_first=2 if case == "lost" else 1,
         blow_of_an_image=YES, damage=6,
         **{"disbelief_of_one's_own_image": YES if case == "turns" else NO})  # fmt: skip
    assert fight_phantasm(f) is (case != "disbelieved")
    assert (f.phantasm is None) is (case != "goes on")
    assert [each.kind for each in f.t.s.journal or []] == [f"fight-{kind}" for kind in kinds]
    assert (foe.body.hp, foe.body.reborn) == ((0, True) if case == "turns" else (10, False))
    assert me.is_dead is (case == "kills")
    assert foe.conduct.at == (1 if case == "dissolve" else 0)
    if case == "dissolve":
        assert tables.MIRROR in foe.magic.used


@pytest.mark.clause("AK-4.2.3-13")
@pytest.mark.parametrize(("level", "percent"), [(1, 90), (2, 75), (5, 30), (6, 15), (9, 15)])
def test_ones_own_image_is_disbelieved_by_level(level: int, percent: int) -> None:
    f = against("Giant", 25)
    me = f.sides[0]
    do(f, tables.MIRROR, level)
    assert f.phantasm is not None
    asked: list[float] = []
    f.t.chance = lambda chance, _: not asked.append(chance)  # type: ignore[method-assign,func-returns-value]
    image_turns(f, f.phantasm)
    assert asked == [percent]
    assert not me.is_dead
