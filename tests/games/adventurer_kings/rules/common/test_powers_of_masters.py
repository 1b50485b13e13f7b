"""Powers of masters: the rules have all that the data names (2.0, 4.3.1, 5.9)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import palatine.games.adventurer_kings as package
from games.adventurer_kings.positions.arena import bout, hero, master, plan
from games.adventurer_kings.positions.realm import (
    NO,
    a_turn,
    act,
    at,
    bury,
    dice,
    failed,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    skills,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY
from palatine.games.adventurer_kings.orders.kinds import Fire
from palatine.games.adventurer_kings.rules.characters.practice import invent, practise_all
from palatine.games.adventurer_kings.rules.characters.spying import gather, watch_seas
from palatine.games.adventurer_kings.rules.combat.contests import contest_winner
from palatine.games.adventurer_kings.rules.combat.deployment import is_fanatic
from palatine.games.adventurer_kings.rules.combat.strength import extra_factor, level_in_battle, terrain_strength
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle, Force
from palatine.games.adventurer_kings.rules.common.deaths import die, die_in_fight
from palatine.games.adventurer_kings.rules.common.knowledge import rumour
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.blows import arrow_chance, volley
from palatine.games.adventurer_kings.rules.encounters.combat_spells import apply_in_combat, combat_cast_chance
from palatine.games.adventurer_kings.rules.encounters.combatant import BOW_RANGE
from palatine.games.adventurer_kings.rules.encounters.fighters import of_person
from palatine.games.adventurer_kings.rules.encounters.rounds import priority
from palatine.games.adventurer_kings.rules.magic.necromancy import spread_chance
from palatine.games.adventurer_kings.rules.realm.conquest import take_over
from palatine.games.adventurer_kings.rules.realm.recruiting import price_of_levy
from palatine.games.adventurer_kings.state import State

RULES = "\n".join(path.read_text(encoding="utf-8") for path in Path(package.__path__[0]).rglob("*.py"))


# What is in the data is in the rules


@pytest.mark.clause("AK-2.0-01", "AK-2.0-02")
@pytest.mark.parametrize("power", tables.POWERS)
def test_each_of_the_75_powers_of_masters_is_read_by_the_rules(power):
    constant = power.upper().replace("-", "_")
    assert getattr(tables, constant) == tables.POWERS.index(power)
    assert re.search(rf"(?:masters|has_master)\([^()]*(?:\([^()]*\))?[^()]*tables\.{constant},?\s*\)", RULES)


@pytest.mark.clause("AK-2.0-01", "AK-2.0-02")
def test_there_are_five_powers_for_each_ability_in_the_order_of_the_abilities():
    assert all(row["ability"] in name for row, name in zip(tables.MASTERY, tables.ABILITY_NAME, strict=True))
    assert [len(row["powers"]) for row in tables.MASTERY] == [tables.POWERS_EACH] * 15


def powers_of(kinds: tuple[tables.ItemKind, ...] | tuple[tables.Discovery, ...]) -> list[str]:
    return sorted({power for kind in kinds for power in kind.powers})


@pytest.mark.clause("AK-4.3.1-01", "AK-5.9-02")
@pytest.mark.parametrize("power", [*powers_of(tables.ITEMS), *powers_of(tables.DISCOVERIES)])
def test_each_power_of_items_and_discoveries_is_read_by_the_rules(power):
    assert re.search(rf'(?:gear\(|power\(|powers\.get\(|weapon_power\()[^()]*(?:\([^()]*\))?[^()]*"{power}"', RULES)


# Powers of masters, some of each ability


def battle(s: State, t: Turn, commander: int, side: int) -> Battle:
    forces = [Force(each, 0, [], commander if each == side else 0) for each in (ATTACKER, DEFENDING)]
    return Battle(t, at(s, 505), forces[0], forces[1])


@pytest.mark.clause("AK-2.0-01")
def test_masters_of_tactics_repeat_a_contest_and_cannot_lose_at_three_to_one():
    s = new_state()
    b = battle(s, a_turn(s), master(s, tables.SECOND_CONTEST), DEFENDING)
    with dice(s, [("contest", 500), ("contest again", 501), ("contest", 500)]):
        assert [contest_winner(b, [1.0, 1.0]) for _ in range(2)] == [DEFENDING, ATTACKER]
    b = battle(s, a_turn(s), master(s, tables.CERTAIN_COLUMNS), DEFENDING)
    with dice(s, []):
        assert contest_winner(b, [1.0, 3.0]) == DEFENDING


@pytest.mark.clause("AK-2.0-01")
def test_a_master_of_the_march_conquers_once_without_delay():
    s = new_state()
    n = master(s, tables.FREE_CONQUEST)
    t = a_turn(s)
    first, second = put_army(s, "LE", 0, 505, n), put_army(s, "LE", 0, 506, n)
    take_over(t, at(s, 505), 0, s.kingdoms[0].king)
    take_over(t, at(s, 506), 0, s.kingdoms[0].king)
    assert (t.marching.spent.get(first, 0), t.marching.spent.get(second, 0)) == (0, 1)


@pytest.mark.clause("AK-2.0-01", "AK-4.3.1-01")
@pytest.mark.parametrize("means", ["march", "feather", "machine", "none"])
def test_some_go_two_provinces_in_a_phase(means):
    s = new_state()
    n = master(s, tables.DOUBLE_MARCH) if means == "march" else hero(s)
    if means == "feather":
        put_item(s, "Feather of the Great Eagle", n)
    if means == "machine":
        names = [each.name for each in tables.DISCOVERIES]
        s.set_kingdom(0, discoveries=(names.index("Flying Machine"),))
    load(s, random_encounter=NO)
    t = a_turn(s)
    left = []
    for _ in range(2):
        act(t, n, "MO 508")
        left.append(s.atlas.distance(s.people[n].place, at(s, 508)))
    assert left == {"none": [3, 2], "feather": [2, 0]}.get(means, [2, 1])


@pytest.mark.clause("AK-2.0-01")
def test_masters_of_the_sea_see_fleets_and_fight_on_the_coast():
    s = new_state()
    n = master(s, tables.SIGHT_OF_FLEETS)
    put_army(s, "FL", 1, 506)
    put_army(s, "FL", 1, 507)
    s.journal = []
    watch_seas(a_turn(s))
    assert told(s.journal, "fleets-seen", 0)[0].data["places"] == ["Nowhere (506)"]
    s = new_state()
    n = master(s, tables.COASTAL_FLEETS)
    t = a_turn(s)
    for quality, strength in ((tables.AVERAGE, 3), (tables.GREEN, 1.5)):
        army = put_army(s, "FL", 0, 505, n, quality=quality)
        assert terrain_strength(t, s.armies[army], at(s, 505), False, 0) == strength


@pytest.mark.clause("AK-2.0-01")
def test_master_archers():
    s = new_state()
    first = bout(s, master(s, tables.FIRST_VOLLEY), hero(s, "PS9"), span=BOW_RANGE)
    assert priority(first, first.sides[0], Fire()) > priority(first, first.sides[1], plan("CA-PS")[0])
    s = new_state()
    keen = bout(s, master(s, tables.ARROWS_AT_UNSEEN), hero(s), span=BOW_RANGE)
    apply_in_combat(keen, keen.sides[1], tables.INVISIBILITY, 1)
    assert arrow_chance(keen, *keen.sides) == 80 * 0.75
    s = new_state()
    double = bout(s, master(s, tables.DOUBLE_VOLLEY), hero(s), span=BOW_RANGE)
    double.round = 1
    assert volley(double, double.sides[0]) == 10
    double.round = 2
    assert volley(double, double.sides[0]) == 5


@pytest.mark.clause("AK-2.0-01")
def test_a_master_of_white_magic_clouds_spells_and_raises_two():
    s = new_state()
    f = bout(s, master(s, tables.SYMBOL_AGAINST_SPELLS), hero(s, "EL1"))
    apply_in_combat(f, f.sides[0], tables.HOLY_SYMBOL, 1)
    assert combat_cast_chance(f, f.sides[1], tables.FIREBALL) == 22.5
    s = new_state()
    n = master(s, tables.DOUBLE_RESURRECTION)
    fallen = [hero(s, seat=1), hero(s, "ME1")]
    for each in fallen:
        die(a_turn(s), each)
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    act(a_turn(s), n, f"CA RE {fallen[0]}")
    assert [s.people[each].died for each in fallen] == [0, 0]


@pytest.mark.clause("AK-2.0-01")
def test_a_master_of_the_mind_kindles_zeal_and_heartens_garrisons():
    s = new_state()
    n = master(s, tables.ZEALOUS_ORATORY)
    army = put_army(s, "LE", 0, 504, n)
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    t = a_turn(s)
    act(t, n, "CA OR")
    b = battle(s, t, n, ATTACKER)
    with dice(s, [("fanaticism", 100), ("fanaticism", 101)]):
        assert [is_fanatic(b, army) for _ in range(2)] == [True, False]
    s = new_state()
    n = master(s, tables.MASS_ORATORY)
    garrison = put_army(s, "LE", 0, 504)
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    t = a_turn(s)
    before = level_in_battle(t, s.armies[garrison], at(s, 504), False, False)
    act(t, n, "CA OR")
    assert level_in_battle(t, s.armies[garrison], at(s, 504), False, False) == before + 1


@pytest.mark.clause("AK-2.0-01")
def test_a_master_of_illusions_marches_unheard():
    for power, heard in ((tables.UNSEEN_MARCH, False), (tables.LASTING_ILLUSION, True)):
        s = new_state()
        n = master(s, power, seat=1)
        s.set_person(n, place=at(s, 503))
        t = a_turn(s)
        load(s, random_encounter=NO, intelligence=1)
        act(t, n, "MO 504")
        s.journal = []
        gather(t)
        assert bool(told(s.journal, "seen-move", 0)) is heard


@pytest.mark.clause("AK-2.0-01")
def test_a_master_of_necromancy_spares_friends_and_holds_on():
    s = new_state()
    n = master(s, tables.SPARING_PLAGUE)
    own(s, 0, 505)
    t = a_turn(s)
    assert [spread_chance(t, at(s, 505), who) for who in (n, 0)] == [0, 15]
    assert spread_chance(t, at(s, 506), n) == 25
    s = new_state()
    n = master(s, tables.MORE_SKELETONS)
    for _ in range(7):
        bury(s, "LE", 504)
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    act(a_turn(s), n, "CA SK")
    assert len(s.led_by(n)) == 6


@pytest.mark.clause("AK-2.0-01")
def test_master_sages_choose_teach_double_and_build():
    s = new_state()
    n = master(s, tables.CHOICE_OF_THREE)
    with dice(s, [("discovery", 1), ("which discovery", 100), ("which discovery", 1), ("which discovery", 50)]):
        invent(a_turn(s), n)
    assert s.kingdoms[0].discoveries == (0,)
    s = new_state()
    teacher, pupil = master(s, tables.QUICK_PUPILS), hero(s, aptitudes=(5,) * 15)
    with dice(s, [("practice", NO), ("discovery", NO), ("discovery", NO)]):
        practise_all(a_turn(s), {teacher: tables.SAGE, pupil: tables.SAGE})
    assert s.people[pupil].levels[tables.SAGE] == 2
    s = new_state()
    leader = master(s, tables.GREAT_ENGINES)
    s.set_kingdom(0, discoveries=(0,))
    army = s.armies[put_army(s, "LE", 0, 504, leader)]
    assert extra_factor(a_turn(s), army, at(s, 505), False) == pytest.approx(1.21)
    assert extra_factor(a_turn(s), army, at(s, 505), True) == 1


@pytest.mark.clause("AK-2.0-01")
def test_a_master_druid_levies_strange_types_at_the_plain_price():
    for power, price in ((tables.FOREIGN_LEVIES, 3), (tables.PEACE_WITH_MONSTERS, 6)):
        s = new_state()
        n = master(s, power)
        put_army(s, "CC", 0, 504, n)
        assert price_of_levy(a_turn(s), n, tables.CAMELS, frozenset([tables.CAMELS])) == price


@pytest.mark.clause("AK-2.0-01")
def test_master_spies_copy_maps_read_letters_and_plant_tales():
    s = new_state()
    relate(s, 0, 1, ENEMY)
    n = master(s, tables.MAP_THEFT)
    s.mastery[tables.SPY] = (1, 2, 4, 0, 3)
    s.set_person(n, levels=skills("SP7"), place=at(s, 509))
    put_feature(s, "Dungeon", 814, "Ogre")
    own(s, 1, 814)
    t = a_turn(s)
    t.dealings.treats.add((1, 2))
    entries = act(t, n, "SP")
    assert s.known[0][at(s, 814)].explored == 100
    assert told(entries, "treating", 0)[0].data["realms"] == ["Realm3"]
    assert s.lore[1][1].is_rumour


@pytest.mark.clause("AK-2.0-01")
def test_a_master_spy_reports_another_beside_the_one_he_trails():
    s = new_state()
    n, quarry, friend = master(s, tables.SECOND_QUARRY), hero(s, seat=1), hero(s, "ME3", seat=2)
    t = a_turn(s)
    names = [entry.data["other"] for entry in told(act(t, n, f"TR {quarry}"), "trailed", 0)]
    assert names == [s.people[quarry].name, s.people[friend].name]


@pytest.mark.clause("AK-2.0-01")
def test_a_master_explorer_sees_through_false_rumours():
    s = new_state()
    master(s, tables.TRUE_RUMOURS)
    feature = put_feature(s, "Dungeon", 814, "Ogre")
    with dice(s, [("a true rumour", NO)]):
        rumour(a_turn(s), 0, feature)
    assert s.lore[0] == {}


@pytest.mark.clause("AK-2.0-01")
def test_a_master_thief_brings_home_a_discovery():
    s = new_state()
    n, victim = master(s, tables.STOLEN_DISCOVERY), hero(s, seat=1)
    s.set_kingdom(1, discoveries=(3, 5))
    s.set_kingdom(0, discoveries=(3,))
    rolls = [("experience: steal", NO), ("theft", 1), ("a stolen discovery", 500)]
    entries = act(a_turn(s), n, f"EN {victim} ST", rolls)
    assert s.kingdoms[0].discoveries == (3, 5)
    (entry,) = told(entries, "invention-stolen")
    assert (entry.readers, entry.data["discovery"], entry.data["realm"]) == ((0,), "Stirrup", "Realm2")


@pytest.mark.clause("AK-2.1-07", "AK-2.1-08")
def test_kings_are_better_than_they_are():
    s = new_state()
    king = s.kingdoms[0].king
    t = a_turn(s)
    assert [
        t.skill(king, ability) for ability in (tables.MELEE, tables.ARCHERY, tables.SAGE, tables.WHITE_MAGIC)
    ] == [1, 1, 1, 0]
    s.set_person(king, alignment=tables.DIVINE)
    t.forget_skills()
    assert t.skill(king, tables.WHITE_MAGIC) == 1


@pytest.mark.clause("AK-5.9-02")
def test_two_items_for_one_ability_do_not_add_up_and_a_sword_serves_only_its_own():
    s = new_state()
    n = put_person(s, "A", 0, 504, "TA1", alignment=tables.GOOD)
    put_item(s, "Baton of Command", n)
    put_item(s, "Baton of Command", n)
    put_item(s, "Holy Sword", n)
    t = a_turn(s)
    assert (t.skill(n, tables.TACTICAL), t.skill(n, tables.MELEE)) == (2, 2)
    s.set_person(n, alignment=tables.EVIL)
    t.forget_skills()
    assert t.skill(n, tables.MELEE) == 0
    assert of_person(t, n).arms.melee == 0


@pytest.mark.clause("AK-4.2.2-06")
def test_an_ally_may_be_heartened():
    s = new_state()
    n, friend = hero(s, "PS1"), hero(s, seat=1)
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    assert failed(a_turn(s), n, f"CA OR {friend}")[1] == "fail.no-ally"
    relate(s, 0, 1, ALLIED)
    t = a_turn(s)
    act(t, n, f"CA OR {friend}")
    assert t.spells.hearts == {friend}


@pytest.mark.clause("AK-12.1-08")
@pytest.mark.parametrize(
    ("title", "ability"), [(3, tables.MELEE), (28, tables.MELEE), (5, tables.THIEF), (37, tables.SPY)]
)
def test_some_titles_raise_a_skill_while_they_are_held(title, ability):
    s = new_state()
    n, other = hero(s), hero(s)
    s.title_holders[title] = n
    t = a_turn(s)
    assert (t.skill(n, ability), t.skill(other, ability)) == (1, 0)


@pytest.mark.clause("AK-12.1-08")
def test_titles_of_personal_combat_show_in_it():
    s = new_state()
    n = hero(s, "AR1 EL1")
    for title in (29, 30, 31):
        s.title_holders[title] = n
    f = bout(s, n, hero(s, seat=1))
    me, other = f.sides
    assert (me.arms.arrows, me.body.hp, combat_cast_chance(f, me, tables.FIREBALL)) == (2, 12, 50)
    assert other.body.hp == 10


@pytest.mark.clause("AK-10.3-05")
def test_a_guest_from_valhalla_wins_for_the_king():
    s = new_state()
    guest, loser = hero(s, visitor=1), hero(s, seat=1)
    sword = put_item(s, "Sword of Sharpness", loser)
    die_in_fight(a_turn(s), loser, guest)
    assert s.items[sword].bearer == s.kingdoms[0].king
    cloak = put_item(s, "Grey Cloak", guest)
    assert failed(a_turn(s), guest, f"GI {cloak} to {s.kingdoms[0].king}") == ("AK-10.3-05", "fail.visitor-keeps")
    die(a_turn(s), guest)
    assert cloak not in s.items
