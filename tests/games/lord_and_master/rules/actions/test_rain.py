"""RAIN OF FIRE (C-01 to C-04)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, hargaar, hold, order, person, put, refused, told
from palatine.games.lord_and_master.components.places import CITY, FORT
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, CalledIntervention, State


def field() -> State:
    """Return a match of two nations: the first in 65, the second next to it in 56."""
    s = hargaar()
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    return s


def rehearsal(s: State) -> Turn:
    t = Turn(s, is_rehearsal=True)
    t.actor = 0
    return t


@pytest.mark.clause("LM-C-01")
def test_fire_reaches_three_spaces_and_only_three_classes_call_it():
    s = field()
    for name in ("Zed M1", "Mort N1", "Sylph S1"):
        person(s, name, 0, 65)
    person(s, "Ralph W1", 0, 65)
    hold(s, 1, 38, 57, 59 + CITY, 59, 29)
    put(s, "MFC 1", 1, 38)
    t = Turn(s)
    assert refused(t, 0, "char Ralph: rain 38") == "LM-C-01"
    assert refused(t, 0, "char Zed: rain 29") == "LM-C-01"  # four spaces
    told(order(t, 0, "char Mort: rain 38", [2]), "rain.nobody")
    order(t, 0, "char Sylph: rain 38", [1])
    assert codes(s, 1, 38) == []


@pytest.mark.clause("LM-C-01", "LM-C-02")
def test_fire_on_a_city_counts_from_its_square_and_spares_the_square():
    s = field()
    person(s, "Zed M1", 0, 66)
    hold(s, 1, 59, 59 + CITY)
    put(s, "MFC 2", 1, 59)
    put(s, "HFC 1", 1, 59 + CITY)
    order(Turn(s), 0, "char Zed: rain Ardea", [1])
    assert (codes(s, 1, 59), codes(s, 1, 59 + CITY)) == (["MFC", "MFC"], [])


@pytest.mark.clause("LM-C-02")
def test_fire_on_a_square_spares_city_and_fort():
    s = field()
    person(s, "Zed M1", 0, 66)
    hold(s, 1, 59, 59 + CITY, 56 + FORT)
    s.forts[56] = "Deep"
    put(s, "HFC 1", 1, 59 + CITY)
    put(s, "HFC 1", 1, 56 + FORT)
    put(s, "MFC 1", 1, 56)
    person(s, "Zoe M1", 0, 66)
    t = Turn(s)
    order(t, 0, "char Zed: rain 59", [])
    order(t, 0, "char Zoe: rain 56", [1])
    assert (codes(s, 1, 59 + CITY), codes(s, 1, 56 + FORT), codes(s, 1, 56)) == (["HFC"], ["HFC"], [])


@pytest.mark.clause("LM-C-03")
def test_fire_destroys_everybody_with_one_chance_in_six():
    s = field()
    person(s, "Zed M1", 0, 65)
    person(s, "Ivo W1", 0, 56)
    person(s, "Attila W2", 1, 56)
    person(s, "Bedu W1", 1, 55)
    person(s, "Pim W1", 0, 56, captor=1)
    put(s, "HFC 2", 1, 56)
    put(s, "MFC 1w", 0, 56)
    # HFC HFC MFC, then Ivo, Attila, Pim
    entries = order(Turn(s), 0, "char Zed: rain 56", [1, 2, 1, 6, 1, 1])
    assert (codes(s, 1, 56), codes(s, 0, 56)) == (["HFC"], [])
    assert sorted(each.name for each in s.people.values()) == ["Bedu", "Ivo", "Zed"]
    fire = told(entries, "rain")[0]
    assert fire.data["rolls"][0] == ["HFC", 1, 1]
    assert fire.tally is not None
    assert fire.tally.dice == (1, 2, 1, 6, 1, 1)


@pytest.mark.clause("LM-C-03")
def test_fire_strikes_a_neutral_force_and_its_leader():
    s = field()
    person(s, "Zed M1", 0, 65)
    order(Turn(s), 0, "char Zed: rain 68", [1, 2, 2, 2, 2, 1, 1])
    assert codes(s, NEUTRAL, 68) == ["MFD"] * 4
    assert s.people_at(68) == []
    assert s.coffers[68] == 50


@pytest.mark.clause("LM-C-04", "LM-TT-17")
def test_heroes_and_initiated_berserkers_walk_through_fire():
    s = field()
    person(s, "Zed M1", 0, 65)
    person(s, "Gawain H1", 1, 56)
    put(s, "BEC 1 BEA 1 uBEC 1", 1, 56)
    order(Turn(s), 0, "char Zed: rain 56", [1])
    assert codes(s, 1, 56) == ["BEA", "BEC"]


@pytest.mark.clause("LM-DI-04")
def test_jove_shields_his_own_from_fire_and_lightning_wherever_they_are():
    s = field()
    s.set_nation(0, god="Jupiter")
    person(s, "Zed M1", 0, 65)
    person(s, "Pius P1", 0, 65)
    put(s, "HFC 2", 1, 56)
    put(s, "MFC 1", 0, 56)
    s.blessings = [CalledIntervention(1, "Jupiter")]
    t = Turn(s)
    order(t, 0, "char Zed: rain 56", [2])
    order(t, 0, "char Pius: bolts 56", [2])
    assert codes(s, 1, 56) == ["HFC", "HFC"]


@pytest.mark.clause("LM-DI-14")
def test_fire_cast_at_the_cursed_has_double_chances():
    s = field()
    person(s, "Zed M1", 0, 65)
    put(s, "HFC 2", 1, 56)
    put(s, "MFC 1", 0, 56)
    s.blessings = [CalledIntervention(0, "Odin", target=1)]
    order(Turn(s), 0, "char Zed: rain 56", [2, 3, 2])
    assert (codes(s, 1, 56), codes(s, 0, 56)) == (["HFC"], ["MFC"])


@pytest.mark.clause("LM-C-03")
def test_a_rehearsal_throws_no_die():
    s = field()
    person(s, "Zed M1", 0, 65)
    put(s, "HFC 1", 1, 56)
    t = rehearsal(s)
    order(t, 0, "char Zed: rain 56", [])
    assert t.notes[0][0] == "strike"
