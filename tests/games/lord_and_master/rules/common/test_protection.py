"""SHIELD (E-20 to E-25)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, hargaar, hold, order, person, put, refused, told
from palatine.games.lord_and_master.components.places import FORT
from palatine.games.lord_and_master.rules.common import captives
from palatine.games.lord_and_master.rules.common.turn import Shields, Turn
from palatine.games.lord_and_master.state import State


def field() -> State:
    """Return a match with Hugo the Thief (1) of the first nation in 65.

    The second nation, with its treasury, is next to it in 56.
    """
    s = hargaar()
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    s.set_nation(0, site=65)
    s.set_nation(1, site=56)
    person(s, "Hugo T2", 0, 65)
    return s


@pytest.mark.clause("LM-E-20")
def test_a_shield_keeps_fire_and_lightning_from_its_province():
    s = field()
    s.set_nation(0, god="Jupiter")
    person(s, "Gawain H1", 1, 56)
    person(s, "Nyx C1", 1, 55)
    person(s, "Zed M1", 0, 65)
    person(s, "Pius P1", 0, 65)
    person(s, "Zoe M1", 0, 65)
    put(s, "HFC 1", 1, 56)
    put(s, "HFC 1", 1, 56 + FORT)
    s.forts[56] = "Deep"
    t = Turn(s)
    assert refused(t, 0, "char Zed: shield") == "LM-E-20"
    order(t, 1, "char Gawain: shield", [])
    order(t, 1, "char Nyx: shield", [])
    assert t.of(Shields).places == {56, 55}
    order(t, 0, "char Pius: bolts 56", [])
    order(t, 0, "char Zoe: rain 56 fort", [1])
    assert (codes(s, 1, 56), codes(s, 1, 56 + FORT)) == (["HFC"], [])


@pytest.mark.clause("LM-E-22")
def test_the_dead_who_enter_a_shielded_province_are_destroyed():
    s = field()
    person(s, "Mort N2", 0, 65)
    put(s, "ZOD 2 MFC 1", 0, 65)
    put(s, "ZOD 1", 0, 74)
    t = Turn(s)
    t.of(Shields).places = {64, 74}
    order(t, 0, "char Mort: lead take ZOD 2 MFC 1, go 64", [])
    assert codes(s, 0, 64) == ["MFC"]
    assert codes(s, 0, 74) == ["ZOD"]  # who is inside already stays


@pytest.mark.clause("LM-E-22", "LM-BAT-26")
def test_dead_prisoners_enter_no_shielded_province_either():
    """“Living Dead Troops who attempt to enter will be destroyed”, whether freed or led by guards."""
    s = field()
    hold(s, 1, 66)
    person(s, "Otto W1", 0, 74)
    put(s, "MFC 1", 0, 74)
    for n in (*put(s, "ZOD 1 HFC 1", 1, 74), *put(s, "SKD 1 MFC 1", 1, 75)):
        s.set_unit(n, captor=0)
    t = Turn(s)
    t.of(Shields).places = {64, 66}
    captives.free_unguarded(t)
    assert codes(s, 1, 66) == ["MFC"]
    order(t, 0, "char Otto: lead take MFC 1, go 65, go 64")
    assert [(unit.code, unit.captor) for unit in s.units.values() if unit.place == 64] == [
        ("MFC", None),
        ("HFC", 0),
    ]


@pytest.mark.clause("LM-E-23")
def test_unseen_troops_are_revealed_by_a_shield_and_must_attack():
    s = field()
    person(s, "Fizz G1", 0, 65)
    put(s, "GFC 5", 0, 65)
    put(s, "RED 1", 1, 56)
    t = Turn(s)
    order(t, 0, "char Fizz: lead take GFC 5, invisible, go 56 55", [])
    assert codes(s, 1, 56) == ["RED"]
    s.turn += 1
    for n in s.units_at(55, 0):
        s.set_unit(n, place=65)
    s.set_person(2, place=65)
    hold(s, 1, 55)
    t = Turn(s)
    t.of(Shields).places.add(56)
    entries = order(t, 0, "char Fizz: lead take GFC 5, invisible, go 56", [])
    assert told(entries, "revealed")
    assert codes(s, 1, 56) == []


@pytest.mark.clause("LM-E-24")
def test_a_shield_throws_teleporters_back():
    s = field()
    person(s, "Zed M2", 0, 65)
    put(s, "MFC 1", 0, 65)
    t = Turn(s)
    t.of(Shields).places.add(74)
    entries = order(t, 0, "char Zed: teleport 74 with MFC 1 Hugo", [])
    assert told(entries, "thrown-back")
    assert (s.people[1].place, s.people[2].place, codes(s, 0, 65)) == (65, 65, ["MFC"])


@pytest.mark.clause("LM-E-25")
def test_a_shield_does_nothing_about_what_came_before_it():
    s = field()
    person(s, "Gawain H1", 1, 56)
    person(s, "Zed M1", 0, 65)
    put(s, "HFC 1", 1, 56)
    t = Turn(s)
    order(t, 0, "char Zed: rain 56", [1])
    order(t, 1, "char Gawain: shield", [])
    assert codes(s, 1, 56) == []
