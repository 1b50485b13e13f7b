"""White Magic: resurrection, the parted sea, blessings (4.2.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, mage
from games.adventurer_kings.positions.realm import (
    NO,
    a_turn,
    act,
    at,
    bury,
    failed,
    know,
    line,
    load,
    new_state,
    own,
    put_army,
    put_item,
    run,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.common.deaths import die, why_not_heir
from palatine.games.adventurer_kings.rules.common.experience import rise
from palatine.games.adventurer_kings.rules.common.hiring import price
from palatine.games.adventurer_kings.rules.common.transport import can_enter
from palatine.games.adventurer_kings.rules.realm.finance import collect_taxes

# Resurrection


@pytest.mark.clause("AK-4.2.1-01", "AK-4.2.1-02", "AK-4.2.1-03")
def test_the_dead_rise_with_their_skills_in_the_casters_service():
    s, n = mage("WH1", alignment=tables.NEUTRAL)
    fallen = hero(s, "ME2", seat=1, alignment=tables.NEUTRAL)
    ring = put_item(s, "Ring of Vanishing", fallen)
    die(a_turn(s), fallen)
    s.turn += 7
    s.set_person(n, place=at(s, 505))
    assert failed(a_turn(s), n, f"CA RE {fallen}") == ("AK-4.2.1-01", "fail.not-here")
    s.set_person(n, place=at(s, 504))
    act(a_turn(s), n, f"CA RE {fallen}")
    raised = s.people[fallen]
    assert (raised.died, raised.seat, raised.levels[tables.MELEE], raised.alignment) == (0, 0, 2, tables.NEUTRAL)
    assert s.items[ring].bearer == s.kingdoms[1].king
    assert 1 <= raised.pay <= 4
    assert s.merit[n][titles.PRIEST] == 2


@pytest.mark.clause("AK-4.2.1-04")
def test_a_divine_king_makes_good_the_dead_and_his_own_living_heroes():
    s = new_state()
    king = s.kingdoms[0].king
    s.set_kingdom(0, alignment=tables.DIVINE)
    s.set_person(king, alignment=tables.DIVINE, levels=s.people[hero(s, "WH4")].levels)
    s.dice = new_state().dice
    load(s)
    s.dice.faces = {"action spell": 1, "experience: action_spell": NO}  # type: ignore[attr-defined]
    dead, living, stranger = hero(s), hero(s), hero(s, seat=1)
    die(a_turn(s), dead)
    for target, kind in ((dead, "spell-raised"), (living, "spell-converted")):
        entries = act(a_turn(s), king, f"CA RE {target}")
        assert [each.readers for each in told(entries, kind)] == [(0,)]
    assert [s.people[each].alignment for each in (dead, living)] == [tables.GOOD, tables.GOOD]
    assert failed(a_turn(s), king, f"CA RE {stranger}") == ("AK-4.2.1-04", "fail.alive")


@pytest.mark.clause("AK-4.2.1-04", "AK-2.3-05")
def test_who_rises_good_serves_a_divine_king_at_a_good_mans_pay():
    s = new_state()
    king = s.kingdoms[0].king
    s.set_kingdom(0, alignment=tables.DIVINE)
    s.set_person(king, alignment=tables.DIVINE, levels=s.people[hero(s, "WH4")].levels)
    load(s, action_spell=1)
    dead = hero(s, alignment=tables.EVIL, whim=1)
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
    assert (raised.levels[tables.MELEE], raised.lost_levels, raised.is_imbecile) == (2, (), False)


@pytest.mark.clause("AK-4.2.1-04", "AK-4.2.1-06")
@pytest.mark.parametrize(("crowned", "alignment"), [(True, tables.GOOD), (False, tables.EVIL)])
def test_only_a_divine_king_himself_makes_good(crowned, alignment):
    s, n = mage("WH1", alignment=tables.DIVINE)
    s.set_kingdom(0, alignment=tables.DIVINE, king=n if crowned else s.kingdoms[0].king)
    s.set_person(n, is_king=crowned)
    dead = hero(s, alignment=tables.EVIL)
    die(a_turn(s), dead)
    entries = act(a_turn(s), n, f"CA RE {dead}")
    assert s.people[dead].alignment == alignment
    assert told(entries, "spell-raised", 0)


@pytest.mark.clause("AK-4.2.1-04")
def test_a_king_who_is_not_divine_changes_nobodys_mind():
    s, n = mage("WH1", alignment=tables.GOOD, is_king=True)
    dead = hero(s, alignment=tables.EVIL)
    die(a_turn(s), dead)
    act(a_turn(s), n, f"CA RE {dead}")
    assert s.people[dead].alignment == tables.EVIL


@pytest.mark.clause("AK-4.2.1-05")
@pytest.mark.parametrize("is_king", [False, True])
def test_the_undead_rise_in_the_alignment_of_their_raiser(is_king):
    s, n = mage("WH1", alignment=tables.PAGAN, is_king=is_king)
    dead = hero(s, alignment=tables.UNDEAD)
    die(a_turn(s), dead)
    act(a_turn(s), n, f"CA RE {dead}")
    assert s.people[dead].alignment == tables.PAGAN


@pytest.mark.clause("AK-4.2.1-05")
def test_an_undead_king_who_is_called_back_stays_undead():
    s, n = mage("WH1", seat=1, alignment=tables.PAGAN)
    king = s.kingdoms[0].king
    s.set_kingdom(0, alignment=tables.UNDEAD)
    s.set_person(king, alignment=tables.UNDEAD, place=s.people[n].place)
    heir = die(a_turn(s), king)
    act(a_turn(s), n, f"CA RE {heir}")
    assert (s.people[king].died, s.people[king].alignment) == (0, tables.UNDEAD)


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
    assert (s.people[king].levels[tables.TACTICAL], s.people[king].seat, s.armies[army].leader) == (2, 0, king)


@pytest.mark.clause("AK-4.2.1-06", "AK-4.2.1-07")
def test_an_heir_who_has_improved_is_king_for_good_and_a_dead_heir_leaves_the_first_kings_bones():
    s, n = mage("WH1")
    first = s.kingdoms[0].king
    heir = die(a_turn(s), first)
    second = die(a_turn(s), heir)
    assert s.kingdoms[0].old == first
    s.set_person(first, levels=s.people[hero(s, "TA2 MA1")].levels)
    t = a_turn(s)
    rise(t, second, tables.MELEE, "AK-3.13-02")
    assert failed(a_turn(s), n, f"CA RE {second}") == ("AK-4.2.1-04", "fail.alive")
    assert failed(a_turn(s), n, f"CA RE {first}") == ("AK-4.2.1-06", "fail.bones")
    assert why_not_heir(s, 0, ("ME", "ME", "TA", "TA")) == ("AK-5.9-05", "fail.heir-three")
    line(s, 0, "heir ME,MA,TA,TA")
    run(s)
    assert [
        s.people[second].levels[ability] for ability in (tables.MELEE, tables.FORCED_MARCH, tables.TACTICAL)
    ] == [2, 1, 2]
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
