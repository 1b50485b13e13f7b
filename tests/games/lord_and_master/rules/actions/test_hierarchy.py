"""A double hierarchy and its division of functions (DIS-07 to DIS-09)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import hargaar, hold, order, person, put, refused
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import revenue
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State


def realm(**nation: object) -> State:
    """Return a match with Ralph in 65 and Otto in 66, both held by their nation.

    Nora of another nation is beside them in 56.
    """
    state = hargaar(**{"classes": ("W", "P", "T", "M", "H"), "kinds": ("RED", "MF"), **nation})
    hold(state, 0, 65, 66)
    hold(state, 1, 56)
    person(state, "Ralph W2", 0, 65)
    person(state, "Otto T1", 0, 66)
    person(state, "Nora W2", 1, 56)
    state.set_nation(1, advantages=(), disadvantages=(), site=0)
    return state


def hierarchy(function: str = "military", **nation: object) -> State:
    """Return a match in which Ralph leads and Bedu, with this function, is there with troops."""
    state = realm(disadvantages=("double-hierarchy",), **nation)
    person(state, "Bedu W2", 0, 65, function=function)
    put(state, "RED 2 MFC 7", 0, 65)
    return state


MILITARY = ["raise RED", "train MFC 2 -> MFB", "lead take MFC 1, go 66", "lead take MFC 7, devastate",
            "lead take MFC 5, fort", "lead go 66, take MFC 1", "lead go 74, annex"]  # fmt: skip
CIVIL = ["tax", "move 66", "lead go 66", "recruit", "treasury", "intervene"]


@pytest.mark.clause("LM-DIS-08")
@pytest.mark.parametrize("act", MILITARY + CIVIL)
def test_the_military_raise_train_and_lead_the_others_do_the_rest(act: str) -> None:
    for function in ("military", "civil"):
        state = hierarchy(function, god="Jupiter")
        put(state, "MFC 1", 0, 66)
        hold(state, 0, 74, allied=True)
        put(state, "EAC 1", 0, 74)
        problems = GAME.check(state, "P1", GAME.parse(f"char Bedu: {act}"))
        if (function == "military") == (act in MILITARY):
            assert problems == []
        else:
            assert [(problem.clause, problem.uncertain) for problem in problems] == [("LM-DIS-08", True)]
            assert refused(Turn(state), 0, f"char Bedu: {act}") == "LM-DIS-08"


@pytest.mark.clause("LM-DIS-08")
def test_the_leader_does_both_and_each_only_what_his_class_can() -> None:
    for act in MILITARY[:3] + CIVIL[:3]:
        state = hierarchy()
        assert GAME.check(state, "P1", GAME.parse(f"char Ralph: {act}")) == []
    state = hierarchy()
    state.set_person(2, place=65, function="military")
    assert refused(Turn(state), 0, "char Otto: train MFC 2 -> MFB") == "LM-B-11"
    assert refused(Turn(state), 0, "char Otto: steal") == "LM-DIS-08"


@pytest.mark.clause("LM-DIS-08", "LM-GI-06")
def test_without_orders_only_those_who_may_collect_taxes() -> None:
    assert [line.name for line in revenue.tax_everywhere(Turn(hierarchy("military")), 0)] == ["Ralph", "Otto"]  # type: ignore[union-attr]
    assert [line.name for line in revenue.tax_everywhere(Turn(hierarchy("civil")), 0)] == ["Ralph", "Otto", "Bedu"]  # type: ignore[union-attr]


@pytest.mark.clause("LM-DIS-07", "LM-GI-03")
def test_the_functions_of_ones_own_characters_stand_on_the_status_sheets_and_on_no_others() -> None:
    for seat, known in (("P1", True), ("P2", False), (None, False)):
        state = hierarchy()
        view = GAME.view(state, seat)
        rows = next(panel for panel in view.panels if panel.id == "characters").rows
        assert [row.value for row in rows if row.label == "Bedu"] == ["W2, military" if known else "W2"]
        assert ("Warrior, military" in str(GAME.report(state, seat, ()))) == known


@pytest.mark.clause("LM-DIS-09")
def test_the_function_is_changed_by_a_turn_in_the_leaders_presence() -> None:
    state = hierarchy("military")
    turn = Turn(state)
    order(turn, 0, "char Bedu: change")
    assert state.people[4].function == "civil"
    assert refused(turn, 0, "char Bedu: tax") == "LM-A-01"
    order(Turn(state), 0, "char Bedu: tax")
    order(Turn(state), 0, "char Bedu: change")
    assert state.people[4].function == "military"


@pytest.mark.clause("LM-DIS-09")
@pytest.mark.parametrize("change", [{"place": 66}, {"captor": 1}, {"place": 265}])
def test_without_the_leader_there_is_no_change(change: dict[str, int]) -> None:
    state = hierarchy()
    state.set_person(1, **change)
    assert refused(Turn(state), 0, "char Bedu: change") == "LM-DIS-09"
    assert state.people[4].function == "military"


@pytest.mark.clause("LM-DIS-07", "LM-DIS-09")
def test_the_leader_has_no_function_to_change_and_an_heir_loses_his() -> None:
    state = hierarchy()
    assert refused(Turn(state), 0, "char Ralph: change") == "LM-DIS-07"
    casualties.kill(Turn(state), 1)
    assert state.people[state.nations[0].leader].name == "Bedu"
    assert state.people[4].function == ""


@pytest.mark.clause("LM-DIS-07")
def test_newcomers_have_the_function_of_their_class() -> None:
    functions = {of: casualties.usual_function(of) for of in "WPTMNHCDAESOBLJGX"}
    assert {of for of, function in functions.items() if function == "military"} == set("WPHCDAEOLJG")
    state = realm(disadvantages=("double-hierarchy",), advantages=("leader-choice",))
    order(Turn(state), 0, "char Ralph: recruit T")
    assert state.people[state.roster(0)[-1]].function == "civil"
