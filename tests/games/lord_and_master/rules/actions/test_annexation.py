"""ANNEXATION (NEU-16 to NEU-18)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import hargaar, hold, order, person, put, refused, told
from palatine.games.lord_and_master.rules.actions import diplomacy
from palatine.games.lord_and_master.rules.common import control, neutrals
from palatine.games.lord_and_master.rules.common.naming import place_name
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State

CROPLAND, GRASSLAND, FOREST = 65, 51, 43


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


@pytest.mark.clause("LM-NEU-18")
def test_the_annexer_hears_of_each_ally_who_leaves_or_stays() -> None:
    state, turn = ally_in(CROPLAND, 44, 51)
    entries = order(turn, 0, "char Ralph: lead take MFD 1, annex", rolls=[("annexation", 3), ("annexation", 4)])
    assert [entry.data["place"] for entry in told(entries, "ally-leaves")] == [place_name(state, 44)]
    assert [entry.data["place"] for entry in told(entries, "ally-stays")] == [place_name(state, 51)]
