"""The Unholy Feaster: its way over the map and the six results."""

from __future__ import annotations

from typing import Any

import pytest

from games.lord_and_master.positions import codes, dice, hargaar, hold, order, person, play, put, told
from palatine.core import Entry
from palatine.games.lord_and_master.components.places import CITY, FORT
from palatine.games.lord_and_master.rules.actions import feaster, interventions
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import MAGNATES, NEUTRAL, WILD, CalledIntervention, State


def field() -> State:
    """Return a match with Ann (1) and Bob (2) far away, so that no nation is eliminated."""
    s = hargaar(god="Feaster")
    hold(s, 0, 107, 65)
    hold(s, 1, 108, 56)
    s.set_nation(0, site=107)
    s.set_nation(1, site=108)
    person(s, "Ann W1", 0, 107)
    person(s, "Bob W1", 1, 108)
    return s


def enters(s: State, place: int, rolls: list[Any]) -> list[Entry]:
    s.journal = []  # type: ignore[misc]
    with dice(s, rolls):
        feaster.enter_province(Turn(s), place)
    return list(s.journal or [])


def begins(s: State, rolls: list[Any]) -> None:
    with dice(s, rolls):
        interventions.begin_interventions(Turn(s))


# His way


@pytest.mark.clause("LM-DI-16")
def test_he_appears_before_the_first_player_and_the_province_rolls():
    s = field()
    person(s, "Pim W1", 0, 65)
    s.calls = [CalledIntervention(1, "Feaster", target=65)]
    entries = play(s, "char Pim: tax", "", rolls=[("feaster", 1), 10, 9])
    assert s.feaster == 65
    assert s.person_named("Pim") < 0
    assert not told(entries, "tax")


@pytest.mark.clause("LM-DI-17")
@pytest.mark.parametrize(("die", "place"), [(1, 46), (2, 56), (3, 64)])
def test_he_goes_one_province_a_turn_at_random(die, place):
    s = field()
    s.feaster = 55
    begins(s, [("feaster-step", die), ("feaster", 6)])
    assert s.feaster == place


@pytest.mark.clause("LM-DI-17")
@pytest.mark.parametrize(("here", "die"), [(5, 1), (99, 2), (104, 3), (55, 4)])
def test_he_leaves_over_the_edge_of_the_map(here, die):
    s = field()
    s.feaster = here
    begins(s, [("feaster-step", die)])
    assert s.feaster == 0
    begins(s, [])


@pytest.mark.clause("LM-DI-17")
def test_he_takes_no_step_when_he_arrives():
    s = field()
    s.calls = [CalledIntervention(0, "Feaster", target=65)]
    begins(s, [("feaster", 6)])
    assert s.feaster == 65


@pytest.mark.clause("LM-DI-18")
def test_he_may_be_called_again_when_he_is_gone():
    s = field()
    s.calls = [CalledIntervention(0, "Feaster", target=65)]
    begins(s, [("feaster", 6)])
    s.feaster = 0
    s.calls = [CalledIntervention(1, "Feaster", target=5)]
    begins(s, [("feaster", 6)])
    assert s.feaster == 5


# What he does


@pytest.mark.clause("LM-DI-19")
def test_1_all_are_eaten_but_in_city_and_fort():
    s = field()
    person(s, "Pim W1", 0, 59)
    person(s, "Gob G1", 1, 59)
    person(s, "Tom W1", 1, 59, captor=0)
    put(s, "HFC 3", 0, 59)
    put(s, "HFC 1", 0, 59 + CITY)
    put(s, "HFC 1", 0, 59 + FORT)
    hold(s, 0, 59, 59 + CITY, 59 + FORT)
    s.forts[59] = "Deep"
    enters(s, 59, [1])
    assert (s.people_at(59), codes(s, 0, 59)) == ([], [])
    assert len(s.people) == 2
    assert codes(s, 0, 59 + CITY) == codes(s, 0, 59 + FORT) == ["HFC"]
    assert s.holder(59) == 0


