"""Death of a nation's last character in the middle of an action, which continues."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    army,
    assault,
    codes,
    facing,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    put,
    to_the_end,
    told,
)
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import DemonRecord, State, TruceRecord

MISS = 20
FALLS = ("leader's fate", 1)
LEADER_DIES = ("retreat", 1)


# In a retreat, while berserkers stay behind (BAT-33, IPR-11)


@pytest.mark.clause("LM-IPR-11", "LM-BAT-26")
def test_with_its_last_leader_a_beaten_army_of_berserkers_is_gone_too() -> None:
    b = facing("BEC 1 HFC 1", "HFC 2")
    state = b.t.s
    rounds = [*line(2, 2), *hits(*[MISS] * 4)] * 4
    result, entries = to_the_end(b, [*rounds, *lots(6), LEADER_DIES, ("leader's fate", 12)])
    assert (result, len(told(entries, "round"))) == ("retreated", 4)
    assert state.nations[0].out
    assert not [unit for unit in state.units.values() if unit.owner == 0]


@pytest.mark.clause("LM-IPR-11", "LM-BAT-26")
def test_with_its_last_leader_the_berserkers_of_defenders_are_gone_too() -> None:
    b = facing("HFC 4", "BEC 1 MFC 1")
    state = b.t.s
    hold(state, 1, 66)
    result, _ = to_the_end(b, [*line(2, 4), *hits(*[MISS] * 6), *lots(6), LEADER_DIES, ("leader's fate", 12)])
    assert (result, state.nations[1].out) == ("won", True)
    assert not [unit for unit in state.units.values() if unit.owner == 1]


# In an assault that he has won


def two_garrisons(leaders: int = 1) -> March:
    """Return our last leader before Ardea, where two nations at truce have a unit each."""
    state = hargaar(3)
    hold(state, 1, ARDEA)
    state.truces = [TruceRecord((1, 2), 9)]
    m = army(state, "HFC 4", "W1", place=59)
    if leaders > 1:
        person(state, "Spare W1", 0, 1)
    for owner in (1, 2):
        put(state, "LFD 1", owner, ARDEA)
        person(state, f"Far{owner} W1", owner, 90)
    return m


FIRST_GARRISON = [*line(1, 4), *hits(1)]


@pytest.mark.clause("LM-BAT-35", "LM-IPR-11")
def test_the_last_of_his_nation_falls_before_a_second_garrison() -> None:
    m = two_garrisons()
    state = m.t.s
    entries = assault(m, [*FIRST_GARRISON, FALLS])
    assert state.nations[0].out
    assert len(told(entries, "battle")) == 1
    assert (codes(state, 2, ARDEA), state.holder(ARDEA)) == (["LFD"], 1)


@pytest.mark.clause("LM-B-27", "LM-BAT-35")
def test_a_leader_who_falls_before_a_second_garrison_ends_the_assault() -> None:
    m = two_garrisons(leaders=2)
    state = m.t.s
    entries = assault(m, [*FIRST_GARRISON, FALLS])
    assert len(told(entries, "battle")) == 1
    assert (codes(state, 0, 59), codes(state, 2, ARDEA)) == (["HFC"] * 4, ["LFD"])
    assert state.holder(ARDEA) == 1


@pytest.mark.clause("LM-BAT-35", "LM-IPR-11")
def test_captives_of_a_nation_that_falls_in_its_victory_go_free_into_the_place() -> None:
    m = two_garrisons()
    state = m.t.s
    for n in state.units_at(ARDEA, 2):
        state.set_unit(n, place=59, captor=0)
    state.alliances = [(1, 2)]
    state.truces = []
    assault(m, [*FIRST_GARRISON, FALLS])
    assert state.nations[0].out
    assert (codes(state, 2, ARDEA), state.holder(ARDEA)) == (["LFD"], 1)


# By hunger, in the place that his own troops besiege


def prisoner_inside() -> State:
    """Return a match with Anna, the last of her nation, as a captive in Ardea.

    Her troops are before it with a partner's leader.
    """
    state = hargaar(3)
    state.alliances = [(0, 2)]
    hold(state, 1, ARDEA)
    person(state, "Anna W1", 0, ARDEA, captor=1)
    person(state, "Bors W1", 1, 90)
    put(state, "LFD 1", 1, ARDEA)
    put(state, "HFC 4", 0, 59)
    return state


@pytest.mark.clause("LM-FC-11", "LM-IPR-11")
def test_a_partner_goes_on_when_the_nation_whose_troops_he_leads_starves() -> None:
    state = prisoner_inside()
    person(state, "Cade W2", 2, 59)
    put(state, "HFC 4", 2, 59)
    dice = [("siege", 6), ("siege", 1), *FIRST_GARRISON, ("leader's fate", 12)]
    order(Turn(state), 2, "char Cade: lead take HFC 8, siege Ardea, assault Ardea", dice)
    assert state.nations[0].out
    assert (codes(state, 2, ARDEA), state.holder(ARDEA)) == (["HFC"] * 4, 2)


@pytest.mark.clause("LM-FC-11", "LM-C-07")
def test_a_demon_whose_master_starves_storms_no_more() -> None:
    state = prisoner_inside()
    person(state, "Abel W1", 0, 1)
    mage = person(state, "Merl M2", 0, ARDEA, captor=1)
    state.demons[state.next_id] = DemonRecord("Asmo", 4, mage, 3)
    state.next_id += 1
    entries = order(
        Turn(state), 0, "demon Asmo: lead go 59, take HFC 4, siege Ardea, assault Ardea",
        [("siege", 6), ("siege", 6), ("siege", 1)],
    )  # fmt: skip
    assert not state.demons
    assert not told(entries, "battle")
    assert codes(state, 0, 59) == ["HFC"] * 4
