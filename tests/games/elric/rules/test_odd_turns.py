"""Unusual sequences of events that random play has found."""

from __future__ import annotations

import pytest

from games.elric.positions.board import area, give_cards, new_state, piece, put, run
from palatine.games.elric.components.pieces import CHAOS_FLEET
from palatine.games.elric.rules.combat.battles import Battles
from palatine.games.elric.rules.combat.participants import FIELD, Battle
from palatine.games.elric.rules.combat.spell_laying import lay
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.movement.detaching import Drop
from palatine.games.elric.rules.movement.march import March
from palatine.games.elric.rules.movement.movement import Stopping


@pytest.mark.clause("7.3l", "7.2g")
def test_ships_without_anybody_do_not_march_as_armies_do() -> None:
    s = new_state()
    (ship,) = put(s, 0, "Aflitain", "Shazaar transport")
    step = March(0, area("Aflitain"), (ship,), False, 4)
    assert [action for action in step.actions(s) if action[0] == "go"] == []


@pytest.mark.clause("9.2b", "10.3")
def test_a_spell_laid_for_a_battle_that_never_comes_goes_back_into_the_hand() -> None:
    s = new_state()
    (ohada,) = put(s, 0, "Aflitain", "Ohada")
    (grome,) = give_cards(s, "Ohada", "Grome")
    lay(s, Battle(area("Aflitain"), 0, 1, FIELD), 0, ohada, grome)
    after = run(s, Battles())
    assert (after.laid, after.hand[ohada]) == ({}, (grome,))
    assert after.casts == (ohada,), "he has had his cast"
    assert after.balance == 0


@pytest.mark.clause("16.8c", "16.8d")
def test_nobody_aboard_the_chaos_fleet_is_left_behind_in_port() -> None:
    s = new_state()
    group = put(s, 0, "Hwamgaarl", "Chaos Fleet", "General of Pan Tang", "Jagreen Lern", ("Pan Tang", 1))
    s.ship = {p: CHAOS_FLEET for p in group if p != CHAOS_FLEET}
    drop = Drop(0, area("Hwamgaarl"), tuple(sorted(group)))
    assert drop.actions(s) == [("done", 0)]
    assert {drop.refuse(s, ("piece", p)).clause for p in group if p != CHAOS_FLEET} == {"16.8c", "16.8d"}


@pytest.mark.clause("16.9c", "10.8e")
def test_pyaray_who_escapes_by_a_law_spell_drives_himself_away() -> None:
    s = new_state()
    (pyaray,) = put(s, 0, "Gromoorva", "Pyaray")
    give_cards(s, "Pyaray", "Donblas")
    s.balance = -1
    s.flow.append(Escapes(area("Gromoorva"), (pyaray,), False))
    asking = run(s)
    asking.flow[-1].take(asking, asking.flow[-1].actions(asking)[0])
    after = run(asking, rolls=[])
    assert after.balance > 0
    assert after.where[pyaray] < 0


@pytest.mark.clause("7.3d", "7.3c")
def test_who_is_left_in_a_sea_without_a_ship_when_movement_ends_must_escape() -> None:
    s = new_state()
    put(s, 0, "Boiling Sea", "Yishana")
    after = run(s, Stopping(), rolls=[("escape", 6)])
    assert after.where[piece("Yishana")] < 0
