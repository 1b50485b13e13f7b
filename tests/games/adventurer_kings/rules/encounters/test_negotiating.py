"""Talk, proposals, promises (4.3.2, 5.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, plan
from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    Turn,
    a_turn,
    act,
    at,
    dice,
    know,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    relate,
    told,
)
from palatine.core import Unreadable
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE, Proposal
from palatine.games.adventurer_kings.orders.encounter_plans import read_plan
from palatine.games.adventurer_kings.orders.tokens import OrderWords
from palatine.games.adventurer_kings.rules.encounters import guardians
from palatine.games.adventurer_kings.rules.encounters import negotiating as neg
from palatine.games.adventurer_kings.rules.realm import finance
from palatine.games.adventurer_kings.rules.realm.conquest import take_over
from palatine.games.adventurer_kings.state import State

YES, NO = 1, 1000


def lair(monster: str, levels: str = "DR4", alignment: int = tables.EVIL) -> tuple[State, int, int]:
    """Return a Hero in 504 before a guardian with 20 gold."""
    s = new_state()
    return s, hero(s, levels, alignment=alignment), put_feature(s, "Dungeon", 504, monster, gold=20)


def asked(s: State, n: int, feature: int, kind: int, **changes: object) -> Proposal:
    """Make the guardian's proposal and return it."""
    made = Proposal(feature, n, kind, **changes)  # type: ignore[arg-type]
    s.proposals = [made]
    return made


@pytest.mark.clause("AK-4.3.2-04")
@pytest.mark.parametrize(
    ("monster", "level"),
    [
        ("Giant", 0), ("Vampire", 0), ("Dragon", 0), ("Sphinx", 0), ("Roc", 1), ("Mammoth", 1), ("Basilisk", 2),
        ("Kraken", 2), ("Ant Queen", 3), ("Skeleton Guard", 4), ("Clay Golem", 4), ("Fire Elemental", 4),
    ],
)  # fmt: skip
def test_druids_talk_to_more_and_more_monsters(monster, level):
    s = new_state()
    species = tables.MONSTER_BY_NAME[monster]
    for skill in range(5):
        assert neg.can_talk(a_turn(s), hero(s, f"DR{skill}"), species) is (skill >= level)


@pytest.mark.clause("AK-4.3.2-04")
def test_a_guardian_that_is_not_understood_ignores_who_talks():
    s, n, feature = lair("Kraken", levels="DR1")
    with dice(s, [("experience: talk", NO)]):
        assert neg.talk_to_monster(a_turn(s), n, feature) == "ignores"
    (entry,) = told(s.journal or [], "no-words", 0)
    assert (entry.data["who"], entry.data["monster"]) == (f"Hero{n}", "the Kraken")


@pytest.mark.clause("AK-5.4-01")
@pytest.mark.parametrize(("first", "result"), [(2, "attacks"), (3, "ignores"), (5, "ignores"), (6, "proposes")])
def test_a_guardian_attacks_ignores_or_proposes(first, result):
    s, n, feature = lair("Ogre", levels="", alignment=tables.PAGAN)  # a step away: no bonus, nothing lost
    rolls = [("experience: talk", NO), ("talk", first), ("talk", 2)]
    if result == "proposes":
        rolls.append(("proposal", 1))
    with dice(s, rolls):
        assert neg.talk_to_monster(a_turn(s), n, feature) == result
    assert [each.amount for each in s.proposals] == ([10] if result == "proposes" else [])


@pytest.mark.clause("AK-5.4-03")
def test_the_druidic_and_those_of_one_mind_are_heard_more_gladly():
    s = new_state()
    t = a_turn(s)
    druidic, evil, good = (hero(s, "DR1", alignment=each) for each in (tables.DRUIDIC, tables.EVIL, tables.GOOD))
    treant, ogre = tables.MONSTER_BY_NAME["Old Treant"], tables.MONSTER_BY_NAME["Ogre"]
    assert [neg.eloquence(t, n, treant) for n in (druidic, evil, good)] == [1 + 2 + 2, 1 - 2, 1]
    assert [neg.eloquence(t, n, ogre) for n in (druidic, evil, good)] == [1 + 2 - 2, 1 + 2, 1 - 2]


