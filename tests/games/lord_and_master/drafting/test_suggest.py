"""What is offered: orders that a rehearsal carries out."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.state import State


def name(state: State) -> str:
    return state.people[state.nations[0].leader].name


@pytest.mark.clause("LM-B-08")
def test_in_allied_land_the_types_of_its_force_are_offered_too() -> None:
    state = hargaar(kinds=("RED", "LF"))
    person(state, "Ralph W1", 0, 65)
    put(state, "RED 1", 0, 65)
    hold(state, 0, 65, allied=True)
    assert [each.text.strip() for each in GAME.suggest(state, "P1")] == [
        f"equip RED 1 -> {code} at 65" for code in ("LFD", "MCD", "MFD")
    ]
    trained = [each.text.strip() for each in GAME.suggest(state, "P1", "Ralph") if "train" in each.text]
    assert trained == [f"char Ralph: train RED 1 -> {code}" for code in ("LFC", "MCC", "MFC")]
    state.allied.clear()
    assert [each.text.strip() for each in GAME.suggest(state, "P1")] == ["equip RED 1 -> LFD at 65"]


@pytest.mark.clause("LM-ADV-07")
def test_a_leader_with_the_choice_is_offered_the_classes_of_his_province() -> None:
    state = hargaar(classes=("W", "P", "D"), advantages=("leader-choice",))
    hold(state, 0, 65)
    person(state, "Ralph W1", 0, 65)
    person(state, "Otto W1", 0, 65)
    offered = {
        name: [each.text.strip() for each in GAME.suggest(state, "P1", name) if "recruit" in each.text]
        for name in ("Ralph", "Otto")
    }
    assert offered["Ralph"] == [f"char Ralph: recruit{of}" for of in ("", " W", " P")]
    assert offered["Otto"] == ["char Otto: recruit"]
