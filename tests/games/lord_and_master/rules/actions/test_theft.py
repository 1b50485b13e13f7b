"""STEAL (E-07 to E-14)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import dropped, field, hargaar, hold, order, person, put, refused, told, value
from palatine.games.lord_and_master.components.places import CITY
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, DemonRecord, MagnateRecord


@pytest.mark.clause("LM-E-07")
@pytest.mark.parametrize("of", ["T", "B", "X"])
def test_three_classes_steal_where_the_treasury_lies(of):
    s = field()
    person(s, f"Nyx {of}1", 0, 56)
    person(s, f"Nix {of}1", 0, 55)
    person(s, "Ralph W1", 0, 56)
    t = Turn(s)
    assert refused(t, 0, "char Ralph: steal") == "LM-E-07"
    assert refused(t, 0, "char Nix: steal") == "LM-E-07"
    assert refused(t, 0, "char Nix: steal 56") == "LM-A-01"
    order(t, 0, "char Nyx: steal", [12, 5])
    assert (s.nations[0].gold, s.nations[1].gold) == (150, 50)


@pytest.mark.clause("LM-E-07", "LM-E-11")
def test_treasuries_of_neutral_provinces_and_cities_too():
    s = field()
    s.set_person(1, place=68)
    # MCC and five MFD under a leader of level 2: 12 - 3 - 1 = 8
    assert value(order(Turn(s), 0, "char Hugo: steal", [8, 1]), "theft") == 8
    assert (s.coffers[68], s.nations[0].gold) == (45, 105)
    s.set_person(1, place=30 + CITY)
    # six units, level 2, walls: 12 - 3 - 1 - 2
    assert value(order(Turn(s), 0, "char Hugo: steal", [6, 8]), "theft") == 6
    assert (s.coffers[30 + CITY], s.nations[0].gold) == (26, 209)


@pytest.mark.clause("LM-E-07")
def test_nobody_steals_from_his_own_side():
    s = hargaar(3)
    hold(s, 0, 65)
    hold(s, 2, 66)
    s.set_nation(0, site=65)
    s.set_nation(1, site=108)
    s.set_nation(2, site=66)
    s.alliances = [(0, 2)]
    person(s, "Hugo T1", 0, 65)
    person(s, "Nyx T1", 0, 66)
    t = Turn(s)
    assert refused(t, 0, "char Hugo: steal") == "LM-E-07"
    assert refused(t, 0, "char Nyx: steal") == "LM-E-07"


@pytest.mark.clause("LM-E-08")
def test_an_escape_roll_among_enemy_troops_not_among_neutral_ones():
    s = field()
    put(s, "HFC 4", 1, 56)
    # moving in: 15 + 2 - 4; then 12 - 2
    entries = order(Turn(s), 0, "char Hugo: move 56, steal", [("escape", 13), ("theft", 10), ("loot", 1)])
    assert value(entries, "escape") == 13
    assert s.nations[0].gold == 110
    # standing there: once more
    s.turn += 1
    entries = order(Turn(s), 0, "char Hugo: steal", [("escape", 15)])  # level 3 now: 14
    assert s.people[1].captor == 1
    assert s.nations[0].gold == 110


@pytest.mark.clause("LM-E-09")
def test_a_thief_counts_pairs_of_units_and_of_levels():
    s = field()
    s.set_person(1, place=56, since=s.turn)
    person(s, "Attila W2", 1, 56)
    person(s, "Bedu W1", 1, 56)
    put(s, "HFC 5", 1, 56)
    put(s, "MFC 3", 0, 56)
    assert value(order(Turn(s), 0, "char Hugo: steal", [("theft", 9), 1]), "theft") == 12 - 2 - 1


@pytest.mark.clause("LM-E-10")
def test_walls_take_two_more():
    s = field()
    hold(s, 1, 59, 59 + CITY)
    s.set_nation(1, site=59 + CITY)
    s.set_person(1, place=59 + CITY, since=s.turn)
    person(s, "Attila W3", 1, 59 + CITY)
    put(s, "HFC 5", 1, 59 + CITY)
    put(s, "HFC 9", 1, 59)
    assert value(order(Turn(s), 0, "char Hugo: steal", [("theft", 7), 1]), "theft") == 7


@pytest.mark.clause("LM-E-11", "LM-CH-23")
@pytest.mark.parametrize(
    ("die", "gold", "taken"), [(1, 100, 10), (8, 100, 80), (5, 25, 12), (5, 35, 18), (3, 17, 5)]
)
def test_ten_to_eighty_per_cent_and_a_level(die, gold, taken):
    s = field()
    s.set_nation(1, gold=gold)
    s.set_person(1, place=56)
    order(Turn(s), 0, "char Hugo: steal", [1, ("loot", die)])
    assert (s.nations[0].gold, s.nations[1].gold) == (100 + taken, gold - taken)
    assert s.people[1].level == 3


@pytest.mark.clause("LM-E-12")
def test_a_neutral_province_executes_a_neutral_city_imprisons_a_player_captures():
    s = field()
    put(s, "HFC 1", 1, 56)
    thieves = [person(s, f"{name} T1", 0, 68, since=s.turn) for name in ("Ann", "Ben", "Cid")]
    s.set_person(thieves[1], place=30 + CITY)
    s.set_person(thieves[2], place=56)
    t = Turn(s)
    order(t, 0, "char Ann: steal", [9])
    order(t, 0, "char Ben: steal", [7])
    order(t, 0, "char Cid: steal", [13])
    assert thieves[0] not in s.people
    assert (s.people[thieves[1]].captor, s.people[thieves[1]].place) == (NEUTRAL, 30 + CITY)
    assert (s.people[thieves[2]].captor, s.people[thieves[2]].place) == (1, 56)


@pytest.mark.clause("LM-E-12")
def test_a_prisoner_of_a_city_is_free_when_his_own_take_it():
    s = field()
    s.set_person(1, place=59 + CITY, captor=NEUTRAL)
    person(s, "Zed M9", 0, 65)
    put(s, "ELA 1", 0, 65)
    s.roused.append(59 + CITY)  # its garrison was beaten
    order(Turn(s), 0, "char Zed: teleport Ardea with ELA 1", [])
    assert s.people[1].captor is None


@pytest.mark.clause("LM-E-07")
def test_a_thief_who_is_not_there_may_yet_be():
    assert dropped(Turn(field()), 0, "char Hugo: steal 56").reason == "drop.not-there"


@pytest.mark.clause("LM-E-07", "LM-E-11")
@pytest.mark.parametrize(
    ("tenths", "taken"), [(1, 4), (2, 9), (3, 14), (4, 18), (5, 22), (6, 27), (7, 32), (8, 36)]
)
def test_tenths_of_a_magnates_treasury_to_the_nearest_or_even_number(tenths, taken):
    s = field()
    s.magnates[107] = MagnateRecord("Gor", person(s, "Gor T3", 107, 1), 56, "M", ("RED",), 45)
    s.magnates[108] = MagnateRecord("Mog", person(s, "Mog T3", 108, 1), 55, "M", ("RED",), 60)
    s.set_nation(1, gold=0)
    s.set_person(1, place=56)
    (entry,) = told(order(Turn(s), 0, "char Hugo: steal", [("theft", 12), ("loot", tenths)]), "theft")
    assert (entry.data["amount"], entry.data["share"], entry.clauses) == (taken, 10 * tenths, ("LM-E-11",))
    assert (s.magnates[107].gold, s.magnates[108].gold, s.nations[0].gold) == (45 - taken, 60, 100 + taken)


@pytest.mark.clause("LM-E-12", "LM-E-13")
def test_a_failure_is_told_by_whose_rule_it_is():
    s = field()
    zed = person(s, "Zed M1", 0, 65)
    s.demons[99] = DemonRecord("Asmo", 1, zed, 3)
    s.set_person(1, place=56)
    for text, clause in (("char Hugo: steal", "LM-E-12"), ("demon Asmo: steal 56", "LM-E-13")):
        (entry,) = told(order(Turn(s), 0, text, [("theft", 20)]), "theft-fails")
        assert (entry.clauses, entry.data["demon"]) == ((clause,), clause == "LM-E-13")
