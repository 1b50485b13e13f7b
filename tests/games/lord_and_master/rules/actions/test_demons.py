"""Demons: summoning, services and departure."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, dropped, hargaar, hold, order, person, put, refused, told
from palatine.games.lord_and_master.components.places import CITY
from palatine.games.lord_and_master.rules.actions import demons
from palatine.games.lord_and_master.rules.actions.agents import Exorcism
from palatine.games.lord_and_master.rules.common import naming
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Shields, Turn
from palatine.games.lord_and_master.state import CalledIntervention, DemonRecord, State


def field() -> State:
    """Return a match with Zed the Magician (1) of the first nation in 65.

    Attila (2) of the second is in 56.
    """
    s = hargaar()
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    person(s, "Zed M2", 0, 65)
    person(s, "Attila W2", 1, 56)
    return s


def demon(s: State, level: int, master: int = 1, name: str = "Asmo", turns: int = 2) -> int:
    n = s.next_id
    s.next_id += 1
    s.demons[n] = DemonRecord(name, level, master, turns)
    return n


# Summoning


@pytest.mark.clause("LM-C-05")
def test_only_magicians_and_tricksters_summon():
    s = field()
    person(s, "Xix X1", 0, 65)
    person(s, "Mort N1", 0, 65)
    t = Turn(s)
    assert refused(t, 0, "char Mort: summon") == "LM-C-05"
    order(t, 0, "char Xix: summon", [14])
    assert [each.level for each in s.demons.values()] == [1]


@pytest.mark.clause("LM-C-05")
@pytest.mark.parametrize(("die", "lives"), [(5, False), (6, True), (12, True)])
def test_the_mage_may_be_lost_or_nothing_come(die, lives):
    s = field()
    person(s, "Ralph W1", 0, 64)
    order(Turn(s), 0, "char Zed: summon", [die])
    assert ((1 in s.people), s.demons) == (lives, {})


@pytest.mark.clause("LM-C-06")
@pytest.mark.parametrize(
    ("total", "level"),
    [
        (15, 1), (18, 1), (19, 2), (20, 2), (21, 3), (22, 3), (23, 4), (24, 5), (25, 6), (26, 7), (27, 8), (28, 9),
        (29, 10), (30, 10),
    ],
)  # fmt: skip
def test_the_level_of_the_demon(total, level):
    s = field()
    s.set_person(1, level=10)
    order(Turn(s), 0, "char Zed: summon", [total - 10])
    assert [each.level for each in s.demons.values()] == [level]


@pytest.mark.clause("LM-CH-23")
def test_a_summoning_gives_a_level():
    s = field()
    order(Turn(s), 0, "char Zed: summon", [13])
    assert s.people[1].level == 3


@pytest.mark.clause("LM-C-07")
def test_a_demon_stays_as_many_turns_as_its_master_had_levels():
    s = field()
    t = Turn(s)
    order(t, 0, "char Zed: summon", [13])
    demons.depart_demons(t)
    assert len(s.demons) == 1
    s.turn += 1
    demons.depart_demons(Turn(s))
    assert s.demons == {}


@pytest.mark.clause("LM-C-07")
def test_a_demon_goes_when_its_master_dies():
    s = field()
    person(s, "Ralph W1", 0, 64)
    demon(s, 3)
    person(s, "Zoe M1", 1, 56)
    order(Turn(s), 1, "char Zoe: rain 65", [1])
    assert s.demons == {}


@pytest.mark.clause("LM-C-08")
def test_one_service_a_turn_the_turn_of_summoning_included():
    s = field()
    hold(s, 0, 75)
    s.terrain[75] = "f"
    t = Turn(s)
    order(t, 0, "char Zed: summon devastate 75", [13])
    name = next(iter(s.demons.values())).name
    assert s.terrain[75] == "w"
    assert refused(t, 0, f"demon {name}: rain 56") == "LM-C-08"
    s.turn += 1
    order(Turn(s), 0, f"demon {name}: rain 56", [1])
    assert 2 not in s.people


@pytest.mark.clause("LM-C-08")
def test_a_demon_serves_beside_its_masters_action_and_nobody_else():
    s = field()
    demon(s, 1)
    t = Turn(s)
    assert refused(t, 1, "demon Asmo: rain 65") == "LM-C-08"
    order(t, 0, "demon Asmo: rain 56", [6])
    order(t, 0, "char Zed: move 64", [])
    assert s.people[1].place == 64


@pytest.mark.clause("LM-C-08")
def test_demons_have_names_of_their_own():
    s = field()
    names = set()
    for _ in range(60):
        names.add(naming.new_demon_name(s))
        demon(s, 1, name=naming.new_demon_name(s))
    assert len(names) == 60


# Services


@pytest.mark.clause("LM-C-09", "LM-E-13")
def test_a_demon_steals_without_an_escape_roll_and_goes_home_when_it_fails():
    s = field()
    s.set_nation(1, site=56)
    put(s, "HFC 4", 1, 56)
    n = demon(s, 5)
    # 12, less 2 for four units and 1 for two levels: 9, whatever its level
    order(Turn(s), 0, "demon Asmo: steal 56", [("theft", 9), ("loot", 3)])
    assert (s.nations[0].gold, s.nations[1].gold) == (130, 70)
    assert s.people[1].level == 2  # R53
    s.turn += 1
    entries = order(Turn(s), 0, "demon Asmo: steal 56", [("theft", 10)])
    assert told(entries, "theft-fails")[0].data["demon"]
    assert s.demons[n].name == "Asmo"
    assert s.nations[1].gold == 70


@pytest.mark.clause("LM-E-14")
@pytest.mark.parametrize("of", ["P", "A"])
def test_a_demon_steals_with_difficulty_before_a_priest(of):
    s = field()
    s.set_nation(1, site=56)
    person(s, f"Pius {of}1", 1, 56)
    demon(s, 1)
    entry = told(order(Turn(s), 0, "demon Asmo: steal 56", [("theft", 8)]), "theft-fails")[0]
    assert entry.tally is not None
    assert entry.tally.value == 12 - 1 - 4  # three levels


@pytest.mark.clause("LM-C-09")
def test_a_demon_assassinates_as_a_character_of_its_level():
    s = field()
    person(s, "Bedu W1", 1, 108)
    put(s, "HFC 9", 1, 56)
    demon(s, 5)
    order(Turn(s), 0, "demon Asmo: assassinate Attila", [("assassination", 13)])  # 10 + 5 - 2
    assert 2 not in s.people
    assert len(s.demons) == 1
    s.turn += 1
    order(Turn(s), 0, "demon Asmo: assassinate Bedu", [("assassination", 15)])
    assert 3 in s.people
    assert len(s.demons) == 1


@pytest.mark.clause("LM-C-09")
def test_a_demon_rescues_as_a_character_of_its_level():
    s = field()
    hugo = person(s, "Hugo T1", 0, 56, captor=1)
    put(s, "HFC 4", 1, 56)
    demon(s, 3)
    order(Turn(s), 0, "demon Asmo: rescue 56", [("rescue", 13)])  # 12 + 3 - 2 - 1 = 12
    assert s.people[hugo].captor == 1
    s.turn += 1
    order(Turn(s), 0, "demon Asmo: rescue 56", [("rescue", 12)])
    assert (s.people[hugo].captor, s.people[hugo].place) == (None, 65)


@pytest.mark.clause("LM-E-19")
@pytest.mark.parametrize("of", ["P", "A"])
def test_a_demon_that_fails_to_kill_before_a_priest_is_destroyed(of):
    s = field()
    person(s, f"Pius {of}1", 1, 56)
    demon(s, 1)
    order(Turn(s), 0, "demon Asmo: assassinate Attila", [("assassination", 10)])
    assert s.demons == {}


@pytest.mark.clause("LM-C-10")
@pytest.mark.parametrize(("level", "most"), [(1, 0), (2, 5), (3, 10), (5, 10), (7, 20), (9, 20), (10, 25)])
def test_a_demon_leads_any_race_at_half_its_level(level, most):
    s = field()
    put(s, "ZOD 14 EFC 14", 0, 65)
    demon(s, level)
    units = [f"take ZOD {most // 2}, take EFC {most - most // 2}" if most else "take ZOD 1", "take EFC 1"]
    assert refused(Turn(s), 0, f"demon Asmo: lead {units[0]}, {units[1]}, go 64") == "LM-B-15"
    s.turn += 1
    if most:
        order(Turn(s), 0, f"demon Asmo: lead {units[0]}, go 64", [])
        assert len(codes(s, 0, 64)) == most


@pytest.mark.clause("LM-C-10")
def test_a_demon_may_lead_from_anywhere_and_troops_stay_when_it_goes():
    s = field()
    hold(s, 0, 108, 99)
    put(s, "MFC 2", 0, 108)
    demon(s, 2)
    t = Turn(s)
    order(t, 0, "demon Asmo: lead go 108, take MFC 2, go 99", [])
    assert codes(s, 0, 99) == ["MFC", "MFC"]
    assert s.people[1].place == 65


@pytest.mark.clause("LM-B-20", "LM-C-10")
def test_two_demons_do_not_lead_the_same_troops_in_a_turn():
    s = field()
    put(s, "MFC 1", 0, 65)
    demon(s, 2)
    demon(s, 2, name="Belz")
    t = Turn(s)
    order(t, 0, "demon Asmo: lead take MFC 1, go 64", [])
    assert refused(t, 0, "demon Belz: lead go 64, take MFC 1, go 73") == "LM-B-20"
    assert codes(s, 0, 64) == ["MFC"]


@pytest.mark.clause("LM-C-11")
def test_a_demon_rains_fire_anywhere():
    s = field()
    hold(s, 1, 108)
    person(s, "Bedu W1", 1, 108)
    demon(s, 1)
    order(Turn(s), 0, "demon Asmo: rain 108", [1])
    assert 3 not in s.people


@pytest.mark.clause("LM-C-12")
def test_a_demon_lays_waste_an_empty_forest_or_cropland():
    s = field()
    hold(s, 1, 68, 1, 44)
    put(s, "MFC 1", 1, 44)
    demon(s, 1)
    order(Turn(s), 0, "demon Asmo: devastate 68", [])
    assert (s.terrain[68], s.holder(68), s.nations[0].gold) == ("w", 1, 100)
    s.turn += 1
    assert refused(Turn(s), 0, "demon Asmo: devastate 47") == "LM-C-12"  # a swamp
    s.turn += 1
    assert refused(Turn(s), 0, "demon Asmo: devastate 44") == "LM-C-12"  # a unit
    s.turn += 1
    assert refused(Turn(s), 0, "demon Asmo: devastate 2") == "LM-C-12"  # neutral: never empty
    s.turn += 1
    assert refused(Turn(s), 0, "demon Asmo: devastate 65") == "LM-C-12"  # a character


@pytest.mark.clause("LM-C-12")
def test_a_square_with_troops_in_its_city_is_not_empty():
    s = field()
    hold(s, 1, 59, 87)
    put(s, "MFC 1", 1, 87 + CITY)
    hold(s, 1, 87 + CITY)
    demon(s, 1)
    assert refused(Turn(s), 0, "demon Asmo: devastate 59") == "LM-C-12"  # the neutral garrison of Ardea
    s.turn += 1
    assert refused(Turn(s), 0, "demon Asmo: devastate 87") == "LM-C-12"


# What hinders them


@pytest.mark.clause("LM-E-21")
@pytest.mark.parametrize("what", ["assassinate Attila", "steal 56", "rescue 56", "devastate 56"])
def test_a_shield_sends_demons_home(what):
    s = field()
    s.set_nation(1, site=56)
    person(s, "Hugo T1", 0, 56, captor=1)
    demon(s, 9)
    t = Turn(s)
    t.of(Shields).places.add(56)
    assert told(order(t, 0, f"demon Asmo: {what}", []), "demon-home")
    assert 2 in s.people
    assert len(s.demons) == 1
    assert refused(t, 0, f"demon Asmo: {what}") == "LM-C-08"  # the service is lost


@pytest.mark.clause("LM-E-21")
def test_a_demon_leads_no_troops_into_a_shielded_province():
    s = field()
    put(s, "MFC 1", 0, 65)
    demon(s, 2)
    t = Turn(s)
    t.of(Shields).places.add(74)
    assert refused(t, 0, "demon Asmo: lead take MFC 1, go 64 65 74") == "LM-E-21"
    assert codes(s, 0, 65) == ["MFC"]


@pytest.mark.clause("LM-DI-04")
@pytest.mark.parametrize("what", ["assassinate Attila", "steal 56", "rescue 56", "devastate 1"])
def test_demons_can_do_nothing_to_the_blessed_of_jove(what):
    s = field()
    s.set_nation(1, site=56)
    hold(s, 1, 1)
    person(s, "Hugo T1", 0, 56, captor=1)
    demon(s, 9)
    s.blessings = [CalledIntervention(1, "Jupiter")]
    assert told(order(Turn(s), 0, f"demon Asmo: {what}", []), "demon-baffled")
    assert (2 in s.people, s.terrain[1]) == (True, "f")


@pytest.mark.clause("LM-DI-15")
def test_demons_have_three_more_against_the_cursed():
    s = field()
    demon(s, 1)
    s.blessings = [CalledIntervention(0, "Odin", target=1)]
    entry = told(order(Turn(s), 0, "demon Asmo: assassinate Attila", [("assassination", 12)]), "assassination")[0]
    assert entry.tally is not None
    assert entry.tally.value == 10 + 1 - 2 + 3


@pytest.mark.clause("LM-D-03")
def test_an_exorcism_hampers_summoning_and_services():
    s = field()
    demon(s, 3)
    t = Turn(s)
    t.of(Exorcism).penalty = 2
    order(t, 0, "char Zed: summon", [14])  # 14 + 2 - 2: nothing
    assert len(s.demons) == 1
    order(t, 0, "demon Asmo: assassinate Attila", [("assassination", 10)])  # 10 + 3 - 2 - 2 = 9
    assert 2 in s.people


@pytest.mark.clause("LM-C-05")
def test_a_rehearsed_summoning_throws_no_die_and_knows_its_chances():
    s = field()
    t = Turn(s, is_rehearsal=True)
    order(t, 0, "char Zed: summon rain 56", [])
    assert t.notes[:2] == [("chance", {"odds": (8, 20)}), ("risk", {"odds": (5, 20)})]


@pytest.mark.clause("LM-C-08")
def test_a_service_that_cannot_be_done_is_dropped_and_the_demon_stays():
    s = field()
    t = Turn(s)
    with pytest.raises(OrderFailed):
        order(t, 0, "char Zed: summon steal 55", [13])
    assert len(s.demons) == 1


@pytest.mark.clause("LM-DI-04")
def test_a_demon_leads_no_troops_against_units_of_the_blessed_wherever_they_stand():
    s = field()
    put(s, "MFC 1", 0, 65)
    put(s, "RED 1", 1, 64)
    demon(s, 2)
    s.blessings = [CalledIntervention(1, "Jupiter")]
    assert refused(Turn(s), 0, "demon Asmo: lead take MFC 1, go 64") == "LM-DI-04"
    assert codes(s, 1, 64) == ["RED"]


@pytest.mark.clause("LM-C-05", "LM-C-06")
@pytest.mark.parametrize(("die", "kind"), [(5, "mage-lost"), (6, "no-demon"), (13, "demon")])
def test_the_owner_hears_what_comes_of_a_summoning(die, kind):
    s = field()
    person(s, "Ralph W1", 0, 64)
    before = s.next_id
    entries = order(Turn(s), 0, "char Zed: summon", [die])
    assert [len(told(entries, each)) for each in ("mage-lost", "no-demon", "demon")] == [
        int(each == kind) for each in ("mage-lost", "no-demon", "demon")
    ]
    assert s.next_id == before + len(s.demons)


@pytest.mark.clause("LM-C-12")
def test_the_owner_hears_that_a_demon_has_laid_waste():
    s = field()
    hold(s, 0, 75)
    s.terrain[75] = "f"
    demon(s, 3)
    entries = order(Turn(s), 0, "demon Asmo: devastate 75", [])
    assert len(told(entries, "demon-devastates")) == 1


@pytest.mark.clause("LM-C-05", "LM-C-06")
@pytest.mark.parametrize(("level", "demon_level"), [(1, 3), (2, 3), (3, 4), (9, 10)])
def test_a_rehearsed_summoning_brings_what_the_best_throw_would(level, demon_level):
    s = field()
    s.set_person(1, level=level)
    order(Turn(s, is_rehearsal=True), 0, "char Zed: summon", [])
    assert [each.level for each in s.demons.values()] == [demon_level]
    assert s.people[1].level == level + 1


@pytest.mark.clause("LM-C-05")
@pytest.mark.parametrize(
    ("level", "notes"),
    [
        (1, [("chance", {"odds": (7, 20)}), ("risk", {"odds": (6, 20)})]),
        (6, [("chance", {"odds": (12, 20)}), ("risk", {"odds": (1, 20)})]),
        (7, [("chance", {"odds": (13, 20)})]),
        (20, [("chance", {"odds": (20, 20)})]),
    ],
)
def test_the_chance_and_the_risk_of_a_summoning_by_level(level, notes):
    s = field()
    s.set_person(1, level=level)
    t = Turn(s, is_rehearsal=True)
    order(t, 0, "char Zed: summon", [])
    assert [note for note in t.notes if note[0] in ("chance", "risk")] == notes


@pytest.mark.clause("LM-C-09", "LM-E-15")
@pytest.mark.parametrize("victim", ["Nobody", "Zed", "Hugo"])
def test_a_demon_murders_only_free_enemies(victim):
    s = field()
    person(s, "Hugo T1", 1, 65, captor=0)
    put(s, "MFC 1", 0, 65)
    demon(s, 1)
    assert dropped(Turn(s), 0, f"demon Asmo: assassinate {victim}").reason == "drop.no-victim-anywhere"


@pytest.mark.clause("LM-C-10")
def test_a_demon_goes_on_from_the_first_place_of_its_way():
    s = field()
    hold(s, 0, 108, 99)
    put(s, "MFC 1", 0, 99)
    demon(s, 2)
    order(Turn(s), 0, "demon Asmo: lead go 108 99, take MFC 1, go 108", [])
    assert codes(s, 0, 108) == ["MFC"]


@pytest.mark.clause("LM-E-21", "LM-C-10")
def test_a_demon_leads_nobody_out_of_a_shielded_province():
    s = field()
    hold(s, 0, 108, 99)
    put(s, "MFC 1", 0, 108)
    demon(s, 2)
    t = Turn(s)
    t.of(Shields).places.add(108)
    assert dropped(t, 0, "demon Asmo: lead go 108, take MFC 1, go 99").reason == "drop.demon-shield"


@pytest.mark.clause("LM-C-08")
@pytest.mark.parametrize(("caller", "uncertain"), [("Zed M2", True), ("Ralph W2", False)])
def test_a_demon_that_is_not_there_may_yet_be_summoned_by_who_can(caller, uncertain):
    s = hargaar()
    person(s, caller, 0, 65)
    assert dropped(Turn(s), 0, "demon Asmo: rain 56").uncertain == uncertain


@pytest.mark.clause("LM-C-10", "LM-B-42")
def test_troops_led_by_a_demon_devastate_nothing():
    s = field()
    put(s, "OFC 7", 0, 74)
    demon(s, 4)
    assert dropped(Turn(s), 0, "demon Asmo: lead go 74, take OFC 7, devastate").reason == "drop.not-his-class"
