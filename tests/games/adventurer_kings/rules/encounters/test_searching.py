"""Searches of features (3.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, pair, plan, strong
from games.adventurer_kings.positions.realm import (
    CALM,
    NO,
    YES,
    a_turn,
    act,
    at,
    failed,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import Lore
from palatine.games.adventurer_kings.rules.encounters.guardians import fight_guardian

# Search (3.3)


@pytest.mark.clause("AK-3.3-01", "AK-3.3-02", "AK-9.1-02")
def test_whoever_beats_the_guardian_has_the_treasure_even_in_foreign_land():
    s = new_state()
    n = hero(s, "ME9")
    s.set_person(n, place=at(s, 505))
    own(s, 1, 505)
    feature = put_feature(s, "Dungeon", 505, "Ogre", gold=12)
    boots = put_item(s, "Seven-League Boots", feature=feature)
    strong(s)
    gold = s.kingdoms[0].gold
    act(a_turn(s), n, f"SE {feature} ME")
    assert (s.kingdoms[0].gold - gold, s.items[boots].bearer, s.features[feature].monster) == (12, n, -1)
    assert s.merit[n][titles.DEFENDER] == 2 * 18
    s.set_person(n, place=at(s, 506))
    assert failed(a_turn(s), n, f"SE {feature} ME") == ("AK-3.3-01", "fail.no-feature")


@pytest.mark.clause("AK-3.3-02", "AK-5.9-03")
def test_who_falls_to_a_guardian_leaves_his_arms_in_its_lair():
    s = new_state()
    n = hero(s)
    sword, boots = put_item(s, "Sword of Sharpness", n), put_item(s, "Seven-League Boots", n)
    feature = put_feature(s, "Dungeon", 504, "Great Wyrm")
    load(s, a_blow=YES, damage=8, an_arrow=YES, arrow_damage=8)
    act(a_turn(s), n, f"SE {feature} ME")
    assert s.people[n].died
    assert s.items[sword].feature == feature
    assert s.items[boots].bearer == s.kingdoms[0].king


@pytest.mark.clause("AK-3.3-03")
def test_a_leader_searches_alone():
    s = new_state()
    n = hero(s, "ME9")
    army = put_army(s, "LE", 0, 504, n)
    feature = put_feature(s, "Dungeon", 504, "Ogre")
    strong(s)
    s.dice.faces |= {"random encounter": NO}  # type: ignore[attr-defined]
    act(a_turn(s), n, f"SE {feature} ME")
    assert (s.features[feature].monster, s.armies[army].leader) == (-1, n)


@pytest.mark.clause("AK-5.0-03")
def test_blows_after_talk_come_only_if_the_talk_fails():
    for face, fought in ((1, True), (6, False)):
        s = new_state()
        n = hero(s, "ME9", alignment=tables.EVIL)
        feature = put_feature(s, "Dungeon", 504, "Ogre")
        strong(s)
        s.dice.faces |= {"talk": face, "proposal": 1, "random encounter": NO}  # type: ignore[attr-defined]
        act(a_turn(s), n, f"SE {feature} TA,ME")
        assert (s.features[feature].monster < 0) is fought


@pytest.mark.clause("AK-5.0-02", "AK-5.6-01")
def test_without_a_plan_he_fights_and_a_plan_to_flee_ends_the_search():
    s = new_state()
    n = hero(s, "ME9")
    feature = put_feature(s, "Dungeon", 504, "Ogre")
    strong(s)
    s.dice.faces |= {"random encounter": NO}  # type: ignore[attr-defined]
    assert told(act(a_turn(s), n, f"SE {feature} FL,ME"), "withdraws", 0)
    assert s.features[feature].monster >= 0
    act(a_turn(s), n, f"SE {feature}")
    assert s.features[feature].monster < 0


@pytest.mark.clause("AK-5.7-01")
def test_gifts_in_a_plan_are_no_exchange():
    s, n, foe = pair()
    one, two = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", n)
    act(a_turn(s), n, f"EN {foe} GI-{one},GI-{two},TA")
    assert [s.items[each].bearer for each in (one, two)] == [foe, foe]
    feature = put_feature(s, "Dungeon", 504, "Ogre")
    cloak = put_item(s, "Silk Gloves", n)
    act(a_turn(s), n, f"SE {feature} GI-{cloak},FL", [CALM])
    assert (s.items[cloak].feature, s.items[cloak].bearer) == (feature, 0)


@pytest.mark.clause("AK-4.2.4-07")
def test_a_guardian_in_ice_loses_what_it_does_not_carry():
    s = new_state()
    n = hero(s, "EL4")
    feature = put_feature(s, "Dungeon", 504, "Ogre", hp=16, gold=9)
    boots = put_item(s, "Seven-League Boots", feature=feature)
    sword = put_item(s, "Sword of Sharpness", feature=feature)
    load(s, combat_spell=YES, experience__combat_spell=NO)
    fight = fight_guardian(a_turn(s), n, feature, plan("CA-IC,FL"))
    assert fight.end == "fled"
    assert (s.items[boots].bearer, s.items[sword].bearer, s.features[feature].gold) == (n, 0, 9)


@pytest.mark.clause("AK-3.3-02")
def test_a_friendly_guardian_lets_its_friends_pass_but_can_be_betrayed():
    s = new_state()
    n = hero(s, "ME9")
    feature = put_feature(s, "Dungeon", 504, "Ogre", friends=(0,))
    strong(s)
    s.dice.faces |= {"random encounter": NO}  # type: ignore[attr-defined]
    assert not told(act(a_turn(s), n, f"SE {feature} SC"), "faces")
    assert told(act(a_turn(s), n, f"SE {feature} ME"), "faces", 0)
    assert s.features[feature].monster < 0


@pytest.mark.clause("AK-3.3-02")
@pytest.mark.parametrize("monster", ["Renegade Swordsman", "Ogre"])
def test_every_guardian_must_be_faced(monster: str) -> None:
    s = new_state()
    n = hero(s, "ME9")
    feature = put_feature(s, "Dungeon", 504, monster)
    load(s, random_encounter=NO)
    assert told(act(a_turn(s), n, f"SE {feature} ME"), "faces", 0)


@pytest.mark.clause("AK-3.3-01", "AK-4.2.3-05")
@pytest.mark.parametrize(("lore", "found"), [(None, False), (True, False), (False, True)])
def test_a_hidden_feature_is_searched_only_by_who_knows_it(lore: bool | None, found: bool) -> None:
    s = new_state()
    n = hero(s)
    feature = put_feature(s, "Dungeon", 504)
    load(s, random_encounter=NO)
    assert told(act(a_turn(s), n, f"SE {feature}"), "searches", 0)
    s.lore[0].clear()
    s.set_feature(feature, is_hidden=True)
    if lore is not None:
        s.lore[0][feature] = Lore(0, at(s, 504), is_rumour=lore)
    if found:
        assert told(act(a_turn(s), n, f"SE {feature}"), "searches", 0)
    else:
        assert failed(a_turn(s), n, f"SE {feature}") == ("AK-4.2.3-05", "fail.no-feature")


@pytest.mark.clause("AK-4.2.3-09", "AK-5.5-01")
def test_a_spell_before_a_theft_begins_no_fight_with_the_guardian() -> None:
    s = new_state()
    n = hero(s, "IL1")
    feature = put_feature(s, "Dungeon", 504, "Ogre", gold=40)
    load(s, random_encounter=NO, theft=1)
    entries = act(a_turn(s), n, f"SE {feature} CA-IN,ST")
    assert told(entries, "theft", 0)
    assert not told(entries, "faces")
    assert told(act(a_turn(s), n, f"SE {feature} CA-IN,ME"), "faces", 0)