@pytest.mark.clause("AK-3.19-08")
def test_talk_teaches_the_ways_of_druids():
    s, n, feature = lair("Ogre", levels="")
    with dice(s, [("experience: talk", 100), ("talk", 1), ("talk", 1)]):
        neg.talk_to_monster(a_turn(s), n, feature)
    assert s.people[n].levels[tables.DRUID] == 1


def test_dragons_obey_the_crown_of_dragon_command():
    s, n, feature = lair("Dragon", alignment=tables.GOOD)
    put_item(s, "Crown of Dragon Command", n)
    with dice(s, [("experience: talk", NO), ("talk", 1), ("talk", 1)]):
        assert neg.talk_to_monster(a_turn(s), n, feature) == "ignores"


@pytest.mark.clause("AK-10.1-14")
@pytest.mark.parametrize(
    ("raiding", "whose", "points"), [(True, 0, 18), (False, 0, 0), (True, 1, 0), (True, NATIVE, 0)]
)
def test_a_raider_of_ones_own_land_that_listens_stays_at_home_for_half_its_points(
    raiding: bool, whose: int, points: int
):
    s, n, feature = lair("Ogre", levels="")
    s.owners[at(s, 504)] = whose
    s.set_feature(feature, boldness=4, is_raiding=raiding)
    t = a_turn(s)
    for _ in range(2):
        with dice(s, [("experience: talk", NO), ("talk", 3), ("talk", 2)]):
            neg.talk_to_monster(t, n, feature)
    assert s.features[feature].boldness == 0
    assert s.merit.get(n, (0,) * 8)[titles.DEFENDER] == points, "once, for the raid that has ended"


@pytest.mark.clause("AK-10.1-14", "AK-9.2-03")
def test_a_guardian_that_has_devastated_a_province_is_a_raider_until_the_land_is_anothers():
    s, _, feature = lair("Ogre")
    own(s, 1, 504)
    s.set_feature(feature, boldness=8)
    load(s, raid=YES, devastation=4)
    t = a_turn(s)
    finance.raids(t)
    assert s.features[feature].is_raiding
    take_over(t, at(s, 504), 0, s.kingdoms[0].king)
    assert not s.features[feature].is_raiding


@pytest.mark.clause("AK-5.4-05")
def test_what_the_slain_had_asked_dies_with_them_and_a_slain_quarry_stays_slain():
    s, n, feature = lair("Ogre")
    other = put_feature(s, "Tomb", 504, "Ghoul", hp=7)
    ghoul = tables.MONSTER_BY_NAME["Ghoul"]
    s.proposals = [
        Proposal(feature, n, neg.SLAY, target=other, quarry=ghoul),
        Proposal(other, n, neg.BRING_GOLD, amount=3),
    ]
    t = a_turn(s)
    guardians.bury_guardian(t, other)
    assert [each.feature for each in s.proposals] == [feature]
    s.set_feature(other, monster=tables.MONSTER_BY_NAME["Ogre"], hp=20)
    assert neg.is_met(t, n, s.proposals[0], ()), "the Ghoul is dead, whatever lives there now"
    assert neg.target_of(s, s.proposals[0])["quarry"] == "the Ghoul"
    assert not neg.fulfil(t, n, other, ()), "the Ogre has asked for nothing"


@pytest.mark.clause("AK-5.4-01")
@pytest.mark.parametrize(("die", "kind"), list(enumerate(neg.BY_DIE, 1)))
def test_every_kind_of_proposal_is_made_and_told(die, kind):
    s, n, feature = lair("Ogre")
    put_feature(s, "Tomb", 506, "Ghoul")
    t = a_turn(s)
    load(s, proposal=die, the_object_of_a_proposal=1, riddle=1)
    s.journal = []
    neg.propose(t, n, feature)
    assert [each.kind for each in s.proposals] == [kind]
    (entry,) = s.journal
    assert entry.kind == ("riddle-shadow" if kind == neg.RIDDLE else f"proposal-{neg.NAMES[kind]}")


