"""Results of exploring, and facts that are only reported (3.2, 3.19)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    act,
    at,
    bury,
    know,
    load,
    new_state,
    put_army,
    put_feature,
    put_person,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NATIVE, Lore
from palatine.games.adventurer_kings.rules.realm.yearend import spread_rumours
from palatine.games.adventurer_kings.state import State


def scouted(levels: str = "", terrain: int = tables.PLAIN) -> tuple[State, int]:
    """Return a scout in 505, which the scout's King does not know."""
    s = new_state()
    load(s, random_encounter=1000, **{"experience:_explore": 1000})
    set_land(s, 505, terrain=terrain)
    return s, put_person(s, "Scout", 0, 505, levels)


@pytest.mark.clause("AK-3.2-01")
@pytest.mark.parametrize(
    ("levels", "terrain", "first", "second"),
    [
        ("", tables.PLAIN, 50, 100), ("EX1", tables.PLAIN, 100, 100), ("", tables.SEA, 25, 50),
        ("EX2", tables.SEA, 75, 100),
        ("EX9", tables.SEA, 100, 100),
    ],
)  # fmt: skip
def test_the_basic_number_times_explorer_and_one(levels: str, terrain: int, first: int, second: int) -> None:
    s, scout = scouted(levels, terrain)
    s.mastery[tables.EXPLORER] = (4, 3, 2, 1, 0)
    t = a_turn(s)
    explored = []
    for _ in range(2):
        act(t, scout, "EX")
        explored.append(s.known[0][at(s, 505)].explored)
    assert explored == [first, second]


@pytest.mark.clause("AK-3.2-01", "AK-4.2.1-08")
def test_a_parted_sea_is_explored_like_a_plain() -> None:
    s, scout = scouted("", tables.SEA)
    t = a_turn(s)
    t.spells.parted.add(at(s, 505))
    act(t, scout, "EX")
    assert s.known[0][at(s, 505)].explored == 50


@pytest.mark.clause("AK-3.2-01")
def test_every_terrain_has_its_number() -> None:
    for terrain in range(len(tables.TERRAINS)):
        s, scout = scouted("", terrain)
        act(a_turn(s), scout, "EX")
        assert s.known[0][at(s, 505)].explored == tables.TERRAIN[terrain].explore


@pytest.mark.clause("AK-3.2-02")
def test_features_come_to_light_by_and_by_and_all_of_them_at_the_end() -> None:
    s, scout = scouted()
    early, late = put_feature(s, "Dungeon", 505, threshold=50), put_feature(s, "Pyramid", 505, threshold=100)
    t = a_turn(s)
    assert [entry.data["feature"] for entry in told(act(t, scout, "EX"), "found", 0)] == [f"the Dungeon ({early})"]
    assert late not in s.lore[0]
    assert [entry.data["feature"] for entry in told(act(t, scout, "EX"), "found", 0)] == [f"the Pyramid ({late})"]
    assert not told(act(t, scout, "EX"), "found")
    assert not s.lore[1]


@pytest.mark.clause("AK-3.2-03")
def test_a_found_feature_is_told_with_its_legend_and_its_guardian() -> None:
    s, scout = scouted("EX1")
    number = put_feature(s, "Dungeon", 505, "Ogre", legend_gold=True, legend_item=3)
    act(a_turn(s), scout, "EX")
    lore = s.lore[0][number]
    assert (tables.FEATURES[lore.kind].name, lore.place, tables.MONSTERS[lore.monster].name) == (
        "Dungeon",
        at(s, 505),
        "Ogre",
    )
    assert (lore.gold, lore.item, lore.is_rumour, lore.is_empty) == (True, 3, False, False)


@pytest.mark.clause("AK-3.2-03", "AK-10.1-09")
def test_only_the_first_finder_of_a_feature_gains_merit_and_hearsay_is_no_finding() -> None:
    s, scout = scouted()
    put_feature(s, "Dungeon", 505, "Ogre")
    s.lore[2][1] = Lore(0, at(s, 505), is_rumour=True)
    rival = put_person(s, "Rival", 1, 505)
    for n in (scout, rival):
        assert told(act(a_turn(s), n, "EX"), "found")
    assert s.merit[scout][titles.CHANCELLOR] == 2 * 2
    assert rival not in s.merit


@pytest.mark.clause("AK-3.2-03")
def test_what_was_only_a_rumour_is_found_in_truth() -> None:
    s, scout = scouted("EX1")
    number = put_feature(s, "Dungeon", 505, "Ogre")
    load(s, random_encounter=1000, rumours=2, a_true_rumour=1000, what_is_wrong=1, next_door=1)
    spread_rumours(a_turn(s))
    assert s.lore[0][number].is_rumour
    assert s.lore[0][number].place != at(s, 505)
    act(a_turn(s), scout, "EX")
    assert (s.lore[0][number].is_rumour, s.lore[0][number].place) == (False, at(s, 505))


