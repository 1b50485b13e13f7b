"""Spells of Psychic Magic, Illusion and Elemental Magic outside combat (4.2.2 to 4.2.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, mage
from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    NO,
    Failed,
    a_turn,
    act,
    at,
    dice,
    failed,
    new_state,
    own,
    put_army,
    put_feature,
    relate,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, PEACE
from palatine.games.adventurer_kings.orders.kinds import Explore
from palatine.games.adventurer_kings.rules.combat.campaigns import fight_battles
from palatine.games.adventurer_kings.rules.combat.strength import extra_factor, level_in_battle, terrain_strength
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.experience import rise
from palatine.games.adventurer_kings.rules.common.hiring import leave_service
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.common.transport import can_enter
from palatine.games.adventurer_kings.rules.magic.action_spells import clairvoyance
from palatine.games.adventurer_kings.rules.movement.exploring import glimpse, is_found
from palatine.games.adventurer_kings.rules.realm.finance import collect_taxes
from palatine.games.adventurer_kings.rules.realm.yearend import decay


@pytest.mark.clause("AK-4.2.4-01")
@pytest.mark.parametrize(("where", "reason"), [(504, ""), (505, "fail.no-flood"), (404, "fail.no-flood"),
                                              (510, "fail.too-far")])  # fmt: skip
def test_a_flood_needs_flat_land_near_by(where, reason):
    s, n = mage("EL1")
    set_land(s, 505, terrain=tables.MOUNTAIN)
    sea(s, 404)
    t = a_turn(s)
    if reason:
        assert failed(t, n, f"CA FL {where}")[1] == reason
    else:
        act(t, n, f"CA FL {where}")
        assert at(s, where) in t.spells.flooded


@pytest.mark.clause("AK-4.2.4-02")
def test_a_flood_stops_land_armies_but_not_wings_and_those_they_carry():
    s, n = mage("EL1")
    t = a_turn(s)
    act(t, n, "CA FL 505")
    here, wet = at(s, 504), at(s, 505)
    legion, eagles = put_army(s, "LE", 0, 504), put_army(s, "EA", 0, 504)
    assert not can_enter(t, [legion], here, wet)
    assert can_enter(t, [eagles, legion], here, wet)
    s.set_army(legion, place=wet)
    assert not can_enter(t, [legion], wet, here)


@pytest.mark.clause("AK-4.2.4-04")
def test_an_earthquake_wipes_out_the_tax_of_an_enemy_even_where_it_is_blessed():
    s, n = mage("EL1", seat=1)
    assert failed(a_turn(s), n, "CA EA 504") == ("AK-4.2.4-04", "fail.no-enemy-land")
    relate(s, 0, 1, ENEMY)
    t = a_turn(s)
    act(t, n, "CA EA 504")
    t.spells.blessed.add(at(s, 504))
    gold = s.kingdoms[0].gold
    collect_taxes(t)
    assert s.kingdoms[0].gold == gold
    sea(s, 505)
    assert failed(a_turn(s), n, "CA EA 505") == ("AK-4.2.4-04", "fail.no-land")


# Charm, Oratory, Clairvoyance


@pytest.mark.clause("AK-4.2.2-01")
def test_charm_wins_a_free_hero_for_nothing_but_his_yearly_pay():
    s, n = mage("PS2", alignment=tables.NEUTRAL)
    free = hero(s, seat=FREE, alignment=tables.NEUTRAL)
    gold = s.kingdoms[0].gold
    act(a_turn(s), n, f"CA CH {free}")
    assert (s.people[free].seat, s.kingdoms[0].gold, s.people[free].pay >= 1) == (0, gold, True)


@pytest.mark.clause("AK-4.2.2-01")
@pytest.mark.parametrize("case", ["employed", "ruling", "king", "away"])
def test_charm_does_not_take_those_who_serve_or_rule(case):
    s, n = mage("PS2")
    target = hero(s, seat=1 if case == "employed" else FREE, alignment=tables.NEUTRAL)
    if case == "ruling":
        s.set_person(target, rules=at(s, 504))
    if case == "away":
        s.set_person(target, place=at(s, 505))
    number = s.kingdoms[0].king if case == "king" else target
    reason = "fail.not-here" if case == "away" else "fail.serves-another"
    assert failed(a_turn(s), n, f"CA CH {number}") == ("AK-4.2.2-01", reason)


@pytest.mark.clause("AK-4.2.2-03", "AK-4.2.2-04", "AK-4.2.2-05")
def test_the_charm_of_an_undead_king_makes_undead_the_skilled_step_by_step():
    s, n = mage("NE4", alignment=tables.UNDEAD)
    s.set_kingdom(0, alignment=tables.UNDEAD, king=n)
    s.set_person(n, is_king=True)
    free, own_hero, skilled = (
        hero(s, seat=FREE),
        hero(s, alignment=tables.GOOD),
        hero(s, "ME3", alignment=tables.GOOD),
    )
    t = a_turn(s)
    both = act(t, n, f"CA CH {free}")
    one = act(t, n, f"CA CH {own_hero}")
    assert [len(told(entries, "spell-corrupt", 0)) for entries in (both, one)] == [1, 1]
    assert [len(told(entries, "spell-charm", 0)) for entries in (both, one)] == [1, 0]
    s.dice.faces["corruption"] = 2  # type: ignore[attr-defined]
    act(t, n, f"CA CH {skilled}")
    assert [s.people[each].alignment for each in (free, own_hero, skilled)] == [
        tables.UNDEAD,
        tables.UNDEAD,
        tables.NEUTRAL,
    ]
    assert s.people[free].seat == 0
    assert failed(a_turn(s), n, f"CA CH {n}") == ("AK-4.2.2-01", "fail.serves-another"), "a King is no Hero"


@pytest.mark.clause("AK-4.2.2-06")
def test_oratory_raises_the_quality_of_a_leaders_armies_once():
    s, n = mage("PS3")
    leader, stranger = hero(s), hero(s, seat=1)
    army = put_army(s, "LE", 0, 504, leader)
    place = at(s, 505)
    t = a_turn(s)
    before = level_in_battle(t, s.armies[army], place, False, False)
    for _ in range(2):
        act(t, n, f"CA OR {leader}")
    assert level_in_battle(t, s.armies[army], place, False, False) == before + 1
    t.spells.casts.clear()
    assert failed(t, n, f"CA OR {stranger}") == ("AK-4.2.2-06", "fail.no-ally")


@pytest.mark.clause("AK-4.2.2-07")
def test_clairvoyance_shows_whatever_happens_to_one_until_the_turn_is_over():
    s, n = mage("PS4")
    one, two = hero(s, seat=1), hero(s, seat=1)
    s.set_person(one, place=at(s, 814))
    t = a_turn(s)
    act(t, n, f"CA CL {one}")
    assert told(act(t, one, "MO 813"), "moved", 0)
    assert failed(t, n, f"CA CL {two}") == ("AK-4.2.2-07", "fail.sees-already")
    assert told(act(t, one, "MO 812"), "moved", 0)
    assert two not in s.seen[0]
    other = hero(s, "PS1")
    act(t, other, f"CA CL {two}")
    assert s.seen[0][two] == (at(s, 504), s.turn, 1), "each caster has one of his own"


@pytest.mark.clause("AK-4.2.2-07")
def test_a_clairvoyance_out_of_an_item_ends_the_one_in_effect():
    s, n = mage("PS1")
    one, two = hero(s, seat=1), hero(s, seat=1)
    t = a_turn(s)
    act(t, n, f"CA CL {one}")
    clairvoyance(t, n, 1, two, "")
    assert not told(act(t, one, "MO 505"), "moved", 0)
    assert told(act(t, two, "MO 505"), "moved", 0)


@pytest.mark.clause("AK-4.2.2-07")
@pytest.mark.parametrize("how", ["dies", "is dismissed"])
def test_nobody_reports_for_a_king_whom_he_serves_no_more(how: str):
    s, n = mage("PS4")
    one = hero(s, seat=1)
    t = a_turn(s)
    act(t, n, f"CA CL {one}")
    if how == "dies":
        die(t, n)
    else:
        leave_service(t, n)
    assert not told(act(t, one, "MO 505"), "moved", 0)


@pytest.mark.clause("AK-4.2.2-06", "AK-4.2.3-04")
def test_oratory_and_phantoms_end_with_the_service_of_him_they_are_on():
    s, n = mage("PS1 IL2")
    t = a_turn(s)
    act(t, n, "CA OR")
    act(t, n, "CA PH")
    assert n in t.spells.hearts
    assert t.spells.phantoms == {n: 2}
    leave_service(t, n)
    assert n not in t.spells.hearts
    assert not t.spells.phantoms


@pytest.mark.clause("AK-4.2.2-07")
def test_clairvoyance_shows_what_others_do_to_one_too_and_his_battles():
    s, n = mage("PS1")
    free, general = hero(s, seat=FREE, whim=1), hero(s, seat=1)
    s.set_person(free, place=at(s, 509))
    put_army(s, "LE", 1, 509, general)
    put_army(s, "LE", NATIVE, 510)
    s.set_person(general, place=at(s, 509))
    t = a_turn(s)
    t.spells.watched[n] = (free, general)
    s.journal = []
    rise(t, general, tables.TACTICAL, "AK-3.13-02")
    assert told(s.journal, "level", 0)
    s.set_kingdom(1, gold=9)
    assert told(act(t, s.kingdoms[1].king, f"HI {free} offer 4"), "hired", 0)
    t.fail(general, Explore(), Failed("AK-3.2-01", "fail.no-way"))
    assert not told(s.journal, "failed", 0)
    act(t, general, "MO 510")
    fight_battles(t)
    kinds = {entry.kind for entry in s.journal if 0 in (entry.readers or ())}
    assert {"battle-begins", "battle-won-whole"} <= kinds


# Illusions


@pytest.mark.clause("AK-4.2.3-01", "AK-4.2.3-02")
def test_an_illusion_deceives_those_next_door_and_fades():
    s, n = mage("IL2")
    t = a_turn(s)
    assert failed(t, n, "CA IL 505") == ("AK-4.2.3-01", "fail.no-terrain")
    t.spells.casts.clear()
    act(t, n, "CA IL 505 as jungle")
    place = at(s, 505)
    glimpse(t, 1, place)
    assert s.known[1][place].terrain == tables.JUNGLE
    act(t, hero(s, seat=1), "MO 505")
    assert s.known[1][place].terrain == tables.PLAIN
    with dice(s, [("illusion fades", 151)]):
        decay(t)
    assert place in s.illusions
    with dice(s, [("illusion fades", 150)]):
        decay(t)
    assert place not in s.illusions


@pytest.mark.clause("AK-4.2.3-03")
def test_in_illusory_terrain_strength_is_the_mean_of_both():
    s, n = mage("IL1")
    army = put_army(s, "HC", 0, 505)
    t = a_turn(s)
    place = at(s, 505)
    assert terrain_strength(t, s.armies[army], place, False, 0) == 5  # home terrain
    act(t, n, "CA IL 505 as forest")
    assert terrain_strength(t, s.armies[army], place, False, 0) == (5 + 2) / 2


@pytest.mark.clause("AK-4.2.3-04")
def test_phantasms_strengthen_the_armies_of_one_leader():
    s, n = mage("IL3")
    army, other = put_army(s, "LE", 0, 504, n), put_army(s, "LE", 0, 504, hero(s))
    t = a_turn(s)
    for _ in range(2):
        act(t, n, "CA PH")
    place = at(s, 504)
    assert extra_factor(t, s.armies[army], place, False) == pytest.approx(1.45)
    assert extra_factor(t, s.armies[other], place, False) == 1


@pytest.mark.clause("AK-4.2.3-05", "AK-4.2.3-06")
def test_a_hidden_feature_is_found_by_nobody_who_does_not_know_it():
    s, n = mage("IL1")
    feature = put_feature(s, "Dungeon", 504, "Ogre")
    assert failed(a_turn(s), n, "CA HI 99") == ("AK-4.2.3-05", "fail.no-feature")
    act(t := a_turn(s), n, f"CA HI {feature}")
    assert not is_found(None, s.features[feature], 100)
    stranger = hero(s, seat=1)
    assert failed(t, stranger, f"SE {feature} FL") == ("AK-4.2.3-05", "fail.no-feature")
    learn_of(t, 1, feature)
    act(t, stranger, f"SE {feature} FL", [("random encounter", NO)])
    for face, hidden in ((101, True), (100, False)):
        with dice(s, [("hiding fades", face)]):
            decay(t)
        assert s.features[feature].is_hidden is hidden


@pytest.mark.clause("AK-4.2.3-07")
def test_hiding_a_raiders_lair_keeps_it_at_home():
    s, n = mage("IL1")
    feature = put_feature(s, "Dungeon", 504, "Ogre", boldness=8)
    s.turn = 9
    act(t := a_turn(s), n, f"CA HI {feature}")
    with dice(s, []):
        collect_taxes(t)
    assert s.features[feature].boldness == 0


# Tornado


@pytest.mark.clause("AK-4.2.4-03")
def test_whirlwinds_scatter_each_army_of_an_enemy_province():
    s, n = mage("EL2")
    kept, lost = put_army(s, "LE", -1, 505), put_army(s, "LE", 0, 505)
    s.dice = new_state().dice
    rolls = [("action spell", 1), ("experience: action_spell", NO), ("tornado", 201), ("tornado", 200)]
    act(a_turn(s), n, "CA TO 505", rolls)
    assert (kept in s.armies, lost in s.armies, s.fallen) == (True, False, {})
    own(s, 1, 505)
    relate(s, 0, 1, PEACE)
    t = a_turn(s)
    assert failed(t, n, "CA TO 505", rolls[:2])[1] == "fail.no-enemy-land"
