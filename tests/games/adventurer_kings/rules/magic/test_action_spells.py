"""Action spells, by skill and from items (3.10, 3.11, 4.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero
from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    NATIVE,
    Failed,
    Turn,
    a_turn,
    act,
    at,
    bury,
    dice,
    failed,
    know,
    line,
    load,
    new_state,
    order,
    own,
    put_army,
    put_feature,
    put_item,
    relate,
    run,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, PEACE
from palatine.games.adventurer_kings.orders.kinds import Explore
from palatine.games.adventurer_kings.rules.combat.campaigns import battles
from palatine.games.adventurer_kings.rules.combat.casualties import bury as destroy
from palatine.games.adventurer_kings.rules.combat.strength import extra_factor, level_in_battle, terrain_strength
from palatine.games.adventurer_kings.rules.common.deaths import die, why_not_heir
from palatine.games.adventurer_kings.rules.common.experience import rise
from palatine.games.adventurer_kings.rules.common.hiring import price
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.common.naming import place_name
from palatine.games.adventurer_kings.rules.magic.casting import chances
from palatine.games.adventurer_kings.rules.magic.necromancy import spread_plagues
from palatine.games.adventurer_kings.rules.movement.exploring import glimpse, is_found
from palatine.games.adventurer_kings.rules.movement.transport import can_enter
from palatine.games.adventurer_kings.rules.realm.finance import collect_taxes
from palatine.games.adventurer_kings.rules.realm.yearend import decay
from palatine.games.adventurer_kings.state import State

YES, NO = 1, 1000


def mage(levels: str, **changes: object) -> tuple[State, int]:
    """A Hero with these levels in 504, all of whose spells come off."""
    s = new_state()
    n = hero(s, levels, **changes)
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    return s, n


def percent(t: Turn, n: int, spell: int) -> int:
    return sum([amount for amount, _, _ in chances(t, n, c.SPELLS[spell].ability, spell)])


# Casting


@pytest.mark.clause("AK-3.10-02")
@pytest.mark.parametrize(("level", "chance"), [(1, 30), (2, 45), (3, 60), (4, 75), (5, 90), (7, 95)])
def test_an_action_spell_succeeds_at_fifteen_and_fifteen_a_level(level, chance):
    s, n = mage(f"EL{level}")
    assert percent(a_turn(s), n, c.FLOOD) == chance


@pytest.mark.clause("AK-3.10-02", "AK-4.2-07")
def test_the_roll_decides_and_is_shown():
    s = new_state()
    n = hero(s, "WH1")
    entries = act(a_turn(s), n, "CA BL 504", [("action spell", 31), ("experience: action_spell", NO)])
    assert [entry.kind for entry in entries] == ["cast-fails"]
    assert entries[0].tally is not None
    assert entries[0].tally.value == 30
    t = a_turn(s)
    act(t, n, "CA BL 504", [("action spell", 30), ("experience: action_spell", NO)])
    assert t.spells.blessed == {at(s, 504)}


@pytest.mark.clause("AK-4.2-08")
def test_magicians_of_a_pagan_kingdom_cast_better():
    s, n = mage("EL1 WH1", alignment=c.PAGAN)
    assert percent(a_turn(s), n, c.FLOOD) == 30
    s.set_kingdom(0, alignment=c.PAGAN)
    assert (percent(a_turn(s), n, c.FLOOD), percent(a_turn(s), n, c.BLESS)) == (40, 30)


@pytest.mark.clause("AK-3.10-01", "AK-4.0-01")
def test_only_action_spells_of_a_known_magic_are_cast():
    s, n = mage("EL1")
    t = a_turn(s)
    assert failed(t, n, "CA EL-FI") == ("AK-3.10-01", "fail.no-action-spell")
    assert failed(t, n, "CA BL 504") == ("AK-4.0-01", "fail.no-skill")


@pytest.mark.clause("AK-4.2-02", "AK-4.2-04")
@pytest.mark.parametrize(("level", "many"), [(1, 1), (2, 1), (3, 2), (4, 3), (9, 5)])
def test_each_magic_allows_so_many_action_spells_a_turn(level, many):
    s, n = mage(f"PS{level} WH1")
    t = a_turn(s)
    for _ in range(many):
        act(t, n, "CA OR")
    assert failed(t, n, "CA OR") == ("AK-4.2-02", "fail.no-more-spells")
    act(t, n, "CA BL 504")


@pytest.mark.clause("AK-3.19-05")
def test_casting_teaches_one_time_in_ten():
    for face, level in ((100, 2), (101, 1)):
        s, n = mage("WH1")
        s.dice.faces["experience: action_spell"] = face  # type: ignore[attr-defined]
        act(a_turn(s), n, "CA BL 504")
        assert s.people[n].levels[c.WH] == level


@pytest.mark.clause("AK-3.19-05")
def test_what_a_casting_teaches_does_not_help_it():
    s, n = mage("WH1")
    s.dice.faces |= {"experience: action_spell": 1, "action spell": 31}  # type: ignore[attr-defined]
    assert told(act(t := a_turn(s), n, "CA BL 504"), "cast-fails", 0)
    assert (s.people[n].levels[c.WH], t.spells.blessed) == (2, set())


@pytest.mark.clause("AK-3.11-01", "AK-5.9-02")
def test_an_item_needs_no_roll_and_loses_a_charge():
    s = new_state()
    n = hero(s)
    censer = put_item(s, "Censer of Plenty", n, charges=2)
    t = a_turn(s)
    act(t, n, f"US {censer} on 504", [])
    assert (t.spells.blessed, s.items[censer].charges) == ({at(s, 504)}, 1)
    act(t, n, f"US {censer} on 504", [])
    assert censer not in s.items
    wand = put_item(s, "Wand of Fire", n)
    assert failed(t, n, f"US {wand}") == ("AK-3.11-01", "fail.item-casts-nothing")
    assert failed(t, n, f"US {censer}") == ("AK-3.11-01", "fail.no-item")


# Resurrection


@pytest.mark.clause("AK-4.2.1-01", "AK-4.2.1-02", "AK-4.2.1-03")
def test_the_dead_rise_with_their_skills_in_the_casters_service():
    s, n = mage("WH1", alignment=c.NEUTRAL)
    fallen = hero(s, "ME2", seat=1, alignment=c.NEUTRAL)
    ring = put_item(s, "Ring of Vanishing", fallen)
    die(a_turn(s), fallen)
    s.turn += 7
    s.set_person(n, place=at(s, 505))
    assert failed(a_turn(s), n, f"CA RE {fallen}") == ("AK-4.2.1-01", "fail.not-here")
    s.set_person(n, place=at(s, 504))
    act(a_turn(s), n, f"CA RE {fallen}")
    raised = s.people[fallen]
    assert (raised.died, raised.seat, raised.levels[c.ME], raised.alignment) == (0, 0, 2, c.NEUTRAL)
    assert s.items[ring].bearer == s.kingdoms[1].king
    assert 1 <= raised.pay <= 4
    assert s.merit[n][titles.PRIEST] == 2


@pytest.mark.clause("AK-4.2.1-04")
def test_a_divine_king_makes_good_the_dead_and_his_own_living_heroes():
    s = new_state()
    king = s.kingdoms[0].king
    s.set_kingdom(0, alignment=c.DIVINE)
    s.set_person(king, alignment=c.DIVINE, levels=s.people[hero(s, "WH4")].levels)
    s.dice = new_state().dice
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    dead, living, stranger = hero(s), hero(s), hero(s, seat=1)
    die(a_turn(s), dead)
    for target in (dead, living):
        act(a_turn(s), king, f"CA RE {target}")
    assert [s.people[each].alignment for each in (dead, living)] == [c.GOOD, c.GOOD]
    assert failed(a_turn(s), king, f"CA RE {stranger}") == ("AK-4.2.1-04", "fail.alive")


@pytest.mark.clause("AK-4.2.1-04", "AK-2.3-05")
def test_who_rises_good_serves_a_divine_king_at_a_good_mans_pay():
    s = new_state()
    king = s.kingdoms[0].king
    s.set_kingdom(0, alignment=c.DIVINE)
    s.set_person(king, alignment=c.DIVINE, levels=s.people[hero(s, "WH4")].levels)
    load(s, action_spell=1)
    dead = hero(s, alignment=c.EVIL, whim=1)
    die(a_turn(s), dead)
    act(a_turn(s), king, f"CA RE {dead}")
    assert s.people[dead].pay == price(a_turn(s), 0, dead) == 1


@pytest.mark.clause("AK-4.2.1-02", "AK-4.2.5-15")
def test_who_died_without_his_wits_rises_with_them():
    s, n = mage("WH1")
    dead = hero(s, "", is_imbecile=True, lost_levels=s.people[hero(s, "ME2")].levels)
    die(a_turn(s), dead)
    act(a_turn(s), n, f"CA RE {dead}")
    raised = s.people[dead]
    assert (raised.levels[c.ME], raised.lost_levels, raised.is_imbecile) == (2, (), False)


@pytest.mark.clause("AK-4.2.1-04", "AK-4.2.1-06")
@pytest.mark.parametrize(("crowned", "alignment"), [(True, c.GOOD), (False, c.EVIL)])
def test_only_a_divine_king_himself_makes_good(crowned, alignment):
    s, n = mage("WH1", alignment=c.DIVINE)
    s.set_kingdom(0, alignment=c.DIVINE, king=n if crowned else s.kingdoms[0].king)
    s.set_person(n, is_king=crowned)
    dead = hero(s, alignment=c.EVIL)
    die(a_turn(s), dead)
    entries = act(a_turn(s), n, f"CA RE {dead}")
    assert s.people[dead].alignment == alignment
    assert told(entries, "spell-raised", 0)


@pytest.mark.clause("AK-4.2.1-04")
def test_a_king_who_is_not_divine_changes_nobodys_mind():
    s, n = mage("WH1", alignment=c.GOOD, is_king=True)
    dead = hero(s, alignment=c.EVIL)
    die(a_turn(s), dead)
    act(a_turn(s), n, f"CA RE {dead}")
    assert s.people[dead].alignment == c.EVIL


@pytest.mark.clause("AK-4.2.1-05")
def test_the_undead_rise_in_the_alignment_of_their_raiser():
    s, n = mage("WH1", alignment=c.PAGAN)
    dead = hero(s, alignment=c.UNDEAD)
    die(a_turn(s), dead)
    act(a_turn(s), n, f"CA RE {dead}")
    assert s.people[dead].alignment == c.PAGAN


@pytest.mark.clause("AK-4.2.1-06")
def test_the_old_king_comes_back_by_way_of_his_heir_even_for_a_stranger():
    s, n = mage("WH1", seat=1)
    king = s.kingdoms[0].king
    s.set_person(king, levels=s.people[hero(s, "TA2")].levels)
    army = put_army(s, "LE", 0, 504, king)
    heir = die(a_turn(s), king)
    assert s.armies[army].leader == heir
    assert failed(a_turn(s), n, f"CA RE {king}") == ("AK-4.2.1-06", "fail.bones")
    ring = put_item(s, "Ring of Vanishing", heir)
    entries = act(a_turn(s), n, f"CA RE {heir}")
    assert s.items[ring].bearer == king
    assert (s.kingdoms[0].old, s.kingdoms[0].awaits_levels) == (0, False)
    assert [entry.kind for entry in entries if 0 in (entry.readers or ())] == ["king-back"]
    assert told(entries, "spell-king-back", 1)
    assert (s.kingdoms[0].king, s.people[king].died, s.people[heir].died > 0) == (king, 0, True)
    assert (s.people[king].levels[c.TA], s.people[king].seat, s.armies[army].leader) == (2, 0, king)


@pytest.mark.clause("AK-4.2.1-06", "AK-4.2.1-07")
def test_an_heir_who_has_improved_is_king_for_good_and_a_dead_heir_leaves_the_first_kings_bones():
    s, n = mage("WH1")
    first = s.kingdoms[0].king
    heir = die(a_turn(s), first)
    second = die(a_turn(s), heir)
    assert s.kingdoms[0].old == first
    s.set_person(first, levels=s.people[hero(s, "TA2 MA1")].levels)
    t = a_turn(s)
    rise(t, second, c.ME, "AK-3.13-02")
    assert failed(a_turn(s), n, f"CA RE {second}") == ("AK-4.2.1-04", "fail.alive")
    assert failed(a_turn(s), n, f"CA RE {first}") == ("AK-4.2.1-06", "fail.bones")
    assert why_not_heir(s, 0, ("ME", "ME", "TA", "TA")) == ("AK-5.9-05", "fail.heir-three")
    line(s, 0, "heir ME,MA,TA,TA")
    run(s)
    assert [s.people[second].levels[ability] for ability in (c.ME, c.MA, c.TA)] == [2, 1, 2]
    assert (s.kingdoms[0].old, s.kingdoms[0].is_gone) == (0, False)
    third = die(a_turn(s), second)
    assert s.kingdoms[0].old == second
    act(a_turn(s), n, f"CA RE {third}")
    assert s.kingdoms[0].king == second


# Part Sea, Flood


@pytest.mark.clause("AK-4.2.1-08", "AK-4.2.1-09", "AK-4.2.1-10")
def test_a_parted_sea_lets_land_armies_and_mermen_in_and_ships_neither_in_nor_out():
    s, n = mage("WH1")
    sea(s, 505, 506)
    t = a_turn(s)
    assert failed(t, n, "CA PA 510") == ("AK-4.2-07", "fail.too-far")
    act(t := a_turn(s), n, "CA PA 505")
    own(s, 0, 505, 506)
    land, dry, water = at(s, 504), at(s, 505), at(s, 506)
    legion, fleet = put_army(s, "LE", 0, 504), put_army(s, "FL", 0, 504)
    mermen, ents = put_army(s, "ME", 0, 504), put_army(s, "EN", 0, 504)
    assert [can_enter(t, [each], land, dry) for each in (legion, fleet, mermen, ents)] == [True, False, True, True]
    for each in (legion, fleet):
        s.set_army(each, place=dry)
        assert not can_enter(t, [each], dry, water)
    later = a_turn(s)
    assert not can_enter(later, [legion], dry, land)


@pytest.mark.clause("AK-4.2.4-01")
@pytest.mark.parametrize(("where", "reason"), [(504, ""), (505, "fail.no-flood"), (404, "fail.no-flood"),
                                              (510, "fail.too-far")])  # fmt: skip
def test_a_flood_needs_flat_land_near_by(where, reason):
    s, n = mage("EL1")
    set_land(s, 505, terrain=c.MOUNTAIN)
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


@pytest.mark.clause("AK-4.2.1-11")
def test_part_sea_and_flood_undo_each_other():
    s, n = mage("WH1 EL1")
    sea(s, 505)
    t = a_turn(s)
    act(t, n, "CA PA 505")
    act(t, n, "CA FL 505")
    assert (t.spells.parted, t.spells.flooded) == (set(), set())
    t.spells.casts.clear()
    act(t, n, "CA FL 504")
    assert (t.spells.parted, t.spells.flooded) == (set(), {at(s, 504)})
    act(t, n, "CA PA 504")
    assert (t.spells.parted, t.spells.flooded) == (set(), set())
    t.spells.casts.clear()
    assert failed(t, n, "CA PA 504") == ("AK-4.2.1-08", "fail.no-sea")


# Bless, Earthquake


@pytest.mark.clause("AK-4.2.1-12")
def test_a_blessing_raises_taxes_by_three_fifths_once():
    s, n = mage("WH3")
    set_land(s, 514, tax=5)
    t = a_turn(s)
    know(s, 0, 514)
    for _ in range(2):
        act(t, n, "CA BL 514")
    own(s, 0, 514)
    gold = s.kingdoms[0].gold
    collect_taxes(t)
    assert s.kingdoms[0].gold - gold == 10 + 8
    assert s.merit[n][titles.PRIEST] == 2 * 2


@pytest.mark.clause("AK-4.2.1-13")
def test_a_blessing_may_give_rest_to_the_buried():
    for face, left in ((300, False), (301, True)):
        s, n = mage("WH2")
        bury(s, "LE", 504)
        s.dice.faces["rest for the dead"] = face  # type: ignore[attr-defined]
        act(a_turn(s), n, "CA BL 504")
        assert (at(s, 504) in s.fallen) is left


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
    s, n = mage("PS2", alignment=c.NEUTRAL)
    free = hero(s, seat=FREE, alignment=c.NEUTRAL)
    gold = s.kingdoms[0].gold
    act(a_turn(s), n, f"CA CH {free}")
    assert (s.people[free].seat, s.kingdoms[0].gold, s.people[free].pay >= 1) == (0, gold, True)


@pytest.mark.clause("AK-4.2.2-01")
@pytest.mark.parametrize("case", ["employed", "ruling", "king", "away"])
def test_charm_does_not_take_those_who_serve_or_rule(case):
    s, n = mage("PS2")
    target = hero(s, seat=1 if case == "employed" else FREE, alignment=c.NEUTRAL)
    if case == "ruling":
        s.set_person(target, rules=at(s, 504))
    if case == "away":
        s.set_person(target, place=at(s, 505))
    number = s.kingdoms[0].king if case == "king" else target
    assert failed(a_turn(s), n, f"CA CH {number}")[0] == "AK-4.2.2-01"


@pytest.mark.clause("AK-4.2.2-03", "AK-4.2.2-04", "AK-4.2.2-05")
def test_the_charm_of_an_undead_king_makes_undead_the_skilled_step_by_step():
    s, n = mage("NE4", alignment=c.UNDEAD)
    s.set_kingdom(0, alignment=c.UNDEAD, king=n)
    s.set_person(n, is_king=True)
    free, own_hero, skilled = hero(s, seat=FREE), hero(s, alignment=c.GOOD), hero(s, "ME3", alignment=c.GOOD)
    t = a_turn(s)
    both = act(t, n, f"CA CH {free}")
    one = act(t, n, f"CA CH {own_hero}")
    assert [len(told(entries, "spell-corrupt", 0)) for entries in (both, one)] == [1, 1]
    assert [len(told(entries, "spell-charm", 0)) for entries in (both, one)] == [1, 0]
    s.dice.faces["corruption"] = 2  # type: ignore[attr-defined]
    act(t, n, f"CA CH {skilled}")
    assert [s.people[each].alignment for each in (free, own_hero, skilled)] == [c.UNDEAD, c.UNDEAD, c.NEUTRAL]
    assert s.people[free].seat == 0


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
def test_clairvoyance_shows_whatever_happens_to_one_and_a_new_one_ends_it():
    s, n = mage("PS3")
    one, two = hero(s, seat=1), hero(s, seat=1)
    s.set_person(one, place=at(s, 814))
    t = a_turn(s)
    act(t, n, f"CA CL {one}")
    assert told(act(t, one, "MO 813"), "moved", 0)
    act(t, n, f"CA CL {two}")
    assert not told(act(t, one, "MO 812"), "moved", 0)
    assert s.seen[0][two] == (at(s, 504), s.turn, 1)


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
    rise(t, general, c.TA, "AK-3.13-02")
    assert told(s.journal, "level", 0)
    s.set_kingdom(1, gold=9)
    assert told(act(t, s.kingdoms[1].king, f"HI {free} offer 4"), "hired", 0)
    t.fail(general, Explore(), Failed("AK-3.2-01", "fail.no-way"))
    assert not told(s.journal, "failed", 0)
    act(t, general, "MO 510")
    battles(t)
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
    assert s.known[1][place].terrain == c.JUNGLE
    act(t, hero(s, seat=1), "MO 505")
    assert s.known[1][place].terrain == c.PLAIN
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


# Skeletons


@pytest.mark.clause("AK-4.2.5-01", "AK-4.2.5-02", "AK-4.2.5-04")
def test_skeletons_rise_from_the_fallen_of_earlier_turns_one_a_level():
    s, n = mage("NE2")
    assert failed(a_turn(s), n, "CA SK") == ("AK-4.2.5-01", "fail.no-graves")
    bury(s, "LE", 504, turn=s.turn)
    assert failed(a_turn(s), n, "CA SK") == ("AK-4.2.5-01", "fail.no-graves")
    for code in ("BO", "HC", "AX"):
        bury(s, code, 504, quality=c.VETERAN)
    gold = s.kingdoms[0].gold
    t = a_turn(s)
    act(t, n, "CA SK")
    raised = [s.armies[a] for a in s.led_by(n)]
    assert len(raised) == 2
    assert all(army.is_skeletal and army.quality == c.VETERAN for army in raised)
    assert (len(s.fallen[at(s, 504)]), s.kingdoms[0].gold, t.marching.spent) == (2, gold, {})


@pytest.mark.clause("AK-4.2.5-07")
def test_skeletons_in_an_enemys_land_mean_battle_and_in_a_neutral_kings_none():
    for relation, invasions in ((ENEMY, 1), (PEACE, 0)):
        s, n = mage("NE1")
        own(s, 1, 505)
        relate(s, 0, 1, relation)
        s.set_person(n, place=at(s, 505))
        bury(s, "LE", 505)
        t = a_turn(s)
        act(t, n, "CA SK")
        assert len(t.phase.invasions) == invasions


@pytest.mark.clause("AK-4.2.5-08")
def test_skeletons_follow_nobody_but_the_undead():
    s, n = mage("NE1")
    undead, human = hero(s, alignment=c.UNDEAD), hero(s)
    armies = [put_army(s, "LE", 0, 504, n, is_skeletal=True) for _ in range(3)]
    t = a_turn(s)
    act(t, n, f"LE {armies[0]} to {undead}")
    act(t, n, f"LE {armies[1]} to {human}")
    act(t, n, f"LE {armies[2]}")
    assert list(s.armies) == armies[:1]
    assert [each.quality for each in s.fallen[at(s, 504)]] == [c.AVERAGE, c.AVERAGE]


@pytest.mark.clause("AK-4.2.5-08")
def test_skeletons_taken_from_their_raiser_go_to_sleep_and_their_king_is_told():
    s, n = mage("NE1")
    undead, human = hero(s, alignment=c.UNDEAD), hero(s)
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
    assert [each.quality for each in s.fallen[at(s, 504)]] == [c.GREEN, c.AVERAGE]
    s.turn = 4
    with dice(s, [("rot", 100), ("rot", 101)]):
        decay(t)
    assert [each.quality for each in s.fallen[at(s, 504)]] == [c.AVERAGE]


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
    assert [each.type for place in s.fallen for each in s.fallen[place]] == [c.LEGION, c.AXEMEN]


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
    assert (s.people[second].died, s.people[second].levels[c.ME], s.people[second].is_imbecile) == (0, 0, True)
    assert not rise(t, second, c.ME, "AK-3.13-02")
    act(t, n, f"CA RE {second}")
    assert (s.people[second].levels[c.ME], s.people[second].is_imbecile) == (2, False)


@pytest.mark.clause("AK-4.2.5-10", "AK-4.2.5-12", "AK-4.2.5-13", "AK-4.2.5-14")
def test_whom_kill_cannot_reach():
    s, n = mage("NE1")
    king, away, undead = s.kingdoms[1].king, hero(s, seat=1), hero(s, seat=1, alignment=c.UNDEAD)
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
    assert s.armies[old].quality == c.GREEN
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


# In a whole turn


@pytest.mark.clause("AK-4.2.1-12", "AK-3.11-01")
def test_spells_end_with_the_turn():
    s = new_state()
    n = hero(s)
    censer = put_item(s, "Censer of Plenty", n)
    order(s, n, 1, f"US {censer} on 504")
    s.set_kingdom(1, gold=99)  # and so the Imperial Treasurer's power goes to another
    taxes = [told(run(s), "taxes", 0)[0].data["gold"] for _ in range(2)]
    assert taxes == [16, 10]


@pytest.mark.clause("AK-4.2.5-02")
def test_places_are_named_in_the_report_of_a_raising():
    s, n = mage("NE1")
    bury(s, "LE", 504)
    (entry,) = told(act(a_turn(s), n, "CA SK"), "spell-skeletons", 0)
    assert entry.data["place"] == place_name(s, at(s, 504))
