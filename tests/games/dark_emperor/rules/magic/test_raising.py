"""Raise Undead and Kill, by unit, side and land (14.11, 14.12)."""

from __future__ import annotations

import pytest

from games.dark_emperor.positions import (
    HERE,
    KINGDOMS,
    NECROMANCER,
    THERE,
    act,
    arm,
    asked,
    cast_now,
    piece,
    pieces,
    put,
    raise_undead,
    refusal,
    told,
    wake,
    world,
)
from palatine.games.dark_emperor.components.pieces import COS, GONE, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import BANISH_UNDEAD, KILL, RAISE_UNDEAD
from palatine.games.dark_emperor.components.world import ZOLAHAURESLOR, hex_id

SPLIT = "0514"
"""A hex of two lands with the sea between them."""


@pytest.mark.clause("14.12a", "14.12c")
def test_who_has_risen_is_no_longer_written_down_and_the_others_are() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim")
    near, far = pieces("ferlarie-infantry-1 ferlarie-infantry-2")
    s.where[near] = s.where[far] = POOL
    s.slain = ((near, hex_id(HERE), s.power[near]), (far, hex_id(THERE), s.power[far]))
    s = cast_now(s, "padrech-dar-choim", RAISE_UNDEAD)
    assert [entry[0] for entry in s.slain] == [far]
    (entry,) = told(s, "undead.risen")
    data = {"piece": piece("padrech-dar-choim"), "units": [near], "hex": hex_id(HERE)}
    assert (entry.clauses, entry.data) == (("14.12c",), data)


@pytest.mark.clause("14.12c")
def test_who_rises_in_a_hex_of_two_lands_is_put_on_one_of_them_and_a_fleet_on_none() -> None:
    s = world()
    put(s, SPLIT, "padrech-dar-choim")
    soldier, ship = pieces("ferlarie-infantry-1 ferlarie-fleet-1")
    for u in (soldier, ship):
        s.where[u] = POOL
        s.slain = (*s.slain, (u, hex_id(SPLIT), s.power[u]))
    s = cast_now(s, "padrech-dar-choim", RAISE_UNDEAD)
    assert asked(s) == ("Shore", NECROMANCER)
    assert s.flow[-1].unit == soldier
    s = act(s, s.flow[-1].actions(s)[1])
    assert (asked(s), s.shore) == (None, {soldier: 2})


@pytest.mark.clause("14.11a", "14.11b", "19.3")
def test_the_kingdoms_kill_in_their_turn_as_the_necromancer_does() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "farnon lammarech-cavalry-1")
    arm(s, "farnon", "he-sups-on-prana")
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    put(s, HERE, "tol-morn mezal greater-vampire-1")
    s = cast_now(s, "farnon", KILL)
    assert asked(s) == ("ChooseKillTarget", KINGDOMS)
    assert refusal(s, ("target", piece("nikon-v"))).reason == "why.no-such-leader-here"
    s = act(s, ("target", piece("mezal")), rolls=[("saving roll", 6)])
    (entry,) = told(s, "kill.killed")
    assert entry.tally.is_roll_under, "the die is told against a value"


@pytest.mark.clause("14.21b", "19.3")
def test_the_sons_of_the_morning_aboard_a_banished_fleet_are_left_ashore() -> None:
    s = world(KINGDOMS)
    wake(s, NECROMANCER, COS)
    put(s, "0224", "kebir-whitehand ferlarie-infantry-1")
    (ship,) = raise_undead(s, "0224", "ferlarie-fleet-1", LORD)
    (sons,) = put(s, "0224", "sons-of-the-morning-1")
    s.cargo = {ship: sons}
    s = cast_now(s, "kebir-whitehand", BANISH_UNDEAD)
    assert (s.where[ship], s.where[sons], s.cargo) == (GONE, hex_id("0224"), {})


@pytest.mark.clause("14.21d")
def test_the_only_greater_vampire_there_is_banished() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "kebir-whitehand ferlarie-infantry-1")
    (vampire,) = put(s, HERE, "greater-vampire-1")
    s = cast_now(s, "kebir-whitehand", BANISH_UNDEAD)
    assert s.where[vampire] == GONE
