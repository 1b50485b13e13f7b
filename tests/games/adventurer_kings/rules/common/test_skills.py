"""Abilities of characters and the tables of skill: Sages, Druids, spies, explorers (2.0, 4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero
from games.adventurer_kings.positions.realm import (
    FREE,
    NO,
    a_turn,
    at,
    bare_state,
    dice,
    load,
    new_state,
    put_army,
    put_feature,
    put_item,
    put_person,
    sea,
    set_land,
    skills,
    told,
)
from games.adventurer_kings.positions.worlds import PLAIN_KING, crowned
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.characters.practice import acquire, invent, practise_all
from palatine.games.adventurer_kings.rules.characters.spying import error_of, gather
from palatine.games.adventurer_kings.rules.combat.campaigns import roll_unification
from palatine.games.adventurer_kings.rules.combat.strength import druid_shortfall, level_in_battle, skill_factor
from palatine.games.adventurer_kings.rules.common.belongings import place_item, remove_item
from palatine.games.adventurer_kings.rules.common.deaths import die, name_heir
from palatine.games.adventurer_kings.rules.common.experience import rise
from palatine.games.adventurer_kings.rules.common.hiring import enter_service, leave_service
from palatine.games.adventurer_kings.rules.common.movement_points import extra
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.encounters.guardians import plunder
from palatine.games.adventurer_kings.rules.magic.necromancy import make_imbecile
from palatine.games.adventurer_kings.rules.magic.white_magic import lift_curse, raise_dead, raise_living
from palatine.games.adventurer_kings.rules.movement.exploring import share
from palatine.games.adventurer_kings.rules.movement.pursuing import percent_to_find
from palatine.games.adventurer_kings.rules.realm.offices import settle_offices


@pytest.mark.clause("AK-2.0-01")
def test_powers_come_one_by_one_from_level_five():
    s = new_state()
    s.mastery[tables.MELEE] = (3, 1, 4, 0, 2)
    t = a_turn(s)
    for level, known in ((4, set()), (5, {3}), (7, {3, 1, 4}), (9, {0, 1, 2, 3, 4})):
        n = hero(s, f"ME{level}")
        assert {which for which in range(5) if t.masters(n, tables.EXTRA_SWING + which)} == known


@pytest.mark.clause("AK-2.0-02")
def test_above_four_percentages_rise_only_at_some_levels():
    assert tables.PERCENT_LEVEL == (0, 1, 2, 3, 4, 5, 5, 6, 6, 7)


# Martial abilities


@pytest.mark.clause("AK-4.1.1-01", "AK-4.1.3-01")
def test_tactics_raises_land_and_air_and_naval_what_swims():
    s = new_state()
    n = hero(s, "TA1 NA3")
    t = a_turn(s)
    for code, factor in (("LE", 1.2), ("EA", 1.2), ("FL", 1.6), ("WH", 1.6), ("ME", 1.6)):
        army = put_army(s, code, 0, 504, n)
        assert skill_factor(t, s.armies[army], s.armies[army].leader) == pytest.approx(factor)


@pytest.mark.clause("AK-4.1.2-01", "AK-4.1.2-02", "AK-4.1.2-03", "AK-4.1.3-02")
def test_march_and_naval_carry_armies_farther():
    s = new_state()
    t = a_turn(s)
    for level, slow, fast in ((0, 0, 0), (1, 0, 1), (2, 1, 1), (3, 1, 2), (4, 2, 2)):
        n = hero(s, f"MA{level} NA{level}")
        armies = {code: s.armies[put_army(s, code, 0, 504, n)] for code in ("LE", "HC", "EA", "DR", "FL")}
        found = {code: extra(t, army) for code, army in armies.items()}
        assert found == {"LE": slow, "HC": fast, "EA": 0, "DR": 0, "FL": level}


@pytest.mark.clause("AK-4.1.2-04", "AK-4.1.3-03")
@pytest.mark.parametrize(("level", "percents"), [
    (0, (80, 50, 20)), (1, (90, 60, 30)), (2, (100, 70, 40)), (3, (100, 80, 50)), (4, (100, 90, 60)),
])  # fmt: skip
def test_leaders_unite_the_better_the_nearer_they_come_from(level, percents):
    for skill, water in (("MA", False), ("NA", True)):
        for distance, (origin, percent) in enumerate(zip((505, 405, 305), percents, strict=True)):
            s = new_state()
            assert s.atlas.distance(at(s, 505), at(s, origin)) == distance
            if water:
                sea(s, 506)
            one, two = hero(s, f"{skill}{level}"), hero(s)
            t = a_turn(s)
            for n, begin in ((one, 505), (two, origin)):
                put_army(s, "LE", 0, 506, n, origin=at(s, begin))
            if percent >= 100:
                assert roll_unification(t, at(s, 506), one, two)
                continue
            with dice(s, [("contingents unite", percent * 10), ("contingents unite", percent * 10 + 1)]):
                assert [roll_unification(t, at(s, 506), one, two) for _ in range(2)] == [True, False]


# Sages


@pytest.mark.clause("AK-4.3.1-01")
def test_a_sage_discovers_with_five_percent_a_level():
    s = new_state()
    n = hero(s, "SA4")
    with dice(s, [("discovery", 201)]):
        invent(a_turn(s), n)
    with dice(s, [("discovery", 200), ("which discovery", 1)]):
        invent(a_turn(s), n)
    assert s.kingdoms[0].discoveries == (0,)
    assert s.merit[n][titles.CHANCELLOR] == 4


@pytest.mark.clause("AK-4.3.1-01")
def test_practice_of_sage_is_a_chance_to_discover():
    s = new_state()
    n = hero(s, "SA1")
    with dice(s, [("practice", NO), ("discovery", 50), ("which discovery", 7)]):
        practise_all(a_turn(s), {n: tables.SAGE})
    assert s.kingdoms[0].discoveries == (1,)


# Druids


@pytest.mark.clause("AK-4.3.2-01", "AK-4.3.2-02")
@pytest.mark.parametrize(("code", "race", "level"), [
    ("LE", tables.HUMAN, 0), ("BO", tables.ELF, 1), ("AX", tables.DWARF, 1), ("PH", tables.ORC, 1),
    ("ME", tables.MERMEN, 1),
    ("WE", tables.WEREBEASTS, 1), ("WH", tables.WHALES, 2), ("TR", tables.TROLLS, 2), ("EA", tables.EAGLES, 3),
    ("EN", tables.ENTS, 3),
    ("DR", tables.DRAGONS, 4),
])  # fmt: skip
def test_a_leader_short_of_druid_levels_weakens_foreign_armies_by_as_many(code, race, level):
    s = new_state()
    t = a_turn(s)
    for skill in range(5):
        army = s.armies[put_army(s, code, 0, 505, hero(s, f"DR{skill}"), race=race)]
        assert druid_shortfall(t, army, 0) == max(0, level - skill)
        assert level_in_battle(t, army, at(s, 505), False, False) == tables.AVERAGE - max(0, level - skill)


@pytest.mark.clause("AK-4.3.2-02")
def test_whales_under_an_ignorant_leader_are_depleted():
    s = new_state()
    army = put_army(s, "WH", 0, 505, hero(s))
    assert level_in_battle(a_turn(s), s.armies[army], at(s, 505), False, False) == tables.DEPLETED
    s.set_army(army, quality=tables.VETERAN)
    assert level_in_battle(a_turn(s), s.armies[army], at(s, 505), False, False) == tables.GREEN


@pytest.mark.clause("AK-4.3.2-03")
def test_garrisons_of_another_race_are_led_by_the_kings_druid_skill():
    s = new_state()
    army = s.armies[put_army(s, "TR", 0, 505)]
    assert druid_shortfall(a_turn(s), army, 0) == 2
    s.set_person(s.kingdoms[0].king, levels=skills("DR1"))
    assert druid_shortfall(a_turn(s), army, 0) == 1


# Spies and explorers


@pytest.mark.clause("AK-4.3.3-01", "AK-4.3.3-02")
def test_the_spy_table():
    assert tables.SPY_ESCAPE[:5] == (0, 50, 75, 88, 95)
    s = new_state()
    assert [error_of(a_turn(s), hero(s, f"SP{level}")) for level in range(5)] == [70, 55, 40, 28, 15]


@pytest.mark.clause("AK-4.3.3-03", "AK-4.3.3-04")
def test_pursuit_depends_on_skill_distance_and_armies():
    s = new_state()
    t = a_turn(s)
    quarry, mate = hero(s, seat=1), hero(s)
    for place in (quarry, mate):
        s.set_person(place, place=at(s, 508))
    assert s.atlas.distance(at(s, 504), at(s, 508)) == 4
    found = [percent_to_find(t, hero(s, f"SP{level}"), quarry) for level in range(5)]
    assert found == [12.5, 25, 37.5, 50, 62.5]
    assert percent_to_find(t, hero(s), mate) == 100
    put_army(s, "LE", 1, 508, quarry)
    assert percent_to_find(t, hero(s, "SP1"), quarry) == 50


@pytest.mark.clause("AK-4.3.3-05")
def test_a_spy_may_hear_of_what_happens_without_orders():
    for levels, face, heard in (("SP1", 400, True), ("SP1", 401, False), ("SP2", 550, True), ("", 0, False)):
        s = new_state()
        spy, other = hero(s, levels), hero(s, seat=1)
        for n in (spy, other):
            s.set_person(n, place=at(s, 506))
        t = a_turn(s)
        t.record_observable(at(s, 506), other, "seen-spell", who=other, spell=tables.FLOOD)
        s.journal = []
        with dice(s, [("intelligence", face)] if face else []):
            gather(t)
        assert bool(told(s.journal, "seen-spell", 0)) is heard


@pytest.mark.clause("AK-4.3.4-01")
@pytest.mark.parametrize(("terrain", "basic"), [
    (tables.PLAIN, 50), (tables.DESERT, 25), (tables.JUNGLE, 10), (tables.FOREST, 15), (tables.MOUNTAIN, 15),
    (tables.SEA, 25),
])  # fmt: skip
def test_each_level_of_explorer_adds_the_basic_number(terrain, basic):
    s = new_state()
    set_land(s, 504, terrain=terrain)
    t = a_turn(s)
    assert [share(t, hero(s, f"EX{level}"), at(s, 504), False) for level in range(4)] == [
        basic, 2 * basic, 3 * basic, 4 * basic,
    ]  # fmt: skip
    assert share(t, hero(s), at(s, 504), True) == basic // 2


@pytest.mark.clause(
    "AK-13.3-01", "AK-13.3-02", "AK-13.3-03", "AK-13.3-04", "AK-13.3-05", "AK-13.3-06", "AK-13.3-07"
)
@pytest.mark.parametrize(
    ("name", "hp", "melee", "damage", "missile", "missile_damage", "speed"),
    [
        ("Gryphon", 25, 2, 6, 0, 0, "fast"), ("Giant", 25, 1, 7, 1, 7, "medium"),
        ("Gargoyle", 15, 1, 6, 0, 0, "medium"), ("Demon", 30, 3, 8, 0, 0, "fast"),
        ("Troll", 25, 1, 6, 0, 0, "medium"), ("Spectre", 20, 1, 6, 0, 0, "medium"),
        ("Elasmosaurus", 25, 2, 7, 0, 0, "fast"),
    ],
)  # fmt: skip
def test_the_printed_monsters(name, hp, melee, damage, missile, missile_damage, speed):
    kind = tables.MONSTERS[tables.MONSTER_BY_NAME[name]]
    assert (kind.hp, kind.melee, kind.damage, kind.missile, tables.SPEEDS[kind.speed]) == (
        hp,
        melee,
        damage,
        missile,
        speed,
    )
    assert kind.missile_damage == missile_damage or not missile


# 2.0


@pytest.mark.clause("AK-2.0-01")
def test_skill_runs_to_nine_and_from_five_up_each_level_brings_a_power() -> None:
    s = new_state()
    hero = put_person(s, "Odo", 0, 504, "TA9 EX5 DR4")
    t = a_turn(s)
    assert tables.TOP == 9
    put_item(s, "Crown of Dragon Command", hero)
    assert all(effective(s, hero, ability) <= 9 for ability in range(15))
    assert [t.masters(hero, tables.SECOND_CONTEST + which) for which in range(5)] == [True] * 5
    assert [t.masters(hero, tables.QUICK_FINDS + which) for which in range(5)] == [True, False, False, False, False]
    assert not any(t.masters(hero, tables.FOREIGN_LEVIES + which) for which in range(5))


@pytest.mark.clause("AK-2.0-02")
def test_above_four_only_some_levels_raise_percentages() -> None:
    assert list(tables.PERCENT_LEVEL) == [0, 1, 2, 3, 4, 5, 5, 6, 6, 7]


@pytest.mark.clause("AK-2.0-02")
def test_which_power_comes_first_differs_from_game_to_game() -> None:
    lines = set()
    for seed in range(12):
        s = bare_state(8, seed=b"%d" % seed)
        sequence.run_turn(s)
        assert [sorted(order) for order in s.mastery] == [[0, 1, 2, 3, 4]] * 15
        lines.add(s.mastery[tables.TACTICAL])
    assert len(lines) > 4


@pytest.mark.clause("AK-2.0-03")
def test_everybody_has_race_alignment_temper_and_aptitudes() -> None:
    s = crowned(PLAIN_KING)
    for person in s.people.values():
        assert person.race in tables.HUMANOID
        assert person.alignment in range(7)
        assert person.temper in range(4)
        assert len(person.aptitudes) == 15


@pytest.mark.clause("AK-2.0-03")
@pytest.mark.parametrize(("level", "percent"), [(1, 100), (2, 50), (3, 25), (4, 12.5)])
def test_beyond_the_aptitude_growth_is_half_as_likely_each_time(level: int, percent: float) -> None:
    s = new_state()
    hero = put_person(s, "Odo", 0, 504, f"EX{level - 1}", aptitudes=(1,) * 15)
    for roll, rises in ((10 * percent, True), (10 * percent + 1, False)):
        twin = s.copy()
        load(twin, beyond_aptitude=round(roll), aptitude=1000)
        assert rise(a_turn(twin), hero, tables.EXPLORER, "AK-3.13-03") is (rises or percent == 100)
        assert (twin.people[hero].levels[tables.EXPLORER] == level) is (rises or percent == 100)


LEARNT = tuple(d for d, discovery in enumerate(tables.DISCOVERIES) if {"raises", "heroes"} & {*discovery.powers})
"""Discoveries that raise abilities."""


@pytest.mark.clause("AK-4.0-01")
@pytest.mark.parametrize("deed", [
    "rise", "item", "no item", "treasure", "death", "heir", "hire", "fire", "discovery", "wits lost", "wits", "curse",
    "raised", "title",
])  # fmt: skip
def test_whatever_changes_a_skill_changes_it_at_once(deed: str) -> None:
    s = new_state()
    king = s.kingdoms[0].king
    n, free = hero(s, "ME2 NE4 WH1"), put_person(s, "Hawk", FREE, 504, "ME1")
    dead = put_person(s, "Dead", 1, 504, "ME1", died=1)
    sword, cloak = put_item(s, "Baton of Command", king), put_item(s, "Baton of Command")
    lair = put_feature(s, "Dungeon", 504)
    s.set_item(cloak, feature=lair)
    s.set_kingdom(0, discoveries=LEARNT[1:])
    lost = s.people[n].levels
    if deed == "wits":
        s.set_person(n, is_imbecile=True, levels=(0,) * 15, lost_levels=lost)
    if deed == "curse":
        s.set_person(n, cursed=tables.MELEE)
    if deed == "title":
        s.renown[n] = tuple(50 for _ in titles.TITLES)
    t = a_turn(s)
    if deed == "heir":
        die(t, king)
    load(s, beyond_aptitude=1)

    def felt() -> dict[tuple[int, int], int]:
        return {(m, ability): t.skill(m, ability) for m in s.people for ability in range(15)}

    before = felt()
    deeds = {
        "rise": lambda: rise(t, n, tables.MELEE, "AK-3.13-01"),
        "item": lambda: place_item(t, cloak, bearer=n),
        "no item": lambda: remove_item(t, sword),
        "treasure": lambda: plunder(t, n, lair),
        "death": lambda: die(t, king),
        "heir": lambda: name_heir(t, 0, orders.Heir(("TA", "TA", "ME", "DR"))),
        "hire": lambda: enter_service(t, free, 0, 1),
        "fire": lambda: leave_service(t, n),
        "discovery": lambda: acquire(t, 0, LEARNT[0]),
        "wits lost": lambda: make_imbecile(t, n, n, s.people[n]),
        "wits": lambda: raise_living(t, n, n),
        "curse": lambda: lift_curse(t, n),
        "raised": lambda: raise_dead(t, n, dead),
        "title": lambda: settle_offices(t),
    }
    deeds[deed]()
    after = felt()
    assert after == {(m, ability): effective(s, m, ability) for m in s.people for ability in range(15)}
    assert after != before
