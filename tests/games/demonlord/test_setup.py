"""Set-Up: the order of battle, devotees, townships."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.table_top import (
    DEMON,
    HOSAR,
    NEUTRAL,
    actions,
    at,
    do,
    hexes,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
    verbs,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components import pieces
from palatine.games.demonlord.components import world as c
from palatine.games.demonlord.components.world import hex_id, hex_name
from palatine.games.demonlord.state import AWAY, GONE

TEMPLES = ["0311", "0404", "0521", "0713"]
"""The four Temples of Hosar on the reconstructed map."""


def fresh(**options: Any) -> Any:
    state = GAME.setup(seed=b"setup", options=options)
    state.journal = []
    return state


def with_devotees() -> Any:
    """The set-up with all devotees placed, two by two in the order of the temples."""
    state = fresh()
    while step(state) == "Devotees":
        state = do(state, actions(state)[0])
    return state


def muster(state: Any, key: str) -> Any:
    return do(state, ("unit", unit(key)))


def try_town(state: Any, name: str, die: int) -> Any:
    return do(state, ("town", hex_id(name)), rolls=[("township", die)])


@pytest.mark.clause("SET-01", "GEN-06")
def test_units_begin_where_the_order_of_battle_says() -> None:
    state = fresh()
    assert [at(state, key) for key in ("TI-prince-timur", "BA-baron-barthek", "NI-lord-nish", "AH-duke-han")] == [
        "0610",
        "0218",
        "1812",
        "1401",
    ]
    for u, start in enumerate(pieces.START):
        if start >= 0 and u not in (*pieces.BALRON_SET, *pieces.DWARF_SET):
            assert state.where[u] == start
    for invoked in pieces.INVOKED:
        assert state.where[invoked] == AWAY
    for later in (*pieces.MERCENARIES, *pieces.INNER_KINGDOM):
        assert state.where[later] == AWAY, "reinforcements come when they are requested"


@pytest.mark.clause("SET-01")
def test_of_ula_only_the_miners_are_there_until_its_ruler_is_known() -> None:
    state = fresh()
    assert sorted(state.stack(NEUTRAL, hex_id("0902"))) == units("MU-slave-miners-1", "MU-slave-miners-2")
    assert state.where[unit("MU-balron")] == state.where[unit("MU-dwarf-king")] == AWAY


@pytest.mark.clause("SET-01")
def test_every_fortress_begins_with_whoever_has_units_there() -> None:
    state = fresh()
    for h in c.FORTRESSES:
        (owner,) = {side for side in (HOSAR, DEMON, NEUTRAL) if state.stack(side, h)}
        assert state.control[h] == owner


@pytest.mark.clause("SET-02")
def test_two_devotees_on_each_temple_of_hosar() -> None:
    state = fresh()
    assert (step(state), seat(state), hexes(state, "at")) == ("Devotees", "Hosar", TEMPLES)
    state = do(state, ("at", hex_id("0713")), ("at", hex_id("0713")))
    assert hexes(state, "at") == ["0311", "0404", "0521"]
    assert refusal(state, ("at", hex_id("0713"))).clause == "SET-02"
    assert refusal(state, ("at", hex_id("0610"))).clause == "SET-02"
    done = with_devotees()
    assert [len(done.stack(HOSAR, hex_id(name))) for name in TEMPLES] == [2, 2, 2, 2]
    assert {done.where[u] for u in pieces.DEVOTEES} == {hex_id(name) for name in TEMPLES}


@pytest.mark.clause("SET-02")
def test_the_last_two_devotees_go_where_room_is_left() -> None:
    state = fresh()
    for name in ("0311", "0404", "0521"):
        state = do(state, ("at", hex_id(name)), ("at", hex_id(name)))
    assert step(state) != "Devotees", "there is nothing left to decide"
    assert len(state.stack(HOSAR, hex_id("0713"))) == 2


@pytest.mark.clause("SET-02")
def test_which_devotee_stands_where_is_hosars_secret_and_his_home() -> None:
    state = do(fresh(), ("at", hex_id("0521")), ("at", hex_id("0521")))
    assert [entry.readers for entry in told(state, "devotee")] == [(HOSAR,), (HOSAR,)]
    above, below = pieces.DEVOTEES[0], pieces.DEVOTEES[1]
    assert [state.home[below], state.home[above]] == [hex_id("0521")] * 2
    seen = [piece.face for piece in GAME.view(state, "Demon").pieces if piece.space == "0521"]
    assert seen == [pieces.UNIT_KEY[above], ""], "the second goes beneath the first, and is never seen"


@pytest.mark.clause("SET-03")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_on_one_to_three_a_western_unit_is_there(die: int) -> None:
    state = try_town(muster(with_devotees(), "WT-borderers"), "0113", die)
    assert at(state, "WT-borderers") == "0113"
    assert state.home[unit("WT-borderers")] == hex_id("0113")
    assert step(state) == "ChooseTownsman"


@pytest.mark.clause("SET-03")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_on_four_to_six_never_in_that_town(die: int) -> None:
    state = try_town(muster(with_devotees(), "WT-borderers"), "0113", die)
    assert (step(state), state.where[unit("WT-borderers")]) == ("ChooseTown", AWAY)
    assert sorted(hexes(state, "town")) == ["0206", "0502", "0718", "0806"]
    assert refusal(state, ("town", hex_id("0113"))).clause == "SET-03"
    other = muster(try_town(state, "0206", 1), "WT-militia")
    assert "0113" in hexes(other, "town"), "another unit may still try there"


@pytest.mark.clause("SET-04")
def test_the_player_picks_units_and_towns_and_a_town_takes_one_unit() -> None:
    state = with_devotees()
    assert seat(state) == "Hosar"
    assert {pieces.UNIT_KEY[u] for _, u in actions(state)} == {
        "WT-borderers",
        "WT-woodsmen",
        "WT-militia",
        "WT-hippogriff-riders",
    }
    state = muster(state, "WT-militia")
    assert sorted(hexes(state, "town")) == ["0113", "0206", "0502", "0718", "0806"]
    state = muster(try_town(state, "0806", 2), "WT-woodsmen")
    assert sorted(hexes(state, "town")) == ["0113", "0206", "0502", "0718"]
    assert refusal(state, ("town", hex_id("0806"))).clause == "SET-04"
    assert refusal(state, ("town", hex_id("0610"))).clause == "SET-06"


@pytest.mark.clause("SET-04")
def test_one_unit_is_finished_before_the_next_is_begun() -> None:
    state = try_town(muster(with_devotees(), "WT-militia"), "0806", 6)
    assert verbs(state) == {"town"}, "the militia tries on"


@pytest.mark.clause("SET-05")
def test_who_fails_in_every_town_is_not_in_the_game() -> None:
    state = muster(with_devotees(), "WT-hippogriff-riders")
    for name in ("0113", "0206", "0502", "0718", "0806"):
        state = try_town(state, name, 4)
    assert state.where[unit("WT-hippogriff-riders")] == GONE
    assert told(state, "townsman.out")
    assert step(state) == "ChooseTownsman"
    assert ("unit", unit("WT-hippogriff-riders")) not in actions(state)


@pytest.mark.clause("SET-05")
def test_who_fails_in_every_town_still_empty_is_out_too() -> None:
    state = try_town(muster(with_devotees(), "WT-borderers"), "0113", 1)
    state = try_town(muster(state, "WT-woodsmen"), "0206", 1)
    state = muster(state, "WT-militia")
    for name in ("0502", "0718", "0806"):
        state = try_town(state, name, 5)
    assert state.where[unit("WT-militia")] == GONE


@pytest.mark.clause("SET-06")
def test_the_townships_are_these_five() -> None:
    state = muster(with_devotees(), "WT-borderers")
    assert {c.SITES[c.SITE_AT[h]].name: hex_name(h) for h in [h for _, h in actions(state)]} == {
        "Kimat": "0113",
        "Darton": "0206",
        "Horkan": "0502",
        "Fergeni": "0718",
        "Belbitz": "0806",
    }