def test_a_riddler_asks_riddles_and_who_finds_no_target_asks_for_gold():
    s, n, feature = lair("Sphinx")
    with dice(s, [("proposal", 1), ("riddle", 3)]):
        neg.propose(a_turn(s), n, feature)
    assert s.proposals[0].text == "fire"
    s, n, feature = lair("Ogre")
    with dice(s, [("proposal", 4)]):
        neg.propose(a_turn(s), n, feature)
    assert (s.proposals[0].kind, s.proposals[0].amount) == (neg.BRING_GOLD, 10)


# Fulfilment


def is_met(t: Turn, n: int, made: Proposal, rest: str = "") -> bool:
    return neg.is_met(t, n, made, plan(rest))


@pytest.mark.clause("AK-5.4-05")
def test_gold_must_be_in_the_treasury_and_an_item_at_hand():
    s, n, feature = lair("Ogre")
    gold = asked(s, n, feature, neg.BRING_GOLD, amount=11)
    t = a_turn(s)
    assert not is_met(t, n, gold)
    s.set_kingdom(0, gold=11)
    assert is_met(t, n, gold)
    kinds = [each.name for each in tables.ITEMS]
    item = asked(s, n, feature, neg.BRING_ITEM, target=kinds.index("Grey Cloak"))
    assert not is_met(t, n, item)
    put_item(s, "Grey Cloak", n)
    assert is_met(t, n, item)


@pytest.mark.clause("AK-5.4-05")
def test_the_other_terms():
    s, n, feature = lair("Ogre")
    other = put_feature(s, "Tomb", 506, "Ghoul")
    t = a_turn(s)
    slay = asked(s, n, feature, neg.SLAY, target=other)
    assert not is_met(t, n, slay)
    s.set_feature(other, monster=-1)
    assert is_met(t, n, slay)
    peace = asked(s, n, feature, neg.MAKE_PEACE, target=1)
    assert not is_met(t, n, peace)
    t.dealings.treats.add((0, 1))
    assert is_met(t, n, peace)
    relate(s, 0, 1, ENEMY)
    assert not is_met(t, n, peace)
    relate(s, 0, 1, ALLIED)
    t.dealings.treats.clear()
    assert is_met(t, n, peace)
    relate(s, 0, 1, PEACE)
    bless = asked(s, n, feature, neg.BLESS_LAND)
    assert not is_met(t, n, bless)
    t.spells.blessed.add(at(s, 504))
    assert is_met(t, n, bless)
    disarm = asked(s, n, feature, neg.DISARM)
    army = put_army(s, "LE", 0, 504)
    assert not is_met(t, n, disarm)
    del s.armies[army]
    assert is_met(t, n, disarm)
    explore = asked(s, n, feature, neg.EXPLORE)
    know(s, 0, 504, explored=99)
    assert not is_met(t, n, explore)
    know(s, 0, 504, explored=100)
    assert is_met(t, n, explore)
    riddle = asked(s, n, feature, neg.RIDDLE, text="fire")
    assert not is_met(t, n, riddle, 'SA"water",ME')
    assert is_met(t, n, riddle, 'SA"water",SA"fire",ME')


@pytest.mark.clause("AK-5.4-05")
def test_a_contest_of_honour_ends_at_half_the_hit_points():
    for levels, won in (("ME9", True), ("", False)):
        s, n, feature = lair("Ogre", levels=levels)
        load(s, a_blow=YES if won else NO, damage=1, experience__melee=NO)
        if not won:
            s.set_person(n, temper=tables.COWARDLY)
            s.dice.faces |= {"a blow": YES, "flight": YES, "a coward is hurt": YES}  # type: ignore[attr-defined]
        assert is_met(a_turn(s), n, asked(s, n, feature, neg.DUEL), "ME") is won
        assert not s.people[n].died
        assert s.features[feature].hp == 18


@pytest.mark.clause("AK-5.4-05")
@pytest.mark.parametrize(("monster", "alignment", "honest"), [
    ("Unicorn", tables.GOOD, 98), ("Unicorn", tables.EVIL, 78), ("Ogre", tables.EVIL, 65), ("Ogre", tables.GOOD, 45),
    ("Zombie", tables.UNDEAD, 55), ("Old Treant", tables.NEUTRAL, 90),
])  # fmt: skip
def test_the_evil_and_the_far_keep_their_word_less_often(monster, alignment, honest):
    s = new_state()
    assert neg.honesty(a_turn(s), hero(s, alignment=alignment), tables.MONSTER_BY_NAME[monster]) == honest


