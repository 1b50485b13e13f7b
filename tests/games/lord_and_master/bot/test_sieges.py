"""The captain besieges a garrison that it cannot storm, and attrition wears it down (FC-11)."""

from __future__ import annotations

from typing import Any

import pytest

from games.lord_and_master.positions import ARDEA, hargaar, hold, person, put, told
from palatine.games.lord_and_master.bot.captain import Captain
from palatine.games.lord_and_master.components.world import NEIGHBOURS
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.state import NEUTRAL, State

BEFORE = 59
"""The square of Ardea."""


def besiegers(count: int, garrison: int, at: int = BEFORE, owner: int = 1) -> State:
    """Return a match in which Ralph leads an army towards Ardea, a city of another nation.

    Two gnomes keep his nation from its last characters; nothing else can be taken.
    """
    state = hargaar(seats=4, kinds=("RED",))
    for number, place in enumerate(state.places()):
        hold(state, 1 + number % 3, place)
    hold(state, 0, 1, BEFORE, *NEIGHBOURS[BEFORE])
    hold(state, 1, ARDEA)
    state.set_nation(0, site=1, gold=0)
    state.set_nation(1, site=13)
    for square in range(1, len(state.terrain)):
        if state.holder(square) != 0:
            put(state, "HFA 36", state.holder(square), square)
    if owner == NEUTRAL:
        del state.holders[ARDEA]
        state.roused.append(ARDEA)
    person(state, "Ralph W4", 0, at)
    for seat, name in enumerate(("Otto W2", "Sven W2", "Olaf W2"), 1):
        person(state, name, seat, 13)
    for name in ("Nib G1", "Tib G1"):
        person(state, name, 0, 1)
    put(state, f"HFB {count + 1}", 0, at)  # One guards the province.
    put(state, f"HFB {garrison}", owner, ARDEA)
    return state


def last_step(state: State) -> Any:
    """Return the class of the last step of Ralph's orders, or of his action."""
    orders = [each for each in Captain(GAME).decide(state, "P1").orders if isinstance(each, o.Character)]
    [action] = [each.action for each in orders if each.name == "Ralph"]
    return type(action.steps[-1]) if isinstance(action, o.Lead) else type(action)


@pytest.mark.clause("LM-FC-02", "LM-FC-11")
@pytest.mark.parametrize("at", [BEFORE, 58])
@pytest.mark.parametrize(
    ("count", "garrison", "is_assault", "is_siege"),
    [(20, 10, True, False), (16, 10, False, True), (13, 10, False, True), (11, 10, False, False)],
)
def test_a_garrison_too_strong_to_storm_is_besieged(
    count: int, garrison: int, is_assault: bool, is_siege: bool, at: int
) -> None:
    """Behind walls its defence is doubled; each turn of a siege wounds one in six of it."""
    step = last_step(besiegers(count, garrison, at))
    assert (step is o.Assault, step is o.Siege) == (is_assault, is_siege)


@pytest.mark.clause("LM-FC-10", "LM-FC-11")
def test_a_siege_goes_on_each_turn_and_everybody_inside_rolls() -> None:
    state = besiegers(14, 10)
    for turn in (1, 2):
        GAME.set_sheet(state, "P1", Captain(GAME).decide(state, "P1"))
        state.journal = []  # type: ignore[misc]
        GAME.run_turn(state)
        [entry] = told(state.journal or [], "attrition")
        assert entry.clauses == ("LM-FC-11",)
        assert len(entry.data["rolls"]) <= 10, f"turn {turn}"


def test_a_neutral_city_is_not_besieged() -> None:
    assert last_step(besiegers(14, 10, owner=NEUTRAL)) is not o.Siege
