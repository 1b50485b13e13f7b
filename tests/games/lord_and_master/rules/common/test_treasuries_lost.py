"""The end or transfer of a treasury when its place changes hands unusually.

See SET-16, B-29, R205 and R211.
"""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
    WASTE,
    dice,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    put,
)
from palatine.games.lord_and_master.rules.actions import clashes, feaster, independence
from palatine.games.lord_and_master.rules.common import casualties, control
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import WILD, Independence, MagnateRecord, TruceRecord


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


@pytest.mark.clause("LM-SET-16")
def test_a_treasury_left_in_a_truce_partners_land_is_sacked_when_the_truce_is_over() -> None:
    state = hargaar()
    hold(state, 0, 56)
    hold(state, 1, 65)
    person(state, "Ralph W2", 0, 56)
    person(state, "Nora W2", 1, 65)
    put(state, "MFC 1", 0, 56)
    put(state, "MFC 1", 1, 65)
    state.set_nation(0, site=65)
    state.truces = [TruceRecord((0, 1), state.turn)]
    clashes.fight_clashes(Turn(state))
    assert (state.nations[0].site, state.nations[0].gold) == (65, 100)
    state.truces = []
    clashes.fight_clashes(Turn(state))
    assert [(nation.site, nation.gold) for nation in state.nations] == [(56, 0), (0, 200)]


@pytest.mark.clause("LM-SET-16", "LM-IPR-11")
@pytest.mark.parametrize(("guards", "site", "gold"), [("", 56, 0), ("HFC 2", 65, 100)])
def test_a_treasury_in_the_land_of_a_partner_who_falls_is_sacked_unless_troops_guard_it(
    guards: str, site: int, gold: int
) -> None:
    state = hargaar(3)
    state.alliances = [(0, 1)]
    hold(state, 0, 56)
    hold(state, 1, 65)
    person(state, "Ralph W2", 0, 56)
    nora = person(state, "Nora W2", 1, 90)
    person(state, "Olga W2", 2, 91)
    put(state, "MFC 1", 0, 56)
    put(state, guards, 0, 65)
    state.set_nation(0, site=65)
    casualties.kill(Turn(state), nora, 2)
    assert (state.nations[0].site, state.nations[0].gold, state.coffers.get(65, 0)) == (site, gold, 100 - gold)


@pytest.mark.clause("LM-SET-16")
def test_without_units_a_treasury_is_not_founded_where_the_leader_stands_among_enemies() -> None:
    state = hargaar()
    hold(state, 0, 65, 56)
    hold(state, 1, 64)
    person(state, "Ralph W2", 0, 64)
    person(state, "Nora W2", 1, 64)
    state.set_nation(0, site=65)
    control.conquer(Turn(state), 65, 1, force=False)
    assert state.nations[0].site == 56


@pytest.mark.clause("LM-B-29", "LM-NEU-19")
def test_plunderers_take_an_enemys_square_that_nobody_holds_against_them() -> None:
    state = hargaar()
    hold(state, 0, ARDEA, 56)
    hold(state, 1, 59)
    person(state, "Ralph W2", 0, ARDEA)
    person(state, "Nora W2", 1, 90)
    state.fallen[ARDEA] = state.turn
    state.set_nation(0, site=ARDEA)
    put(state, "MFC 1", 0, ARDEA)
    put(state, "MFC 2", 0, 56)
    order(Turn(state), 0, "char Ralph: lead take MFC 1, plunder 59city")
    assert (state.holder(59), state.nations[0].site, state.nations[0].gold) == (0, 59, 270)


@pytest.mark.clause("LM-DI-21", "LM-MAG-15")
def test_what_a_magnate_had_in_a_province_lies_there_when_the_feasters_host_takes_it() -> None:
    state = hargaar()
    person(state, "Ralph W2", 0, 56)
    state.magnates[101] = MagnateRecord("Ulf", person(state, "Ulf W3", 101, 56), CROPLAND, "M", (), 30)
    hold(state, 101, CROPLAND)
    put(state, "SJD 2", 101, CROPLAND)
    with dice(state, [("feaster", 3), ("feaster host", 1)]):
        feaster.enter_province(Turn(state), CROPLAND)
    assert (state.holder(CROPLAND), state.magnates[101].gold, state.coffers[CROPLAND]) == (WILD, 0, 30)


@pytest.mark.clause("LM-IPR-11", "LM-SET-16")
@pytest.mark.parametrize(("site", "gold"), [(WASTE, 200), (91, 100)])
def test_whoever_takes_the_treasury_in_the_battle_that_ends_a_nation_has_it(site: int, gold: int) -> None:
    """The treasury stays “until sacked by an enemy”: here those who beat its last defenders."""
    state = hargaar(3)
    hold(state, 0, 56)
    hold(state, 1, WASTE, 91)
    state.set_nation(1, site=site)
    for owner, (name, place) in enumerate([("Ralph W3", 56), ("Nora W1", WASTE), ("Olga W1", 92)]):
        person(state, name, owner, place)
    put(state, "HFA 5", 0, 56)
    put(state, "MFD 3", 1, WASTE)
    rolls = [*line(5, 3), *hits(1, 1, 1), *lots(1), ("leader's fate", 12)]
    order(Turn(state), 0, "char Ralph: lead take HFA 5, go 57", rolls)
    assert state.nations[1].out
    assert (state.holder(WASTE), [nation.gold for nation in state.nations]) == (0, [gold, 0, 100])


@pytest.mark.clause("LM-IPR-11", "LM-B-27")
def test_who_falls_before_an_enemys_walls_loses_no_treasury_in_the_square() -> None:
    state = hargaar(3)
    hold(state, 0, 59)
    hold(state, 1, ARDEA)
    state.set_nation(0, site=59)
    for owner, (name, place) in enumerate([("Ralph W1", 59), ("Nora W2", ARDEA), ("Olga W1", 92)]):
        person(state, name, owner, place)
    put(state, "MFD 1", 0, 59)
    put(state, "HFA 1", 1, ARDEA)
    rolls = [*hits(1), *lots(1), ("leader's fate", 12)]
    order(Turn(state), 0, "char Ralph: lead take MFD 1, assault 59city", rolls)
    assert state.nations[0].out
    assert [nation.gold for nation in state.nations] == [0, 100, 100]