@pytest.mark.clause("LM-DI-19")
def test_neutrals_are_eaten_and_come_back_at_the_end_of_the_turn():
    s = field()
    enters(s, 68, [1])
    assert (s.units_at(68), s.people_at(68), s.roused) == ([], [], [68])


@pytest.mark.clause("LM-DI-20")
def test_2_units_are_eaten_and_characters_escape_at_minus_four():
    s = field()
    person(s, "Wat W1", 0, 65)  # 11
    person(s, "Wim W5", 0, 65)  # 11
    person(s, "Hal H3", 1, 65)  # 14
    person(s, "Gob G1", 1, 65)  # always
    put(s, "HFC 5", 0, 65)
    put(s, "HFC 3", 1, 65)
    enters(s, 65, [2, ("escape", 11), ("escape", 12), ("escape", 14)])
    assert s.units_at(65) == []
    assert sorted(s.people[n].name for n in s.people_at(65)) == ["Gob", "Hal", "Wat"]


@pytest.mark.clause("LM-DI-21")
@pytest.mark.parametrize(("count", "half"), [(1, 0), (2, 1), (3, 2), (5, 2)])
def test_3_half_the_units_to_the_even_number_become_the_host(count, half):
    s = field()
    put(s, f"ZOD {count}", 0, 65)
    entry = told(_host(s), "feaster-host")[0]
    assert entry.data["count"] == half


def _host(s: State) -> list[Entry]:
    """Roll a 3 and any later dice; return the entries."""
    s.journal = []  # type: ignore[misc]
    while True:
        twin = s.copy()
        twin.journal = []  # type: ignore[misc]
        feaster.enter_province(Turn(twin), 65)
        if told(twin.journal, "feaster-host"):
            return list(twin.journal)
        s.dice.count += 1


@pytest.mark.clause("LM-DI-21")
def test_3_the_host_falls_upon_the_rest_and_holds_what_it_wins():
    s = field()
    put(s, "RED 4", 0, 65)
    # two of four, by lot; 24 attack against 2 is an overrun
    enters(s, 65, [3, ("feaster host", 1), ("feaster host", 1)])
    assert codes(s, WILD, 65) == ["HUD", "HUD"]
    assert (codes(s, 0, 65), s.holder(65)) == ([], WILD)


@pytest.mark.clause("LM-DI-21")
def test_3_whoever_beats_the_host_has_the_province_and_its_treasury():
    s = field()
    put(s, "HUD 1w", WILD, 68)
    s.holders[68] = WILD
    person(s, "Zed M9", 0, 65)
    put(s, "ELA 4", 0, 65)
    order(Turn(s), 0, "char Zed: teleport 68 with ELA 4", [])  # 64 against 8 is an overrun
    assert (s.holder(68), s.nations[0].gold) == (0, 150)
    assert codes(s, WILD, 68) == []


@pytest.mark.clause("LM-DI-22")
def test_4_characters_become_magnate_necromancers_and_units_ghouls():
    s = field()
    person(s, "Pim W2", 0, 65)
    person(s, "Orc O5", 0, 65)
    person(s, "Tom W1", 1, 65, captor=0)
    put(s, "HFC 3", 0, 65)
    put(s, "MFC 1w", 0, 65)
    enters(s, 65, [4])
    (number,) = s.magnates
    magnate = s.magnates[number]
    people = [s.people[n] for n in s.people_at(65)]
    assert number >= MAGNATES
    assert (magnate.name, magnate.home, s.people[magnate.leader].name) == ("Orc", 65, "Orc")
    assert [(each.name, each.of, each.level, each.owner, each.captor) for each in people] == [
        ("Orc", "N", 3, number, None),
        ("Pim", "N", 3, number, None),
        ("Tom", "N", 3, number, None),
    ]
    assert codes(s, number, 65) == ["GHD"] * 4
    assert s.holder(65) == number
    assert [s.people[n].name for n in s.roster(0)] == ["Ann"]


