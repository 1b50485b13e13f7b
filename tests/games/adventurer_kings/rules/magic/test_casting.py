"""Casting: permission, success and items (3.10, 3.11, 4.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, mage
from games.adventurer_kings.positions.realm import (
    NO,
    Turn,
    a_turn,
    act,
    at,
    failed,
    load,
    new_state,
    order,
    put_item,
    run,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.magic.casting import chances


def percent(t: Turn, n: int, spell: int) -> int:
    return sum([amount for amount, _, _ in chances(t, n, tables.SPELLS[spell].ability, spell)])


# Casting


@pytest.mark.clause("AK-3.10-02")
@pytest.mark.parametrize(("level", "chance"), [(1, 30), (2, 45), (3, 60), (4, 75), (5, 90), (7, 95)])
def test_an_action_spell_succeeds_at_fifteen_and_fifteen_a_level(level, chance):
    s, n = mage(f"EL{level}")
    assert percent(a_turn(s), n, tables.FLOOD) == chance


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
    s, n = mage("EL1 WH1", alignment=tables.PAGAN)
    assert percent(a_turn(s), n, tables.FLOOD) == 30
    s.set_kingdom(0, alignment=tables.PAGAN)
    assert (percent(a_turn(s), n, tables.FLOOD), percent(a_turn(s), n, tables.BLESS)) == (40, 30)


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
        assert s.people[n].levels[tables.WHITE_MAGIC] == level


@pytest.mark.clause("AK-3.19-05")
def test_what_a_casting_teaches_does_not_help_it():
    s, n = mage("WH1")
    s.dice.faces |= {"experience: action_spell": 1, "action spell": 31}  # type: ignore[attr-defined]
    assert told(act(t := a_turn(s), n, "CA BL 504"), "cast-fails", 0)
    assert (s.people[n].levels[tables.WHITE_MAGIC], t.spells.blessed) == (2, set())


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


@pytest.mark.clause("AK-4.2-01")
def test_five_spells_in_each_of_five_magics():
    assert len(tables.SPELLS) == 25
    for magic in tables.MAGICS:
        assert sum(spell.ability == magic for spell in tables.SPELLS) == 5


@pytest.mark.clause("AK-3.11-01", "AK-4.2.5-11")
def test_a_guest_whom_his_own_spell_has_killed_spends_no_charge_any_more():
    """Elimination in the middle of an action: the items have left with the guest."""
    s = new_state()
    guest = hero(s, visitor=1)
    victim = hero(s, "ME9", seat=1, alignment=tables.UNDEAD)
    item = put_item(s, "Wax Figurine", guest)
    load(s, a_blow=1, damage=6, who_goes_first=1)
    act(a_turn(s), guest, f"US {item} on {victim}")
    assert s.people[guest].died
    assert item not in s.items
