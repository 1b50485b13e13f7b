"""Necromancy: skeletons, death at a distance, plague (4.2.5)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, mage
from games.adventurer_kings.positions.realm import (
    MERCENARY,
    NO,
    YES,
    a_turn,
    act,
    at,
    bury,
    dice,
    failed,
    new_state,
    own,
    put_army,
    relate,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, PEACE
from palatine.games.adventurer_kings.rules.combat.casualties import bury as destroy
from palatine.games.adventurer_kings.rules.common.command import invasions
from palatine.games.adventurer_kings.rules.common.experience import rise
from palatine.games.adventurer_kings.rules.common.naming import place_name
from palatine.games.adventurer_kings.rules.magic.necromancy import spread_plagues
from palatine.games.adventurer_kings.rules.realm.yearend import decay

# Skeletons


@pytest.mark.clause("AK-4.2.5-01", "AK-4.2.5-02", "AK-4.2.5-04")
def test_skeletons_rise_from_the_fallen_of_earlier_turns_one_a_level():
    s, n = mage("NE2")
    assert failed(a_turn(s), n, "CA SK") == ("AK-4.2.5-01", "fail.no-graves")
    bury(s, "LE", 504, turn=s.turn)
    assert failed(a_turn(s), n, "CA SK") == ("AK-4.2.5-01", "fail.no-graves")
    for code in ("BO", "HC", "AX"):
        bury(s, code, 504, quality=tables.VETERAN)
    gold = s.kingdoms[0].gold
    t = a_turn(s)
    act(t, n, "CA SK")
    raised = [s.armies[a] for a in s.led_by(n)]
    assert len(raised) == 2
    assert all(army.is_skeletal and army.quality == tables.VETERAN for army in raised)
    assert (len(s.fallen[at(s, 504)]), s.kingdoms[0].gold, t.marching.spent) == (2, gold, {})


@pytest.mark.clause("AK-4.2.5-07")
def test_skeletons_in_an_enemys_land_mean_battle_and_in_a_neutral_kings_none():
    for relation, count in ((ENEMY, 1), (PEACE, 0)):
        s, n = mage("NE1")
        own(s, 1, 505)
        relate(s, 0, 1, relation)
        s.set_person(n, place=at(s, 505))
        bury(s, "LE", 505)
        t = a_turn(s)
        act(t, n, "CA SK")
        assert len(invasions(t)) == count


@pytest.mark.clause("AK-4.2.5-08")
def test_skeletons_follow_nobody_but_the_undead():
    s, n = mage("NE1")
    undead, human = hero(s, alignment=tables.UNDEAD), hero(s)
    armies = [put_army(s, "LE", 0, 504, n, is_skeletal=True) for _ in range(3)]
    t = a_turn(s)
    act(t, n, f"LE {armies[0]} to {undead}")
    act(t, n, f"LE {armies[1]} to {human}")
    act(t, n, f"LE {armies[2]}")
    assert list(s.armies) == armies[:1]
    assert [each.quality for each in s.fallen[at(s, 504)]] == [tables.AVERAGE, tables.AVERAGE]


@pytest.mark.clause("AK-4.2.5-08")
def test_skeletons_taken_from_their_raiser_go_to_sleep_and_their_king_is_told():
    s, n = mage("NE1")
    undead, human = hero(s, alignment=tables.UNDEAD), hero(s)
    armies = [put_army(s, "LE", 0, 504, n, is_skeletal=True) for _ in range(3)]
    t = a_turn(s)
    act(t, undead, f"PI {armies[0]}")
    act(t, n, f"PI {armies[1]}")
    entries = act(t, human, f"PI {armies[2]}")
    assert {a: s.armies[a].leader for a in s.armies} == {armies[0]: undead, armies[1]: n}
    assert len(s.fallen[at(s, 504)]) == 1
    assert [entry.kind for entry in entries if 0 in (entry.readers or ())] == ["laid-down"]


@pytest.mark.clause("AK-4.2.5-09", "AK-4.2.5-03")
def test_destroyed_skeletons_lose_a_level_and_the_dead_rot():
    s, n = mage("NE1")
    t = a_turn(s)
    destroy(t, put_army(s, "LE", 0, 504, n, is_skeletal=True))
    destroy(t, put_army(s, "BO", 0, 504, n))
    assert [each.quality for each in s.fallen[at(s, 504)]] == [tables.GREEN, tables.AVERAGE]
    s.turn = 4
    with dice(s, [("rot", 100), ("rot", 101)]):
        decay(t)
    assert [each.quality for each in s.fallen[at(s, 504)]] == [tables.AVERAGE]


@pytest.mark.clause("AK-4.2.5-03")
def test_the_world_holds_350_armies_dead_and_alive_and_the_oldest_dead_go():
    s, _ = mage("NE1")
    s.turn = 3
    for number in range(348):
        put_army(s, "LE", MERCENARY, 814 if number % 2 else 812)
    bury(s, "LE", 504, turn=2)
    bury(s, "BO", 505, turn=1)
    bury(s, "AX", 506, turn=3)
    decay(a_turn(s))
    assert [each.type for place in s.fallen for each in s.fallen[place]] == [tables.LEGION, tables.AXEMEN]


@pytest.mark.clause("AK-4.2.5-03")
def test_the_living_crowd_out_the_dead_and_not_the_dead_the_living():
    s, _ = mage("NE1")
    s.turn = 3
    own(s, 0, 504)
    for _ in range(349):
        put_army(s, "LE", MERCENARY, 814)
    bury(s, "LE", 505, turn=1)
    act(t := a_turn(s), s.kingdoms[0].king, "RE LE")
    decay(t)
    assert (len(s.armies), s.fallen) == (350, {})
    assert failed(t, s.kingdoms[0].king, "RE HC") == ("AK-4.2.5-03", "fail.no-more")


# Kill, Plague


@pytest.mark.clause("AK-4.2.5-10", "AK-4.2.5-15")
def test_kill_takes_life_or_wits_and_resurrection_restores_them():
    s, n = mage("NE2 WH1")
    first, second = hero(s, "ME2", seat=1), hero(s, "ME2", seat=1)
    s.dice.faces["a deathly coma"] = NO  # type: ignore[attr-defined]
    act(t := a_turn(s), n, f"CA KI {first}")
    assert s.people[first].died
    s.dice.faces["a deathly coma"] = YES  # type: ignore[attr-defined]
    t.spells.casts.clear()
    act(t, n, f"CA KI {second}")
    assert (s.people[second].died, s.people[second].levels[tables.MELEE], s.people[second].is_imbecile) == (
        0,
        0,
        True,
    )
    assert not rise(t, second, tables.MELEE, "AK-3.13-02")
    act(t, n, f"CA RE {second}")
    assert (s.people[second].levels[tables.MELEE], s.people[second].is_imbecile) == (2, False)


@pytest.mark.clause("AK-4.2.5-10", "AK-4.2.5-12", "AK-4.2.5-13", "AK-4.2.5-14")
def test_whom_kill_cannot_reach():
    s, n = mage("NE1")
    king, away, undead = s.kingdoms[1].king, hero(s, seat=1), hero(s, seat=1, alignment=tables.UNDEAD)
    s.set_person(king, place=at(s, 504))
    s.set_person(away, place=at(s, 505))
    assert failed(a_turn(s), n, f"CA KI {king}") == ("AK-4.2.5-13", "fail.king-immune")
    assert failed(a_turn(s), n, f"CA KI {away}") == ("AK-4.2.5-10", "fail.not-here")
    assert failed(a_turn(s), n, "CA KI 999") == ("AK-4.2.5-10", "fail.not-here")  # a monster has no number
    entries = act(a_turn(s), n, f"CA KI {undead}")
    assert told(entries, "spell-kill-fails", 0)
    assert told(entries, "enraged", 0)


@pytest.mark.clause("AK-4.2.5-10", "AK-4.2.5-11")
@pytest.mark.parametrize("face", [YES, NO])
def test_nobody_is_killed_or_roused_from_afar(face):
    s, n = mage("NE1")
    away = hero(s, seat=1)
    s.set_person(away, place=at(s, 505))
    s.dice.faces["action spell"] = face  # type: ignore[attr-defined]
    t = a_turn(s)
    assert failed(t, n, f"CA KI {away}") == ("AK-4.2.5-10", "fail.not-here")
    assert (t.spells.casts, s.people[n].died, s.people[away].died) == ({}, 0, 0)


@pytest.mark.clause("AK-4.2.5-11", "AK-4.2.5-12")
def test_a_failed_killing_brings_the_victim_upon_the_caster():
    s, n = mage("NE1")
    victim = hero(s, seat=1)
    s.dice.faces |= {"action spell": 100, "a blow": YES, "damage": 6}  # type: ignore[attr-defined]
    entries = act(a_turn(s), n, f"CA KI {victim}")
    assert told(entries, "enraged", 0)
    assert bool(s.people[n].died) != bool(s.people[victim].died)
    s, n = mage("NE1")
    general = hero(s, seat=1)
    put_army(s, "LE", 1, 504, general)
    s.dice.faces["a figurine from afar"] = 501  # type: ignore[attr-defined]
    assert told(act(a_turn(s), n, f"CA KI {general}"), "enraged")


@pytest.mark.clause("AK-4.2.5-16", "AK-4.2.5-17")
def test_plague_kills_humanoid_armies_once_and_weakens_the_immune():
    s, n = mage("NE2")
    lost, kept = put_army(s, "LE", 1, 505), put_army(s, "LE", 1, 505)
    old, trolls = put_army(s, "LE", 1, 505, is_immune=True), put_army(s, "TR", 1, 505)
    s.dice = new_state().dice
    rolls = [
        ("action spell", 1),
        ("experience: action_spell", NO),
        ("plague", 300),
        ("plague", 301),
        ("plague", 300),
    ]
    act(a_turn(s), n, "CA PL 505", rolls)
    assert lost not in s.armies
    assert s.armies[kept].is_immune
    assert s.armies[old].quality == tables.GREEN
    assert not s.armies[trolls].is_immune


@pytest.mark.clause("AK-4.2.5-18")
def test_plague_spreads_from_the_next_phase_and_strikes_a_province_once():
    s, n = mage("NE4")
    t = a_turn(s)
    act(t, n, "CA PL 505")
    army = put_army(s, "LE", 1, 505)
    act(t, n, "CA PL 505")
    assert not s.armies[army].is_immune
    with dice(s, []):
        spread_plagues(t)
    t.begin_phase(2)
    s.dice.faces["plague spreads"] = 150  # type: ignore[attr-defined]
    spread_plagues(t)
    assert set(t.spells.plagues) == {at(s, 505), *s.atlas.neighbours[at(s, 505)]}
    s.dice.faces["plague spreads"] = 151  # type: ignore[attr-defined]
    spread_plagues(t)
    assert len(t.spells.plagues) == 1 + len(s.atlas.neighbours[at(s, 505)])


@pytest.mark.clause("AK-4.2.5-02")
def test_places_are_named_in_the_report_of_a_raising():
    s, n = mage("NE1")
    bury(s, "LE", 504)
    (entry,) = told(act(a_turn(s), n, "CA SK"), "spell-skeletons", 0)
    assert entry.data["place"] == place_name(s, at(s, 504))
