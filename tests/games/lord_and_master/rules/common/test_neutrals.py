"""Neutral provinces: forces, diplomacy, annexation (NEU); the sod-busters (DIS-06)."""

from __future__ import annotations

import pytest

from games.lord_and_master.hargaar import (
    NEUTRAL,
    Turn,
    codes,
    hargaar,
    hold,
    order,
    person,
    play,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.rules.actions import devastation, diplomacy
from palatine.games.lord_and_master.rules.actions.leading import March
from palatine.games.lord_and_master.rules.common import control, neutrals
from palatine.games.lord_and_master.rules.common.turn import Actions
from palatine.games.lord_and_master.state import Leaguer, State

CROPLAND, GRASSLAND, FOREST = 65, 51, 43


@pytest.mark.clause("LM-NEU-01")
def test_neutral_forces_do_nothing_of_themselves() -> None:
    state = hargaar()
    person(state, "Ralph W2", 0, 36)
    person(state, "Nora W2", 1, 90)
    play(state, rolls=[("sequence", 5), ("sequence", 9)])
    assert not state.units
    assert state.holders == {}


@pytest.mark.clause("LM-NEU-02")
def test_a_lone_character_passes_and_may_recruit() -> None:
    state = hargaar(classes=("W",))
    person(state, "Ralph W2", 0, 64)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 65 66")
    assert state.people[1].place == 66
    state = hargaar(classes=("W",))
    who = person(state, "Ralph W2", 0, CROPLAND)
    order(Turn(state), 0, "char Ralph: recruit", rolls=[("recruit", 7)])
    assert [each.of for each in state.people.values() if each.owner == 0] == ["W", "W"]
    assert state.people[who].place == CROPLAND


@pytest.mark.clause("LM-NEU-03", "LM-MAP-05")
@pytest.mark.parametrize(
    ("square", "force", "leader"),
    [
        (65, "MCC MFD MFD MFD MFD MFD", "W2"),
        (43, "EAC EAC EAC EAC EKB", "E2"),
        (51, "HAC HAC HAC LCC LCC LCC", "T2"),
        (61, "OFC OFC OFC OFD OFD OFD OFD", "O2"),
        (52, "DHB DHB DHC DHC DHC DHC", "D2"),
        (63, "THC THC THC THC THC", "L2"),
        (57, "OFD OFD OFD OFD OFD", "O1"),
    ],
)
def test_the_standing_force_of_each_terrain(square: int, force: str, leader: str) -> None:
    state = hargaar()
    neutrals.rouse(Turn(state), square)
    assert codes(state, NEUTRAL, square) == force.split()
    who = state.people[state.people_at(square, NEUTRAL)[0]]
    assert f"{who.of}{who.level}" == leader


@pytest.mark.clause("LM-NEU-04", "LM-NEU-05", "LM-NEU-06")
def test_a_conquered_province_hands_over_its_treasury_and_has_no_force_again() -> None:
    state = hargaar()
    turn = Turn(state)
    control.conquer(turn, CROPLAND, 0, force=True)
    assert state.nations[0].gold == 100 + 50
    assert control.possesses(state, 0, CROPLAND)
    assert CROPLAND not in state.coffers
    neutrals.rouse(turn, CROPLAND)
    assert not state.units_at(CROPLAND)


@pytest.mark.clause("LM-NEU-06")
@pytest.mark.parametrize("place", [CROPLAND, 259])
def test_a_leader_whose_force_is_gone_goes_when_the_place_is_taken(place: int) -> None:
    state = hargaar()
    hold(state, 0, 64, 59 if place > 200 else 64)
    person(state, "Ralph W2", 0, 59 if place > 200 else 64)
    put(state, "MFC 1", 0, 59 if place > 200 else 64)
    turn = Turn(state)
    neutrals.rouse(turn, place)
    for n in state.units_at(place, NEUTRAL):
        del state.units[n]
    order(turn, 0, f"char Ralph: lead take MFC 1, go {'59city' if place > 200 else place}")
    assert state.holder(place) == 0
    assert state.names(NEUTRAL) == []


@pytest.mark.clause("LM-NEU-07", "LM-NEU-23")
def test_losses_are_replaced_at_the_end_of_the_turn_but_for_the_besieged() -> None:
    state = hargaar()
    turn = Turn(state)
    for place in (CROPLAND, 259):
        neutrals.rouse(turn, place)
        del state.units[state.units_at(place)[0]]
    state.sieges.append(Leaguer(259, 0))
    neutrals.replenish(turn)
    assert not state.units_at(CROPLAND)
    neutrals.rouse(turn, CROPLAND)
    assert len(state.units_at(CROPLAND)) == 6
    assert len(state.units_at(259)) == 6


# Diplomacy


def talks(name: str, square: int, text: str = "diplomacy", **nation: object) -> tuple[State, Turn]:
    state = hargaar(**nation)
    person(state, name, 0, square)
    return state, Turn(state)


@pytest.mark.clause("LM-NEU-08")
def test_diplomacy_only_where_he_was_before_this_turn_and_only_with_neutrals() -> None:
    state, turn = talks("Ralph W2", 64)
    order(turn, 0, "char Ralph: move 65")
    turn.of(Actions).acted.clear()
    assert refused(turn, 0, "char Ralph: diplomacy") == "LM-NEU-08"
    state, turn = talks("Ralph W2", CROPLAND)
    hold(state, 1, CROPLAND)
    assert refused(turn, 0, "char Ralph: diplomacy") == "LM-NEU-08"


@pytest.mark.clause("LM-NEU-13", "LM-A-14")
def test_a_city_won_over_is_besieged_by_ones_own_no_more() -> None:
    state = hargaar(3)
    state.sieges = [Leaguer(259, 0), Leaguer(259, 1), Leaguer(259, 2), Leaguer(270, 0)]
    state.alliances = [(0, 2)]
    control.make_ally(Turn(state), 259, 0)
    assert state.sieges == [Leaguer(259, 1), Leaguer(270, 0)]


@pytest.mark.clause("LM-NEU-09", "LM-NEU-10", "LM-NEU-11")
@pytest.mark.parametrize(("bribe", "chance", "gold"), [("", 12, 100), (" bribe 5", 13, 95), (" bribe 10", 14, 90)])
def test_the_printed_example_of_ralph_in_cropland(bribe: str, chance: int, gold: int) -> None:
    for die, won in ((chance, True), (chance + 1, False)):
        state, turn = talks("Ralph W2", CROPLAND)
        entries = order(turn, 0, f"char Ralph: diplomacy{bribe}", rolls=[("diplomacy", die)])
        assert (CROPLAND in state.allied) == won
        assert state.nations[0].gold == gold
        assert bool(told(entries, "diplomacy-won")) == won


@pytest.mark.clause("LM-NEU-10")
@pytest.mark.parametrize(
    ("name", "square", "chance"),
    [("Thog T2", 51, 14), ("Mara M2", 51, 14), ("Pius P2", 51, 10), ("Elon E2", 51, 10), ("Ralph W2", 51, 12),
     ("Lug L2", 65, 8), ("Gob O2", 43, 5), ("Elon E2", 43, 9), ("Hero H2", 63, 3), ("Evil C2", 63, 7)],
)  # fmt: skip
def test_favoured_and_disliked_classes(name: str, square: int, chance: int) -> None:
    state, _ = talks(name, square)
    who = next(iter(state.people))
    assert sum(part[0] for part in diplomacy.diplomacy_parts(state, who, 0)) == chance


@pytest.mark.clause("LM-NEU-11")
def test_only_the_listed_bribes_and_without_the_gold_none() -> None:
    _, turn = talks("Ralph W2", CROPLAND)
    assert refused(turn, 0, "char Ralph: diplomacy bribe 7") == "LM-NEU-11"
    state, turn = talks("Ralph W2", CROPLAND, gold=4)
    order(turn, 0, "char Ralph: diplomacy bribe 5", rolls=[13])
    assert (state.nations[0].gold, state.allied) == (4, [])


@pytest.mark.clause("LM-MAP-08", "LM-MAP-09")
@pytest.mark.parametrize(
    ("name", "city", "bribe", "chance"),
    [("Ralph W2", 259, 0, 6), ("Ralph W2", 259, 17, 7), ("Ralph W2", 259, 34, 8), ("Gob O2", 259, 0, 2),
     ("Dur D2", 270, 40, 8), ("Ralph W2", 242, 8, 3), ("Lug L2", 242, 0, 6)],
)  # fmt: skip
def test_cities_have_base_four_and_care_for_race_alone(name: str, city: int, bribe: int, chance: int) -> None:
    state, _ = talks(name, city)
    who = next(iter(state.people))
    assert diplomacy.bribes(state, 259) == (17, 34)
    assert sum(part[0] for part in diplomacy.diplomacy_parts(state, who, bribe)) == chance


@pytest.mark.clause("LM-NEU-12", "LM-NEU-13", "LM-NEU-14", "LM-NEU-15")
def test_leader_and_force_join_while_the_treasury_stays() -> None:
    state, turn = talks("Ralph W2", CROPLAND)
    order(turn, 0, "char Ralph: diplomacy", rolls=[1])
    assert codes(state, 0, CROPLAND) == ["MCC", "MFD", "MFD", "MFD", "MFD", "MFD"]
    assert [(each.of, each.level) for each in state.people.values() if each.owner == 0] == [("W", 2), ("W", 2)]
    assert (state.nations[0].gold, state.coffers[CROPLAND]) == (100, 50)
    assert not control.possesses(state, 0, CROPLAND)
    joined = [each.name for each in state.people.values() if each.name != "Ralph"]
    assert refused(turn, 0, f"char {joined[0]}: tax") == "LM-A-06"


@pytest.mark.clause("LM-NEU-12", "LM-CH-25")
def test_no_leader_joins_beyond_the_maximum() -> None:
    state, turn = talks("Ralph W1", CROPLAND)
    for name in ("Ann", "Bob", "Cid", "Dan"):
        person(state, f"{name} W1", 0, 36)
    order(turn, 0, "char Ralph: diplomacy", rolls=[1])
    assert len(state.roster(0)) == 5
    assert not state.people_at(CROPLAND, NEUTRAL)


# Annexation


def ally_in(place: int = CROPLAND, *others: int) -> tuple[State, Turn]:
    state = hargaar()
    person(state, "Ralph W2", 0, place)
    put(state, "MFD 1", 0, place)
    hold(state, 0, place, *others, allied=True)
    return state, Turn(state)


@pytest.mark.clause("LM-NEU-16", "LM-NEU-17")
def test_annexing_takes_the_treasury_and_costs_three_for_ever() -> None:
    state, turn = ally_in()
    order(turn, 0, "char Ralph: lead take MFD 1, annex")
    assert control.possesses(state, 0, CROPLAND)
    assert state.nations[0].gold == 150
    who = person(state, "Tam W1", 0, 79)
    assert sum(part[0] for part in diplomacy.diplomacy_parts(state, who, 0)) == 12 - 3
    state.set_nation(0, annexations=2)
    assert sum(part[0] for part in diplomacy.diplomacy_parts(state, who, 0)) == 12 - 6


@pytest.mark.clause("LM-NEU-16")
def test_annexing_needs_a_unit_and_an_ally() -> None:
    state, turn = ally_in()
    for n in list(state.units):
        state.set_unit(n, owner=1)
    state.alliances = [(0, 1)]
    assert refused(turn, 0, "char Ralph: lead annex") == "LM-NEU-16"
    state, turn = ally_in()
    hold(state, 1, CROPLAND)
    assert refused(turn, 0, "char Ralph: lead take MFD 1, annex") == "LM-NEU-16"


@pytest.mark.clause("LM-NEU-16")
def test_the_unit_may_be_of_a_race_he_does_not_lead() -> None:
    state, turn = ally_in()
    for n in list(state.units):
        state.set_unit(n, code="EAC")
    assert refused(turn, 0, "char Ralph: lead take EAC 1, annex") == "LM-B-22"
    order(Turn(state), 0, "char Ralph: lead annex")
    assert control.possesses(state, 0, CROPLAND)


@pytest.mark.clause("LM-NEU-18")
def test_unoccupied_allies_may_turn_away() -> None:
    state, turn = ally_in(CROPLAND, 44, 51, 88)
    put(state, "MFD 1", 0, 88)
    order(turn, 0, "char Ralph: lead take MFD 1, annex", rolls=[("annexation", 3), ("annexation", 4)])
    assert state.allied == [51, 88]
    assert state.holder(44) == NEUTRAL
    neutrals.replenish(turn)
    neutrals.rouse(turn, 44)
    assert len(state.units_at(44, NEUTRAL)) == 6


# Kill the sod-busters


@pytest.mark.clause("LM-DIS-06")
@pytest.mark.parametrize(("die", "goes_on"), [(2, True), (3, False)])
def test_seven_units_in_cropland_may_stop_to_devastate_it(die: int, goes_on: bool) -> None:
    state = hargaar(disadvantages=("sod-busters",))
    who = person(state, "Attila W2", 0, CROPLAND)
    units = put(state, "LFD 7", 0, CROPLAND)
    turn = Turn(state)
    march = March(turn, 0, CROPLAND, who, 2, frozenset("M"))
    march.units = units
    from games.lord_and_master.hargaar import dice

    with dice(state, [("sod-busters", die)]):
        assert devastation.sod_busters(turn, march) == goes_on
    assert bool(state.nations[0].sod_busting) != goes_on
    march.units = units[:6]
    assert devastation.sod_busters(turn, march)


@pytest.mark.clause("LM-DIS-06")
def test_next_turn_he_devastates_and_does_nothing_else() -> None:
    state = hargaar(disadvantages=("sod-busters",))
    who = person(state, "Attila W2", 0, CROPLAND)
    person(state, "Nora W2", 1, 90)
    put(state, "LFD 7", 0, CROPLAND)
    hold(state, 0, CROPLAND)
    state.set_nation(0, sod_busting=((who, state.turn, CROPLAND),))
    entries = play(state, "char Attila: tax", rolls=[("sequence", 5), ("sequence", 9)])
    assert state.terrain[CROPLAND] == "g"
    assert state.nations[0].gold == 100 + 14 + 1
    assert [entry.clauses for entry in told(entries, "dropped")] == [("LM-DIS-06",)]
    assert state.nations[0].sod_busting == ()
