"""The special functions of features (3.3, 5.8)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero
from games.adventurer_kings.positions.realm import (
    FREE,
    a_turn,
    act,
    at,
    dice,
    failed,
    know,
    load,
    new_state,
    put_feature,
    put_item,
    told,
)
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.rules.encounters.feature_functions import (
    EFFECTS,
    scout,
    set_aptitude,
    set_level,
    unlearnt,
)
from palatine.games.adventurer_kings.state import State

NO = 1000
CALM = ("random encounter", NO)


def site(special: int, kind: str = "Dungeon", levels: str = "ME2", **changes: object) -> tuple[State, int, int]:
    """A Hero in 504 at a feature nobody guards."""
    s = new_state()
    return s, hero(s, levels, **changes), put_feature(s, kind, 504, special=special)


def scouted(special: int, rolls: list[object], **changes: object) -> tuple[State, int]:
    """What becomes of a Hero who finds out a special function."""
    s, n, feature = site(special, **changes)
    with dice(s, rolls):
        scout(a_turn(s), n, feature, set())
    return s, n


@pytest.mark.clause("AK-3.3-04", "AK-5.8-01", "AK-5.8-02", "AK-9.1-02")
def test_an_empty_feature_is_scouted_last_wherever_the_tactic_stands():
    s, n, feature = site(17)
    gold = s.kingdoms[0].gold
    entries = act(a_turn(s), n, f"SE {feature} SC,ME", [("gold", 7), CALM])
    assert s.kingdoms[0].gold == gold + 7
    assert told(entries, "special-gold", 0)


@pytest.mark.clause("AK-5.8-02", "AK-5.8-03")
@pytest.mark.parametrize(("used", "missed"), [
    ({o.Talk}, 0), ({o.Fulfil}, 0), ({o.Strike}, 0), ({o.Steal}, 33), ({o.Flee}, 67), ({o.Steal, o.Flee}, 67),
    ({o.Strike, o.Flee}, 67), ({o.Scout}, 67),
])  # fmt: skip
def test_haste_hides_what_is_special(used, missed):
    s = new_state()
    guarded = s.features[put_feature(s, "Dungeon", 504, "Ogre", special=17)]
    assert unlearnt(guarded, used) == missed


@pytest.mark.clause("AK-5.8-03")
def test_a_glimpse_says_only_that_there_is_something():
    s, n, feature = site(17)
    with dice(s, [("scouting in haste", 330)]):
        s.journal = []
        scout(a_turn(s), n, feature, {o.Steal})
    assert [entry.kind for entry in s.journal or []] == ["scouted-glimpse"]
    assert s.features[feature].special_used == 0


@pytest.mark.clause("AK-5.8-04")
def test_a_special_works_once_a_year_and_once_for_each():
    s, n, feature = site(17)
    other = hero(s)
    t = a_turn(s)
    with dice(s, [("gold", 1)]):
        scout(t, n, feature, set())
        scout(t, other, feature, set())
    assert (s.people[n].scouted, s.people[other].scouted) == ((17,), ())
    s.turn += 1
    with dice(s, [("gold", 1)]):
        scout(t, n, feature, set())
        scout(t, other, feature, set())
    assert s.people[other].scouted == (17,)


@pytest.mark.clause("AK-5.8-01")
def test_a_scout_sees_the_treasure():
    s, n, feature = site(0)
    s.set_feature(feature, gold=5)
    put_item(s, "Grey Cloak", feature=feature)
    entries = act(a_turn(s), n, f"SE {feature} SC", [CALM])
    assert told(entries, "scouted-treasure", 0)[0].data["items"] == ["the Grey Cloak"]


@pytest.mark.clause("AK-3.3-05", "AK-5.8-02")
def test_specials_that_harm():
    s, n = scouted(1, [])
    assert s.people[n].levels[c.ME] == 1
    before = s.people[n].aptitudes[c.TA]
    s, n = scouted(2, [("what age takes", 1)])
    assert s.people[n].aptitudes[c.TA] == before - 1
    s, n = scouted(3, [("trap", 6)])
    assert not s.people[n].died
    s, n = scouted(4, [("cursed gold", 6)])
    assert s.kingdoms[0].gold == 4
    s, n = scouted(5, [])
    assert s.people[n].temper == c.CAUTIOUS
    s, n = scouted(6, [])
    assert s.people[n].alignment == c.PAGAN  # a step from Evil toward Neutral


@pytest.mark.clause("AK-3.3-05", "AK-5.8-02")
@pytest.mark.parametrize(("mine", "then"), [
    (c.DRUIDIC, c.NEUTRAL), (c.NEUTRAL, c.NEUTRAL), (c.PAGAN, c.NEUTRAL), (c.UNDEAD, c.EVIL),
])  # fmt: skip
def test_a_temptation_leads_a_step_toward_the_guardian(mine, then):
    s, n = scouted(6, [], alignment=mine)
    assert s.people[n].alignment == then
    s, _, feature = site(6)
    king = s.kingdoms[0].king
    s.set_person(king, alignment=mine, place=at(s, 504))
    with dice(s, []):
        scout(a_turn(s), king, feature, set())
    assert s.king(0).alignment == mine, "a King's is his kingdom's"


@pytest.mark.clause("AK-3.3-05", "AK-5.8-02")
def test_specials_that_help():
    s, n = scouted(10, [("what he is fit for", 1)])
    assert s.people[n].aptitudes[c.TA] == 3
    s, n = scouted(11, [("what he learns", 1)])
    assert s.people[n].levels[c.TA] == 1
    s, n = scouted(13, [("which lesson", 2)], kind="Wizard's Tower")
    assert s.people[n].levels[c.PS] == 1
    s, n = scouted(15, [])
    assert s.people[n].temper == c.BERSERK
    s, n = scouted(20, [("which item", 1)])
    assert [c.ITEMS[s.items[i].kind].name for i in s.items_of(n)] == ["Baton of Command"]


@pytest.mark.clause("AK-5.8-02")
def test_visions_springs_and_hermits():
    s, n, feature = site(7)
    far = put_feature(s, "Tomb", 814, "Ghoul")
    with dice(s, [1, 1]):
        scout(a_turn(s), n, feature, set())
    assert set(s.lore[0]) == {feature, far}
    s, n, feature = site(9)
    s.journal = []
    with dice(s, [("whose treasury", 2)]):
        scout(a_turn(s), n, feature, set())
    assert told(s.journal or [], "special-vision-king", 0)[0].data["realm"] == "Realm3"
    s, n, feature = site(16)
    wand = put_item(s, "Wand of Fire", n, charges=1)
    with dice(s, [("which item", 1), ("charges", 4)]):
        scout(a_turn(s), n, feature, set())
    assert s.items[wand].charges == 5
    s, n, feature = site(19)
    free = hero(s, seat=FREE)
    s.set_person(free, place=at(s, 814))
    with dice(s, [("who is there", 1)]):
        scout(a_turn(s), n, feature, set())
    assert s.people[free].place == at(s, 504)
    s, n, feature = site(18)
    with dice(s, [("inspiration", 600), ("which discovery", 1)]):
        scout(a_turn(s), n, feature, set())
    assert s.kingdoms[0].discoveries == (0,)


@pytest.mark.clause("AK-5.8-04")
@pytest.mark.parametrize(("kind", "alignment"), [
    ("Ruined Temple", c.GOOD), ("Sacred Grove", c.DRUIDIC), ("Tomb", c.EVIL), ("Tomb", c.UNDEAD),
])  # fmt: skip
def test_the_favoured_of_a_place_escape_its_harm(kind, alignment):
    s, _ = scouted(4, [("a favoured visitor", 17), ("gold", 3)], kind=kind, alignment=alignment)
    assert s.kingdoms[0].gold == 13
    s, _ = scouted(4, [("cursed gold", 3)], kind=kind, alignment=c.PAGAN)
    assert s.kingdoms[0].gold == 7


@pytest.mark.clause("AK-5.8-01")
def test_scouting_does_not_change_the_fight_before_it():
    s, n, feature = site(17, levels="ME9")
    s.set_feature(feature, monster=c.MONSTER_BY_NAME["Ogre"], hp=18)
    load(s, a_blow=1, damage=6, gold=2, random_encounter=NO, experience__melee=NO)
    entries = act(a_turn(s), n, f"SE {feature} SC,ME")
    assert s.features[feature].monster < 0
    assert told(entries, "special-gold", 0)


@pytest.mark.clause("AK-5.8-03")
def test_who_loses_heart_in_the_fight_scouts_as_one_who_flees():
    s, n, feature = site(17, temper=c.CAUTIOUS)
    s.set_feature(feature, monster=c.MONSTER_BY_NAME["Great Wyrm"], hp=50)
    load(s, refusal=NO, a_blow=1, arrow=NO, flight=1, scouting_in_haste=670, random_encounter=NO)
    entries = act(a_turn(s), n, f"SE {feature} ME,SC")
    assert told(entries, "fight-flees", 0)
    assert told(entries, "scouted-glimpse", 0)


@pytest.mark.clause("AK-5.8-04")
@pytest.mark.parametrize("order", ["CA WH-RE on {n}", "CA WH-BL", "nothing"])
def test_a_curse_takes_a_level_until_it_is_lifted(order: str):
    s, n = scouted(1, [])
    assert (s.people[n].levels[c.ME], s.people[n].cursed) == (1, c.ME)
    priest = hero(s, "WH2")
    if order != "nothing":
        know(s, 0, 504)
        load(s, action_spell=1)
        entries = act(a_turn(s), priest, order.format(n=n))
        assert told(entries, "curse-lifted", 0)
        assert (s.people[n].levels[c.ME], s.people[n].cursed) == (2, -1)
        assert failed(a_turn(s), priest, f"CA WH-RE on {n}") == ("AK-4.2.1-04", "fail.alive")


@pytest.mark.clause("AK-5.8-04", "AK-4.2.1-02")
def test_the_dead_rise_without_their_curse():
    s, n = scouted(1, [])
    s.set_person(n, died=1)
    priest = hero(s, "WH2")
    load(s, action_spell=1)
    act(a_turn(s), priest, f"CA WH-RE on {n}")
    assert (s.people[n].levels[c.ME], s.people[n].cursed, s.people[n].died) == (2, -1, 0)


@pytest.mark.clause("AK-5.8-04")
def test_who_can_do_nothing_has_nothing_to_lose():
    s, n = scouted(1, [], levels="")
    assert (set(s.people[n].levels), s.people[n].cursed) == ({0}, -1)


@pytest.mark.clause("AK-5.8-02")
def test_there_are_twenty_special_functions():
    assert set(EFFECTS) == set(range(1, 21))
    assert EFFECTS[7] is EFFECTS[8]


@pytest.mark.clause("AK-5.8-02")
@pytest.mark.parametrize(("levels", "learnt", "level"), [("TA1", c.TA, 2), ("TA2", c.TA + 1, 1)])
def test_what_he_learns_is_something_he_has_less_than_two_levels_in(levels: str, learnt: int, level: int):
    s, n = scouted(11, [("what he learns", 1)], levels=levels)
    assert s.people[n].levels[learnt] == level
    assert s.people[n].levels[c.TA] == 2


@pytest.mark.clause("AK-5.8-02")
@pytest.mark.parametrize("ability", range(len(c.ABILITIES)))
def test_what_a_place_gives_or_takes_changes_one_ability_alone(ability: int):
    s, n, _ = site(0, levels="ME2")
    levels, aptitudes = s.people[n].levels, s.people[n].aptitudes
    set_level(a_turn(s), n, ability, 1)
    set_aptitude(a_turn(s), n, ability, 1)
    for before, after in ((levels, s.people[n].levels), (aptitudes, s.people[n].aptitudes)):
        assert after == tuple(min(c.TOP, each + (k == ability)) for k, each in enumerate(before))
