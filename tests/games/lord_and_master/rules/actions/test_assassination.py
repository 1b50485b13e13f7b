"""ASSASSINATE (E-15 to E-19)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import field, order, person, put, refused, value
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL


@pytest.mark.clause("LM-E-15")
def test_thieves_and_champions_kill_enemies_and_neutrals_where_they_are():
    s = field()
    person(s, "Attila W1", 1, 56)
    person(s, "Bedu W1", 1, 55)
    person(s, "Nyx C1", 0, 56)
    person(s, "Ralph W1", 0, 56)
    t = Turn(s)
    assert refused(t, 0, "char Ralph: assassinate Attila") == "LM-E-15"
    assert refused(t, 0, "char Nyx: assassinate Bedu") == "LM-E-15"
    assert refused(Turn(s), 0, "char Nyx: assassinate Ralph") == "LM-E-15"
    order(Turn(s), 0, "char Nyx: assassinate Attila", [10])
    assert 2 not in s.people


@pytest.mark.clause("LM-E-15")
def test_a_neutral_leader_dies_without_escape_rolls_and_his_troops_stay():
    s = field()
    order(Turn(s), 0, "char Hugo: move 66 67 68, assassinate leader", [("assassination", 10)])
    assert s.people[1].place == 68
    assert s.people[1].level == 3
    assert s.people_at(68, NEUTRAL) == []
    assert len(s.units_at(68, NEUTRAL)) == 6


@pytest.mark.clause("LM-E-15")
def test_an_assassin_escapes_first_the_enemies_he_goes_among():
    s = field()
    person(s, "Attila W1", 1, 56)
    put(s, "HFC 4", 1, 56)
    entries = order(Turn(s), 0, "char Hugo: move 56, assassinate Attila", [("escape", 13)])
    assert value(entries, "caught") == 15 + 2 - 4 - 1
    assert s.people[2].captor is None


@pytest.mark.clause("LM-E-16")
@pytest.mark.parametrize(("level", "victim", "target"), [(3, 2, 11), (1, 5, 6), (9, 1, 18)])
def test_the_assassins_level_against_his_victims(level, victim, target):
    s = field()
    person(s, f"Attila W{victim}", 1, 56)
    person(s, "Bedu W1", 1, 108)
    s.set_person(1, level=level, place=56)
    assert value(order(Turn(s), 0, "char Hugo: assassinate Attila", [target]), "assassination") == target
    assert (2 in s.people, 3 in s.people) == (False, True)


@pytest.mark.clause("LM-E-17", "LM-CH-23")
def test_the_killer_gains_a_level_and_must_escape():
    s = field()
    person(s, "Attila W1", 1, 56)
    person(s, "Bedu W1", 1, 55)
    put(s, "HFC 4", 1, 56)
    s.set_person(1, place=56, since=s.turn)
    entries = order(Turn(s), 0, "char Hugo: assassinate Attila", [("assassination", 11), ("escape", 15)])
    assert value(entries, "caught") == 15 + 3 - 4
    assert (2 in s.people, s.people[1].level, s.people[1].captor) == (False, 3, 1)


@pytest.mark.clause("LM-E-18")
@pytest.mark.parametrize(("die", "captor"), [(12, None), (13, 1)])
def test_a_failed_assassin_escapes_or_is_captured(die, captor):
    s = field()
    person(s, "Attila W1", 1, 56)
    put(s, "HFC 4", 1, 56)
    s.set_person(1, place=56, since=s.turn)
    order(Turn(s), 0, "char Hugo: assassinate Attila", [("assassination", 12), ("escape", die)])
    assert (2 in s.people, s.people[1].level, s.people[1].captor) == (True, 2, captor)
