"""Calls for divine intervention, and its effects in the next turn."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, dropped, hargaar, hold, order, person, play, put, refused, told
from palatine.games.lord_and_master.components.places import CITY
from palatine.games.lord_and_master.rules.actions import interventions, revenue
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import CalledIntervention, DemonRecord, MagnateRecord, State


def field(*gods: str) -> State:
    """Return a match with a nation for each god and a Warrior of each: 0 in 65, 1 in 56, 2 in 47."""
    s = hargaar(len(gods))
    for seat, (god, name, place) in enumerate(zip(gods, ("Ann", "Bob", "Cid"), (65, 56, 47), strict=False)):
        s.set_nation(seat, god=god, site=place)
        hold(s, seat, place)
        person(s, f"{name} W1", seat, place)
    return s


# Calling


@pytest.mark.clause("LM-A-18")
def test_anybody_may_call_but_only_the_god_of_his_nation():
    s = field("Odin", "Mars")
    person(s, "Fizz G1", 0, 65)
    t = Turn(s)
    assert refused(t, 0, "char Ann: intervene") == "LM-DI-10"  # Odin wants a victim
    order(t, 0, "char Fizz: intervene P2", [])
    assert s.calls == [CalledIntervention(0, "Odin", target=1)]
    assert refused(t, 0, "char Fizz: tax") == "LM-A-01"
    assert refused(t, 1, "char Bob: intervene 59") == "LM-DI-06"


@pytest.mark.clause("LM-A-19")
def test_one_call_in_a_game():
    s = field("Jupiter", "Mars")
    order(Turn(s), 0, "char Ann: intervene", [])
    s.calls = []
    assert refused(Turn(s), 0, "char Ann: intervene") == "LM-A-19"


@pytest.mark.clause("LM-A-20", "LM-A-19")
def test_of_several_calls_the_first_in_the_sequence_is_heard_and_the_others_are_not_spent():
    s = field("Jupiter", "Mars")
    s.order = [1, 0]
    entries = play(s, "char Ann: intervene", "char Bob: intervene", rolls=[1, 20])
    assert [each.seat for each in s.calls] == [1]
    assert told(entries, "call-unheard")[0].readers == (0,)
    assert (s.nations[0].called, s.nations[1].called) == (False, True)


@pytest.mark.clause("LM-A-21")
def test_an_intervention_takes_place_in_the_turn_after_and_only_then():
    s = field("Odin", "Jupiter")
    t = Turn(s)
    order(t, 0, "char Ann: intervene P2", [])
    assert not t.is_cursed(1)
    interventions.begin_interventions(t)
    assert t.is_cursed(1)
    assert not t.is_cursed(0)
    interventions.begin_interventions(t)
    assert not t.is_cursed(1)


# Jupiter


@pytest.mark.clause("LM-DI-01")
def test_joves_player_goes_first():
    s = field("Mars", "Odin", "Jupiter")
    play(s, "", "", "char Cid: intervene", rolls=[20, 10, 1])
    assert s.order == [2, 0, 1]
    play(s, rolls=[20, 10, 1])
    assert s.order == [0, 1, 2]


@pytest.mark.clause("LM-DI-02")
def test_jove_doubles_taxes_and_tribute():
    s = field("Jupiter", "Mars")
    s.blessings = [CalledIntervention(0, "Jupiter")]
    t = Turn(s)
    order(t, 0, "char Ann: tax", [])
    assert s.nations[0].gold == 114
    revenue.tribute(t)
    assert (s.nations[0].gold, s.nations[1].gold) == (118, 101)


@pytest.mark.clause("LM-DI-03")
def test_jove_doubles_recruits():
    s = field("Jupiter", "Mars")
    s.set_nation(0, kinds=("RED",))
    s.blessings = [CalledIntervention(0, "Jupiter")]
    order(Turn(s), 0, "char Ann: raise RED", [])
    assert codes(s, 0, 65) == ["RED"] * 10


# Mars


@pytest.mark.clause("LM-DI-06")
def test_mars_makes_five_units_elite_for_good():
    s = field("Mars", "Jupiter")
    hold(s, 0, 64)
    put(s, "HFC 3", 0, 65)
    put(s, "MFC 2w LFD 3", 0, 64)
    put(s, "MFC 1", 1, 64)
    order(Turn(s), 0, "char Ann: intervene HFC 2 at 65 MFC 2 at 64 LFD 1 at 64", [])
    assert codes(s, 0, 65) == ["HFC"] * 3
    interventions.begin_interventions(Turn(s))
    interventions.begin_interventions(Turn(s))
    assert codes(s, 0, 65) == ["HFA", "HFA", "HFC"]
    assert codes(s, 0, 64) == ["LFA", "LFD", "LFD", "MFAw", "MFAw"]


@pytest.mark.clause("LM-DI-06")
@pytest.mark.parametrize(
    "units", ["HFC 6 at 65", "HFC 3 at 65 LFD 3 at 65", "RED 1 at 65", "ZOD 1 at 65", "uBEC 1 at 65", "HFC 1 at 64"]
)
def test_mars_takes_five_at_most_and_no_recruits_dead_or_uninitiated(units):
    s = field("Mars", "Jupiter")
    put(s, "HFC 6 LFD 3 RED 1 ZOD 1 uBEC 1", 0, 65)
    assert refused(Turn(s), 0, f"char Ann: intervene {units}") == "LM-DI-06"
    assert s.calls == []


@pytest.mark.clause("LM-DI-06")
def test_mars_forgets_units_that_have_fallen_since():
    s = field("Mars", "Jupiter")
    made = put(s, "HFC 2", 0, 65)
    order(Turn(s), 0, "char Ann: intervene HFC 2 at 65", [])
    del s.units[made[0]]
    interventions.begin_interventions(Turn(s))
    assert codes(s, 0, 65) == ["HFA"]


@pytest.mark.clause("LM-DI-08", "LM-C-15")
def test_under_mars_a_mage_takes_troops_along_as_two_levels_higher():
    s = field("Mars", "Jupiter")
    hold(s, 0, 74)
    put(s, "MFC 3", 0, 65)
    person(s, "Zed M2", 0, 65)
    assert refused(Turn(s), 0, "char Zed: teleport 74 with MFC 2") == "LM-C-15"
    s.blessings = [CalledIntervention(0, "Mars")]
    assert refused(Turn(s), 0, "char Zed: teleport 74 with MFC 3") == "LM-C-15"
    order(Turn(s), 0, "char Zed: teleport 74 with MFC 2", [])
    assert codes(s, 0, 74) == ["MFC"] * 2


@pytest.mark.clause("LM-DI-08")
def test_the_leaders_of_mars_lead_and_train_as_two_levels_higher():
    s = field("Mars", "Jupiter")
    hold(s, 0, 64)
    put(s, "HFD 7 MFC 15", 0, 65)
    person(s, "Ralph W1", 0, 65)
    assert refused(Turn(s), 0, "char Ann: train HFD 6 -> HFC") == "LM-B-11"
    s.blessings = [CalledIntervention(0, "Mars")]
    t = Turn(s)
    assert refused(t, 0, "char Ann: train HFD 7 -> HFC") == "LM-B-11"
    t = Turn(s)
    order(t, 0, "char Ann: train HFD 6 -> HFC", [])
    order(t, 0, "char Ralph: lead take MFC 15, go 64", [])
    assert codes(s, 0, 64) == ["MFC"] * 15


# Odin


@pytest.mark.clause("LM-DI-10")
def test_the_cursed_player_goes_last():
    s = field("Mars", "Odin", "Jupiter")
    play(s, "", "char Bob: intervene P1", rolls=[20, 10, 1])
    assert s.order == [1, 2, 0]


@pytest.mark.clause("LM-DI-10")
def test_a_cursed_partner_goes_last_alone():
    s = field("Mars", "Odin", "Jupiter")
    s.alliances = [(0, 2)]
    s.blessings = [CalledIntervention(1, "Odin", target=0)]
    s.order = [2, 1, 0]
    s.calls = [CalledIntervention(1, "Odin", target=0)]
    entries = play(s, "char Ann: tax", "char Bob: tax", "char Cid: tax", rolls=[1, 20, 10])
    assert [entry.data["seat"] for entry in told(entries, "tax")] == ["N3", "N2"]
    assert [(entry.clauses, entry.readers) for entry in told(entries, "dropped")] == [(("LM-DI-12",), (0,))]


@pytest.mark.clause("LM-DI-10")
@pytest.mark.parametrize("victim", ["P2", "P9"])
def test_the_victim_is_another_player(victim):
    s = field("Mars", "Odin", "Jupiter")
    assert refused(Turn(s), 1, f"char Bob: intervene {victim}") == "LM-DI-10"


@pytest.mark.clause("LM-DI-11")
def test_the_cursed_have_no_tribute():
    s = field("Mars", "Odin")
    s.blessings = [CalledIntervention(1, "Odin", target=0)]
    revenue.tribute(Turn(s))
    assert (s.nations[0].gold, s.nations[1].gold) == (100, 101)


@pytest.mark.clause("LM-DI-12")
def test_the_cursed_neither_tax_nor_raise_troops():
    s = field("Mars", "Odin")
    s.set_nation(0, kinds=("RED",))
    s.blessings = [CalledIntervention(1, "Odin", target=0)]
    t = Turn(s)
    assert refused(t, 0, "char Ann: tax") == "LM-DI-12"
    assert refused(Turn(s), 0, "char Ann: raise RED") == "LM-DI-12"
    order(Turn(s), 1, "char Bob: tax", [])


# Calling the Feaster


@pytest.mark.clause("LM-DI-16")
def test_the_feaster_is_called_to_a_square():
    s = field("Feaster", "Mars")
    t = Turn(s)
    assert refused(t, 0, "char Ann: intervene Ardea") == "LM-DI-16"
    assert refused(Turn(s), 0, "char Ann: intervene") == "LM-DI-16"
    order(Turn(s), 0, "char Ann: intervene 59", [])
    assert s.calls == [CalledIntervention(0, "Feaster", target=59)]
    assert s.feaster == 0
    assert (59 + CITY) not in s.roused


@pytest.mark.clause("LM-DI-18")
def test_there_is_one_feaster_and_a_call_for_another_is_not_spent():
    s = field("Feaster", "Feaster")
    s.feaster = 44
    assert told(order(Turn(s), 0, "char Ann: intervene 59", []), "feaster-abroad")
    assert (s.calls, s.nations[0].called) == ([], False)


@pytest.mark.clause("LM-DI-01", "LM-IPR-02")
def test_joves_player_goes_first_alone_and_his_partner_when_his_place_comes():
    s = field("Mars", "Odin", "Jupiter")
    s.alliances = [(0, 2)]
    s.blessings = [CalledIntervention(2, "Jupiter")]
    s.calls = [CalledIntervention(2, "Jupiter")]
    s.order = [2, 1, 0]
    entries = play(s, "char Ann: tax", "char Bob: tax", "char Cid: tax", rolls=[1, 20, 10])
    assert [entry.data["seat"] for entry in told(entries, "tax")] == ["N3", "N2", "N1"]


@pytest.mark.clause("LM-DI-04", "LM-D-02")
def test_the_demons_of_joves_player_himself_cannot_touch_his_priest():
    s = field("Jupiter", "Mars")
    priest = person(s, "Pius P1", 0, 65)
    mage = person(s, "Zed M2", 0, 65)
    s.demons[99] = DemonRecord("Asmo", 10, mage, 2)
    s.blessings = [CalledIntervention(0, "Jupiter")]
    assert told(order(Turn(s), 0, "char Pius: exorcise", [("exorcism", 1)]), "demon-baffled")
    assert priest in s.people
    assert 99 in s.demons
    hold(s, 0, 2)
    order(Turn(s), 0, "demon Asmo: devastate 2", [])
    assert s.terrain[2] == "w"  # but they serve him still


# What a call must name, and must not


@pytest.mark.clause("LM-DI-01", "LM-DI-06", "LM-DI-10", "LM-DI-16")
@pytest.mark.parametrize(
    ("god", "text", "reason"),
    [
        ("Jupiter", "intervene P2", "jove-asks-nothing"),
        ("Jupiter", "intervene HFC 1 at 65", "jove-asks-nothing"),
        ("Jupiter", "intervene 65", "jove-asks-nothing"),
        ("Mars", "intervene P2", "mars-asks-units"),
        ("Mars", "intervene 65", "mars-asks-units"),
        ("Odin", "intervene", "odin-asks-player"),
        ("Odin", "intervene HFC 1 at 65", "odin-asks-player"),
        ("Odin", "intervene 65", "odin-asks-player"),
        ("Feaster", "intervene", "feaster-asks-place"),
        ("Feaster", "intervene P2", "feaster-asks-place"),
        ("Feaster", "intervene HFC 1 at 65", "feaster-asks-place"),
        ("", "intervene", "no-god"),
    ],
)
def test_each_god_is_asked_for_what_is_his(god, text, reason):
    s = field(god, "Mars")
    put(s, "HFC 1", 0, 65)
    assert dropped(Turn(s), 0, f"char Ann: {text}").reason == f"drop.{reason}"
    assert s.calls == []


@pytest.mark.clause("LM-A-18")
def test_magnates_have_no_god():
    s = field("Jupiter", "Mars")
    s.magnates[107] = MagnateRecord("Gor", person(s, "Gor L3", 107, 63), 63, "L", ("TRD",), 0)
    assert dropped(Turn(s), 107, "char Gor: intervene").reason == "drop.no-god"


@pytest.mark.clause("LM-A-19", "LM-A-20")
def test_a_call_of_this_turn_may_yet_be_unheard_an_older_one_is_spent():
    s = field("Jupiter", "Mars")
    person(s, "Fizz G1", 0, 65)
    t = Turn(s)
    order(t, 0, "char Ann: intervene", [])
    assert dropped(t, 0, "char Fizz: intervene").uncertain
    s.calls = [CalledIntervention(1, "Mars")]
    assert not dropped(Turn(s), 0, "char Fizz: intervene").uncertain


@pytest.mark.clause("LM-DI-06")
def test_mars_is_given_the_units_named_each_of_them_once():
    s = field("Mars", "Jupiter")
    first = put(s, "MFD 1", 0, 65)
    made = put(s, "HFC 3", 0, 65)
    assert dropped(Turn(s), 0, "char Ann: intervene HFC 2 at 65 HFC 2 at 65").reason == "drop.no-such-units"
    order(Turn(s), 0, "char Ann: intervene HFC 1 at 65 MFD 1 at 65 HFC 1 at 65", [])
    assert s.calls == [CalledIntervention(0, "Mars", units=(made[0], first[0], made[1]))]


@pytest.mark.clause("LM-DI-01", "LM-DI-10")
@pytest.mark.parametrize(
    ("calls", "shifted"),
    [
        ([], [0, 1, 2]),
        ([CalledIntervention(2, "Jupiter")], [2, 0, 1]),
        ([CalledIntervention(2, "Odin", target=0)], [1, 2, 0]),
        ([CalledIntervention(2, "Mars")], [0, 1, 2]),
        ([CalledIntervention(1, "Feaster", target=2)], [0, 1, 2]),
        ([CalledIntervention(3, "Jupiter")], [0, 1, 2]),
        ([CalledIntervention(2, "Odin", target=3)], [0, 1, 2]),
    ],
)
def test_only_jove_and_odin_change_the_sequence(calls, shifted):
    s = field("Mars", "Odin", "Jupiter")
    s.calls = calls
    assert interventions.shift_sequence(s, [0, 1, 2]) == shifted
