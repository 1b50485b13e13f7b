"""What follows from a change follows from the function that makes it; and which function makes it."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
    WASTE,
    codes,
    dice,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    play,
    put,
    told,
)
from palatine.games.lord_and_master.rules.actions import feaster, independence
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, WILD, Independence, State

MISSES = hits(20, 20, 20)


def neutral_force(state: State, units: str, place: int) -> None:
    """A neutral force that is on the map already."""
    state.roused.append(place)
    put(state, units, NEUTRAL, place)


def berserkers_alone(fate: int) -> State:
    """Ralph's berserkers win without him: he and their companion, who rolls `fate`, have retreated after round 4."""
    state = hargaar()
    hold(state, 0, 56)
    person(state, "Ralph W2", 0, 56)
    put(state, "BEC 1 MFD 1", 0, 56)
    neutral_force(state, "HFA 1", WASTE)
    rolls = [("magnate", 5)]
    for _ in range(4):
        rolls += [*line(2), *MISSES]
    rolls += [*lots(fate, 5), *hits(1, 20), *hits(1, 20)]
    order(Turn(state), 0, "char Ralph: lead take BEC 1 MFD 1, go 57", rolls)
    return state


@pytest.mark.clause("LM-NEU-04", "LM-NEU-19", "LM-BAT-33")
@pytest.mark.parametrize("fate", [1, 5])
def test_berserkers_who_alone_defeat_the_standing_force_conquer_whatever_becomes_of_the_others(fate: int) -> None:
    state = berserkers_alone(fate)
    assert codes(state, 0, WASTE) == ["BEC"]
    assert codes(state, 0, 56) == (["MFD"] if fate == 5 else [])
    assert (state.holder(WASTE), state.nations[0].gold, state.people[1].place) == (0, 115, 56)
    assert state.people[1].level == 2


@pytest.mark.clause("LM-CH-22", "LM-B-15")
def test_a_level_won_in_battle_counts_for_the_size_of_the_stack_at_once() -> None:
    state = hargaar()
    hold(state, 0, 56, 66)
    person(state, "Ralph W1", 0, 56)
    put(state, "HFA 5", 0, 56)
    put(state, "HFA 5", 0, 57)
    neutral_force(state, "MFD 3", WASTE)
    rolls = [("magnate", 5), *line(5, 3), *hits(1, 1, 1), ("leader's fate", 12)]
    order(Turn(state), 0, "char Ralph: lead take HFA 5, go 57, take HFA 5", rolls)
    assert state.people[1].level == 2


@pytest.mark.clause("LM-A-16", "LM-SET-16")
def test_a_treasury_is_not_founded_again_in_the_province_that_has_just_been_set_free() -> None:
    state = hargaar()
    hold(state, 0, CROPLAND, 56)
    who = person(state, "Ralph W2", 0, 56)
    state.set_nation(0, site=CROPLAND)
    put(state, "MFC 3", 0, CROPLAND)
    put(state, "MFC 1", 0, 56)
    state.independence = [Independence(CROPLAND, state.turn - 1, who)]
    independence.continue_independence(Turn(state))
    assert (state.nations[0].site, state.nations[0].gold) == (56, 0)
    assert state.coffers[CROPLAND] == 100


@pytest.mark.clause("LM-DI-21", "LM-SET-16")
def test_the_feasters_host_sacks_the_treasury_of_the_province_it_takes() -> None:
    state = hargaar()
    hold(state, 0, CROPLAND, 56)
    person(state, "Ralph W2", 0, 56)
    state.set_nation(0, site=CROPLAND)
    put(state, "SJD 2", 0, CROPLAND)
    put(state, "MFC 1", 0, 56)
    state.journal = []  # type: ignore[misc]
    with dice(state, [("feaster", 3), ("feaster host", 1)]):
        feaster.enter_province(Turn(state), CROPLAND)
    assert (state.holder(CROPLAND), state.nations[0].site, state.nations[0].gold) == (WILD, 56, 0)
    assert state.coffers[CROPLAND] == 100
    assert [entry.kind for entry in state.journal or []][-2:] == ["conquered", "sacked"]


@pytest.mark.clause("LM-B-29", "LM-SET-16")
def test_the_treasury_of_a_city_that_its_nation_plunders_does_not_stay_in_a_partners_square() -> None:
    state = hargaar(3)
    state.alliances = [(0, 1)]
    hold(state, 0, ARDEA, 56)
    hold(state, 1, 59)
    person(state, "Ralph W2", 0, ARDEA)
    state.fallen[ARDEA] = state.turn
    state.set_nation(0, site=ARDEA)
    put(state, "MFC 1", 0, ARDEA)
    put(state, "MFC 2", 0, 56)
    order(Turn(state), 0, "char Ralph: lead take MFC 1, plunder 59city")
    assert (state.nations[0].site, state.nations[0].gold) == (56, 270)


def jail(guards: str) -> State:
    """Nora of the second nation is held in 65 by the first, and a unit of hers with her."""
    state = hargaar()
    hold(state, 0, 65, 64, 74, 66)
    hold(state, 1, 56)
    person(state, "Ralph W2", 0, 65)
    person(state, "Nora W2", 1, 65, captor=0)
    person(state, "Olga W1", 1, 56)
    put(state, guards, 0, 65)
    for n in put(state, "HFC 1", 1, 65):
        state.set_unit(n, captor=0)
    return state


@pytest.mark.clause("LM-BAT-26", "LM-E-06")
def test_prisoners_go_free_when_their_last_guards_settle() -> None:
    state = jail("RED 5")
    state.terrain[65] = "g"
    play(state, "char Ralph: colonise", "", rolls=[("sequence", 5), ("sequence", 6)])
    assert state.terrain[65] == "c"
    assert (state.people[2].captor, state.people[2].place) == (None, 56)
    assert codes(state, 1, 56) == ["HFC"]


@pytest.mark.clause("LM-BAT-26", "LM-IPR-09")
def test_prisoners_go_free_when_their_last_guards_are_sold_and_cannot_be_killed_in_the_same_sheet() -> None:
    state = jail("MFC 1")
    entries = play(
        state,
        "sell MFC 1 at 65 to P2 for 10\nprisoner Nora kill\nprisoner HFC 1 kill",
        "buy MFC 1 from P1 for 10",
        rolls=[("sequence", 5), ("sequence", 6)],
    )
    assert (state.people[2].captor, state.people[2].place) == (None, 56)
    assert codes(state, 1, 56) == ["HFC"]
    assert len(told(entries, "dropped")) == 2
