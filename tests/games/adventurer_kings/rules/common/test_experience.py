"""Levels, prices, names, skills and points in figures (2.0 to 6.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, master
from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    NATIVE,
    NO,
    YES,
    a_turn,
    at,
    dice,
    know,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common import naming
from palatine.games.adventurer_kings.rules.common.belongings import hand_on, place_item, set_charges, spend_charge
from palatine.games.adventurer_kings.rules.common.deaths import (
    bequeath,
    die,
    hand_over_armies,
    lose_merit,
    next_of_name,
)
from palatine.games.adventurer_kings.rules.common.experience import (
    TAUGHT_BY,
    forget_old_king,
    learn_by_doing,
    rise,
)
from palatine.games.adventurer_kings.rules.common.hiring import enter_service, grudge, leave_service, price
from palatine.games.adventurer_kings.rules.common.movement_points import base_speed, extra, points_left, spend
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.common.turn import Failed, need


def discovery(name: str) -> int:
    return [each.name for each in tables.DISCOVERIES].index(name)


# Learning (3.13, 3.19)


@pytest.mark.clause(
    "AK-3.19-01", "AK-3.19-02", "AK-3.19-03", "AK-3.19-04", "AK-3.19-05", "AK-3.19-06", "AK-3.19-07",
    "AK-3.19-08", "AK-3.19-09", "AK-3.19-10", "AK-3.19-11",
)  # fmt: skip
@pytest.mark.parametrize(("deed", "percent"), [
    ("march", 10), ("sail", 10), ("explore", 10), ("recruit", 5), ("army", 5), ("fleet", 5), ("action_spell", 10),
    ("spy", 10), ("commander", 15),
    ("leader", 10), ("talk", 10), ("fire", 10), ("melee", 10), ("combat_spell", 10), ("steal", 15),
])  # fmt: skip
def test_the_experience_table(deed: str, percent: int) -> None:
    for face, level in ((percent * 10, 1), (percent * 10 + 1, 0)):
        s = new_state()
        n = hero(s)
        load(s)
        s.dice.faces = {f"experience: {deed}": face, "beyond aptitude": 1}  # type: ignore[attr-defined]
        s.journal = []  # type: ignore[misc]
        learn_by_doing(a_turn(s), n, tables.DRUID, deed)
        assert s.people[n].levels[tables.DRUID] == level
        assert [each.clauses for each in told(s.journal or [], "level", 0)] == [(TAUGHT_BY[deed],)] * level


@pytest.mark.clause("AK-2.0-01", "AK-3.13-04", "AK-3.13-06", "AK-2.1-08")
@pytest.mark.parametrize(("case", "rises"), [
    ("plain", True), ("top", False), ("imbecile", False), ("barred king", False), ("barred hero", True),
    ("other king", True),
])  # fmt: skip
def test_who_can_rise(case: str, rises: bool) -> None:
    s = new_state()
    n = hero(
        s,
        "NE9" if case == "top" else "NE1",
        alignment=tables.DIVINE if "barred" in case else tables.GOOD,
        is_king="king" in case,
        aptitudes=(9,) * 15,
    )
    if case == "imbecile":
        s.set_person(n, is_imbecile=True)
    t = a_turn(s)
    before = t.skill(n, tables.NECROMANCY)
    s.journal = []  # type: ignore[misc]
    with dice(s, []):
        assert rise(t, n, tables.NECROMANCY, "AK-3.13-01") is rises
    assert t.skill(n, tables.NECROMANCY) == min(9, before + rises)
    if rises:
        assert told(s.journal or [], "level", 0)[0].data["level"] == s.people[n].levels[tables.NECROMANCY]


@pytest.mark.clause("AK-3.13-06")
def test_a_rise_in_aptitude_is_told() -> None:
    s = new_state()
    n = hero(s, "TA4", aptitudes=(3,) * 15)
    load(s, beyond_aptitude=NO, aptitude=YES)
    s.journal = []  # type: ignore[misc]
    assert rise(a_turn(s), n, tables.TACTICAL, "AK-3.13-01") is False
    assert s.people[n].aptitudes == (4, *(3,) * 14)
    (entry,) = told(s.journal or [], "aptitude")
    assert (entry.readers, entry.data["ability"]) == ((0,), "Tactical")


@pytest.mark.clause("AK-4.2.1-06")
@pytest.mark.parametrize(
    ("case", "old", "gone"),
    [("heir", 0, False), ("awaits", 7, True), ("hero", 7, False), ("free", 7, False), ("no old", 0, False)],
)
def test_when_the_old_king_is_gone_for_good(case: str, old: int, gone: bool) -> None:
    s = new_state()
    s.set_kingdom(0, old=0 if case == "no old" else 7, awaits_levels=case == "awaits")
    n = {"hero": hero(s), "free": hero(s, seat=FREE)}.get(case, s.kingdoms[0].king)
    forget_old_king(a_turn(s), n)
    assert (s.kingdoms[0].old, s.kingdoms[0].is_gone) == (old, gone)


# Service (3.5, 7.7)


@pytest.mark.clause("AK-3.5-03", "AK-3.5-04", "AK-3.5-05", "AK-2.3-04", "AK-2.3-05", "AK-12.1-08")
@pytest.mark.parametrize(("king", "changes", "asked"), [
    (tables.GOOD, {}, 1), (tables.GOOD, {"alignment": tables.DRUIDIC}, 2),
    (tables.GOOD, {"alignment": tables.NEUTRAL}, 3),
    (tables.GOOD, {"alignment": tables.PAGAN}, 5),
    (tables.GOOD, {"alignment": tables.EVIL}, 99), (tables.NEUTRAL, {"alignment": tables.UNDEAD}, 3),
    (tables.NEUTRAL, {"alignment": tables.DIVINE}, 3), (tables.DIVINE, {}, 1),
    (tables.DIVINE, {"alignment": tables.DRUIDIC}, 2), (tables.DIVINE, {"alignment": tables.NEUTRAL}, 99),
    (tables.UNDEAD, {"alignment": tables.PAGAN}, 3),
    (tables.UNDEAD, {"alignment": tables.NEUTRAL}, 99), (tables.GOOD, {"race": tables.ELF}, 2),
    (tables.GOOD, {"temper": tables.CAUTIOUS}, 2),
    (tables.GOOD, {"temper": tables.COWARDLY}, 2),
    (tables.GOOD, {"whim": 0}, 1), (tables.GOOD, {"whim": 3}, 2), (tables.GOOD, {"whim": 5}, 2),
    (tables.GOOD, {"whim": 6}, 1),
    (tables.GOOD, {"whim": 9}, 2), (tables.GOOD, {"whim": 16}, 2), (tables.GOOD, {"grudges": (0,)}, 2),
    (tables.GOOD, {"grudges": (1,)}, 1), (tables.GOOD, {"grudges": (0,), "race": tables.ELF}, 2),
    (tables.GOOD, {"grudges": (0,),
    "race": tables.ELF, "temper": tables.CAUTIOUS}, 4),
    (tables.GOOD, {"grudges": (0,), "alignment": tables.NEUTRAL}, 5),
])  # fmt: skip
def test_what_a_hero_asks(king: int, changes: dict[str, object], asked: int) -> None:
    s = new_state()
    s.set_kingdom(0, alignment=king)
    n = put_person(s, "Hawk", FREE, 504, **{"alignment": tables.GOOD, "whim": 1, **changes})
    assert price(a_turn(s), 0, n) == asked
    if 1 < asked < 99:
        s.title_holders[titles.BEACON] = hero(s)
        assert price(a_turn(s), 0, n) == asked - 1
        s.title_holders[titles.BEACON] = hero(s, seat=1)
        assert price(a_turn(s), 0, n) == asked


@pytest.mark.clause("AK-7.7-03")
@pytest.mark.parametrize(("steps", "race", "temper", "more"), [
    (1, tables.HUMAN, tables.COWARDLY, 0.5), (1, tables.ELF, tables.BRAVE, 0.5), (1, tables.ELF, tables.COWARDLY, 2.0),
    (2, tables.HUMAN, tables.BRAVE, 2.0),
    (0, tables.HUMAN, tables.BRAVE, 0.5),
])  # fmt: skip
def test_what_a_grudge_costs(steps: int, race: int, temper: int, more: float) -> None:
    s = new_state()
    n = put_person(s, "Hawk", FREE, 504, race=race, temper=temper, grudges=(0,))
    assert grudge(a_turn(s), 0, n, steps) == more
    assert grudge(a_turn(s), 1, n, steps) == 0.0


@pytest.mark.clause("AK-3.5-06", "AK-3.7-01")
def test_into_service_and_out_of_it() -> None:
    s = new_state()
    n = put_person(s, "Hawk", FREE, 504, "EX1")
    s.set_kingdom(0, discoveries=(discovery("Compass"),))
    t = a_turn(s, phase=3)
    assert t.skill(n, tables.EXPLORER) == 1
    enter_service(t, n, 0, 3)
    assert (s.people[n].seat, s.people[n].pay, t.dealings.hired_in[n], t.skill(n, tables.EXPLORER)) == (0, 3, 3, 2)
    army = put_army(s, "LE", 0, 504, n)
    t.pursuits.posts[n] = 0
    leave_service(t, n)
    assert (s.people[n].seat, s.people[n].pay, t.skill(n, tables.EXPLORER), s.armies[army].leader) == (
        FREE,
        0,
        1,
        0,
    )
    assert n not in t.pursuits.posts


# Skills (2.1, 4.3.1, 5.9)


@pytest.mark.clause("AK-2.1-07", "AK-4.3.1-01", "AK-5.9-02", "AK-12.1-08")
@pytest.mark.parametrize(("case", "ability", "level"), [
    ("plain", tables.MELEE, 2), ("king", tables.MELEE, 3), ("king", tables.ARCHERY, 3), ("king", tables.SAGE, 3),
    ("king", tables.TACTICAL, 2),
    ("divine king", tables.WHITE_MAGIC, 3), ("divine hero", tables.WHITE_MAGIC, 2),
    ("undead king", tables.NECROMANCY, 3), ("king", tables.NECROMANCY, 2), ("Tactical Treatise", tables.TACTICAL, 3),
    ("Fencing School", tables.MELEE, 3),
    ("Fencing School king", tables.MELEE, 3),
    ("Composite Bow", tables.ARCHERY, 3), ("Astrolabe", tables.NAVAL, 3), ("Lockpicks", tables.THIEF, 3),
    ("Disguise Kit", tables.SPY, 3),
    ("slayer", tables.MELEE, 3), ("spymaster", tables.SPY, 3),
    ("malice", tables.THIEF, 3), ("both", tables.MELEE, 4), ("gauntlets", tables.MELEE, 3), ("top", tables.MELEE, 9),
])  # fmt: skip
def test_what_raises_a_skill(case: str, ability: int, level: int) -> None:
    s = new_state()
    n = hero(s, is_king="king" in case,
             alignment={"divine": tables.DIVINE, "undead": tables.UNDEAD}.get(case.split()[0], tables.EVIL),
             levels=" ".join(f"{code}{9 if case == 'top' else 2}" for code in tables.ABILITIES))  # fmt: skip
    name = case.removesuffix(" king")
    if name in [each.name for each in tables.DISCOVERIES]:
        s.set_kingdom(0, discoveries=(discovery(name),))
    for title in {"slayer": (titles.SLAYER,), "spymaster": (titles.SPYMASTER,), "malice": (titles.LORD_OF_MALICE,),
    "top": (titles.SLAYER,),
                  "both": (titles.SLAYER, titles.ARBITER)}.get(case, ()):  # fmt: skip
        s.title_holders[title] = n
    if case in ("gauntlets", "top"):
        put_item(s, "Champion's Gauntlets", n)
        put_item(s, "Champion's Gauntlets", n)
    assert a_turn(s).skill(n, ability) == effective(s, n, ability) == level
    assert a_turn(s).skill(hero(s, seat=1), ability) == 0


@pytest.mark.clause("AK-4.3.1-01")
def test_some_discoveries_help_only_who_has_learnt_and_total_levels_follow_all_changes() -> None:
    s = new_state()
    n = hero(s, "TA1 ME2")
    s.set_kingdom(0, discoveries=(discovery("Composite Bow"),))
    t = a_turn(s)
    assert (t.skill(n, tables.ARCHERY), t.skills.total(n)) == (0, 3)
    s.set_person(n, levels=tuple(1 if ability == tables.ARCHERY else 0 for ability in range(15)))
    t.forget_skills()
    assert (t.skill(n, tables.ARCHERY), t.skills.total(n)) == (2, 2)
    cloak = put_item(s, "Grey Cloak", n)
    t.forget_skills()
    assert t.skills.total(n) == 3
    place_item(t, cloak, place=at(s, 504))
    assert t.skills.total(n) == 2
    assert (s.items[cloak].bearer, s.items[cloak].place) == (0, at(s, 504))
    s.title_holders[titles.SLAYER] = n
    t.forget_skills()
    assert t.skills.total(n) == 3
    s.set_kingdom(0, discoveries=())
    t.forget_skills()
    assert t.skills.total(n) == 2
    free = hero(s, "ME1", seat=FREE)
    assert t.skills.total(free) == 1


@pytest.mark.clause("AK-5.9-02", "AK-10.3-05")
def test_charges_and_legacies() -> None:
    s = new_state()
    n, heir = hero(s), hero(s)
    wand, cloak = put_item(s, "Wand of Fire", n, charges=2), put_item(s, "Grey Cloak", n)
    t = a_turn(s)
    assert t.skill(n, tables.SPY) == 1
    spend_charge(t, wand)
    assert s.items[wand].charges == 1
    set_charges(t, wand, 5)
    assert s.items[wand].charges == 5
    set_charges(t, wand, 0)
    assert wand not in s.items
    hand_on(t, n, heir)
    assert (s.items[cloak].bearer, t.skill(n, tables.SPY), t.skill(heir, tables.SPY)) == (heir, 0, 1)
    hand_on(t, heir, 0)
    assert (s.items[cloak].bearer, s.items[cloak].place, t.skill(heir, tables.SPY)) == (0, at(s, 504), 0)
    s.set_person(n, visitor=1)
    sword = put_item(s, "Champion's Gauntlets", n)
    t.forget_skills()
    assert t.skill(n, tables.MELEE) == 1
    hand_on(t, n, heir)
    assert sword not in s.items
    assert t.skill(n, tables.MELEE) == 0


# Points (4.1.2, 4.1.3, 6.2)


@pytest.mark.clause("AK-6.1-02", "AK-4.3.1-01", "AK-12.1-08", "AK-10.1-04", "AK-2.0-01")
@pytest.mark.parametrize(("code", "case", "speed"), [
    ("LE", "", 2), ("LC", "", 4), ("FL", "Lateen Sail", 3), ("LE", "Lateen Sail", 2), ("LC", "Horseshoe", 4),
    ("LC", "Horseshoe at home", 5),
    ("HC", "Horseshoe at home", 4), ("CH", "Horseshoe at home", 4), ("LE", "Horseshoe at home", 2),
    ("FL", "admiral", 3), ("LE", "admiral", 2),
    ("EA", "eagles", 6), ("DR", "eagles", 5), ("EN", "ents", 2), ("GA", "", 1), ("GA", "garrisons", 2),
    ("EN", "garrisons", 2), ("LE", "garrisons", 2),
    ("GA", "other master", 1),
])  # fmt: skip
def test_how_fast_an_army_is(code: str, case: str, speed: int) -> None:
    s = new_state()
    power = {"garrisons": tables.FAST_GARRISONS, "other master": tables.FREE_EXIT}.get(case)
    n = master(s, power) if power is not None else hero(s)
    name = case.removesuffix(" at home")
    if name in [each.name for each in tables.DISCOVERIES]:
        s.set_kingdom(0, discoveries=(discovery(name),))
    if case == "admiral":
        s.holders[titles.ADMIRAL] = n
    for title in {"eagles": (titles.LORD_OF_EAGLES,), "ents": (titles.SHEPHERD_OF_ENTS,)}.get(case, ()):
        s.title_holders[title] = n
    army = put_army(s, code, 0, 504 if "at home" in case else 505, n)
    t = a_turn(s)
    assert base_speed(t, s.armies[army]) == speed
    assert (
        base_speed(t, s.armies[put_army(s, code, MERCENARY, 504)])
        == tables.ARMY[tables.ARMY_CODES.index(code)].speed
    )


@pytest.mark.clause("AK-4.1.2-01", "AK-4.1.2-02", "AK-4.1.2-03", "AK-4.1.3-02", "AK-4.3.1-01", "AK-12.1-08")
@pytest.mark.parametrize(("code", "levels", "case", "more"), [
    ("LE", "MA1", "", 0), ("LE", "MA2", "", 1), ("LE", "MA4", "", 2), ("HC", "MA1", "", 1), ("HC", "MA3", "", 2),
    ("HC", "MA9", "sword", 5), ("FL", "NA2", "", 2), ("FL", "MA9", "", 0), ("EA", "MA4", "", 0),
    ("DR", "NA4", "", 0), ("HC", "", "sword", 1), ("HC", "", "roads", 0), ("HC", "", "roads at home", 1),
    ("LE", "MA1", "roads at home", 1), ("ME", "NA1", "", 1), ("LE", "NA4", "", 0), ("HC", "MA1", "unled", 0),
])  # fmt: skip
def test_what_a_leader_adds_to_speed(code: str, levels: str, case: str, more: int) -> None:
    s = new_state()
    s.mastery = [(4, 3, 2, 1, 0)] * 15
    n = hero(s, levels)
    if "roads" in case:
        s.set_kingdom(0, discoveries=(discovery("Paved Roads"),))
    if case == "sword":
        s.title_holders[titles.SWIFT_SWORD] = n
    army = put_army(s, code, 0, 504 if "at home" in case else 505, 0 if case == "unled" else n)
    t = a_turn(s)
    assert extra(t, s.armies[army]) == more
    spend(t, army)
    spend(t, army, 2)
    assert points_left(t, army) == tables.ARMY[tables.ARMY_CODES.index(code)].speed + more - 3


# Death (5.9, 10.1)


@pytest.mark.clause("AK-5.9-04", "AK-10.1-07", "AK-3.14-02")
def test_a_death_and_what_it_ends() -> None:
    s = new_state()
    n, victor = put_person(s, "Marius", 0, 505, "EX1", rules=at(s, 505)), hero(s, seat=1)
    s.praise(n, titles.MARSHAL, 3)
    s.praise(n, titles.ADMIRAL, -3)
    for seat in range(3):
        s.spot(seat, n)
    t = a_turn(s)
    t.pursuits.posts[n] = 0
    t.ordered.acts[n] = [orders.Explore()] * 5
    s.journal = []  # type: ignore[misc]
    assert die(t, n, victor) == 0
    assert (s.people[n].died, s.people[n].rules) == (s.turn, -1)
    assert [n in s.seen[seat] for seat in range(3)] == [False, False, True]
    assert s.merit[n][titles.MARSHAL : titles.ADMIRAL + 1] == (4, -6)
    (entry,) = told(s.journal or [], "death")
    assert (entry.readers, entry.data["place"]) == ((0, 1), "Nowhere (505)")
    assert (t.ordered.acts[n], n in t.pursuits.posts) == ([None] * 5, False)
    assert [(each.kind, each.actor, each.place) for each in t.phase.events] == [("death", n, at(s, 505))]
    s.turn = 0
    free = hero(s, seat=FREE)
    die(t, free)
    assert s.people[free].died == 1
    lose_merit(t, victor)
    assert victor not in s.merit


@pytest.mark.clause("AK-5.9-04")
@pytest.mark.parametrize(("name", "heir"), [
    ("Falk", "Falk II"), ("Falk II", "Falk III"), ("Falk XI", "Falk XII"), ("Falk XII", "Falk XII II"),
    ("Falk the Bold", "Falk the Bold II"),
])  # fmt: skip
def test_the_names_of_heirs(name: str, heir: str) -> None:
    assert next_of_name(name) == heir


@pytest.mark.clause("AK-5.9-04", "AK-7.4-05")
@pytest.mark.parametrize(
    ("case", "leader"),
    [("mate leads", 1), ("mate without armies", 0), ("stranger leads", 0), ("nobody", 0), ("two mates", 2)],
)
def test_who_takes_over_a_leaders_armies(case: str, leader: int) -> None:
    s = new_state()
    n = hero(s)
    army = put_army(s, "LE", 0, 504, n)
    one, two = hero(s, seat=1 if case == "stranger leads" else 0), hero(s)
    if case in ("mate leads", "stranger leads", "two mates"):
        put_army(s, "LE", s.people[one].seat, 504, one)
    if case == "two mates":
        for _ in range(2):
            put_army(s, "LE", 0, 504, two)
    hand_over_armies(a_turn(s), n)
    assert s.armies[army].leader == {0: 0, 1: one, 2: two}[leader]
    assert s.armies[army].owner == 0
    alone = hero(s, seat=1)
    hand_over_armies(a_turn(s), alone)


@pytest.mark.clause("AK-5.9-04")
def test_to_whom_a_legacy_goes() -> None:
    s = new_state()
    served, free = hero(s), hero(s, seat=FREE)
    one, other = put_item(s, "Grey Cloak", served), put_item(s, "Grey Cloak", free)
    t = a_turn(s)
    bequeath(t, served)
    bequeath(t, free)
    assert (s.items[one].bearer, s.items[other].bearer, s.items[other].place) == (s.kingdoms[0].king, 0, at(s, 504))


# Names (reports)


def test_what_things_are_called_in_reports() -> None:
    s = new_state()
    sea(s, 505)
    set_land(s, 505, name="")
    army = put_army(s, "BO", 0, 504, race=tables.ELF, is_skeletal=True)
    lair, sword, cloak = put_feature(s, "Dungeon", 504), put_item(s, "Excalibur"), put_item(s, "Grey Cloak")
    assert naming.place_name(s, at(s, 505)) == "province (505)"
    assert naming.place_name(s, at(s, 504)) == "Home1 (504)"
    assert [naming.army_name(s, number) for number in (army, 99)] == ["the 1st Skeletal Elven Bowmen", "the 99th"]
    assert naming.army_kind(s.armies[put_army(s, "WH", 0, 504)]) == "Whales"
    assert [naming.ordinal(number) for number in (1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111, 113)] == [
        "1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th",
        "113th"]  # fmt: skip
    assert [naming.person_name(s, number) for number in (1, 0, 99)] == [
        "King1",
        "the garrison commander",
        "the garrison commander",
    ]
    assert naming.feature_name(s, lair) == f"the Dungeon ({lair})"
    assert [naming.item_name(s, number) for number in (sword, cloak, 99)] == [
        "Excalibur",
        "the Grey Cloak",
        "item 99",
    ]
    assert [naming.realm_name(s, seat) for seat in (0, NATIVE)] == ["Realm1", "nobody"]
    assert [naming.king_name(s, seat) for seat in (0, NATIVE)] == ["King1", "the natives"]
    assert [naming.strength_of(tables.ARMY[kind]) for kind in (tables.LEGION, tables.ELEPHANTS)] == ["3", "2-5"]
    assert naming.label(3, s.people[1]) == "3 King1"
    found = naming.with_names(
        s, {"who": 1, "people": [1, 2], "gold": 7, "text": "x", "place": "kept", "race": -1, "items": [cloak]}
    )
    assert found == {"who": "King1", "people": ["King1", "King2"], "gold": 7, "text": "x", "place": "kept",
    "race": "nobody",
                     "items": ["the Grey Cloak"]}  # fmt: skip


@pytest.mark.clause("AK-1.1-09")
def test_what_a_king_has_not_heard_of_has_no_name_for_him() -> None:
    s = new_state()
    s.known[0].clear()
    know(s, 0, 504)
    stranger, dead, mate = (
        put_person(s, "Stranger", 1, 814),
        put_person(s, "Dead", 1, 504),
        put_person(s, "Mate", 0, 809),
    )
    s.set_person(dead, died=1)
    beside, resident = put_person(s, "Beside", 1, 504), put_person(s, "Ruler", FREE, 807, rules=at(s, 807))
    mine, theirs = put_army(s, "LE", 0, 504), put_army(s, "LE", 1, 504)
    borne, hidden, own_item = (
        put_item(s, "Grey Cloak", beside),
        put_item(s, "Grey Cloak", stranger),
        put_item(s, "Grey Cloak", mate),
    )
    known = [naming.is_acquainted(s, 0, n) for n in (stranger, dead, mate, beside, resident, 99)]
    assert known == [False, False, True, True, False, False]
    know(s, 0, 807, hero=resident)
    assert naming.is_acquainted(s, 0, resident)
    s.spot(0, stranger)
    assert naming.is_acquainted(s, 0, stranger)
    del s.seen[0][stranger]

    def veiled(key: str, value: int) -> object:
        return naming.with_strangers_veiled(s, 0, {key: value})[key]

    assert [veiled("other", n) for n in (stranger, beside)] == [f"character {stranger}", beside]
    assert [veiled("army", n) for n in (mine, theirs, 99)] == [mine, f"army {theirs}", "army 99"]
    assert [veiled("item", n) for n in (borne, hidden, own_item, 99)] == [
        borne,
        f"item {hidden}",
        own_item,
        "item 99",
    ]
    assert [veiled("place", at(s, 504)), veiled("to", at(s, 505)), veiled("gold", 7)] == [
        at(s, 504),
        "province 505",
        7,
    ]
    assert naming.with_strangers_veiled(s, 0, {"other": "x"}) == {"other": "x"}
    assert [naming.place_as_known(s, 0, at(s, number)) for number in (504, 505)] == ["Home1 (504)", "province 505"]
    assert [naming.realm_as_known(s, 0, other) for other in range(3)] == ["Realm1", "kingdom 2", "kingdom 3"]
    s.set_kingdom(0, met=(1,))
    know(s, 0, 808, owner=2)
    assert [naming.realm_as_known(s, 0, other) for other in range(3)] == ["Realm1", "Realm2", "Realm3"]


# The turn


@pytest.mark.clause("AK-2.0-01", "AK-10.1-04")
def test_who_masters_what_and_who_holds_what() -> None:
    s = new_state()
    n = master(s, tables.TOUGHNESS)
    t = a_turn(s)
    assert [t.masters(n, power) for power in (tables.TOUGHNESS, tables.FIRST_BLOW)] == [True, False]
    assert not t.masters(0, tables.TOUGHNESS)
    s.set_person(n, levels=tuple(6 if ability == tables.MELEE else 0 for ability in range(15)))
    assert t.masters(n, s.mastery[tables.MELEE][1] + tables.POWERS_EACH * tables.MELEE)
    assert not t.masters(n, s.mastery[tables.MELEE][2] + tables.POWERS_EACH * tables.MELEE)
    s.set_person(n, levels=tuple(4 if ability == tables.MELEE else 0 for ability in range(15)))
    assert not t.masters(n, tables.TOUGHNESS)
    s.set_person(n, levels=tuple(9 if ability == tables.MELEE else 0 for ability in range(15)))
    assert [t.has_master(seat, tables.TOUGHNESS) for seat in (0, 1, NATIVE)] == [True, False, False]
    s.title_holders, s.holders = [n] * 40, [n] * 8
    assert (t.has_title(n, 3), t.has_title(0, 3), t.has_office(n, 3), t.has_office(0, 3)) == (
        True,
        False,
        True,
        False,
    )
    s.title_holders, s.holders = [], []
    assert (t.has_title(n, 3), t.has_office(n, 3), t.serves_in_office(0, 3)) == (False, False, False)
    s.holders = [n] * 8
    assert [t.serves_in_office(seat, 3) for seat in (0, 1)] == [True, False]
    s.set_person(n, died=1)
    assert not t.serves_in_office(0, 3)


def test_chances_luck_and_keepers() -> None:
    s = new_state()
    n, guest = hero(s), hero(s, visitor=1)
    t = a_turn(s)
    with dice(s, []):
        assert [t.chance(percent, "x") for percent in (0, -1, 100, 101)] == [False, False, True, True]
    with dice(s, [("x", 5), ("x", 6), ("x", 990), ("x", 991)]):
        assert [t.chance(percent, "x") for percent in (0.5, 0.5, 99, 99)] == [True, False, True, False]
    assert not t.second_try(n)
    put_item(s, "Luck Coin", n)
    assert [t.second_try(n), t.second_try(n)] == [True, False]
    assert [t.keeper(n), t.keeper(guest)] == [n, s.kingdoms[0].king]
    put_item(s, "Luck Coin")
    assert t.gear(0, "luck") == []
    assert t.known_before(NATIVE, 0) == 100
    assert t.power(NATIVE, "cipher") is None
    with pytest.raises(Failed, match="why") as caught:
        need(False, "AK-1", "why", gold=1)
    assert (caught.value.clause, caught.value.data) == ("AK-1", {"gold": 1})
    need(True, "AK-1", "why")


@pytest.mark.clause("AK-4.2.2-07", "AK-4.3.3-01", "AK-4.3.5-02")
def test_who_reads_what_and_who_hides() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    n, watcher = hero(s), hero(s, seat=2)
    t = a_turn(s)
    t.spells.watched[watcher] = (n,)
    s.journal = []  # type: ignore[misc]
    t.log("moved", "AK-3.1-01", [0, NATIVE], who=n, place=0, to=1, armies=[])
    t.log("failed", "AK-3.1-01", [0], who=n, code="MO", reason="x", why={})
    t.log("moved", "AK-3.1-01", [NATIVE], who=s.kingdoms[1].king, place=0, to=1, armies=[])
    assert [each.readers for each in s.journal] == [(0, 2), (0,)]
    assert (t.witnesses(n), t.witnesses(99), t.watchers(s.kingdoms[0].king)) == ([0, 2], [], [])
    for acts, hides in (
        ([orders.Spy()], {tables.SPY}),
        ([orders.Trail(1)], {tables.SPY}),
        ([orders.Explore()], None),
    ):
        t.sightings.furtive.clear()
        t.ordered.acts[n] = [*acts, None]
        t.note_stealth(n)
        assert t.sightings.furtive.get(n) == hides
    own(s, 0, 505)
