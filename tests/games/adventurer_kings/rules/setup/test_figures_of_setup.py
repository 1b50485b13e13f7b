"""The creation of Kings, Heroes, features and lands in figures (1 to 3, 10.1, 12.0)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    a_turn,
    at,
    bare_state,
    dice,
    founded,
    line,
    load,
    new_state,
    put_army,
    put_feature,
    put_person,
    set_land,
    told,
    world,
)
from games.adventurer_kings.positions.worlds import sample
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import atlas
from palatine.games.adventurer_kings.components.real_maps import nations
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.earth_map import room_for_atlantis
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.setup import (
    features,
    first_turn_changes,
    founding,
    heroes,
    homes,
    worlds,
)

# Heroes (2.2)


@pytest.mark.clause("AK-2.2-02", "AK-2.2-03")
@pytest.mark.parametrize(("mind", "faces", "found"), [
    (tables.DIVINE, (), (tables.GOOD, tables.GOOD)), (tables.UNDEAD, (), (tables.UNDEAD, tables.EVIL)),
    (tables.GOOD, (1,), (tables.GOOD, tables.DRUIDIC)), (tables.EVIL, (1,), (tables.EVIL, tables.PAGAN)),
    (tables.NEUTRAL, (1,), (tables.NEUTRAL, tables.DRUIDIC)), (tables.NEUTRAL, (2,), (tables.NEUTRAL, tables.PAGAN)),
])  # fmt: skip
def test_the_minds_of_the_first_heroes(mind: int, faces: tuple[int, ...], found: tuple[int, int]) -> None:
    s = new_state()
    with dice(s, [("alignment of a Hero", face) for face in faces]):
        assert heroes.companions(a_turn(s), mind) == found


@pytest.mark.clause("AK-2.2-02")
@pytest.mark.parametrize(("temper", "face", "found"), [
    (tables.BERSERK, 1, tables.BRAVE), (tables.BRAVE, 1, tables.BERSERK), (tables.BRAVE, 2, tables.CAUTIOUS),
    (tables.CAUTIOUS, 2, tables.COWARDLY), (tables.COWARDLY, 1, tables.CAUTIOUS),
])  # fmt: skip
def test_a_temper_next_to_another(temper: int, face: int, found: int) -> None:
    s = new_state()
    with dice(s, [("temper of a Hero", face)]):
        assert heroes.beside(a_turn(s), temper) == found


@pytest.mark.clause("AK-2.2-01", "AK-2.3-07")
def test_a_hero_is_made_die_by_die() -> None:
    s = new_state()
    t = a_turn(s)
    rolls = [("alignment of a Hero", 1), ("temper of a Hero", 36), ("levels of a Hero", 16), ("ability of a Hero", 1),
             ("ability of a Hero", 16), ("name", 2), ("name", 4), *[("aptitude", 1)] * 15, ("loyalty", 250),
             ("whim", 7)]  # fmt: skip
    with dice(s, rolls):
        n = heroes.new_hero(t, at(s, 505), tables.ELF)
    person = s.people[n]
    assert (person.race, person.alignment, person.temper, person.place, person.seat) == (
        tables.ELF,
        tables.GOOD,
        tables.CAUTIOUS,
        at(s, 505),
        FREE,
    )
    assert (person.name, person.is_loyal, person.whim) == ("Berda", True, 7)
    able = [ability for ability, level in enumerate(person.levels) if level]
    assert able == [tables.TACTICAL, tables.WHITE_MAGIC], "the favoured come again after all"
    with dice(s, [("levels of a Hero", 86), *[("ability of a Hero", 1)] * 4]):
        assert heroes.levels_of_hero(t, []) == (3, 1, *(0,) * 13)
    drawn: list[tuple[str, int]] = []
    t.die = lambda sides, purpose: drawn.append((purpose, sides)) or 1  # type: ignore[method-assign,func-returns-value]
    heroes.levels_of_hero(t, [tables.WHITE_MAGIC, tables.SAGE])
    assert drawn == [("levels of a Hero", 100), ("ability of a Hero", 19)]
    assert [heroes.LEVELS_OF.count(levels) for levels in (1, 2, 3, 4)] == [15, 35, 35, 15]
    tempers = (tables.BERSERK, tables.BRAVE, tables.CAUTIOUS, tables.COWARDLY)
    assert [heroes.TEMPER_OF.count(temper) for temper in tempers] == [15, 35, 30, 20]


@pytest.mark.clause("AK-2.3-07")
def test_what_a_hero_is_fit_for() -> None:
    s = new_state()
    levels = (2, 0, 0, 0, 0, 3, *(0,) * 9)
    faces = [4, 5, 3, 1, 1, 2, *[1] * 9]
    with dice(s, [("aptitude", face) for face in faces]):
        found = heroes.aptitudes_of_hero(a_turn(s), levels, [tables.NAVAL, tables.WHITE_MAGIC])
    assert found == (4, 2, 2, 0, 0, 5, *(0,) * 9)


@pytest.mark.clause("AK-2.2-01")
def test_names_are_never_twice_the_same() -> None:
    s = new_state()
    put_person(s, "Alda", FREE, 504)
    t = a_turn(s)
    with dice(s, [("name", 1), ("name", 2)]):
        assert heroes.hero_name(t) == "Aldan"
    with dice(s, [("name", 1), ("name", 1), ("name", 2), ("name", 1)]):
        assert heroes.hero_name(t) == "Alda Bera"
    put_person(s, "Alda Bera", FREE, 504)
    with dice(s, [("name", 1), ("name", 1), ("name", 2), ("name", 1), ("name", 3), ("name", 1)]):
        assert heroes.hero_name(t) == "Cora"


# Kings (1.2, 2.1)


@pytest.mark.clause("AK-2.1-01", "AK-12.1-02")
@pytest.mark.parametrize(("scenario", "taken", "alignment", "room"), [
    ("standard", [tables.DIVINE], tables.DIVINE, False), ("standard", [tables.DIVINE], tables.UNDEAD, True),
    ("standard", [tables.GOOD] * 9, tables.GOOD, True),
    ("standard", [tables.UNDEAD], tables.UNDEAD, False), ("super", [tables.DIVINE] * 3, tables.DIVINE, True),
    ("super", [tables.DIVINE] * 4, tables.DIVINE, False),
])  # fmt: skip
def test_where_there_is_room_for_another_king(scenario: str, taken: list[int], alignment: int, room: bool) -> None:
    s = bare_state(28 if scenario == "super" else 10, scenario)
    assert founding.has_room(Turn(s), alignment, taken) is room


@pytest.mark.clause("AK-2.1-08")
@pytest.mark.parametrize(("levels", "alignment", "fits"), [
    (("NE", "TA"), tables.DIVINE, False), (("WH", "TA"), tables.DIVINE, True), (("WH", "TA"), tables.UNDEAD, False),
    (("NE", "WH"), tables.GOOD, True),
])  # fmt: skip
def test_levels_that_an_alignment_bars(levels: tuple[str, ...], alignment: int, fits: bool) -> None:
    line_ = orders.KingLine("Falk", "human", "good", "brave", levels)
    assert founding.suits(line_, alignment) is fits


@pytest.mark.clause("AK-2.1-01")
def test_a_king_for_who_has_asked_for_none() -> None:
    s = bare_state(3)
    with dice(s, [("alignment", 2), ("race", 2), ("temper", 3), ("levels", 4)]):
        king = founding.ready_made(Turn(s), 1)
    assert king == orders.KingLine(
        "Berengar", "elf", tables.ALIGNMENTS[1 + 3], "cautious", ("NA", "TA", "TA", "DR")
    )
    line(s, 0, 'king "Falk" race human alignment good temper brave levels TA,TA,MA,DR')
    assert founding.king_line(Turn(s), 0).name == "Falk"
    with dice(s, [("alignment", 1), ("race", 1), ("temper", 1), ("levels", 1)]):
        assert founding.king_line(Turn(s), 1).name == "Berengar"


@pytest.mark.clause("AK-1.2-01", "AK-2.1-03", "AK-2.1-09")
@pytest.mark.parametrize(("mind", "bones"), [("neutral", 0), ("undead", 1)])
def test_a_king_his_first_armies_and_gold(mind: str, bones: int) -> None:
    s = founded(
        "standard",
        f'king "Falk" race elf alignment {mind} temper brave levels TA,TA,MA,DR; realm "Avalon"; contact "me"',
        kings=8,
    )
    kingdom, king = s.kingdoms[0], s.king(0)
    assert (king.name, king.race, king.temper, king.seat) == ("Falk", tables.ELF, tables.BRAVE, 0)
    assert (king.levels[tables.TACTICAL], king.levels[tables.FORCED_MARCH]) == (2, 1)
    fit = king.aptitudes
    assert (fit[tables.TACTICAL], fit[tables.FORCED_MARCH], fit[tables.NAVAL]) == (4, 3, 2)
    assert (kingdom.name, kingdom.gold, kingdom.opening_gold, kingdom.contact, kingdom.is_shifted) == (
        "Avalon",
        10,
        10,
        "me",
        False,
    )
    assert s.terrain(kingdom.home) == tables.FOREST
    mine = [army for army in s.armies.values() if army.owner == 0]
    assert [tables.ARMY_CODES[army.type] for army in mine] == ["BO", "BO", "LC"]
    assert {(army.race, army.quality, army.leader, army.place) for army in mine} == {
        (tables.ELF, tables.AVERAGE, kingdom.king, kingdom.home)
    }
    assert sum(army.is_skeletal for army in mine) == bones
    known = s.known[0][kingdom.home]
    assert (known.explored, known.owner, known.tax, known.is_capital, known.seen, known.types) == (
        100,
        0,
        10,
        True,
        1,
        s.lands[kingdom.home].types,
    )
    assert {p for p in s.known[0] if p != kingdom.home} == set(s.atlas.neighbours[kingdom.home])
    heroes_there = [person for n, person in s.at_home(0) if not person.is_king and not person.visitor]
    assert [person.pay for person in heroes_there] == [1, 1]
    (entry,) = told(s.journal or [], "awoken", 0)
    assert (entry.data["who"], entry.data["gold"], len(entry.data["people"]), len(entry.data["armies"])) == (
        "Falk",
        10,
        2,
        3,
    )
    assert s.kingdoms[1].name == s.lands[s.kingdoms[1].home].name


@pytest.mark.clause("AK-1.1-04", "AK-1.1-05", "AK-6.1-04")
@pytest.mark.parametrize(
    ("tax", "face", "count"),
    [(7, 1, 2), (7, 2, 3), (7, 6, 4), (6, 1, 1), (3, 2, 2), (6, 6, 3), (2, 6, 1), (0, 1, 1)],
)
def test_how_many_armies_defend_a_land(tax: int, face: int, count: int) -> None:
    s = new_state()
    set_land(s, 505, tax=tax, race=tables.ELF, types=(tables.BOWMEN, tables.LIGHT))
    load(s, defenders=face, a_resident_Hero=750)
    founding.settle_natives(a_turn(s))
    there = [s.armies[a] for a in s.armies_at(at(s, 505))]
    assert [tables.ARMY_CODES[army.type] for army in there] == ["BO", "LC", "BO", "LC"][:count]
    assert {(army.race, army.quality, army.owner, army.leader) for army in there} == {
        (tables.ELF, tables.AVERAGE, NATIVE, 0)
    }
    ruler = s.ruler_of(at(s, 505))
    assert s.people[ruler].race == tables.ELF
    assert len(s.armies) == count, "nowhere else anybody lives"
    assert len(s.people) == 90
    s = new_state()
    set_land(s, 505, tax=tax, race=tables.MERMEN, types=(tables.MERMAN,), terrain=tables.SEA)
    load(s, defenders=face, a_resident_Hero=1)
    founding.settle_natives(a_turn(s))
    assert s.ruler_of(at(s, 505)) == 0
    s = new_state()
    set_land(s, 505, tax=tax, race=tables.TROLLS, types=(tables.TROLL,))
    load(s, defenders=face, a_resident_Hero=751)
    founding.settle_natives(a_turn(s))
    assert s.ruler_of(at(s, 505)) == 0
    assert s.people[founding.native_hero(a_turn(s), at(s, 505))].race == tables.HUMAN


@pytest.mark.clause("AK-12.2-03", "AK-12.3-10")
@pytest.mark.parametrize(("face", "given"), [(670, True), (671, False)])
def test_what_history_brings(face: int, given: bool) -> None:
    s = new_state(scenario="earth")
    nation = next(number for number, each in enumerate(nations("earth")) if each.discoveries and each.bonus)
    load(s, a_gift_of_the_gods=face)
    hero = put_person(s, "Hero", 0, 504)
    founding.enrich(a_turn(s), 0, nation)
    row = nations("earth")[nation]
    assert s.kingdoms[0].discoveries == (tuple(sorted(row.discoveries)) if given else ())
    ability, bonus = next(iter(row.bonus.items()))
    assert s.people[hero].levels[ability] == min(4, bonus)
    before = s.people[hero]
    founding.enrich(a_turn(s), 0, -1)
    assert s.people[hero] == before


@pytest.mark.clause("AK-12.3-10", "AK-2.1-08")
@pytest.mark.parametrize(
    ("level", "aptitude", "after"), [(0, 1, (2, 3)), (3, 4, (4, 5)), (4, 5, (4, 5)), (6, 7, (6, 7))]
)
def test_a_nations_bonus(level: int, aptitude: int, after: tuple[int, int]) -> None:
    s = new_state(scenario="earth")
    nation = next(each for each in nations("earth") if 2 in each.bonus.values())
    ability = next(ability for ability, bonus in nation.bonus.items() if bonus == 2)
    n = put_person(s, "Hero", 0, 504, levels="")
    s.set_person(n, levels=tuple(level if each == ability else 0 for each in range(15)), aptitudes=(aptitude,) * 15)
    founding.enrich_person(s, n, nation)
    assert (s.people[n].levels[ability], s.people[n].aptitudes[ability]) == after


@pytest.mark.clause("AK-12.1-12", "AK-12.2-05")
def test_who_is_told_of_whom() -> None:
    s = new_state(scenario="super")
    s.set_kingdom(2, alignment=tables.GOOD)
    s.journal = []  # type: ignore[misc]
    founding.introduce(a_turn(s))
    assert [(each.readers, each.data["people"]) for each in told(s.journal or [], "kindred")] == [
        ((0,), ["King2"]),
        ((1,), ["King1"]),
    ]
    s.scenario = "standard"
    s.journal = []  # type: ignore[misc]
    founding.introduce(a_turn(s))
    assert not s.journal
    s = new_state(kings=2)
    s.scenario = "europe"
    s.set_kingdom(1, contact="mail")
    s.journal = []  # type: ignore[misc]
    founding.introduce(a_turn(s))
    assert [(each.kind, each.readers, each.data["contact"]) for each in s.journal] == [
        ("neighbour", (0,), "mail"), ("neighbour-silent", (1,), "")]  # fmt: skip


# First-turn changes (2.2, 12.3)


@pytest.mark.parametrize(("turn", "number", "is_province", "named"), [
    (1, 504, True, True), (1, 509, True, False), (1, 999, True, False), (2, 504, True, False), (1, 0, False, True),
    (1, 1, False, False), (1, 99, False, False),
])  # fmt: skip
def test_what_may_be_renamed(turn: int, number: int, is_province: bool, named: bool) -> None:
    s = new_state(turn=turn)
    mine, theirs = put_person(s, "Mine", 0, 504), put_person(s, "Theirs", 1, 504)
    target = number if is_province or number == 99 else (mine, theirs)[number]
    first_turn_changes.rename(a_turn(s), 0, orders.Rename(target, "Avalon", is_province))
    names = {land.name for land in s.lands} if is_province else {person.name for person in s.people.values()}
    assert ("Avalon" in names) is named


@pytest.mark.clause("AK-12.3-13")
@pytest.mark.parametrize(("levels", "shifted", "turn", "scenario", "may"), [
    ("TA,TA,MA,DR", False, 1, "earth", True), ("TA,TA,MA,ME", False, 1, "earth", True),
    ("TA,TA,SA,ME", False, 1, "earth", False),
    ("TA,TA,SA,ME", True, 1, "earth", True), ("TA,SA,SP,ME", True, 1, "earth", False),
    ("TA,TA,TA,MA", False, 1, "earth", False),
    ("TA,TA,MA", False, 1, "earth", False), ("TA,TA,MA,DR", False, 2, "earth", False),
    ("TA,TA,MA,DR", False, 1, "standard", False),
])  # fmt: skip
def test_how_a_king_may_be_reconsidered(levels: str, shifted: bool, turn: int, scenario: str, may: bool) -> None:
    s = new_state(turn=turn, scenario=scenario)
    king = s.kingdoms[0].king
    s.set_kingdom(0, is_shifted=shifted)
    nation = first_turn_changes.nation_of(s, 0)
    bonus = nation.bonus if nation is not None else {}
    plain = {tables.TACTICAL: 2, tables.FORCED_MARCH: 1, tables.DRUID: 1}
    s.set_person(king, levels=tuple(plain.get(each, 0) + bonus.get(each, 0) for each in range(15)))
    asked = orders.KingLine("Falk", "human", "neutral", "brave", tuple(levels.split(",")))
    assert first_turn_changes.may_reconsider(s, 0, asked) is may
    assert first_turn_changes.chosen_levels(s, 0) == tuple(plain.get(each, 0) for each in range(15))


@pytest.mark.clause("AK-12.3-13")
def test_another_people_at_home() -> None:
    s = new_state()
    mine, theirs = put_army(s, "HC", 0, 504), put_army(s, "LE", 1, 509)
    first_turn_changes.change_people(s, 0, tables.ORC, (tables.PHALANX, tables.WARGS))
    land = s.lands[at(s, 504)]
    assert (land.race, land.types, s.king(0).race) == (tables.ORC, (tables.PHALANX, tables.WARGS), tables.ORC)
    assert (s.armies[mine].type, s.armies[mine].race, s.armies[theirs].type) == (
        tables.WARGS,
        tables.ORC,
        tables.LEGION,
    )
    known = s.known[0][at(s, 504)]
    assert (known.race, known.types) == (tables.ORC, (tables.PHALANX, tables.WARGS))


# Lairs (1.1, 3.2, 10.1)


@pytest.mark.clause("AK-3.2-03", "AK-3.2-05")
@pytest.mark.parametrize(("monster", "hp", "faces", "gold", "items"), [
    ("", 0, {"treasure": 6, "an_item": 250}, 6, 1), ("Ogre", 12, {"treasure": 6, "an_item": 1000}, 6, 0),
    ("Ogre", 13, {"treasure": 6, "an_item": 500}, 12, 1),
    ("Ogre", 20, {"treasure": 8, "an_item": 800}, 24, 1), ("Ogre", 30, {"treasure": 10, "an_item": 250}, 50, 2),
    ("Ogre", 45, {"treasure": 12, "an_item": 999}, 120, 2), ("Ogre", 30, {"treasure": 1, "an_item": 251}, 5, 1),
])  # fmt: skip
def test_treasure_by_the_strength_of_the_guardian(
    monster: str, hp: int, faces: dict[str, int], gold: int, items: int
) -> None:
    s = new_state()
    lair = put_feature(s, "Dungeon", 505, monster, hp=hp)
    load(s, legend=850, which_item=1, **faces)
    features.stock(a_turn(s), lair)
    feature = s.features[lair]
    found = [item for item in s.items.values() if item.feature == lair]
    assert (feature.gold, len(found)) == (gold, items)
    assert feature.legend_gold
    assert feature.legend_item == (found[0].kind if found else -1)
    assert all(item.charges == tables.ITEMS[item.kind].charges for item in found)
    s = new_state()
    lair = put_feature(s, "Dungeon", 505, monster, hp=hp)
    load(s, legend=851, which_item=1, **faces)
    features.stock(a_turn(s), lair)
    assert (s.features[lair].legend_item, s.features[lair].legend_gold) == (-1, items == 0)


@pytest.mark.clause("AK-1.1-07", "AK-3.2-03")
@pytest.mark.parametrize(("unguarded", "special", "magic"), [(81, 10, 250), (80, 10, 250), (81, 1000, 251)])
def test_a_feature_is_made_die_by_die(unguarded: int, special: int, magic: int) -> None:
    s = new_state()
    kinds = [k for k, kind in enumerate(tables.FEATURES) if tables.PLAIN in kind.terrains]
    row = tables.FEATURES[kinds[0]]
    load(s, kind_of_feature=1, special_function=special, how_deep_it_lies=44, guardian=1, monster_hit_points=21,
    magic_of_a_monster=magic,
         unguarded=unguarded)  # fmt: skip
    feature = features.new_feature(a_turn(s), at(s, 505), 99)
    assert (feature.kind, feature.place, feature.threshold) == (kinds[0], at(s, 505), 44)
    assert (feature.special > 0) is (special <= 10 * row.special)
    if unguarded > 10 * row.unguarded and row.guardians:
        species = features.fit_guardians(row.guardians, 99)[0]
        assert (feature.monster, feature.hp) == (species, tables.MONSTERS[species].hp)
        assert feature.has_magic is (magic <= 10 * tables.MONSTERS[species].magic_chance)
    else:
        assert (feature.monster, feature.hp) == (-1, 0)


@pytest.mark.clause("AK-1.6-07")
@pytest.mark.parametrize(("far", "most"), [(0, 20), (2, 20), (3, 32), (4, 32), (5, 50)])
def test_how_strong_guardians_may_be(far: int, most: int) -> None:
    everybody = tuple(range(len(tables.MONSTERS)))
    found = features.fit_guardians(everybody, far)
    assert found == [m for m in everybody if tables.MONSTERS[m].hp <= most]
    wyrm, colossus = tables.MONSTER_BY_NAME["Great Wyrm"], tables.MONSTER_BY_NAME["Iron Colossus"]
    assert features.fit_guardians((wyrm, colossus), far) == ([wyrm, colossus] if most == 50 else [colossus])
    assert features.fit_guardians((), far) == []


@pytest.mark.clause("AK-10.1-12")
def test_artifacts_lie_with_the_powerful_far_from_homes() -> None:
    s = new_state()
    homes_ = [at(s, 504)]
    near_strong, far_strong, far_weak, farther_strong = (put_feature(s, "Dungeon", number, "Ogre",
    hp=hp) for number, hp in
                                                         ((505, 40), (508, 30), (809, 29), (814, 45)))  # fmt: skip
    put_feature(s, "Dungeon", 810)
    features.hide_artifacts(a_turn(s), homes_)
    assert [features.farness(a_turn(s), at(s, number), [*homes_, at(s, 509)]) for number in (504, 505, 508)] == [
        0,
        1,
        1,
    ]
    where = {item.feature: item.kind for item in s.items.values()}
    assert [where[each] for each in (farther_strong, far_strong, near_strong, far_weak)] == list(
        tables.ARTIFACTS[:4]
    )


# Worlds (1.1, 1.6)


@pytest.mark.clause("AK-1.1-06", "AK-1.1-08")
@pytest.mark.parametrize(
    ("faces", "race"), [((150, 600), tables.MERMEN), ((150, 601), tables.WHALES), ((151, 1), -1)]
)
def test_who_lives_in_the_sea(faces: tuple[int, int], race: int) -> None:
    s = new_state()
    load(s, sea_people=faces[0], which_sea_people=faces[1])
    assert worlds.inhabitants(a_turn(s), tables.SEA) == race


@pytest.mark.clause("AK-1.1-06")
@pytest.mark.parametrize(("terrain", "total"), [
    (tables.PLAIN, 50 + 13 + 12 + 13 + 2), (tables.FOREST, 50 + 39 + 12 + 13 + 2 + 2 + 3),
    (tables.MOUNTAIN, 50 + 13 + 24 + 26 + 3 + 2 + 2 + 3), (tables.JUNGLE, 50 + 13 + 12 + 13 + 2 + 2 + 3),
])  # fmt: skip
def test_who_lives_on_land(terrain: int, total: int) -> None:
    s = new_state()
    t = a_turn(s)
    drawn: list[int] = []
    t.die = lambda sides, purpose: drawn.append(sides) or 51  # type: ignore[method-assign,func-returns-value]
    assert worlds.inhabitants(t, terrain) == tables.ELF
    assert drawn == [total]


@pytest.mark.clause("AK-1.1-06")
def test_one_of_several_by_weight() -> None:
    s = new_state()
    for face, value in ((1, 7), (2, 7), (3, 8), (4, 9), (6, 9)):
        with dice(s, [("lot", face)]):
            assert worlds.weighted(a_turn(s), [(7, 2), (8, 1), (9, 3)], "lot") == value


@pytest.mark.clause("AK-1.1-02", "AK-6.1-01")
@pytest.mark.parametrize(("race", "coast", "faces", "types"), [
    (-1, False, {}, ()), (tables.EAGLES, False, {"a_second_type": 1}, (tables.EAGLE,)),
    (tables.HUMAN, False, {"a_second_type": 551}, (tables.LEGION,)),
    (tables.HUMAN, True, {"a_second_type": 1, "ships": 300}, (tables.LEGION, tables.FLEET)),
    (tables.HUMAN, True, {"a_second_type": 1, "ships": 301}, (tables.LEGION, tables.HEAVY)),
    (tables.DWARF, True, {"a_second_type": 1, "ships": 1}, (tables.AXEMEN, tables.PHALANX)),
    (tables.HUMAN, False, {"a_second_type": 1, "ships": 1}, (tables.LEGION, tables.HEAVY)),
    (tables.ELF, True, {"a_second_type": 1, "ships": 300}, (tables.BOWMEN, tables.FLEET)),
    (tables.ORC, False, {"a_second_type": 1}, (tables.PHALANX, tables.WARGS)),
])  # fmt: skip
def test_which_armies_a_people_has(race: int, coast: bool, faces: dict[str, int], types: tuple[int, ...]) -> None:
    s = new_state()
    terrains = [tables.PLAIN] * s.atlas.size
    if coast:
        terrains[s.atlas.neighbours[at(s, 505)][0]] = tables.SEA
    load(s, **faces)
    assert worlds.native_types(a_turn(s), terrains, at(s, 505), race) == types
    assert worlds.home_types(tables.HUMAN, True, tables.PLAIN) == (tables.LEGION, tables.FLEET)
    assert [
        worlds.home_types(tables.HUMAN, False, terrain)[1]
        for terrain in (tables.PLAIN, tables.DESERT, tables.JUNGLE)
    ] == [
        tables.HEAVY,
        tables.CAMELS,
        tables.ELEPHANTS,
    ]
    assert worlds.home_types(tables.ELF, False, tables.DESERT) == (tables.BOWMEN, tables.LIGHT)


@pytest.mark.clause("AK-1.1-01", "AK-1.6-01")
def test_lands_wild_and_home() -> None:
    s = new_state()
    terrains = [tables.DESERT] * s.atlas.size
    load(s, taxes=10, people=1, a_second_type=1000)
    land = worlds.wild_land(a_turn(s), terrains, 3, at(s, 505), "Nowhere")
    assert (land.name, land.terrain, land.race, land.types, land.tax, land.coast) == (
        "Nowhere",
        tables.DESERT,
        tables.HUMAN,
        (tables.LEGION,),
        5,
        3,
    )
    home = worlds.home_land("Home", homes.Claim(tables.ORC, False), tables.MOUNTAIN)
    assert (home.race, home.types, home.tax, home.coast) == (tables.ORC, (tables.PHALANX, tables.WARGS), 10, -1)
    ice = worlds.icy_land()
    assert (ice.terrain, ice.race, ice.types, ice.tax) == (tables.SEA, -1, (), 0)
    seen: set[str] = set()
    with dice(s, [("name of a province", face) for face in (1, 1, 1, 1, 2, 1)]):
        names = [worlds.new_name(a_turn(s), seen) for _ in range(2)]
    assert seen == {*names}
    assert names[0] != names[1]


# Homes (1.1, 12.1)


@pytest.mark.clause("AK-1.1-11", "AK-12.1-12")
def test_neighbours_continents_and_coasts() -> None:
    s = new_state()
    places = [at(s, number) for number in (504, 507, 510, 814)]
    assert homes.next_door(s.atlas, places) == [(0, 1), (1, 2), (2, 3)]
    terrains = [tables.SEA] * s.atlas.size
    for number in (504, 505, 814):
        terrains[at(s, number)] = tables.PLAIN
    assert homes.continents(s.atlas, terrains) == {
        at(s, 504): at(s, 504),
        at(s, 505): at(s, 504),
        at(s, 814): at(s, 814),
    }
    t = a_turn(s)
    assert homes.is_coastal(t, terrains, at(s, 504))
    assert not homes.is_coastal(t, [tables.PLAIN] * s.atlas.size, at(s, 504))


@pytest.mark.clause("AK-1.1-11")
def test_homes_have_room_about_them_and_lie_apart() -> None:
    s = new_state()
    t = a_turn(s)
    everywhere = list(range(s.atlas.size))
    for tightly in (False, True):
        spots = homes.scatter(t, everywhere, tightly)
        assert all(s.atlas.distance(a, b) >= 3 for a in spots for b in spots if a != b)
        assert all(any(s.atlas.distance(p, spot) < 3 for spot in spots) for p in everywhere)
    terrains = [tables.SEA] * s.atlas.size
    near = s.atlas.neighbours[at(s, 505)]
    for p in near[:3]:
        terrains[p] = tables.PLAIN
    terrains[at(s, 505)] = tables.PLAIN
    assert homes.find_homes(t, terrains, 1) == [], "four lands are too few"
    terrains[near[3]] = tables.PLAIN
    assert len(homes.find_homes(t, terrains, 1)) == 1
    assert homes.find_homes(t, terrains, 2) == []


@pytest.mark.clause("AK-2.1-05", "AK-12.1-12")
@pytest.mark.parametrize(("greater", "sails", "minds", "faults"), [
    (False, (True, False), (tables.GOOD, tables.GOOD), 100.0), (False, (False, True), (tables.GOOD, tables.GOOD), 0.0),
    (True, (False, False), (tables.GOOD, tables.GOOD), 20.0), (True, (False, False), (tables.GOOD, tables.EVIL), 0.0),
])  # fmt: skip
def test_how_bad_a_dealing_of_homes_is(
    greater: bool, sails: tuple[bool, bool], minds: tuple[int, int], faults: float
) -> None:
    s = new_state()
    terrains = [tables.PLAIN] * s.atlas.size
    terrains[at(s, 815)] = tables.SEA
    claims = [homes.Claim(tables.HUMAN, sail, mind) for sail, mind in zip(sails, minds, strict=True)]
    rules = homes.Dealing(s.atlas, terrains, [at(s, 504), at(s, 814)], claims, greater)
    assert rules.faults([0, 1]) == pytest.approx(faults)
    dealt = [0, 1]
    assert rules.improve(dealt, [0, 1]) == (0.0 if not greater else faults)
    assert dealt == ([1, 0] if faults == 100.0 else [0, 1])


@pytest.mark.clause("AK-12.3-12")
def test_where_atlantis_may_lie() -> None:
    found = atlas("earth")
    s = world("earth", 20)
    terrains, coasts = [tables.SEA] * found.size, [-1] * found.size
    inner = [p for p in range(found.size) if len(found.within(p, 2)) == 19]
    assert room_for_atlantis(s, terrains, coasts) == inner
    terrains[inner[40]] = tables.PLAIN
    coasts[inner[80]] = tables.PLAIN
    left = room_for_atlantis(s, terrains, coasts)
    near = [p for p in inner if found.distance(p, inner[40]) <= 2 or found.distance(p, inner[80]) <= 1]
    assert [p for p in inner if p not in left] == near


@pytest.mark.clause("AK-1.1-07")
def test_no_province_has_more_than_two_features() -> None:
    crowds = [Counter(feature.place for feature in s.features.values()) for s in sample()]
    assert {max(crowd.values()) for crowd in crowds} == {2}