@pytest.mark.clause("AK-5.4-05")
def test_a_kept_promise_hands_over_the_treasure_but_not_the_gift():
    s, n, feature = lair("Ogre")
    kinds = [each.name for each in tables.ITEMS]
    asked(s, n, feature, neg.BRING_ITEM, target=kinds.index("Grey Cloak"))
    cloak, boots = put_item(s, "Grey Cloak", n), put_item(s, "Seven-League Boots", feature=feature)
    gold = s.kingdoms[0].gold
    with dice(s, [("its word", 650), ("random encounter", NO)]):
        act(a_turn(s), n, f"SE {feature} FU,FL")
    assert (s.items[cloak].feature, s.items[boots].bearer, s.kingdoms[0].gold - gold) == (feature, n, 20)
    assert (s.proposals, s.features[feature].friends, s.features[feature].monster >= 0) == ([], (0,), True)
    assert n not in s.merit  # no points for the office of Defender


@pytest.mark.clause("AK-5.4-05")
def test_a_broken_promise_means_a_fight():
    s, n, feature = lair("Ogre", levels="ME9")
    asked(s, n, feature, neg.BRING_GOLD, amount=4)
    load(s, its_word=651, a_blow=YES, damage=6, random_encounter=NO, experience__melee=NO)
    gold = s.kingdoms[0].gold
    entries = act(a_turn(s), n, f"SE {feature} FU,ME")
    assert told(entries, "betrayed", 0)
    assert s.features[feature].monster < 0
    assert s.kingdoms[0].gold == gold - 4 + 20


@pytest.mark.clause("AK-5.0-03", "AK-5.4-05")
def test_a_claim_without_ground_lets_the_plan_go_on():
    s, n, feature = lair("Ogre", levels="ME9")
    load(s, a_blow=YES, damage=6, random_encounter=NO, experience__melee=NO)
    entries = act(a_turn(s), n, f"SE {feature} FU,ME")
    assert told(entries, "not-fulfilled", 0)
    assert s.features[feature].monster < 0


@pytest.mark.clause("AK-5.4-06")
def test_a_riddle_takes_as_many_guesses_as_one_likes():
    s, n, feature = lair("Sphinx", alignment=tables.NEUTRAL)
    asked(s, n, feature, neg.RIDDLE, text="time")
    with dice(s, [("its word", 900), ("random encounter", NO)]):
        entries = act(a_turn(s), n, f'SE {feature} TA,SA"a shadow",SA"it is Time",FL')
    assert s.features[feature].friends == (0,)
    assert [(each.readers, each.data["text"]) for each in told(entries, "says")] == [
        ((0,), "a shadow"), ((0,), "it is Time"),
    ]  # fmt: skip
    s, n, feature = lair("Sphinx", alignment=tables.NEUTRAL)
    asked(s, n, feature, neg.RIDDLE, text="time")
    with dice(s, [("random encounter", NO)]):
        act(a_turn(s), n, f'SE {feature} SA"sometimes",FL')
    assert s.features[feature].friends == ()


@pytest.mark.clause("AK-5.4-04")
def test_at_most_160_characters_are_said():
    assert read_plan(OrderWords(f'SA"{"x" * 160}"'))
    with pytest.raises(Unreadable):
        read_plan(OrderWords(f'SA"{"x" * 161}"'))


# People


@pytest.mark.clause("AK-5.4-02")
def test_a_free_hero_lets_himself_be_judged_and_names_his_price():
    s = new_state()
    n, free = hero(s), hero(s, seat=FREE, alignment=tables.NEUTRAL, temper=tables.CAUTIOUS)
    rolls = [("experience: talk", NO), ("misjudged", NO), ("misjudged", 250), ("to which side", 1)]
    (entry,) = told(act(a_turn(s), n, f"EN {free} TA", rolls), "sounded", 0)
    assert (entry.data["alignment"], entry.data["temper"]) == ("Neutral", "cowardly")
    assert 1 <= entry.data["gold"] <= 4
    put_item(s, "Cup of Truth", n)
    (entry,) = told(act(a_turn(s), n, f"EN {free} TA", rolls[:1]), "sounded", 0)
    assert entry.data["temper"] == "cautious"