@pytest.mark.clause("AK-3.2-04")
def test_the_fallen_are_found_even_where_all_else_is_known() -> None:
    s, scout = scouted()
    bury(s, "LE", 505)
    bury(s, "HC", 505)
    know(s, 0, 505)
    graves = told(act(a_turn(s), scout, "EX"), "graves", 0)
    assert [(entry.data["count"], set(entry.data["kinds"])) for entry in graves] == [
        (2, {tables.ARMY[tables.LEGION].name, tables.ARMY[tables.HEAVY].name})
    ]


@pytest.mark.clause("AK-3.2-04", "AK-3.1-03")
@pytest.mark.parametrize(("before", "told_of"), [(10, False), (90, True), (100, False)])
def test_a_move_tells_of_the_fallen_only_when_it_uncovers_the_last_corner(before: int, told_of: bool) -> None:
    s = new_state()
    load(s, random_encounter=1000)
    n = put_person(s, "Rider", 0, 504)
    bury(s, "LE", 505)
    know(s, 0, 505, explored=before)
    assert bool(told(act(a_turn(s), n, "MO 505"), "graves", 0)) == told_of


@pytest.mark.clause("AK-3.2-05")
def test_exploring_shows_neither_armies_nor_leaders() -> None:
    s, scout = scouted()
    hidden = put_person(s, "Brennus", 1, 505)
    put_army(s, "LE", 1, 505, hidden)
    put_army(s, "LE", NATIVE, 505)
    entries = act(a_turn(s), scout, "EX")
    assert {entry.kind for entry in entries} == {"explored"}
    assert "Brennus" not in repr([entry.data for entry in entries])
    assert s.known[0][at(s, 505)].forces == ""
    assert hidden not in s.seen[0]


@pytest.mark.clause("AK-3.2-06")
@pytest.mark.parametrize(
    ("truth", "error", "is_elsewhere", "gold"),
    [
        (500, 1, False, True), (501, 4, True, True), (501, 5, False, False), (501, 8, False, False),
        (501, 9, True, False),
    ],
)  # fmt: skip
def test_half_the_rumours_are_true(truth: int, error: int, is_elsewhere: bool, gold: bool) -> None:
    s = new_state()
    number = put_feature(s, "Dungeon", 505, "Ogre", legend_gold=True)
    load(s, rumours=2, a_true_rumour=truth, what_is_wrong=error, next_door=800)
    spread_rumours(a_turn(s))
    lore = s.lore[0][number]
    assert lore.is_rumour
    assert (lore.place in s.atlas.neighbours[at(s, 505)]) == is_elsewhere
    assert lore.gold == gold


@pytest.mark.clause("AK-3.2-06")
@pytest.mark.parametrize(("face", "count"), [(1, 0), (2, 1), (3, 2), (99, 2)])
def test_two_rumours_at_most_and_only_of_what_is_unheard_of(face: int, count: int) -> None:
    s = new_state()
    for number in (505, 506, 507):
        put_feature(s, "Dungeon", number)
    load(s, rumours=face)
    spread_rumours(a_turn(s))
    assert len(s.lore[0]) == count


@pytest.mark.clause("AK-3.2-07")
@pytest.mark.parametrize(
    ("hp", "word"), [(7, 0), (12, 0), (13, 1), (19, 1), (20, 2), (29, 2), (30, 3), (44, 3), (45, 4), (99, 4)]
)
def test_the_word_for_a_monster_goes_by_its_hit_points(hp: int, word: int) -> None:
    plain = next(each for each in tables.MONSTERS if each.melee < 2 and each.missile < 2)
    assert tables.word_of(plain, hp) == word


@pytest.mark.clause("AK-3.2-08")
@pytest.mark.parametrize(
    ("name", "hp", "word"),
    [("Gryphon", 25, 3), ("Giant", 25, 2), ("Gargoyle", 15, 1), ("Demon", 30, 4), ("Demon", 60, 4)],
)
def test_exceptional_skill_is_one_word_more(name: str, hp: int, word: int) -> None:
    assert tables.word_of(tables.MONSTERS[tables.MONSTER_BY_NAME[name]], hp) == word


@pytest.mark.clause("AK-3.2-08")
def test_magic_is_no_part_of_the_word() -> None:
    casters = [each for each in tables.MONSTERS if each.magic and each.melee < 2 and each.missile < 2]
    assert casters
    assert all(tables.word_of(each, 15) == 1 for each in casters)


@pytest.mark.clause("AK-3.19-02")
@pytest.mark.parametrize(("face", "level"), [(100, 1), (101, 0)])
def test_exploring_teaches_exploring(face: int, level: int) -> None:
    s, scout = scouted()
    load(s, random_encounter=1000, beyond_aptitude=1, **{"experience:_explore": face})
    act(a_turn(s), scout, "EX")
    assert s.people[scout].levels[tables.EXPLORER] == level
