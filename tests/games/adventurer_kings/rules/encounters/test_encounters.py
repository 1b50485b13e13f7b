"""Encounters: possible opponents and consequences (3.12, 5.9)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, pair, plan, strong
from games.adventurer_kings.positions.realm import (
    FREE,
    YES,
    a_turn,
    act,
    at,
    dice,
    failed,
    load,
    new_state,
    order,
    put_army,
    put_item,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders.kinds import Encounter
from palatine.games.adventurer_kings.rules.encounters.encounters import accepts, fight_person
from palatine.games.adventurer_kings.rules.encounters.fighters import refuses
from palatine.games.adventurer_kings.rules.encounters.hostility import is_hostile

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


@pytest.mark.clause("AK-3.19-09", "AK-5.0-01")
def test_who_fights_a_hero_learns_by_it():
    s, n, foe = pair()
    load(s, **{"experience:_melee": YES, "beyond_aptitude": YES, "a_blow": YES, "damage": 6, "who_goes_first": 1})
    level = s.people[n].levels[tables.MELEE]
    fight_person(a_turn(s), n, foe, plan("ME"), span=2)
    assert s.people[n].levels[tables.MELEE] == level + 1


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
    assert not any(is_hostile(s, n, plan(each)) for each in peaceful)
    wand, ring, phial = (put_item(s, kind, n) for kind in ("Wand of Fire", "Psychic Flail", "Phial of Life"))
    hostile = ("ME", "TA,FI", "CA-FI", "CA-CH", "CA-IN,ST", f"US-{wand}", f"US-{ring}")
    assert all(is_hostile(s, n, plan(each)) for each in hostile)
    assert not is_hostile(s, n, plan(f"US-{phial}"))
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
    bold = [hero(s, temper=temper) for temper in (tables.BERSERK, tables.BRAVE)]
    with dice(s, []):
        assert not any(refuses(t, n, 99) for n in bold)
    for temper, weak, mighty in ((tables.CAUTIOUS, 10, 500), (tables.COWARDLY, 500, 1000)):
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


@pytest.mark.clause("AK-4.2.5-13")
@pytest.mark.parametrize("mutual", [False, True])
def test_who_is_attacked_defends_himself_unless_he_seeks_the_fight_too(mutual: bool):
    s, n, foe = pair()
    order(s, n, 1, f"EN {foe} CA-CH,FL")
    if mutual:
        order(s, foe, 1, f"EN {n} FL")
    load(s, flight=YES)
    fight = fight_person(a_turn(s), n, foe, plan("ME"))
    assert [each.conduct.is_defending for each in fight.sides] == [False, not mutual]


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


@pytest.mark.clause("AK-3.12-03", "AK-3.12-05")
@pytest.mark.parametrize("text", ["US-999", "US-{foreign}"])
def test_an_item_he_does_not_carry_is_no_way_to_fight_a_king(text: str):
    s, n, foe = pair()
    king = s.kingdoms[1].king
    s.set_person(king, place=at(s, 504))
    foreign = put_item(s, "Wand of Fire", foe)
    entries = act(a_turn(s), n, f"EN {king} {text.format(foreign=foreign)}")
    assert told(entries, "meets", 1)
    assert not [entry for entry in entries if entry.kind.startswith("fight-")]
    assert not s.people[king].died


@pytest.mark.clause("AK-5.0-03", "AK-5.4-02")
@pytest.mark.parametrize(("seat", "plan_text", "fights"), [
    (1, "TA,ME", True), (1, "TA,FL", False), (1, "TA", False), (FREE, "TA,ME", False),
])  # fmt: skip
def test_blows_follow_a_talk_that_has_failed(seat: int, plan_text: str, fights: bool):
    s, n, foe = pair()
    s.set_person(foe, seat=seat, whim=1)
    strong(s)
    entries = act(a_turn(s), n, f"EN {foe} {plan_text}")
    assert told(entries, "talked" if seat == 1 else "sounded", 0)
    assert bool(told(entries, "fight-hits", 0)) is fights
