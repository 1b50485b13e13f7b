"""Encounters, searches and gifts (2.4, 3.3, 3.12, 3.18, 5)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, plan
from games.adventurer_kings.positions.realm import (
    FREE,
    a_turn,
    act,
    at,
    dice,
    failed,
    load,
    new_state,
    order,
    own,
    put_army,
    put_feature,
    put_item,
    relate,
    run,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, Lore
from palatine.games.adventurer_kings.drafting.plan_checks import plan_faults, special_faults
from palatine.games.adventurer_kings.orders.kinds import Encounter, Move, Special
from palatine.games.adventurer_kings.rules.combat import duels
from palatine.games.adventurer_kings.rules.combat.duels import challenges
from palatine.games.adventurer_kings.rules.common.battlefield import Battle, Force
from palatine.games.adventurer_kings.rules.encounters.encounters import accepts, fight_person, is_hostile
from palatine.games.adventurer_kings.rules.encounters.fighters import refuses
from palatine.games.adventurer_kings.rules.encounters.guardians import fight_guardian
from palatine.games.adventurer_kings.rules.encounters.random_encounters import meet_monster, random_encounter
from palatine.games.adventurer_kings.rules.movement.moving import move
from palatine.games.adventurer_kings.state import State

YES, NO = 1, 1000
CALM = ("random encounter", NO)


def pair(**changes: object) -> tuple[State, int, int]:
    """Two Heroes of two Kings in 504."""
    s = new_state()
    return s, hero(s, "ME4"), hero(s, "ME1", seat=1, **changes)


def strong(s: State) -> None:
    """Every blow lands and does its most, the first side always begins."""
    load(s, a_blow=YES, damage=6, who_goes_first=1, experience__melee=NO)


# Who can be met (3.12)


@pytest.mark.clause("AK-3.12-01", "AK-5.0-01")
def test_a_hero_without_armies_is_always_met_by_a_hostile_hero():
    for seat in (1, FREE):
        s = new_state()
        n, foe = hero(s, "ME4"), hero(s, seat=seat)
        strong(s)
        entries = act(a_turn(s), n, f"EN {foe} ME")
        assert told(entries, "meets", 0)
        assert s.people[foe].died


@pytest.mark.clause("AK-3.12-02")
def test_a_hero_evades_a_king_half_the_time():
    s, _, foe = pair()
    king, t = s.kingdoms[0].king, a_turn(s)
    for face, met in ((501, True), (500, False)):
        with dice(s, [("evading a King", face)]):
            assert accepts(t, king, foe) is met


@pytest.mark.clause("AK-3.12-03", "AK-3.12-04")
def test_kings_and_generals_fight_only_who_they_seek_themselves():
    s, n, foe = pair()
    king = s.kingdoms[1].king
    s.set_person(king, place=at(s, 504))
    t = a_turn(s)
    put_army(s, "LE", 1, 504, foe)
    assert [accepts(t, n, each) for each in (king, foe)] == [False, False]
    assert told(act(t, n, f"EN {king} ME"), "evaded", 0)
    for each in (king, foe):
        t.ordered.acts[each][0] = Encounter(n, plan("ME"))
    assert [accepts(t, n, each) for each in (king, foe)] == [True, True]


@pytest.mark.clause("AK-3.12-05")
def test_peaceful_plans_are_received_by_everybody():
    s, n, foe = pair()
    king = s.kingdoms[1].king
    s.set_person(king, place=at(s, 504))
    t = a_turn(s)
    peaceful = ("TA", "TA,FL", 'SA"hail"', "ST", "FL")
    assert not any(is_hostile(plan(each), t) for each in peaceful)
    wand, ring, phial = (put_item(s, kind, n) for kind in ("Wand of Fire", "Psychic Flail", "Phial of Life"))
    hostile = ("ME", "TA,FI", "CA-FI", "CA-CH", "CA-IN,ST", f"US-{wand}", f"US-{ring}")
    assert all(is_hostile(plan(each), t) for each in hostile)
    assert not is_hostile(plan(f"US-{phial}"), t)
    assert told(act(t, n, f"EN {king} TA"), "meets", 1)
    assert told(act(t, n, f"EN {foe} TA"), "talked", 1)


def test_nobody_is_met_who_is_not_there():
    s, n, foe = pair()
    s.set_person(foe, place=at(s, 505))
    assert failed(a_turn(s), n, f"EN {foe} ME") == ("AK-3.12-01", "fail.not-here")
    assert failed(a_turn(s), n, f"EN {n} ME") == ("AK-3.12-01", "fail.not-here")


@pytest.mark.clause("AK-2.4-02", "AK-2.4-04", "AK-2.4-06", "AK-2.4-07", "AK-2.4-11", "AK-5.6-02")
def test_the_weak_of_temper_may_refuse_the_more_the_stronger_the_foe():
    s = new_state()
    t = a_turn(s)
    bold = [hero(s, temper=temper) for temper in (c.BERSERK, c.BRAVE)]
    with dice(s, []):
        assert not any(refuses(t, n, 99) for n in bold)
    for temper, weak, mighty in ((c.CAUTIOUS, 10, 500), (c.COWARDLY, 500, 1000)):
        n = hero(s, temper=temper)
        for power, most in ((10, weak), (30, mighty)):
            if most < 1000:
                with dice(s, [("refusal", most), ("refusal", most + 1)]):
                    assert [refuses(t, n, power), refuses(t, n, power)] == [True, False]
            else:
                assert refuses(t, n, power)
        king = s.kingdoms[0].king
        s.set_person(king, temper=temper)
        with dice(s, []):
            assert not refuses(t, king, 99)


@pytest.mark.clause("AK-5.10-01")
def test_who_is_sought_answers_with_his_special_plan():
    s, n, foe = pair()
    s.set_person(foe, levels=s.people[hero(s, "EL4")].levels)
    order(s, foe, "special", "CA-FI,ME")
    load(s, combat_spell=YES, Fireball=8, who_goes_first=1)
    entries = act(a_turn(s), n, f"EN {foe} ME")
    assert told(entries, "fight-spell-fireball", 1)


@pytest.mark.clause("AK-3.12-03")
def test_two_who_seek_each_other_fight_once():
    s, n, foe = pair()
    order(s, n, 1, f"EN {foe} CA-CH,FL")
    order(s, foe, 1, f"EN {n} FL")
    load(s, flight=YES)
    t = a_turn(s)
    fight_person(t, n, foe, plan("ME"))
    assert t.ordered.acts[foe][0] is None


@pytest.mark.clause("AK-5.9-01")
def test_survivors_are_whole_again():
    s, n, foe = pair()
    t = a_turn(s)
    load(s, a_blow=YES, damage=1, flight=YES)
    for _ in range(2):
        fight = fight_person(t, n, foe, plan("ME"))
        assert fight.sides[0].body.most == 10
        if s.people[foe].died:
            break
    assert not s.people[n].died


@pytest.mark.clause("AK-5.9-03")
def test_arms_go_to_the_victor_and_the_rest_to_the_heir():
    s, n, foe = pair()
    sword, boots = put_item(s, "Sword of Sharpness", foe), put_item(s, "Seven-League Boots", foe)
    strong(s)
    s.set_person(n, levels=s.people[hero(s, "ME9")].levels)
    act(a_turn(s), n, f"EN {foe} ME")
    assert s.people[foe].died
    assert (s.items[sword].bearer, s.items[boots].bearer) == (n, s.kingdoms[1].king)


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
        n = hero(s, "ME9", alignment=c.EVIL)
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


# On the way (1.6, 5.10)


@pytest.mark.clause("AK-1.6-07", "AK-1.6-08", "AK-5.10-01")
@pytest.mark.parametrize(("owner", "percent"), [(-1, 15), (0, 7.5), (1, 15)])
def test_monsters_come_half_as_often_at_home(owner, percent):
    s = new_state()
    n = hero(s)
    set_land(s, 505, terrain=c.DESERT)
    own(s, owner, 505)
    s.set_person(n, place=at(s, 505))
    with dice(s, [("random encounter", int(percent * 10) + 1)]):
        random_encounter(a_turn(s), n)
    relate(s, 0, 1, ALLIED)
    strong(s)
    s.dice.faces |= {"random encounter": int(percent * 10 / (2 if owner == 1 else 1))}  # type: ignore[attr-defined]
    s.journal = []
    random_encounter(a_turn(s), n)
    assert told(s.journal, "met", 0)


@pytest.mark.clause("AK-1.6-07", "AK-5.10-06")
def test_armies_and_their_company_meet_no_monsters_on_the_march():
    s = new_state()
    leader, companion, lone = hero(s), hero(s), hero(s)
    put_army(s, "LE", 0, 504, leader)
    s.set_person(lone, place=at(s, 503))
    own(s, 0, 504, 505)
    t = a_turn(s)
    load(s, random_encounter=YES, flight=YES)
    s.journal = []
    for n in (leader, companion):
        move(t, n, Move(505))
    assert not told(s.journal, "met")
    move(t, lone, Move(504))
    assert told(s.journal, "met", 0)


@pytest.mark.clause("AK-5.10-06")
@pytest.mark.parametrize(
    ("seat", "goes", "met"), [(0, "MO 505", False), (1, "MO 505", False), (0, "MO 503", True), (0, "PR TA", True)]
)
def test_whoever_goes_ahead_of_an_army_travels_with_it_too(seat, goes, met):
    s = new_state()
    quick, leader = hero(s, "MA4"), hero(s, seat=seat)
    put_army(s, "LE", seat, 504, leader)
    for number in (503, 505):
        own(s, 0, number)
    relate(s, 0, 1, ALLIED)
    load(s, random_encounter=YES, flight=YES)
    order(s, quick, 1, "MO 505")
    order(s, leader, 1, goes)
    assert bool(told(run(s), "met", 0)) == met


@pytest.mark.clause("AK-5.9-03", "AK-5.9-04")
def test_who_falls_on_the_way_leaves_his_arms_there_to_be_found():
    s = new_state()
    n, friend = hero(s), hero(s)
    sword = put_item(s, "Sword of Sharpness", n)
    load(s, a_blow=YES, damage=8, an_arrow=YES, arrow_damage=8, monster_hit_points=41)
    meet_monster(a_turn(s), n, c.MONSTER_BY_NAME["Great Wyrm"])
    assert (s.items[sword].bearer, s.items[sword].place) == (0, at(s, 504))
    s.set_person(friend, visitor=1)
    entries = act(a_turn(s), friend, "EX", [("experience: explore", NO), CALM])
    assert told(entries, "items-found", 0)
    assert (s.items[sword].bearer, s.items[sword].place) == (s.kingdoms[0].king, -1), "guests take nothing along"


# Gifts (3.18)


@pytest.mark.clause("AK-3.18-01")
def test_an_item_is_given_to_anybody_here():
    s, n, foe = pair()
    cloak = put_item(s, "Grey Cloak", n)
    act(a_turn(s), n, f"GI {cloak} to {foe}")
    assert s.items[cloak].bearer == foe
    assert failed(a_turn(s), n, f"GI {cloak} to {foe}") == ("AK-3.18-01", "fail.no-item")
    s.set_person(n, place=at(s, 505))
    assert failed(a_turn(s), foe, f"GI {cloak} to {n}") == ("AK-3.18-01", "fail.not-here")


@pytest.mark.clause("AK-3.18-02")
@pytest.mark.parametrize(("answer", "exchanged"), [
    ("GI {b} to {n}", True), ("GI {b} to {n} if {a}", True), ("GI {b} to {n} if 99", False), ("EX", False),
])  # fmt: skip
@pytest.mark.parametrize("first", [True, False])
def test_gifts_for_each_other_are_made_together_or_not_at_all(answer, exchanged, first):
    s, n, foe = pair()
    a, b = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", foe)
    order(s, n, 1, f"GI {a} to {foe} if {b}")
    order(s, foe, 1, answer.format(a=a, b=b, n=n))
    run(s)
    assert s.items[a].bearer == (foe if exchanged else n)
    assert (s.items[b].bearer == n) is (exchanged or answer == "GI {b} to {n}")


@pytest.mark.clause("AK-3.18-03", "AK-3.18-04", "AK-3.18-05")
def test_kings_give_a_tenth_of_their_gold_or_ten():
    s, n, foe = pair()
    king = s.kingdoms[0].king
    t = a_turn(s)
    assert failed(t, n, f"GI gold 5 to {foe}") == ("AK-3.18-03", "fail.only-kings")
    assert failed(t, king, f"GI gold 5 to {n}") == ("AK-3.18-03", "fail.no-player")
    assert failed(t, king, f"GI gold 11 to {foe}") == ("AK-3.18-04", "fail.too-much-gold")
    s.set_kingdom(0, gold=250, opening_gold=250)
    act(t, king, f"GI gold 20 to {foe}")
    assert failed(t, king, f"GI gold 6 to {foe}") == ("AK-3.18-04", "fail.too-much-gold")
    act(t, king, f"GI 5 to {foe}")
    assert (s.kingdoms[0].gold, s.kingdoms[1].gold) == (225, 35)
    cloak = put_item(s, "Grey Cloak", king)
    act(a_turn(s), king, f"GI {cloak} to {foe}")
    assert (s.items[cloak].bearer, s.kingdoms[0].gold) == (foe, 225)


@pytest.mark.clause("AK-3.18-04")
def test_nobody_gives_gold_that_is_not_there():
    s, _, foe = pair()
    s.set_kingdom(0, gold=3)
    assert failed(a_turn(s), s.kingdoms[0].king, f"GI gold 5 to {foe}") == ("AK-3.18-04", "fail.no-gold")


# Plans, and duels of commanders (5.4, 5.5, 5.10)


@pytest.mark.clause("AK-5.4-07", "AK-5.5-08", "AK-5.0-03")
@pytest.mark.parametrize(("text", "clauses"), [
    ("TA,FL", []), ("TA,TA,ME", []), ("TA,FU", ["AK-5.5-08"]), ("ST,TA", ["AK-5.5-08"]), ("FU,ST", ["AK-5.5-08"]),
    ("ME,TA", ["AK-5.0-03"]), ("FI,ST", ["AK-5.0-03"]), ("CA-IN,ST", []), ("CA-FI,CA-FI", ["AK-4.2-05"]),
])  # fmt: skip
def test_talk_theft_and_fulfilment_exclude_each_other_and_come_before_blows(text, clauses):
    s = new_state()
    n = hero(s, "IL1 EL2 AR1")
    assert [fault[0] for fault in plan_faults(s, n, plan(text))] == clauses


@pytest.mark.clause("AK-5.10-01")
@pytest.mark.parametrize("tactic", ["TA", "FU", "ST"])
def test_a_special_plan_knows_no_talk_and_no_theft(tactic):
    s = new_state()
    n = hero(s)
    assert [fault[0] for fault in special_faults(s, Special(n, plan(f"{tactic},ME")))] == ["AK-5.10-01"]


@pytest.mark.clause("AK-5.10-02", "AK-5.10-03")
@pytest.mark.parametrize(("text", "challenger", "refuser"), [
    ("ME", True, False), ("CA-FI,ME", True, False), ("FL", False, True), ("FL,ME", False, True),
    ("ME,FL", False, False), ("", False, False), ("SC", False, False),
])  # fmt: skip
def test_blows_without_flight_challenge_and_flight_at_first_refuses(text, challenger, refuser):
    s = new_state()
    n = hero(s, "EL1")
    t = a_turn(s)
    t.ordered.plans[n] = plan(text)
    assert (challenges(t, n), duels.flees_challenge(t, n)) == (challenger, refuser)


@pytest.mark.clause("AK-5.10-04", "AK-5.10-05", "AK-2.4-09", "AK-2.4-10")
@pytest.mark.parametrize(("special", "temper", "faces", "shamed", "dead"), [
    ("FL", c.BRAVE, {}, True, False),
    ("CA-CH,ME", c.BRAVE, {"combat spell": 1}, True, False),
    ("ME", c.COWARDLY, {"refusal": 1, "a coward's excuse": 667}, False, False),
    ("ME", c.COWARDLY, {"refusal": 1, "a coward's excuse": 668}, True, False),
    ("ME", c.CAUTIOUS, {"refusal": 10}, True, False),
    ("ME", c.BRAVE, {"combat spell": 1000, "a blow": 1, "damage": 6}, True, True),
])  # fmt: skip
def test_a_challenged_commander_flees_finds_an_excuse_or_fights_to_the_death(special, temper, faces, shamed, dead):
    s = new_state()
    bold, other = hero(s, "ME9"), hero(s, "PS4", seat=1, temper=temper)
    armies = [put_army(s, "LE", seat, 504, n) for seat, n in ((0, bold), (1, other))]
    t = a_turn(s)
    t.ordered.plans |= {bold: plan("ME"), other: plan(special)}
    forces = [Force(side, side, [armies[side]], n) for side, n in enumerate((bold, other))]
    load(s)
    s.dice.faces = {"who goes first": 1, **faces}  # type: ignore[attr-defined]
    duels.duel(Battle(t, at(s, 504), forces[0], forces[1]))
    assert (armies[1] in forces[1].demoralised) is shamed
    assert bool(s.people[other].died) is dead
    assert not forces[0].demoralised


@pytest.mark.clause("AK-3.12-04")
def test_a_ruler_stands_among_the_armies_of_his_province():
    s, n, _ = pair()
    ruler = hero(s, seat=FREE, rules=at(s, 505))
    for each in (n, ruler):
        s.set_person(each, place=at(s, 505))
    t = a_turn(s)
    assert accepts(t, n, ruler)
    put_army(s, "LE", -1, 505)
    assert not accepts(t, n, ruler)
    s.set_person(ruler, rules=-1)
    assert accepts(t, n, ruler)


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
