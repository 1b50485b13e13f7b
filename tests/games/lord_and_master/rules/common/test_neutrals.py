"""Neutral places: their forces and leaders (NEU-01 to NEU-07)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, hargaar, hold, order, person, play, put, refused
from palatine.games.lord_and_master.rules.actions import revenue
from palatine.games.lord_and_master.rules.common import control, neutrals
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, SiegeRecord

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


@pytest.mark.clause("LM-NEU-05")
def test_a_conquered_province_gives_taxes_recruits_and_tribute_until_another_takes_it() -> None:
    state = hargaar(kinds=("RED",))
    for seat, name in enumerate(("Ralph", "Nora")):
        person(state, f"{name} W1", seat, CROPLAND)
    for owner, name, other in ((0, "Ralph", "Nora"), (1, "Nora", "Ralph")):
        state.set_nation(owner, kinds=("RED",))
        control.conquer(Turn(state), CROPLAND, owner, force=True)
        had = state.nations[owner].gold
        order(Turn(state), owner, f"char {name}: tax")
        assert state.nations[owner].gold == had + 7
        order(Turn(state), owner, f"char {name}: raise RED")
        assert codes(state, owner, CROPLAND) == ["RED"] * 5
        revenue.tribute(Turn(state))
        assert state.nations[owner].gold == had + 7 + 2
        assert refused(Turn(state), 1 - owner, f"char {other}: tax") == "LM-A-12"
        assert refused(Turn(state), 1 - owner, f"char {other}: raise RED")


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
    state.sieges.append(SiegeRecord(259, 0))
    neutrals.replenish(turn)
    assert not state.units_at(CROPLAND)
    neutrals.rouse(turn, CROPLAND)
    assert len(state.units_at(CROPLAND)) == 6
    assert len(state.units_at(259)) == 6