@pytest.mark.clause("AK-5.4-02", "AK-3.5-05")
def test_a_hero_of_a_far_alignment_serves_no_king_for_any_gold():
    s = new_state()
    s.set_kingdom(0, alignment=tables.GOOD)
    n, free = hero(s), hero(s, seat=FREE, alignment=tables.EVIL)
    load(s, misjudged=NO, **{"experience:_talk": NO})
    assert neg.talk_to_person(a_turn(s), n, free)
    (entry,) = [each for each in s.journal or [] if each.kind.startswith("sounded")]
    assert (entry.kind, entry.data["gold"]) == ("sounded-in-vain", 5)


@pytest.mark.clause("AK-5.4-02", "AK-12.1-13")
def test_talk_with_another_kings_hero_makes_the_kingdoms_known_to_each_other():
    s = new_state()
    n, foe = hero(s), hero(s, seat=1)
    entries = act(a_turn(s), n, f"EN {foe} TA,FL", [("experience: talk", NO)])
    assert told(entries, "talked", 1)
    assert (s.kingdoms[0].met, s.kingdoms[1].met) == ((1,), (0,))


@pytest.mark.clause("AK-12.1-13")
def test_who_comes_to_blows_makes_no_acquaintance():
    s = new_state()
    n, foe = hero(s), hero(s, seat=1)
    act(a_turn(s), n, f"EN {foe} ME")
    assert (s.kingdoms[0].met, s.kingdoms[1].met) == ((), ())


@pytest.mark.clause("AK-5.4-05", "AK-9.2-03")
def test_who_attacks_a_guardian_is_its_friend_no_more():
    s, n, feature = lair("Ogre", levels="")
    s.set_feature(feature, friends=(0, 2), hp=50)
    t = a_turn(s)
    load(s, flight=YES, random_encounter=NO, **{"experience:_melee": NO})
    act(t, n, f"SE {feature} ME,FL")
    assert s.features[feature].friends == (2,)


@pytest.mark.clause("AK-5.0-04", "AK-5.4-05")
def test_who_dies_in_a_contest_of_honour_strikes_no_more_blows():
    s, n, feature = lair("Demon Prince", levels="")
    asked(s, n, feature, neg.DUEL)
    s.set_person(n, temper=tables.BRAVE)
    load(s, a_blow=YES, damage=99, who_goes_first=2, random_encounter=NO, monster_casts=NO)
    entries = act(a_turn(s), n, f"SE {feature} FU,ME")
    assert s.people[n].died
    assert len(told(entries, "death")) == 1
    assert not told(entries, "faces")


@pytest.mark.clause("AK-5.4-05")
def test_a_kept_promise_settles_the_matter_and_the_plan_goes_no_further():
    s, n, feature = lair("Ogre")
    asked(s, n, feature, neg.BRING_GOLD, amount=4)
    with dice(s, [("its word", 650)]):
        assert neg.fulfil(a_turn(s), n, feature, ())


@pytest.mark.clause("AK-5.4-01")
def test_what_a_guardian_may_ask_to_be_brought_slain_or_made_peace_with() -> None:
    """It never asks for an artifact, for its own death or for peace with the Hero's own King.

    Guardians to be slain are up to four provinces away.
    """
    s, n, here = lair("Giant")
    place = s.features[here].place
    places = {s.atlas.distance(each, place): s.atlas.numbers[each] for each in range(s.atlas.size)}
    near, far = (put_feature(s, "Dungeon", places[steps], "Ogre") for steps in (4, 5))
    t = a_turn(s)
    slain = neg.possible_targets(t, n, here, neg.SLAY)
    assert near in slain
    assert {far, here}.isdisjoint(slain)
    assert neg.possible_targets(t, n, here, neg.MAKE_PEACE) == [1, 2]
    brought = {tables.ITEMS[kind].name for kind in neg.possible_targets(t, n, here, neg.BRING_ITEM)}
    assert brought == {item.name for item in tables.ITEMS} - {
        item.name for item in tables.ITEMS if "artifact" in item.kinds
    }
    assert {"Grey Cloak"} <= brought
    assert "Excalibur" not in brought
