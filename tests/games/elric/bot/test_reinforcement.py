"""The captain that holds Imrryr and brings armies into it (5.0e, 7.5.9)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.bot.test_captain import march, sighted
from games.elric.positions.board import armies_of, new_state, piece, put, rule
from palatine.games.elric.bot.reinforcement import reinforce_imrryr
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.tables import TURNS
from palatine.games.elric.components.world import MELNIBONE, PORT_SEA
from palatine.games.elric.state import NOBODY, Hold

GATE_SEA = PORT_SEA[MELNIBONE]


def held_imrryr(*rivals: Any) -> Any:
    """Return Successor with Imrryr held by Elric, Yishana, a priest and an army."""
    s = new_state("successor", 2)
    s.turn, s.fallen = 4, True
    rule(s, 0, "Jharkor", "Lormyr")
    rule(s, 1, "Pan Tang")
    put(s, 0, MELNIBONE, "Yishana", "Elric", "Priest of Vilmir", ("Jharkor", 1))
    s.holds[MELNIBONE], s.controller = Hold(0, NOBODY), piece("Yishana")
    put(s, 1, "Hwamgaarl", *(rivals or ("Jagreen Lern", "Theleb K'aarna", ("Pan Tang", 5), ("Dharijor", 12))))
    return s


@pytest.mark.clause("7.5.9b")
def test_elric_goes_out_to_armies_off_imrryr_and_lands_with_them() -> None:
    s = held_imrryr()
    put(s, 0, GATE_SEA, "Admiral of Jharkor", "Jharkor transport", ("Jharkor", 2))
    s.ship = {p: piece("Jharkor transport") for p in s.stacks[0][GATE_SEA] if p != piece("Jharkor transport")}
    before = len([p for p in s.stacks[0][MELNIBONE] if p in armies_of("Jharkor")])
    march(s)
    inside = s.stacks[0][MELNIBONE]
    assert len([p for p in inside if p in armies_of("Jharkor")]) == before + 2
    assert ELRIC in inside
    assert s.controller in inside


def test_a_weak_leader_leaves_imrryr_to_fetch_armies_without_a_leader() -> None:
    s = held_imrryr()
    put(s, 0, GATE_SEA, "Lormyr transport")
    put(s, 0, "Iosaz", ("Lormyr", 4))
    order = reinforce_imrryr(sighted(s, 0))
    assert order is not None
    assert order.group == {piece("Priest of Vilmir")}
    s.turn = TURNS
    assert reinforce_imrryr(sighted(s, 0)) is None, "nobody could return in time"


def test_nobody_is_fetched_into_an_imrryr_that_is_strong_enough() -> None:
    s = held_imrryr("Jagreen Lern")
    put(s, 0, GATE_SEA, "Lormyr transport")
    put(s, 0, "Iosaz", ("Lormyr", 4))
    assert reinforce_imrryr(sighted(s, 0)) is None


@pytest.mark.clause("7.5.9b")
def test_nobody_leaves_an_imrryr_whose_gate_no_one_could_open_again() -> None:
    s = held_imrryr()
    s.lift((ELRIC,), -1)
    put(s, 0, GATE_SEA, "Lormyr transport")
    put(s, 0, "Iosaz", ("Lormyr", 4))
    assert reinforce_imrryr(sighted(s, 0)) is None
