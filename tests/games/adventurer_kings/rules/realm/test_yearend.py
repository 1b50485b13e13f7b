"""The end of a year: recovery, decay, wanderers, rumours, monsters (2.2, 3.2, 3.6, 4.2, 6.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    NATIVE,
    NO,
    YES,
    a_turn,
    at,
    bury,
    idle,
    know,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    sea,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.realm.recruiting import MOST_ARMIES
from palatine.games.adventurer_kings.rules.realm.yearend import (
    carry_over,
    crowd_out,
    decay,
    improve,
    new_monsters,
    spread_rumours,
    wander,
)


@pytest.mark.clause("AK-6.1-03")
@pytest.mark.parametrize(("quality", "after"), [
    (tables.SUB_DEPLETED, tables.DEPLETED), (tables.DEPLETED, tables.GREEN), (tables.GREEN, tables.AVERAGE),
    (tables.AVERAGE, tables.AVERAGE),
    (tables.CRACK, tables.CRACK),
])  # fmt: skip
def test_armies_recover_up_to_average(quality: int, after: int) -> None:
    s = new_state()
    army = put_army(s, "LE", 0, 504, quality=quality)
    improve(a_turn(s))
    assert s.armies[army].quality == after


@pytest.mark.clause("AK-6.3-32", "AK-12.1-06")
@pytest.mark.parametrize("case", ["led", "unled", "the bitten is gone", "the pack is gone"])
def test_the_bitten_join_the_pack_if_both_are_still_there(case: str) -> None:
    s = new_state()
    n = put_person(s, "Lord", 0, 505, "DR1")
    bitten = put_army(s, "LE", MERCENARY, 504, quality=tables.VETERAN)
    pack = put_army(s, "WE", 0, 505, 0 if case == "unled" else n)
    t = a_turn(s)
    t.war.turning[bitten] = pack
    if case == "the bitten is gone":
        del s.armies[bitten]
    if case == "the pack is gone":
        del s.armies[pack]
    s.journal = []  # type: ignore[misc]
    improve(t)
    entries = told(s.journal or [], "turned")
    if "gone" in case:
        assert not entries
        assert bitten not in s.armies or s.armies[bitten].type == tables.LEGION
        return
    army = s.armies[bitten]
    assert (army.type, army.race, army.quality, army.place, army.owner, army.leader) == (
        tables.WERE, tables.WEREBEASTS, tables.VETERAN, at(s, 505), 0, n if case == "led" else 0)  # fmt: skip
    assert [each.readers for each in entries] == [(0,)]
    assert s.renown.get(n, (0,) * 40)[titles.WERE_LORD] == (2 if case == "led" else 0)
    assert 0 not in s.renown


@pytest.mark.clause("AK-4.2.5-04", "AK-4.2.5-05")
@pytest.mark.parametrize(("turn", "face", "left"), [(3, 1, 2), (4, 100, 0), (4, 101, 2), (5, 100, 0)])
def test_a_tenth_of_the_buried_rots_away_from_the_fourth_turn_on(turn: int, face: int, left: int) -> None:
    s = new_state(turn=turn)
    bury(s, "LE", 505)
    bury(s, "HC", 505)
    load(s, rot=face)
    decay(a_turn(s))
    assert len(s.fallen.get(at(s, 505), ())) == left
    assert (at(s, 505) in s.fallen) is (left > 0)


@pytest.mark.clause("AK-4.2.5-04")
@pytest.mark.parametrize("more", [0, 1, 2, 3])
def test_where_there_are_too_many_the_oldest_dead_go(more: int) -> None:
    s = new_state()
    bury(s, "HC", 506, turn=1)
    bury(s, "LE", 505, turn=2)
    bury(s, "PH", 506, turn=3)
    for _ in range(MOST_ARMIES["standard"] - 3 + more):
        put_army(s, "LE", NATIVE, 808)
    crowd_out(a_turn(s))
    left = [each.turn for place in s.fallen for each in s.fallen[place]]
    assert sorted(left) == [1, 2, 3][more:]
    assert all(s.fallen.values())


@pytest.mark.clause("AK-4.2.3-02", "AK-4.2.3-06", "AK-2.0-01")
@pytest.mark.parametrize(("owner", "percent"), [(0, 15), (1, 10), (NATIVE, 15)])
def test_illusions_fade_more_slowly_in_the_land_of_a_master(owner: int, percent: int) -> None:
    for face, fades in ((percent * 10, True), (percent * 10 + 1, False)):
        s = new_state()
        own(s, owner, 505)
        master(s, tables.LASTING_ILLUSION, seat=1)
        s.illusions[at(s, 505)] = tables.JUNGLE
        hidden = put_feature(s, "Dungeon", 505, "Ogre", is_hidden=True)
        load(s, illusion_fades=face, hiding_fades=NO)
        decay(a_turn(s))
        assert (at(s, 505) not in s.illusions) is fades
        assert s.features[hidden].is_hidden


@pytest.mark.clause("AK-2.2-04", "AK-2.2-05")
@pytest.mark.parametrize(("case", "goes"), [("free", True), ("serves", False), ("dead", False), ("rules", False),
                                            ("guest", False)])  # fmt: skip
def test_only_who_is_free_wanders_and_kings_are_told_of_an_arrival(case: str, goes: bool) -> None:
    s = new_state()
    n = put_person(s, "Hawk", 0 if case == "serves" else FREE, 505)
    s.set_person(
        n, died=int(case == "dead"), rules=at(s, 505) if case == "rules" else -1, visitor=int(case == "guest")
    )
    near = s.atlas.neighbours[at(s, 505)]
    load(s, a_Hero_wanders=500, by_ship=NO, where_he_goes=1 + near.index(at(s, 504)))
    s.journal = []  # type: ignore[misc]
    wander(a_turn(s))
    assert (s.people[n].place == at(s, 504)) is goes
    assert [each.readers for each in told(s.journal or [], "hero-arrives")] == [(0,)] * goes
    assert (n in s.seen[0]) is goes
    s.set_person(n, place=at(s, 505))
    load(s, a_Hero_wanders=501)
    wander(a_turn(s))
    assert s.people[n].place == at(s, 505)


@pytest.mark.clause("AK-2.2-04")
@pytest.mark.parametrize(("face", "sails"), [(100, True), (101, False)])
def test_one_wanderer_in_ten_may_go_to_sea(face: int, sails: bool) -> None:
    s = new_state()
    near = s.atlas.neighbours[at(s, 505)]
    sea(s, *(s.atlas.numbers[p] for p in near))
    n = put_person(s, "Hawk", FREE, 505)
    load(s, a_Hero_wanders=YES, by_ship=face, where_he_goes=3)
    wander(a_turn(s))
    assert s.people[n].place == (near[2] if sails else at(s, 505))


@pytest.mark.clause("AK-3.6-02")
def test_half_of_the_mercenaries_march_on_over_land() -> None:
    s = new_state()
    near = s.atlas.neighbours[at(s, 505)]
    army, other = put_army(s, "LE", MERCENARY, 505), put_army(s, "LE", NATIVE, 505)
    load(s, mercenaries_move=501, where_they_go=2)
    wander(a_turn(s))
    assert s.armies[army].place == at(s, 505)
    load(s, mercenaries_move=500, where_they_go=2)
    wander(a_turn(s))
    assert (s.armies[army].place, s.armies[other].place) == (near[1], at(s, 505))
    s.set_army(army, place=at(s, 505))
    sea(s, *(s.atlas.numbers[p] for p in near))
    wander(a_turn(s))
    assert s.armies[army].place == at(s, 505)


@pytest.mark.clause("AK-3.2-06")
@pytest.mark.parametrize(("face", "count"), [(1, 0), (2, 1), (3, 2)])
def test_up_to_two_rumours_a_year_of_what_a_king_has_never_heard_of(face: int, count: int) -> None:
    s = new_state(kings=1)
    known, first, second = (put_feature(s, "Dungeon", number, "Ogre") for number in (505, 506, 507))
    t = a_turn(s)
    learn_of(t, 0, known)
    load(s, rumours=face, which_rumour=1, a_true_rumour=YES)
    spread_rumours(t)
    assert sorted(s.lore[0]) == [known, first, second][: 1 + count]
    assert not s.lore[0][known].is_rumour
    spread_rumours(t)
    spread_rumours(t)
    assert len(s.lore[0]) == (3 if count else 1)


@pytest.mark.clause("AK-12.1-03")
@pytest.mark.parametrize(("scenario", "monster", "face", "comes"), [
    ("super", "", 100, True), ("super", "", 101, False), ("super", "Ogre", 1, False), ("standard", "", 1, False),
])  # fmt: skip
def test_in_the_greater_game_an_empty_feature_may_draw_a_guardian(
    scenario: str, monster: str, face: int, comes: bool
) -> None:
    s = new_state(scenario=scenario)
    lair = put_feature(s, "Dungeon", 505, monster, gold=5, boldness=3, friends=(1,), is_raiding=True)
    fit = tables.FEATURES[s.features[lair].kind].guardians
    load(s, a_new_guardian=face, which_guardian=2, monster_hit_points=21, new_treasure=4)
    new_monsters(a_turn(s))
    feature = s.features[lair]
    assert (feature.monster == fit[1]) is comes
    if comes:
        assert (feature.hp, feature.gold, feature.boldness, feature.friends, feature.is_raiding) == (
            tables.MONSTERS[fit[1]].hp, 9, 0, (), False)  # fmt: skip


@pytest.mark.clause("AK-12.1-03")
def test_a_feature_that_nothing_guards_stays_empty() -> None:
    s = new_state(scenario="super")
    kind = next((kind.name for kind in tables.FEATURES if not kind.guardians), "")
    if kind:
        lair = put_feature(s, kind, 505)
        load(s, a_new_guardian=YES)
        new_monsters(a_turn(s))
        assert s.features[lair].monster == -1
    assert kind or all(each.guardians for each in tables.FEATURES)


@pytest.mark.clause("AK-3.18-04")
def test_what_is_carried_over() -> None:
    s = new_state()
    idle(s)
    s.sheets[1] = None
    s.set_kingdom(0, gold=33, missed=2)
    s.set_kingdom(1, missed=2)
    carry_over(a_turn(s))
    assert [(kingdom.opening_gold, kingdom.missed) for kingdom in s.kingdoms] == [(33, 0), (10, 3), (10, 0)]


@pytest.mark.clause("AK-7.4-01", "AK-8.1-05")
@pytest.mark.parametrize(("case", "owner"), [
    ("dead leader at home", 0), ("dead leader abroad", MERCENARY), ("leader gone", 0),
    ("alone among natives", MERCENARY),
    ("alone at an ally's", 0), ("led", 0),
])  # fmt: skip
def test_armies_whose_leader_is_no_more(case: str, owner: int) -> None:
    s = new_state()
    relate(s, 0, 2, ALLIED)
    relate(s, 0, 1, ENEMY)
    own(s, 2, 506)
    number = {"dead leader abroad": 509, "alone among natives": 808, "alone at an ally's": 506}.get(case, 504)
    n = 99 if case == "leader gone" else 0 if case.startswith("alone") else put_person(s, "Leader", 0, number)
    army = put_army(s, "LE", 0, number, n)
    if case.startswith("dead"):
        s.set_person(n, died=1)
    idle(s)
    carry_over(a_turn(s))
    assert s.armies[army].owner == owner
    assert s.armies[army].leader == (n if case == "led" else 0)


@pytest.mark.clause("AK-3.1-03")
def test_armies_without_a_leader_abroad_see_whose_land_it_is() -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    know(s, 0, 509, owner=2)
    know(s, 0, 504, owner=2)
    know(s, 0, 505, owner=2)
    own(s, 1, 505)
    put_army(s, "LE", 0, 509)
    put_army(s, "LE", 0, 504)
    put_army(s, "LE", 0, 505, put_person(s, "Leader", 0, 505))
    idle(s)
    carry_over(a_turn(s))
    assert [s.known[0][at(s, number)].owner for number in (509, 504, 505)] == [1, 2, 2]
