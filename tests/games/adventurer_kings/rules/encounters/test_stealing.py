"""Theft (3.12, 4.3.5, 5.5)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, plan
from games.adventurer_kings.positions.realm import (
    FREE,
    a_turn,
    act,
    at,
    dice,
    load,
    new_state,
    order,
    put_army,
    put_feature,
    put_item,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders.kinds import Plan
from palatine.games.adventurer_kings.rules.characters.spying import escapes
from palatine.games.adventurer_kings.rules.encounters.stealing import roll_theft, slips_away, take_from_hoard
from palatine.games.adventurer_kings.state import State

YES, NO = 1, 1000
LEARNS_NOTHING = ("experience: steal", NO)


def value(s: State, n: int, before: Plan = (), is_guarded: bool = False) -> int:
    """Return the percentage of a theft."""
    return roll_theft(a_turn(s), n, before, is_guarded).value


@pytest.mark.clause("AK-5.5-01", "AK-4.3.5-01", "AK-4.0-01")
@pytest.mark.parametrize(("level", "chance"), [(0, 15), (1, 30), (2, 45), (4, 75), (5, 90), (7, 95)])
def test_a_theft_succeeds_at_fifteen_and_fifteen_a_level(level, chance):
    s = new_state()
    tally = roll_theft(a_turn(s), hero(s, f"TH{level}"), (), is_guarded=False)
    assert (tally.value, tally.is_roll_under) == (chance, True)


@pytest.mark.clause("AK-5.5-02", "AK-3.12-06")
def test_kings_and_generals_are_robbed_half_as_often():
    s = new_state()
    n = hero(s, "TH1")
    assert value(s, n, is_guarded=True) == 15
    king = s.kingdoms[1].king
    s.set_person(king, place=at(s, 504))
    entries = act(a_turn(s), n, f"EN {king} ST", [LEARNS_NOTHING, ("theft", 15)])
    (entry,) = told(entries, "theft-from", 0)
    assert entry.tally is not None
    assert [part.reason for part in entry.tally.parts] == ["theft-base", "theft-skill", "theft-guarded"]


@pytest.mark.clause("AK-4.2.3-09")
def test_the_unseen_steal_better_if_the_spell_succeeds():
    s = new_state()
    n = hero(s, "TH1 IL1")
    cast = plan("CA-IN")
    for face, chance in ((450, 45), (451, 30)):
        with dice(s, [("experience: combat_spell", NO), ("Invisibility before a theft", face), ("theft", 50)]):
            assert value(s, n, cast) == chance
    ring = put_item(s, "Ring of Vanishing", n)
    assert value(s, n, plan(f"US-{ring}")) == 45
    assert s.items[ring].charges == 4


@pytest.mark.clause("AK-5.1-03")
def test_stunning_spells_do_not_help_a_thief():
    s = new_state()
    assert value(s, hero(s, "TH1 PS4"), plan("CA-PS")) == 30


@pytest.mark.clause("AK-5.5-03")
@pytest.mark.parametrize(("level", "gold", "left"), [(0, 100, 90), (2, 100, 80), (0, 5, 4)])
def test_a_robbed_king_loses_a_share_of_his_treasury(level, gold, left):
    s = new_state()
    n = hero(s, f"TH{level}")
    king = s.kingdoms[1].king
    s.set_person(king, place=at(s, 504))
    s.set_kingdom(1, gold=gold)
    own = s.kingdoms[0].gold
    entries = act(a_turn(s), n, f"EN {king} ST", [LEARNS_NOTHING, ("theft", 1)])
    assert (s.kingdoms[1].gold, s.kingdoms[0].gold) == (left, own + gold - left)
    assert told(entries, "robbed", 1)
    assert not told(entries, "stolen-treasury", 1)  # he does not learn who it was


@pytest.mark.clause("AK-5.5-01")
def test_of_a_hero_a_thief_takes_an_item():
    s = new_state()
    n, victim = hero(s), hero(s, seat=1)
    cloak = put_item(s, "Grey Cloak", victim)
    act(a_turn(s), n, f"EN {victim} ST", [LEARNS_NOTHING, ("theft", 15), ("which item", 1)])
    assert s.items[cloak].bearer == n


@pytest.mark.clause("AK-12.1-06")
def test_only_what_is_stolen_makes_a_prince_of_thieves():
    s = new_state()
    n, poor, rich = hero(s), hero(s, seat=1), hero(s, seat=1)
    put_item(s, "Grey Cloak", rich)
    king = s.kingdoms[1].king
    s.set_person(king, place=at(s, 504))
    empty, full = put_feature(s, "Dungeon", 504, "Gryphon"), put_feature(s, "Tomb", 504, "Gryphon", gold=40)
    load(s, theft=1, random_encounter=NO)

    def fame(*orders: str) -> int:
        for text in orders:
            act(a_turn(s), n, text)
        return s.renown.get(n, (0,) * len(titles.TITLES))[titles.PRINCE_OF_THIEVES]

    assert fame(f"EN {poor} ST", f"SE {empty} ST") == 0
    assert [fame(f"EN {rich} ST"), fame(f"EN {king} ST"), fame(f"SE {full} ST")] == [1, 2, 3]


@pytest.mark.clause("AK-5.5-04")
@pytest.mark.parametrize(("level", "away"), [(0, 30), (1, 45), (4, 90), (9, 95)])
def test_a_failed_thief_gets_away_the_better_he_is(level, away):
    s = new_state()
    n = hero(s, f"TH{level}")
    s.mastery = [(4, 3, 2, 1, 0)] * len(tables.ABILITIES)  # the master who is caught half as often comes last
    caught = (100 - away) * 10 // (2 if level == 9 else 1)
    with dice(s, [("the thief is caught", caught), ("the thief is caught", caught + 1)]):
        assert [slips_away(a_turn(s), n), slips_away(a_turn(s), n)] == [False, True]


@pytest.mark.clause("AK-5.5-05")
def test_a_hero_caught_at_robbing_a_king_or_a_general_is_executed():
    for leads in (False, True):
        s = new_state()
        n, victim = hero(s), s.kingdoms[1].king
        s.set_person(victim, place=at(s, 504))
        if leads:
            victim = hero(s, seat=1)
            put_army(s, "LE", 1, 504, victim)
        rolls = [LEARNS_NOTHING, ("theft", 8), ("the thief is caught", YES)]
        entries = act(a_turn(s), n, f"EN {victim} ST", rolls)
        assert s.people[n].died
        assert told(entries, "executed", 1)


@pytest.mark.clause("AK-5.5-06")
def test_a_king_caught_at_robbing_a_king_pays_half_his_gold_or_dies():
    for gold, left in ((21, 10), (20, 10), (1, 0), (0, 0)):
        s = new_state()
        thief, victim = s.kingdoms[0].king, s.kingdoms[1].king
        s.set_person(victim, place=at(s, 504))
        s.set_kingdom(0, gold=gold)
        act(a_turn(s), thief, f"EN {victim} ST", [LEARNS_NOTHING, ("theft", 99), ("the thief is caught", YES)])
        assert (s.kingdoms[0].gold, s.kingdoms[1].gold) == (left, 10 + gold - left)
        assert bool(s.people[thief].died) == (gold == 0)


@pytest.mark.clause("AK-5.5-07")
def test_caught_by_a_monster_or_a_lone_hero_he_must_fight_at_a_random_range():
    s = new_state()
    n = hero(s, "ME9")
    feature = put_feature(s, "Dungeon", 504, "Ogre")
    load(s, theft=100, the_thief_is_caught=YES, range=3, a_blow=YES, damage=6, random_encounter=NO)
    entries = act(a_turn(s), n, f"SE {feature} ST,ME")
    assert told(entries, "theft-noticed", 0)
    assert not told(entries, "fight-closes")  # they were hand to hand at once
    assert s.features[feature].monster < 0
    victim = hero(s, seat=FREE)
    entries = act(a_turn(s), n, f"EN {victim} ST,ME")
    assert told(entries, "theft-caught", 0)
    assert s.people[victim].died


@pytest.mark.clause("AK-5.5-01", "AK-5.5-09")
@pytest.mark.parametrize(("monster", "hidden"), [
    ("Clockwork Sentinel", 0), ("Gryphon", 0), ("Ogre", 50), ("Giant", 100), ("Black Knight", 250), ("Sphinx", 500),
])  # fmt: skip
def test_the_cleverer_the_monster_the_better_it_hides_its_things(monster, hidden):
    s = new_state()
    n = hero(s)
    feature = put_feature(s, "Dungeon", 504, monster, gold=40)
    item = put_item(s, "Grey Cloak", feature=feature)
    if hidden:
        s.set_feature(feature, gold=100)
        with dice(s, [("a hidden item", hidden), ("share of a hoard", 51)]):
            take_from_hoard(a_turn(s), n, feature)
        assert (s.items[item].feature, s.features[feature].gold) == (feature, 25)
        with dice(s, [("a hidden item", hidden), ("share of a hoard", 1)]):
            take_from_hoard(a_turn(s), n, feature)
        assert (s.items[item].feature, s.features[feature].gold) == (feature, 19)
    with dice(s, [*([("a hidden item", hidden + 1)] if hidden else []), ("which item", 1)]):
        take_from_hoard(a_turn(s), n, feature)
    assert s.items[item].bearer == n
    assert [(each.readers, each.data["item"]) for each in told(s.journal or [], "stolen-item")] == [
        ((0,), "the Grey Cloak")
    ]


@pytest.mark.clause("AK-3.19-11")
def test_stealing_teaches():
    for face, level in ((150, 1), (151, 0)):
        s = new_state()
        n, victim = hero(s), hero(s, seat=1)
        act(a_turn(s), n, f"EN {victim} ST", [("experience: steal", face), ("theft", 1)])
        assert s.people[n].levels[tables.THIEF] == level


@pytest.mark.clause("AK-4.3.5-02", "AK-4.3.3-01")
@pytest.mark.parametrize(("levels", "deed", "percent"), [
    ("", "EN {victim} ST", 0), ("SP1", "SP", 50), ("TH2", "EN {victim} ST", 75), ("SP3", "TR {victim}", 88),
    ("TH4", "PU {victim} ST", 95), ("SP4", "EN {victim} ST", 0), ("TH4", "SP", 0),
])  # fmt: skip
def test_whoever_steals_spies_or_trails_is_noticed_less_in_the_whole_turn(levels, deed, percent):
    s = new_state()
    n, victim = hero(s, levels), hero(s, seat=1)
    order(s, n, 4, deed.format(victim=victim))
    t = a_turn(s, phase=1)
    assert n in t.sightings.furtive
    if percent:
        with dice(s, [("escape notice", percent * 10), ("escape notice", percent * 10 + 1)]):
            assert [escapes(t, n), escapes(t, n)] == [True, False]
    else:
        assert not escapes(t, n)
    with dice(s, []):
        assert not escapes(t, victim)


@pytest.mark.clause("AK-5.5-06")
def test_the_ransom_goes_to_whoever_was_to_be_robbed():
    s = new_state()
    thief, victim = s.kingdoms[1].king, s.kingdoms[0].king
    s.set_person(thief, place=at(s, 504))
    act(a_turn(s), thief, f"EN {victim} ST", [LEARNS_NOTHING, ("theft", 99), ("the thief is caught", YES)])
    assert [kingdom.gold for kingdom in s.kingdoms] == [15, 5, 10]


@pytest.mark.clause("AK-5.5-07", "AK-5.0-07")
@pytest.mark.parametrize(("face", "closes"), [(1, True), (2, True), (3, False)])
def test_a_monster_falls_upon_the_thief_from_afar_or_hand_to_hand(face: int, closes: bool):
    s = new_state()
    n = hero(s, "ME9")
    feature = put_feature(s, "Dungeon", 504, "Ogre")
    load(s, theft=100, the_thief_is_caught=YES, range=face, a_blow=YES, damage=6, random_encounter=NO)
    entries = act(a_turn(s), n, f"SE {feature} ST,ME")
    assert bool(told(entries, "fight-closes", 0)) == closes
