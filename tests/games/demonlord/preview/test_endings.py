"""Previews of the end of a movement step."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import CAPITALS, do, foreseen, go, place, told, unit, warnings
from palatine.games.demonlord.components.world import hex_id

END = ("end", 0)


def moving(text: str, more: str = CAPITALS) -> Any:
    return do(place("turn 2\nphase Hosar\nstep OpenMovement\n" + text + more))


def left_undone(state: Any) -> dict[str, tuple[str, ...]]:
    """Return the spaces of unused options at the end of movement, by clause."""
    return {each.clause: each.spaces for each in foreseen(state, END).unused_options}


def test_stacks_that_have_not_moved_are_listed_until_they_have() -> None:
    state = moving("0804 Hosar: DA-duke-dansor, DA-knights\n")
    assert left_undone(state)["MOV-03"] == ("0610", "0804")
    state = do(state, ("stack", hex_id("0804")), ("unit", unit("DA-knights")), go("0803"), "halt")
    assert left_undone(state)["MOV-03"] == ("0610",)


@pytest.mark.clause("END-01")
def test_an_empty_capital_is_a_warning_and_any_other_fortress_a_line() -> None:
    state = moving("0804 Hosar: DA-knights\n", "1812 Demon: NI-goblins\n")
    assert [clause for clause, _ in warnings(state, END)] == ["END-01"]
    assert "0704" in left_undone(state)["SIEGE-04"]
    assert warnings(moving("0804 Hosar: DA-knights\n"), END) == []


@pytest.mark.clause("CAP-02")
def test_characters_alone_in_reach_of_the_enemy_are_listed() -> None:
    near = moving("0404 Hosar: HO-monks\n0604 Demon: ER-heavy-cavalry\n")
    assert left_undone(near)["CAP-02"] == ("0404",)
    assert "CAP-02" not in left_undone(moving("0404 Hosar: HO-monks\n1606 Demon: ER-goblins\n"))


@pytest.mark.clause("CAP-01")
def test_characters_left_among_enemies_are_a_warning_at_the_end_too() -> None:
    state = moving("0904 Hosar: DA-duke-dansor, DA-knights\n0904 Demon: ER-archers\n")
    state = do(state, ("stack", hex_id("0904")), ("unit", unit("DA-knights")), go("0903"), "halt")
    assert [clause for clause, _ in warnings(state, END)] == ["CAP-01"]


@pytest.mark.clause("BAT-01")
def test_the_battles_it_will_start_are_told_with_their_odds() -> None:
    state = moving("0904 Hosar: DA-duke-dansor, DA-knights\n0904 Demon: ER-archers\n")
    (odds,) = foreseen(state, END).odds
    assert "0904" in odds.title
    assert foreseen(moving("0904 Hosar: DA-knights\n"), END).odds == ()


@pytest.mark.clause("ALLY-03")
def test_guests_of_a_neutral_attack_it_if_they_stay() -> None:
    """Troops stayed in Rouna when the Great Woods left their alliance."""
    text = "0914 Hosar: DA-knights\n0914 Neutral: GW-woods-chief, GW-warriors-1\ngrace: [[HEX,0]]\n"
    state = moving(text.replace("HEX", str(hex_id("0914"))))
    assert [clause for clause, _ in warnings(state, END)] == ["ALLY-03"]
    assert told(do(state, "end"), "alliance.attacked")