@pytest.mark.clause("LM-DI-22")
def test_4_a_neutral_leader_too_and_the_treasury_is_the_magnates():
    s = field()
    enters(s, 68, [4])
    (number,) = s.magnates
    assert codes(s, number, 68) == ["GHD"] * 6
    assert (s.holder(68), s.magnates[number].gold, s.coffers.get(68)) == (number, 50, None)
    assert codes(s, NEUTRAL, 68) == []


@pytest.mark.clause("LM-DI-22")
def test_4_ghouls_without_a_necromancer_are_nobodys():
    s = field()
    put(s, "HFC 3", 0, 65)
    enters(s, 65, [4])
    assert (s.magnates, codes(s, WILD, 65), s.holder(65)) == ({}, ["GHD"] * 3, WILD)


@pytest.mark.clause("LM-DI-22")
def test_4_the_treasury_that_lies_there_is_the_magnates_and_the_last_character_ends_his_nation():
    s = field()
    s.set_nation(0, site=107)
    put(s, "HFC 1", 0, 65)
    enters(s, 107, [4])
    (number,) = s.magnates
    assert s.nations[0].out
    assert s.holder(107) == number
    assert s.people[s.magnates[number].leader].name == "Ann"


@pytest.mark.clause("LM-DI-23")
def test_5_the_province_becomes_wasteland_and_nobody_is_harmed():
    s = field()
    person(s, "Pim W2", 0, 65)
    put(s, "HFC 3", 0, 65)
    enters(s, 65, [5])
    assert (s.terrain[65], codes(s, 0, 65), len(s.people_at(65))) == ("w", ["HFC"] * 3, 1)


@pytest.mark.clause("LM-DI-24")
def test_6_nothing_happens():
    s = field()
    person(s, "Pim W2", 0, 65)
    put(s, "HFC 3", 0, 65)
    enters(s, 65, [6])
    assert (s.terrain[65], codes(s, 0, 65), len(s.people_at(65))) == ("c", ["HFC"] * 3, 1)


@pytest.mark.clause("LM-DI-20")
def test_2_it_is_told_who_escapes_and_who_is_eaten():
    s = field()
    person(s, "Wat W1", 0, 65)
    person(s, "Wim W1", 0, 65)
    entries = enters(s, 65, [2, ("escape", 11), ("escape", 12)])
    (free,), (eaten,) = told(entries, "escape"), told(entries, "eaten")
    assert (free.data["name"], free.data["free"], free.clauses) == ("Wat", True, ("LM-DI-20",))
    assert (eaten.data["name"], eaten.data["free"], eaten.clauses) == ("Wim", False, ("LM-DI-20",))
    assert [(part.amount, part.clause) for part in eaten.tally.parts] == [(15, "LM-ESC-02"), (-4, "LM-DI-20")]


@pytest.mark.clause("LM-DI-21", "LM-BAT-30")
def test_3_a_host_that_has_not_won_in_four_rounds_is_destroyed():
    s = field()
    put(s, "HFA 2", 0, 65)
    rounds_ = [("hit", 20), ("hit", 20)] * 4
    enters(s, 65, [3, ("feaster host", 1), *rounds_])
    assert [unit.code for unit in s.units.values() if unit.place == 65] == ["HFA"]
    assert s.holder(65) == 0


@pytest.mark.clause("LM-DI-22", "LM-CH-01")
@pytest.mark.parametrize(("who", "race"), [("Orc O1", "O"), ("Pim W1", "M"), ("Eli E1", "M")])
def test_4_the_necromancers_are_orcs_if_they_were_and_otherwise_men(who, race):
    s = field()
    person(s, who, 0, 65)
    enters(s, 65, [4])
    (number,) = s.magnates
    assert s.magnates[number].race == s.people[s.magnates[number].leader].race == race
    assert s.magnates[number].leader != number - MAGNATES
