"""RESCUE PRISONERS (E-26 to E-29)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, dropped, field, hold, order, person, put, refused, told, value
from palatine.games.lord_and_master.components.places import CITY
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State


def prison(s: State) -> tuple[int, int]:
    """Add Gawain (2) in 65, and Pim and a unit of the first nation as captives in 56."""
    hero = person(s, "Gawain H2", 0, 65)
    pim = person(s, "Pim W1", 0, 56, captor=1)
    for n in put(s, "MFC 1", 0, 56):
        s.set_unit(n, captor=1)
    return hero, pim


@pytest.mark.clause("LM-E-26")
def test_a_hero_goes_to_the_prisoners_past_their_guards():
    s = field()
    hero, pim = prison(s)
    put(s, "HFC 5", 1, 56)
    person(s, "Attila W3", 1, 56)
    entries = order(Turn(s), 0, "char Gawain: move 56, rescue", [("escape", 11), ("rescue", 11)])
    assert value(entries, "escape") == 15 + 2 - 6
    assert s.people[pim].captor is None
    assert s.people[hero].place == 65


@pytest.mark.clause("LM-E-26")
def test_only_heroes_rescue_and_only_where_somebody_is_held():
    s = field()
    prison(s)
    person(s, "Ivo H1", 0, 55)
    t = Turn(s)
    assert refused(t, 0, "char Hugo: rescue") == "LM-E-26"
    assert refused(t, 0, "char Ivo: rescue") == "LM-E-26"


@pytest.mark.clause("LM-E-27")
def test_a_rescue_counts_pairs_of_units_and_of_levels():
    s = field()
    hero, _pim = prison(s)
    s.set_person(hero, place=56, since=s.turn)
    put(s, "HFC 5", 1, 56)
    person(s, "Attila W3", 1, 56)
    assert value(order(Turn(s), 0, "char Gawain: rescue", [("rescue", 11)]), "rescue") == 12 + 2 - 2 - 1


@pytest.mark.clause("LM-E-28", "LM-CH-23")
def test_hero_and_prisoners_appear_in_the_nearest_friendly_province():
    s = field()
    hero, pim = prison(s)
    put(s, "HFC 1", 1, 56)
    hold(s, 1, 65)
    order(Turn(s), 0, "char Gawain: move 56, rescue", [("escape", 1), ("rescue", 1)])
    assert (s.people[hero].place, s.people[pim].place) == (64, 64)
    assert codes(s, 0, 64) == ["MFC"]
    assert s.people[hero].level == 3


@pytest.mark.clause("LM-E-29")
def test_a_failed_hero_is_captured_too():
    s = field()
    hero, pim = prison(s)
    put(s, "HFC 1", 1, 56)
    order(Turn(s), 0, "char Gawain: move 56, rescue", [("escape", 1), ("rescue", 15)])
    assert (s.people[hero].captor, s.people[hero].place, s.people[hero].level) == (1, 56, 2)
    assert s.people[pim].captor == 1


@pytest.mark.clause("LM-E-26")
def test_out_of_a_neutral_citys_prison_without_an_escape_roll():
    s = field()
    person(s, "Gawain H2", 0, 60)
    s.set_person(1, place=59 + CITY, captor=NEUTRAL)
    # seven units and a leader of level 2: 12 + 2 - 3 - 1
    entries = order(Turn(s), 0, "char Gawain: move 59 59city, rescue", [("rescue", 10)])
    assert value(entries, "rescue") == 10
    assert s.people[1].captor is None


@pytest.mark.clause("LM-E-26")
def test_a_rescuer_who_is_not_there_may_yet_be():
    s = field()
    prison(s)
    assert dropped(Turn(s), 0, "char Gawain: rescue 56").reason == "drop.not-there"


@pytest.mark.clause("LM-E-26", "LM-E-28")
def test_only_those_of_his_own_side_are_rescued():
    s = field()
    hero, pim = prison(s)
    s.nations.append(s.nations[1])
    hal = person(s, "Hal W1", 2, 56, captor=1)
    for n in put(s, "HFC 1", 2, 56):
        s.set_unit(n, captor=1)
    put(s, "HFC 1", 1, 56)
    s.set_person(hero, place=56, since=s.turn)
    entries = order(Turn(s), 0, "char Gawain: rescue", [("rescue", 1)])
    (entry,) = told(entries, "rescue")
    assert entry.data["captives"] == ["Pim", "MFC"]
    assert (s.people[pim].captor, s.people[hal].captor) == (None, 1)
    assert [s.units[n].code for n in s.captives_at(56)[1]] == ["HFC"]
